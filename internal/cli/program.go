package cli

import (
	"io"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/render"
)

// programDiagnostics is what can be said about the program of a pipeline step without data. It is empty for steps of
// other functions, and where the input holds no program.
func programDiagnostics(s *render.Step) diag.List {
	text := s.Input.GetFields()["hcl"].GetStringValue()
	if !s.Ours || text == "" {
		return nil
	}
	files, diags := composition.ParseArchive(archiveName(text), text)
	if diags.HasErrors() {
		return diags
	}
	_, diags = composition.Compile(files, composition.Options{Functions: stdlib.Table()})
	return diags
}

// archiveName is the name of a program's text as a whole, in which the problems of an archive stand: positions in it are not those of
// the file of the same name in the archive.
func archiveName(text string) string {
	if len(txtar.Parse([]byte(text)).Files) == 0 {
		return composition.PlainFileName
	}
	return "<archive>"
}

// printDiagnostics shows diagnostics with the source lines that they are about.
func printDiagnostics(w io.Writer, list diag.List, color bool) {
	_ = diagrender.Text(w, list, diagrender.Options{Color: color}) // nowhere to report a failing stderr to
}
