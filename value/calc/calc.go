package calc

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// Add returns a + b. The operands of all operators in this package must be known and unmarked numbers; anything else is
// an error. Adding two int64 numbers allocates nothing. The result has [host.FlagInt] if both operands do.
func Add(a, b value.Value) (value.Value, error) { return engine.Add(a, b) }

// Sub returns a - b.
func Sub(a, b value.Value) (value.Value, error) { return engine.Sub(a, b) }

// Mul returns a * b.
func Mul(a, b value.Value) (value.Value, error) { return engine.Mul(a, b) }

// Div returns a / b, which never has [host.FlagInt]. Division by zero returns [ErrDivisionByZero], or an infinity if
// the profile requires it.
func Div(a, b value.Value, p *types.Profile) (value.Value, error) { return engine.Div(a, b, p) }

// Mod returns a % b, the remainder of the division truncated toward zero, with the sign of a. If b is zero, it returns
// [ErrDivisionByZero], or a if the profile requires it. If b is infinite, it returns a.
func Mod(a, b value.Value, p *types.Profile) (value.Value, error) { return engine.Mod(a, b, p) }

// Neg returns -a. A value that is not a number is returned unchanged.
func Neg(a value.Value) value.Value { return engine.Neg(a) }

// Equal compares two values by the rules of the information model: values are equal if they have the same type and
// equal parts. If the result depends on unknown parts, it is an unknown bool with the origins of both values. If any
// pair of parts provably differs, the result is false, whatever else is unknown, so that it does not depend on the
// order of comparison. The result has the marks of everything that was compared. A nil profile means Standard.
//
// The information model, "Values and Value Types".
func Equal(a, b value.Value, p *types.Profile) value.Value { return engine.Equal(a, b, p) }

// Compare is a total order of all values: negative if a comes before b, 0 if neither does. It is the order of sets, and
// the same in every run of a program. It returns 0 for equal values, in every profile. It also returns 0 for some
// values that are not equal: it ignores the types of nulls and the element types of collections, because dynamic equals
// types that do not equal each other, and it does not distinguish capsules with the same hash. Marks and origins do not
// matter.
//
// Bools come first, false before true, then numbers by value, strings by their bytes, then containers and capsules,
// nulls, and unknown values by their types and refinements. Containers are in the order in which HashiCorp's
// implementation iterates over sets of them, because programs depend on it: by the bytes of a textual key, in which the
// number 10 precedes 9.
func Compare(a, b value.Value) int { return engine.Compare(a, b) }

// Contains reports whether v is an element of a known, unmarked set, list or tuple. The result is an unknown bool if it
// depends on unknown parts. In sets it takes logarithmic time.
func Contains(container, v value.Value, p *types.Profile) value.Value {
	return engine.Contains(container, v, p)
}

// GetAttr is the step v.name, for objects and maps. The result is unknown if v is an open container that lacks the
// name, a null in an open container, or unknown. In the first two cases its origin is the missing input and the range
// at which it was read, in the last case it has the origins of v. The result has the marks of v. A nil profile means
// Standard, as everywhere in this package. The error is an [*value.Error].
func GetAttr(v value.Value, name string, p *types.Profile, at source.Range) (value.Value, error) {
	return engine.GetAttr(v, name, p, at)
}

// Index is the step v[key]. Keys of lists and tuples are whole numbers, or strings that convert to them by the rules of
// the profile. Keys of maps and objects are strings, or values that convert to them. Missing parts are treated as by
// [GetAttr]. The result has the marks of v and of the key.
func Index(v, key value.Value, p *types.Profile, at source.Range) (value.Value, error) {
	return engine.Index(v, key, p, at)
}

// Apply follows a path from v, by the rules of [GetAttr] and [Index]. In a set, an index step leads to the element that
// equals the key. The error is an [*value.Error] whose path contains the steps of p that succeeded.
func Apply(p value.Path, v value.Value, profile *types.Profile) (value.Value, error) {
	return engine.Apply(p, v, profile)
}

// Hash returns a hash of v. Equal values have the same hash, whatever their marks. Hashes differ between runs of a
// program. A hash depends on the first 10,000 parts of a value, and on the lengths of containers.
func Hash(v value.Value) uint64 { return engine.Hash(v) }

// ErrDivisionByZero is the error of x / 0 and x % 0.
var ErrDivisionByZero = engine.ErrDivisionByZero()

// Kind is the reason of an error.
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
