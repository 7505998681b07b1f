package hcldec

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Default returns the value of a spec, or the value of another spec if the first is null. Both specs affect the schema
// of the body, including what is required. An unknown value counts as not null.
type Default struct{ Primary, Default Spec }

func (s *Default) decode(d *decoder, sc *scope) value.Value {
	v := given(s.Primary).decode(d, sc)
	if v.IsNull() {
		// The marks stay although the value is replaced: that it was null is something which the marked value has
		// disclosed.
		return given(s.Default).decode(d, sc).WithMarks(v.Marks())
	}
	return v
}

func (s *Default) impliedType() types.Type { return given(s.Primary).impliedType() }
func (s *Default) sameBody() []Spec        { return []Spec{s.Primary, s.Default} }

// Transform evaluates an expression in which a variable is the value of a spec. It is not evaluated after errors.
type Transform struct {
	Wrapped Spec
	Expr    hcl.Expression
	Var     string           // the name of the variable
	Scope   *hcl.EvalContext // of the expression; without a profile it has that of the decoding
}

func (s *Transform) decode(d *decoder, sc *scope) value.Value {
	v, failed := d.unless(s.Wrapped, sc)
	if failed || s.Expr == nil {
		return unknown(s.impliedType())
	}
	out, diags := s.evaluate(v, d.profile)
	d.diags.Add(diags...)
	return out
}

func (s *Transform) evaluate(v value.Value, p *types.Profile) (value.Value, diag.List) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{s.Var: v}, Parent: s.Scope}
	for c := s.Scope; c != nil; c = c.Parent {
		if c.Profile != nil {
			return eval.Value(s.Expr, ctx)
		}
	}
	ctx.Profile = p
	return eval.Value(s.Expr, ctx)
}

func (s *Transform) impliedType() types.Type {
	if s.Expr == nil {
		return types.Dynamic
	}
	// The type is found by evaluating with an unknown value, which gives the type that the expression has for all
	// values. Diagnostics do not matter here: decoding evaluates again and reports them.
	v, _ := s.evaluate(unknown(given(s.Wrapped).impliedType()), nil)
	return v.Type()
}

func (s *Transform) sameBody() []Spec { return []Spec{s.Wrapped} }

// TransformFunc calls a function of one argument with the value of a spec. It is not called after errors.
type TransformFunc struct {
	Wrapped Spec
	Func    *function.Decl
}

func (s *TransformFunc) decode(d *decoder, sc *scope) value.Value {
	v, failed := d.unless(s.Wrapped, sc)
	if failed || s.Func == nil {
		return unknown(s.impliedType())
	}
	out, err := s.Func.Call([]value.Value{v}, d.profile)
	if err == nil {
		return out
	}
	d.diags.Add(&diag.Diagnostic{Code: code.TransformFailed, Summary: "Unsuitable value", Subject: place(s, sc),
		Detail: sentence(err.Error())})
	return unknown(s.impliedType())
}

func sentence(text string) string {
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return strings.TrimSuffix(text, ".") + "."
}

func (s *TransformFunc) impliedType() types.Type {
	if s.Func == nil {
		return types.Dynamic
	}
	site, err := s.Func.Site(1, nil)
	if err != nil {
		return types.Dynamic
	}
	t, err := site.Type([]value.Value{unknown(given(s.Wrapped).impliedType())}, nil, nil)
	if err != nil {
		return types.Dynamic
	}
	return t
}

func (s *TransformFunc) sameBody() []Spec { return []Spec{s.Wrapped} }

// Refine adds a refinement to the value of a spec if it is unknown. A known value that contradicts the refinement is an
// error.
type Refine struct {
	Wrapped    Spec
	Refinement value.Refinement
}

func (s *Refine) decode(d *decoder, sc *scope) value.Value {
	v, failed := d.unless(s.Wrapped, sc)
	if failed {
		return unknown(s.impliedType())
	}
	if problem := contradicts(v, &s.Refinement); problem != "" {
		d.diags.Add(&diag.Diagnostic{Code: code.UnsuitableValue, Summary: "Unsuitable value", Subject: place(s, sc),
			Detail: problem})
		return unknown(s.impliedType()).WithMarks(v.Marks())
	}
	return v.Refine(s.Refinement)
}

// contradicts describes how a known value contradicts a refinement, or returns "".
func contradicts(v value.Value, r *value.Refinement) string {
	v, _ = v.Unmark()
	switch {
	case v.IsUnknown():
	case v.IsNull():
		if r.NotNull {
			return "The value must not be null."
		}
	case v.IsString() && !strings.HasPrefix(v.AsString(), r.Prefix):
		return "The string must begin with \"" + r.Prefix + "\"."
	case v.IsNumber() && outside(v, r):
		return "The number is out of range."
	case v.IsContainer() && (v.Len() < r.MinLen || (r.MaxLen > 0 || r.NoElements) && v.Len() > r.MaxLen):
		return "The number of elements is out of range."
	}
	return ""
}

func outside(v value.Value, r *value.Refinement) bool {
	if lo := r.Min; !lo.Number.IsZero() {
		if c := calc.Compare(v, lo.Number); c < 0 || c == 0 && !lo.Inclusive {
			return true
		}
	}
	if hi := r.Max; !hi.Number.IsZero() {
		if c := calc.Compare(v, hi.Number); c > 0 || c == 0 && !hi.Inclusive {
			return true
		}
	}
	return false
}

func (s *Refine) impliedType() types.Type { return given(s.Wrapped).impliedType() }
func (s *Refine) sameBody() []Spec        { return []Spec{s.Wrapped} }

// Validate checks the value of a spec with a function of the program, which is not called after errors. Diagnostics
// without a subject get the range of the value.
type Validate struct {
	Wrapped Spec
	Func    func(v value.Value) diag.List
}

func (s *Validate) decode(d *decoder, sc *scope) value.Value {
	v, failed := d.unless(s.Wrapped, sc)
	if failed || s.Func == nil {
		return v
	}
	for _, problem := range s.Func(v) {
		if problem.Subject.IsZero() {
			at := *problem // the function may return the same one again
			at.Subject = place(s, sc)
			problem = &at
		}
		d.diags.Add(problem)
	}
	return v
}

func (s *Validate) impliedType() types.Type { return given(s.Wrapped).impliedType() }
func (s *Validate) sameBody() []Spec        { return []Spec{s.Wrapped} }
