package hcldec

import (
	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// decoder is the state of one decoding.
type decoder struct {
	ctx     *hcl.EvalContext
	profile *types.Profile
	literal bool // neither variables nor functions
	diags   diag.List
}

// Without variables and functions an expression can only be a literal, and a name in it gets a message that says so,
// instead of one about a name that is not defined. Whether that holds depends on all contexts around, since each can
// add names.
func newDecoder(ctx *hcl.EvalContext) *decoder {
	d := &decoder{ctx: ctx, profile: profileOf(ctx), literal: true}
	for c := ctx; c != nil; c = c.Parent {
		d.literal = d.literal && c.Variables == nil && c.Functions == nil
	}
	return d
}

func profileOf(ctx *hcl.EvalContext) *types.Profile {
	for c := ctx; c != nil; c = c.Parent {
		if c.Profile != nil {
			return c.Profile
		}
	}
	return types.Standard
}

// finish returns the diagnostics in the order of their positions, without duplicates from several specs.
//
// Several specs may read one attribute, and each reports what is wrong with it. People wrote one mistake, so they get
// one message.
func (d *decoder) finish() diag.List {
	out := d.diags.Dedupe()
	out.Sort()
	return out
}

// body decodes a whole body, with a spec and the schema that it implies.
func (d *decoder) body(b hcl.Body, spec Spec, schema *hcl.Schema, labels []label) value.Value {
	content, diags := b.Content(schema)
	d.diags.Add(diags...)
	return spec.decode(d, &scope{content: content, labels: labels})
}

// evaluate returns the value of an expression of the body.
func (d *decoder) evaluate(e hcl.Expression) value.Value {
	if !d.literal {
		v, diags := eval.Value(e, d.ctx)
		d.diags.Add(diags...)
		return v
	}
	if d.profile == types.Standard {
		v, diags := eval.Value(e, nil)
		d.diags.Add(diags...)
		return v
	}
	return d.evaluateLiteral(e)
}

// evaluateLiteral evaluates in literal-only mode by the rules of a profile.
func (d *decoder) evaluateLiteral(e hcl.Expression) value.Value {
	env := &eval.Env{Profile: d.profile, Layout: eval.NewLayout()}
	program, diags := eval.CompileExpression(e, env)
	if diags.HasErrors() {
		d.diags.Add(diags...)
		return value.DynamicUnknown
	}
	var t eval.Thread
	f := eval.NewFrame(env.Layout, &t)
	v := program.Eval(f)
	f.Release()
	d.diags.Add(t.Diags...)
	return v
}

// convert converts a value to a type. A value that does not convert becomes unknown.
//
// The value becomes unknown and not null: an unknown one keeps everything that depends on it silent, and null would be
// taken for an argument that was left out.
func (d *decoder) convert(v value.Value, t types.Type, a *hcl.Attribute, what string) value.Value {
	out, err := convert.Convert(v, t, d.profile)
	if err == nil {
		return out
	}
	d.diags.Add(&diag.Diagnostic{
		Code: code.IncorrectType, Summary: "Incorrect attribute value type", Subject: a.Expr.Range(),
		Context: attributeRange(a),
		Detail:  "The value of " + what + " is not valid: " + err.Error() + ".",
	})
	return unknown(t)
}

// attributeRange returns the range of the name and the value. In JSON, the range of an attribute does not include both.
func attributeRange(a *hcl.Attribute) source.Range {
	r := a.NameRange
	r.Span = r.Span.To(a.Expr.Range().Span)
	return r
}

func unknown(t types.Type) value.Value { return value.Unknown(types.WithoutOptional(t)) }

func nullOf(t types.Type) value.Value { return value.NullOf(types.WithoutOptional(t)) }

// unless decodes with another spec, and reports whether there were errors.
func (d *decoder) unless(spec Spec, s *scope) (v value.Value, failed bool) {
	before := len(d.diags)
	v = given(spec).decode(d, s)
	return v, d.diags[before:].HasErrors()
}

// misuse reports a mistake of the program that decodes.
func (d *decoder) misuse(at source.Range, detail string) {
	d.diags.Add(&diag.Diagnostic{
		Code: code.InvalidSpec, Summary: "Invalid specification", Subject: at,
		Detail: detail + " This is a mistake in the specification, not in the " +
			"configuration.",
	})
}
