package decode

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// body fills a struct or a map. The block contains the body; it is nil for a file.
func (d *decoder) body(b hcl.Body, x reflect.Value, block *hcl.Block) {
	x = target(x)
	switch {
	case x.Kind() == reflect.Struct:
		d.structBody(b, x, block)
	case x.Kind() == reflect.Map && x.Type().Key().Kind() == reflect.String:
		d.mapBody(b, x, block)
	default:
		d.misuse(b.MissingItemRange(), "A body can be decoded into a struct or into a map with string keys.")
	}
}

// target follows pointers to the value that is filled. It allocates values for nil pointers.
func target(x reflect.Value) reflect.Value {
	for x.Kind() == reflect.Pointer {
		if x.IsNil() {
			x.Set(reflect.New(x.Type().Elem()))
		}
		x = x.Elem()
	}
	return x
}

func (d *decoder) structBody(b hcl.Body, x reflect.Value, block *hcl.Block) {
	p := planOf(x.Type())
	if p.err != "" {
		d.misuse(b.MissingItemRange(), p.err)
		return
	}
	if tree, ok := b.(*syntax.ConfigBody); ok && p.direct && tree.IsWhole() {
		file, body := tree.Native()
		if d.nativeBody(p, native{file: file, body: body, outer: block}, x) {
			return
		}
	}
	before := d.errors
	content := d.content(p, b, x)
	d.attributes(p, content, x)
	d.blocks(p, b, content, x)
	if block != nil {
		for i, f := range p.labels {
			if i < len(block.Labels) {
				f.in(x).SetString(block.Labels[i])
			}
		}
	}
	d.ranges(p, content, x, block)
	if p.body != nil {
		p.body.in(x).Set(reflect.ValueOf(b))
	}
	if p.validates && d.errors == before {
		d.validateBody(x, b, block)
	}
}

// content applies the schema of a struct and stores the remaining body.
func (d *decoder) content(p *plan, b hcl.Body, x reflect.Value) *hcl.Content {
	if p.remain == nil {
		content, diags := b.Content(&p.schema)
		d.report(p.hint(diags)...)
		return content
	}
	content, rest, diags := b.PartialContent(&p.schema)
	d.report(diags...)
	d.remain(rest, p.remain.in(x))
	return content
}

// hint adds a possible reason to diagnostics about a block: the field is a struct, but has the tag of an attribute.
func (p *plan) hint(diags diag.List) diag.List {
	for i, problem := range diags {
		if problem.Code != code.UnsupportedBlock {
			continue
		}
		f := p.attribute(problem.Subject.Text())
		if f < 0 || structOf(p.attrs[f].typ) == nil {
			continue
		}
		with := *problem
		with.Detail += " For the program to read a block, its field needs the tag hcl:" +
			strconv.Quote(p.attrs[f].name+",block") + "."
		diags[i] = &with
	}
	return diags
}

func (d *decoder) remain(rest hcl.Body, x reflect.Value) {
	if x.Type() == bodyType {
		x.Set(reflect.ValueOf(rest))
		return
	}
	d.mapBody(rest, x, nil)
}

// mapBody fills a map from the attributes of a body.
func (d *decoder) mapBody(b hcl.Body, x reflect.Value, block *hcl.Block) {
	before := d.errors
	attrs, diags := b.JustAttributes()
	d.report(diags...)
	switch {
	case x.Type() == attributesType:
		x.Set(reflect.ValueOf(attrs))
		return
	case x.Kind() != reflect.Map || x.Type().Key().Kind() != reflect.String:
		d.misuse(b.MissingItemRange(),
			"The remainder of a body is stored in an hcl.Body, hcl.Attributes or a map with string keys.")
		return
	}
	if x.IsNil() {
		x.Set(reflect.MakeMapWithSize(x.Type(), len(attrs)))
	}
	for _, a := range attrs {
		elem := reflect.New(x.Type().Elem()).Elem()
		d.expression(a.Expr, elem)
		x.SetMapIndex(reflect.ValueOf(a.Name).Convert(x.Type().Key()), elem)
	}
	if traitsFor(x.Type()).validates && d.errors == before {
		d.validateBody(x, b, block)
	}
}

func (d *decoder) attributes(p *plan, content *hcl.Content, x reflect.Value) {
	for _, f := range p.attrs {
		a := content.Attributes.Get(f.name)
		if a == nil {
			d.absent(f, f.in(x), content.MissingItemRange)
			continue
		}
		d.attribute(f, a, f.in(x))
	}
}

// attribute fills a field. A null counts as absent, unless the field can hold one.
func (d *decoder) attribute(f *field, a *hcl.Attribute, x reflect.Value) {
	switch x.Type() {
	case expressionType:
		x.Set(reflect.ValueOf(a.Expr))
		return
	case attributeType:
		x.Set(reflect.ValueOf(a))
		return
	}
	v, ok := d.evaluate(a.Expr)
	if !ok {
		return
	}
	if v.IsNull() && !holdsNull(f.typ) {
		if !f.optional {
			d.report(&diag.Diagnostic{Code: code.MissingArgument, Summary: "Missing required argument", Subject: a.Expr.Range(),
				Detail: "The argument " + strconv.Quote(f.name) + " is required, but it is null, which means not set."})
		}
		d.fallback(f, x, a.Expr.Range())
		return
	}
	d.set(v, x, placeOf(a.Expr))
}

func holdsNull(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || t == reflect.TypeFor[value.Value]()
}

// absent stores the value for an absent attribute: its default, or a null expression.
func (d *decoder) absent(f *field, x reflect.Value, at source.Range) {
	if f.typ == expressionType && f.fallback == nil {
		if x.IsNil() {
			x.Set(reflect.ValueOf(hcl.Constant(value.Null, at)))
		}
		return
	}
	d.fallback(f, x, at)
}

// fallback stores the default of an absent attribute.
func (d *decoder) fallback(f *field, x reflect.Value, at source.Range) {
	if f.fallback == nil {
		return
	}
	v, err := defaultValue(*f.fallback, x.Type())
	if err == nil {
		probe := decoder{}
		probe.set(v, x, place{})
		err = probe.diags.Err()
	}
	if err != nil {
		d.misuse(at, fmt.Sprintf("The default of %q cannot be stored in its field: %s", f.name, reason(err)))
	}
}

// reason returns the text of an error as a sentence.
func reason(err error) string {
	if list := diag.Of(err); len(list) > 0 {
		return list[0].Detail
	}
	return sentence(err)
}

// evaluate returns the value of an expression, and reports whether it can be used.
func (d *decoder) evaluate(e hcl.Expression) (value.Value, bool) {
	if native, ok := e.(*syntax.Expression); ok {
		if l, ok := native.Node.(*syntax.Literal); ok {
			return l.Value, true
		}
	}
	v, diags := eval.Value(e, d.ctx)
	d.report(diags...)
	return v, !diags.HasErrors()
}

func (d *decoder) expression(e hcl.Expression, x reflect.Value) {
	if x.Type() == expressionType {
		x.Set(reflect.ValueOf(e))
		return
	}
	if v, ok := d.evaluate(e); ok {
		d.set(v, x, placeOf(e))
	}
}
