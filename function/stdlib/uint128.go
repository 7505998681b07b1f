package stdlib

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// uint128 is the number that the bits of an address are.
type uint128 struct{ hi, lo uint64 }

func (u uint128) or(v uint128) uint128     { return uint128{u.hi | v.hi, u.lo | v.lo} }
func (u uint128) and(v uint128) uint128    { return uint128{u.hi & v.hi, u.lo & v.lo} }
func (u uint128) andNot(v uint128) uint128 { return uint128{u.hi &^ v.hi, u.lo &^ v.lo} }

func (u uint128) add(v uint128) (sum uint128, overflow bool) {
	lo, carry := bits.Add64(u.lo, v.lo, 0)
	hi, carry := bits.Add64(u.hi, v.hi, carry)
	return uint128{hi, lo}, carry != 0
}

func (u uint128) less(v uint128) bool { return u.hi < v.hi || u.hi == v.hi && u.lo < v.lo }

func (u uint128) shl(n int) uint128 {
	switch {
	case n <= 0:
		return u
	case n >= 128:
		return uint128{}
	case n >= 64:
		return uint128{u.lo << (n - 64), 0}
	}
	return uint128{u.hi<<n | u.lo>>(64-n), u.lo << n}
}

// lowMask returns the number whose lowest n bits are set.
func lowMask(n int) uint128 {
	all := ^uint64(0)
	switch {
	case n <= 0:
		return uint128{}
	case n >= 128:
		return uint128{all, all}
	case n > 64:
		return uint128{all >> (128 - n), all}
	}
	return uint128{0, all >> (64 - n)}
}

// fromBig converts a number that is not negative, and tells whether it has at most 128 bits.
func fromBig(i *big.Int) (uint128, bool) {
	if i.BitLen() > 128 {
		return uint128{}, false
	}
	var b [16]byte
	i.FillBytes(b[:])
	return uint128FromBytes(b), true
}

func uint128FromBytes(b [16]byte) uint128 {
	return uint128{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}

func (u uint128) bytes() (b [16]byte) {
	binary.BigEndian.PutUint64(b[:8], u.hi)
	binary.BigEndian.PutUint64(b[8:], u.lo)
	return b
}
