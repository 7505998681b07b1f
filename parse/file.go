package parse

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// File is a parsed file of either syntax. It is immutable and safe for concurrent use.
type File struct {
	// Source is the text, with its name.
	Source *source.File
	// Native is the tree of a file in native syntax, and nil otherwise.
	Native *syntax.File
	// JSON is the document of a file in JSON syntax, and nil otherwise.
	JSON *jsonsyntax.File
}

// Body returns the content of the file. For a nil file it is empty.
func (f *File) Body() hcl.Body {
	switch {
	case f == nil:
		return hcl.MergeBodies(nil)
	case f.JSON != nil:
		return f.JSON.Body()
	}
	return f.Native.HCL()
}

// IsJSON reports whether a file with this name is in JSON syntax: whether the name ends in .json, in upper or lower
// case.
func IsJSON(name string) bool { return strings.EqualFold(filepath.Ext(name), ".json") }

// Text parses a text. It is in JSON syntax if [IsJSON] reports true for its name, and in native syntax otherwise. The
// file is never nil; after errors it contains what could be parsed.
func Text(name string, text []byte) (*File, diag.List) {
	src := source.NewFile(name, text)
	if IsJSON(name) {
		file, diags := jsonsyntax.Parse(src)
		return &File{Source: src, JSON: file}, diags
	}
	file, diags := syntax.ParseConfig(src)
	return &File{Source: src, Native: file}, diags
}

// ReadFile is like [Text] for a file of the operating system. If it cannot be read, ReadFile returns a diagnostic and a
// file without content.
func ReadFile(path string) (*File, diag.List) {
	text, err := limited.File(path)
	file, diags := Text(path, text)
	if err != nil {
		return file, diag.List{unreadable(path, err)}
	}
	return file, diags
}

// unreadable returns the reason why a file cannot be read, without repeating its path.
func unreadable(path string, err error) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code.UnreadableFile, Summary: "Failed to read file",
		Detail: "The file \"" + path + "\" cannot be read: "}
	var cause *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Detail = "There is no file \"" + path + "\"."
	case errors.As(err, &cause):
		d.Detail += cause.Err.Error() + "."
	default:
		d.Detail += err.Error() + "."
	}
	return d
}
