package cli

import (
	"io"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
)

// programDiagnostics is what can be said about the program of a pipeline step without data. It is empty for steps of
// other functions, and where the input holds no program.
func programDiagnostics(s *render.Step) diag.List {
	text := s.Program()
	if !s.Ours || text == "" {
		return nil
	}
	files, diags := composition.ParseArchive(programFile(s))
	if diags.HasErrors() {
		return diags
	}
	_, diags = compileProgram(files)
	return diags
}

// programFile is a file over the program of a step, inside of the files that it was read from.
func programFile(s *render.Step) *source.File {
	return source.NewInner(composition.ArchiveName, s.Program(), s.ProgramPieces())
}

// checkEmbedded checks the programs that a Composition holds. The error is what is wrong with the inputs around them.
func checkEmbedded(path string) (diag.List, error) {
	steps, err := render.LoadSteps(path)
	if err != nil {
		return nil, err
	}
	var diags diag.List
	var wrong render.ErrorList
	for _, s := range steps {
		for _, p := range crossplane.CheckInput(s.Input) {
			wrong = append(wrong, s.InputError(p.Field, p.Diagnostic.Detail))
		}
		diags = append(diags, programDiagnostics(s)...)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return diags, nil
}

// printDiagnostics shows diagnostics with the source lines that they are about.
func printDiagnostics(w io.Writer, list diag.List, color bool) {
	_ = diagrender.Text(w, list, diagrender.Options{Color: color}) // nowhere to report a failing stderr to
}
