package composition

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// userFunction is a function block. A function sees its arguments, its own locals and nothing else.
type userFunction struct {
	name  string
	block *hcl.Block
	scope *scope
	args  []*argument
	body  *attribute
}

// argument is an argument of a function.
type argument struct {
	local    *local
	optional bool
	def      value.Value
	expr     *hcl.Attribute // the default, until it is compiled
}

// declareFunctions makes all functions known, so that calls can be checked wherever they stand.
func (c *compiler) declareFunctions(blocks hcl.Blocks) {
	for _, b := range blocks {
		name := b.Labels[0]
		if !isFunctionName(name) {
			c.error("function-name", b.LabelRanges[0], "Invalid function name", "The name of a function must be made of letters, digits, \"_\" and \"-\", and begin with a letter or \"_\", but this is "+quoted(name)+".")
			continue
		}
		if first := c.functions[name]; first != nil {
			c.add(&diag.Diagnostic{
				Code: "duplicate-function", Summary: "Duplicate function", Subject: b.LabelRanges[0],
				Detail: "There is another function named " + quoted(name) + ". Give one of them another name.",
				Notes:  []diag.Note{{Message: "the first one is here", Range: first.block.LabelRanges[0]}},
			})
			continue
		}
		c.declareFunction(name, b)
	}
	slices.Sort(c.funcNames)
}

// isFunctionName tells whether a name may be given to a function or an argument.
func isFunctionName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

func (c *compiler) declareFunction(name string, b *hcl.Block) {
	f := &userFunction{name: name, block: b}
	f.scope = &scope{layout: eval.NewLayout(), each: -1, req: -1, fn: f}
	f.scope.layout.Slot() // stands for names that do not exist
	c.functions[name] = f
	c.funcNames = append(c.funcNames, name)
	content, _ := b.Body.Content(bodyFormOf(c, b, functionSchema))
	for _, a := range content.Blocks.OfType(blockArg) {
		c.declareArgument(f, a)
	}
}

func bodyFormOf(c *compiler, b *hcl.Block, s *hcl.Schema) *hcl.Schema {
	if attr, blk := c.bodyForms(b); blk && !attr {
		return bodyBlockSchemas[s]
	}
	return s
}

func (c *compiler) declareArgument(f *userFunction, b *hcl.Block) {
	name := b.Labels[0]
	if !isFunctionName(name) {
		c.error("function-name", b.LabelRanges[0], "Invalid argument name", "The name of an argument must be made of letters, digits, \"_\" and \"-\", and begin with a letter or \"_\", but this is "+quoted(name)+".")
		return
	}
	if first := f.scope.locals[name]; first != nil {
		c.add(&diag.Diagnostic{
			Code: "duplicate-argument", Summary: "Duplicate argument", Subject: b.LabelRanges[0],
			Detail: "The function " + quoted(f.name) + " has another argument named " + quoted(name) + ". Give one of them another name.",
			Notes:  []diag.Note{{Message: "the first one is here", Range: first.rng}},
		})
		return
	}
	l := &local{name: name, rng: b.LabelRanges[0]}
	c.declare(f.scope, l)
	content, diags := b.Body.Content(argSchema)
	c.schemaDiags(diags)
	c.description(content, "argument")
	a := &argument{local: l, expr: content.Attributes.Get("default")}
	a.optional = a.expr != nil
	f.args = append(f.args, a)
}

// compileFunctions compiles the bodies, after all functions were declared.
func (c *compiler) compileFunctions() {
	for _, name := range c.funcNames {
		f := c.functions[name]
		content := c.content(f.block, functionSchema)
		c.description(content, "function")
		for _, a := range f.args {
			if a.optional {
				c.compileDefault(f, a)
			}
		}
		c.localsOf(f.scope, content.Blocks)
		f.body = c.body(f.scope, content)
	}
}

func (c *compiler) description(content *hcl.Content, what string) {
	a := content.Attributes.Get("description")
	if a == nil {
		return
	}
	if v, ok := c.constantOf(a); !ok || v.IsKnown() && !v.IsString() {
		c.error("description", a.Expr.Range(), "Invalid description", "The description of a "+what+" is a constant string.")
	}
}

func (c *compiler) compileDefault(f *userFunction, a *argument) {
	v, ok := c.constantOf(a.expr)
	if !ok {
		c.error("argument-default", a.expr.Expr.Range(), "Default is not constant",
			"The default of argument "+quoted(a.local.name)+" of function "+quoted(f.name)+" must be a constant. It may not read variables or invoke functions of the program.")
		return
	}
	a.def = v
}

// constantOf evaluates an attribute that has to be constant. The value is unknown where something else is wrong with it, which has been
// reported: an error in it, or in the syntax of its file.
func (c *compiler) constantOf(a *hcl.Attribute) (value.Value, bool) {
	if c.isBroken(a.NameRange.File) {
		return value.DynamicUnknown, true
	}
	if len(a.Expr.Variables()) > 0 {
		return value.Value{}, false
	}
	e := c.expression(&scope{layout: eval.NewLayout(), each: -1, req: -1}, a.Expr)
	before := len(c.diags)
	v, ok := c.compile(e).Constant()
	if len(c.diags) > before {
		return value.DynamicUnknown, true
	}
	return v, ok && v.IsKnown()
}

// find returns the argument with a name and its place, or nil.
func (f *userFunction) find(name string) (int, *argument) {
	for i, a := range f.args {
		if a.local.name == name {
			return i, a
		}
	}
	return -1, nil
}

func (f *userFunction) argNames() []string {
	names := make([]string, len(f.args))
	for i, a := range f.args {
		names[i] = a.local.name
	}
	return names
}

// apply evaluates the function for arguments; the zero Value stands for one that was not given.
func (f *userFunction) apply(t *eval.Thread, args []value.Value, at source.Range) value.Value {
	if !t.Enter() {
		t.Report(&diag.Diagnostic{
			Code: codeDepth, Summary: "Calls nested too deeply", Subject: at,
			Detail: "Calls may nest " + strconv.Itoa(maxCallDepth) + " deep, and this call of function " + quoted(f.name) + " would be one more. Make sure that every recursion ends, and within this depth.",
		})
		return value.DynamicUnknown
	}
	if f.body == nil || t.Fatal() != nil {
		t.Leave()
		return value.DynamicUnknown // the program was refused, or the evaluation has ended
	}
	frame := eval.NewFrame(f.scope.layout, t)
	for i, a := range f.args {
		v := args[i]
		if v.IsZero() {
			v = a.def
		}
		frame.Set(a.local.slot, v)
	}
	v := f.body.prog.Code()(frame)
	frame.Release()
	t.Leave()
	return v
}
