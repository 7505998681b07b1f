package value

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/types"
)

// Elements of sets have an order that programs can see, for example through setproduct, so it has to be that of go-cty,
// which sorts by a textual key (see "Order of set elements" in docs/decisions.md). Keys are not written: that would
// take memory for every comparison. Two values are walked at the same time, and what their keys would contain is
// compared token by token. Keys are not injective: numbers have ten digits in them, and objects no names. What they
// leave undecided is decided by the values themselves, so that the order is total except for what equality cannot tell
// apart.

// order is [calc.Compare] without the fast path for numbers.
func order(a, b Value) int {
	a, b = unmarkShallow(a), unmarkShallow(b)
	// For scalars, the key is in no way different from the value, or its order is overruled: numbers are sorted by
	// value.
	if a.rep >= repList && b.rep >= repList && a.p != b.p {
		if c := orderKeys(a, b); c != 0 {
			return c
		}
	}
	return orderExact(a, b)
}

// orderExact orders by the values themselves. This differs from the order of the keys only for containers.
func orderExact(a, b Value) int {
	a, b = unmarkShallow(a), unmarkShallow(b)
	k := rank(a)
	if c := k - rank(b); c != 0 {
		return c
	}
	switch k {
	case rankBool:
		return int(a.n) - int(b.n)
	case rankNumber:
		return compare(a, b)
	case rankString:
		return strings.Compare(a.str(), b.str())
	case rankNull:
		return 0
	case rankUnknown:
		return orderUnknowns(a, b)
	}
	if a.p == b.p {
		return 0
	}
	return orderParts(a, b)
}

func unmarkShallow(v Value) Value {
	if v.rep == repMarked {
		return v.marked().v
	}
	return v
}

const (
	rankBool = iota
	rankNumber
	rankString
	rankContainer
	rankNull
	rankUnknown
)

func rank(v Value) int {
	switch v.rep {
	case repInvalid, repNull:
		return rankNull
	case repUnknown:
		return rankUnknown
	case repBool:
		return rankBool
	case repString:
		return rankString
	case repInt, repFloat, repBigInt, repFraction:
		return rankNumber
	}
	return rankContainer
}

// orderKeys compares the textual keys of two values without writing them: a sequence of tokens, each with an end
// that no other token contains, so that the first pair of tokens that differ decides.
func orderKeys(a, b Value) int {
	a, b = unmarkShallow(a), unmarkShallow(b)
	if a.rep == b.rep {
		if a.rep >= repList && a.p == b.p {
			return 0 // what values share may be large
		}
		switch a.rep {
		case repString:
			return orderQuoted(a.str(), b.str())
		case repInt:
			return orderIntTexts(int64(a.n), int64(b.n))
		case repList, repSet, repTuple:
			return orderSequenceKeys(a.Elems(), b.Elems(), closing(a))
		case repObject, repMap:
			return orderMappingKeys(a, b)
		}
	}
	if a.IsNumber() && b.IsNumber() {
		return orderNumberTexts(a, b)
	}
	if c := opening(a) - opening(b); c != 0 || a.rep <= repNull {
		return c
	}
	return int(a.rep) - int(b.rep) // a list and a set, or a tuple and an object: what is in them are tokens of other keys
}

// opening returns the first byte of the key of a value, if it identifies the kind.
func opening(v Value) int {
	switch v.rep {
	case repUnknown:
		return '?'
	case repInvalid, repNull:
		return '~'
	case repBool:
		if v.n == 1 {
			return 'T'
		}
		return 'F'
	case repString:
		return '"'
	case repMap:
		return '{'
	case repList, repSet:
		return '['
	case repTuple, repObject:
		return '<'
	case repCapsule:
		return 0xC2
	}
	if v.sign() < 0 {
		return '-'
	}
	return int(numberKey(v)[0])
}

// closing returns the byte in a key at which a sequence has no more elements.
func closing(v Value) int {
	if v.rep == repTuple {
		return '>'
	}
	return ']'
}

func orderSequenceKeys(x, y []Value, end int) int {
	for i := 0; i < len(x) && i < len(y); i++ {
		if c := orderKeys(x[i], y[i]); c != 0 {
			return c
		}
	}
	switch {
	case len(x) < len(y):
		return end - opening(unmarkShallow(y[len(x)]))
	case len(x) > len(y):
		return opening(unmarkShallow(x[len(y)])) - end
	}
	return 0
}

// orderMappingKeys compares keys and elements in turn. The key of an object contains no names, but objects in the same
// set have the same names. The key of a map ends with a brace, which comes after the quote of another name.
func orderMappingKeys(a, b Value) int {
	x, y := a.mapp(), b.mapp()
	for i := 0; i < len(x.vals) && i < len(y.vals); i++ {
		if a.rep == repMap {
			if c := orderQuoted(x.shape.Names()[i], y.shape.Names()[i]); c != 0 {
				return c
			}
		}
		if c := orderKeys(x.vals[i], y.vals[i]); c != 0 {
			return c
		}
	}
	return len(y.vals) - len(x.vals)
}

// orderQuoted compares the quoted forms of two texts.
func orderQuoted(a, b string) int {
	if a == b {
		return 0
	}
	if isPlain(a) && isPlain(b) {
		n := min(len(a), len(b))
		if c := strings.Compare(a[:n], b[:n]); c != 0 {
			return c
		}
		if len(a) < len(b) {
			return '"' - int(b[n])
		}
		return int(a[n]) - '"'
	}
	return strings.Compare(strconv.Quote(a), strconv.Quote(b))
}

// isPlain reports whether quoting changes nothing inside a text.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7F || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// orderIntTexts compares the texts of two integers, each followed by a semicolon.
func orderIntTexts(a, b int64) int {
	if a == b || a <= -1e10 || a >= 1e10 || b <= -1e10 || b >= 1e10 {
		return orderNumberTexts(Int(a), Int(b))
	}
	var x, y [24]byte
	return bytes.Compare(append(strconv.AppendInt(x[:0], a, 10), ';'), append(strconv.AppendInt(y[:0], b, 10), ';'))
}

func orderNumberTexts(a, b Value) int {
	if sameNumber(a, b) {
		return 0
	}
	return strings.Compare(numberKey(a)+";", numberKey(b)+";")
}

// numberKey is a number with ten digits.
func numberKey(v Value) string {
	if i := int64(v.n); v.rep == repInt && i > -1e10 && i < 1e10 {
		return strconv.FormatInt(i, 10)
	}
	f, _ := v.BigFloat()
	return f.Text('g', 10)
}

// orderParts orders containers with the same key. Keys contain only ten digits of each number and no names of
// attributes.
func orderParts(a, b Value) int {
	if c := int(a.rep) - int(b.rep); c != 0 {
		return c
	}
	if a.rep == repCapsule {
		return orderCapsules(a, b)
	}
	x, y := a.Elems(), b.Elems()
	if c := len(x) - len(y); c != 0 {
		return c
	}
	if c := orderNames(a.Names(), b.Names()); c != 0 {
		return c
	}
	for i := range x {
		if c := orderExact(x[i], y[i]); c != 0 {
			return c
		}
	}
	return 0
}

func orderNames(a, b []string) int {
	for i := range a {
		if c := strings.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// orderCapsules orders capsules that are not equal by their types and hashes.
func orderCapsules(a, b Value) int {
	if sameCapsule(a, b) {
		return 0
	}
	if c := types.Compare(a.Type(), b.Type()); c != 0 {
		return c
	}
	return cmp.Compare(capsuleHash(a), capsuleHash(b))
}

// orderUnknowns orders by everything that is known about unknown values.
func orderUnknowns(a, b Value) int {
	if c := types.Compare(a.Type(), b.Type()); c != 0 {
		return c
	}
	x, y := a.unknown().refined, b.unknown().refined
	if x == y {
		return 0
	}
	return orderRefinements(a.Refinement(), b.Refinement())
}

func orderRefinements(x, y Refinement) int {
	return cmp.Or(
		orderBools(x.NotNull, y.NotNull),
		orderBools(x.NoElements, y.NoElements),
		strings.Compare(x.Prefix, y.Prefix),
		cmp.Compare(x.MinLen, y.MinLen),
		cmp.Compare(x.MaxLen, y.MaxLen),
		orderBounds(x.Min, y.Min),
		orderBounds(x.Max, y.Max),
	)
}

func orderBools(x, y bool) int { return boolInt(x) - boolInt(y) }

func orderBounds(x, y Bound) int {
	if x.none() || y.none() {
		return orderBools(x.none(), y.none())
	}
	return cmp.Or(compare(x.Number, y.Number), orderBools(x.Inclusive, y.Inclusive))
}

// orderTies orders values that are tied in [calc.Compare] by what it ignores: the types of nulls and of elements, and
// the flags. Which of them a set keeps therefore does not depend on their order. Capsules may still be tied.
func orderTies(a, b Value) int {
	a, b = unmarkShallow(a), unmarkShallow(b)
	if c := int(a.flags&^deep) - int(b.flags&^deep); c != 0 || a.p == b.p {
		return c
	}
	switch {
	case a.rep <= repNull:
		return types.Compare(a.Type(), b.Type())
	case a.rep < repList || a.rep > repObject:
		return 0
	}
	if c := types.Compare(a.ElemType(), b.ElemType()); c != 0 {
		return c
	}
	x, y := a.Elems(), b.Elems()
	for i := range x {
		if c := orderTies(x[i], y[i]); c != 0 {
			return c
		}
	}
	return 0
}

// sameCapsules reports whether two values that [calc.Compare] ties hold equal capsules.
func sameCapsules(a, b Value) bool {
	a, b = unmarkShallow(a), unmarkShallow(b)
	switch {
	case a.rep == repCapsule:
		return sameCapsule(a, b)
	case !a.IsContainer() || a.p == b.p:
		return true
	}
	x, y := a.Elems(), b.Elems()
	for i := range x {
		if !sameCapsules(x[i], y[i]) {
			return false
		}
	}
	return true
}
