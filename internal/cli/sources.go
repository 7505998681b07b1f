package cli

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
)

// loadProgram reads the files of a program: directories, or single files. One that is named twice, as by a link, is read once. Names start from
// the working directory, so that positions can be clicked.
func loadProgram(paths []string) (*txtar.Archive, []*source.File, error) {
	all := &txtar.Archive{}
	var files []*source.File
	var seen []os.FileInfo
	for _, path := range paths {
		a, err := render.LoadSources(path)
		if err != nil {
			return nil, nil, err
		}
		dir := path
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			dir = filepath.Dir(path)
		}
		for _, f := range a.Files {
			name := filepath.Join(dir, filepath.FromSlash(f.Name))
			info, err := os.Stat(name)
			if err == nil && slices.ContainsFunc(seen, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
				continue
			}
			seen = append(seen, info)
			all.Files = append(all.Files, f)
			files = append(files, source.NewFile(name, f.Data))
		}
	}
	return all, files, nil
}

// compileProgram checks a program as the server does.
func compileProgram(files []*source.File) (*composition.Program, diag.List) {
	return composition.Compile(files, composition.Options{Functions: stdlib.Table()})
}
