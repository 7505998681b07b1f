package cli

import (
	"io"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/render"
)

// programDiagnostics is what can be said about the program of a pipeline step without data. It is empty for steps of
// other functions, and where the input holds no program.
func programDiagnostics(s *render.Step) diag.List {
	text := s.Program()
	if !s.Ours || text == "" {
		return nil
	}
	files, diags := composition.ParseArchive(text)
	if diags.HasErrors() {
		return inComposition(s, diags)
	}
	_, diags = composition.Compile(files, composition.Options{Functions: stdlib.Table()})
	return inComposition(s, diags)
}

// printDiagnostics shows diagnostics with the source lines that they are about.
func printDiagnostics(w io.Writer, list diag.List, color bool) {
	_ = diagrender.Text(w, list, diagrender.Options{Color: color}) // nowhere to report a failing stderr to
}
