package plane

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	smd "sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
)

// Kinds contains the kinds of objects for planes. Planes can share it, so that a schema is prepared once.
type Kinds struct {
	catalog schema.Catalog

	mu    sync.Mutex
	known map[schema.Name]*kind
}

// NewKinds returns the kinds of a catalog.
func NewKinds(catalog schema.Catalog) *Kinds {
	return &Kinds{catalog: catalog, known: map[schema.Name]*kind{}}
}

// Unchecked returns the names of the kinds that were used and have rules in the Common Expression Language, which are
// not evaluated.
func (k *Kinds) Unchecked() (out []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, found := range k.known {
		if found.rules {
			out = append(out, name.Kind)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// UncheckedNote returns a note that the rules of some kinds are not evaluated, or "" for none.
func UncheckedNote(kinds []string) string {
	if len(kinds) == 0 {
		return ""
	}
	return "rules in the Common Expression Language are not evaluated; the schemas of these kinds have some: " +
		strings.Join(kinds, ", ")
}

// kind is a kind of objects. Without a schema it only determines how objects are merged.
type kind struct {
	*schema.Kind // nil if it has no schema
	merging      typed.ParseableType
	rules        bool // the schema has rules that nobody evaluates here
}

// hasStatus reports whether the status is a subresource. It assumes this for unknown kinds, because it is true for
// almost all kinds.
func (k *kind) hasStatus() bool { return k.Kind == nil || k.HasStatus }

func (k *Kinds) of(n schema.Name) (*kind, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if found := k.known[n]; found != nil {
		return found, nil
	}
	s, err := k.catalog.Lookup(n)
	if err != nil {
		return nil, err
	}
	// Without a schema lists are replaced as a whole and objects merge by field, which is also what an API server does
	// for the unknown part of an object.
	found := &kind{Kind: s, merging: typed.DeducedParseableType}
	if s != nil {
		b := mergeTypes{names: map[*schema.Schema]string{}}
		found.merging = b.parseable(s.Schema())
		found.rules = b.rules
	}
	k.known[n] = found
	return found, nil
}

// mergeTypes describes how values are merged at every place of an object, for structured-merge-diff. Types of values
// and unknown fields are checked with the schema itself.
type mergeTypes struct {
	defs  []smd.TypeDef
	names map[*schema.Schema]string
	rules bool
}

// anything merges objects field by field, and lists as a whole.
const anything = "anything"

func (b *mergeTypes) parseable(root *schema.Schema) typed.ParseableType {
	// A scalar is allowed in every type: whether a value has the right type is judged by the schema itself, with a
	// message for people, and not by an error of the merge.
	scalar, name := smd.Untyped, anything
	b.defs = []smd.TypeDef{{Name: anything, Atom: smd.Atom{
		Scalar: &scalar,
		List:   &smd.List{ElementType: smd.TypeRef{NamedType: &name}, ElementRelationship: smd.Atomic},
		Map:    &smd.Map{ElementType: smd.TypeRef{NamedType: &name}, ElementRelationship: smd.Separable},
	}}}
	ref := b.ref(root)
	return typed.ParseableType{Schema: &smd.Schema{Types: b.defs}, TypeRef: ref}
}

// ref returns the type of a node. Types have names because schemas can contain themselves.
func (b *mergeTypes) ref(s *schema.Schema) smd.TypeRef {
	name := anything
	if s != nil {
		b.rules = b.rules || len(s.Rules) > 0
		if s.Type == schema.Object || s.Type == schema.Array {
			name = b.name(s)
		}
	}
	return smd.TypeRef{NamedType: &name}
}

func (b *mergeTypes) name(s *schema.Schema) string {
	if name, ok := b.names[s]; ok {
		return name
	}
	name := strconv.Itoa(len(b.names))
	b.names[s] = name
	// The entry is made before the parts, with its position rather than a pointer: a schema that contains itself refers
	// to it by name, and the list moves as it grows.
	i := len(b.defs)
	b.defs = append(b.defs, smd.TypeDef{Name: name})
	scalar := smd.Untyped // null, or what the schema refuses
	atom := smd.Atom{Scalar: &scalar}
	if s.Type == schema.Array {
		atom.List = b.list(s)
	} else {
		m := &smd.Map{ElementType: b.ref(s.Additional)}
		if s.MapType == "atomic" {
			m.ElementRelationship = smd.Atomic
		}
		for _, p := range s.Properties {
			m.Fields = append(m.Fields, smd.StructField{Name: p.Name, Type: b.ref(p.Schema), Default: keyDefault(p.Schema)})
		}
		atom.Map = m
	}
	b.defs[i].Atom = atom
	return name
}

// keyDefault returns the default of a field that can be a key of the elements of a list, or nil.
//
// Merging has to know it, because an element that leaves the key out is still the element with the default key. Without
// it, a port that is written with and without its protocol would become two ports.
func keyDefault(s *schema.Schema) any {
	if s == nil || s.Default.IsZero() || s.Default.IsContainer() {
		return nil
	}
	return render.MessageOf(s.Default).AsInterface()
}

func (b *mergeTypes) list(s *schema.Schema) *smd.List {
	l := &smd.List{ElementType: b.ref(s.Items), ElementRelationship: smd.Atomic}
	switch s.ListType {
	case "set":
		l.ElementRelationship = smd.Associative
	case "map":
		l.ElementRelationship, l.Keys = smd.Associative, s.ListMapKeys
	}
	return l
}
