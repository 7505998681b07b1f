package model_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
)

// Where is a local named, and what reads it?
func Example() {
	text := `locals { region = req.composite.spec.region }
resource bucket { body = { region = region } }
`
	p := model.New([]*source.File{source.NewFileString("main.hcl", text)})
	f := p.Files[0]
	id, _ := p.SymbolAt(f, 9)
	s := p.Symbol(f, id)
	fmt.Println(s.Name, "is", s.Expr.Range().Text())
	for _, u := range p.Uses(f, id) {
		fmt.Println("used at", u.Range())
	}
	// Output:
	// region is req.composite.spec.region
	// used at main.hcl:2,37-43
}
