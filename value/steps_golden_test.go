package value_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var update = flag.Bool("update", false, "write the golden files anew")

// stepText is what a step gives: a value with what it waits for, or the error, its kind, and what it says where the
// value is marked.
func stepText(v value.Value, err error, marked error) string {
	var e, hidden *value.Error
	if errors.As(err, &e) {
		text := fmt.Sprintf("error %d %s: %s", calc.KindOf(e), e.Summary, e.Detail)
		if errors.As(marked, &hidden) && hidden.Detail != e.Detail {
			text += " Marked: " + hidden.Detail
		}
		return text
	}
	text := host.DebugString(v)
	if !v.IsWhollyKnown() {
		text += " " + v.Type().String()
	}
	for _, o := range v.Origins().List() {
		text += " from " + o.Path.String()
	}
	return text
}

// What steps lead to, for every kind of value and of key, and what is said where they lead nowhere. Of the profiles
// but
// Standard the golden file shows what differs from Standard.
func TestMatrixOfSteps(t *testing.T) {
	unknown := func(of types.Type, name string) value.Value {
		return unknowns.From(of, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
	}
	ofA := types.Object(types.Attr{Name: "name", Type: types.String})
	atMost := func(of types.Type, n int) value.Value {
		return unknown(of, "x").Refine(value.Refinement{NotNull: true, MaxLen: n})
	}
	nine := map[string]value.Value{}
	for i := range 9 {
		nine[fmt.Sprintf("key%d", i)] = value.Int(int64(i))
	}
	containers := []value.Value{
		value.True, value.Int(1), str("s"), value.Null, value.NullOf(ofA), value.Tuple(), value.Tuple(value.Int(1)),
		value.Tuple(value.Int(1), str("b"), value.DynamicUnknown), value.ListOf(types.Number, nil),
		value.ListOf(types.Number, []value.Value{value.Int(7), value.Int(8)}),
		value.SetOf(types.Number, []value.Value{value.Int(7)}), value.SetOf(ofA, []value.Value{obj("name", str("n"))}),
		obj(), obj("name", str("n"), "1", value.True),
		value.Object(nine), host.MapOf(types.Number, host.NewShape([]string{"name"}), []value.Value{value.Int(1)}),
		host.MapOf(types.Number, host.NewShape(nil), nil),
		value.DynamicUnknown, unknown(types.Dynamic, "x"), unknown(types.String, "x"), unknown(types.Bool, "x"),
		unknown(types.List(types.Bool), "x"), atMost(types.List(types.Bool), 1),
		atMost(types.List(types.Bool), 2), unknown(types.Set(ofA), "x"), unknown(types.Set(types.String), "x"),
		unknown(types.Map(types.Bool), "x"), unknown(ofA, "x"),
		unknown(types.Tuple(types.String, types.Bool), "x"), unknown(types.EmptyTuple, "x"), unknown(types.Union(ofA,
			types.None), "x"), unknown(types.Union(types.List(types.Bool), types.Map(types.String)), "x"),
		unknown(types.Union(types.Tuple(types.String), types.String), "x"), unknown(types.Union(types.String, types.Bool),
			"x"), value.Capsule(types.NewCapsule(&types.Capsule{Name: "c"}), 1),
		host.Open(obj("name", str("n"), "null", value.Null), host.RootPlace("r")), host.Open(value.Tuple(value.Int(1)),
			host.RootPlace("r")),
	}
	keys := []value.Value{value.Int(0), value.Int(1), value.Int(2), value.Int(-1), value.Float(0.5), num(t, "1e30"),
		str("name"), str("nmae"), str("0"), str("1e0"), str(strings.Repeat("é", 40)),
		value.True, value.Null, value.Tuple(), unknown(types.Number, "k"), unknown(types.String, "k"), unknown(types.Bool,
			"k"), unknown(types.Dynamic, "k"), unknown(types.List(types.String), "k")}
	var out strings.Builder
	standard := map[string]string{}
	for _, p := range profiles {
		for i, v := range containers {
			var results []string
			by := map[string][]string{}
			add := func(what, result string) {
				key := fmt.Sprint(i, what)
				if p == types.Standard {
					standard[key] = result
				} else if standard[key] == result {
					return
				}
				if by[result] == nil {
					results = append(results, result)
				}
				by[result] = append(by[result], what)
			}
			for _, name := range []string{"name", "nmae", "other"} {
				got, err := calc.GetAttr(v, name, p, source.Range{})
				_, marked := calc.GetAttr(v.Mark(value.Sensitive), name, p, source.Range{})
				add("."+name, stepText(got, err, marked))
			}
			for _, key := range keys {
				got, err := calc.Index(v, key, p, source.Range{})
				_, marked := calc.Index(v, key.Mark(value.Sensitive), p, source.Range{})
				what := host.DebugString(key)
				if key.IsUnknown() {
					what = "<unknown " + key.Type().String() + ">"
				}
				add("["+what+"]", stepText(got, err, marked))
			}
			if len(results) > 0 {
				fmt.Fprintf(&out, "%s, %s, profile %s\n", host.DebugString(v), v.Type(),
					map[*types.Profile]string{types.Standard: "Standard", types.Compat: "Compat", types.Extended: "Extended"}[p])
			}
			for _, r := range results {
				fmt.Fprintf(&out, "  %s <- %s\n", r, strings.Join(by[r], " "))
			}
		}
	}
	const path = "testdata/steps.golden"
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Fatalf("%s:%d:\n got %s\nwant %s\n(-update writes the file anew)", path, i+1, got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Fatalf("%d lines, want %d", len(got), len(wanted))
	}
}
