package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Keys is the set of paths that an object expression would write, as far as the program shows them: the static keys of
// constructors, seen through locals, merge and conditionals.
type Keys struct {
	All  bool  // everything from here on
	Kids []Key // in ascending order; while they are gathered, unordered and with duplicates
}

// Key is a path that begins with a name.
type Key struct {
	Name string
	Keys *Keys
}

func byName(a, b Key) int { return strings.Compare(a.Name, b.Name) }

// Kid returns the keys below a name, or nil.
func (k *Keys) Kid(name string) *Keys {
	if i, ok := slices.BinarySearchFunc(k.Kids, Key{Name: name}, byName); ok {
		return k.Kids[i].Keys
	}
	return nil
}

// everything is the set for expressions without static keys.
var everything = &Keys{All: true}

// finished returns the keys in order, with keys of one name merged.
//
// Keys are gathered in lists and sorted once, because a merge of many constructors would otherwise look for each key in
// those before it.
func (k *Keys) finished() *Keys {
	if k.All {
		return everything
	}
	slices.SortStableFunc(k.Kids, byName)
	kids := k.Kids
	k.Kids = nil
	for ; len(kids) > 0; kids = kids[1:] {
		if n := len(k.Kids); n > 0 && k.Kids[n-1].Name == kids[0].Name {
			first, other := k.Kids[n-1].Keys, kids[0].Keys
			first.All, first.Kids = first.All || other.All, append(first.Kids, other.Kids...)
		} else {
			k.Kids = append(k.Kids, kids[0])
		}
	}
	for i := range k.Kids {
		k.Kids[i].Keys = k.Kids[i].Keys.finished()
	}
	k.Kids = slices.Clip(k.Kids)
	return k
}

// maxKeys limits the work for one body.
const maxKeys = 100_000

// Keys returns the paths that an expression would write.
func (p *Program) Keys(e *Expr) *Keys {
	w := keyWalk{p: p}
	out := &Keys{}
	w.add(out, e, e.Node, nil, 0)
	return out.finished()
}

// Written returns the paths that the status blocks of the program would write, by their nodes in the [Graph].
func (p *Program) Written() map[int]*Keys {
	out := map[int]*Keys{}
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			if body := b.Attr(AttrBody); b.Kind == KindStatus && body != nil {
				out[p.Node(b)] = p.Keys(body)
			}
		}
	}
	return out
}

type keyWalk struct {
	p     *Program
	nodes int
}

// add adds the paths that an expression, followed by steps, would write.
func (w *keyWalk) add(to *Keys, e *Expr, n syntax.Expr, steps value.Path, depth int) {
	if w.nodes++; w.nodes > maxKeys || depth > maxFollow {
		to.All = true
	}
	// Nothing more can be added to everything.
	if to.All {
		return
	}
	switch n := StripParens(n).(type) {
	case *syntax.Conditional:
		w.add(to, e, n.Then, steps, depth+1)
		w.add(to, e, n.Else, steps, depth+1)
		return
	case *syntax.Object:
		w.object(to, e, n, steps, depth)
		return
	case *syntax.Call:
		// The result of these functions has the keys of their arguments.
		if merges := n.Name == "merge" || n.Name == "try" || n.Name == "coalesce"; merges && !n.Expand && len(n.Args) > 0 {
			for _, a := range n.Args {
				w.add(to, e, a, steps, depth+1)
			}
			return
		}
	case *syntax.Traversal:
		path := constantSteps(n.Steps[1:])
		if l := w.p.local(e.File, n); l != nil && len(path) == len(n.Steps)-1 {
			w.add(to, l, l.Node, append(path, steps...), depth+1)
			return
		}
	case *syntax.RelTraversal:
		if path := constantSteps(n.Steps); len(path) == len(n.Steps) {
			w.add(to, e, n.Of, append(path, steps...), depth+1)
			return
		}
	}
	to.All = true // it is data
}

func (w *keyWalk) object(to *Keys, e *Expr, n *syntax.Object, steps value.Path, depth int) {
	if len(steps) > 0 {
		if part := itemOf(n, PathName(steps, 0)); part != nil {
			w.add(to, e, part, steps[1:], depth+1)
		} else {
			to.All = true
		}
		return
	}
	for i := range n.Items {
		name, ok := StaticKey(n.Items[i].Key)
		if !ok {
			to.All = true
			return
		}
		below := &Keys{}
		to.Kids = append(to.Kids, Key{name, below})
		w.add(below, e, n.Items[i].Value, nil, depth+1)
	}
}

// Overlaps reports whether the set may write something at, above or below a path.
//
// If keys are computed, Overlaps returns true and Writes returns false. Callers choose the one whose mistakes drop
// nothing.
func (k *Keys) Overlaps(path value.Path) bool {
	for i := range path {
		if k.All || len(k.Kids) == 0 {
			return true
		}
		if k = k.Kid(PathName(path, i)); k == nil {
			return false
		}
	}
	return true
}

// Writes reports whether the set certainly has a path, or a part of it.
func (k *Keys) Writes(path value.Path) bool {
	for i := range path {
		if k.All || len(k.Kids) == 0 {
			return i > 0
		}
		if k = k.Kid(PathName(path, i)); k == nil {
			return false
		}
	}
	return len(path) > 0
}
