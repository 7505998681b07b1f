package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Explain returns the reason why values of type src do not convert to dst. It identifies the deepest part that does not
// convert; if there are several, it is the first one in the order of elements and of attribute names. It returns nil if
// there is a conversion.
func Explain(src, dst types.Type, p *types.Profile) error {
	if plan(src, dst, p).kind != None {
		return nil
	}
	if p == nil {
		p = types.Standard
	}
	pl := newPlanner(p)
	return pl.blame(src, dst).finish()
}

// maxBlame limits the depth of the search.
const maxBlame = 100

// blame finds the deepest part of a type that prevents its conversion to another type.
func (pl *planner) blame(have, want types.Type) *Error {
	b := blamer{pl: pl}
	return b.blame(have, want)
}

type blamer struct {
	pl    *planner
	depth int
}

func (b *blamer) blame(have, want types.Type) *Error {
	plain := &Error{Want: want, Have: have}
	if b.depth++; b.depth > maxBlame {
		return plain
	}
	switch {
	case isEventual(want):
		return b.blame(types.Await(have, want), want.Elem())
	case want.Kind() == types.KindNamed || have.Kind() == types.KindNamed:
		return b.blame(have.Definition(), want.Definition())
	case want.Kind() == types.KindUnion:
		return b.union(have, want, plain)
	case have.Kind() == types.KindUnion:
		return b.fromUnion(have, want, plain)
	}
	return b.structure(have, want, plain)
}

// union examines the only member of the same kind, if there is exactly one, because that is probably what was meant.
func (b *blamer) union(have, want types.Type, plain *Error) *Error {
	var alike []types.Type
	for _, m := range elems(want) {
		m = m.Definition()
		if familyOf(m) == familyOf(have) && !m.IsPrimitive() && m != types.None {
			alike = append(alike, m)
		}
	}
	if len(alike) == 1 && familyOf(have) != primitives {
		return b.blame(have, alike[0])
	}
	return plain
}

// fromUnion blames the first member that does not convert.
func (b *blamer) fromUnion(have, want types.Type, plain *Error) *Error {
	for _, m := range elems(have) {
		if m != types.None && b.pl.plan(m, want).kind == None {
			return b.blame(m, want)
		}
	}
	return plain
}

func (b *blamer) structure(have, want types.Type, plain *Error) *Error {
	switch want.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return b.collection(have, want, plain)
	case types.KindTuple:
		return b.tuple(have, want, plain)
	case types.KindObject:
		return b.object(have, want, plain)
	}
	return plain
}

func (b *blamer) collection(have, want types.Type, plain *Error) *Error {
	sameFamily := familyOf(have) == familyOf(want) && familyOf(have) != primitives
	switch {
	case !sameFamily:
		return plain
	case have.IsCollection():
		return b.blame(have.Elem(), want.Elem()).at(anyStep)
	}
	for i := range have.Len() {
		m := partType(have, i, b.pl.p)
		if b.pl.plan(m, want.Elem()).kind == None {
			return b.blame(m, want.Elem()).at(partStep(have, i))
		}
	}
	plain.Reason = "all elements must have the same type, but have " + listTypes(elems(have))
	return plain
}

// anyStep is the step to the elements of a collection of which only the type is known.
var anyStep = value.IndexStep(value.Unknown(types.Number))

// partStep is the step to part i of a tuple or object type.
func partStep(t types.Type, i int) value.Step {
	if t.Kind() == types.KindObject {
		return value.AttrStep(t.AttrAt(i).Name)
	}
	return value.IndexStep(value.Int(int64(i)))
}

func (b *blamer) tuple(have, want types.Type, plain *Error) *Error {
	switch {
	case have.Kind() == types.KindTuple && have.Len() != want.Len():
		plain.Reason = "tuple of " + wording.Count(want.Len(), "element") + " required, but have " +
			wording.Count(have.Len(), "element")
		return plain
	case have.Kind() != types.KindTuple && (familyOf(have) != sequences || b.pl.p.NoSequenceToTuple):
		return plain
	}
	for i, m := range elems(want) {
		src := have.Elem()
		if have.Kind() == types.KindTuple {
			src = have.At(i)
		}
		if b.pl.plan(src, m).kind == None {
			return b.blame(src, m).at(partStep(want, i))
		}
	}
	return plain
}

func (b *blamer) object(have, want types.Type, plain *Error) *Error {
	if familyOf(have) != mappings {
		return plain
	}
	for i := range want.Len() {
		a := want.AttrAt(i)
		src := have.Elem()
		if have.Kind() == types.KindObject {
			x, ok := have.Attr(a.Name)
			if !ok && !mayMiss(a, b.pl.p) {
				plain.Reason = "attribute " + strconv.Quote(a.Name) + " is required" + hint(a.Name, have.AttrNames(), want)
				return plain
			} else if !ok {
				continue
			}
			src = read(x, b.pl.p)
		}
		if b.pl.plan(src, read(a, b.pl.p)).kind == None {
			return b.blame(src, read(a, b.pl.p)).at(value.AttrStep(a.Name))
		}
	}
	return plain
}

// hint suggests a present key that is similar to a missing attribute and is not an attribute of the type itself.
func hint(name string, present []string, want types.Type) string {
	var extra []string
	for _, n := range present {
		if _, ok := want.Attr(n); !ok {
			extra = append(extra, n)
		}
	}
	if n := diag.Nearest(name, extra); n != "" {
		return ", but there is only " + strconv.Quote(n)
	}
	return ""
}

// listTypes names several types for a message.
func listTypes(ts []types.Type) string {
	var names []string
	for _, t := range ts {
		if n := types.FriendlyName(t); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) > 4 {
		names = append(names[:3], "others")
	}
	if len(names) == 1 {
		return "differing types of " + names[0]
	}
	return strings.Join(names, " and ")
}
