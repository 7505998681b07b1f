package coverage

import (
	"slices"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Recorder records what the runs of programs evaluate. It must only be used by one goroutine. The zero Recorder is
// ready to use.
type Recorder struct {
	programs map[*run.Program]*tally
	order    []*run.Program
}

// tally contains the counts of the runs of one program.
//
// Counts are added to positions in lists while programs run, and are only given names and places when the profile is
// asked for: that happens once, and runs happen many times. See "Coverage" in docs/decisions.md.
type tally struct {
	points           []Point     // by the points of the program; only their counts
	rendered, waited map[int]int // blocks, by their nodes
}

// Add adds the counts of a run of a program, which must be compiled with coverage.
func (r *Recorder) Add(p *run.Program, out *run.Output) {
	t := r.programs[p]
	if t == nil {
		if r.programs == nil {
			r.programs = map[*run.Program]*tally{}
		}
		t = &tally{points: make([]Point, len(p.Points)), rendered: map[int]int{}, waited: map[int]int{}}
		r.programs[p] = t
		r.order = append(r.order, p)
	}
	for i, c := range out.Counts {
		t.points[i].add(&Point{Evaluated: int(c.Evaluated), True: int(c.True), False: int(c.False)})
	}
	for i := range out.Items {
		switch it := &out.Items[i]; {
		case it.State == report.Rendered:
			t.rendered[it.Node]++
		// A block inside one that waits has no cause of its own. Counting it would claim that a test has seen it wait
		// for its own inputs.
		case it.State == report.Waiting && !it.Cause.IsZero(): // itself, not because of the block around it
			t.waited[it.Node]++
		}
	}
}

// Profile returns the coverage so far.
func (r *Recorder) Profile() *Profile {
	var all []*Profile
	for _, p := range r.order {
		all = append(all, r.programs[p].profile(p))
	}
	return Merge(all...)
}

// profile returns the counts with positions in the outermost files.
func (t *tally) profile(p *run.Program) *Profile {
	b := builder{m: p.Model(), t: t, names: map[source.Range]named{}, files: map[*source.File][]Point{}}
	for _, f := range b.m.Files {
		for _, block := range f.Blocks {
			b.block(block)
		}
	}
	b.m.Symbols(func(_ *model.File, _ model.SymbolID, s *model.Symbol) {
		if s.Kind == model.Local && s.Expr != nil {
			b.names[s.Expr.Range()] = named{Attribute, s.Name}
		}
	})
	for i, point := range p.Points {
		b.expression(point, t.points[i])
	}
	out := &Profile{}
	for f, points := range b.files {
		out.Files = append(out.Files, File{Name: f.Name(), Text: f.Text(), Points: points})
	}
	return out
}

// builder creates the points of a program.
type builder struct {
	m     *model.Program
	t     *tally
	names map[source.Range]named // of expressions that are attributes or locals
	files map[*source.File][]Point
}

// named is the kind and the name of a whole expression.
type named struct {
	kind Kind
	name string
}

// block adds the point of a block, and records the names of its attributes.
func (b *builder) block(of *model.Block) {
	p := Point{Kind: Block, Name: of.Kind.String()}
	if of.Label != "" {
		p.Name += " " + of.Label
	}
	for _, a := range of.Attributes {
		n := named{Attribute, a.Name}
		if a.Name == model.AttrCondition && len(b.m.Refs(a.Expr)) > 0 { // else it is always the same
			n.kind = Condition
		}
		b.names[a.Expr.Range()] = n
		b.m.Reads(a.Expr, func(r *model.Read) { p.CanWait = p.CanWait || b.comesLater(r) })
	}
	if of.Kind == model.KindRequirement {
		if sel := of.First(model.KindSelect); sel != nil {
			for _, a := range sel.Attributes {
				b.m.Reads(a.Expr, func(r *model.Read) { p.CanWait = p.CanWait || b.comesLater(r) })
			}
		}
	}
	if node := b.m.Node(of); node >= 0 {
		p.Evaluated, p.Waited = b.t.rendered[node], b.t.waited[node]
		b.add(p, of.Range(), of.File.Range(of.Extent))
	}
}

// comesLater reports whether a block needs an input that is missing at first.
//
// The goal that a block should be seen waiting must only be set where it can be met: inputs that are always there, and
// reads that try, can or lookup guard, never make it wait.
func (b *builder) comesLater(r *model.Read) bool {
	if !r.Certain || slices.ContainsFunc(syntax.PathAt(r.In.Node, r.Ref.Node.Span().Start), manages) {
		return false
	}
	switch b.m.Member(r.In, r.Ref) {
	case model.ReqComposite:
		return model.PathName(r.Path, 2) == "status"
	case model.ReqResource, model.ReqConnection, model.ReqCompositeConnection, model.ReqExtraResources,
		model.SelfResourceBody, model.SelfConnection:
		return true
	}
	return false
}

// manages reports whether a part of an expression is a call, other than try and can, that may not need its arguments.
func manages(n syntax.Node) bool {
	call, ok := n.(*syntax.Call)
	return ok && (call.Name == model.InvokeName || call.Name == "lookup")
}

// kinds are the kinds of the points in expressions.
var kinds = map[eval.PointKind]Kind{
	eval.PointExpression: Attribute, eval.PointArm: Arm, eval.PointOperand: Operand, eval.PointFilter: Filter,
	eval.PointAlternative: Alternative,
}

// expression adds a point in an expression with its counts.
func (b *builder) expression(point eval.Point, p Point) {
	p.Kind = kinds[point.Kind]
	if n, ok := b.names[point.Range]; ok && point.Kind == eval.PointExpression {
		p.Kind, p.Name = n.kind, n.name
	}
	b.add(p, point.Range, point.Range)
}

// add adds a point to the file that people open.
func (b *builder) add(p Point, at, extent source.Range) {
	// A program in a Composition is a text within a YAML file. People open that file, so its places count.
	at, extent = at.Outermost(), extent.Outermost()
	p.Span, p.Extent = at.Span, extent.Span
	b.files[at.File] = append(b.files[at.File], p)
}
