package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// The notation of typed values contains the type in addition to the value. Numbers keep all their digits (they are JSON
// strings), nulls have types, and unknown values are {"$unknown": TYPE}.

// refinement is what is known about an unknown value, in the notation.
type refinement struct {
	NotNull   bool   `json:"notNull,omitempty"`
	Prefix    string `json:"prefix,omitempty"`
	Min       *bound `json:"min,omitempty"`
	Max       *bound `json:"max,omitempty"`
	MinLength *int   `json:"minLength,omitempty"`
	MaxLength *int   `json:"maxLength,omitempty"`
}

type bound struct {
	Value     string `json:"value"`
	Inclusive bool   `json:"inclusive"`
}

// unknown is an unknown value inside another one.
type unknown struct {
	Type       *types.Type `json:"$unknown"`
	Refinement *refinement `json:"refinement,omitempty"`
}

func (r *refinement) read() (value.Refinement, error) {
	if r == nil {
		return value.Refinement{}, nil
	}
	out := value.Refinement{NotNull: r.NotNull, Prefix: r.Prefix}
	for from, to := range map[*bound]*value.Bound{r.Min: &out.Min, r.Max: &out.Max} {
		if from == nil {
			continue
		}
		n, err := readNumber(from.Value)
		if err != nil {
			return out, err
		}
		*to = value.Bound{Number: n, Inclusive: from.Inclusive}
	}
	if r.MinLength != nil {
		out.MinLen = *r.MinLength
	}
	if r.MaxLength != nil {
		out.MaxLen, out.NoElements = *r.MaxLength, *r.MaxLength == 0
	}
	return out, nil
}

// knownAbout returns the refinement of an unknown value, or nil if it is marked.
func knownAbout(v value.Value) *refinement {
	if v.IsMarked() {
		return nil
	}
	return writeRefinement(v.Refinement())
}

func writeRefinement(r value.Refinement) *refinement {
	out := &refinement{NotNull: r.NotNull, Prefix: r.Prefix, Min: writeBound(r.Min), Max: writeBound(r.Max)}
	if r.MinLen > 0 {
		out.MinLength = &r.MinLen
	}
	if r.MaxLen > 0 || r.NoElements {
		out.MaxLength = &r.MaxLen
	}
	if *out == (refinement{}) {
		return nil
	}
	return out
}

func writeBound(b value.Bound) *bound {
	if b.Number.IsZero() {
		return nil
	}
	return &bound{Value: numberText(b.Number), Inclusive: b.Inclusive}
}

func readNumber(text string) (value.Value, error) {
	switch text {
	case "inf":
		return numbers.Infinity(false), nil
	case "-inf":
		return numbers.Infinity(true), nil
	}
	return numbers.Parse(text, types.NumberTextCompat)
}

func numberText(v value.Value) string {
	switch {
	case numbers.IsInfinite(v) && numbers.Sign(v) < 0:
		return "-inf"
	case numbers.IsInfinite(v):
		return "inf"
	}
	return v.NumberText()
}

// read reads a value of a type.
func read(raw json.RawMessage, t types.Type) (value.Value, error) {
	if string(raw) == "null" {
		return value.NullOf(t), nil
	}
	if bytes.Contains(raw, []byte(`"$unknown"`)) {
		var u unknown
		if json.Unmarshal(raw, &u) == nil && u.Type != nil {
			r, err := u.Refinement.read()
			return value.Unknown(*u.Type).Refine(r), err
		}
	}
	switch t.Kind() {
	case types.KindString:
		var s string
		err := json.Unmarshal(raw, &s)
		return value.String(s), jsonProblem(err)
	case types.KindBool:
		var b bool
		err := json.Unmarshal(raw, &b)
		return value.Bool(b), jsonProblem(err)
	case types.KindNumber:
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return value.Value{}, fmt.Errorf("a number must be written as a string, such as \"1\", which keeps all its "+
				"digits, but this is %s", jsonKindOf(raw))
		}
		return readNumber(s)
	case types.KindMap, types.KindObject:
		return readMapping(raw, t)
	case types.KindList, types.KindSet, types.KindTuple:
		return readSequence(raw, t)
	}
	return value.Value{}, fmt.Errorf("a value of type %s cannot be written", t)
}

func readSequence(raw json.RawMessage, t types.Type) (value.Value, error) {
	var raws []json.RawMessage
	if err := json.Unmarshal(raw, &raws); err != nil {
		return value.Value{}, jsonProblem(err)
	}
	if t.Kind() == types.KindTuple && t.Len() != len(raws) {
		return value.Value{}, fmt.Errorf("%d elements were found for the type %s", len(raws), t)
	}
	vals := make([]value.Value, len(raws))
	for i := range raws {
		elem := t.Elem()
		if t.Kind() == types.KindTuple {
			elem = t.At(i)
		}
		v, err := read(raws[i], elem)
		if err != nil {
			return value.Value{}, inElement(fmt.Sprintf("[%d]", i), err)
		}
		vals[i] = v
	}
	switch t.Kind() {
	case types.KindList:
		return value.ListOf(t.Elem(), vals), nil
	case types.KindSet:
		return value.SetOf(t.Elem(), vals), nil
	}
	return value.Tuple(vals...), nil
}

func readMapping(raw json.RawMessage, t types.Type) (value.Value, error) {
	var raws map[string]json.RawMessage
	if err := json.Unmarshal(raw, &raws); err != nil {
		return value.Value{}, jsonProblem(err)
	}
	names := slices.Sorted(maps.Keys(raws))
	vals := make([]value.Value, len(names))
	for i, name := range names {
		elem := t.Elem()
		if t.Kind() == types.KindObject {
			a, ok := t.Attr(name)
			if !ok {
				return value.Value{}, fmt.Errorf("the type %s has no attribute %q", t, name)
			}
			elem = a.Type
		}
		v, err := read(raws[name], elem)
		if err != nil {
			return value.Value{}, inElement(fmt.Sprintf("[%q]", name), err)
		}
		vals[i] = v
	}
	if t.Kind() == types.KindMap {
		return host.MapOf(t.Elem(), host.NewShape(names), vals), nil
	}
	if t.Len() != len(names) {
		return value.Value{}, fmt.Errorf("%d attributes were found for the type %s", len(names), t)
	}
	return host.ObjectOf(host.NewShape(names), vals), nil
}

// write writes a value, without the refinements of marked values.
func write(v value.Value) (any, error) {
	switch {
	case v.IsMarked() && v.IsKnown():
		return nil, errors.New("the value is marked as sensitive, so it is not shown; nonsensitive() removes the mark")
	case v.IsNull():
		return nil, nil
	case !v.IsKnown():
		t := v.Type()
		return unknown{Type: &t, Refinement: knownAbout(v)}, nil
	}
	switch v.Kind() {
	case types.KindString:
		return v.AsString(), nil
	case types.KindBool:
		return v.AsBool(), nil
	case types.KindNumber:
		return numberText(v), nil
	case types.KindMap, types.KindObject:
		out := make(map[string]any, v.Len())
		for i, name := range v.Names() {
			x, err := write(v.At(i))
			if err != nil {
				return nil, err
			}
			out[name] = x
		}
		return out, nil
	case types.KindList, types.KindSet, types.KindTuple:
		out := make([]any, v.Len())
		for i, e := range v.Elems() {
			x, err := write(e)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	}
	return nil, errors.New("a value of an application's own type cannot be written")
}
