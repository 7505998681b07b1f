package difftest

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	ctystdlib "github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// stdlibCase is a call as it occurs in configurations.
type stdlibCase struct {
	name   string
	theirs function.Function
	args   []value.Value
	common bool // one of the twenty most used functions
}

func words(n int) []value.Value {
	out := make([]value.Value, n)
	for i := range out {
		out[i] = value.String(fmt.Sprintf("subnet-%02d", i*7%n))
	}
	return out
}

func fields(pairs ...any) value.Value {
	var b host.ObjectBuilder
	for i := 0; i < len(pairs); i += 2 {
		b.Set(pairs[i].(string), pairs[i+1].(value.Value))
	}
	return b.Object()
}

func stdlibCases() []stdlibCase {
	s, n := value.String, value.Int
	text := s("Hello World, this is a Name")
	list := value.ListOf(types.String, words(10))
	tuple := value.Tuple(words(10)...)
	tags := fields("env", s("prod"), "team", s("platform"), "cost", s("1234"), "owner", s("jane"))
	more := fields("env", s("dev"), "app", s("web"))
	m := host.MapOf(types.String, host.ShapeOf(tags), tags.Elems())
	deployment := fields("apiVersion", s("apps/v1"), "kind", s("Deployment"), "metadata",
		fields("name", s("web"), "labels", tags),
		"spec", fields("replicas", n(3), "paused", value.False, "ports", value.Tuple(n(80), n(443))))
	json, err := valuejson.Append(nil, deployment, valuejson.Style{})
	if err != nil {
		panic(err)
	}
	lists := value.Tuple(value.Tuple(words(3)...), value.Tuple(value.Tuple(words(3)...)), value.Tuple())
	five := value.ListOf(types.String, words(5))
	return []stdlibCase{
		{"format", ctystdlib.FormatFunc, []value.Value{s("%s-%d-%s"), s("web"), n(7), s("prod")}, true},
		{"join", ctystdlib.JoinFunc, []value.Value{s(","), list}, true},
		{"split", ctystdlib.SplitFunc, []value.Value{s("."), s("a.b.c.example.com")}, true},
		{"replace", ctystdlib.ReplaceFunc, []value.Value{text, s(" "), s("-")}, true},
		{"lower", ctystdlib.LowerFunc, []value.Value{text}, true},
		{"upper", ctystdlib.UpperFunc, []value.Value{text}, true},
		{"substr", ctystdlib.SubstrFunc, []value.Value{text, n(2), n(10)}, true},
		{"trimspace", ctystdlib.TrimSpaceFunc, []value.Value{s("  web  ")}, true},
		{"trimprefix", ctystdlib.TrimPrefixFunc, []value.Value{s("refs/heads/main"), s("refs/heads/")}, true},
		{"concat", ctystdlib.ConcatFunc, []value.Value{tuple, tuple}, true},
		{"merge", ctystdlib.MergeFunc, []value.Value{tags, more}, true},
		{"lookup", ctystdlib.LookupFunc, []value.Value{m, s("team"), s("none")}, true},
		{"contains", ctystdlib.ContainsFunc, []value.Value{list, s("subnet-05")}, true},
		{"length", ctystdlib.LengthFunc, []value.Value{list}, true},
		{"keys", ctystdlib.KeysFunc, []value.Value{m}, true},
		{"values", ctystdlib.ValuesFunc, []value.Value{m}, true},
		{"element", ctystdlib.ElementFunc, []value.Value{list, n(3)}, true},
		{"flatten", ctystdlib.FlattenFunc, []value.Value{lists}, true},
		{"jsonencode", ctystdlib.JSONEncodeFunc, []value.Value{deployment}, true},
		{"toset", ctystdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)), []value.Value{tuple}, true},
		{"tolist", ctystdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)), []value.Value{tuple}, false},
		{"tostring", ctystdlib.MakeToFunc(cty.String), []value.Value{n(8080)}, false},
		{"tonumber", ctystdlib.MakeToFunc(cty.Number), []value.Value{s("8080")}, false},
		{"jsondecode", ctystdlib.JSONDecodeFunc, []value.Value{s(string(json))}, false},
		{"coalesce", ctystdlib.CoalesceFunc, []value.Value{s("a"), s("b")}, false},
		{"coalescelist", ctystdlib.CoalesceListFunc, []value.Value{tuple, list}, false},
		{"regex", ctystdlib.RegexFunc, []value.Value{s("^([a-z]+)-([0-9]+)$"), s("subnet-05")}, false},
		{"regexall", ctystdlib.RegexAllFunc, []value.Value{s("[a-z]+"), s("a1b2c3")}, false},
		{"distinct", ctystdlib.DistinctFunc, []value.Value{list}, false},
		{"compact", ctystdlib.CompactFunc, []value.Value{list}, false},
		{"sort", ctystdlib.SortFunc, []value.Value{list}, false},
		{"reverse", ctystdlib.ReverseListFunc, []value.Value{list}, false},
		{"slice", ctystdlib.SliceFunc, []value.Value{list, n(2), n(5)}, false},
		{"chunklist", ctystdlib.ChunklistFunc, []value.Value{list, n(3)}, false},
		{"range", ctystdlib.RangeFunc, []value.Value{n(10)}, false},
		{"zipmap", ctystdlib.ZipmapFunc, []value.Value{list, list}, false},
		{"setunion", ctystdlib.SetUnionFunc,
			[]value.Value{value.SetOf(types.String, words(10)), value.SetOf(types.String, words(12))}, false},
		{"setintersection", ctystdlib.SetIntersectionFunc,
			[]value.Value{value.SetOf(types.String, words(10)), value.SetOf(types.String, words(12))}, false},
		{"setsubtract", ctystdlib.SetSubtractFunc,
			[]value.Value{value.SetOf(types.String, words(10)), value.SetOf(types.String, words(3))}, false},
		{"setproduct", ctystdlib.SetProductFunc, []value.Value{five, five}, false},
		{"max", ctystdlib.MaxFunc, []value.Value{n(1), n(7), n(3)}, false},
		{"min", ctystdlib.MinFunc, []value.Value{n(1), n(7), n(3)}, false},
		{"abs", ctystdlib.AbsoluteFunc, []value.Value{n(-3)}, false},
		{"ceil", ctystdlib.CeilFunc, []value.Value{value.Float(2.5)}, false},
		{"floor", ctystdlib.FloorFunc, []value.Value{value.Float(2.5)}, false},
		{"log", ctystdlib.LogFunc, []value.Value{n(16), n(2)}, false},
		{"pow", ctystdlib.PowFunc, []value.Value{n(2), n(10)}, false},
		{"signum", ctystdlib.SignumFunc, []value.Value{n(-3)}, false},
		{"parseint", ctystdlib.ParseIntFunc, []value.Value{s("ff"), n(16)}, false},
		{"chomp", ctystdlib.ChompFunc, []value.Value{s("hello\n")}, false},
		{"indent", ctystdlib.IndentFunc, []value.Value{n(2), s("a\nb\nc")}, false},
		{"strrev", ctystdlib.ReverseFunc, []value.Value{text}, false},
		{"title", ctystdlib.TitleFunc, []value.Value{text}, false},
		{"trim", ctystdlib.TrimFunc, []value.Value{s("--web--"), s("-")}, false},
		{"trimsuffix", ctystdlib.TrimSuffixFunc, []value.Value{s("main.tf"), s(".tf")}, false},
		{"formatlist", ctystdlib.FormatListFunc, []value.Value{s("%s.example.com"), list}, false},
		{"formatdate", ctystdlib.FormatDateFunc, []value.Value{s("YYYY-MM-DD hh:mm"), s("2018-01-02T23:12:01Z")}, false},
		{"timeadd", ctystdlib.TimeAddFunc, []value.Value{s("2018-01-02T23:12:01Z"), s("1h")}, false},
		{"csvdecode", ctystdlib.CSVDecodeFunc, []value.Value{s("a,b,c\n1,2,3\n4,5,6\n")}, false},
	}
}

// duel calls the function on either side as a Go program does, with values. Ours may change its arguments, so they are
// copied first.
func (c *stdlibCase) duel() duel {
	args := make([]cty.Value, len(c.args))
	for i, a := range c.args {
		args[i] = ctyValueOf(a)
	}
	declaration, buf := stdlib.Table()[c.name], make([]value.Value, len(c.args))
	return newDuel(code(c.name), 1, func() value.Value {
		copy(buf, c.args)
		return must(declaration.Call(buf, types.Compat))
	}, func() cty.Value { return must(c.theirs.Call(args)) }, sameValues)
}

func commonFunctionDuels(testing.TB) []duel { return functionDuels(true) }
func otherFunctionDuels(testing.TB) []duel  { return functionDuels(false) }

func functionDuels(common bool) (duels []duel) {
	for _, c := range stdlibCases() {
		if c.common == common {
			duels = append(duels, c.duel())
		}
	}
	return duels
}
