package value

import (
	"math/big"
	"unsafe"
)

// Value is a value of any type. It takes three words; bools, strings and numbers that
// int64 or float64 holds need no memory of their own. The zero Value is "no value": [Value.IsZero]
// recognises it, everything else treats it as the null of the dynamic type.
//
// Values are immutable and safe for concurrent use. They must not be compared with ==, which would look at
// addresses; see [calc.Equal] and [value.Value.Equal].
//
// Four fields are the most that the compiler keeps in registers. A fifth one, such as a [0]func() against the use
// of ==, makes every call that returns a Value several times slower.
type Value struct {
	p unsafe.Pointer
	n uint64
	tag
}

// tag is a struct of its own so that a Value has four fields: up to there, and up to four words, the compiler keeps
// structs in registers.
type tag struct {
	rep   rep
	flags flags
}

// This file is the only one that knows how a value lies in memory. What p points to depends on the representation, and
// nothing else writes p: the functions here set both at once and read one by the other, so that they always agree.

// stringRaw makes a string value without normalising it.
func stringRaw(s string) Value {
	return Value{p: unsafe.Pointer(unsafe.StringData(s)), n: uint64(len(s)), tag: tag{repString, 0}}
}

// stringHeader is how a string lies in memory.
type stringHeader struct {
	p unsafe.Pointer
	n uint64
}

// str returns the text of a repString value. Unlike [unsafe.String] it does not check the words, which come from a
// string.
func (v Value) str() string {
	return *(*string)(unsafe.Pointer(&stringHeader{v.p, v.n}))
}

// value makes a list, set or tuple of s.
func (s *sequence) value(r rep, c sum) Value {
	return Value{p: unsafe.Pointer(s), n: c.weight, tag: tag{r, c.flags}}
}

// value makes a map or object of m.
func (m *mapping) value(r rep, c sum) Value {
	return Value{p: unsafe.Pointer(m), n: c.weight, tag: tag{r, c.flags}}
}

func (h *holder) value(f flags) Value {
	return Value{p: unsafe.Pointer(h), tag: tag{repNull, f}}
}

func (m *marked) value(f flags) Value {
	return Value{p: unsafe.Pointer(m), tag: tag{repMarked, f}}
}

func (c *capsule) value() Value { return Value{p: unsafe.Pointer(c), tag: tag{repCapsule, 0}} }

func unknownValue(u *unknown) Value {
	return Value{p: unsafe.Pointer(u), tag: tag{repUnknown, flagUnknown}}
}

func bigIntValue(i *big.Int) Value { return Value{p: unsafe.Pointer(i), tag: tag{repBigInt, 0}} }

func fractionValue(x *fraction) Value { return Value{p: unsafe.Pointer(x), tag: tag{repFraction, 0}} }

// The bodies of values. Each may be asked for only if the representation says that the value has it; rawSequence and
// rawMapping return containers from outside perhaps before their parts were loaded.

func (v Value) rawSequence() *sequence { return (*sequence)(v.p) }
func (v Value) rawMapping() *mapping   { return (*mapping)(v.p) }
func (v Value) holder() *holder        { return (*holder)(v.p) } // nil for the untyped null
func (v Value) marked() *marked        { return (*marked)(v.p) }
func (v Value) capsule() *capsule      { return (*capsule)(v.p) }
func (v Value) unknown() *unknown      { return (*unknown)(v.p) }

func (v Value) bigInt() *big.Int { return (*big.Int)(v.p) }

func (v Value) fraction() *fraction { return (*fraction)(v.p) }
