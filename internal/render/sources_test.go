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
		{"libraries", map[string]string{"in/main.hcl": "", "lib/tags.hcl": "",
			"in/composition.yaml": "libraryFiles: [../lib/tags.hcl, main.hcl]\n"}, "in", "main.hcl ../lib/tags.hcl"},
		{"a Composition beside", map[string]string{"main.hcl": "", "composition.yaml": goodComposition}, "", "main.hcl"},
		{"nothing", map[string]string{"notes.txt": ""}, "", ": no .hcl files found in this directory"},
		{"missing", map[string]string{"main.hcl": ""}, "mian.hcl",
			`mian.hcl: no such file or directory. Did you mean "main.hcl"?`},
		{"missing library", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [lib.hcl]\n"}, "",
			"lib.hcl: no such file or directory"},
		{"absolute library", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [/lib.hcl]\n"}, "",
			"composition.yaml:1:16: /lib.hcl is an absolute path; library files are named relative to this file"},
		{"a library that is no path", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: [1]\n"}, "",
			"composition.yaml:1:16: a library file must be a path relative to this file"},
		{"no list", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles: ../lib.hcl\n"}, "",
			`composition.yaml:1:15: libraryFiles must be a list of paths, found the string "../lib.hcl"; write libraryFiles: ` +
				`[PATH]`},
		{"a typo", map[string]string{"main.hcl": "",
			"composition.yaml": "xrd: {apiVersion: e.org/v1, kind: X}\nlibraryfiles: []\n"}, "",
			`composition.yaml:2:1: unknown field "libraryfiles". Did you mean "libraryFiles"?`},
		{"nothing said", map[string]string{"main.hcl": "", "composition.yaml": "libraryFiles:\nxrd:\n"}, "", "main.hcl"},
		{"an xrd that is no object", map[string]string{"main.hcl": "", "composition.yaml": "xrd: xrd.yaml\n"}, "",
			`composition.yaml:1:6: xrd must be the apiVersion and kind of the XRs, found the string "xrd.yaml"; write xrd: ` +
				`{apiVersion: GROUP/VERSION, kind: KIND}`},
		{"an xrd without a kind",
			map[string]string{"main.hcl": "", "composition.yaml": "xrd: {apiVersion: e.org/v1}\n"}, "",
			`composition.yaml:1:6: this object has no xrd.kind.`},
		{"an xrd with a typo",
			map[string]string{"main.hcl": "", "composition.yaml": "xrd: {apiVersion: e.org/v1, knd: X}\n"}, "",
			`composition.yaml:1:29: unknown field "knd" in xrd. Did you mean "kind"?`},
		{"an xrd with more", map[string]string{"main.hcl": "",
			"composition.yaml": "xrd: {apiVersion: e.org/v1, kind: X, nam: x}\n"}, "",
			`composition.yaml:1:38: unknown field "nam" in xrd. Expected here: apiVersion, kind.`},
		{"not utf-8", map[string]string{"main.hcl": "a = 1\nb = \"\xff\"\n"}, "",
			"main.hcl:2:6: not UTF-8: byte 0xff, number 12 of the file, does not begin a character; save the file as UTF-8"},
		{"a separator", map[string]string{"main.hcl": "a = <<E\n-- b --\nE\n"}, "",
			`main.hcl:2:1: a line of the form "-- name --" separates files when programs are packed; indent it or change it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := writeAll(t, tt.files)
			a, err := LoadSources(filepath.Join(dir, tt.path))
			got := ""
			if err != nil {
				got = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""),
					dir, ""), " ")
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

func TestSourcesForOtherXR(t *testing.T) {
	xr := "apiVersion: e.org/v1\nkind: XThing\nmetadata: {name: a}\n"
	for xrd, want := range map[string]string{
		"{apiVersion: e.org/v1, kind: XThing}": "",
		"{apiVersion: e.org/v2, kind: XThing}": "s/composition.yaml:1:19: xrd.apiVersion (e.org/v2) does not match the " +
			"XR's apiVersion (e.org/v1, in xr.yaml)",
		"{apiVersion: e.org/v1, kind: XOther}": "s/composition.yaml:1:35: xrd.kind (XOther) does not match the XR's kind " +
			"(XThing, in xr.yaml)",
	} {
		dir := writeAll(t, map[string]string{"s/main.hcl": "", "s/composition.yaml": "xrd: " + xrd + "\n", "xr.yaml": xr})
		_, err := Load(Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "s")})
		got := ""
		if err != nil {
			got = strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
		}
		if got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}
