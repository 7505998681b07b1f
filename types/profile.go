package types

// Profile contains the rules that differ between the specification, HashiCorp's implementation and the type extensions.
// Code must check single rules and never compare profiles. The zero Profile is [Standard].
//
// There is no rule for integers of more than 512 bits, which HashiCorp's implementation rounds: integers are exact in
// every profile.
type Profile struct {
	// StrictNulls: a null converts only to null of types to which its own type converts. If false, a null of any type
	// converts to a null of any other type.
	StrictNulls bool
	// NullIsNone: the type of null is none, and null is assignable only to types to which none is assignable.
	NullIsNone bool
	// NumberText says which strings convert to numbers.
	NumberText NumberText
	// NoSequenceToTuple: lists and sets do not convert to tuples.
	NoSequenceToTuple bool
	// DropExtraKeys: keys of a map that the target object lacks are dropped. If false, they are an error.
	DropExtraKeys bool
	// MissingAttrs selects what happens to an attribute of the target object that the source lacks.
	MissingAttrs MissingAttrs
	// ChosenArm: the value of c ? a : b is the value of the chosen arm. If false, it is converted to the unified type of
	// both arms.
	ChosenArm bool
	// UnifyToCollection: maps and objects unify to maps, and lists or sets and tuples to lists or sets. If false, they
	// unify to objects and tuples.
	UnifyToCollection bool
	// UnifyGiven: types of different kinds without another rule unify only to one of the given types. If false, a list and
	// a set unify to a list of the unified elements.
	UnifyGiven bool
	// TupleLengths selects how tuples of different lengths unify.
	TupleLengths Mismatch
	// ObjectAttrs selects how objects with different attributes unify.
	ObjectAttrs Mismatch
	// DynamicAbsorbs: safe unification with dynamic gives dynamic. If false, it gives the other type.
	DynamicAbsorbs bool
	// Unrelated selects how unrelated kinds unify.
	Unrelated Mismatch
	// NullEquality selects which nulls are equal.
	NullEquality NullEquality
	// InfiniteDivision: a division by zero gives an infinity, and a remainder by zero the dividend. If false, both are
	// errors.
	InfiniteDivision bool
	// LogicalNulls: null counts as false in && and ||, as in HashiCorp's implementation.
	LogicalNulls bool
	// LaxSafety: conversions that lose information count as safe if they cannot fail: tuples to sets, and objects to
	// objects with fewer attributes.
	LaxSafety bool
	// IterateUnknown: for, splats and expansions iterate over a set with unknown elements, although these may turn out to
	// be equal and have no order, and a block that is generated from an unknown collection decodes to an object of unknown
	// attributes, as in HashiCorp's implementation. If false, the result is unknown.
	IterateUnknown bool
	// TryWaits: try waits for an alternative that is not wholly known. If false, it tries the following ones.
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

// MissingAttrs selects what happens to an attribute that the source lacks.
type MissingAttrs uint8

// The rules for missing attributes.
const (
	MissingAttrsNull     MissingAttrs = iota // becomes null
	MissingAttrsOptional                     // null where optional, else an error
)

// Mismatch selects what happens to types that do not unify.
type Mismatch uint8

// The ways to treat types that do not unify.
const (
	MismatchError      Mismatch = iota // no unification (for object attributes: union of attributes, missing ones null)
	MismatchCollection                 // a list or map of the unified elements, if they unify
	MismatchUnion                      // a union (for object attributes: union of attributes, missing ones optional)
)

// NullEquality selects which nulls are equal.
type NullEquality uint8

// The rules for the equality of nulls.
const (
	NullEqualitySameType NullEquality = iota // of one type, or one of them dynamic
	NullEqualityAny                          // always
)

// The predefined profiles. To change a rule, copy one.
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
