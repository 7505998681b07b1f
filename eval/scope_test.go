package eval_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// vectorFunctions are the functions that the vectors call. (convert takes a type expression, which is another package's
// business.)
var vectorFunctions = func() function.Table {
	t := maps.Clone(testFunctions)
	format := *stdlib.Table()["format"]
	library := format.Impl
	format.Prepare = nil
	format.Impl = func(c *function.Call) (value.Value, error) {
		v, err := library(c)
		var arg *function.ArgError
		if errors.As(err, &arg) && !strings.HasPrefix(arg.Err.Error(), "too many") {
			err = arg.Err // the library points at the argument, the vectors at the call
		}
		return v, err
	}
	t["format"] = &format
	return t
}()

// readScopes reads the named scopes of the vectors.
func readScopes(t testing.TB) map[string]*hcl.EvalContext {
	var file struct {
		Scopes map[string]struct {
			Variables map[string]scopeEntry
		}
	}
	if err := json.Unmarshal(vectors.Text(t, "scopes.json"), &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]*hcl.EvalContext{}
	for name, s := range file.Scopes {
		ctx := &hcl.EvalContext{Variables: map[string]value.Value{}, Functions: vectorFunctions, Profile: types.Compat}
		for n, e := range s.Variables {
			ctx.Variables[n] = e.value(t)
		}
		out[name] = ctx
	}
	return out
}

type scopeEntry struct {
	Type       json.RawMessage
	Value      json.RawMessage
	Null       json.RawMessage
	Unknown    json.RawMessage
	Refinement json.RawMessage
}

func (e *scopeEntry) value(t testing.TB) value.Value {
	switch {
	case e.Null != nil:
		return value.NullOf(typeOf(t, e.Null))
	case e.Unknown != nil:
		ty := typeOf(t, e.Unknown)
		return value.Unknown(ty).Refine(refinementOf(t, e.Refinement, ty))
	}
	return valueOf(t, typeOf(t, e.Type), e.Value)
}

// typeOf reads the JSON form of a type.
func typeOf(t testing.TB, raw json.RawMessage) types.Type {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		switch name {
		case "string":
			return types.String
		case "number":
			return types.Number
		case "bool":
			return types.Bool
		case "dynamic":
			return types.Dynamic
		}
		t.Fatalf("type %s", raw)
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		t.Fatalf("type %s: %v", raw, err)
	}
	var kind string
	must(t, json.Unmarshal(parts[0], &kind))
	switch kind {
	case "list":
		return types.List(typeOf(t, parts[1]))
	case "set":
		return types.Set(typeOf(t, parts[1]))
	case "map":
		return types.Map(typeOf(t, parts[1]))
	case "tuple":
		var raws []json.RawMessage
		must(t, json.Unmarshal(parts[1], &raws))
		elems := make([]types.Type, len(raws))
		for i := range raws {
			elems[i] = typeOf(t, raws[i])
		}
		return types.Tuple(elems...)
	}
	return objectType(t, parts)
}

func objectType(t testing.TB, parts []json.RawMessage) types.Type {
	var raws map[string]json.RawMessage
	must(t, json.Unmarshal(parts[1], &raws))
	var attrs []types.Attr
	for name, raw := range raws {
		attrs = append(attrs, types.Attr{Name: name, Type: typeOf(t, raw)})
	}
	return types.Object(attrs...)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// valueOf reads the JSON form of a value of a type.
func valueOf(t testing.TB, ty types.Type, raw json.RawMessage) value.Value {
	if string(raw) == "null" {
		return value.NullOf(ty)
	}
	var unknown struct {
		Unknown    json.RawMessage `json:"$unknown"`
		Refinement json.RawMessage
	}
	if json.Unmarshal(raw, &unknown) == nil && unknown.Unknown != nil {
		ut := typeOf(t, unknown.Unknown)
		return value.Unknown(ut).Refine(refinementOf(t, unknown.Refinement, ut))
	}
	switch ty.Kind() {
	case types.KindString:
		var s string
		must(t, json.Unmarshal(raw, &s))
		return value.String(s)
	case types.KindBool:
		return value.Bool(string(raw) == "true")
	case types.KindNumber:
		var s string
		must(t, json.Unmarshal(raw, &s))
		return numberOf(t, s)
	case types.KindMap, types.KindObject:
		return mappingOf(t, ty, raw)
	}
	return sequenceOf(t, ty, raw)
}

func numberOf(t testing.TB, s string) value.Value {
	switch s {
	case "inf":
		return numbers.Infinity(false)
	case "-inf":
		return numbers.Infinity(true)
	}
	v, err := numbers.Parse(s, types.NumberTextCompat)
	must(t, err)
	return v
}

func sequenceOf(t testing.TB, ty types.Type, raw json.RawMessage) value.Value {
	var raws []json.RawMessage
	must(t, json.Unmarshal(raw, &raws))
	vals := make([]value.Value, len(raws))
	for i := range raws {
		et := ty.Elem()
		if ty.Kind() == types.KindTuple {
			et = ty.At(i)
		}
		vals[i] = valueOf(t, et, raws[i])
	}
	switch ty.Kind() {
	case types.KindList:
		return value.ListOf(ty.Elem(), vals)
	case types.KindSet:
		return value.SetOf(ty.Elem(), vals)
	}
	return value.Tuple(vals...)
}

func mappingOf(t testing.TB, ty types.Type, raw json.RawMessage) value.Value {
	var raws map[string]json.RawMessage
	must(t, json.Unmarshal(raw, &raws))
	names := sortedKeys(raws)
	vals := make([]value.Value, len(names))
	for i, name := range names {
		et := ty.Elem()
		if ty.Kind() == types.KindObject {
			a, _ := ty.Attr(name)
			et = a.Type
		}
		vals[i] = valueOf(t, et, raws[name])
	}
	if ty.Kind() == types.KindMap {
		return host.MapOf(ty.Elem(), host.NewShape(names), vals)
	}
	return host.ObjectOf(host.NewShape(names), vals)
}

// refinementOf reads the JSON form of a refinement.
func refinementOf(t testing.TB, raw json.RawMessage, ty types.Type) value.Refinement {
	if raw == nil {
		return value.Refinement{}
	}
	var j struct {
		NotNull  bool
		Prefix   string
		Min, Max *struct {
			Value     string
			Inclusive bool
		}
		MinLength, MaxLength *int
	}
	must(t, json.Unmarshal(raw, &j))
	r := value.Refinement{NotNull: j.NotNull, Prefix: j.Prefix}
	if j.Min != nil {
		r.Min = value.Bound{Number: numberOf(t, j.Min.Value), Inclusive: j.Min.Inclusive}
	}
	if j.Max != nil {
		r.Max = value.Bound{Number: numberOf(t, j.Max.Value), Inclusive: j.Max.Inclusive}
	}
	if j.MinLength != nil {
		r.MinLen = *j.MinLength
	}
	if j.MaxLength != nil {
		r.MaxLen, r.NoElements = *j.MaxLength, *j.MaxLength == 0
	}
	return r
}

func sameRefinement(a, b value.Refinement) bool { return showRefinement(a) == showRefinement(b) }

func showRefinement(r value.Refinement) string {
	bound := func(b value.Bound) string {
		if b.Number.IsZero() {
			return "-"
		}
		return fmt.Sprint(b.Number.NumberText(), b.Inclusive)
	}
	return fmt.Sprintf("notNull=%v prefix=%q min=%s max=%s len=%d..%d %v", r.NotNull, r.Prefix, bound(r.Min), bound(r.Max),
		r.MinLen, r.MaxLen, r.NoElements)
}
