package laws

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// learned is a variable of which more becomes known.
func learned(name string, less, more value.Value) Variable {
	return Variable{Name: name, Less: less, More: repeated(more)}
}

// is is a variable that stays what it is.
func is(name string, v value.Value) Variable { return learned(name, v, v) }

func unknownOf(ts ...types.Type) value.Value { return value.Unknown(types.Union(ts...)) }

// regressions are findings of long runs, with the rule that was broken as their name.
var regressions = []struct {
	name    string
	profile *types.Profile
	expr    string
	vars    []Variable
}{
	{"only the attribute that does not convert is open", ext, `coalesce({ a = u, b = tolist(["b", "a", "b"]) }, v)`,
		[]Variable{
			is("u", dyn), learned("v", constObject("a", value.Null, "b", dyn),
				constObject("a", value.Null, "b", value.Tuple()))}},
	{"only the element that does not convert is open", ext, `coalesce(concat([s, u], [])[0], v)`, []Variable{
		is("s", setOf(str("a"))), is("u", dyn), learned("v", dyn, constant(`[[], [1]]`))}},
	{"the element type is that of all values", ext, `tomap({ a = setproduct([v], ["b"]), b = ["x", "y"] })`,
		[]Variable{learned("v", dyn, value.Int(-1))}},
	{"the element type of chunks is that of all values", ext, `coalesce(chunklist(v, 2), tolist([{ id = "x" }]))`,
		[]Variable{
			learned("v", value.Tuple(str("a"), unknownOf(types.Number, types.None)), value.Tuple(str("a"), value.Null))}},
	{"a product has the element types of its sides", ext, `coalesce(tolist([1, 2]), setproduct([u, 2], ["a"], v))`,
		[]Variable{
			is("u", unknownOf(types.Number, types.None)), learned("v", value.Unknown(types.Set(types.String)), pairSet)}},
	{"an object type of optional members is open", ext, `coalesce(convert(v, list(object({ a = any }))), w)`, []Variable{
		learned("v", value.Tuple(value.Unknown(types.Object(types.Attr{Name: "id", Type: types.Dynamic}))),
			constant(`[{ id = 1 }]`)),
		is("w", value.ListOf(types.Union(types.Number, types.String), []value.Value{str("a")}))}},
	{"what fits a union beside an unknown number", ext, `coalesce("", v, [u])`,
		[]Variable{learned("v", value.Unknown(types.Int), value.Int(5)), is("u", dyn)}},
	{"an element of a set is in it also where it does not convert", ext, `setunion([v, v], [u, "a"])`, []Variable{
		learned("v", unknownOf(types.Bool, types.None), value.Null),
		is("u", unknownOf(types.String, types.Set(types.String)))}},
	{"a set has no more members than before", ext, `setunion([u, v, "a"], ["", "a"])`, []Variable{
		is("u", unknownOf(types.Number, types.None)), learned("v", dyn, withID)}},
	{"null has a type of its own in a tuple", ext, `convert({ a = v }, map(any))`, []Variable{
		learned("v", value.Tuple(value.Unknown(types.Tuple(types.Number))),
			value.Tuple(value.NullOf(types.Tuple(types.Number))))}},
	{"null has a type of its own as an element", ext, `type(convert(["a", v], list(any)))`,
		[]Variable{learned("v", value.Unknown(types.String), value.Null)}},
	{"a null of a union becomes a null set", ext, `toset(v)[*]`, []Variable{
		learned("v", unknownOf(types.Tuple(types.String), types.EmptyTuple),
			value.NullOf(types.Union(types.Tuple(types.String), types.EmptyTuple)))}},
	{"an optional tuple may be a null without a type", ext, `coalesce(toset(v), [1, u])`, []Variable{
		learned("v", unknownOf(types.None, types.Tuple(types.String)), value.Null), is("u", dyn)}},
	{"a null has the type of the other arm, when that is known", std, `true ? v : w`, []Variable{
		is("v", value.NullOf(types.Tuple(types.Dynamic, types.Number))), learned("w", dyn, pair)}},
	{"an empty set has the type of the other arm, when that is certain", std,
		`setunion(false ? tolist([null, v])[1] : toset([]), toset([1, 2]))`,
		[]Variable{learned("v", lessSet, moreSet)}},
	{"an arm fails that was of another type", std, `convert(v ? coalesce(w, "a") : convert(0, list(any)), list(any))`,
		[]Variable{
			is("v", aBool), learned("w", dyn, constant(`tolist([])`))}},
	{"one of two arms of one type fails", std, `convert(v ? timeadd("x", w) : timeadd("x", w), list(any))`, []Variable{
		is("v", aBool), learned("w", value.Unknown(types.String), str("1hz"))}},
	{"which type a null has is not known beside an arm that may fail", std,
		`true ? 0 : (true ? null : merge({ a = "1" }, { b = v }).a)`, []Variable{
			learned("v", value.Unknown(types.Object(types.Attr{Name: "a", Type: types.Number})), withID)}},
	{"both arms share what stays", std, `[0, 0][v ? (true ? w : x) : w]`, []Variable{is("v", dyn),
		learned("w", unknowns.NotNull(value.Unknown(types.Tuple(types.EmptyTuple, types.Dynamic))), constant(`[[], [1]]`)),
		is("x", unknowns.NotNull(value.Unknown(types.Tuple(types.Dynamic, types.Dynamic))))}},
	{"types do not go together where nothing is open", std, `true ? [1, v] : [w, 0]`,
		[]Variable{is("v", dyn), learned("w", dyn, value.False)}},
	{"a tuple of another length stays an error", std, `coalesce(tolist(["a", "b", "a"]), [v, "a"], u)`, []Variable{
		learned("v", dyn, constant(`toset([{ a = 1 }])`)), is("u", dyn)}},
	{"a map with another key than the object", std, `keys(true ? v : w)`, []Variable{
		learned("v", value.Unknown(types.Map(types.String)), constant(`tomap({ a = "x", k = "y" })`)),
		is("w", value.Unknown(types.Object(types.Attr{Name: "a", Type: types.Dynamic})))}},
	{"an element does not fit a tuple of another length", std, `coalesce(tolist([1, 2]), [v], u)`,
		[]Variable{learned("v", dyn, value.False), is("u", dyn)}},
	{"maps may have other types than a null map", ext, `merge(tomap(null), tomap(v))`,
		[]Variable{learned("v", dyn, constant(`tomap({ a = ["x"] })`))}},
	{"arms that do not go together share their length", std, `false ? 0 : (v ? w : (true ? ["a", 1] : u))`, []Variable{
		is("v", dyn), learned("w", value.Tuple(dyn, str("b")), constant(`[[["a"]], "b"]`)), is("u", dyn)}},
	{"an arm fails later", std, `true ? 0 : (u ? (u / v) : 0)`, []Variable{is("u", dyn), learned("v", dyn, pair)}},
	{"an arm fails for a part", std, `(u ? "a" : (v ? 0 : "a")).a`,
		[]Variable{is("u", dyn), learned("v", dyn, constObject("a", dyn))}},
	{"a set of a union may be of one member", ext, `setproduct(v, [])`, []Variable{
		learned("v", unknowns.NotNull(value.Unknown(types.Set(types.Union(types.Number, types.String)))), pairSet)}},
	{"a tuple converts with a string in it", std, `tolist(concat(v, [true]))`, []Variable{
		learned("v", value.Unknown(types.Tuple(types.Dynamic, types.Number)), value.Tuple(str("a"), value.Int(1)))}},
	{"elements of a set do not convert", ext, `zipmap(toset(v[*]), [])`, []Variable{
		learned("v", value.Unknown(types.List(pairOrID)),
			value.ListOf(pairOrID, []value.Value{constant(`["a"]`), withID, value.Unknown(pairOrID)}))}},
	{"both arms read what fails later", std, `[for f in [upper(v)] : u ? [for e in f : 0 if 0] : [for e in f : 0]]`,
		[]Variable{is("u", aBool), learned("v", dyn, withID)}},
	{"an empty set need not be a list", ext, `tolist([v, toset([])])`, []Variable{
		learned("v", unknowns.NotNull(unknownOf(types.List(types.Tuple(types.String)), types.Set(types.Tuple(types.String)))),
			constant(`toset([["a"]])`))}},
	{"a map beside a map of optional numbers", ext, `coalesce(tomap({ a = "x" }), v)`, []Variable{
		learned("v", value.Unknown(types.Map(types.Union(types.Number, types.None))), constant(`tomap({ a = 2.5 })`))}},
	{"a map beside a map of optional bools", ext, `coalesce(tomap({ a = 1 }), v)`, []Variable{
		learned("v", value.Unknown(types.Map(types.Union(types.Bool, types.None))), constant(`tomap({ a = true })`))}},
	{"an optional map may be a null without a type", ext, `merge(v, v)`,
		[]Variable{learned("v", unknownOf(types.None, types.Map(types.String)), value.Null)}},
	{"a null element has a type", ext, `tolist(v)[*]`, []Variable{
		learned("v", value.Tuple(value.Unknown(types.Tuple(types.String)), pair),
			value.Tuple(value.NullOf(types.Tuple(types.String)), pair))}},
	{"a null tuple has the type of the other arm", std, `true ? [1] : (true ? null : v)`, []Variable{
		learned("v", value.Unknown(types.Tuple(types.Dynamic)), value.Tuple(str("a")))}},
	{"a local fails for good", std, `convert(v ? "a" : (w ? "a" : "b"), map(set(string)))`,
		[]Variable{is("v", dyn), learned("w", dyn, str(""))}},
	{"no step leads into what is not null", ext, `alltrue(v[w])`, []Variable{
		is("v", unknowns.NotNull(unknownOf(types.None, types.List(types.String)))), learned("w", dyn, value.Int(-1))}},
	{"a default may be a null without a type", ext, `slice([lookup({ a = 0, b = 0 }, 0, v), 0], 0, 1)[0][*]`, []Variable{
		learned("v", unknownOf(types.None, types.Tuple(types.Number, types.String)), value.Null)}},
	{"a default that is a null fits the elements", ext, `[lookup(v, "x", w)][0][*]`, []Variable{
		learned("v", value.Unknown(types.Map(types.String)), constant(`tomap({ a = "x" })`)),
		learned("w", unknownOf(types.None, types.Tuple(types.String)), value.Null)}},
	{"a default that is promised fits the elements", ext, `lookup(v, "x", w)`, []Variable{
		learned("v", value.Unknown(types.Map(types.String)), constant(`tomap({ a = "x" })`)),
		learned("w", value.Unknown(types.Promise(types.Union(types.None, types.Number))), value.Int(1))}},
}

// pairOrID has no member that converts to a string.
var pairOrID = types.Union(types.Tuple(types.String), types.Object(types.Attr{Name: "id", Type: types.Number}))

var pairSet = setOf(str("a"), str("b"))

// constObject makes an object of names and values.
func constObject(parts ...any) value.Value {
	attrs := map[string]value.Value{}
	for i := 0; i < len(parts); i += 2 {
		attrs[parts[i].(string)] = parts[i+1].(value.Value)
	}
	return value.Object(attrs)
}

func TestRegressions(t *testing.T) {
	for _, r := range regressions {
		t.Run(r.name, func(t *testing.T) {
			c := &Case{Profile: r.profile, Root: text(r.expr), Variables: r.vars}
			if f := c.Check(nil); f != nil {
				t.Error(f)
			}
		})
	}
}
