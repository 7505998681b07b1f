package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

type convertCommand struct {
	To     string `enum:"json,native," default:"" help:"The syntax to convert to: json or native. Without it, the one that the file is not in."`
	Schema string `placeholder:"FILE" help:"Which properties are blocks, when converting to native syntax."`
	File   string `arg:"" help:"The file to convert, or - for standard input."`
}

// Help says what becomes of blocks and comments, and what a schema looks like.
func (*convertCommand) Help() string {
	return `The result goes to standard output. A file whose name ends in .json, or standard input that begins with a brace or bracket, is in JSON syntax.

To JSON: blocks are nested by their labels, expressions become templates in strings, comments properties "//".

To native syntax: a program in the composition language, all properties of which are its blocks, becomes that program again. Elsewhere every
property is an argument, unless a schema says that it is a type of blocks. A schema has a block for each type, with what its labels mean and the blocks in it:

    block "service" {
      labels = ["protocol", "name"]
      block "process" {
        labels = ["type"]
      }
    }`
}

// Run converts one file and prints the result. Nothing is printed after an error.
func (f *convertCommand) Run(c *Context) error {
	name, text, err := f.read(c)
	if err != nil {
		return err
	}
	src := source.NewFile(name, text)
	schema, err := f.schema(c, src)
	if err != nil {
		return err
	}
	var out []byte
	var diags diag.List
	if f.toJSON(name, text) {
		out, diags = transcode.ToJSON(src)
	} else {
		out, diags = transcode.ToNative(src, schema)
	}
	showDiagnostics(c, diags)
	if diags.HasErrors() {
		return endErrors
	}
	_, err = c.Stdout.Write(out)
	return err
}

func (f *convertCommand) read(c *Context) (name string, text []byte, err error) {
	if f.File == stdinPath {
		text, err = io.ReadAll(c.Stdin)
		return "<stdin>", text, err
	}
	text, err = os.ReadFile(c.path(f.File))
	return f.File, text, plainError(f.File, err)
}

// toJSON decides on the syntax of the result.
func (f *convertCommand) toJSON(name string, text []byte) bool {
	if f.To != "" {
		return f.To == "json"
	}
	if f.File != stdinPath {
		return !strings.EqualFold(filepath.Ext(name), ".json")
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) == 0 || text[0] != '{' && text[0] != '['
}

// schema says which properties are blocks: those of the schema that was given, else those of a composition, if it is one.
func (f *convertCommand) schema(c *Context, src *source.File) (*transcode.Schema, error) {
	switch {
	case f.Schema == "" && transcode.IsComposition(src):
		return transcode.Composition, nil
	case f.Schema == "":
		return nil, nil
	}
	text, err := os.ReadFile(c.path(f.Schema))
	if err != nil {
		return nil, plainError(f.Schema, err)
	}
	schema, err := transcode.ParseSchema(filepath.Base(f.Schema), text)
	if list := diag.Of(err); list != nil {
		showDiagnostics(c, list)
		return nil, endErrors
	}
	return schema, err
}
