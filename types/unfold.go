package types

// Unions, promises, outputs and names can be nested in each other without a value in between, and names can lead back
// to where one came from: t = union(t, string). To know what such a type consists of, all alternatives are gathered,
// visiting each name once. A name in its own union adds nothing ("Names inside their own union" in docs/decisions.md).

// isChoice reports whether t is of a kind that can contain itself without a value in between: a name, a union, a
// promise or an output.
func isChoice(t Type) bool {
	switch t.Kind() {
	case KindNamed, KindUnion, KindPromise, KindOutput:
		return true
	}
	return false
}

// unfold computes the definition of a name of a choice, and caches it if all names in it are defined.
func unfold(name Type) Type {
	u := unfolder{}
	u.visit(name)
	out := Dynamic
	if len(u.found) > 0 {
		out = Union(u.found...)
	}
	if out.Kind() == KindNamed {
		out = *out.n.def.typ.Load()
	}
	if !u.undefined {
		name.n.def.unfolded.Store(&out)
	}
	return out
}

// unfolder collects the alternatives of a choice. It visits each name once.
type unfolder struct {
	resolve   bool // promises and outputs are looked through
	seen      map[Type]bool
	found     []Type
	output    bool // an output was looked through
	undefined bool // a name has no definition
}

func (u *unfolder) visit(t Type) {
	switch t.Kind() {
	case KindNamed:
		u.name(t)
	case KindUnion:
		for _, m := range t.n.elems {
			u.visit(m)
		}
	case KindPromise, KindOutput:
		u.eventual(t)
	default:
		u.found = append(u.found, t)
	}
}

// name keeps names of types that are not choices, so that messages show them.
func (u *unfolder) name(t Type) {
	if u.seen[t] {
		return
	}
	if u.seen == nil {
		u.seen = map[Type]bool{}
	}
	u.seen[t] = true
	def := t.n.def.typ.Load()
	switch {
	case def == nil:
		u.undefined = true
		u.found = append(u.found, Dynamic)
	case isChoice(*def):
		u.visit(*def)
	default:
		u.found = append(u.found, t)
	}
}

// eventual resolves promises and outputs inside t, even inside names, because they do not nest.
func (u *unfolder) eventual(t Type) {
	if u.resolve {
		u.output = u.output || t.Kind() == KindOutput
		u.visit(t.n.elem)
		return
	}
	inner := unfolder{resolve: true}
	inner.visit(t.n.elem)
	u.undefined = u.undefined || inner.undefined
	if len(inner.found) == 0 {
		return
	}
	wrap := Promise
	if t.Kind() == KindOutput || inner.output {
		wrap = Output
	}
	u.found = append(u.found, wrap(Union(inner.found...)))
}
