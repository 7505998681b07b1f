package syntax

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// vectorStatic is what the vectors say about the shape of an expression.
type vectorStatic struct {
	ID, Expr     string
	Range        place
	StartRange   place
	AbsTraversal []vectorStep
	RelTraversal []vectorStep
	Keyword      *string
	Call         *vectorCall
	List         *[]place
	Map          *[]vectorPair
	Variables    [][]vectorStep
}

type vectorStep struct {
	Root  *string
	Attr  *string
	Index *vectorKey
	Range place
}

type vectorKey struct {
	Type  string
	Value any
}

type vectorCall struct {
	Name                 string
	NameRange, ArgsRange place
	ArgRanges            []place
}

type vectorPair [2]place // key and value

func rangePlace(r source.Range) place { return placeOf(r.File, r.Span) }

func stepsOf(t hcl.Traversal) []vectorStep {
	var out []vectorStep
	for _, s := range t {
		v := vectorStep{Range: rangePlace(s.Range)}
		switch s.Kind {
		case hcl.StepRoot:
			v.Root = &s.Name
		case hcl.StepAttr:
			v.Attr = &s.Name
		default:
			v.Index = keyOf(s.Key)
		}
		out = append(out, v)
	}
	return out
}

func keyOf(k value.Value) *vectorKey {
	switch {
	case k.IsString():
		return &vectorKey{"string", k.AsString()}
	case k.IsNumber():
		return &vectorKey{"number", k.NumberText()}
	case k.IsBool():
		return &vectorKey{"bool", k.AsBool()}
	}
	return &vectorKey{"dynamic", nil}
}

// staticOf analyses an expression in every way.
func staticOf(id, text string, e *Expression) vectorStatic {
	v := vectorStatic{ID: id, Expr: text, Range: rangePlace(e.Range()), StartRange: rangePlace(e.StartRange())}
	if t, ok := e.StaticTraversal(); ok {
		v.AbsTraversal = stepsOf(t)
		rel, _ := hcl.ExprRelTraversal(e)
		v.RelTraversal = stepsOf(rel)
	}
	if k := hcl.ExprKeyword(e); k != "" {
		v.Keyword = &k
	}
	if c, ok := e.StaticCall(); ok {
		v.Call = &vectorCall{Name: c.Name, NameRange: rangePlace(c.NameRange), ArgsRange: rangePlace(c.ArgsRange)}
		for _, a := range c.Args {
			v.Call.ArgRanges = append(v.Call.ArgRanges, rangePlace(a.Range()))
		}
	}
	if l, ok := e.StaticList(); ok {
		places := []place{}
		for _, item := range l {
			places = append(places, rangePlace(item.Range()))
		}
		v.List = &places
	}
	if m, ok := e.StaticMap(); ok {
		pairs := []vectorPair{}
		for _, kv := range m {
			pairs = append(pairs, vectorPair{rangePlace(kv.Key.Range()), rangePlace(kv.Value.Range())})
		}
		v.Map = &pairs
	}
	v.Variables = [][]vectorStep{}
	for _, t := range e.Variables() {
		v.Variables = append(v.Variables, stepsOf(t))
	}
	return v
}

func TestVectorStatic(t *testing.T) {
	for want := range vectors.All[vectorStatic](t, "static.jsonl") {
		f := source.NewFileString("v.hcl", want.Expr)
		node, _ := ParseExpression(f)
		got := staticOf(want.ID, want.Expr, NewExpression(f, node))
		if want.Call != nil && len(want.Call.ArgRanges) == 0 {
			want.Call.ArgRanges = nil
		}
		if !reflect.DeepEqual(got, want) {
			g, _ := json.Marshal(got)
			w, _ := json.Marshal(want)
			t.Errorf("%s\n got %s\nwant %s", want.Expr, g, w)
		}
	}
}
