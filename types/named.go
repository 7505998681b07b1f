package types

import "sync/atomic"

// definition is the definition of a named type. It is set once.
type definition struct {
	typ      atomic.Pointer[Type] // as it was given
	unfolded atomic.Pointer[Type] // as [Type.Definition] returns it, if that is something else
}

// Named returns a new named type, which [Type.Define] defines. A type is recursive if it occurs in its own definition.
// Two calls return different types, even with the same name and definition.
func Named(name string) Type {
	n := &node{kind: KindNamed, name: name, hash: mix(uint64(KindNamed), lastID.Load()+1), def: &definition{}}
	n.gather()
	return Type{n}
}

// Define sets the definition of a named type. Later calls, and calls for other kinds of types, have no effect. Until
// all names in a type are defined, it must only be used to construct other types.
func (t Type) Define(def Type) {
	if t.Kind() == KindNamed {
		t.n.def.typ.CompareAndSwap(nil, &def)
	}
}

// Definition returns the definition of a named type, which is never a named type. It returns Dynamic if the name is not
// defined, or only defined by names that refer to each other. For other kinds it returns t.
//
// If the definition is a union, the names of unions in it are replaced by their members, so that code that walks unions
// and names ends after one step of each. A name that occurs in its own union adds nothing to it. The names of promises
// and outputs, which do not nest, are replaced in the same way.
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
