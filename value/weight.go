package value

const (
	bytesPerPart = 64      // so many bytes of a text weigh as much as a part
	maxWeight    = 1 << 48 // beyond it, weights are not exact
)

// Weight tells in constant time how much there is to go through for whoever looks at every part of a value: the number of parts at all
// depths, the value itself included, where 64 bytes of text count as a part. Values share parts, and what is shared counts
// wherever it occurs, so that a few lines can describe a value that weighs 10^12: what a host accepts, and how much work it
// does in one go, is best bounded by this figure. A container from outside counts as one part, however large it is, and weights end at 2^48.
func (v Value) Weight() int64 {
	switch {
	case v.rep >= repList:
		return 1 + int64(v.inner())
	case v.rep == repString:
		return 1 + int64(v.n/bytesPerPart)
	}
	return 1
}

// inner is the weight of the parts of a container, of what is marked, or of a capsule.
func (v Value) inner() uint64 {
	if v.rep == repMarked {
		return uint64(v.marked().v.Weight()) - 1
	}
	return v.n
}
