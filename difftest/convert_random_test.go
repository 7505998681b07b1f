package difftest

import (
	"math/rand"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// maker makes random types and values.
type maker struct{ *rand.Rand }

func (m maker) typ(depth int) types.Type {
	leaves := []types.Type{types.String, types.Number, types.Bool, types.String, types.Number, types.Dynamic}
	if depth == 0 || m.Intn(3) == 0 {
		return leaves[m.Intn(len(leaves))]
	}
	switch m.Intn(5) {
	case 0:
		return types.List(m.typ(depth - 1))
	case 1:
		return types.Set(m.typ(depth - 1))
	case 2:
		return types.Map(m.typ(depth - 1))
	case 3:
		elems := make([]types.Type, m.Intn(3))
		for i := range elems {
			elems[i] = m.typ(depth - 1)
		}
		return types.Tuple(elems...)
	}
	var attrs []types.Attr
	for _, name := range []string{"a", "b", "c"}[:m.Intn(4)] {
		attrs = append(attrs, types.Attr{Name: name, Type: m.typ(depth - 1), Optional: m.Intn(4) == 0})
	}
	return types.Object(attrs...)
}

// value makes a value of a type that has no optional attributes.
func (m maker) value(t types.Type) value.Value {
	switch {
	case m.Intn(12) == 0:
		return value.NullOf(t)
	case m.Intn(12) == 0:
		return value.Unknown(t)
	}
	texts := []string{"", "1", "0", "true", "x", "12.5", "-3"}
	switch t.Kind() {
	case types.KindString:
		return value.String(texts[m.Intn(len(texts))])
	case types.KindNumber:
		return value.Int(int64(m.Intn(7) - 3))
	case types.KindBool:
		return value.Bool(m.Intn(2) == 0)
	case types.KindTuple:
		vals := make([]value.Value, t.Len())
		for i := range vals {
			vals[i] = m.value(t.At(i))
		}
		return value.Tuple(vals...)
	case types.KindObject:
		vals := make([]value.Value, t.Len())
		for i := range vals {
			vals[i] = m.value(t.At(i))
		}
		return host.ObjectOf(host.NewShape(t.AttrNames()), vals)
	case types.KindDynamic:
		return value.DynamicUnknown
	}
	return m.collection(t)
}

func (m maker) collection(t types.Type) value.Value {
	if t.Elem().HasDynamic() { // a value's element type is settled
		t = types.List(types.String)
	}
	names := []string{"a", "b", "c"}[:m.Intn(4)]
	vals := make([]value.Value, len(names))
	for i := range vals {
		vals[i] = m.value(t.Elem())
	}
	switch t.Kind() {
	case types.KindList:
		return value.ListOf(t.Elem(), vals)
	case types.KindSet:
		return value.SetOf(t.Elem(), vals)
	}
	return host.MapOf(t.Elem(), host.NewShape(names), vals)
}

func FuzzConvertAsCty(f *testing.F) {
	for seed := range int64(50) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed int64) {
		m := maker{rand.New(rand.NewSource(seed))}
		v := m.value(types.WithoutOptional(m.typ(3)))
		compareConvert(t, v, m.typ(3))
		set := make([]types.Type, 2+m.Intn(3))
		for i := range set {
			set[i] = types.WithoutOptional(m.typ(2))
		}
		compareUnify(t, set)
	})
}

func TestConvertRandomAsCty(t *testing.T) {
	for seed := range int64(20_000) {
		m := maker{rand.New(rand.NewSource(seed))}
		v := m.value(types.WithoutOptional(m.typ(3)))
		compareConvert(t, v, m.typ(3))
	}
}
