package bridge

import (
	theirs "github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ToHCLBody returns a body of hclx, of either syntax, as one of hashicorp/hcl. Its expressions take contexts of
// hashicorp/hcl and are evaluated by hclx under types.Compat. A body that came from [FromHCLBody] gives the original.
//
// The rules are those of types.Compat because a caller that uses hashicorp/hcl expects its results.
func ToHCLBody(b hcl.Body) theirs.Body {
	if from, ok := b.(*fromBody); ok {
		return from.body
	}
	return &toBody{b}
}

type toBody struct{ body hcl.Body }

func toSchema(s *theirs.BodySchema) *hcl.Schema {
	out := &hcl.Schema{}
	for _, a := range s.Attributes {
		out.Attributes = append(out.Attributes, hcl.AttributeSchema{Name: a.Name, Required: a.Required})
	}
	for _, b := range s.Blocks {
		out.Blocks = append(out.Blocks, hcl.BlockSchema{Type: b.Type, LabelNames: b.LabelNames})
	}
	return out
}

// Content implements [theirs.Body].
func (b *toBody) Content(s *theirs.BodySchema) (*theirs.BodyContent, theirs.Diagnostics) {
	content, diags := b.body.Content(toSchema(s))
	return toContent(content), ToHCLDiagnostics(diags)
}

// PartialContent implements [theirs.Body].
func (b *toBody) PartialContent(s *theirs.BodySchema) (*theirs.BodyContent, theirs.Body, theirs.Diagnostics) {
	content, rest, diags := b.body.PartialContent(toSchema(s))
	return toContent(content), &toBody{rest}, ToHCLDiagnostics(diags)
}

// JustAttributes implements [theirs.Body].
func (b *toBody) JustAttributes() (theirs.Attributes, theirs.Diagnostics) {
	attrs, diags := b.body.JustAttributes()
	return toAttributes(attrs), ToHCLDiagnostics(diags)
}

// MissingItemRange implements [theirs.Body].
func (b *toBody) MissingItemRange() theirs.Range { return toRange(b.body.MissingItemRange()) }

func toContent(c *hcl.Content) *theirs.BodyContent {
	out := &theirs.BodyContent{Attributes: toAttributes(c.Attributes), MissingItemRange: toRange(c.MissingItemRange)}
	for _, b := range c.Blocks {
		block := &theirs.Block{Type: b.Type, Labels: b.Labels, Body: ToHCLBody(b.Body), DefRange: toRange(b.DefRange),
			TypeRange: toRange(b.TypeRange)}
		for _, r := range b.LabelRanges {
			block.LabelRanges = append(block.LabelRanges, toRange(r))
		}
		out.Blocks = append(out.Blocks, block)
	}
	return out
}

func toAttributes(as hcl.Attributes) theirs.Attributes {
	out := make(theirs.Attributes, len(as))
	for _, a := range as {
		out[a.Name] = &theirs.Attribute{Name: a.Name, Expr: ToHCLExpression(a.Expr), Range: toRange(a.Range),
			NameRange: toRange(a.NameRange)}
	}
	return out
}

// ToHCLExpression returns an expression of hclx as one of hashicorp/hcl; see [ToHCLBody].
func ToHCLExpression(e hcl.Expression) theirs.Expression {
	if from, ok := e.(*fromExpression); ok {
		return from.expr
	}
	return &toExpression{e}
}

// toExpression has the methods by which hashicorp/hcl asks for static analyses; their nil results mean "it is none".
type toExpression struct{ expr hcl.Expression }

// Range implements [theirs.Expression].
func (e *toExpression) Range() theirs.Range { return toRange(e.expr.Range()) }

// StartRange implements [theirs.Expression].
func (e *toExpression) StartRange() theirs.Range { return toRange(e.expr.StartRange()) }

// Variables implements [theirs.Expression].
func (e *toExpression) Variables() []theirs.Traversal {
	var out []theirs.Traversal
	for _, t := range e.expr.Variables() {
		if crossed, err := toTraversal(t); err == nil {
			out = append(out, crossed)
		}
	}
	return out
}

// Value implements [theirs.Expression].
func (e *toExpression) Value(ctx *theirs.EvalContext) (cty.Value, theirs.Diagnostics) {
	ours, diags := fromContext(ctx, e)
	if diags.HasErrors() {
		return cty.DynamicVal, diags
	}
	v, list := eval.Value(e.expr, ours)
	diags = ToHCLDiagnostics(list)
	out, err := ToCty(v)
	if err != nil {
		return cty.DynamicVal, diags.Append(crossing(e.Range(), "result", err))
	}
	return out, diags
}

func crossing(at theirs.Range, what string, err error) *theirs.Diagnostic {
	return &theirs.Diagnostic{Severity: theirs.DiagError, Summary: "Value cannot cross",
		Detail: "The " + what + " has no counterpart: " + err.Error() + ".", Subject: &at}
}

// ExprList is what hcl.ExprList asks.
func (e *toExpression) ExprList() []theirs.Expression {
	list, diags := hcl.ExprList(e.expr)
	if diags.HasErrors() {
		return nil
	}
	out := make([]theirs.Expression, 0, len(list))
	for _, x := range list {
		out = append(out, ToHCLExpression(x))
	}
	return out
}

// ExprMap is what hcl.ExprMap asks.
func (e *toExpression) ExprMap() []theirs.KeyValuePair {
	list, diags := hcl.ExprMap(e.expr)
	if diags.HasErrors() {
		return nil
	}
	out := make([]theirs.KeyValuePair, 0, len(list))
	for _, x := range list {
		out = append(out, theirs.KeyValuePair{Key: ToHCLExpression(x.Key), Value: ToHCLExpression(x.Value)})
	}
	return out
}

// ExprCall is what hcl.ExprCall asks.
func (e *toExpression) ExprCall() *theirs.StaticCall {
	call, diags := hcl.ExprCall(e.expr)
	if diags.HasErrors() {
		return nil
	}
	out := &theirs.StaticCall{Name: call.Name, NameRange: toRange(call.NameRange), ArgsRange: toRange(call.ArgsRange)}
	for _, a := range call.Args {
		out.Arguments = append(out.Arguments, ToHCLExpression(a))
	}
	return out
}

// AsTraversal is what hcl.AbsTraversalForExpr asks.
func (e *toExpression) AsTraversal() theirs.Traversal {
	t, diags := hcl.ExprTraversal(e.expr)
	if diags.HasErrors() {
		return nil
	}
	out, err := toTraversal(t)
	if err != nil {
		return nil
	}
	return out
}

func toTraversal(t hcl.Traversal) (theirs.Traversal, error) {
	var out theirs.Traversal
	for _, s := range t {
		at := toRange(s.Range)
		switch s.Kind {
		case hcl.StepRoot:
			out = append(out, theirs.TraverseRoot{Name: s.Name, SrcRange: at})
		case hcl.StepAttr:
			out = append(out, theirs.TraverseAttr{Name: s.Name, SrcRange: at})
		case hcl.StepSplat:
			out = append(out, theirs.TraverseSplat{SrcRange: at})
		case hcl.StepIndex:
			key, err := ToCty(s.Key)
			if err != nil {
				return nil, err
			}
			out = append(out, theirs.TraverseIndex{Key: key, SrcRange: at})
		}
	}
	return out, nil
}

// fromContext makes a context of hclx of what the expression reads of one of hashicorp/hcl.
func fromContext(ctx *theirs.EvalContext, e *toExpression) (*hcl.EvalContext, theirs.Diagnostics) {
	if ctx == nil {
		return nil, nil
	}
	out := &hcl.EvalContext{Variables: map[string]value.Value{}, Functions: function.Table{}, Profile: types.Compat}
	var diags theirs.Diagnostics
	for _, t := range e.expr.Variables() {
		name := t.Root()
		if _, done := out.Variables[name]; done {
			continue
		}
		v, found := findVariable(ctx, name)
		if !found {
			continue
		}
		crossed, err := FromCty(v)
		if err != nil {
			diags = diags.Append(crossing(toRange(t.Range()), "variable "+name, err))
			continue
		}
		out.Variables[name] = crossed
	}
	// The names in scope are those that a message suggests, so all of them are there; what is not read needs no value.
	for c := ctx; c != nil; c = c.Parent() {
		for name := range c.Variables {
			if _, done := out.Variables[name]; !done {
				out.Variables[name] = value.DynamicUnknown
			}
		}
		for name, f := range c.Functions {
			if _, inner := out.Functions[name]; !inner {
				out.Functions[name] = FromCtyFunction(name, f)
			}
		}
	}
	return out, diags
}

func findVariable(ctx *theirs.EvalContext, name string) (cty.Value, bool) {
	for ; ctx != nil; ctx = ctx.Parent() {
		if v, ok := ctx.Variables[name]; ok {
			return v, true
		}
	}
	return cty.NilVal, false
}
