package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// jsonProblem returns a readable error for a JSON text that could not be read.
func jsonProblem(err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON, at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &mismatch) && mismatch.Field != "":
		return fmt.Errorf("%q must be %s, but is of JSON type %s", mismatch.Field, jsonKind(mismatch.Type),
			mismatch.Value)
	case errors.As(err, &mismatch):
		return fmt.Errorf("expected %s, but found JSON of type %s", jsonKind(mismatch.Type), mismatch.Value)
	}
	return err
}

// elementError is an error in a part of a value.
type elementError struct {
	path string
	err  error
}

// Error returns the message with the path of the part.
func (e *elementError) Error() string { return fmt.Sprintf("element %s: %v", e.path, e.err) }

// inElement adds a step to the path of an error.
func inElement(step string, err error) error {
	var inner *elementError
	if errors.As(err, &inner) {
		return &elementError{step + inner.path, inner.err}
	}
	return &elementError{step, err}
}

// jsonKindOf returns the name of the kind of a JSON value.
func jsonKindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f':
		return "a bool"
	}
	return "a bare number"
}

// jsonKind returns the name of the JSON kind for a Go type.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "a number"
}
