package value

import (
	"math/bits"
)

// Both walks append to one path and cut it again, instead of building a path for every part. That is why a path is
// valid only during the call.

// Walk calls f for v and, if f returns true, for its parts, in order and each before its own parts. The path is valid
// only during the call. Values are passed with their marks. Walk stops at the first error and returns it.
func Walk(v Value, f func(p Path, v Value) (into bool, err error)) error {
	w := walker{f: f}
	return w.walk(v)
}

type walker struct {
	path Path
	f    func(Path, Value) (bool, error)
}

func (w *walker) walk(v Value) error {
	into, err := w.f(w.path, v)
	if err != nil || !into {
		return err
	}
	v, _ = v.Unmark()
	for i, e := range v.Elems() {
		w.path = append(w.path, v.stepTo(i))
		if err := w.walk(e); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	return nil
}

// stepTo returns the step to part i of a container. The key of an element of a set is the element.
func (v Value) stepTo(i int) Step {
	switch v.rep {
	case repObject:
		return AttrStep(v.mapp().shape.Names()[i])
	case repMap:
		return IndexStep(stringRaw(v.mapp().shape.Names()[i]))
	case repSet:
		return IndexStep(v.seq().vals[i])
	}
	return IndexStep(Int(int64(i)))
}

// Transform returns v with every part replaced by the result of f, innermost parts first. Unchanged parts are shared
// with v. The path is valid only during the call. Values are passed with their marks; the marks of an element of a set
// move to the set. Transform stops at the first error and returns it.
//
// A list, set or map keeps its element type, so f must return elements of that type; see [ListOf].
func Transform(v Value, f func(p Path, v Value) (Value, error)) (Value, error) {
	t := transformer{f: f}
	return t.transform(v)
}

type transformer struct {
	path Path
	f    func(Path, Value) (Value, error)
}

func (t *transformer) transform(v Value) (Value, error) {
	inner, marks := v.Unmark()
	old := inner.Elems()
	var elems []Value
	for i, e := range old {
		t.path = append(t.path, inner.stepTo(i))
		n, err := t.transform(e)
		if err != nil {
			return Value{}, err
		}
		t.path = t.path[:len(t.path)-1]
		// Parts are copied at the first one that changes: a transformation that changes nothing allocates nothing but
		// its path.
		if elems == nil && !untouched(e, n) {
			elems = make([]Value, len(old))
			copy(elems, old)
		}
		if elems != nil {
			elems[i] = n
		}
	}
	if elems != nil {
		v = inner.withElems(elems).WithMarks(marks)
	}
	return t.f(t.path, v)
}

// untouched reports whether two values are the same words.
func untouched(a, b Value) bool {
	return a.p == b.p && a.n == b.n && a.rep == b.rep && a.flags == b.flags
}

// Weights are for hosts that bound memory and time before they do work (see "Weight of a value" in docs/decisions.md).
// The weight of a container and its depth share the word n, which for scalars is the number or length. Both must be
// readable without visiting parts.
const (
	bytesPerPart = 64 // so many bytes of a text weigh as much as a part
	wordBytes    = bits.UintSize / 8
	maxWeight    = 1 << 48 // beyond it, weights are not exact

	numberBytesPerPart = 16  // of a large integer: in decimal digits it takes more than twice as much
	fractionParts      = 5   // of a fraction, whose memory is 80 bytes
	exponentPerPart    = 128 // bits

	weightBits = 49 // of the word of a container; the others say how deep it nests
	maxNesting = 1<<(64-weightBits) - 1
)

// weight is host.Weight.
func (v Value) weight() int64 {
	switch {
	case v.rep >= repList:
		return 1 + int64(v.inner()&(1<<weightBits-1))
	case v.rep == repString:
		return 1 + int64(v.n/bytesPerPart)
	case v.rep >= repBigInt:
		return 1 + int64(v.numberParts())
	}
	return 1
}

// numberParts returns the weight of a number that does not fit in a word. The text of a very small fraction is long: it
// has a zero for every three bits of its exponent.
func (v Value) numberParts() uint64 {
	if v.rep == repBigInt {
		return uint64(len(v.bigInt().Bits())) * wordBytes / numberBytesPerPart
	}
	x := v.fraction()
	return fractionParts + uint64(max(-x.exp, 0))/exponentPerPart
}

// inner returns the weight of the parts of a container, of a marked value, or of a capsule, in its low weightBits. The
// bits above are the depth.
func (v Value) inner() uint64 {
	if v.rep != repMarked {
		return v.n
	}
	if v = v.marked().v; v.rep >= repList {
		return v.n
	}
	return uint64(v.weight()) - 1
}

// sum is what a container inherits from its parts: their flags, and their weight and depth as in [Value.inner].
type sum struct {
	flags  flags
	weight uint64
}

// sumOf returns the sum of the parts of a container.
func sumOf(vals []Value) sum {
	var f flags
	w, depth := uint64(len(vals)), uint64(0)
	for i := range vals {
		v := &vals[i]
		f |= v.flags
		switch {
		case v.rep >= repList:
			in := v.inner()
			w += in & (1<<weightBits - 1)
			depth = max(depth, in>>weightBits)
		case v.rep == repString:
			w += v.n / bytesPerPart
		case v.rep >= repBigInt:
			w += v.numberParts()
		}
	}
	// Code that recurses over so deep a value may not return, so no bound on weights must let it pass.
	if depth++; depth >= maxNesting {
		w, depth = maxWeight, maxNesting
	}
	return sum{f & deep, min(w, maxWeight) | depth<<weightBits}
}
