package decode_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

type encoded struct {
	Mode  string            `hcl:"mode"`
	Count int               `hcl:"count,optional"`
	Tags  map[string]string `hcl:"tags,optional"`
	Ptr   *string           `hcl:"ptr,optional"`
	Wait  time.Duration     `hcl:"wait,optional"`
	Items []item            `hcl:"item,block"`
	Named map[string]named  `hcl:"named,block"`
}

type item struct {
	Name string   `hcl:"name,label"`
	Args []string `hcl:"args"`
}

type named struct {
	N int `hcl:"n"`
}

func TestMarshal(t *testing.T) {
	got, err := decode.Marshal(&encoded{
		Mode: "a ${b}", Tags: map[string]string{"x y": "1"}, Wait: time.Minute,
		Items: []item{{"one", []string{"p"}}, {"two", []string{}}}, Named: map[string]named{"k": {1}},
	})
	want := `mode = "a $${b}"
tags = {
  "x y" = "1"
}
wait = "1m0s"

item "one" {
  args = ["p"]
}

item "two" {
  args = []
}

named "k" {
  n = 1
}
`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// everything has a field of every sort that is written and read.
type everything struct {
	Text     string                    `hcl:"text"`
	Count    int                       `hcl:"count" default:"5"`
	On       bool                      `hcl:"on" default:"true"`
	Names    []string                  `hcl:"names"`
	Given    []string                  `hcl:"given" default:"[\"a\"]"`
	Numbers  map[string]int            `hcl:"numbers"`
	Nested   map[string][]*int8        `hcl:"nested,optional"`
	Pointer  *int                      `hcl:"pointer"`
	Fallback *string                   `hcl:"fallback" default:"x"`
	Bytes    []byte                    `hcl:"bytes"`
	JSON     json.RawMessage           `hcl:"json,optional"`
	Wait     time.Duration             `hcl:"wait"`
	Time     time.Time                 `hcl:"time"`
	Addr     netip.Addr                `hcl:"addr,optional"`
	Big      *big.Int                  `hcl:"big"`
	Float    float32                   `hcl:"float"`
	Pair     [2]uint16                 `hcl:"pair"`
	Value    value.Value               `hcl:"value"`
	Any      any                       `hcl:"any"`
	Shade    shade                     `hcl:"shade"`
	Object   everyObject               `hcl:"object"`
	Objects  map[string]*everyObject   `hcl:"objects,optional"`
	Blocks   []*everyBlock             `hcl:"block,block"`
	Maybe    *everyBlock               `hcl:"maybe,block"`
	ByLabel  map[string]everyBlock     `hcl:"by_label,block"`
	ByKey    map[string]struct{}       `hcl:"by_key,block"`
	Rest     map[string]map[string]int `hcl:",remain"`
}

type everyObject struct {
	N    int               `hcl:"n" default:"5"`
	List []string          `hcl:"list"`
	Map  map[string]string `hcl:"map,optional"`
	Ptr  *bool             `hcl:"ptr"`
}

type everyBlock struct {
	Label string `hcl:"label,label"`
	On    bool   `hcl:"on,optional" default:"true"`
}

// shade writes itself as a text, but is read as the number that it is.
type shade int

func (shade) MarshalText() ([]byte, error) { return []byte("dark"), nil }

var equalConfigs = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(value.Value.Equal),
	cmp.Comparer(func(a, b netip.Addr) bool { return a == b }),
	cmp.Comparer(func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 })}

func maybe[T any](t *rapid.T, g *rapid.Generator[T]) *T {
	if !rapid.Bool().Draw(t, "there") {
		return nil
	}
	x := g.Draw(t, "x")
	return &x
}

func drawEverything(t *rapid.T) *everything {
	text := rapid.Map(random.Text(), host.NFC)
	name := rapid.StringMatching(`[a-z]{1,6}`)
	object := func() everyObject {
		return everyObject{N: rapid.IntRange(0, 6).Draw(t, "n"), List: optionalOf(t, rapid.SliceOfN(text, 0, 2)),
			Map: optionalOf(t, rapid.MapOfN(text, text, 0, 2)), Ptr: maybe(t, rapid.Bool())}
	}
	block := func() everyBlock { return everyBlock{text.Draw(t, "label"), rapid.Bool().Draw(t, "on")} }
	in := &everything{
		Text: text.Draw(t, "text"), Count: rapid.IntRange(0, 6).Draw(t, "count"), On: rapid.Bool().Draw(t, "on"),
		Names: optionalOf(t, rapid.SliceOfN(text, 0, 3)), Given: optionalOf(t, rapid.SliceOfN(text, 0, 1)),
		Numbers: optionalOf(t, rapid.MapOfN(text, rapid.Int(), 0, 3)), Pointer: maybe(t, rapid.Int()),
		Fallback: maybe(t, text),
		Bytes:    optionalOf(t, rapid.SliceOfN(rapid.Byte(), 0, 3)),
		JSON: rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`{"a":[1,null]}`), json.RawMessage(`"x"`)}).Draw(t,
			"json"),
		Wait: time.Duration(rapid.Int64().Draw(t, "wait")),
		Time: time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "time"), 0).UTC(),
		Big:  maybeBig(t), Float: rapid.Float32().Draw(t, "float"), Pair: [2]uint16{rapid.Uint16().Draw(t, "first"), 2},
		Value: rapid.SampledFrom([]value.Value{value.Null, value.Int(1), value.Tuple(value.String("a"), value.Null)}).Draw(t,
			"value"),
		Any:   rapid.SampledFrom([]any{nil, int64(1), "x", []any{"a", int64(0)}, map[string]any{"k": true}}).Draw(t, "any"),
		Shade: shade(rapid.IntRange(0, 3).Draw(t, "shade")), Object: object(),
		Rest: map[string]map[string]int{"more": nil, name.Draw(t, "rest") + "_": {"a": 1}},
	}
	if rapid.Bool().Draw(t, "address") {
		in.Addr = netip.AddrFrom4([4]byte{10, 0, 0, rapid.Byte().Draw(t, "byte")})
	}
	if rapid.Bool().Draw(t, "deep") {
		in.Nested = map[string][]*int8{"nil": nil, name.Draw(t, "key"): {nil, maybe(t, rapid.Int8())}}
		o := object()
		in.Objects = map[string]*everyObject{"nil": nil, "one": &o}
	}
	for range rapid.IntRange(0, 2).Draw(t, "blocks") {
		b := block()
		in.Blocks, in.Maybe = append(in.Blocks, &b), &b
	}
	if rapid.Bool().Draw(t, "labelled") {
		b := block()
		in.ByLabel, in.ByKey = map[string]everyBlock{b.Label: b}, map[string]struct{}{"": {}, name.Draw(t, "key"): {}}
	}
	return in
}

func optionalOf[T any](t *rapid.T, g *rapid.Generator[T]) (none T) {
	if p := maybe(t, g); p != nil {
		return *p
	}
	return none
}

func maybeBig(t *rapid.T) *big.Int {
	if rapid.Bool().Draw(t, "no big") {
		return nil
	}
	i := big.NewInt(rapid.Int64().Draw(t, "big"))
	return i.Mul(i, i)
}

// What was written decodes to an equal struct, without any function.
func TestRoundTripProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawEverything(t)
		text, err := decode.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out everything
		if err := decode.Unmarshal("t.hcl", text, &out); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(*in, out, equalConfigs); d != "" {
			t.Fatalf("(-in +out)\n%s\n%s", d, text)
		}
	})
}

// Expressions are written as they stand in their files.
func TestMarshalExpressions(t *testing.T) {
	var c struct {
		Expr hcl.Expression `hcl:"expr,optional"`
		Rest hcl.Body       `hcl:",remain"`
	}
	const text = "expr = a.b[0]\nmore = f(1)\n"
	if err := decode.Unmarshal("t.hcl", []byte(text), &c); err != nil {
		t.Fatal(err)
	}
	got, err := decode.Marshal(c)
	if err != nil || string(got) != text {
		t.Errorf("%v\n%s", err, got)
	}
}

// What nothing that is written would be equal to is an error that says where it is.
func TestMarshalRefuses(t *testing.T) {
	type Inner struct {
		A string `hcl:"a,optional"`
	}
	for want, x := range map[string]any{
		`remain: element "a": there is a field with that name`: struct {
			A    int            `hcl:"a"`
			Rest map[string]int `hcl:",remain"`
		}{1, map[string]int{"a": 2}},
		`a: block 1: it is nil`: struct {
			A []*item `hcl:"a,block"`
		}{[]*item{{}, nil}},
		`a: block "k": its label is "l"`: struct {
			A map[string]item `hcl:"a,block"`
		}{map[string]item{"k": {Name: "l"}}},
		`a: its value is null`: struct {
			A json.RawMessage `hcl:"a,optional"`
		}{json.RawMessage("null")},
		`a: it is read from JSON, but has no method MarshalJSON`: struct {
			A level `hcl:"a"`
		}{3},
		`a: a value that is a list of string`: struct {
			A value.Value `hcl:"a"`
		}{value.ListOf(types.String, nil)},
		`a: the field is in an embedded struct that is nil`: struct{ *Inner }{},
		`a: element 0: a struct with blocks`: struct {
			A []struct {
				B *item `hcl:"b,block"`
			} `hcl:"a"`
		}{A: make([]struct {
			B *item `hcl:"b,block"`
		}, 1)},
		`The field A cannot be used: map keys must be strings`: struct {
			A map[int]int `hcl:"a"`
		}{},
		`The field A cannot be used: an interface with methods`: struct {
			A error `hcl:"a"`
		}{errors.New("x")},
	} {
		text, err := decode.Marshal(x)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v\n%s", want, err, text)
		}
	}
}

// A struct goes into a file that is edited: what is there is set, blocks follow.
func TestMarshalInto(t *testing.T) {
	type inner struct {
		Name string `hcl:"name,label"`
		N    int    `hcl:"n"`
	}
	file, _ := edit.Parse(source.NewFileString("t.hcl", "# kept\na = 1 # too\nx \"old\" {\n  n = 1\n}\n"))
	err := decode.MarshalInto(file.Body(), struct {
		A int     `hcl:"a"`
		B string  `hcl:"b"`
		X []inner `hcl:"x,block"`
	}{2, "two", []inner{{"new", 3}}})
	want := "# kept\na = 2 # too\nx \"old\" {\n  n = 1\n}\nb = \"two\"\n\nx \"new\" {\n  n = 3\n}\n"
	if got := string(file.Bytes()); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	if err := decode.MarshalInto(file.Body(), 1); err == nil {
		t.Error("a number was written")
	}
}
