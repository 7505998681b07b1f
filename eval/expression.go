package eval

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// This file evaluates one expression in one context, for hosts that have maps of variables instead of slots. The
// expression is compiled for the names that it reads, and the program is remembered in the expression itself. It fits
// another context as long as the profile and the functions that it calls are the same there; the values of variables
// are filled in for each evaluation. Most hosts evaluate an expression once, so compiling must cost no more than what
// the expression names: functions are looked up one by one, and frames and threads come from a pool.

// Native is implemented by expressions of other syntaxes that are, at heart, expressions of the native syntax, as
// those of the JSON syntax are.
type Native interface {
	// Native returns the expression in the native syntax, and the text that its positions refer to. In
	// literal-only mode, which evaluation without a context is, it may be another one. Equal calls return the same node.
	Native(literalOnly bool) (*source.File, syntax.Expr)
}

// native returns the native form of an expression.
func native(e hcl.Expression, literalOnly bool) (*source.File, syntax.Expr, bool) {
	switch e := e.(type) {
	case *syntax.Expression:
		return e.File, e.Node, true
	case Native:
		file, node := e.Native(literalOnly)
		return file, node, true
	}
	return nil, nil, false
}

// CompileExpression compiles an expression of any syntax. The file of the environment is not used.
func CompileExpression(e hcl.Expression, env *Env) (*Program, diag.List) {
	if e == nil {
		return foreignProgram(newCompiler(env).failing(noExpression).code), diag.List{noExpression}
	}
	with := *env
	if file, node, ok := native(e, env.Scope == nil && env.Functions == nil); ok {
		with.File = file
		return Compile(node, &with)
	}
	if ev, ok := e.(hcl.Evaluator); ok {
		return compileForeign(e, ev, env)
	}
	d := &diag.Diagnostic{Code: code.ForeignExpression, Summary: "Expression cannot be evaluated", Subject: e.Range(),
		Detail: "The syntax of this expression has no way to evaluate it."}
	c := newCompiler(env)
	return foreignProgram(c.failing(d).code), diag.List{d}
}

// compileForeign makes a program of an expression that evaluates itself: it gets the variables that it says it reads.
func compileForeign(e hcl.Expression, ev hcl.Evaluator, env *Env) (*Program, diag.List) {
	c := newCompiler(env)
	slots := map[string]int{}
	for _, t := range e.Variables() {
		if env.Scope == nil {
			break
		}
		name := t.Root()
		slot, ok := env.Scope.Lookup(name)
		if ok {
			slots[name] = slot
		} else if env.Strict {
			c.Report(c.unknownVariable(name, t.Range()))
		}
	}
	code := func(f *Frame) value.Value {
		ctx := &hcl.EvalContext{Variables: make(map[string]value.Value, len(slots)), Functions: env.Functions,
			Profile: c.profile}
		for name, slot := range slots {
			ctx.Variables[name] = f.Get(slot)
		}
		v, diags := ev.Evaluate(ctx)
		for _, d := range diags {
			f.Thread.Report(d)
		}
		return v
	}
	return foreignProgram(code), c.diags
}

func foreignProgram(code Code) *Program {
	return &Program{code: code, weight: 10}
}

// Value evaluates an expression in a context. The nil context is literal-only mode: variables and calls are errors
// there. Every evaluation has the default limits; see [ValueOn] to choose.
//
// Value may be called from many goroutines for one expression. Compiled programs are remembered for as long as the
// expression is in use.
func Value(e hcl.Expression, ctx *hcl.EvalContext) (value.Value, diag.List) {
	if e == nil {
		return value.DynamicUnknown, diag.List{noExpression}
	}
	file, node, ok := native(e, ctx == nil)
	if !ok {
		var t Thread
		v := foreignValue(e, ctx, &t)
		return v, t.Diags
	}
	u, s := prepare(e, file, node, ctx)
	if s == nil {
		return u.program.val, nil
	}
	v := u.program.Eval(&s.frame)
	diags := s.thread.Diags
	s.done()
	return v, diags
}

// ValueOn is [Value] on a thread that the caller provides, which holds the limits before and the diagnostics after.
func ValueOn(e hcl.Expression, ctx *hcl.EvalContext, t *Thread) value.Value {
	if e == nil {
		t.Report(noExpression)
		return value.DynamicUnknown
	}
	file, node, ok := native(e, ctx == nil)
	if !ok {
		return foreignValue(e, ctx, t)
	}
	u, s := prepare(e, file, node, ctx)
	if s == nil {
		return u.program.val
	}
	s.frame.Thread = t
	v := u.program.Eval(&s.frame)
	s.frame.Thread = &s.thread
	s.done()
	return v
}

func foreignValue(e hcl.Expression, ctx *hcl.EvalContext, t *Thread) value.Value {
	ev, ok := e.(hcl.Evaluator)
	if !ok {
		t.Report(&diag.Diagnostic{Code: code.ForeignExpression, Summary: "Expression cannot be evaluated", Subject: e.Range(),
			Detail: "The syntax of this expression has no way to evaluate it."})
		return value.DynamicUnknown
	}
	v, diags := ev.Evaluate(ctx)
	for _, d := range diags {
		t.Report(d)
	}
	return v
}

// noExpression is what is wrong with an expression that is nil.
var noExpression = &diag.Diagnostic{Code: code.NoExpression, Summary: "No expression",
	Detail: "There is no expression to evaluate. This is a mistake in the program that reads the configuration, not in " +
		"the configuration."}

// unit is an expression compiled for evaluation in contexts.
type unit struct {
	program *Program
	layout  Layout
	vars    []variable
	calls   []called
	shape   contextShape
	// incomplete: the program reads something that is not there, which it reports with suggestions; another context may
	// have it.
	incomplete bool
}

// variable is a variable that an expression reads.
type variable struct {
	name string
	slot int
}

// called is a function that a program was compiled with.
type called struct {
	name string
	decl *function.Decl
}

// contextShape is what a program depends on in a context besides its variables and functions.
type contextShape struct {
	profile     *types.Profile
	literalOnly bool // there is no context at all
	noVariables bool // none may be used
	noFunctions bool
}

func shapeOf(ctx *hcl.EvalContext) contextShape {
	s := contextShape{literalOnly: ctx == nil, noVariables: true, noFunctions: true}
	for c := ctx; c != nil; c = c.Parent {
		if s.profile == nil {
			s.profile = c.Profile
		}
		s.noVariables = s.noVariables && c.Variables == nil
		s.noFunctions = s.noFunctions && c.Functions == nil
	}
	if s.profile == nil {
		s.profile = types.Standard
	}
	return s
}

func lookupVariable(ctx *hcl.EvalContext, name string) (value.Value, bool) {
	for c := ctx; c != nil; c = c.Parent {
		if v, ok := c.Variables[name]; ok {
			return v, true
		}
	}
	return value.Value{}, false
}

func lookupFunction(ctx *hcl.EvalContext, name string) *function.Decl {
	for c := ctx; c != nil; c = c.Parent {
		if d := c.Functions[name]; d != nil {
			return d
		}
	}
	return nil
}

// compileIn compiles an expression for contexts like ctx.
func compileIn(file *source.File, node syntax.Expr, ctx *hcl.EvalContext) *unit {
	u := &unit{shape: shapeOf(ctx)}
	env := &Env{File: file, Profile: u.shape.profile, Layout: &u.layout}
	c := newCompiler(env)
	if !u.shape.noVariables {
		env.Scope = &contextScope{unit: u, ctx: ctx}
	}
	if !u.shape.noFunctions {
		c.functions = functionsOf(ctx)
	}
	u.program = c.program(node)
	u.calls, u.incomplete = c.called, c.undefined
	return u
}

// functionsOf returns the tables of a chain of contexts, the innermost first. They are looked up where they are: an
// expression that is evaluated once must not pay for all functions that it does not call.
func functionsOf(ctx *hcl.EvalContext) []function.Table {
	var tables []function.Table
	for c := ctx; c != nil; c = c.Parent {
		if c.Functions != nil {
			tables = append(tables, c.Functions)
		}
	}
	return tables
}

// contextScope finds the variables of a context for the compiler, and notes which the program reads.
type contextScope struct {
	unit *unit
	ctx  *hcl.EvalContext
}

// Lookup implements Scope.
func (s *contextScope) Lookup(name string) (int, bool) {
	for _, v := range s.unit.vars {
		if v.name == name {
			return v.slot, true
		}
	}
	if _, ok := lookupVariable(s.ctx, name); !ok {
		return 0, false
	}
	slot := s.unit.layout.Slot()
	s.unit.vars = append(s.unit.vars, variable{name, slot})
	return slot, true
}

// Names implements Scope.
func (s *contextScope) Names() []string {
	var names []string
	for c := s.ctx; c != nil; c = c.Parent {
		names = append(names, sortedKeys(c.Variables)...)
	}
	return names
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
