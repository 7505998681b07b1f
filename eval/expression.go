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

// Native is implemented by expressions of other syntaxes that can be converted to the native syntax, such as those of
// the JSON syntax.
type Native interface {
	// Native returns the expression in the native syntax, and the file of its positions. It may return another expression
	// for literal-only mode, in which there is no context. Equal calls return the same node.
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

// CompileExpression compiles an expression of any syntax. It ignores the file of the environment.
func CompileExpression(e hcl.Expression, env *Env) (*Program, diag.List) {
	if e == nil {
		return foreignProgram(newCompiler(env).failing(noExpression).code, source.Range{}), diag.List{noExpression}
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
	return foreignProgram(c.failing(d).code, e.Range()), diag.List{d}
}

// compileForeign returns a program for an expression that evaluates itself. The program provides the variables that the
// expression declares.
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
	return foreignProgram(code, e.Range()), c.diags
}

func foreignProgram(code Code, at source.Range) *Program {
	return &Program{code: code, at: at, weight: 10}
}

// Value evaluates an expression in a context. With a nil context (literal-only mode), variables and calls are errors.
// Every evaluation has the default limits; use [ValueOn] for others.
//
// Value may be called by many goroutines for the same expression. Compiled programs are cached while the expression is
// in use.
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

// ValueOn is like [Value] with a thread of the caller, which sets the limits and receives the diagnostics.
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

// noExpression is the diagnostic for a nil expression.
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
	// incomplete: the program reads something that does not exist, and reports it with suggestions. Another context may
	// have it.
	incomplete bool
}

// variable is a variable that an expression reads.
type variable struct {
	name string
	slot int
}

// called is a function that a program calls.
type called struct {
	name string
	decl *function.Decl
}

// contextShape is what a program depends on in a context, apart from variables and functions.
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

// functionsOf returns the tables of a chain of contexts, innermost first. They are not merged, so that an expression
// that is evaluated once does not pay for functions that it does not call.
func functionsOf(ctx *hcl.EvalContext) []function.Table {
	var tables []function.Table
	for c := ctx; c != nil; c = c.Parent {
		if c.Functions != nil {
			tables = append(tables, c.Functions)
		}
	}
	return tables
}

// contextScope looks up the variables of a context for the compiler, and records which ones the program reads.
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
