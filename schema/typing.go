package schema

import (
	"sync"

	"github.com/hclx-lang/hclx/types"
)

// typing is held while types are created, because recursive types must be created by one goroutine at a time.
var typing sync.Mutex

const (
	reading = iota
	writing
)

// ReadType returns the type of what a program reads at this place of an object in the cluster. It includes null only if
// the schema is nullable. Fields of objects count as present, because reading an absent field waits. An object with
// fields that are not described is dynamic, and so is a place without a description.
//
// The state of an observed object becomes known later, so callers must wrap its type in an output.
//
// Why absent fields are no nulls here is in docs/decisions.md under "Absent fields in read types".
func (s *Schema) ReadType() types.Type { return s.typeFor(reading) }

// WriteType returns the type of what a program may write at this place. A field that may be absent may also be null,
// which has the same effect, and a field with a default is optional. The type is an output, because values that become
// known later are allowed everywhere.
func (s *Schema) WriteType() types.Type { return types.Output(s.typeFor(writing)) }

func (s *Schema) typeFor(use int) types.Type {
	typing.Lock()
	defer typing.Unlock()
	return s.makeType(use)
}

// makeType creates the type of a node, once. If a node contains itself, its type gets a name.
func (s *Schema) makeType(use int) types.Type {
	k := &s.known[use]
	switch k.state {
	case typeMade:
		return k.typ
	case typeInMaking:
		if s.name == "" {
			return s.optional(s.structure(use)) // a circle goes through a definition, which has a name
		}
		// Only where somebody inside refers to the type does it get a name; a name for each definition would make all
		// types that people see harder to read.
		if k.typ == types.Dynamic {
			k.typ = types.Named(s.name)
		}
		return k.typ
	}
	k.state = typeInMaking
	t := s.optional(s.structure(use))
	// Somebody inside refers to it by name, so the name is what everybody gets from now on; the structure alone would
	// contain itself without end.
	if k.typ != types.Dynamic {
		k.typ.Define(t)
		t = k.typ
	}
	k.state, k.typ = typeMade, t
	return t
}

// knownType is a type of a node, which is created on first use.
type knownType struct {
	state typeState
	typ   types.Type // while it is in making: the name by which something inside refers to it
}

type typeState uint8

const (
	typeInMaking typeState = iota + 1
	typeMade
)

func (s *Schema) optional(t types.Type) types.Type {
	if s.Nullable {
		return types.Optional(t)
	}
	return t
}

func (s *Schema) structure(use int) types.Type {
	switch s.Type {
	case String:
		return types.String
	case Integer:
		return types.Int
	case Number:
		return types.Number
	case Boolean:
		return types.Bool
	case IntOrString:
		return types.Union(types.Int, types.String)
	case Array:
		if s.Items == nil {
			return types.List(types.Dynamic)
		}
		return types.List(s.Items.makeType(use))
	case Object:
		return s.objectType(use)
	}
	if s.Junctors != nil && !s.Preserve {
		return s.choice(use)
	}
	return types.Dynamic
}

// choice returns the type of a node that only consists of alternatives.
//
// One member of which nothing is known makes the whole dynamic: a union without it would refuse values that are right.
func (s *Schema) choice(use int) types.Type {
	for _, list := range [][]*Schema{s.Junctors.OneOf, s.Junctors.AnyOf} {
		var members []types.Type
		for _, m := range list {
			if m.Type == Any {
				return types.Dynamic
			}
			members = append(members, m.makeType(use))
		}
		if len(members) > 0 {
			return types.Union(members...)
		}
	}
	return types.Dynamic
}

// Dynamic for objects with unknown fields is a loss of precision and nothing worse; see "Objects that preserve unknown
// fields" in docs/decisions.md. The schema itself is still consulted by the checker.
func (s *Schema) objectType(use int) types.Type {
	switch {
	case s.Preserve, s.Additional != nil && len(s.Properties) > 0:
		return types.Dynamic
	case s.Additional != nil:
		return types.Map(s.Additional.makeType(use))
	}
	attrs := make([]types.Attr, 0, len(s.Properties))
	for _, p := range s.Properties {
		attrs = append(attrs, types.Attr{Name: p.Name, Type: p.Schema.makeType(use),
			Optional: use == writing && (!p.Required || !p.Schema.Default.IsZero())})
	}
	return types.Object(attrs...)
}
