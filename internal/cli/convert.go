package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

type convertCommand struct {
	To        string   `enum:"json,native," default:"" help:"The syntax to convert to: json or native. The default is the syntax that the file is not in."`
	Schema    string   `placeholder:"FILE" help:"File that declares which properties are blocks, for conversion to native syntax."`
	Recursive bool     `short:"r" help:"${recursive}"`
	Paths     []string `arg:"" name:"path" help:"The file to convert, or - for standard input. Or programs: directories with .hcl files, several files, YAML files with Compositions."`
}

// Help describes how blocks and comments are converted, and the form of a schema.
func (*convertCommand) Help() string {
	return `Prints the result on standard output. A single file is printed as it is. The files of programs are printed
as an archive with new names, in the format that the function reads. A file is in JSON syntax if its name
ends in .json. Standard input is in JSON syntax if it begins with a brace or bracket.

To JSON: blocks are nested by their labels, expressions become templates in strings, and comments become
properties named "//".

To native syntax: a program in the composition language becomes that program again, if all of its properties
are blocks of the language. In other files every property becomes an argument, unless a schema declares it
as a block type. A schema has a block for each type, with names for its labels and with nested blocks:

    block "service" {
      labels = ["protocol", "name"]
      block "process" {
        labels = ["type"]
      }
    }`
}

// Run converts one file and prints the result. Nothing is printed after an error.
func (f *convertCommand) Run(c *Context) error {
	if !f.isSingle(c) {
		return f.many(c)
	}
	name, text, err := c.read(f.Paths[0])
	if err != nil {
		return err
	}
	out, diags, err := f.converted(c, source.NewFile(name, text), f.toJSON(name, text))
	if err != nil {
		return err
	}
	showDiagnostics(c, diags)
	if diags.HasErrors() {
		return endErrors
	}
	_, err = c.Stdout.Write(out)
	return err
}

// converted is a file in another syntax.
func (f *convertCommand) converted(c *Context, src *source.File, toJSON bool) ([]byte, diag.List, error) {
	schema, err := f.schema(c, src)
	if err != nil {
		return nil, nil, err
	}
	if toJSON {
		out, diags := transcode.ToJSON(src)
		return out, diags, nil
	}
	out, diags := transcode.ToNative(src, schema)
	return out, diags, nil
}

// toJSON decides on the syntax of the result.
func (f *convertCommand) toJSON(name string, text []byte) bool {
	if f.To != "" {
		return f.To == "json"
	}
	if name != "<stdin>" {
		return !strings.EqualFold(filepath.Ext(name), ".json")
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) == 0 || text[0] != '{' && text[0] != '['
}

// schema returns the schema that was given, or else that of compositions if the file is one. It determines which
// properties are blocks.
func (f *convertCommand) schema(c *Context, src *source.File) (*transcode.Schema, error) {
	switch {
	case f.Schema == "" && transcode.IsComposition(src):
		return transcode.Composition, nil
	case f.Schema == "":
		return nil, nil
	}
	text, err := c.file(f.Schema)
	if err != nil {
		return nil, err
	}
	schema, err := transcode.ParseSchema(filepath.Base(f.Schema), text)
	if list := diag.Of(err); list != nil {
		showDiagnostics(c, list)
		return nil, endErrors
	}
	return schema, err
}

// isSingle reports whether the only path is a file or standard input, so that the output is not an archive.
func (f *convertCommand) isSingle(c *Context) bool {
	if len(f.Paths) != 1 {
		return false
	}
	info, err := os.Stat(c.path(f.Paths[0]))
	return f.Paths[0] == stdinPath || err != nil || !info.IsDir() && !isComposition(f.Paths[0])
}

// isComposition reports whether a file can be a Composition. One in JSON would be taken for JSON syntax, unless it is
// one.
func isComposition(path string) bool {
	return render.IsYAML(path) && (filepath.Ext(path) != ".json" || mayHoldPrograms(path))
}

// many converts the files of programs and prints them as one archive. Nothing is printed after an error.
func (f *convertCommand) many(c *Context) error {
	programs, err := findPrograms(f.Paths, f.Recursive)
	if err != nil {
		return err
	}
	out := &txtar.Archive{}
	var wrong diag.List
	for _, p := range programs {
		if p.diags.HasErrors() {
			wrong = append(wrong, p.diags...)
			continue
		}
		for i, src := range p.files {
			name := filepath.ToSlash(src.Name())
			switch {
			case len(programs) == 1:
				name = p.archive.Files[i].Name
			case p.step != nil:
				name = filepath.ToSlash(p.path) + "/" + p.step.Name + "/" + name
			}
			toJSON := f.toJSON(name, nil)
			data := []byte(src.Text())
			if toJSON != strings.HasSuffix(name, ".json") { // else it is in that syntax
				converted, diags, err := f.converted(c, src, toJSON)
				if err != nil {
					return err
				}
				wrong, data = append(wrong, diags...), converted
			}
			out.Files = append(out.Files, txtar.File{Name: convertedName(name, toJSON), Data: data})
		}
	}
	showDiagnostics(c, wrong)
	if wrong.HasErrors() {
		return endErrors
	}
	_, err = c.Stdout.Write(txtar.Format(out))
	return err
}

// convertedName is the name of a file in the other syntax.
func convertedName(name string, toJSON bool) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".json"), ".hcl") + ".hcl"
	if toJSON {
		return name + ".json"
	}
	return name
}
