package explore

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
)

// scenario is a series of rounds of an XR.
type scenario struct {
	xr   map[string]any
	late map[string]int // after how many rounds the status of an object is there, by its name
	lost *loss          // once the program has settled; nil if nothing is
	// stalls is the number of rounds in which the program refuses to continue because of the loss.
	stalls int
}

// loss is a loss of the status of an object, or of the part at a path.
type loss struct {
	object string
	path   []string
}

// text returns a scenario as a test file.
func (s *scenario) text(head string, t *Target) (string, error) {
	var b strings.Builder
	b.WriteString(head)
	t.write(&b)
	xr, err := literal(s.xr)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "\nrun %q {\nxr = %s\n", runName, xr)
	for _, name := range slices.Sorted(maps.Keys(s.late)) {
		fmt.Fprintf(&b, "\nstub %s {\nafter = %d\n}\n", print.Quote(name), s.late[name])
	}
	const settled = "until = \"settled\"\n" +
		"assert {\ncondition = !contains([for r in round.results : r.reason], \"EvaluationError\")\nerror_message = \"A " +
		"block fails.\"\n}\n"
	round := func(attributes ...string) { b.WriteString("\nround {\n" + strings.Join(attributes, "") + "}\n") }
	round(settled)
	if s.lost != nil {
		set, err := literal(s.lost.part())
		if err != nil {
			return "", err
		}
		// Each round in which the program protects what exists is written out, so that a reader of the file sees how
		// long it lasts, and the file fails if it lasts longer.
		fatal := fmt.Sprintf("fatal = [%q] // what exists is not dropped\n", code.ExistingDropped)
		if s.stalls == 0 {
			round("set = "+set+"\n", settled)
		} else {
			round("set = "+set+"\n", fatal)
			for range s.stalls - 1 {
				round(fatal)
			}
			round(settled)
		}
	}
	b.WriteString("}\n")
	return string(format.Source([]byte(b.String()))), nil
}

// runName is the name of the run in the files that are written.
const runName = "explored"

// part returns the change of an object that causes the loss.
func (l *loss) part() map[string]any {
	var v any
	for _, name := range slices.Backward(l.path) {
		v = map[string]any{name: v}
	}
	return map[string]any{l.object: map[string]any{"status": v}}
}

func literal(v map[string]any) (string, error) {
	s, err := structpb.NewStruct(v)
	if err != nil {
		return "", err
	}
	return print.Value(render.ValueOf(structpb.NewStructValue(s)))
}

// Target is a program to explore.
type Target struct {
	// Path is the path of the test file for a finding. Paths in the file are relative to its folder.
	Path string
	// Source is the program: a folder, an .hcl file or a Composition.
	Source string

	file *testfile.File // whose defaults and stubs hold here; nil if there is none
	xr   *structpb.Struct
}

// write writes the text before the run.
func (t *Target) write(b *strings.Builder) {
	b.WriteString("defaults {\n")
	settings := &testfile.Settings{}
	if t.file != nil && t.file.Defaults != nil {
		settings = t.file.Defaults
	} else if rel, err := filepath.Rel(filepath.Dir(t.Path), t.Source); err == nil {
		fmt.Fprintf(b, "source = %s\n", print.Quote(filepath.ToSlash(rel)))
	}
	for _, a := range []struct {
		name string
		expr hcl.Expression
	}{
		{"source", settings.Source}, {"observed", settings.Observed}, {"required", settings.Required},
		{"context", settings.Context}, {"schemas", settings.Schemas}, {"functions", settings.Functions},
	} {
		writeAttribute(b, a.name, a.expr)
	}
	b.WriteString("guess = true // for kinds without a stub\n}\n")
	if t.file == nil {
		return
	}
	for _, s := range t.file.Stubs {
		b.WriteString("\nstub ")
		if s.Name != "" {
			b.WriteString(print.Quote(s.Name) + " ")
		}
		b.WriteString("{\n")
		writeAttribute(b, "match", s.Match)
		if s.After > 0 {
			b.WriteString("after = " + strconv.Itoa(s.After) + "\n")
		}
		writeAttribute(b, "status", s.Status)
		b.WriteString("}\n")
	}
}

func writeAttribute(b *strings.Builder, name string, e hcl.Expression) {
	if !testfile.IsAbsent(e) {
		fmt.Fprintf(b, "%s = %s\n", name, e.Range().Text())
	}
}

// disturb adds delays or a loss to a scenario that succeeded, based on its last round.
//
// One kind of disturbance at a time: a failure that needs a delay as well as a loss is rare, and harder to understand.
func (g *generator) disturb(s *scenario, last *plane.Round) {
	names := slices.Sorted(maps.Keys(last.Objects))
	if len(names) == 0 {
		return
	}
	if g.chance(0.5) {
		s.late = map[string]int{pick(g, names): 2 + g.rand.IntN(3)}
		for _, name := range names {
			if g.chance(0.3) {
				s.late[name] = 2 + g.rand.IntN(3)
			}
		}
		return
	}
	name := pick(g, names)
	if status := last.Objects[name].GetFields()["status"]; status != nil {
		s.lost = &loss{name, g.way(status)}
	}
}

// way returns a path to a part of a value, which may be empty.
func (g *generator) way(v *structpb.Value) (path []string) {
	for {
		fields := v.GetStructValue().GetFields()
		if len(fields) == 0 || g.chance(0.25) {
			return path
		}
		name := pick(g, slices.Sorted(maps.Keys(fields)))
		path = append(path, name)
		v = fields[name]
	}
}
