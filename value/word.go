package value

import (
	"math/big"
	"unsafe"
)

// Value is a value of any type. It takes three words; bools and numbers that fit in an int64 or float64 need no other
// memory. The zero Value is "no value": [Value.IsZero] reports it, and all other operations treat it as the null of the
// dynamic type.
//
// Values are immutable and safe for concurrent use. Do not compare them with ==, which compares addresses; use
// [calc.Equal] or [value.Value.Equal].
//
// The compiler keeps structs of up to four fields in registers. A fifth field, such as a [0]func() to prevent ==, would
// make every call that returns a Value several times slower.
type Value struct {
	p unsafe.Pointer
	n uint64
	tag
}

// tag is a separate struct, so that a Value has at most four fields and the compiler keeps it in registers.
type tag struct {
	rep   rep
	flags flags
}

// Only this file depends on the memory layout of a value. The representation determines what p points to. Only the
// functions here set p, always together with the representation, so that they agree.

// The garbage collector sees p as a pointer to whatever was allocated, so it keeps the memory of a string or body alive
// without knowing its type. It never looks at n, so n must not hold an address.

// stringRaw returns a string value without normalizing it.
func stringRaw(s string) Value {
	return Value{p: unsafe.Pointer(unsafe.StringData(s)), n: uint64(len(s)), tag: tag{repString, 0}}
}

// stringHeader is the memory layout of a string.
type stringHeader struct {
	p unsafe.Pointer
	n uint64
}

// str returns the text of a repString value. Unlike [unsafe.String] it does not check the words, because they come from
// a string.
func (v Value) str() string {
	return *(*string)(unsafe.Pointer(&stringHeader{v.p, v.n}))
}

// value returns a list, set or tuple with the body s.
func (s *sequence) value(r rep, c sum) Value {
	return Value{p: unsafe.Pointer(s), n: c.weight, tag: tag{r, c.flags}}
}

// value returns a map or object with the body m.
func (m *mapping) value(r rep, c sum) Value {
	return Value{p: unsafe.Pointer(m), n: c.weight, tag: tag{r, c.flags}}
}

// Nulls, marks and capsules leave n empty. What a marked value weighs is asked of the value inside, which is one more
// load, but marked values are rare.
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

// The bodies of values. Each must be called only for a representation that has this body. rawSequence and rawMapping
// may return containers from outside before their parts are loaded.

func (v Value) rawSequence() *sequence { return (*sequence)(v.p) }
func (v Value) rawMapping() *mapping   { return (*mapping)(v.p) }
func (v Value) holder() *holder        { return (*holder)(v.p) } // nil for the untyped null
func (v Value) marked() *marked        { return (*marked)(v.p) }
func (v Value) capsule() *capsule      { return (*capsule)(v.p) }
func (v Value) unknown() *unknown      { return (*unknown)(v.p) }

func (v Value) bigInt() *big.Int { return (*big.Int)(v.p) }

func (v Value) fraction() *fraction { return (*fraction)(v.p) }
