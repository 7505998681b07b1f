package difftest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"
	ctystdlib "github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/laws"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// brokenLaw is a finding in the Compat profile, with what HashiCorp's engine gives for it.
type brokenLaw struct {
	*laws.Finding
	less, more       cty.Value
	lessErr, moreErr error
	broken           bool // theirs breaks the law, too
}

// acceptedLaws are the ways in which the Compat profile breaks the laws of package laws because HashiCorp's engine
// does: it breaks them with the same expression, and gives the same. Those at the end are ways of ours.
var acceptedLaws = []row[*brokenLaw]{
	{"the chosen arm of a conditional has the type of both arms, although one of them can still change it",
		brokenWith(`^\(operand0 \? `)},
	{"coalesce has the type of all arguments, although one of them can still change it", func(b *brokenLaw) bool {
		empty := func(v value.Value) bool { return v.Equal(value.String("")) } // which ours passes over
		return brokenWith(`^coalesce\(`)(b) || b.broken && strings.HasPrefix(b.Case.Source(), "coalesce(") &&
			slices.ContainsFunc(append(b.Less, b.More...), empty) && slices.ContainsFunc(b.More, func(v value.Value) bool {
			return sameScalar(b.Later.Value, v)
		})
	}},
	{"collections have the type of the elements that are known, or are refused for it, although others can still " +
		"change it", brokenWith(`^(tolist|toset|tomap|distinct|chunklist|concat|merge|matchkeys)\(|^convert\(.*\(any\)\)$`)},
	{"operations on sets have the type of the elements that are known",
		brokenWith(`^set(union|subtract|intersection|product)\(`)},
	{"an operand of && or || that fails is passed over if the other one decides", brokenWith(` (&&|\|\|) `)},
	{"sets with unknown elements have a length and an order", func(b *brokenLaw) bool {
		return brokenWith(overSets)(b) && !nullBesideUnknown(b.Less)
	}},
	{"nulls in sets come before unknown elements, and so they do not stay where they are", func(b *brokenLaw) bool {
		return regexp.MustCompile(overSets).MatchString(b.Case.Source()) && nullBesideUnknown(b.Less) &&
			!b.First.Failed && b.lessErr == nil && sameOutcome(b.Later, b.more, b.moreErr) &&
			sortedParts(ctyValueOf(b.First.Value)) == sortedParts(b.less)
	}},
	{"an arm with a failed part converts as far as its parts are known", func(b *brokenLaw) bool {
		if !failingArm.MatchString(b.Case.Source()) || b.Later.Failed || b.moreErr != nil {
			return false
		}
		later, err := convert.Convert(b.Later.Value, toType(b.more.Type()), types.Compat)
		refused := b.First.Failed && b.First.Diags.Errors()[0].Code == "conditional-types"
		return err == nil && (refused || sameOutcome(b.First, b.less, b.lessErr)) &&
			sameOutcome(laws.Outcome{Value: later}, b.more, nil)
	}},
	{"an unknown collection of elements of any type is refused beside others, although it can still fit",
		func(b *brokenLaw) bool {
			open := func(v value.Value) bool {
				return v.Type().IsCollection() && v.Type().Elem().IsDynamic() && !v.IsKnown()
			}
			return b.First.Failed && !b.Later.Failed && sameOutcome(b.Later, b.more, b.moreErr) &&
				strings.Contains(b.String(), "all elements must have the same type") && slices.ContainsFunc(b.Less, open)
		}},
}

const overSets = `^reverse\(|\[\*\]|\.\*|for .* in |\.\.\.\)$`

var failingArm = regexp.MustCompile(`^\(operand0 \? operand1 : [\[(]`)

// brokenWith reports whether both break a law with such an expression, and give the same.
func brokenWith(expr string) func(b *brokenLaw) bool {
	source := regexp.MustCompile(expr)
	return func(b *brokenLaw) bool {
		return b.broken && source.MatchString(b.Case.Source()) && sameOutcome(b.First, b.less, b.lessErr) &&
			sameOutcome(b.Later, b.more, b.moreErr)
	}
}

// sameOutcome reports whether both fail, or give the same but for marks and what is known about unknown values. Of an
// unknown tuple ours knows how many elements there are when it is a list.
func sameOutcome(ours laws.Outcome, theirs cty.Value, err error) bool {
	if ours.Failed || err != nil {
		return ours.Failed == (err != nil)
	}
	c := valueComparison{outcome: &outcome{}}
	c.compare(theirs, ours.Value, "")
	return !slices.ContainsFunc(c.out, func(d *evalDifference) bool {
		counted := d.kind == differentKnown && d.have.IsContainer() && !d.have.IsWhollyKnown()
		return d.kind != differentMarks && d.kind != differentRefinement && !counted
	})
}

// TestLawsCompat holds the laws in the Compat profile. Where an expression breaks one, HashiCorp's engine has to break
// it too.
func TestLawsCompat(t *testing.T) {
	cases, seed := random.Cases(30000), random.Seed()
	r, known, noticed, failures := random.New(t, 9), met{}, mistakes{}, 0
	for n := range cases {
		c, near := laws.Generate(seed, uint64(n), types.Compat), n%100 == 0
		if near {
			c = nearLaw(r)
		}
		f := c.Check(nil)
		if f == nil {
			continue
		}
		if !near {
			f = laws.Shrink(f).Culprit()
		}
		b := brokenByTheirs(f)
		reason := acceptRow(acceptedLaws, b)
		if known[reason]++; reason == "" {
			t.Errorf("HCLX_SEED=%d: %s  theirs: %#v %v, then %#v %v", seed, f, b.less, b.lessErr, b.more, b.moreErr)
			if failures++; failures >= 25 {
				t.Fatal("too many findings")
			}
		}
		breakWrongly(noticed, reason, b)
	}
	known.check(t, reasonsOfRows(acceptedLaws), 3)
	noticed.check(t, reasonsOfRows(acceptedLaws))
}

// breakWrongly makes mistakes in what ours gives.
func breakWrongly(noticed mistakes, reason string, b *brokenLaw) {
	for name, mistake := range valueMistakes {
		wrong := *b.Finding
		if v, ok := mistake(wrong.Later.Value); !wrong.Later.Failed && ok && !strings.Contains(name, "marks") {
			wrong.Later.Value = v
			tried := *b
			tried.Finding = &wrong
			noticed.add(reason, name, acceptRow(acceptedLaws, &tried) == "")
		}
	}
}

// nearLaw makes a case near a row that is seldom met by chance.
func nearLaw(r *rand.Rand) *laws.Case {
	learned := func(name string, less, more value.Value) laws.Variable {
		return laws.Variable{Name: name, Less: less, More: []value.Value{more}}
	}
	is := func(name string, v value.Value) laws.Variable { return learned(name, v, v) }
	one := value.String([]string{"a", "1", ""}[r.IntN(3)])
	switch r.IntN(4) {
	case 0:
		set := func(v value.Value) value.Value {
			return value.SetOf(types.Number, []value.Value{value.NullOf(types.Number), v, value.Int(int64(r.IntN(3)))})
		}
		return laws.NewCase(types.Compat, "reverse(operand0)",
			learned("operand0", set(value.Unknown(types.Number)), set(value.Int(5))))
	case 1:
		return laws.NewCase(types.Compat, "(operand0 ? operand1 : (operand2 ? operand3 : operand4))",
			is("operand0", value.True), is("operand1", object([]string{"a", "b"}, one, one)), is("operand2", value.False),
			learned("operand3", value.Unknown(types.Map(types.Dynamic)), mapOf(types.String, []string{"a"}, one)),
			is("operand4", object([]string{"a", "b"}, value.Null, value.Tuple(one))))
	case 2:
		return laws.NewCase(types.Compat, []string{"tolist", "toset"}[r.IntN(2)]+"([operand0, operand1])",
			learned("operand0", value.Unknown(types.Set(types.Dynamic)), value.SetOf(types.String, []value.Value{one})),
			is("operand1", value.Tuple(one, one)))
	}
	if r.IntN(2) == 0 {
		return laws.NewCase(types.Compat, "(convert(0, map(any)) || operand0)",
			learned("operand0", value.Unknown(types.Bool), value.True))
	}
	return laws.NewCase(types.Compat, "(convert(0, map(any)) && operand0)",
		learned("operand0", value.Unknown(types.Bool), value.False))
}

// nullBesideUnknown reports whether one of the values is a set with a null and something unknown.
func nullBesideUnknown(vals []value.Value) bool {
	return slices.ContainsFunc(vals, func(v value.Value) bool {
		v, _ = v.Unmark()
		return v.Kind() == types.KindSet && slices.ContainsFunc(v.Elems(), value.Value.IsNull) && !v.IsWhollyKnown()
	})
}

// brokenByTheirs gives HashiCorp's engine the inputs of a finding. For operators our functions stand in for theirs as
// well, since those differ in what they take.
func brokenByTheirs(f *laws.Finding) *brokenLaw {
	b := breakBoth(lawFunctions, f)
	if !b.broken && !call.MatchString(f.Case.Root.String()) {
		if with := breakBoth(ourLawFunctions, f); with.broken {
			return with
		}
	}
	return b
}

var call = regexp.MustCompile(`^[a-z0-9:]+\(`)

func breakBoth(functions map[string]ctyfunction.Function, f *laws.Finding) *brokenLaw {
	b := &brokenLaw{Finding: f}
	b.less, b.lessErr = evaluateTheirs(f.Case, f.Less, functions)
	b.more, b.moreErr = evaluateTheirs(f.Case, f.More, functions)
	if b.lessErr != nil || b.moreErr != nil {
		b.broken = b.lessErr != nil && (b.moreErr == nil || errors.Is(b.moreErr, errPanic))
	} else {
		b.broken = laws.Contradiction(toValue(b.less), toValue(b.more)) != ""
	}
	return b
}

var errPanic = errors.New("panic")

// evaluateTheirs evaluates a case in HashiCorp's engine.
func evaluateTheirs(c *laws.Case, vals []value.Value, functions map[string]ctyfunction.Function) (out cty.Value,
	err error) {
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: functions}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	for i, v := range c.Variables {
		if strings.Contains(c.Source(), v.Name) {
			ctx.Variables[v.Name] = ctyValueOf(vals[i])
		}
	}
	for _, l := range c.Locals {
		v, err := evaluateText(l.Expr.String(), ctx)
		if err != nil {
			return cty.NilVal, err
		}
		ctx.Variables[l.Name] = v
	}
	return evaluateText(c.Root.String(), ctx)
}

func evaluateText(text string, ctx *hcl.EvalContext) (cty.Value, error) {
	e, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	v, diags := e.Value(ctx)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	return v, nil
}

// lawFunctions are the functions of the library that HashiCorp's engine has as well.
var lawFunctions = func() map[string]ctyfunction.Function {
	out := map[string]ctyfunction.Function{
		"tolist": ctystdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
		"toset":  ctystdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
		"tomap":  ctystdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)), "tostring": ctystdlib.MakeToFunc(cty.String),
		"tonumber": ctystdlib.MakeToFunc(cty.Number), "tobool": ctystdlib.MakeToFunc(cty.Bool),
		"coalesce": ctystdlib.CoalesceFunc,
		"length":   ctystdlib.LengthFunc, "convert": typeexpr.ConvertFunc, "user::same": lastOf(1), "user::second": lastOf(2),
	}
	for _, cp := range counterparts {
		out[cp.name] = cp.theirs
	}
	for name, d := range stdlib.Table() {
		if _, ok := out[name]; !ok {
			out[name] = borrowed(d)
		}
	}
	return out
}()

// ourLawFunctions are our functions for HashiCorp's engine.
var ourLawFunctions = func() map[string]ctyfunction.Function {
	out := map[string]ctyfunction.Function{"convert": typeexpr.ConvertFunc, "user::same": lastOf(1),
		"user::second": lastOf(2)}
	for name, d := range stdlib.Table() {
		out[name] = borrowed(d)
	}
	return out
}()

// lastOf is a function of so many arguments that gives the last one.
func lastOf(n int) ctyfunction.Function {
	spec := &ctyfunction.Spec{
		Type: func(args []cty.Value) (cty.Type, error) {
			if slices.ContainsFunc(args, func(v cty.Value) bool { return !v.IsKnown() }) {
				return cty.DynamicPseudoType, nil
			}
			return args[n-1].Type(), nil
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return args[n-1], nil },
	}
	for range n {
		spec.Params = append(spec.Params, ctyfunction.Parameter{Name: "x", Type: cty.DynamicPseudoType})
	}
	return ctyfunction.New(spec)
}

// borrowed lends one of our functions to HashiCorp's engine, which has no such function.
func borrowed(d *function.Decl) ctyfunction.Function {
	call := func(args []cty.Value) (cty.Value, error) {
		ours := make([]value.Value, len(args))
		for i, a := range args {
			ours[i] = toValue(a)
		}
		v, err := d.Call(ours, types.Compat)
		if err != nil {
			return cty.NilVal, err
		}
		return ctyValueOf(v), nil
	}
	return ctyfunction.New(&ctyfunction.Spec{
		VarParam: &ctyfunction.Parameter{Name: "args", Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true,
			AllowDynamicType: true, AllowMarked: true},
		Type: func(args []cty.Value) (cty.Type, error) {
			v, err := call(args)
			if err != nil {
				return cty.DynamicPseudoType, err
			}
			return v.Type(), nil
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return call(args) },
	})
}
