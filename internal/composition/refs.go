package composition

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// refs are the variables that an expression reads itself.
type refs struct {
	reads  []read
	locals []localRef
}

// read is a traversal of req, self or each.
type read struct {
	root  string
	steps []syntax.Step // the root included
	rng   source.Range
	scope *scope

	traversal *syntax.Traversal
	key       namePattern // of a key behind it that is computed
}

// member returns the name of a step, the root being step 0; "" if there is none or it is no name.
func (rd *read) member(i int) string {
	if i >= len(rd.steps) {
		return ""
	}
	return rd.steps[i].Key.AsString()
}

// path returns the way from the root.
func (rd *read) path() value.Path {
	path := make(value.Path, 1, len(rd.steps))
	path[0] = value.AttrStep(rd.root)
	return append(path, constantSteps(rd.steps[1:])...)
}

// localRef is a use of a local.
type localRef struct {
	local  *local
	rng    source.Range
	status bool // it reads a status in the local
}

// member returns the name of step i of a path, "" if there is none or it is no name.
func member(p value.Path, i int) string {
	if i >= len(p) {
		return ""
	}
	if p[i].IsAttr() {
		return p[i].Name
	}
	return p[i].Key.AsString()
}

// reqMembers are the members of req.
var reqMembers = []string{
	"composite", "composite_connection", "connection", "connections", "context", "extra_resources", "resource", "resources",
}

var eachMembers = []string{"key", "value"}

// references finds and checks what an expression reads.
func (c *compiler) references(e expression) *refs {
	out := &refs{}
	for _, t := range syntax.Variables(e.node) {
		c.reference(out, e, t)
	}
	computedKeys(e, out.reads)
	c.splatMembers(e, out.reads)
	return out
}

func (c *compiler) reference(out *refs, e expression, t *syntax.Traversal) {
	name := t.Steps[0].Key.AsString()
	if l := e.scope.find(name); l != nil {
		l.used = true
		out.locals = append(out.locals, localRef{local: l, rng: e.at(t), status: slices.ContainsFunc(t.Steps, isStatus)})
		return
	}
	rd := read{root: name, steps: t.Steps, rng: e.at(t), scope: e.scope, traversal: t}
	if c.checkRoot(e, t, rd) {
		out.reads = append(out.reads, rd)
	}
}

// constantSteps returns the steps of a traversal as a path, up to a splat.
func constantSteps(steps []syntax.Step) value.Path {
	path := make(value.Path, 0, len(steps))
	for _, s := range steps {
		switch s.Kind {
		case syntax.StepAttr:
			path = append(path, value.AttrStep(s.Key.AsString()))
		case syntax.StepIndex:
			path = append(path, value.IndexStep(s.Key))
		default:
			return path
		}
	}
	return path
}

// checkRoot reports a root variable that does not exist in this place, or a member that it cannot have.
func (c *compiler) checkRoot(e expression, t *syntax.Traversal, rd read) bool {
	root := e.at(syntaxStep{t.Steps[0]})
	switch rd.root {
	case rootReq:
		if e.scope.reqHere() < 0 {
			c.outsideFunction(e, root, rd.root)
			return false
		}
		return c.checkMember(e, t, reqMembers)
	case rootSelf:
		v := e.scope.selfHere()
		if v == nil {
			c.misplaced(e, root, rd.root, "\"self\" exists in resource and resources blocks, and in the blocks inside them.")
			return false
		}
		return c.checkMember(e, t, v.members)
	case rootEach:
		if e.scope.eachHere() < 0 {
			c.misplaced(e, root, rd.root, "\"each\" exists in the name argument and in the template block of a resources block.")
			return false
		}
		return c.checkMember(e, t, eachMembers)
	}
	c.unknownLocal(e, root, rd.root)
	return false
}

// syntaxStep makes a step a node.
type syntaxStep struct{ syntax.Step }

// Span implements syntax.Node.
func (s syntaxStep) Span() source.Span { return s.Source }

func (c *compiler) misplaced(e expression, at source.Range, root, detail string) {
	if e.scope.function() != nil {
		c.outsideFunction(e, at, root)
		return
	}
	c.cascade("misplaced-variable", at, "Variable not available here", detail)
}

func (c *compiler) outsideFunction(e expression, at source.Range, root string) {
	c.error("function-state", at, "Function reads outside state", "The function "+quoted(e.scope.function().name)+" reads \""+root+
		"\", but functions see only their arguments and their own locals. Pass what is needed as an argument.")
}

func (c *compiler) unknownLocal(e expression, at source.Range, name string) {
	detail := "There is no local or variable named " + quoted(name) + " here"
	if f := e.scope.function(); f != nil {
		detail = "The function " + quoted(f.name) + " has no argument or local named " + quoted(name)
	}
	detail += "." + c.suggest(name, e.scope.Names)
	if slices.Contains([]string{"local", "var", "data", "module"}, name) {
		detail += " Locals are written without a prefix: write x for a local named x."
	}
	if !c.mayDefine(name) {
		report := c.error
		if e.scope.function() != nil {
			report = c.cascade // the arguments may be in what was not understood
		}
		report("unknown-local", at, "Unknown local", detail)
	}
}

// checkMember checks the step behind a root variable.
func (c *compiler) checkMember(e expression, t *syntax.Traversal, members []string) bool {
	if len(t.Steps) < 2 {
		return true
	}
	step, root := t.Steps[1], t.Steps[0].Key.AsString()
	at := e.at(syntaxStep{step})
	if step.Kind == syntax.StepIndex && step.Key.Kind() != types.KindString {
		c.error("unknown-member", at, "Invalid index", "\""+root+"\" is an object; its members are "+quotedList(members)+".")
		return false
	}
	if step.Kind == syntax.StepSplat {
		return true
	}
	return c.isMember(at, root, step.Key.AsString(), members)
}

// isMember tells whether a root variable has a member, and reports if not.
func (c *compiler) isMember(at source.Range, root, name string, members []string) bool {
	if slices.Contains(members, name) {
		return true
	}
	hint := diag.DidYouMean(name, members)
	if hint == "" {
		hint = " Its members here are " + quotedList(members) + "."
	}
	c.error("unknown-member", at, "Unknown member", "\""+root+"\" has no member named "+quoted(name)+" here."+hint)
	return false
}

// splatMembers checks the members that are read through a splat of a root variable, as in req[*].composite.
func (c *compiler) splatMembers(e expression, reads []read) {
	var bare map[syntax.Expr]*read
	for i := range reads {
		if len(reads[i].steps) == 1 {
			if bare == nil {
				bare = map[syntax.Expr]*read{}
			}
			bare[reads[i].traversal] = &reads[i]
		}
	}
	if len(bare) == 0 {
		return
	}
	var walk func(n syntax.Expr)
	walk = func(n syntax.Expr) {
		if s, ok := n.(*syntax.Splat); ok && bare[s.Of] != nil {
			c.splatMember(e, bare[s.Of], s)
		}
		children(n, func(part syntax.Expr, _ bool) { walk(part) })
	}
	walk(e.node)
}

func (c *compiler) splatMember(e expression, rd *read, s *syntax.Splat) {
	each, ok := s.Each.(*syntax.RelTraversal)
	if !ok || each.Of != syntax.Expr(s.Item) || each.Steps[0].Kind != syntax.StepAttr {
		return
	}
	members := reqMembers
	switch rd.root {
	case rootSelf:
		members = e.scope.selfHere().members
	case rootEach:
		members = eachMembers
	}
	c.isMember(e.at(syntaxStep{each.Steps[0]}), rd.root, each.Steps[0].Key.AsString(), members)
}

// quotedList prints names as "a", "b" and "c".
func quotedList(names []string) string { return joinNames(names, " and ") }

// fewNames is quotedList for names of which there may be many.
func fewNames(names []string) string {
	if len(names) <= maxBrief {
		return quotedList(names)
	}
	return joinNames(names[:maxBrief], ", ") + " and " + strconv.Itoa(len(names)-maxBrief) + " more"
}

// oneOf prints names as "a", "b" or "c".
func oneOf(names []string) string { return joinNames(names, " or ") }

func joinNames(names []string, last string) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(last)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(quoted(n))
	}
	return b.String()
}

// chain is the way by which a read is reached: the locals from the last one on, each with the one before it. nil is the empty chain.
type chain struct {
	ref    localRef
	before *chain
}

// list returns the locals of a chain in the order of the way.
func (c *chain) list() []localRef {
	var out []localRef
	for ; c != nil; c = c.before {
		out = append(out, c.ref)
	}
	slices.Reverse(out)
	return out
}

// each calls visit for everything that the refs read, through locals, each local once.
func (r *refs) each(visit func(rd *read, way *chain)) {
	seen := map[*local]bool{}
	var walk func(r *refs, way *chain)
	walk = func(r *refs, way *chain) {
		for i := range r.reads {
			visit(&r.reads[i], way)
		}
		for _, l := range r.locals {
			if !seen[l.local] && l.local.refs != nil {
				seen[l.local] = true
				walk(l.local.refs, &chain{l, way})
			}
		}
	}
	walk(r, nil)
}
