package types

import "sync/atomic"

// definition is what a named type stands for, once it was set.
type definition struct {
	typ      atomic.Pointer[Type] // as it was given
	unfolded atomic.Pointer[Type] // as [Type.Definition] returns it, if that is something else
}

// Named returns a new named type. It stands for the type that [Type.Define] gives it, in which it may
// itself occur: that is how types are recursive. Two named types are two types, whatever
// they are called and stand for.
func Named(name string) Type {
	n := &node{kind: KindNamed, name: name, hash: mix(uint64(KindNamed), lastID.Load()+1), def: &definition{}}
	n.gather()
	return Type{n}
}

// Define says what a named type stands for. It counts only once; later calls, and calls on other kinds
// of types, change nothing. Types must not be used for more than construction before the names in them are defined.
func (t Type) Define(def Type) {
	if t.Kind() == KindNamed {
		t.n.def.typ.CompareAndSwap(nil, &def)
	}
}

// Definition returns what a named type stands for: never a named type itself. It is Dynamic while
// nobody has said, and for names that only stand for each other. Types of other kinds stand for themselves.
//
// Where it is a union, names in it that stand for unions are replaced by their members, so that a walk through unions
// and names ends after one step of each: a name that comes round again in its own union adds nothing to it. Names for
// eventual types, which do not nest, are treated likewise.
func (t Type) Definition() Type {
	if t.Kind() != KindNamed {
		return t
	}
	def := t.n.def.typ.Load()
	switch {
	case def == nil:
		return Dynamic
	case !isChoice(*def) || !def.HasNamed():
		return *def
	}
	if out := t.n.def.unfolded.Load(); out != nil {
		return *out
	}
	return unfold(t)
}

// Name returns the name of a named or capsule type, and "" for other kinds.
func (t Type) Name() string {
	if t.n == nil {
		return ""
	}
	return t.n.name
}
