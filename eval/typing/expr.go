package typing

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// checker checks one expression.
type checker struct {
	scope   *Scope
	file    *source.File
	profile *types.Profile
	locals  []local // variables of the expressions around, the innermost last
	diags   diag.List
	depth   int
}

// local is a variable that an expression defines.
type local struct {
	name string // "" for the item of a splat
	item *syntax.SplatItem
	typ  types.Type
}

// maxDepth is the maximum depth of an expression that is checked. Compilation rejects deeper expressions.
//
// Returning dynamic says nothing about the expression, which is always right.
const maxDepth = 8000

func (c *checker) expr(e syntax.Expr) types.Type {
	if c.depth >= maxDepth {
		return types.Dynamic
	}
	c.depth++
	t := c.dispatch(e)
	c.depth--
	return t
}

func (c *checker) dispatch(e syntax.Expr) types.Type {
	switch e := e.(type) {
	case *syntax.Literal:
		return c.literal(e.Value)
	case *syntax.Parens:
		return c.expr(e.Inner)
	case *syntax.TemplateWrap:
		return c.expr(e.Inner)
	case *syntax.Traversal:
		return c.steps(c.variable(e), e.Steps[1:])
	case *syntax.RelTraversal:
		return c.steps(c.expr(e.Of), e.Steps)
	case *syntax.Index:
		return c.index(e)
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Unary:
		return c.unary(e)
	case *syntax.Conditional:
		return c.conditional(e)
	case *syntax.Call:
		return c.call(e)
	case *syntax.Tuple:
		return c.tuple(e)
	case *syntax.Object:
		return c.object(e)
	case *syntax.For:
		return c.forExpr(e)
	case *syntax.Splat:
		return c.splat(e)
	case *syntax.SplatItem:
		return c.local(func(l *local) bool { return l.item == e })
	case *syntax.Template:
		return c.template(e)
	case *syntax.TemplateIf:
		return c.templateIf(e)
	case *syntax.TemplateFor:
		return c.templateFor(e)
	}
	return types.Dynamic
}

func (c *checker) at(s source.Span) source.Range { return source.Range{File: c.file, Span: s} }

func (c *checker) report(code, summary string, at source.Span, detail string) {
	c.diags.Add(&diag.Diagnostic{Code: code, Summary: summary, Detail: detail, Subject: c.at(at)})
}

func (c *checker) literal(v value.Value) types.Type {
	switch {
	case v.IsNull():
		return types.None
	case numbers.IsInteger(v) && c.profile.NullIsNone:
		return types.Int
	}
	return v.Type()
}

// variable returns the type of a name, or dynamic if the name is not defined.
func (c *checker) variable(e *syntax.Traversal) types.Type {
	name := e.Steps[0].Key.AsString()
	for _, l := range slices.Backward(c.locals) {
		if l.item == nil && l.name == name {
			return l.typ
		}
	}
	return c.scope.Variables[name]
}

func (c *checker) local(is func(*local) bool) types.Type {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if is(&c.locals[i]) {
			return c.locals[i].typ
		}
	}
	return types.Dynamic
}

// with calls f with additional variables.
//
// Names are taken away by cutting the list, so an inner variable hides an outer one of the same name for exactly as
// long as it exists.
func (c *checker) with(f func() types.Type, more ...local) types.Type {
	n := len(c.locals)
	c.locals = append(c.locals, more...)
	t := f()
	c.locals = c.locals[:n]
	return t
}

func (c *checker) steps(t types.Type, steps []syntax.Step) types.Type {
	for i := range steps {
		t = c.step(t, stepOf(steps[i].Kind == syntax.StepAttr, steps[i].Key, types.Dynamic), steps[i].Source)
	}
	return t
}

// stepOf returns the step with a key. If the key is not constant, only its type is known.
func stepOf(attr bool, key value.Value, t types.Type) types.Step {
	switch i, whole := key.AsInt64(); {
	case attr:
		return types.AttrStep(key.AsString())
	case key.IsString():
		return types.NameStep(key.AsString())
	case whole:
		return types.IndexStep(i)
	case !key.IsZero() && !key.IsNull():
		return types.KeyStep(key.Type())
	}
	return types.KeyStep(t)
}

func (c *checker) step(t types.Type, s types.Step, at source.Span) types.Type {
	switch {
	case t.IsDynamic():
		return types.Lift(t, s.Key)
	// The result is dynamic: one null is one mistake, and each further step would report it again.
	case t == types.None:
		c.report(code.NullStep, "Step into null", at, "The value is null, so it has no attributes and no elements.")
		return types.Dynamic
	}
	out, err := types.Traverse(t, s, c.profile)
	if err != nil {
		which, summary := code.InvalidIndex, "Invalid index"
		if s.Attr || t.Kind() == types.KindObject {
			which, summary = code.UnknownAttribute, "Unsupported attribute"
		}
		c.report(which, summary, at, err.Error())
	}
	return simple(out)
}

func (c *checker) index(e *syntax.Index) types.Type {
	of, key := c.expr(e.Of), c.expr(e.Key)
	at := source.Span{Start: e.Open, End: e.Close + 1}
	if key == types.None {
		c.report(code.InvalidIndex, "Invalid index", at, "The key is null. It must be a string or a number.")
		return types.Dynamic
	}
	return c.step(of, stepOf(false, constant(e.Key), key), at)
}

// simple returns dynamic for a union that contains dynamic, because the union means the same.
func simple(t types.Type) types.Type {
	if t.Kind() == types.KindUnion && t.At(0).IsDynamic() {
		return types.Dynamic
	}
	return t
}

// Dynamic takes the others in, because a union with it would not say more.
func either(ts ...types.Type) types.Type {
	if slices.Contains(ts, types.Dynamic) {
		return types.Dynamic
	}
	return simple(types.Union(ts...))
}

// constant returns the value of a literal expression, or the zero Value.
func constant(e syntax.Expr) value.Value {
	switch e := e.(type) {
	case *syntax.Literal:
		if e.Value.IsWhollyKnown() {
			return e.Value
		}
	case *syntax.Parens:
		return constant(e.Inner)
	case *syntax.TemplateWrap:
		return constant(e.Inner)
	case *syntax.Unary:
		if v := constant(e.Operand); v.IsNumber() && e.Op == syntax.OpNegate {
			return calc.Neg(v)
		}
	case *syntax.Template:
		if len(e.Parts) == 0 {
			return host.ASCIIString("")
		}
		if l, ok := e.Parts[0].(*syntax.Literal); ok && len(e.Parts) == 1 {
			return l.Value
		}
	case *syntax.Tuple:
		vals := make([]value.Value, len(e.Items))
		for i, item := range e.Items {
			if vals[i] = constant(item); vals[i].IsZero() {
				return value.Value{}
			}
		}
		return value.Tuple(vals...)
	}
	return value.Value{}
}

// converts returns an error if no value of a type converts to another type.
func (c *checker) converts(t, to types.Type) error {
	_, err := convert.Cast(t, to, c.profile)
	return err
}

func (c *checker) tuple(e *syntax.Tuple) types.Type {
	elems := make([]types.Type, len(e.Items))
	for i, item := range e.Items {
		elems[i] = c.expr(item)
	}
	return types.Tuple(elems...)
}

// object returns an object type or, if a key is not a literal, the type of a map of all values in the object.
//
// A key that is only known later may be any of the names, so an attribute type for each would be wrong. The union of
// all values is less precise and holds for every key.
func (c *checker) object(e *syntax.Object) types.Type {
	attrs := make([]types.Attr, 0, len(e.Items))
	var all, keys []types.Type
	for _, item := range e.Items {
		name, known := c.keyName(item.Key)
		if !known {
			keys = append(keys, c.key(item.Key))
		}
		t := c.expr(item.Value)
		attrs = append(attrs, types.Attr{Name: name, Type: t})
		all = append(all, t)
	}
	if keys == nil {
		return types.Object(attrs...)
	}
	return types.Lift(types.Map(either(all...)), keys...)
}

// keyName returns the name of an item if its key is a literal.
func (c *checker) keyName(e syntax.Expr) (string, bool) {
	switch e := e.(type) {
	case *syntax.Traversal:
		if len(e.Steps) == 1 {
			return e.Steps[0].Key.AsString(), true
		}
	case *syntax.Literal:
		switch v := e.Value; {
		case v.IsString():
			return v.AsString(), true
		case v.IsNull():
			return "null", true
		}
	}
	if v := constant(e); !v.IsZero() && !v.IsNull() {
		text, err := convert.Convert(v, types.String, c.profile)
		return text.AsString(), err == nil
	}
	return "", false
}

// key checks a key that is not a literal.
func (c *checker) key(e syntax.Expr) types.Type {
	t := c.expr(e)
	if t == types.None {
		c.report(code.NullKey, "Null value as key", e.Span(), "The key is null. A key must be a string.")
	} else if err := c.converts(t, types.String); err != nil {
		c.report(code.KeyType, "Incorrect key type", e.Span(), "This value cannot be a key: "+err.Error()+".")
	}
	return t
}

func (c *checker) template(e *syntax.Template) types.Type {
	of := make([]types.Type, 0, len(e.Parts))
	for _, p := range e.Parts {
		t := c.expr(p)
		of = append(of, t)
		if t == types.None {
			c.report(code.TemplatePart, "Invalid template interpolation value", p.Span(),
				"The value is null, which cannot be part of a string.")
		} else if err := c.converts(t, types.String); err != nil {
			c.report(code.TemplatePart, "Invalid template interpolation value", p.Span(),
				"The value cannot be part of a string: "+err.Error()+".")
		}
	}
	return types.Lift(types.String, of...)
}

func (c *checker) templateIf(e *syntax.TemplateIf) types.Type {
	of := []types.Type{c.condition(e.Cond, "Incorrect condition type", "The condition"), c.expr(e.Then)}
	if e.Else != nil {
		of = append(of, c.expr(e.Else))
	}
	return types.Lift(types.String, of...)
}

func (c *checker) templateFor(e *syntax.TemplateFor) types.Type {
	coll := c.expr(e.Collection)
	body := c.with(func() types.Type { return c.expr(e.Body) }, c.variables(coll, e.Collection, e.KeyVar, e.ValueVar)...)
	return types.Lift(types.String, coll, body)
}

// sentence makes a complete sentence of a part of one.
func sentence(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
