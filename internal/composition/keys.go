package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// keySet is the set of paths that an object expression would write, as far as that is plain from the program: the
// static keys of constructors, seen through locals, merge and conditionals (C9).
type keySet struct {
	all  bool // everything from here on
	kids map[string]*keySet
}

// maxKeyDepth bounds how deep objects and chains of locals are followed; what lies deeper counts as computed.
const maxKeyDepth = 64

// maxKeyNodes bounds the work for one body.
const maxKeyNodes = 100_000

// keysOf works out what an expression would write.
func keysOf(e expression) *keySet {
	w := keyWalk{}
	out := &keySet{}
	w.add(out, e.scope, e.node, nil, 0)
	return out
}

type keyWalk struct{ nodes int }

// add adds what an expression, followed by steps, would write.
func (w *keyWalk) add(to *keySet, s *scope, n syntax.Expr, steps value.Path, depth int) {
	if w.nodes++; w.nodes > maxKeyNodes || depth > maxKeyDepth {
		to.all = true
	}
	if to.all {
		return
	}
	switch n := n.(type) {
	case *syntax.Parens:
		w.add(to, s, n.Inner, steps, depth+1)
	case *syntax.TemplateWrap:
		w.add(to, s, n.Inner, steps, depth+1)
	case *syntax.Conditional:
		w.add(to, s, n.Then, steps, depth+1)
		w.add(to, s, n.Else, steps, depth+1)
	case *syntax.Object:
		w.object(to, s, n, steps, depth)
	case *syntax.Call:
		w.call(to, s, n, steps, depth)
	case *syntax.Traversal:
		w.traversal(to, s, n, steps, depth)
	case *syntax.RelTraversal:
		w.relative(to, s, n, steps, depth)
	default:
		to.all = true
	}
}

func (w *keyWalk) relative(to *keySet, s *scope, n *syntax.RelTraversal, steps value.Path, depth int) {
	path := constantSteps(n.Steps)
	if len(path) < len(n.Steps) {
		to.all = true
		return
	}
	w.add(to, s, n.Of, append(path, steps...), depth+1)
}

func (w *keyWalk) object(to *keySet, s *scope, n *syntax.Object, steps value.Path, depth int) {
	if len(steps) > 0 {
		w.selectItem(to, s, n, steps, depth)
		return
	}
	if to.kids == nil {
		to.kids = make(map[string]*keySet, len(n.Items))
	}
	for i := range n.Items {
		name, ok := staticKey(n.Items[i].Key)
		if !ok {
			to.all = true
			return
		}
		kid := to.kids[name]
		if kid == nil {
			kid = &keySet{}
			to.kids[name] = kid
		}
		if !isConstructor(n.Items[i].Value) && !mayBeObject(n.Items[i].Value) {
			kid.all = true
			continue
		}
		w.add(kid, s, n.Items[i].Value, nil, depth+1)
	}
}

// selectItem follows the first step into a constructor.
func (w *keyWalk) selectItem(to *keySet, s *scope, n *syntax.Object, steps value.Path, depth int) {
	want := member(steps, 0)
	for i := range slices.Backward(n.Items) {
		name, ok := staticKey(n.Items[i].Key)
		if !ok {
			break
		}
		if name == want {
			w.add(to, s, n.Items[i].Value, steps[1:], depth+1)
			return
		}
	}
	to.all = true
}

func isConstructor(n syntax.Expr) bool {
	_, ok := n.(*syntax.Object)
	return ok
}

// mayBeObject tells whether following an expression can lead to a constructor.
func mayBeObject(n syntax.Expr) bool {
	switch n.(type) {
	case *syntax.Parens, *syntax.TemplateWrap, *syntax.Conditional, *syntax.Call, *syntax.Traversal, *syntax.RelTraversal:
		return true
	}
	return false
}

// staticKey returns the name that the key of an object item certainly has.
func staticKey(key syntax.Expr) (string, bool) {
	switch k := key.(type) {
	case *syntax.Traversal:
		if len(k.Steps) == 1 {
			return k.Steps[0].Key.AsString(), true
		}
	case *syntax.Literal:
		if k.Value.IsString() {
			return k.Value.AsString(), true
		}
		if k.Value.IsNumber() {
			return k.Value.NumberText(), true
		}
	case *syntax.Template:
		return staticText(k)
	case *syntax.Parens:
		if _, bare := k.Inner.(*syntax.Traversal); !bare {
			return staticKey(k.Inner)
		}
	}
	return "", false
}

// staticText returns the text of a template without interpolations.
func staticText(e syntax.Expr) (string, bool) {
	switch t := e.(type) {
	case *syntax.Literal:
		return t.Value.AsString(), t.Value.IsString()
	case *syntax.Template:
		text := ""
		for _, p := range t.Parts {
			l, ok := p.(*syntax.Literal)
			if !ok {
				return "", false
			}
			text += l.Value.AsString()
		}
		return text, true
	}
	return "", false
}

// call follows the calls whose result is made of the keys of their arguments.
func (w *keyWalk) call(to *keySet, s *scope, n *syntax.Call, steps value.Path, depth int) {
	switch n.Name {
	case "merge", "try", "coalesce":
		if n.Expand || len(n.Args) == 0 {
			break
		}
		for _, a := range n.Args {
			w.add(to, s, a, steps, depth+1)
		}
		return
	}
	to.all = true
}

// traversal follows a local; every other variable is data.
func (w *keyWalk) traversal(to *keySet, s *scope, n *syntax.Traversal, steps value.Path, depth int) {
	l := s.find(n.Steps[0].Key.AsString())
	path := constantSteps(n.Steps[1:])
	if l == nil || l.expr.node == nil || len(path) < len(n.Steps)-1 {
		to.all = true
		return
	}
	w.add(to, l.scope, l.expr.node, append(path, steps...), depth+1)
}

// coreStatus are the members of a composite's status that its programs never keep: Crossplane owns them (C9).
func coreStatus(name string) bool {
	return name == "conditions" || name == "connectionDetails" || name == "claimConditionTypes" || name == "crossplane"
}

// keep adds the observed values below the paths of the set to a tree of values to be kept.
func (k *keySet) keep(to *tree, observed value.Value, top bool) {
	observed, _ = observed.Unmark()
	if !isObject(observed) {
		return
	}
	for i, name := range observed.Names() {
		if top && coreStatus(name) {
			continue
		}
		v := observed.At(i)
		if k.all {
			to.child(name).fill(v)
			continue
		}
		if kid := k.kids[name]; kid != nil {
			kid.keepAt(to, name, v)
		}
	}
}

func (k *keySet) keepAt(to *tree, name string, v value.Value) {
	if !k.all && len(k.kids) > 0 && isObject(unmarked(v)) {
		k.keep(to.child(name), v, false)
		return
	}
	to.child(name).fill(v)
}

// overlaps tells whether the set writes something at, above or below a path.
func (k *keySet) overlaps(path value.Path) bool {
	for i := range path {
		if k.all || len(k.kids) == 0 {
			return true
		}
		kid := k.kids[member(path, i)]
		if kid == nil {
			return false
		}
		k = kid
	}
	return true
}
