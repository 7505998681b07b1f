package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Error is the error for a value that does not convert, or that has a part that does not. It never contains anything of
// a marked value.
type Error struct {
	// Path leads from the converted value to the part that does not fit.
	Path value.Path
	// Want is the type that was required there, and Have the type that was found. If a value is marked or contains marks,
	// Have is only an outline, in which tuples and objects have no parts.
	Want, Have types.Type
	// Reason describes the problem if it is not the types; otherwise it is empty.
	Reason string
}

// Error describes the problem after its place: attribute "ports", element 2: number required, but have string.
func (e *Error) Error() string {
	var b strings.Builder
	for i, s := range e.Path {
		b.WriteString(place(s))
		if i+1 < len(e.Path) {
			b.WriteString(", ")
		} else {
			b.WriteString(": ")
		}
	}
	b.WriteString(e.Message())
	return b.String()
}

// Message describes the problem without its place.
func (e *Error) Message() string {
	if e.Reason != "" {
		return e.Reason
	}
	want, have := types.FriendlyName(e.Want), types.FriendlyName(e.Have)
	if want == have { // the difference lies deeper than the words go
		want, have = short(e.Want), short(e.Have)
	}
	return want + " required, but have " + have
}

// maxTypeText limits the text of a type in a message.
const maxTypeText = 200

func short(t types.Type) string {
	text := t.String()
	if len(text) > maxTypeText {
		return text[:maxTypeText] + "..."
	}
	return text
}

func place(s value.Step) string {
	switch {
	case s.Key.IsUnknown():
		return "every element"
	case s.IsAttr():
		return "attribute " + strconv.Quote(s.Name)
	case s.Key.IsString():
		return "element " + strconv.Quote(s.Key.AsString())
	}
	return "element " + s.Key.NumberText()
}

// at adds a step to the path. Steps are added from the inside out; see finish.
//
// Appending at every level is linear. Putting each step in front would copy the path once for every level.
func (e *Error) at(s value.Step) *Error {
	e.Path = append(e.Path, s)
	return e
}

// finish reverses the path.
func (e *Error) finish() error {
	slices.Reverse(e.Path)
	return e
}
