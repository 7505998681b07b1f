package bridge

import (
	"cmp"
	"slices"

	theirs "github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// FromHCLBody returns a body of hashicorp/hcl as one of hclx. Its expressions take contexts of hclx and are evaluated
// by hashicorp/hcl. The files, by name, hold the texts that its ranges speak of, as hclparse.Parser.Files gives them;
// without the text of a file, ranges in it are the zero range. A body that came from [ToHCLBody] gives the original.
func FromHCLBody(b theirs.Body, files map[string]*theirs.File) hcl.Body {
	return newSources(files).body(b)
}

// Unwrapping what came from the other side keeps bodies that cross several times from being wrapped once for each
// crossing, and gives a host back the very body that it knows.
func (s *sources) body(b theirs.Body) hcl.Body {
	if to, ok := b.(*toBody); ok {
		return to.body
	}
	return &fromBody{b, s}
}

type fromBody struct {
	body    theirs.Body
	sources *sources
}

func fromSchema(s *hcl.Schema) *theirs.BodySchema {
	out := &theirs.BodySchema{}
	for _, a := range s.Attributes {
		out.Attributes = append(out.Attributes, theirs.AttributeSchema{Name: a.Name, Required: a.Required})
	}
	for _, b := range s.Blocks {
		out.Blocks = append(out.Blocks, theirs.BlockHeaderSchema{Type: b.Type, LabelNames: b.LabelNames})
	}
	return out
}

// Content implements [hcl.Body].
func (b *fromBody) Content(s *hcl.Schema) (*hcl.Content, diag.List) {
	if d := s.Check(b.MissingItemRange()); d != nil {
		return &hcl.Content{MissingItemRange: b.MissingItemRange()}, diag.List{d}
	}
	content, diags := b.body.Content(fromSchema(s))
	return b.sources.content(content), b.sources.diagnostics(diags)
}

// PartialContent implements [hcl.Body].
func (b *fromBody) PartialContent(s *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	if d := s.Check(b.MissingItemRange()); d != nil {
		return &hcl.Content{MissingItemRange: b.MissingItemRange()}, b, diag.List{d}
	}
	content, rest, diags := b.body.PartialContent(fromSchema(s))
	return b.sources.content(content), b.sources.body(rest), b.sources.diagnostics(diags)
}

// JustAttributes implements [hcl.Body].
func (b *fromBody) JustAttributes() (hcl.Attributes, diag.List) {
	attrs, diags := b.body.JustAttributes()
	return b.sources.attributes(attrs), b.sources.diagnostics(diags)
}

// MissingItemRange implements [hcl.Body].
func (b *fromBody) MissingItemRange() source.Range { return b.sources.rng(b.body.MissingItemRange()) }

func (s *sources) content(c *theirs.BodyContent) *hcl.Content {
	if c == nil {
		return &hcl.Content{}
	}
	out := &hcl.Content{Attributes: s.attributes(c.Attributes), MissingItemRange: s.rng(c.MissingItemRange)}
	for _, b := range c.Blocks {
		block := &hcl.Block{Type: b.Type, Labels: b.Labels, Body: s.body(b.Body), DefRange: s.rng(b.DefRange),
			TypeRange: s.rng(b.TypeRange)}
		for _, r := range b.LabelRanges {
			block.LabelRanges = append(block.LabelRanges, s.rng(r))
		}
		out.Blocks = append(out.Blocks, block)
	}
	return out
}

// attributes brings attributes, which hashicorp/hcl has in a map, into the order of the source.
func (s *sources) attributes(as theirs.Attributes) hcl.Attributes {
	list := make([]*theirs.Attribute, 0, len(as))
	for _, a := range as {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *theirs.Attribute) int {
		return cmp.Or(cmp.Compare(a.Range.Filename, b.Range.Filename), cmp.Compare(a.Range.Start.Byte, b.Range.Start.Byte),
			cmp.Compare(a.Name, b.Name))
	})
	out := make(hcl.Attributes, 0, len(list))
	for _, a := range list {
		out = append(out, &hcl.Attribute{Name: a.Name, Expr: s.expression(a.Expr), Range: s.rng(a.Range),
			NameRange: s.rng(a.NameRange)})
	}
	return out
}

// FromHCLExpression returns an expression of hashicorp/hcl as one of hclx; see [FromHCLBody].
func FromHCLExpression(e theirs.Expression, files map[string]*theirs.File) hcl.Expression {
	return newSources(files).expression(e)
}

func (s *sources) expression(e theirs.Expression) hcl.Expression {
	if to, ok := e.(*toExpression); ok {
		return to.expr
	}
	return &fromExpression{e, s}
}

type fromExpression struct {
	expr    theirs.Expression
	sources *sources
}

// Range implements [hcl.Expression].
func (e *fromExpression) Range() source.Range { return e.sources.rng(e.expr.Range()) }

// StartRange implements [hcl.Expression].
func (e *fromExpression) StartRange() source.Range { return e.sources.rng(e.expr.StartRange()) }

// Variables implements [hcl.Expression].
func (e *fromExpression) Variables() []hcl.Traversal {
	var out []hcl.Traversal
	for _, t := range e.expr.Variables() {
		if crossed, err := e.sources.traversal(t); err == nil {
			out = append(out, crossed)
		}
	}
	return out
}

// Evaluate implements [hcl.Evaluator].
func (e *fromExpression) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	there, diags := e.toContext(ctx)
	if diags.HasErrors() {
		return value.DynamicUnknown, diags
	}
	v, list := e.expr.Value(there)
	diags.Add(e.sources.diagnostics(list)...)
	out, err := FromCty(v)
	if err != nil {
		diags.Add(e.crossing(e.Range(), "result", err))
		return value.DynamicUnknown, diags
	}
	return out, diags
}

func (e *fromExpression) crossing(at source.Range, what string, err error) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "bridge", Summary: "Value cannot cross",
		Detail: "The " + what + " has no counterpart: " + err.Error() + ".", Subject: at}
}

// toContext makes a context of hashicorp/hcl of what the expression reads. Only the innermost meaning of a name counts,
// so one level is enough.
//
// Only what the expression reads is converted: a context may hold large values, and most attributes read few of them.
func (e *fromExpression) toContext(ctx *hcl.EvalContext) (*theirs.EvalContext, diag.List) {
	if ctx == nil {
		return nil, nil
	}
	out := &theirs.EvalContext{Variables: map[string]cty.Value{}, Functions: map[string]ctyfunction.Function{}}
	var diags diag.List
	for _, t := range e.expr.Variables() {
		name := t.RootName()
		if _, done := out.Variables[name]; done {
			continue
		}
		for c := ctx; c != nil; c = c.Parent {
			v, found := c.Variables[name]
			if !found {
				continue
			}
			crossed, err := ToCty(v)
			if err != nil {
				diags.Add(e.crossing(e.sources.rng(t.SourceRange()), "variable "+name, err))
				crossed = cty.DynamicVal
			}
			out.Variables[name] = crossed
			break
		}
	}
	for c := ctx; c != nil; c = c.Parent {
		for name := range c.Variables {
			if _, done := out.Variables[name]; !done {
				out.Variables[name] = cty.DynamicVal // not read; it is there to be suggested
			}
		}
		for name, d := range c.Functions {
			if _, inner := out.Functions[name]; inner {
				continue
			}
			if f, err := ToCtyFunction(d, c.Profile); err == nil {
				out.Functions[name] = f
			}
		}
	}
	return out, diags
}

// StaticList implements [hcl.ListExpression].
func (e *fromExpression) StaticList() ([]hcl.Expression, bool) {
	list, diags := theirs.ExprList(e.expr)
	if diags.HasErrors() {
		return nil, false
	}
	out := make([]hcl.Expression, 0, len(list))
	for _, x := range list {
		out = append(out, e.sources.expression(x))
	}
	return out, true
}

// StaticMap implements [hcl.MapExpression].
func (e *fromExpression) StaticMap() ([]hcl.KeyValue, bool) {
	list, diags := theirs.ExprMap(e.expr)
	if diags.HasErrors() {
		return nil, false
	}
	out := make([]hcl.KeyValue, 0, len(list))
	for _, x := range list {
		out = append(out, hcl.KeyValue{Key: e.sources.expression(x.Key), Value: e.sources.expression(x.Value)})
	}
	return out, true
}

// StaticCall implements [hcl.CallExpression].
func (e *fromExpression) StaticCall() (*hcl.Call, bool) {
	call, diags := theirs.ExprCall(e.expr)
	if diags.HasErrors() {
		return nil, false
	}
	out := &hcl.Call{Name: call.Name, NameRange: e.sources.rng(call.NameRange), ArgsRange: e.sources.rng(call.ArgsRange)}
	for _, a := range call.Arguments {
		out.Args = append(out.Args, e.sources.expression(a))
	}
	return out, true
}

// StaticTraversal implements [hcl.TraversalExpression].
func (e *fromExpression) StaticTraversal() (hcl.Traversal, bool) {
	t, diags := theirs.AbsTraversalForExpr(e.expr)
	if diags.HasErrors() {
		return nil, false
	}
	out, err := e.sources.traversal(t)
	return out, err == nil
}

func (s *sources) traversal(t theirs.Traversal) (hcl.Traversal, error) {
	var out hcl.Traversal
	for _, step := range t {
		at := s.rng(step.SourceRange())
		switch step := step.(type) {
		case theirs.TraverseRoot:
			out = append(out, hcl.TraversalStep{Kind: hcl.StepRoot, Name: step.Name, Range: at})
		case theirs.TraverseAttr:
			out = append(out, hcl.TraversalStep{Kind: hcl.StepAttr, Name: step.Name, Range: at})
		case theirs.TraverseSplat:
			out = append(out, hcl.TraversalStep{Kind: hcl.StepSplat, Range: at})
		case theirs.TraverseIndex:
			key, err := FromCty(step.Key)
			if err != nil {
				return nil, err
			}
			out = append(out, hcl.TraversalStep{Kind: hcl.StepIndex, Key: key, Range: at})
		}
	}
	return out, nil
}
