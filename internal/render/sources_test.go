package render

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestLoadSources(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		path  string
		want  string // names of the archive, or the error
	}{
		{"a directory", map[string]string{"b.hcl": "", "a.hcl": "", "notes.txt": "", "deep/c.hcl": ""}, "", "a.hcl b.hcl"},
		{"one file", map[string]string{"b.hcl": "", "a.hcl": ""}, "b.hcl", "b.hcl"},
		{"libraries", map[string]string{"in/main.hcl": "", "lib/tags.hcl": "", "in/composition.yaml": "libraryFiles: [../lib/tags.hcl, main.hcl]\n"}, "in", "main.hcl ../lib/tags.hcl"},
		{"a Composition beside", map[string]string{"main.hcl": "", "composition.yaml": goodComposition}, "", "main.hcl"},
		{"nothing", map[string]string{"notes.txt": ""}, "", ": no .hcl files found in this directory"},
		{"missing", map[string]string{"main.hcl": ""}, "mian.hcl", `mian.hcl: no such file or directory. Did you mean "main.hcl"?`},
		{"missing library", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [lib.hcl]\n"}, "", "lib.hcl: no such file or directory"},
		{"absolute library", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [/lib.hcl]\n"}, "", "composition.yaml:1:16: /lib.hcl is an absolute path; library files are named relative to this file"},
		{"a library that is no path", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [1]\n"}, "", "composition.yaml:1:16: a library file has to be a path, relative to this file"},
		{"not utf-8", map[string]string{"main.hcl": "a = 1\nb = \"\xff\"\n"}, "", "main.hcl:2:1: this line is not valid UTF-8"},
		{"a separator", map[string]string{"main.hcl": "a = <<E\n-- b --\nE\n"}, "", `main.hcl:2:1: a line of the form "-- name --" separates files when programs are packed; indent it or change it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := writeAll(t, tt.files)
			a, err := LoadSources(filepath.Join(dir, tt.path))
			got := ""
			if err != nil {
				got = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""), dir, ""), " ")
			} else {
				var names []string
				for _, f := range a.Files {
					names = append(names, f.Name)
				}
				got = strings.Join(names, " ")
			}
			if got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}
