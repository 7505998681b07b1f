package run

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

// Many blocks may write to one object, such as the status. Values are immutable, so merging them one by one would copy
// the object for every block. The tree splits an object only where a second block writes into it; everything else stays
// an unchanged value, which the encoder may be able to copy.

// tree is an object under construction, with parts from many blocks. The zero tree is an empty place.
type tree struct {
	val  value.Value // the value here; an object is only split when another block writes to it
	kids map[string]*tree
	from source.Range // the block that wrote it; zero for observed values and those of earlier steps
	// secret is set if the names of the parts may have been computed from sensitive values.
	secret bool
}

// clash is a place where two blocks write different values.
type clash struct {
	path          value.Path
	first, second source.Range
	kinds         [2]string // of the values, if they are of different kinds; empty otherwise
}

func (t *tree) isEmpty() bool { return t.val.IsZero() && t.kids == nil }

// child returns the part with a name, and adds it if necessary. The tree becomes an object.
func (t *tree) child(name string) *tree {
	t.expand()
	kid := t.kids[name]
	if kid == nil {
		kid = &tree{}
		t.kids[name] = kid
	}
	return kid
}

// expand splits an object into its parts.
func (t *tree) expand() {
	if t.kids != nil {
		return
	}
	v, marks := t.val.Unmark()
	t.secret = t.secret || marks.Has(value.Sensitive)
	t.kids = make(map[string]*tree, v.Len()+1)
	if contract.IsObject(v) {
		for i, name := range v.Names() {
			t.kids[name] = &tree{val: v.At(i).WithMarks(marks), from: t.from}
		}
	}
	t.val = value.Value{}
}

func (t *tree) isObject() bool { return t.kids != nil || contract.IsObject(unmarked(t.val)) }

// unify adds a value from a block. Objects are merged; leaves, lists and nulls must be equal.
func (t *tree) unify(v value.Value, from source.Range) *clash {
	if t.isEmpty() {
		t.val, t.from = v, from
		return nil
	}
	u, marks := v.Unmark()
	if t.isObject() && contract.IsObject(u) {
		t.expand()
		t.secret = t.secret || marks.Has(value.Sensitive)
		for i, name := range u.Names() {
			if c := t.child(name).unify(u.At(i).WithMarks(marks), from); c != nil {
				c.path = append(value.Path{keyStep(name, t.secret)}, c.path...)
				return c
			}
		}
		return nil
	}
	if !t.isObject() && sameData(t.val, v) {
		return nil
	}
	c := &clash{first: t.origin(), second: from}
	if a, b := t.kindName(), wording.Kind(u); a != b {
		c.kinds = [2]string{a, b}
	}
	return c
}

// keyStep returns a step to a name, which is model.Hidden if it may be a secret.
func keyStep(name string, secret bool) value.Step {
	if secret {
		return model.Hidden
	}
	return value.AttrStep(name)
}

// origin returns a block that wrote something here.
func (t *tree) origin() source.Range {
	if t.kids == nil || !t.from.IsZero() {
		return t.from
	}
	var best source.Range
	// The order of a map is random, so the first place in the source is chosen.
	for _, kid := range t.kids {
		if r := kid.origin(); !r.IsZero() && (best.IsZero() || r.Compare(best) < 0) {
			best = r
		}
	}
	return best
}

func (t *tree) kindName() string {
	if t.kids != nil {
		return wording.Kind(host.EmptyObject)
	}
	return wording.Kind(t.val)
}

// fill adds a value at all empty places. Existing values win; objects are merged.
func (t *tree) fill(v value.Value) {
	if t.isEmpty() {
		t.val = v
		return
	}
	u, marks := v.Unmark()
	if !contract.IsObject(u) || !t.isObject() || u.Len() == 0 {
		return
	}
	for i, name := range u.Names() {
		t.child(name).fill(u.At(i).WithMarks(marks))
	}
}

// filled returns the object with other values at all empty places, earlier ones first. The tree does not change.
//
// The tree must not change, because it has the values of the program itself. When an observed status was once merged
// into it, the answer desired that status afterwards.
func (t *tree) filled(others ...value.Value) value.Value {
	out := tree{val: t.value()}
	for _, v := range others {
		out.fill(v)
	}
	return out.value()
}

// value returns the finished object or leaf.
func (t *tree) value() value.Value {
	if t.kids == nil {
		return t.val
	}
	names := slices.AppendSeq(make([]string, 0, len(t.kids)), maps.Keys(t.kids))
	slices.Sort(names)
	vals := make([]value.Value, len(names))
	for i, name := range names {
		vals[i] = t.kids[name].value()
	}
	out := host.ObjectOf(host.NewShape(names), vals)
	if t.secret {
		return out.Mark(value.Sensitive)
	}
	return out
}

// at returns the unmarked part of an object at a path of names, the zero Value if there is none.
func at(v value.Value, names ...string) value.Value {
	for _, name := range names {
		v, _ = v.Attr(name)
	}
	return unmarked(v)
}

func unmarked(v value.Value) value.Value {
	u, _ := v.Unmark()
	return u
}

// sameData reports whether two values are the same data when written out, where lists, sets and tuples are all lists.
func sameData(a, b value.Value) bool {
	a, b = unmarked(a), unmarked(b)
	if a.IsContainer() != b.IsContainer() {
		return false
	}
	if !a.IsContainer() {
		return calc.Equal(a, b, types.Extended).AsBool()
	}
	if contract.IsObject(a) != contract.IsObject(b) || a.Len() != b.Len() ||
		contract.IsObject(a) && !slices.Equal(a.Names(), b.Names()) {
		return false
	}
	bs := b.Elems()
	for i, x := range a.Elems() {
		if !sameData(x, bs[i]) {
			return false
		}
	}
	return true
}
