package difftest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "github.com/minamijoyo/hcledit/editor" // whose test cases are run

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/syntax/format"
)

// The edit operations of hcledit, written with package edit and run on hcledit's own test cases.

// editCase is a test case of hcledit: its fields by name.
type editCase map[string]string

func (c editCase) is(field string) bool { return c[field] == "true" }

// address divides an address at its dots.
func address(text string) []string {
	parts := []string{""}
	for i := 0; i < len(text); i++ {
		switch last := len(parts) - 1; {
		case text[i] == '\\' && i+1 < len(text):
			i++
			parts[last] += text[i : i+1]
		case text[i] == '.':
			parts = append(parts, "")
		default:
			parts[last] += text[i : i+1]
		}
	}
	return parts
}

// matching returns the blocks of a type and labels, of which * stands for any.
func matching(b *edit.Body, at []string) (out []*edit.Block) {
	for _, blk := range b.Blocks() {
		same := func(a, b string) bool { return a == b || a == "*" || b == "*" }
		if blk.Type() == at[0] && slices.EqualFunc(blk.Labels(), at[1:], same) {
			out = append(out, blk)
		}
	}
	return out
}

// longest returns the blocks of an address whose parts are labels as far as they go, then types of nested blocks.
func longest(b *edit.Body, at []string) (out []*edit.Block) {
	for _, blk := range b.Blocks() {
		labels := blk.Labels()
		switch rest := at[1:]; {
		case blk.Type() != at[0]:
		case len(rest) == 0:
			out = append(out, blk)
		case len(labels) > len(rest) || !slices.Equal(labels, rest[:len(labels)]):
		case len(labels) == len(rest):
			out = append(out, blk)
		default:
			out = append(out, longest(blk.Body(), rest[len(labels):])...)
		}
	}
	return out
}

// attributeAt finds an attribute and the body that has it.
func attributeAt(f *edit.File, text string) (*edit.Body, *edit.Attribute, error) {
	if text == "" {
		return nil, nil, errors.New("the address is empty")
	}
	at := address(text)
	name := at[len(at)-1]
	if len(at) == 1 {
		return f.Body(), f.Body().Attribute(name), nil
	}
	for _, blk := range longest(f.Body(), at[:len(at)-1]) {
		if a := blk.Body().Attribute(name); a != nil {
			return blk.Body(), a, nil
		}
	}
	return nil, nil, nil
}

func taken(b *edit.Body, name string) error {
	if b.Attribute(name) != nil {
		return fmt.Errorf("attribute already exists: %s", name)
	}
	return nil
}

// edits are the operations by the names of hcledit's tests.
var edits = map[string]func(f *edit.File, c editCase) (*edit.File, error){
	"TestAttributeSetFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		_, a, err := attributeAt(f, c["address"])
		if a == nil {
			return f, err
		}
		return f, a.Set(c["value"])
	},
	"TestAttributeRemoveFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		b, a, err := attributeAt(f, c["address"])
		if a != nil {
			b.Remove(a.Name())
		}
		return f, err
	},
	"TestAttributeRenameFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		_, a, err := attributeAt(f, c["from"])
		if a == nil {
			return f, err
		}
		from, to := address(c["from"]), address(c["to"])
		if !slices.Equal(from[:len(from)-1], to[:len(to)-1]) {
			return nil, errors.New("an attribute is not moved to another block")
		}
		return f, a.Rename(to[len(to)-1])
	},
	"TestAttributeReplaceFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		b, a, err := attributeAt(f, c["address"])
		if a == nil {
			return f, err
		}
		if err := taken(b, c["toName"]); err != nil {
			return nil, err
		}
		if err := a.Rename(c["toName"]); err != nil {
			return nil, err
		}
		return f, a.Set(c["toValue"])
	},
	"TestAttributeAppendFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		at, body := address(c["address"]), f.Body()
		name := at[len(at)-1]
		if len(at) > 1 {
			blocks := longest(body, at[:len(at)-1])
			if len(blocks) == 0 {
				return f, nil
			}
			body = blocks[0].Body()
			if err := taken(body, name); err != nil {
				return nil, err
			}
		}
		if c.is("newline") {
			body.AddBlankLine()
		}
		_, err := body.Set(name, c["value"])
		return f, err
	},
	"TestBlockNewFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		return f, addBlock(f.Body(), c["address"], c.is("newline"))
	},
	"TestBlockAppendFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		if c["parent"] == "" || c["child"] == "" {
			return nil, errors.New("the address is empty")
		}
		for _, blk := range matching(f.Body(), address(c["parent"])) {
			if err := addBlock(blk.Body(), c["child"], c.is("newline")); err != nil {
				return nil, err
			}
		}
		return f, nil
	},
	"TestBlockRemoveFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		if c["address"] == "" {
			return nil, errors.New("the address is empty")
		}
		for _, blk := range matching(f.Body(), address(c["address"])) {
			f.Body().RemoveBlock(blk)
		}
		return vertical(f), nil
	},
	"TestBlockRenameFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		to := address(c["to"])
		for _, blk := range matching(f.Body(), address(c["from"])) {
			if err := blk.Rename(to[0], to[1:]...); err != nil {
				return nil, err
			}
		}
		return f, nil
	},
	"TestBlockGetFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		blocks, err := blocksAt(f, c["address"])
		out := edit.New()
		for i, blk := range blocks {
			if i > 0 {
				out.Body().AddBlankLine()
			}
			out.Body().AppendBlock(blk)
		}
		return out, err
	},
	"TestBodyGetFilter": func(f *edit.File, c editCase) (*edit.File, error) {
		blocks, err := blocksAt(f, c["address"])
		out := edit.New()
		if len(blocks) > 0 {
			err = out.Body().AppendBody(blocks[0].Body())
		}
		return vertical(out), err
	},
	"TestVerticalFormatterFilter": func(f *edit.File, _ editCase) (*edit.File, error) { return vertical(f), nil },
	"TestFormatterFilter": func(f *edit.File, _ editCase) (*edit.File, error) {
		out, _ := edit.Parse(source.NewFile("test", format.Source(f.Bytes())))
		return out, nil
	},
}

// vertical takes away blank lines at the start and end of a file, and all but one of several.
func vertical(f *edit.File) *edit.File {
	text := string(f.Bytes())
	var out strings.Builder
	lines := 2
	for t := range syntax.Scan(source.NewFileString("", text)) {
		piece := text[t.Span.Start:t.Span.End]
		switch {
		case t.Kind == syntax.TokenNewline:
			lines++
		case t.Kind == syntax.TokenComment && strings.HasSuffix(piece, "\n"):
			lines = 1
		case t.Kind != syntax.TokenSpace:
			lines = 0
		}
		if lines <= 2 || t.Kind != syntax.TokenNewline {
			out.WriteString(piece)
		}
	}
	trimmed := strings.TrimLeft(out.String(), "\n")
	for strings.HasSuffix(trimmed, "\n\n") {
		trimmed = strings.TrimSuffix(trimmed, "\n")
	}
	again, _ := edit.Parse(source.NewFileString("test", trimmed))
	return again
}

// withoutComments takes the comments out of an expression.
func withoutComments(text string) string {
	var out strings.Builder
	for t := range syntax.Scan(source.NewFileString("", text)) {
		if t.Kind == syntax.TokenComment {
			kept := strings.TrimRight(out.String(), " \t")
			out.Reset()
			out.WriteString(kept + "\n")
			continue
		}
		out.WriteString(text[t.Span.Start:t.Span.End])
	}
	return out.String()
}

func blocksAt(f *edit.File, text string) ([]*edit.Block, error) {
	if text == "" {
		return nil, errors.New("the address is empty")
	}
	if found := matching(f.Body(), address(text)); len(found) > 0 {
		return found, nil
	}
	return longest(f.Body(), address(text)), nil
}

// addBlock adds an empty block, with a blank line before it or not.
func addBlock(b *edit.Body, text string, blank bool) error {
	at := address(text)
	blk, err := edit.NewBlock(at[0], at[1:]...)
	if err != nil {
		return err
	}
	if blank {
		b.AddBlankLine()
	}
	b.AppendBlock(blk)
	return nil
}

// reads are the operations that give a text.
var reads = map[string]func(f *edit.File, c editCase) (string, error){
	"TestAttributeGetSink": func(f *edit.File, c editCase) (string, error) {
		_, a, err := attributeAt(f, c["address"])
		switch {
		case a == nil:
			return "", err
		case c.is("withComments"):
			return strings.TrimSpace(a.Expr()+" "+a.LineComment()) + "\n", nil
		}
		return withoutComments(a.Expr()) + "\n", nil
	},
	"TestBlockListSink": func(f *edit.File, _ editCase) (string, error) {
		var out strings.Builder
		for _, blk := range f.Body().Blocks() {
			out.WriteString(blk.Type())
			for _, l := range blk.Labels() {
				out.WriteString("." + strings.ReplaceAll(l, ".", `\.`))
			}
			out.WriteString("\n")
		}
		return out.String(), nil
	},
}

// run does what hcledit does with one input: it formats what was changed.
func (c editCase) run(test string) (string, error) {
	src := []byte(c["src"])
	f, diags := edit.Parse(source.NewFile("test", src))
	if diags.HasErrors() {
		return "", diags.Err()
	}
	if read := reads[test]; read != nil {
		return read(f, c)
	}
	out, err := edits[test](f, c)
	if err != nil {
		return "", err
	}
	if text := out.Bytes(); string(text) != c["src"] {
		return string(format.Source(text)), nil
	}
	return c["src"], nil
}

// Every test case of hcledit's edits passes.
func TestHcleditCases(t *testing.T) {
	seen := 0
	for test, cases := range hcleditCases(t) {
		if edits[test] == nil && reads[test] == nil {
			continue
		}
		for _, c := range cases {
			seen++
			got, err := c.run(test)
			name := test + "/" + c["name"]
			switch {
			case c["ok"] != "" && c.is("ok") != (err == nil):
				t.Errorf("%s: %v", name, err)
			case got != c["want"]:
				t.Errorf("%s: got\n%s\nwant\n%s\nof\n%s", name, got, c["want"], c["src"])
			}
		}
	}
	if seen < 90 {
		t.Errorf("only %d cases were found", seen)
	}
}

// hcleditCases reads the tables of hcledit's tests, by the names of the tests.
func hcleditCases(t *testing.T) map[string][]editCase {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/minamijoyo/hcledit/editor").Output()
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*_test.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no tests of hcledit: %v", err)
	}
	out := map[string][]editCase{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				ast.Inspect(f.Body, func(n ast.Node) bool {
					if table, ok := n.(*ast.CompositeLit); ok {
						if _, ok := table.Type.(*ast.ArrayType); ok {
							out[f.Name.Name] = append(out[f.Name.Name], casesOf(table)...)
							return false
						}
					}
					return true
				})
			}
		}
	}
	return out
}

func casesOf(table *ast.CompositeLit) (out []editCase) {
	for _, elem := range table.Elts {
		row, ok := elem.(*ast.CompositeLit)
		if !ok {
			continue
		}
		c := editCase{}
		for _, field := range row.Elts {
			pair, ok := field.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			switch v := pair.Value.(type) {
			case *ast.BasicLit:
				c[pair.Key.(*ast.Ident).Name], _ = strconv.Unquote(v.Value)
			case *ast.Ident:
				c[pair.Key.(*ast.Ident).Name] = v.Name
			}
		}
		out = append(out, c)
	}
	return out
}
