package types

// Profile says how values behave where the text of the specification, the
// practice of HashiCorp's implementation and the type extensions differ. It is a
// plain set of rules: engines ask for a rule, never for a profile's name. The zero Profile is
// [Standard].
//
// There is no rule for integers that a number cannot hold exactly, which HashiCorp's implementation rounds and the text
// refuses: ours are exact in every profile.
type Profile struct {
	// StrictNulls: a null converts only to null of the types that its own type converts to. When
	// false, a null of any type converts to a null of any other type.
	StrictNulls bool
	// NullIsNone: null belongs to the type none and is assignable only where none is.
	NullIsNone bool
	// NumberText says which strings convert to numbers.
	NumberText NumberText
	// NoSequenceToTuple: lists and sets do not convert to tuples.
	NoSequenceToTuple bool
	// DropExtraKeys: keys of a map that the target object lacks are dropped, not refused.
	DropExtraKeys bool
	// MissingAttrs says what becomes of an attribute that the target object has and the source lacks.
	MissingAttrs MissingAttrs
	// ChosenArm: the value of c ? a : b is that of the chosen arm as it is. When false it is converted to the unified type
	// of both.
	ChosenArm bool
	// UnifyToCollection: maps with objects unify to maps, lists and sets with tuples
	// to lists and sets. When false objects and tuples are preferred.
	UnifyToCollection bool
	// UnifyGiven: types of different kinds for which no other rule counts unify only to one of them. When false, a list
	// with a set gives a list of the unified elements.
	UnifyGiven bool
	// TupleLengths says how tuples of different length unify.
	TupleLengths Mismatch
	// ObjectAttrs says how objects with different attributes unify.
	ObjectAttrs Mismatch
	// DynamicAbsorbs: unification with dynamic gives dynamic in safe mode. When false it gives the other type.
	DynamicAbsorbs bool
	// Unrelated says how unrelated kinds unify.
	Unrelated Mismatch
	// NullEquality says when nulls are equal.
	NullEquality NullEquality
	// InfiniteDivision: a division by zero gives an infinity, and a remainder by zero the dividend. When
	// false both are errors.
	InfiniteDivision bool
	// LogicalNulls: null counts as false in && and ||, as HashiCorp's implementation has it.
	LogicalNulls bool
	// LaxSafety: conversions that lose something count as safe if they cannot fail: tuples to sets, and
	// objects to objects with fewer attributes.
	LaxSafety bool
	// IterateUnknown: for, splats and expansions go over a set with unknown elements as it is, although those may turn out
	// to be equal and have no order, and a block that is generated from an unknown collection decodes to an object of
	// unknown attributes, as in HashiCorp's implementation. When false the result is unknown.
	IterateUnknown bool
	// TryWaits: try waits for an alternative that is not wholly known. When false it looks for a later one that is.
	TryWaits bool
	// EagerArms: both arms of a conditional and both operands of && and || are evaluated.
	EagerArms bool
}

// NumberText says which strings convert to numbers.
type NumberText uint8

// The rules for strings as numbers.
const (
	NumberTextPlain    NumberText = iota // sign, digits, fraction
	NumberTextExponent                   // the same with a decimal exponent
	NumberTextCompat                     // whatever HashiCorp's implementation takes
)

// MissingAttrs says how an attribute that the source lacks is handled.
type MissingAttrs uint8

// The rules for missing attributes.
const (
	MissingAttrsNull     MissingAttrs = iota // becomes null
	MissingAttrsOptional                     // null where optional, else an error
)

// Mismatch says what becomes of types that do not fit together.
type Mismatch uint8

// The ways to treat types that do not fit.
const (
	MismatchError      Mismatch = iota // no unification (for object attributes: union of attributes, missing ones null)
	MismatchCollection                 // a list or map of the unified elements, if they unify
	MismatchUnion                      // a union (for object attributes: union of attributes, missing ones optional)
)

// NullEquality says when two nulls are equal.
type NullEquality uint8

// The rules for the equality of nulls.
const (
	NullEqualitySameType NullEquality = iota // of one type, or one of them dynamic
	NullEqualityAny                          // always
)

// The profiles of the design. They are templates: copy one to vary a rule.
var (
	// Standard follows the text of the specification.
	Standard = &Profile{}
	// Compat follows HashiCorp's implementation, version 2.25.
	Compat = &Profile{
		StrictNulls: true, NumberText: NumberTextCompat, NoSequenceToTuple: true,
		DropExtraKeys: true, MissingAttrs: MissingAttrsOptional,
		UnifyToCollection: true, UnifyGiven: true, TupleLengths: MismatchCollection, ObjectAttrs: MismatchCollection,
		DynamicAbsorbs: true, NullEquality: NullEqualityAny, InfiniteDivision: true,
		LogicalNulls: true, EagerArms: true, LaxSafety: true, IterateUnknown: true, TryWaits: true,
	}
	// Extended is Standard with the type extensions; compositions use it.
	Extended = &Profile{
		NullIsNone: true, NumberText: NumberTextExponent, MissingAttrs: MissingAttrsOptional,
		ChosenArm: true, TupleLengths: MismatchUnion, ObjectAttrs: MismatchUnion,
		Unrelated: MismatchUnion, NullEquality: NullEqualityAny,
	}
)
