package value

import "hash/maphash"

// hashedParts is how many parts of a value its hash depends on. Parts that values share would be hashed wherever they occur.
const hashedParts = 10_000

// Hash returns a hash that equal values share, whatever their marks. It differs between runs of a program. It depends on the first
// 10,000 parts of a value, and on how many elements containers have.
func Hash(v Value) uint64 {
	budget := hashedParts
	return hashWithin(v, &budget)
}

func hashWithin(v Value, budget *int) uint64 {
	*budget--
	switch v.rep {
	case repMarked:
		return hashWithin(v.marked().v, budget)
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
		*budget--
		h = mix(h, maphash.String(hashSeed, n))
	}
	for _, e := range v.Elems() {
		if *budget <= 0 {
			break
		}
		h = mix(h, hashWithin(e, budget))
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
