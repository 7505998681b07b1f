package model

import (
	"slices"
	"sort"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// All names of a file are resolved in one walk over its expressions, and the results are stored in slices by the number
// of a node. All other code uses these results instead of looking names up again, with slightly different rules. Six
// files once did, and mistook a variable of a for expression for a local with the same name.
//
// The walk also records the facts about a reference that are known without evaluation: whether it is certainly
// evaluated, and whether a part of the value is passed on unchanged. The checks need these facts for every reference,
// and finding them later would take another walk for each.

// Reference is a use of a symbol in an expression.
type Reference struct {
	// Node is the variable with the known steps behind it; or the name in a call of invoke, or the key of an argument
	// there.
	Node syntax.Expr
	// Chain is the longest chain of steps that begins with Node: Node itself, or its continuation by computed keys and
	// parentheses.
	Chain  syntax.Expr
	Symbol SymbolID
	// Rest is the number of steps of Node, including the root, that lead to the symbol. The path has the others.
	Rest int32
	// Computed is set if a name is computed, so that the reference is to a member of req as a whole: to some resource.
	Computed bool
	// Certain is set if the node is evaluated whenever the expression is: not in an arm, in a loop, or in an argument
	// of try or can.
	Certain bool
	// Plain is set if the chain is passed on unchanged as a part of the expression's value: no step is taken into it.
	Plain bool
}

// Steps returns the steps of the variable, including the root; nil for the name of a function or an argument.
func (r *Reference) Steps() []syntax.Step {
	if t, ok := r.Node.(*syntax.Traversal); ok {
		return t.Steps
	}
	return nil
}

// Step returns the name of a step, the root being step 0; "" if there is none or it is not a name.
func (r *Reference) Step(i int) string {
	if steps := r.Steps(); i < len(steps) {
		return steps[i].Key.AsString()
	}
	return ""
}

// Name returns the place of the name in the source.
func (r *Reference) Name() source.Span {
	if steps := r.Steps(); r.Rest > 0 {
		return steps[r.Rest-1].Source
	}
	return r.Node.Span()
}

// Member returns the member of req, self or each that a reference reads, even if it names a block; 0 if it reads none.
func (p *Program) Member(e *Expr, ref *Reference) SymbolID {
	s := p.Symbol(e.File, ref.Symbol)
	switch {
	case ref.Symbol > 0 && s.Kind == Member:
		return ref.Symbol
	case ref.Steps() != nil && (s.Kind.IsBlock() || s.Kind == Undeclared && s.Wanted.IsBlock()):
		return member(Req, ref.Step(1))
	}
	return 0
}

// Key returns the computed key right behind the variable, nil if there is none.
func (r *Reference) Key() syntax.Expr {
	for n := r.Chain; n != nil; n, _ = under(n) {
		if x, ok := n.(*syntax.Index); ok && x.Of == r.Node {
			return x.Key
		}
	}
	return nil
}

// under returns the expression that steps are taken from or that is in parentheses; nil for other expressions.
func under(e syntax.Expr) (inner syntax.Expr, steps bool) {
	switch n := e.(type) {
	case *syntax.RelTraversal:
		return n.Of, true
	case *syntax.Index:
		return n.Of, true
	case *syntax.Parens:
		return n.Inner, false
	case *syntax.TemplateWrap:
		return n.Inner, false
	}
	return nil, false
}

// names are the meanings of the names in one file.
type names struct {
	refs  []Reference // by expression, then in the order of the source
	first []int32     // the first reference of an expression; one more at the end
	of    []int32     // by node: the reference of the node plus one, 0 if it has none
	// those that expressions define or that nothing declares; their numbers follow those of the file's locals
	symbols []Symbol
	splats  []Splat
	objects []Object
}

// Splat is a splat of a root variable, as in req[*].composite.
type Splat struct {
	Expr *Expr
	Root SymbolID
	Node *syntax.Splat
}

// Object is an object constructor.
type Object struct {
	Expr *Expr
	Node *syntax.Object
}

// Objects returns the object constructors in a file that have more than one item.
func (p *Program) Objects(f *File) []Object { return p.names[f.Index].objects }

// Refs returns the references of an expression in the order of the source. They must not be changed.
func (p *Program) Refs(e *Expr) []Reference {
	n := p.names[e.File.Index]
	return n.refs[n.first[e.Index]:n.first[e.Index+1]]
}

// RefsIn returns the references in a part of an expression.
//
// References are in the order of the source, so those of a part are neighbours.
func (p *Program) RefsIn(e *Expr, part syntax.Expr) []Reference {
	refs := p.Refs(e)
	if part == e.Node {
		return refs
	}
	at := part.Span()
	lo := sort.Search(len(refs), func(i int) bool { return refs[i].Node.Span().Start >= at.Start })
	refs = refs[lo:]
	return refs[:sort.Search(len(refs), func(i int) bool { return refs[i].Node.Span().End > at.End })]
}

// Ref returns the reference of a node of a file, nil if it has none.
func (p *Program) Ref(f *File, n syntax.Expr) *Reference {
	names := p.names[f.Index]
	if i := names.of[n.Number()]; i > 0 {
		return &names.refs[i-1]
	}
	return nil
}

// RootSplats returns the splats of root variables in a file.
func (p *Program) RootSplats(f *File) []Splat { return p.names[f.Index].splats }

// resolve resolves the names in a file.
func (p *Program) resolve(file int) {
	f := p.Files[file]
	p.Work.Files++
	p.Work.Exprs += len(f.Exprs)
	r := resolver{
		p: p, file: f,
		names: &names{of: make([]int32, f.Nodes+1), first: make([]int32, 0, len(f.Exprs)+1),
			// Three of ten nodes are references in ordinary programs, so the slice is allocated once.
			refs: make([]Reference, 0, f.Nodes*3/10)},
	}
	p.names[file] = r.names
	for _, e := range f.Exprs {
		r.first = append(r.first, int32(len(r.refs)))
		r.expr = e
		r.walk(e.Node, nil, true, true)
	}
	r.first = append(r.first, int32(len(r.refs)))
}

// resolver resolves the names in one file.
type resolver struct {
	p    *Program
	file *File
	*names
	expr      *Expr
	variables []variable // of the surrounding for expressions, the innermost last
	unknown   map[key]SymbolID
}

type variable struct {
	name string
	id   SymbolID
}

// walk visits an expression. chain is the enclosing chain of steps that begins with it, nil if there is none.
//
// chain is passed down from the outermost step, because a node does not know its parent.
func (r *resolver) walk(e syntax.Expr, chain syntax.Expr, certain, plain bool) {
	if chain == nil {
		chain = e
		plain = plain && !stepsInto(e)
	}
	switch n := e.(type) {
	case *syntax.Traversal:
		r.variable(n, chain, certain, plain)
	case *syntax.RelTraversal, *syntax.Index, *syntax.Parens, *syntax.TemplateWrap:
		inner, _ := under(n)
		r.walk(inner, chain, certain, plain)
		if at, ok := n.(*syntax.Index); ok {
			r.walk(at.Key, nil, certain, false)
		}
	case *syntax.Splat:
		before := len(r.refs)
		r.walk(n.Of, nil, certain, false)
		if len(r.refs) > before && r.refs[before].Node == n.Of {
			if ref := &r.refs[before]; ref.Symbol > 0 && r.p.symbols[ref.Symbol].Kind == Root {
				r.splats = append(r.splats, Splat{r.expr, ref.Symbol, n})
			}
		}
		r.walk(n.Each, nil, false, false)
	case *syntax.Call:
		if n.Name == InvokeName && len(n.Args) == 2 {
			r.invoke(n, certain)
			return
		}
		r.parts(n, certain, false)
	case *syntax.For:
		r.walk(n.Collection, nil, certain, false)
		r.within(n.KeyVar, n.KeyVarSpan, n.ValueVar, n.ValueVarSpan, n.Key, n.Value, n.Cond)
	case *syntax.TemplateFor:
		r.walk(n.Collection, nil, certain, false)
		r.within(n.KeyVar, n.KeyVarSpan, n.ValueVar, n.ValueVarSpan, n.Body)
	case *syntax.Tuple:
		r.parts(n, certain, plain)
	case *syntax.Object:
		r.object(n)
		r.parts(n, certain, plain)
	default:
		r.parts(e, certain, false)
	}
}

func (r *resolver) parts(e syntax.Expr, certain, plain bool) {
	Parts(e, func(part syntax.Expr, sure bool) { r.walk(part, nil, certain && sure, plain) })
}

func (r *resolver) object(n *syntax.Object) {
	if len(n.Items) > 1 {
		r.objects = append(r.objects, Object{r.expr, n})
	}
}

// stepsInto reports whether an expression takes a step into something that is not a variable.
func stepsInto(e syntax.Expr) bool {
	steps := false
	for inner, step := under(e); inner != nil; inner, step = under(e) {
		e, steps = inner, steps || step
	}
	_, variable := e.(*syntax.Traversal)
	return steps && !variable
}

// within visits the parts of a loop, in which its variables exist.
func (r *resolver) within(key string, keyAt source.Span, val string, valAt source.Span, parts ...syntax.Expr) {
	depth := len(r.variables)
	r.bind(key, keyAt)
	r.bind(val, valAt)
	for _, part := range parts {
		if part != nil {
			r.walk(part, nil, false, false)
		}
	}
	r.variables = r.variables[:depth]
}

func (r *resolver) bind(name string, at source.Span) {
	if name != "" {
		id := r.symbol(Symbol{Kind: Variable, Name: name, Definition: Definition{File: r.file, Name: at}})
		r.variables = append(r.variables, variable{name, id})
	}
}

// symbol adds a symbol of the file.
func (r *resolver) symbol(s Symbol) SymbolID {
	r.symbols = append(r.symbols, s)
	return SymbolID(-len(r.file.locals) - len(r.symbols))
}

// undeclared returns the symbol of an undeclared name.
func (r *resolver) undeclared(wanted SymbolKind, owner, name string) SymbolID {
	k := key{wanted, owner, name}
	if id := r.unknown[k]; id != 0 {
		return id
	}
	if r.unknown == nil {
		r.unknown = map[key]SymbolID{}
	}
	id := r.symbol(Symbol{Kind: Undeclared, Name: name, Owner: owner, Wanted: wanted})
	r.unknown[k] = id
	return id
}

func (r *resolver) add(ref Reference) {
	r.refs = append(r.refs, ref)
	r.of[ref.Node.Number()] = int32(len(r.refs))
}

// variable adds the reference of a variable with its steps.
func (r *resolver) variable(n *syntax.Traversal, chain syntax.Expr, certain, plain bool) {
	ref := Reference{Node: n, Chain: chain, Rest: 1, Certain: certain, Plain: plain}
	name := n.Steps[0].Key.AsString()
	for i := len(r.variables) - 1; i >= 0; i-- {
		if r.variables[i].name == name {
			ref.Symbol = r.variables[i].id
			r.add(ref)
			return
		}
	}
	switch ref.Symbol = r.p.lookup(r.expr.Scope, name); ref.Symbol {
	case 0:
		wanted := Local
		if IsReserved(name) {
			wanted = Root
		}
		ref.Symbol = r.undeclared(wanted, "", name)
	case Req, SelfVar, EachVar:
		r.memberOf(&ref, n.Steps)
	}
	r.add(ref)
}

// memberOf resolves the step behind a root variable, and the next one if it names a block.
func (r *resolver) memberOf(ref *Reference, steps []syntax.Step) {
	root := ref.Symbol
	if len(steps) < 2 {
		ref.Computed = ref.Chain != ref.Node
		return
	}
	if steps[1].Kind == syntax.StepSplat || steps[1].Kind == syntax.StepIndex && steps[1].Key.Kind() != types.KindString {
		return
	}
	name := steps[1].Key.AsString()
	id := member(root, name)
	if self, _ := r.expr.Scope.SelfHere(); root == SelfVar && !slices.Contains(self.Members(), name) {
		id = 0
	}
	if id == 0 {
		ref.Symbol, ref.Rest = r.undeclared(Member, predeclared[root].Name, name), 2
		return
	}
	ref.Symbol, ref.Rest = id, 2
	kind, ok := reads[id]
	switch {
	case !ok || len(steps) == 2 && ref.Chain == ref.Node:
	case len(steps) == 2:
		ref.Computed = true
	case steps[2].Kind == syntax.StepAttr || steps[2].Key.Kind() == types.KindString:
		name := steps[2].Key.AsString()
		if ref.Symbol = r.p.declared[key{kind: kind, name: name}]; ref.Symbol == 0 {
			ref.Symbol = r.undeclared(kind, "", name)
		}
		ref.Rest = 3
	}
}

// invoke adds references to the function that a call names, and to its arguments.
func (r *resolver) invoke(call *syntax.Call, certain bool) {
	function, ok := StaticText(call.Args[0])
	if ok {
		id := r.p.declared[key{kind: Function, name: function}]
		if id == 0 {
			id = r.undeclared(Function, "", function)
		}
		r.add(Reference{Node: call.Args[0], Chain: call.Args[0], Symbol: id, Certain: certain})
	} else {
		r.walk(call.Args[0], nil, certain, false)
	}
	obj, isObject := call.Args[1].(*syntax.Object)
	if !ok || !isObject {
		r.walk(call.Args[1], nil, certain, false)
		return
	}
	r.object(obj)
	for i := range obj.Items {
		it := &obj.Items[i]
		if name, static := StaticKey(it.Key); static {
			id := r.p.argument(function, name)
			if id == 0 {
				id = r.undeclared(Argument, function, name)
			}
			r.add(Reference{Node: it.Key, Chain: it.Key, Symbol: id, Certain: certain})
		} else {
			r.walk(it.Key, nil, certain, false)
		}
		r.walk(it.Value, nil, certain, false)
	}
}
