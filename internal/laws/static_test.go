package laws

import (
	"math/rand/v2"
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestResultTypes calls every function of the library with arguments of which only static types were known before, and
// perhaps some as constants: the type that its declaration gives for these has to describe the result, and what it
// calls an error has to be one.
func TestResultTypes(t *testing.T) {
	typed, refused, findings := map[string]int{}, 0, 0
	for n := range *number {
		r := rand.New(rand.NewPCG(*seed, n))
		p := []*types.Profile{types.Extended, types.Standard, types.Compat}[r.IntN(3)]
		s := signatures[r.IntN(len(signatures))]
		d := library()[s.name]
		args := staticArgs(r, s, p)
		if d.Inspects {
			continue
		}
		operands := make([]function.Operand, len(args))
		for i, a := range args {
			operands[i].Type = Description(r, a)
			if bare, marks := a.UnmarkDeep(); r.IntN(4) == 0 && marks == nil {
				operands[i].Value = bare
			}
		}
		if k := r.IntN(len(args) + 1); r.IntN(6) == 0 {
			operands = append(operands[:k:k], function.Operand{Type: typesOf(operands[k:]), Rest: true})
		}
		got, faults := d.ResultOf(operands, p)
		before := make([]string, len(args))
		for i, a := range args {
			o := operands[min(i, len(operands)-1)]
			before[i] = Show(a) + " as " + o.Type.String()
			if o.IsConst() {
				before[i] += ", a constant"
			}
		}
		v, err := d.Call(args, p)
		switch {
		case err == nil && len(faults) > 0:
			t.Errorf("%s of %q (%s, number %d) is %s, but was refused: %v", s.name, before, ProfileName(p), n, Show(v), faults)
			findings++
		case err == nil && !Describes(got, v):
			t.Errorf("%s of %q (%s, number %d) is %s, which %s does not describe", s.name, before, ProfileName(p), n, Show(v),
				got)
			findings++
		case err == nil && !got.IsDynamic():
			typed[s.name]++
		case err != nil && len(faults) > 0:
			refused++
		}
		if findings > *most {
			t.Fatal("and so on")
		}
	}
	for name, d := range library() {
		if d.Refused == "" && !d.Inspects && typed[name] == 0 && !untyped[name] {
			t.Errorf("%s never gave a result of which the type was known", name)
		}
	}
	if refused == 0 {
		t.Error("no call was refused")
	}
}

// untyped are functions of whose results the types of their arguments say nothing.
var untyped = map[string]bool{"jsondecode": true, "yamldecode": true}

// typesOf is the type of any of the operands.
func typesOf(operands []function.Operand) types.Type {
	all := make([]types.Type, len(operands))
	for i, o := range operands {
		all[i] = types.ResolveEventuals(o.Type)
	}
	return types.Union(all...)
}

// staticArgs draws arguments that mostly fit, or what fits elsewhere.
func staticArgs(r *rand.Rand, s signature, p *types.Profile) []value.Value {
	values := poolFor(p)
	g := &generator{r: r}
	var args []value.Value
	for _, want := range g.arity(s) {
		if g.chance(10) || len(values[want]) == 0 {
			want = sorts[r.IntN(len(sorts))]
		}
		v := values[want][r.IntN(len(values[want]))]
		if s.name == "nonsensitive" {
			v = v.Mark(value.Sensitive)
		}
		args = append(args, v)
	}
	return args
}
