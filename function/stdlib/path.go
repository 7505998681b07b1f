package stdlib

import (
	"path"
	"strings"

	"github.com/hclx-lang/hclx/function"
)

// Of the functions that deal with files, these two only cut a text. They know slashes and nothing else, so that
// they give the same on every system.
var pathFuncs = []*function.Decl{basenameFunc, dirnameFunc}

func pathFunc(name, summary string, f func(string) string, examples ...function.Example) *function.Decl {
	d := textFunc(name, groupFile, summary, f, examples...)
	d.Description = "Only the text is looked at, no file. Slashes separate the parts of a path on every system."
	d.Params[0].Name, d.Params[0].Description = "path", "The path."
	return d
}

var basenameFunc = pathFunc("basename", "Gives the last part of a path.", path.Base,
	ex(`basename("foo/bar/baz.txt")`, `"baz.txt"`), ex(`basename("")`, `"."`))

var dirnameFunc = pathFunc("dirname", "Gives a path without its last part.", dirname,
	ex(`dirname("foo/bar/baz.txt")`, `"foo/bar"`), ex(`dirname("baz.txt")`, `"."`))

// dirname drops everything behind the last slash and cleans the rest.
func dirname(s string) string {
	i := strings.LastIndexByte(s, '/')
	return path.Clean(s[:i+1])
}
