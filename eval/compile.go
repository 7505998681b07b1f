package eval

import (
	"math"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Scope maps the names of variables to slots while a program is compiled.
type Scope interface {
	// Lookup returns the slot of a variable.
	Lookup(name string) (slot int, ok bool)
	// Names returns the names of all variables, for suggestions, in a fixed order.
	Names() []string
}

// Env is the environment in which expressions are compiled.
type Env struct {
	// File is the file that contains the expressions.
	File *source.File
	// Profile is the set of rules; nil means types.Standard.
	Profile *types.Profile
	// Scope contains the variables; nil means that variables are not allowed.
	Scope Scope
	// Variable, if not nil, is used instead of Scope by hosts that have resolved all names. It returns the slot of a
	// variable that no enclosing expression defines.
	Variable func(t *syntax.Traversal) (slot int)
	// Written, if not nil, returns the expression that defines a variable, and its file, or nil if there is none. Errors
	// about positions in the text of the variable are then reported where the text is written.
	Written func(variable *syntax.Traversal) (*source.File, syntax.Expr)
	// Functions contains the functions; nil means that calls are not allowed.
	Functions function.Table
	// Layout assigns slots to the variables of for expressions; nil means a new one.
	Layout *Layout
	// Calls are calls that the host compiles itself, by name. They take precedence over Functions.
	Calls map[string]CallCompiler
	// Strict reports undefined variables, unknown functions and wrong numbers of arguments when the program is compiled.
	// Otherwise they are reported when it is evaluated.
	Strict bool
	// Points, if not nil, makes programs count how often their parts are evaluated. Compilation appends the parts to it,
	// and a part has the same index in [Thread.Counts]. Programs that are compiled without it have no code for counting.
	// Arms that a profile evaluates although they are not chosen count too, except if the condition is unknown.
	Points *[]Point
	// Budget limits the cost of compiling all expressions that share it; nil means a separate budget for each expression.
	Budget *Budget
}

// Budget counts the work of evaluating constant expressions while compiling, the memory of their values, and the
// searches for similar names. When it is exhausted, expressions are evaluated at run time and similar names are not
// suggested. The zero Budget is ready to use. A Budget must only be used by one goroutine.
type Budget struct {
	bytes     int
	steps     int64
	suggested int
}

// Bytes returns the size of the values that are kept in place of expressions, without the part that is proportional to
// their text.
func (f *Budget) Bytes() int { return f.bytes }

// CallCompiler compiles a call that only the host defines.
type CallCompiler func(c *Compiler, call *syntax.Call) Code

// Compiler compiles the expressions of one program. It must only be used by one goroutine.
type Compiler struct {
	env     *Env
	profile *types.Profile
	layout  *Layout
	// functions are the tables of functions, innermost first; without tables, calls are not allowed.
	functions []function.Table
	diags     diag.List
	locals    []local // variables of the enclosing for expressions and splats, the innermost last
	level     int     // how many of those surround the current expression
	depth     int
	deepest   int
	budget    *Budget
	size      int      // of what was compiled so far
	free      []int    // slots of expressions that are finished, for their siblings
	scratch   *scratch // while an expression is compiled
	reads     []read   // what was compiled so far reads; nil in profiles in which that does not matter
	// What the program depends on besides its variables.
	called    []called
	undefined bool
}

// local is a variable that an expression defines.
type local struct {
	name  string // "" for the item of a splat
	item  *syntax.SplatItem
	slot  int
	level int
}

// An expression is compiled to a closure over the closures of its parts. The alternatives, a tree that is walked and
// byte code, have to look at every node at run time what it is; a closure was chosen for what it is when it was made.
// While compiling, the compiler looks at what it knows of the parts (constants, slots, whether they can fail) and picks
// the cheapest code: operators over two variables look at two words and compute. What is not plain goes to one general
// function for each operator, which alone knows about conversions, nulls, unknown values and marks.
//
// Values travel as results, and diagnostics on the thread, out of band. Code notes how many diagnostics there are
// before it runs its parts, and so finds out with one comparison whether one of them failed. Nothing is paid for errors
// until there is one.
//
// What is true of every closure here: it may run on many goroutines at once, so it changes nothing but the frame and
// the thread that it is given.

// node is a compiled expression and what the compiler knows about it.
type node struct {
	code Code
	// val is the value of a constant.
	val      value.Value
	constant bool
	// needs is the innermost level of locals whose variables the expression reads: 0 if it reads something from outside,
	// closed if it reads nothing. Only an expression that reads nothing outside its level can be folded.
	needs int
	// loose: the value may be known even after an error.
	loose bool
	// calls: the expression calls a function of the host, so evaluating it may be expensive.
	calls bool
	// weight is the number of steps that one evaluation counts.
	weight int64
	slot   int // of a plain variable; noSlot for everything else
}

const noSlot = -1

// closed is the value of needs for expressions that read no variable.
const closed = math.MaxInt32

// maxDepth limits the nesting of an expression that is compiled. Parsers have their own limits; this one is for chains
// such as a[0][b][c], which are parsed without nesting.
const maxDepth = 8000

func newCompiler(env *Env) *Compiler {
	c := &Compiler{env: env, profile: env.Profile, layout: env.Layout, budget: env.Budget}
	if c.budget == nil {
		c.budget = new(Budget)
	}
	if c.profile == nil {
		c.profile = types.Standard
	}
	if c.layout == nil {
		c.layout = NewLayout()
	}
	if !c.profile.ChosenArm && !c.profile.EagerArms {
		c.reads = []read{}
	}
	if env.Functions != nil {
		c.functions = []function.Table{env.Functions}
	}
	return c
}

// function returns the function with a name, or nil.
func (c *Compiler) function(name string) *function.Decl {
	for _, t := range c.functions {
		if d := t[name]; d != nil {
			return d
		}
	}
	return nil
}

// Profile returns the rules that expressions are compiled for.
func (c *Compiler) Profile() *types.Profile { return c.profile }

// File returns the file that contains the expressions.
func (c *Compiler) File() *source.File { return c.env.File }

// Report adds a diagnostic of the compilation.
func (c *Compiler) Report(d *diag.Diagnostic) { c.diags = append(c.diags, d) }

// Range returns the range of a node of the file.
func (c *Compiler) Range(n syntax.Node) source.Range { return c.at(n.Span()) }

func (c *Compiler) at(s source.Span) source.Range { return source.Range{File: c.env.File, Span: s} }

// Compile compiles a part of an expression, such as an argument of a call that the host compiles.
func (c *Compiler) Compile(e syntax.Expr) Code { return c.expr(e).code }

// constantNode returns the node of a known value.
func constantNode(v value.Value) node {
	return node{code: func(*Frame) value.Value { return v }, val: v, constant: true, needs: closed, weight: 1,
		slot: noSlot}
}

// failing returns a node that reports d whenever it is evaluated.
func (c *Compiler) failing(d *diag.Diagnostic) node {
	return node{slot: noSlot, weight: 1, code: func(f *Frame) value.Value {
		f.Thread.Report(d)
		return value.DynamicUnknown
	}}
}

// static reports d while compiling if the environment is strict. It returns a node that reports d when it is evaluated.
func (c *Compiler) static(d *diag.Diagnostic) node {
	c.undefined = true
	if c.env.Strict {
		c.Report(d)
	}
	return c.failing(d)
}

// over returns a node for an expression with parts. It sets needs, calls and weight, but not the code.
func over(parts ...node) node {
	n := node{needs: closed, weight: 1, slot: noSlot}
	for i := range parts {
		n.take(&parts[i])
	}
	return n
}

// take adds a part to a node.
func (n *node) take(part *node) {
	n.needs = min(n.needs, part.needs)
	n.calls = n.calls || part.calls
	n.weight += part.weight
}

// expr compiles an expression.
func (c *Compiler) expr(e syntax.Expr) node {
	if c.depth >= maxDepth {
		return c.static(&diag.Diagnostic{Code: code.Limit, Summary: "Expression nested too deeply", Subject: c.Range(e),
			Detail: "The expression is nested too deeply. Split it, for example with local values."})
	}
	c.depth++
	c.deepest = max(c.deepest, c.depth)
	c.size += sizeOf(e)
	first := c.points()
	n := c.dispatch(e)
	c.folded(&n, first)
	c.depth--
	return n
}

func (c *Compiler) dispatch(e syntax.Expr) node {
	switch e := e.(type) {
	case *syntax.Literal:
		return constantNode(e.Value)
	case *syntax.Parens:
		return c.expr(e.Inner)
	case *syntax.TemplateWrap:
		return c.expr(e.Inner)
	case *syntax.Traversal:
		return c.traversal(e)
	case *syntax.RelTraversal:
		return c.fold(c.relTraversal(e), e.Source)
	case *syntax.Index:
		return c.fold(c.index(e), e.Source)
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Unary:
		return c.fold(c.unary(e), e.Source)
	case *syntax.Conditional:
		return c.fold(c.conditional(e), e.Source)
	case *syntax.Call:
		return c.fold(c.call(e), e.Source)
	case *syntax.Tuple:
		return c.fold(c.tuple(e), e.Source)
	case *syntax.Object:
		return c.fold(c.object(e), e.Source)
	case *syntax.For:
		return c.fold(c.forExpr(e), e.Source)
	case *syntax.Splat:
		return c.fold(c.splat(e), e.Source)
	case *syntax.SplatItem:
		return c.splatItem(e)
	case *syntax.Template:
		return c.fold(c.template(e), e.Source)
	case *syntax.TemplateIf:
		return c.fold(c.templateIf(e), e.Source)
	case *syntax.TemplateFor:
		return c.fold(c.templateFor(e), e.Source)
	case *syntax.Bad:
		return bad(e.Problems)
	}
	return bad(nil)
}

// bad compiles an expression that could not be parsed, as an unknown value. The parser has reported the diagnostics,
// unless the text was parsed only for this evaluation; then the code reports problems.
func bad(problems diag.List) node {
	return node{slot: noSlot, weight: 1, code: func(f *Frame) value.Value {
		for _, d := range problems {
			f.Thread.Report(d)
		}
		return value.DynamicUnknown
	}}
}

// The limits of evaluation while compiling. An expression that exceeds them is evaluated at run time.
var foldLimits = Limits{Steps: 20_000, Depth: 1, Elements: 5_000, Bytes: 256 << 10}

// The memory of values that a program keeps in place of expressions: the bytes for each byte of an expression, and
// additional bytes for all expressions together.
const (
	foldedPerByte = 16
	mostFolded    = 1 << 20
	mostFoldSteps = 2_000_000

	bytesPerFoldStep = 16
)

// fold evaluates an expression that depends on nothing. If this reports a diagnostic or returns something unknown,
// neither the expression nor any expression around it is folded, so that errors are reported at run time.
//
// The number of expressions whose values are much larger than their text is limited, because programs are kept in
// memory with their values.
//
// Folding is by running the code: the compiler has no second definition of any operation. The thread for it has small
// limits, so that constant arithmetic cannot delay compiling, and an expression beyond them is simply left for run time
// ("Evaluation while compiling" in docs/decisions.md).
func (c *Compiler) fold(n node, at source.Span) node {
	// An expression that only reads variables of loops inside it depends on nothing. One that reads a variable of an
	// enclosing loop changes in every round.
	if n.constant || n.needs <= c.level {
		return n
	}
	if c.budget.steps > mostFoldSteps {
		n.needs = 0
		return n
	}
	t := &c.scratch.thread
	v := n.code(c.scratch.foldFrame(c.layout))
	failed := len(t.Diags) > 0 || t.fatal != nil
	c.budget.steps += t.steps + int64(t.bytes/bytesPerFoldStep)
	if more := t.bytes - foldedPerByte*at.Len(); more > 0 && !failed {
		if failed = c.budget.bytes+more > mostFolded; !failed {
			c.budget.bytes += more
		}
	}
	c.size += 2 * t.bytes
	t.reset()
	if failed || !v.IsWhollyKnown() {
		n.needs = 0
		return n
	}
	return constantNode(v)
}

// bind returns a slot for a variable of the current expression. [Compiler.unbind] releases it.
func (c *Compiler) bind(name string, item *syntax.SplatItem) int {
	slot := c.newSlot()
	c.locals = append(c.locals, local{name: name, item: item, slot: slot, level: c.level})
	return slot
}

func (c *Compiler) newSlot() int {
	if n := len(c.free); n > 0 {
		slot := c.free[n-1]
		c.free = c.free[:n-1]
		return slot
	}
	return c.layout.Slot()
}

// unbind removes all but the first n locals. Later expressions of the same program reuse their slots.
//
// Slots are reused because frames are as large as the layout: a program with a thousand loops one after the other needs
// the slots of one.
func (c *Compiler) unbind(n int) {
	for _, l := range c.locals[n:] {
		c.free = append(c.free, l.slot)
	}
	c.locals = c.locals[:n]
}

// spanOf returns the span of a part, which is nil in some broken expressions.
func spanOf(e syntax.Expr) source.Span {
	if e == nil {
		return source.Span{}
	}
	return e.Span()
}
