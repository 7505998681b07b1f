package value

import "hash/maphash"

// Hash returns a hash that equal values share, whatever their marks. It differs between runs of a program.
func Hash(v Value) uint64 {
	switch v.rep {
	case repMarked:
		return Hash(v.marked().v)
	case repInvalid, repNull:
		return 1
	case repUnknown:
		return 2
	case repBool:
		return 3 + v.n
	case repString:
		return maphash.String(hashSeed, v.str())
	case repInt, repFloat, repBigInt, repFraction:
		return v.numberHash()
	case repCapsule:
		return capsuleHash(v)
	}
	h := mix(uint64(v.rep), uint64(v.Len()))
	for _, n := range v.Names() {
		h = mix(h, maphash.String(hashSeed, n))
	}
	for _, e := range v.Elems() {
		h = mix(h, Hash(e))
	}
	return h
}

func capsuleHash(v Value) uint64 {
	c := v.capsule()
	if d := c.typ.Capsule(); d != nil && d.Hash != nil {
		return d.Hash(c.v)
	}
	return 5
}
