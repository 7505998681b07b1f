package difftest

import (
	"errors"
	"fmt"
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

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/laws"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// brokenByBoth are the ways in which the Compat profile breaks the laws of package laws because HashiCorp's engine
// does: what both then give breaks the law, and the expression matches.
var brokenByBoth = []struct {
	reason string
	expr   *regexp.Regexp
	alone  func(f *laws.Finding) bool // theirs does not break it, and this holds
}{
	{reason: "the chosen arm of a conditional has the type of both arms, although one of them can still change it",
		expr: regexp.MustCompile(`^\(operand0 \? `)},
	{reason: "coalesce has the type of all arguments, although one of them can still change it",
		expr: regexp.MustCompile(`^coalesce\(`)},
	{reason: "collections have the type of the elements that are known, or are refused for it, although others can " +
		"still change it",
		expr: regexp.MustCompile(`^(tolist|toset|tomap|distinct|chunklist|concat|merge|matchkeys)\(|` +
			`^convert\(.*\(any\)\)$`)},
	{reason: "operations on sets have the type of the elements that are known",
		expr: regexp.MustCompile(`^set(union|subtract|intersection|product)\(`)},
	{reason: "an operand of && or || that fails is passed over if the other one decides",
		expr: regexp.MustCompile(` (&&|\|\|) `)},
	{reason: "sets with unknown elements have a length and an order",
		expr: regexp.MustCompile(`^reverse\(|\[\*\]|\.\*|for .* in |\.\.\.\)$`)},
	{reason: "nulls in sets come after unknown elements, and so they do not stay where they are",
		expr:  regexp.MustCompile(`^reverse\(|\[\*\]|\.\*|for .* in |\.\.\.\)$`),
		alone: func(f *laws.Finding) bool { return nullBesideUnknown(f.Less) }},
	{reason: "an arm with a failed part converts as far as its parts are known",
		expr: regexp.MustCompile(`^\(operand0 \? `), alone: func(f *laws.Finding) bool {
			return strings.Contains(f.String(), "Both results must have types that go together") &&
				strings.Contains(f.Case.Source(), "operand0 ? operand1 : [")
		}},
	{reason: "an unknown collection of elements of any type is refused beside others, although it can still fit",
		expr: regexp.MustCompile(`^to(list|set|map)\(`), alone: func(f *laws.Finding) bool {
			return strings.Contains(f.String(), "all elements must be of one type") && slices.ContainsFunc(f.Less,
				func(v value.Value) bool {
					return v.Type().IsCollection() && v.Type().Elem().IsDynamic() && !v.IsKnown()
				})
		}},
}

// TestLawsCompat holds the laws in the Compat profile. Where an expression breaks one, HashiCorp's engine has to break
// it too.
func TestLawsCompat(t *testing.T) {
	cases, seed := random.Cases(30000), random.Seed()
	known, failures := map[string]int{}, 0
	for n := range cases {
		f := laws.Generate(seed, uint64(n), types.Compat).Check(nil)
		if f == nil {
			continue
		}
		f = laws.Shrink(f).Culprit()
		theirs, broken := brokenByTheirs(f)
		reason := ""
		for _, b := range brokenByBoth {
			if reason == "" && (broken || b.alone != nil && b.alone(f)) && b.expr.MatchString(f.Case.Source()) {
				reason = b.reason
			}
		}
		if known[reason]++; reason == "" {
			t.Errorf("HCLX_SEED=%d: %s  theirs: %s", seed, f, theirs)
			if failures++; failures >= 25 {
				t.Fatal("too many findings")
			}
		}
	}
	for _, b := range brokenByBoth {
		t.Logf("%6d accepted: %s", known[b.reason], b.reason)
	}
}

// nullBesideUnknown reports whether one of the values is a set with a null and something unknown.
func nullBesideUnknown(vals []value.Value) bool {
	return slices.ContainsFunc(vals, func(v value.Value) bool {
		v, _ = v.Unmark()
		return v.Kind() == types.KindSet && slices.ContainsFunc(v.Elems(), value.Value.IsNull) && !v.IsWhollyKnown()
	})
}

// brokenByTheirs reports whether HashiCorp's engine breaks a law with the inputs of a finding, and what it gives. For
// operators our functions stand in for theirs as well, since those differ in what they take.
func brokenByTheirs(f *laws.Finding) (gives string, broken bool) {
	gives, broken = brokenWith(lawFunctions, f)
	if !broken && !call.MatchString(f.Case.Root.String()) {
		_, broken = brokenWith(ourLawFunctions, f)
	}
	return gives, broken
}

var call = regexp.MustCompile(`^[a-z0-9:]+\(`)

func brokenWith(functions map[string]ctyfunction.Function, f *laws.Finding) (gives string, broken bool) {
	less, lessErr := evaluateTheirs(f.Case, f.Less, functions)
	more, moreErr := evaluateTheirs(f.Case, f.More, functions)
	gives = fmt.Sprintf("%#v %v, then %#v %v", less, lessErr, more, moreErr)
	if lessErr != nil || moreErr != nil {
		return gives, lessErr != nil && (moreErr == nil || errors.Is(moreErr, errPanic))
	}
	return gives, laws.Contradiction(toValue(less), toValue(more)) != ""
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
