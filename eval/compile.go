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

// Scope says what root names mean while a program is compiled.
type Scope interface {
	// Lookup returns the slot of a variable.
	Lookup(name string) (slot int, ok bool)
	// Names returns the names of all variables, for suggestions, in a fixed order.
	Names() []string
}

// Env is what expressions are compiled in.
type Env struct {
	// File is the text the expressions stand in.
	File *source.File
	// Profile is the set of rules; nil means types.Standard.
	Profile *types.Profile
	// Scope has the variables; nil means that there are none and that none may be used.
	Scope Scope
	// Variable, if not nil, returns the slot of a variable that no expression around it defines, for hosts that have
	// resolved all names. It stands for Scope.
	Variable func(t *syntax.Traversal) (slot int)
	// Written, if not nil, returns the expression that writes what a variable stands for, and its file; nil if there is
	// none. An error about a place in a text that the variable holds is then shown where the text is written.
	Written func(variable *syntax.Traversal) (*source.File, syntax.Expr)
	// Functions has the functions; nil means that calls are not allowed.
	Functions function.Table
	// Layout hands out slots for the variables of for expressions; nil means one of its own.
	Layout *Layout
	// Calls are calls that the host compiles itself, by name. They go before Functions.
	Calls map[string]CallCompiler
	// Strict makes undefined variables, unknown functions and wrong numbers of arguments diagnostics of the
	// compilation; otherwise they are errors of the evaluation.
	Strict bool
	// Points, if not nil, makes programs count how often their parts are evaluated: the parts are appended to it, and the
	// place of a point is that of its count in [Thread.Counts]. Programs that are compiled without it count nothing, and
	// are not slower for it. Arms that a profile evaluates although they are not chosen are counted with the others, but
	// for those whose condition is unknown.
	Points *[]Point
	// Budget bounds together what compiling takes for all expressions that share it; nil means a budget for each.
	Budget *Budget
}

// Budget counts what the compiler spends on evaluating expressions that depend on nothing, what it keeps of that, and
// how often it looks for the name that was meant. What comes beyond the bounds is evaluated when it is needed, and
// names are not looked for any more. The zero value is ready for use; it belongs to one goroutine.
type Budget struct {
	bytes     int
	steps     int64
	suggested int
}

// Bytes is how many bytes the values take that are kept in place of expressions, besides those that are in proportion
// to their text.
func (f *Budget) Bytes() int { return f.bytes }

// CallCompiler compiles a call that means something to the host only.
type CallCompiler func(c *Compiler, call *syntax.Call) Code

// Compiler compiles the expressions of one program. It belongs to one goroutine.
type Compiler struct {
	env     *Env
	profile *types.Profile
	layout  *Layout
	// functions are the tables of functions, the innermost first; none means that calls are not allowed.
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
	// needs is the innermost level of locals whose variables the expression reads: 0 if it reads something from
	// outside, closed if it reads nothing. Only what does not reach outside its level can be folded.
	needs int
	// loose: after an error the value may nevertheless be known.
	loose bool
	// calls: the expression calls a function of the host, so that running it may cost much.
	calls bool
	// weight is the number of steps that one evaluation counts.
	weight int64
	slot   int // of a plain variable; -1 for everything else
}

// closed is the need of what reads no variable.
const closed = math.MaxInt32

// maxDepth bounds the nesting of an expression that is compiled. Parsers have bounds of their own; this one is for
// chains such as a[0][b][c], which parse without nesting.
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

// function returns the function of a name, or nil.
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

// File returns the text that the expressions stand in.
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
	return node{code: func(*Frame) value.Value { return v }, val: v, constant: true, needs: closed, weight: 1, slot: -1}
}

// failing returns a node that reports d whenever it is evaluated.
func (c *Compiler) failing(d *diag.Diagnostic) node {
	return node{slot: -1, weight: 1, code: func(f *Frame) value.Value {
		f.Thread.Report(d)
		return value.DynamicUnknown
	}}
}

// static reports d as a diagnostic of the compilation where the environment is strict, and returns a node that reports
// it when it is evaluated.
func (c *Compiler) static(d *diag.Diagnostic) node {
	c.undefined = true
	if c.env.Strict {
		c.Report(d)
	}
	return c.failing(d)
}

// over returns a node made of parts: what it needs, whether it calls, and what it weighs. The code is still to be
// given.
func over(parts ...node) node {
	n := node{needs: closed, weight: 1, slot: -1}
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

// bad compiles an expression that could not be parsed; it is unknown. Its diagnostics are those of the parser, but for
// a text that was parsed only for its evaluation: then they belong to that.
func bad(problems diag.List) node {
	return node{slot: -1, weight: 1, code: func(f *Frame) value.Value {
		for _, d := range problems {
			f.Thread.Report(d)
		}
		return value.DynamicUnknown
	}}
}

// The limits of what is evaluated while compiling. What is beyond them is evaluated at run time.
var foldLimits = Limits{Steps: 20_000, Depth: 1, Elements: 5_000, Bytes: 256 << 10}

// How many bytes of values a program keeps in place of expressions: so many for each byte of the expression, and so
// many together beyond that.
const (
	foldedPerByte = 16
	mostFolded    = 1 << 20
	mostFoldSteps = 2_000_000

	bytesPerFoldStep = 16
)

// fold evaluates an expression that depends on nothing. If that gives a diagnostic, or something unknown, the
// expression is left as it is and nothing around it is folded: an error stays an error of the evaluation.
//
// So is an expression whose value is far larger than what is written, once there are many: programs are kept, and would
// be as large as their values.
//
// Folding is by running the code: the compiler has no second definition of any operation. The thread for it has small
// limits, so that constant arithmetic cannot delay compiling, and an expression beyond them is simply left for run time
// ("Evaluation while compiling" in docs/decisions.md).
func (c *Compiler) fold(n node, at source.Span) node {
	// What reads only variables of loops inside of itself depends on nothing. What reads a variable of a loop around it
	// changes with every round.
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

// bind makes a slot for a variable of the current expression. It is given back by [Compiler.unbind].
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

// unbind forgets the locals beyond the first n. Their slots serve later expressions of the same program.
//
// Slots are reused because frames are as large as the layout: a program with a thousand loops one after the other needs
// the slots of one.
func (c *Compiler) unbind(n int) {
	for _, l := range c.locals[n:] {
		c.free = append(c.free, l.slot)
	}
	c.locals = c.locals[:n]
}

// spanOf is the span of a part, which a broken expression can lack.
func spanOf(e syntax.Expr) source.Span {
	if e == nil {
		return source.Span{}
	}
	return e.Span()
}
