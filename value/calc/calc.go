package calc

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine leads to what package value keeps for packages such as this one.
var engine = value.Internals(valuedef.Key{})

// Add returns a + b. Both must be known and unmarked numbers, as for all operators here; others are an error. The int64
// case allocates nothing. Two numbers that carry [host.FlagInt] give one that does.
func Add(a, b value.Value) (value.Value, error) { return engine.Add(a, b) }

// Sub returns a - b.
func Sub(a, b value.Value) (value.Value, error) { return engine.Sub(a, b) }

// Mul returns a * b.
func Mul(a, b value.Value) (value.Value, error) { return engine.Mul(a, b) }

// Div returns a / b, which never carries [host.FlagInt]. Division by zero is [ErrDivisionByZero], unless
// the profile asks for infinities.
func Div(a, b value.Value, p *types.Profile) (value.Value, error) { return engine.Div(a, b, p) }

// Mod returns a % b: what remains of a after taking b away as often as it fits; its sign is that of a.
// A remainder by zero is [ErrDivisionByZero], unless the profile asks for a itself. A remainder by infinity is a.
func Mod(a, b value.Value, p *types.Profile) (value.Value, error) { return engine.Mod(a, b, p) }

// Neg returns -a. What is not a number is returned as it is, here and by the functions that follow.
func Neg(a value.Value) value.Value { return engine.Neg(a) }

// Equal compares two values by the rules of the information model: equal are values of one type whose parts are equal.
// The result is an unknown bool where unknown parts decide; it waits for the origins of both. If any pair of parts
// provably differs the result is false, whatever else is unknown, so that it never depends on the order of comparison.
// The marks of everything that was compared are on the result. A nil profile means Standard.
//
// The information model, "Values and Value Types".
func Equal(a, b value.Value, p *types.Profile) value.Value { return engine.Equal(a, b, p) }

// Compare is a total order of all values: negative if a comes before b, 0 if neither does. It is the order of sets, and
// the same in every run of a program. Equal values have the order 0, in every profile. The reverse holds but for what
// equality itself cannot decide without favour: the types of nulls and the element types of collections count for
// nothing here, since dynamic would equal all of them, which among themselves are unequal; and capsules whose hashes
// are the same are not told apart. Marks do not matter, nor do origins.
//
// Bools come first, false before true, then numbers by value, strings by their bytes, then containers and
// capsules, nulls, and unknowns by their types and what is known about them. Containers keep the order in which
// HashiCorp's implementation iterates over sets of them, although that promises nothing: by the bytes of a textual key,
// in which the number 10 precedes 9.
func Compare(a, b value.Value) int { return engine.Compare(a, b) }

// Contains reports whether v is an element of a known, unmarked set, list or tuple: True, False, or
// an unknown bool where unknown parts decide. In sets it takes logarithmic time.
func Contains(container, v value.Value, p *types.Profile) value.Value {
	return engine.Contains(container, v, p)
}

// GetAttr is the step v.name. Objects and maps have attributes. An open one that lacks the name, a null that stands in
// an open container, and unknown values give an unknown: the first two with an origin that names the
// missing input and the range at which it was read, the last with the origins that it has. The marks of v are on the
// result. A nil profile means Standard, here and wherever this package takes one. The error is an [*value.Error].
func GetAttr(v value.Value, name string, p *types.Profile, at source.Range) (value.Value, error) {
	return engine.GetAttr(v, name, p, at)
}

// Index is the step v[key]. Lists and tuples take whole numbers, or strings that spell them by the rules of the
// profile; maps and objects take strings, or what converts to them. What is missing is treated as by [GetAttr]. The
// result has the marks of v and of the key.
func Index(v, key value.Value, p *types.Profile, at source.Range) (value.Value, error) {
	return engine.Index(v, key, p, at)
}

// Apply takes the steps of the path from v, by the rules of [GetAttr] and [Index]. In a set, an index step leads to the
// element that equals the key. The error is an [*value.Error] whose path is the part of p that could be taken.
func Apply(p value.Path, v value.Value, profile *types.Profile) (value.Value, error) {
	return engine.Apply(p, v, profile)
}

// Hash returns a hash that equal values share, whatever their marks. It differs between runs of a program. It depends
// on the first 10,000 parts of a value, and on how many elements containers have.
func Hash(v value.Value) uint64 { return engine.Hash(v) }

// ErrDivisionByZero is the error of x / 0 and x % 0.
var ErrDivisionByZero = engine.ErrDivisionByZero()

// Kind tells the reasons of errors apart.
type Kind uint8

// The kinds of errors.
const (
	KindNumber         = Kind(valuedef.ErrorNumber)         // a text that is not a number, or a number out of range
	KindArithmetic     = Kind(valuedef.ErrorArithmetic)     // an operation without a result
	KindDivisionByZero = Kind(valuedef.ErrorDivisionByZero) // a division or remainder by zero
	KindNull           = Kind(valuedef.ErrorNull)           // a step into null
	KindAttribute      = Kind(valuedef.ErrorAttribute)      // an attribute that is missing, or of a value that has none
	KindIndex          = Kind(valuedef.ErrorIndex)          // an index that is missing, or of a value that has none
	KindJSON           = Kind(valuedef.ErrorJSON)           // a text that is not JSON, or beyond the bounds
	KindGo             = Kind(valuedef.ErrorGo)             // a Go value without an equal among the values, or the reverse
	KindPath           = Kind(valuedef.ErrorPath)           // a path that does not lead anywhere
)

// KindOf returns the kind of an error.
func KindOf(err *value.Error) Kind { return Kind(engine.KindOf(err)) }
