package schema

import (
	"sync"

	"github.com/hclx-lang/hclx/types"
)

// typing is held while types are made: types that contain themselves need one maker at a time.
var typing sync.Mutex

const (
	reading = iota
	writing
)

// ReadType returns the type that a program sees when it reads this place of an object that the cluster has. Null is
// part of it only where the schema says nullable. Fields of objects count as present: absence waits. An object with
// fields of which nothing is known is dynamic, and so is a place of which nothing is known.
//
// The state of an observed object is there later: whoever reads such a state wraps the type in an output.
func (s *Schema) ReadType() types.Type { return s.typeFor(reading) }

// WriteType returns the type of what a program may write at this place. A field that may be absent may also be null,
// which is as good as leaving it out; one with a default is optional. Eventual values are welcome everywhere, which the
// type says as an output of the whole.
func (s *Schema) WriteType() types.Type { return types.Output(s.typeFor(writing)) }

func (s *Schema) typeFor(use int) types.Type {
	typing.Lock()
	defer typing.Unlock()
	return s.makeType(use)
}

// makeType makes the type of a node, once. Where a node turns out to contain itself, its type gets a name.
func (s *Schema) makeType(use int) types.Type {
	k := &s.known[use]
	switch k.state {
	case typeMade:
		return k.typ
	case typeInMaking:
		if s.name == "" {
			return s.optional(s.structure(use)) // a circle goes through a definition, which has a name
		}
		if k.typ == types.Dynamic {
			k.typ = types.Named(s.name)
		}
		return k.typ
	}
	k.state = typeInMaking
	t := s.optional(s.structure(use))
	if k.typ != types.Dynamic {
		k.typ.Define(t)
		t = k.typ
	}
	k.state, k.typ = typeMade, t
	return t
}

// knownType is a type of a node, which is made when it is first asked for.
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

// choice is the type of a node that only says which of several it is.
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
			Optional: use == writing && p.MayBeAbsent() || use == writing && !p.Schema.Default.IsZero()})
	}
	return types.Object(attrs...)
}
