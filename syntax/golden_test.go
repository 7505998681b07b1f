package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares trees and diagnostics with testdata/*.txtar. In an archive, the file NAME.hcl (a
// configuration), NAME.expr or NAME.tmpl is the input, and NAME.tree what comes out.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: a.Comment}
	want := map[string]string{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".tree") {
			want[f.Name] = string(f.Data)
		}
	}
	for _, f := range a.Files {
		ext := filepath.Ext(f.Name)
		if ext == ".tree" {
			continue
		}
		name := strings.TrimSuffix(f.Name, ext) + ".tree"
		got := dump(ext, string(f.Data))
		if got != want[name] && !*update {
			t.Errorf("%s:\n--- got\n%s--- want\n%s", f.Name, got, want[name])
		}
		out.Files = append(out.Files, f, txtar.File{Name: name, Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// dump parses a text and writes the tree, a node on a line, and the diagnostics.
func dump(ext, text string) string {
	if ext != ".hcl" {
		text = strings.TrimSuffix(text, "\n")
	}
	f := source.NewFileString("t", text)
	d := &treeDump{file: f}
	var diags diag.List
	switch ext {
	case ".hcl":
		var file *File
		file, diags = ParseConfig(f)
		d.node(file.Body)
		for _, c := range file.Comments {
			d.line("Comment", c.Source, "")
		}
	case ".tmpl":
		var e Expr
		e, diags = ParseTemplate(f)
		d.node(e)
	default:
		var e Expr
		e, diags = ParseExpression(f)
		d.node(e)
	}
	for _, p := range diags {
		fmt.Fprintf(d, "%s %s: %s: %s\n", p.Severity, p.Subject.String()[2:], p.Summary, p.Detail)
		for _, n := range p.Notes {
			fmt.Fprintf(d, "  note %s: %s\n", n.Range.String()[2:], n.Message)
		}
	}
	return d.String()
}

type treeDump struct {
	strings.Builder
	file  *source.File
	depth int
}

func (d *treeDump) line(name string, at source.Span, more string) {
	text := d.file.Slice(at)
	if len(text) > 30 {
		text = text[:27] + "..."
	}
	fmt.Fprintf(d, "%s%s %d-%d %q%s\n", strings.Repeat("  ", d.depth), name, at.Start, at.End, text, more)
}

func (d *treeDump) node(n Node) {
	name := strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax.")
	d.line(name, n.Span(), d.details(n))
	d.depth++
	Children(n, func(c Node) bool {
		d.node(c)
		return true
	})
	d.depth--
}

// details writes the parts of a node that are not nodes.
func (d *treeDump) details(n Node) string {
	switch n := n.(type) {
	case *Body:
		return fmt.Sprintf(" end %d", n.End().Start)
	case *Attribute:
		return fmt.Sprintf(" name %q equals %d", n.Name, n.Equals)
	case *Block:
		out := fmt.Sprintf(" type %q braces %d %d", n.Type, n.OpenBrace().Start, n.CloseBrace().Start)
		for _, l := range n.Labels {
			out += fmt.Sprintf(" label %q quoted=%v %d-%d", l.Text, l.Quoted, l.Source.Start, l.Source.End)
		}
		return out
	case *Literal:
		return fmt.Sprintf(" %s text=%v", dumpValue(n), n.Text)
	case *Traversal:
		return dumpSteps(n.Steps)
	case *RelTraversal:
		return dumpSteps(n.Steps)
	case *Index:
		return fmt.Sprintf(" brackets %d %d", n.Open, n.Close)
	case *Splat:
		return fmt.Sprintf(" full=%v marker %d-%d", n.Full, n.Marker.Start, n.Marker.End)
	case *Call:
		return fmt.Sprintf(" name %q expand=%v parens %d %d", n.Name, n.Expand, n.Open, n.Close)
	case *Conditional:
		return fmt.Sprintf(" question %d colon %d", n.Question, n.Colon)
	case *Binary:
		return fmt.Sprintf(" op %d at %d", n.Op, n.OpPos)
	case *Unary:
		return fmt.Sprintf(" op %d", n.Op)
	case *Object:
		out := ""
		for i := range n.Items {
			name, bare := n.Items[i].KeyName(d.file)
			out += fmt.Sprintf(" sep %d colon=%v name %q %v", n.Items[i].Sep, n.Items[i].Colon, name, bare)
		}
		return out
	case *For:
		return fmt.Sprintf(" object=%v key %q value %q group=%v", n.Object, n.KeyVar, n.ValueVar, n.Group)
	case *Template:
		return fmt.Sprintf(" kind %d heredoc %q", n.Kind, n.Heredoc)
	case *TemplateIf:
		return fmt.Sprintf(" open %d middle %d close %d", n.Open.Start, n.Middle.Start, n.Close.Start)
	case *TemplateFor:
		return fmt.Sprintf(" key %q value %q close %d", n.KeyVar, n.ValueVar, n.Close.Start)
	}
	return ""
}

func dumpValue(n *Literal) string {
	switch v := n.Value; {
	case v.IsString():
		return fmt.Sprintf("%q", v.AsString())
	case v.IsNull():
		return "null"
	case v.IsBool():
		return fmt.Sprint(v.AsBool())
	case !v.IsKnown():
		return "unknown"
	default:
		return v.NumberText()
	}
}

func dumpSteps(steps []Step) string {
	out := ""
	for _, s := range steps {
		key := dumpValue(&Literal{Value: s.Key})
		out += fmt.Sprintf(" %s %s %d-%d", [...]string{"root", "attr", "index", "splat"}[s.Kind], key, s.Source.Start,
			s.Source.End)
	}
	return out
}
