package typing_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
)

// TestMistakes: the programs are right, and each line of mistakes, which replaces what stands before "=>" by what
// stands behind it, is told once, where it is made. The place is that of the change, or of the text behind "@@"; a line
// that begins with "?" is a warning only. "⏎" is the end of a line.
// What is said of each is in the golden file of the same name.
func TestMistakes(t *testing.T) {
	x, err := schemas.Open([]string{"testdata/mistakes/xrds.yaml", "testdata/corpus/schemas"}, schemas.Options{})
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("testdata/mistakes/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			with := typing.Surroundings{Kinds: schema.Catalog{x, builtin.Kinds()}, Functions: stdlib.Table(), Groups: groups}
			n, err := schema.ParseName(strings.TrimSpace(string(a.Comment)))
			if err != nil {
				t.Fatal(err)
			}
			if with.Composite, err = with.Kinds.Lookup(n); err != nil || with.Composite == nil {
				t.Fatal(n, err)
			}
			p := wrong{t, a.Files[0].Name, string(a.Files[0].Data), with, &strings.Builder{}}
			for _, d := range p.check(p.text) {
				if d.Severity == diag.Error || !expected[d.Code] && d.Code != "observed-members" && d.Code != "droppable" {
					t.Errorf("%s: %s (%s)", d.Severity, d.Error(), d.Code)
				}
			}
			for line := range strings.Lines(string(a.Files[1].Data)) {
				p.mistake(strings.TrimSuffix(line, "\n"))
			}
			compareSaid(t, strings.TrimSuffix(path, ".txtar")+".golden", p.said.String())
		})
	}
}

// wrong is a program in which mistakes are made.
type wrong struct {
	t    *testing.T
	name string
	text string
	with typing.Surroundings
	said *strings.Builder // of the mistakes
}

// check returns what is wrong with a text, as the command line shows it: what compiling has told is not told again.
func (p wrong) check(text string) diag.List {
	f := source.NewFile(p.name, []byte(text))
	_, compiled := composition.Compile([]*source.File{f}, composition.Options{Functions: stdlib.Table()})
	r := typing.Program(model.New([]*source.File{f}), p.with)
	return append(slices.Clone(compiled), slices.DeleteFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
		return slices.ContainsFunc(compiled, func(c *diag.Diagnostic) bool {
			return c.Severity == diag.Error && (c.Subject.Span.Covers(d.Subject.Span) || d.Subject.Span.Covers(c.Subject.Span))
		})
	})...)
}

// mistake makes one, and looks for what is told of it.
func (p wrong) mistake(line string) {
	p.t.Helper()
	rest, softly := strings.CutPrefix(strings.ReplaceAll(line, "⏎", "\n"), "? ")
	change, anchor, hasAnchor := strings.Cut(rest, " @@ ")
	old, now, ok := strings.Cut(change, " => ")
	if !ok {
		old = strings.TrimSuffix(change, " =>")
	}
	if strings.Count(p.text, old) != 1 {
		p.t.Fatalf("%s: found %d times", line, strings.Count(p.text, old))
	}
	text := strings.Replace(p.text, old, now, 1)
	same := 0
	for same < min(len(old), len(now)) && old[same] == now[same] {
		same++
	}
	where := strings.Index(p.text, old) + same
	if hasAnchor {
		if where = strings.Index(text, anchor); where < 0 {
			p.t.Fatalf("%s: no %q", line, anchor)
		}
	}
	want := 1 + strings.Count(text[:where], "\n")
	var errors, found diag.List
	for _, d := range p.check(text) {
		if d.Severity == diag.Error {
			errors = append(errors, d)
		}
		if d.Subject.Start().Line == want && (d.Severity == diag.Error) != softly {
			found = append(found, d)
		}
	}
	p.said.WriteString(line + "\n")
	for _, d := range found {
		fmt.Fprintf(p.said, "  %s: %s (%s)\n", d.Severity, d.Error(), d.Code)
		for _, n := range d.Notes {
			fmt.Fprintf(p.said, "    %s: %s\n", n.Range, n.Message)
		}
	}
	if len(found) == 0 || !softly && len(errors) != 1 || softly && len(errors) > 0 {
		p.t.Errorf("%s: one diagnostic in line %d is expected, found %v", line, want, errors)
	}
}
