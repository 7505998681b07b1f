package docs

import (
	"errors"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// checkHCL parses a block under the name and with the line numbers of the document, so that its diagnostics point
// there.
func checkHCL(block Block) error {
	_, diags := syntax.ParseConfig(source.NewFragment(block.File, []byte(block.Text),
		source.Position{Line: block.Line + 1, Column: 1}))
	var problems []error
	for _, d := range diags.Errors() {
		problems = append(problems, errors.New(d.Error()))
	}
	return errors.Join(problems...)
}
