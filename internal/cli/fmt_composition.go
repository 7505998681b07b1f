package cli

import (
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// composition formats the programs that a Composition holds.
func (f *formatting) composition(path string) {
	wrong := false
	before, after, err := render.EditPrograms(path, func(s *render.Step) string {
		p := embeddedProgram(path, s)
		switch {
		case p == nil:
			return s.Program()
		case p.diags.HasErrors():
			showDiagnostics(f.c, p.diags.Errors())
			wrong = true
		}
		for _, file := range p.files {
			wrong = !f.isRight(file) || wrong
		}
		return formatProgram(s.Program())
	})
	switch {
	case err != nil:
		f.problem(err)
	case wrong:
		f.problems++
	default:
		f.settle(path, before, after)
	}
}

// isRight shows the syntax errors of a file and reports whether it has none. Files in JSON syntax are not formatted.
func (f *formatting) isRight(file *source.File) bool {
	if strings.HasSuffix(file.Name(), ".json") {
		return true
	}
	_, diags := syntax.ParseConfig(file)
	showDiagnostics(f.c, diags.Errors())
	return !diags.HasErrors()
}

// formatProgram formats the native files of an archive, or a plain file.
func formatProgram(text string) string {
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		return string(format.Source([]byte(text)))
	}
	for i, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".json") {
			a.Files[i].Data = format.Source(f.Data)
		}
	}
	return string(txtar.Format(a))
}
