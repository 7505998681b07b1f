package value

const (
	bytesPerPart = 64      // so many bytes of a text weigh as much as a part
	maxWeight    = 1 << 48 // beyond it, weights are not exact

	weightBits = 49 // of the word of a container; the others say how deep it nests
	maxNesting = 1<<(64-weightBits) - 1
)

// Weight tells in constant time how much there is to go through for whoever looks at every part of a value: the number of parts at all
// depths, the value itself included, where 64 bytes of text count as a part. Values share parts, and what is shared counts
// wherever it occurs, so that a few lines can describe a value that weighs 10^12: what a host accepts, and how much work it
// does in one go, is best bounded by this figure. A container from outside counts as one part, however large it is, and weights end at 2^48.
// What nests deeper than 32,766 levels weighs as much as that: whoever goes through it by recursion may not come back.
func (v Value) Weight() int64 {
	switch {
	case v.rep >= repList:
		return 1 + int64(v.inner()&(1<<weightBits-1))
	case v.rep == repString:
		return 1 + int64(v.n/bytesPerPart)
	}
	return 1
}

// inner is the weight of the parts of a container, of what is marked, or of a capsule; above its weightBits stands how deep it nests.
func (v Value) inner() uint64 {
	if v.rep != repMarked {
		return v.n
	}
	if v = v.marked().v; v.rep >= repList {
		return v.n
	}
	return uint64(v.Weight()) - 1
}

// sum is what a container takes over from its parts: their flags, and what they weigh, as [Value.inner] has it.
type sum struct {
	flags  Flags
	weight uint64
}

// sumOf gathers what a container takes over from its parts.
func sumOf(vals []Value) sum {
	var f Flags
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
		}
	}
	if depth++; depth >= maxNesting {
		w, depth = maxWeight, maxNesting
	}
	return sum{f & deep, min(w, maxWeight) | depth<<weightBits}
}
