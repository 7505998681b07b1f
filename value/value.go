package value

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// rep is how a value is represented in its three words.
type rep uint8

// The order of the representations matters, because ranges of them are compared instead of sets: everything up to
// repNull is a null, repInt to repFraction are the numbers, repList to repObject are the containers, and from repList
// on a value may have parts, whose weight counts. Numbers from repBigInt on take memory outside the value.
const (
	repInvalid  rep = iota // the zero Value
	repNull                // p: *holder, nil for dynamic
	repUnknown             // p: *unknown
	repBool                // n: 0 or 1
	repString              // p: bytes, n: length
	repInt                 // n: int64
	repFloat               // n: float64 bits, standing for its shortest decimal; never an integer
	repBigInt              // p: *big.Int, beyond int64
	repFraction            // p: *fraction, possibly infinite
	repList                // p: *sequence, n: weight of the parts
	repSet                 // p: *sequence, n: weight of the parts
	repTuple               // p: *sequence, n: weight of the parts
	repMap                 // p: *mapping, n: weight of the parts
	repObject              // p: *mapping, n: weight of the parts
	repCapsule             // p: *capsule
	repMarked              // p: *marked
)

// flags are facts about a value that are computed when it is created, so that reading them is a single load.
type flags = valuedef.Flags

// The flags. Package host describes them.
const (
	flagUnknown = valuedef.FlagUnknown
	flagMarked  = valuedef.FlagMarked
	flagOpen    = valuedef.FlagOpen
	flagInt     = valuedef.FlagInt
)

// deep are the flags that a container has if any of its parts has them.
const deep = flagUnknown | flagMarked

// The values without parts.
// No constructor of a bool, a small number or an untyped null allocates: p stays nil, so the garbage collector has
// nothing to follow either.
var (
	True  = Value{n: 1, tag: tag{repBool, 0}}
	False = Value{tag: tag{repBool, 0}}
	// Null is the null of the dynamic type, which is also the none of the extended model.
	Null = Value{tag: tag{repNull, 0}}
)

// Bool returns the value of a Go bool.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Int returns the number i.
func Int(i int64) Value { return Value{n: uint64(i), tag: tag{repInt, 0}} }

// NullOf returns the null of a type. Promises and outputs in the type are resolved, as by [Unknown].
func NullOf(t types.Type) Value {
	if t = types.ResolveEventuals(t); t.IsDynamic() {
		return Null
	}
	return nullHolder(t).value(0)
}

// IsZero reports whether v is the zero Value, that is, no value at all.
func (v Value) IsZero() bool { return v.rep == repInvalid }

// IsNull reports whether v is known to be null. Marks do not matter.
func (v Value) IsNull() bool { return v.rep <= repNull || v.rep == repMarked && v.marksNull() }

// The marked case of a question is a function of its own in this file. The question itself then stays below the budget
// of Go's inliner, and its callers pay one comparison for the common case.
func (v Value) marksNull() bool { return v.marked().v.IsNull() }

// IsKnown reports whether v itself is known; parts of it may be unknown.
func (v Value) IsKnown() bool { return v.rep != repUnknown && (v.rep != repMarked || v.marksKnown()) }

func (v Value) marksKnown() bool { return v.marked().v.IsKnown() }

// IsWhollyKnown reports whether v and everything in it is known.
func (v Value) IsWhollyKnown() bool { return v.flags&flagUnknown == 0 }

// isOpen is host.IsOpen.
func (v Value) isOpen() bool {
	if v.rep == repMarked {
		return v.marked().v.isOpen()
	}
	// A null has the flag to say that it was found in an open container, not that it is one.
	return v.flags&flagOpen != 0 && v.rep != repNull
}

// Kind returns the kind of [Value.Type]. A known value that is not null has a kind of the base model, although a number
// may have [host.FlagInt]. The kind of an unknown value or null may also be int, none, a union or a named type. It is
// never a promise or output, because the types of values are resolved.
func (v Value) Kind() types.Kind {
	switch v.rep {
	case repBool:
		return types.KindBool
	case repString:
		return types.KindString
	case repInt, repFloat, repBigInt, repFraction:
		return types.KindNumber
	case repList:
		return types.KindList
	case repSet:
		return types.KindSet
	case repTuple:
		return types.KindTuple
	case repMap:
		return types.KindMap
	case repObject:
		return types.KindObject
	case repCapsule:
		return types.KindCapsule
	case repMarked:
		return v.marked().v.Kind()
	}
	return v.Type().Kind()
}

// IsNumber, IsString and IsBool are the conditions of fast paths.

// IsNumber reports whether v is a known and unmarked number.
func (v Value) IsNumber() bool { return v.rep >= repInt && v.rep <= repFraction }

// IsString reports whether v is a known and unmarked string.
func (v Value) IsString() bool { return v.rep == repString }

// IsBool reports whether v is a known and unmarked bool.
func (v Value) IsBool() bool { return v.rep == repBool }

// IsContainer reports whether v is a known and unmarked list, set, tuple, map or object.
func (v Value) IsContainer() bool { return v.rep >= repList && v.rep <= repObject }

// AsString returns the text of a known string, marked or not, and "" for everything else.
func (v Value) AsString() string {
	if v.rep == repString {
		return v.str()
	}
	return v.markedString()
}

// Separate functions handle marked values, so that the compiler can inline the common case.

func (v Value) markedString() string {
	if v.rep != repMarked {
		return ""
	}
	return v.marked().v.AsString()
}

// AsBool returns the truth of a known bool, marked or not, and false for everything else.
func (v Value) AsBool() bool {
	if v.rep == repMarked {
		return v.marked().v.AsBool()
	}
	return v.rep == repBool && v.n == 1
}

// Error is the error of an operation on values. It is meant for the author of the program: the summary is a headline,
// and the detail one or more sentences. It never shows a marked value.
type Error struct {
	Summary string
	Detail  string
	// Path is the path to the part of the given value that caused the error. It is empty for the value itself.
	Path Path
	// Offset is the position of the error in a JSON text, in bytes.
	Offset int
	kind   valuedef.ErrorKind
	// bare is the detail without anything that was read from a value. It is "" if the detail contains nothing of this
	// kind.
	bare string
}

// withoutParts is Error.withoutParts.
func (e *Error) withoutParts() *Error {
	if e.bare == "" && len(e.Path) == 0 {
		return e
	}
	hidden := &Error{kind: e.kind, Summary: e.Summary, Detail: e.Detail, Offset: e.Offset}
	if e.bare != "" {
		hidden.Detail = e.bare
	}
	return hidden
}

// hideParts is [Error.withoutParts] for any error.
func hideParts(err error) error {
	if e, ok := err.(*Error); ok {
		return e.withoutParts()
	}
	return err
}

// Error returns the detail, preceded by the path.
func (e *Error) Error() string {
	if len(e.Path) > 0 {
		return e.Path.String() + ": " + e.Detail
	}
	return e.Detail
}
