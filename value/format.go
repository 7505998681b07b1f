package value

import (
	"errors"
	"fmt"
	"io"
)

// Format implements fmt.Formatter: whatever the verb, a value is printed like [DebugString] does, but nothing marked is shown.
func (v Value) Format(f fmt.State, _ rune) {
	p := debugPrinter{hide: true}
	p.value(v, 0)
	_, _ = io.WriteString(f, p.String())
}

// Equal reports whether two values are [Identical], for packages such as go-cmp that look for the method. Programs that evaluate configuration
// compare with the function [Equal], whose result may be unknown.
func (v Value) Equal(o Value) bool { return Identical(v, o) }

// MarshalJSON implements json.Marshaler: see [AppendJSON]. What JSON cannot say is an error.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsZero() {
		return nil, errors.New("the zero Value, which is no value, has no JSON")
	}
	return AppendJSON(nil, v, JSONStyle{})
}

// UnmarshalJSON implements json.Unmarshaler: see [ParseJSON].
func (v *Value) UnmarshalJSON(text []byte) error {
	parsed, err := ParseJSON(string(text), JSONLimits{})
	if err == nil {
		*v = parsed
	}
	return err
}
