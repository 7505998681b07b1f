package difftest

import (
	"math/rand/v2"
	"testing"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// maker makes random types and values.
type maker struct{ *rand.Rand }

func (m maker) typ(depth int) types.Type {
	leaves := []types.Type{types.String, types.Number, types.Bool, types.String, types.Number, types.Dynamic}
	if depth == 0 || m.IntN(3) == 0 {
		return leaves[m.IntN(len(leaves))]
	}
	switch m.IntN(5) {
	case 0:
		return types.List(m.typ(depth - 1))
	case 1:
		return types.Set(m.typ(depth - 1))
	case 2:
		return types.Map(m.typ(depth - 1))
	case 3:
		elems := make([]types.Type, m.IntN(3))
		for i := range elems {
			elems[i] = m.typ(depth - 1)
		}
		return types.Tuple(elems...)
	}
	var attrs []types.Attr
	for _, name := range []string{"a", "b", "c"}[:m.IntN(4)] {
		attrs = append(attrs, types.Attr{Name: name, Type: m.typ(depth - 1), Optional: m.IntN(4) == 0})
	}
	return types.Object(attrs...)
}

// value makes a value of a type that has no optional attributes.
func (m maker) value(t types.Type) value.Value {
	switch {
	case m.IntN(12) == 0:
		return value.NullOf(t)
	case m.IntN(12) == 0:
		return value.Unknown(t)
	}
	texts := []string{"", "1", "0", "true", "x", "12.5", "-3"}
	switch t.Kind() {
	case types.KindString:
		return value.String(texts[m.IntN(len(texts))])
	case types.KindNumber:
		return value.Int(int64(m.IntN(7) - 3))
	case types.KindBool:
		return value.Bool(m.IntN(2) == 0)
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
	names := []string{"a", "b", "c"}[:m.IntN(4)]
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
		m := maker{rand.New(rand.NewPCG(uint64(seed), 0))}
		v := m.value(types.WithoutOptional(m.typ(3)))
		compareConvert(t, v, m.typ(3))
		set := make([]types.Type, 2+m.IntN(3))
		for i := range set {
			set[i] = types.WithoutOptional(m.typ(2))
		}
		compareUnify(t, set)
	})
}

func TestConvertRandomAsCty(t *testing.T) {
	m := maker{random.New(t, 9)}
	known, noticed := met{}, mistakes{}
	for range random.Cases(20_000) {
		v, dst := m.value(types.WithoutOptional(m.typ(3))), m.typ(3)
		reason := compareConvert(t, v, dst)
		if known[reason]++; reason != "" && known[reason] <= 200 {
			convertWrongly(noticed, reason, v, dst)
		}
	}
	noticed.check(t, nil)
}
