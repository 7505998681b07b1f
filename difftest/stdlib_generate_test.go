package difftest

import (
	"math/rand/v2"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// argument makes a random argument.
type argument func(r *rand.Rand) value.Value

// pick makes one of some values.
func pick(vals ...value.Value) argument {
	return func(r *rand.Rand) value.Value { return vals[r.IntN(len(vals))] }
}

func texts(list ...string) argument {
	return func(r *rand.Rand) value.Value { return value.String(list[r.IntN(len(list))]) }
}

func someNumbers(list ...string) argument {
	return func(r *rand.Rand) value.Value {
		n, err := numbers.Parse(list[r.IntN(len(list))], types.NumberTextExponent)
		if err != nil {
			panic(err)
		}
		return n
	}
}

var (
	anyText = texts("", "a", "b", "ab", "hello world", "Hello\n", "a\r\n\n", "é", "e\u0301", "日本語", "👍🏽", "1", "2.50",
		"true", " x ", "x,y,,z",
		"a-b_c", "\tTab", "ǆ", "ß", "o'neil x", "{\"a\":1}")
	anyNumber = someNumbers("0", "1", "2", "3", "-1", "10", "0.5", "-2.25", "1e20", "100000000000000000000001", "0.1",
		"7")
	smallNumber = someNumbers("0", "1", "2", "3", "4", "-1", "1.5")
	anyBool     = pick(value.True, value.False)
	scalar      = oneOf(anyText, anyNumber, anyBool)
)

func oneOf(args ...argument) argument {
	return func(r *rand.Rand) value.Value { return args[r.IntN(len(args))](r) }
}

// several makes up to n elements.
func several(r *rand.Rand, n int, elem argument) []value.Value {
	out := make([]value.Value, r.IntN(n+1))
	for i := range out {
		out[i] = spoil(r, elem(r), 14)
	}
	return out
}

func tupleOf(elem argument) argument {
	return func(r *rand.Rand) value.Value { return value.Tuple(several(r, 4, elem)...) }
}

// collected makes a tuple and converts it; what does not convert stays a tuple.
func collected(t types.Type, elem argument) argument {
	return func(r *rand.Rand) value.Value {
		v := value.Tuple(several(r, 4, elem)...)
		if out, err := convert.Convert(v, t, types.Compat); err == nil {
			return out
		}
		return v
	}
}

func objectOf(elem argument) argument {
	return func(r *rand.Rand) value.Value {
		var b host.ObjectBuilder
		for _, v := range several(r, 3, elem) {
			b.Set(string(rune('a'+r.IntN(4))), v)
		}
		return b.Object()
	}
}

func mapOfElems(elem argument) argument {
	return func(r *rand.Rand) value.Value {
		v := objectOf(elem)(r)
		if out, err := convert.Convert(v, types.Map(types.Dynamic), types.Compat); err == nil {
			return out
		}
		return v
	}
}

var (
	textList   = collected(types.List(types.String), anyText)
	textSet    = collected(types.Set(types.String), anyText)
	numberList = collected(types.List(types.Number), anyNumber)
	sequence   = oneOf(textList, numberList, textSet, tupleOf(scalar), tupleOf(anyText),
		collected(types.Set(types.Number), anyNumber))
	mapping  = oneOf(mapOfElems(anyText), mapOfElems(anyNumber), objectOf(scalar), objectOf(anyText))
	nested   = tupleOf(oneOf(sequence, scalar))
	anything = oneOf(scalar, sequence, mapping, nested)
)

// nearArguments are arguments near the differences that are meant, which would seldom be met by chance.
var nearArguments = map[string][]argument{
	"contains": {sequence, pick(value.Null)},
	"distinct": {pick(value.Unknown(types.Tuple(types.Bool, types.Dynamic)),
		value.Unknown(types.Tuple(types.List(types.Dynamic), types.Tuple(types.Bool))),
		value.Tuple(value.SetOf(types.String, []value.Value{value.String("a"), unknownText})))},
	"element": {pick(value.Tuple(), value.Tuple(value.Int(1))), pick(value.Unknown(types.Number), value.Int(0))},
	"formatlist": {texts("a%sb%vc"), pick(value.ListOf(types.String, []value.Value{unknownText, value.String("x")})),
		pick(value.Tuple(value.True, value.Int(3)), value.Tuple(value.String("y"), value.Int(5)))},
	"join": {texts(","), pick(value.SetOf(types.Number, []value.Value{value.Int(1), value.Unknown(types.Number)}))},
	"lookup": {pick(object([]string{"a", "b"}, value.String("x"), unknownText),
		mapOf(types.String, []string{"a", "b"}, value.String("x"), unknownText)), texts("a", "b", "z"),
		oneOf(anyText, pick(value.Null))},
	"merge": {mapOfElems(anyText), pick(value.Unknown(types.Map(types.Dynamic)))},
	"range": {smallNumber, smallNumber, someNumbers("0")},
	"reverse": {pick(value.SetOf(types.String, []value.Value{value.NullOf(types.String), unknownText}),
		value.SetOf(types.String, []value.Value{value.NullOf(types.String), unknownText, value.String("a")}))},
	"setproduct": {pick(value.SetOf(types.String, nil)), pick(value.Unknown(types.Set(types.Number)))},
	"zipmap": {pick(value.ListOf(types.String, []value.Value{unknownText, value.String("a")})),
		oneOf(numberList, textList)},
}

var unknownText = value.Unknown(types.String)

// spoil replaces one value in n by something special: unknown, null or marked.
func spoil(r *rand.Rand, v value.Value, n int) value.Value {
	if r.IntN(n) != 0 {
		return v
	}
	switch r.IntN(5) {
	case 0:
		return value.NullOf(v.Type())
	case 1:
		return value.Unknown(v.Type())
	case 2:
		return unknowns.NotNull(value.Unknown(v.Type()))
	case 3:
		return value.DynamicUnknown
	}
	return v.Mark("mark")
}
