package typing_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/source"
)

// TestTypesOfLocals: each local of testdata/types.hcl is of the type that the comment behind it says. With -update the
// comments are written anew.
func TestTypesOfLocals(t *testing.T) {
	const path = "testdata/types.hcl.txtar"
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := txtar.ParseFile("testdata/schemas.yaml.txtar")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, f := range shared.Files {
		texts[f.Name] = f.Data
	}
	kinds := surroundings(kindsOf(t, texts))
	for i := range a.Files {
		f := &a.Files[i]
		m := model.New([]*source.File{source.NewFile(f.Name, f.Data)})
		r := typing.Program(m, kinds)
		if m.IsBroken() || r.Diagnostics.HasErrors() {
			t.Fatal(r.Diagnostics)
		}
		lines := strings.Split(string(f.Data), "\n")
		for _, l := range m.Locals(nil) {
			e := l.Symbol.Expr
			line := e.Range().Start().Line - 1
			got := r.Type(e.File, e.Node).String()
			code, want, _ := strings.Cut(lines[line], " # ")
			if got != want && !*update {
				t.Errorf("%s:%d: %s is %s, not %s", f.Name, line+1, l.Symbol.Name, got, want)
			}
			lines[line] = code + " # " + got
		}
		f.Data = []byte(strings.Join(lines, "\n"))
	}
	rewrite(t, path, a)
}
