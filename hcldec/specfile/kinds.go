package specfile

import (
	"strconv"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// kindNames are the types of spec blocks, in the order of messages.
var kindNames = []string{
	"object", "array", "attr", "block", "block_list", "block_tuple", "block_set", "block_map", "block_object",
	"block_attrs",
	"block_label", "literal", "default", "transform", "validate",
}

// kinds contains the functions that read the bodies of spec blocks. The name is that of the property for the value, or
// empty.
var kinds map[string]func(r *reader, body hcl.Body, name string) hcldec.Spec

func init() { // they refer to one another through the reader
	kinds = map[string]func(r *reader, body hcl.Body, name string) hcldec.Spec{
		"object": (*reader).object, "array": (*reader).array, "attr": (*reader).attr, "literal": (*reader).literal,
		"block": (*reader).block, "block_attrs": (*reader).blockAttrs, "block_label": (*reader).blockLabel,
		"block_list": (*reader).blockList, "block_tuple": (*reader).blockTuple, "block_set": (*reader).blockSet,
		"block_map": (*reader).blockMap, "block_object": (*reader).blockObject,
		"default": (*reader).fallback, "transform": (*reader).transform, "validate": (*reader).validate,
	}
}

func (r *reader) object(body hcl.Body, _ string) hcldec.Spec {
	blocks, _ := r.specs(body, []string{"key"})
	spec := hcldec.Object{}
	for _, b := range blocks {
		name := b.Labels[0]
		if spec[name] != nil {
			r.fail(b.LabelRanges[0], "Duplicate property", "The object already has a property "+strconv.Quote(name)+".")
			continue
		}
		spec[name] = r.spec(b)
	}
	return spec
}

func (r *reader) array(body hcl.Body, _ string) hcldec.Spec {
	blocks, _ := r.specs(body, nil)
	spec := make(hcldec.Tuple, len(blocks))
	for i, b := range blocks {
		spec[i] = r.spec(b)
	}
	return spec
}

// read fills a struct from the arguments of a spec, and reports whether there were no errors.
func (r *reader) read(body hcl.Body, args any) bool {
	diags := decode.Body(body, nil, args)
	r.diags.Add(diags...)
	return !diags.HasErrors()
}

// named returns the name that a spec sets, or that of the property.
func (r *reader) named(body hcl.Body, given *string, implied, argument, what string) string {
	if given != nil {
		implied = *given
	}
	if implied == "" {
		r.fail(body.MissingItemRange(), "Missing "+argument, "The argument \""+argument+"\" is required. It is "+what+".")
	}
	return implied
}

func (r *reader) attr(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Name     *string        `hcl:"name,optional"`
		Type     hcl.Expression `hcl:"type,optional"`
		Required *bool          `hcl:"required,optional"`
	}
	if !r.read(body, &args) {
		return nil
	}
	return &hcldec.Attr{
		Name: r.named(body, args.Name, name, "name", "the name of the argument"), Type: r.typ(args.Type),
		Required: args.Required != nil && *args.Required,
	}
}

// typ reads a type constraint; without one everything is accepted.
func (r *reader) typ(e hcl.Expression) types.Type {
	if v, absent := hcl.ConstantValue(e); absent && v.IsNull() || hcl.ExprKeyword(e) == "null" {
		return types.Dynamic
	}
	x := typeexpr.Reader{Constraints: true, QuotedNames: true, Extended: r.profile != nil && r.profile.NullIsNone}
	t, _, diags := x.Read(e)
	r.diags.Add(diags...)
	return t
}

const typeOfBlock = "the type of the blocks"

func (r *reader) block(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Type     *string  `hcl:"block_type,optional"`
		Required *bool    `hcl:"required,optional"`
		Nested   hcl.Body `hcl:",remain"`
	}
	if !r.read(body, &args) {
		return nil
	}
	return &hcldec.Block{
		Type: r.named(body, args.Type, name, "block_type", typeOfBlock), Nested: r.nested(args.Nested),
		Required: args.Required != nil && *args.Required,
	}
}

func (r *reader) nested(body hcl.Body) hcldec.Spec {
	return r.only(body, "Exactly one spec block is required here, for the content.")
}

func (r *reader) blockAttrs(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Type     *string        `hcl:"block_type,optional"`
		Element  hcl.Expression `hcl:"element_type,required"`
		Required *bool          `hcl:"required,optional"`
	}
	if !r.read(body, &args) {
		return nil
	}
	return &hcldec.BlockAttrs{
		Type: r.named(body, args.Type, name, "block_type", typeOfBlock), ElementType: r.typ(args.Element),
		Required: args.Required != nil && *args.Required,
	}
}

func (r *reader) blockLabel(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Name  *string `hcl:"name,optional"`
		Index int     `hcl:"index,optional"`
	}
	if !r.read(body, &args) {
		return nil
	}
	if args.Index < 0 || args.Index > maxIndex {
		r.fail(body.MissingItemRange(), "Invalid index", "The index of a label is a number from 0 to "+
			strconv.Itoa(maxIndex)+".")
	}
	return &hcldec.BlockLabel{Index: args.Index, Name: r.named(body, args.Name, name, "name", "the name of the label")}
}

// maxIndex limits the index of a label.
const maxIndex = 99

// many are the arguments of specs for any number of blocks.
type many struct {
	Type   *string  `hcl:"block_type,optional"`
	Min    *int     `hcl:"min_items,optional"`
	Max    *int     `hcl:"max_items,optional"`
	Nested hcl.Body `hcl:",remain"`
}

// repeated reads the common arguments of specs for any number of blocks.
func (r *reader) repeated(body hcl.Body, name string) (typ string, nested hcldec.Spec, least, most int, ok bool) {
	var args many
	if !r.read(body, &args) {
		return "", nil, 0, 0, false
	}
	if args.Min != nil {
		least = *args.Min
	}
	if args.Max != nil {
		most = *args.Max
	}
	if least < 0 || most < 0 || most > 0 && most < least {
		r.fail(body.MissingItemRange(), "Invalid number of blocks",
			"The arguments min_items and max_items must not be negative, and max_items must not be less than min_items.")
	}
	return r.named(body, args.Type, name, "block_type", typeOfBlock), r.nested(args.Nested), least, most, true
}

func (r *reader) blockList(body hcl.Body, name string) hcldec.Spec {
	typ, nested, least, most, ok := r.repeated(body, name)
	if !ok {
		return nil
	}
	return &hcldec.BlockList{Type: typ, Nested: nested, MinItems: least, MaxItems: most}
}

func (r *reader) blockTuple(body hcl.Body, name string) hcldec.Spec {
	typ, nested, least, most, ok := r.repeated(body, name)
	if !ok {
		return nil
	}
	return &hcldec.BlockTuple{Type: typ, Nested: nested, MinItems: least, MaxItems: most}
}

func (r *reader) blockSet(body hcl.Body, name string) hcldec.Spec {
	typ, nested, least, most, ok := r.repeated(body, name)
	if !ok {
		return nil
	}
	return &hcldec.BlockSet{Type: typ, Nested: nested, MinItems: least, MaxItems: most}
}

// keyed are the arguments of specs for blocks with labels as keys.
type keyed struct {
	Type   *string  `hcl:"block_type,optional"`
	Labels []string `hcl:"labels"`
	Nested hcl.Body `hcl:",remain"`
}

func (r *reader) keyed(body hcl.Body, name string) (typ string, labels []string, nested hcldec.Spec, ok bool) {
	var args keyed
	if !r.read(body, &args) {
		return "", nil, nil, false
	}
	if len(args.Labels) == 0 {
		r.fail(body.MissingItemRange(), "Missing label", "The argument \"labels\" must contain at least one name.")
	}
	return r.named(body, args.Type, name, "block_type", typeOfBlock), args.Labels, r.nested(args.Nested), true
}

func (r *reader) blockMap(body hcl.Body, name string) hcldec.Spec {
	typ, labels, nested, ok := r.keyed(body, name)
	if !ok {
		return nil
	}
	return &hcldec.BlockMap{Type: typ, LabelNames: labels, Nested: nested}
}

func (r *reader) blockObject(body hcl.Body, name string) hcldec.Spec {
	typ, labels, nested, ok := r.keyed(body, name)
	if !ok {
		return nil
	}
	return &hcldec.BlockObject{Type: typ, LabelNames: labels, Nested: nested}
}

func (r *reader) literal(body hcl.Body, _ string) hcldec.Spec {
	content, diags := body.Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "value", Required: true}}})
	r.diags.Add(diags...)
	a := content.Attributes.Get("value")
	if a == nil {
		return nil
	}
	v, diags := eval.Value(a.Expr, r.ctx)
	r.diags.Add(diags...)
	return &hcldec.Literal{Value: v}
}

// fallback reads default blocks: the first of several specs that is not null.
func (r *reader) fallback(body hcl.Body, name string) hcldec.Spec {
	blocks, failed := r.specs(body, nil)
	if len(blocks) == 0 {
		if !failed {
			r.fail(body.MissingItemRange(), "Missing spec block",
				"At least one spec block is required here. The result is the first value that is not null.")
		}
		return nil
	}
	if len(blocks) == 1 && !failed {
		r.diags.Add(&diag.Diagnostic{Severity: diag.Warning, Code: code.UselessDefault, Summary: "Useless default block",
			Subject: blocks[0].DefRange,
			Detail:  "A default block with only one spec block is the same as that spec."})
	}
	spec := r.inheriting(blocks[0], name)
	for _, b := range blocks[1:] {
		spec = &hcldec.Default{Primary: spec, Default: r.inheriting(b, name)}
	}
	return spec
}

// inheriting reads a spec inside the spec of a property, and passes on the name of the property.
func (r *reader) inheriting(b *hcl.Block, name string) hcldec.Spec {
	if name != "" && len(b.Labels) == 0 {
		with := *b
		with.Labels = []string{name}
		return r.spec(&with)
	}
	return r.spec(b)
}

// wrapped reads the only spec inside a spec that processes its value.
func (r *reader) wrapped(body hcl.Body, name, needed string) hcldec.Spec {
	blocks, failed := r.specs(body, nil)
	if len(blocks) != 1 {
		if !failed {
			r.fail(body.MissingItemRange(), "Invalid number of specs", needed)
		}
		return nothing
	}
	return r.inheriting(blocks[0], name)
}

// nestedVar is the variable for the value of the inner spec in expressions of a specification.
const nestedVar = "nested"

func (r *reader) transform(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Result hcl.Expression `hcl:"result,required"`
		Nested hcl.Body       `hcl:",remain"`
	}
	if !r.read(body, &args) {
		return nil
	}
	return &hcldec.Transform{
		Wrapped: r.wrapped(args.Nested, name, "A transform block needs exactly one spec block, whose value is transformed."),
		Expr:    args.Result, Var: nestedVar, Scope: r.ctx,
	}
}

// validate reads a check of a value, which HashiCorp's hcldec does not have.
func (r *reader) validate(body hcl.Body, name string) hcldec.Spec {
	var args struct {
		Condition hcl.Expression `hcl:"condition,required"`
		Message   hcl.Expression `hcl:"error_message,required"`
		Nested    hcl.Body       `hcl:",remain"`
	}
	if !r.read(body, &args) {
		return nil
	}
	check := condition{expr: args.Condition, message: args.Message, scope: r.ctx}
	return &hcldec.Validate{
		Wrapped: r.wrapped(args.Nested, name, "A validate block needs exactly one spec block, whose value is checked."),
		Func:    check.test,
	}
}

// condition contains the arguments of a validate block.
type condition struct {
	expr, message hcl.Expression
	scope         *hcl.EvalContext
}

func (c condition) test(v value.Value) diag.List {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{nestedVar: v}, Parent: c.scope}
	holds, diags := eval.Value(c.expr, ctx)
	holds, _ = holds.Unmark()
	switch {
	case diags.HasErrors() || holds.IsUnknown():
		return diags
	case !holds.IsBool():
		return append(diags, &diag.Diagnostic{Code: code.InvalidCondition, Summary: "Invalid condition",
			Subject: c.expr.Range(),
			Detail: "The condition of a validate block must be true or false, but this is " +
				types.FriendlyName(holds.Type()) + "."})
	case holds.AsBool():
		return diags
	}
	text, more := eval.Value(c.message, ctx)
	if !text.IsString() {
		text = value.String("The value is not allowed here.")
	}
	return append(append(diags, more...), &diag.Diagnostic{Code: code.InvalidValue, Summary: "Invalid value",
		Detail: text.AsString()})
}
