package laws

import (
	"flag"
	"regexp"
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// defect is something that once broke a law.
type defect struct {
	name    string
	profile *types.Profile
	expr    string
	less    value.Value // of the variable v
	more    value.Value
	// like matches the shrunken findings that have this cause, and with whole set expressions as they were generated.
	// Names in them have no numbers.
	like  string
	whole bool
	union bool // one of its variables is an unknown of union type
}

var (
	dyn      = value.DynamicUnknown
	setOf    = func(vals ...value.Value) value.Value { return value.SetOf(types.String, vals) }
	str      = value.String
	lessSet  = setOf(str("b"), value.Unknown(types.String))
	moreSet  = setOf(str("a"), str("b"))
	lone     = setOf(str("b"))
	optional = value.Unknown(types.Union(types.None, types.Tuple(types.String, types.String)))
	pair     = value.Tuple(str("a"), str("b"))
)

// defects are what broke the laws before they were kept. The test TestDefectsAreFound, run on an engine of that time, finds all of them
// again; the numbers say with how many expressions from seed 1.
var defects = []defect{
	{name: "coalesce with an empty tuple", profile: types.Extended, expr: `coalesce(v, [])`, less: dyn, more: pair, like: `coalesce\(.*, \[\]`},
	{name: "coalesce with an empty object", profile: types.Extended, expr: `coalesce(v, {})`, less: dyn, more: constant(`{ id = 1 }`), like: `coalesce\(.*, \{\}`},
	{name: "a length of coalesce", profile: types.Extended, expr: `length(coalesce(v, [])) > 0`, less: dyn, more: pair, like: `length\(.*coalesce\(`, whole: true},
	{name: "an attribute of coalesce", profile: types.Extended, expr: `coalesce(v, {}).id`, less: dyn, more: constant(`{ id = 1 }`), like: `coalesce\(.*\)\)*\.[a-z]`, whole: true},
	{name: "keys of coalesce", profile: types.Extended, expr: `keys(coalesce(v, {}))`, less: dyn, more: constant(`{ id = 1 }`), like: `keys\(.*coalesce`, whole: true},
	{name: "coalesce that begins with a number", profile: types.Standard, expr: `coalesce(1, v)`, less: dyn, more: str("a"), like: `coalesce\([0-9], .*v`},
	{name: "coalesce that begins with an object", profile: types.Standard, expr: `coalesce({ a = "1" }, v)`, less: dyn, more: constant(`{ b = 1 }`), like: `coalesce\(\{ a = .*v`},
	{name: "the known element of a list", profile: types.Standard, expr: `tolist([v, 3])[1]`, less: dyn, more: str("a"), like: `tolist\(\[.*v.*\]\)\[1\]`},
	{name: "a list of several sorts", profile: types.Extended, expr: `tolist(["", 1, v])`, less: dyn, more: constant(`[]`), like: `tolist\(\[.*v.*\]\)`},
	{name: "a map with an unknown value", profile: types.Extended, expr: `tomap({ a = v, k = {} })`, less: dyn, more: str("a"), like: `tomap\(\{ a = .*v`},
	{name: "a set with an unknown element", profile: types.Standard, expr: `toset([1, v])`, less: dyn, more: str("a"), like: `toset\(.*v`},
	{name: "distinct", profile: types.Standard, expr: `distinct([1, v])`, less: dyn, more: str("a"), like: `distinct\(.*v`},
	{name: "setunion", profile: types.Standard, expr: `setunion([1], [v])`, less: dyn, more: str("a"), like: `setunion\(.*v`},
	{name: "setsubtract", profile: types.Standard, expr: `setsubtract([1], v)`, less: dyn, more: lone, like: `setsubtract\(.*v`},
	{name: "chunklist", profile: types.Standard, expr: `chunklist([1, v], 1)`, less: dyn, more: str("a"), like: `chunklist\(v`},
	{name: "setproduct", profile: types.Standard, expr: `setproduct([1, v], [])`, less: dyn, more: str("a"), like: `setproduct\(.*v`},
	{name: "an expansion of coalesce", profile: types.Extended, expr: `max(coalesce(v, [1], [1, 2])...)`, less: dyn, more: constant(`[3]`), like: `coalesce\(.*\)\.\.\.\)`, whole: true},
	{name: "coalesce as JSON", profile: types.Standard, expr: `jsonencode(coalesce(1, v))`, less: dyn, more: str("a"), like: `jsonencode\(.*coalesce\(`, whole: true},
	{name: "a conditional of a number", profile: types.Standard, expr: `true ? 1 : v`, less: dyn, more: str("a"), like: `\(true \? .*[0-9] : .*v`},
	{name: "a conditional of an object", profile: types.Standard, expr: `true ? { a = 1 } : v`, less: dyn, more: constant(`{ b = 1 }`), like: `\? \{.*\} : .*v`, whole: true},
	{name: "for over a set", profile: types.Extended, expr: `[for e in v : 0]`, less: lessSet, more: lone, like: `\[for [a-z, ]+ in [^:]*v[^:]* : `},
	{name: "a template over a set", profile: types.Extended, expr: `"%{ for e in v }-%{ endfor }"`, less: lessSet, more: lone, like: `"[^$]*%\{ for [a-z, ]+ in .*v`},
	{name: "reverse of a set", profile: types.Extended, expr: `reverse(v)`, less: lessSet, more: moreSet, like: `reverse\(.*v`},
	{name: "a splat of a set", profile: types.Extended, expr: `v[*]`, less: lessSet, more: moreSet, like: `v\)?\)?(\[\*\]|\.\*)`, whole: true},
	{name: "an expansion of a set", profile: types.Extended, expr: `coalesce(v...)`, less: lessSet, more: moreSet, like: `toset\(.*\.\.\.\)`, whole: true},
	{name: "k8s::merge below a key", profile: types.Extended, expr: `k8s::merge({ a = v, b = 0 }, { a = { b = 1 } })`, less: value.Unknown(types.Object(types.Attr{Name: "c", Type: types.Number})),
		more: constant(`{ c = 1 }`), like: `k8s::merge\(.*v`},
	{name: "the type of something unknown", profile: types.Extended, expr: `type(v)`, less: dyn, more: str("a"), like: `type\(.*v`},
	{name: "lookup in an open object", profile: types.Extended, expr: `lookup(v, "a")`, less: constant(`{}`).Open(value.RootPlace("req")), more: constant(`{ a = 1 }`).Open(value.RootPlace("req")),
		like: `lookup\(v, "a"\)`},
	{name: "merge with nulls", profile: types.Extended, expr: `merge(null, v)`, less: value.Unknown(types.Object(types.Attr{Name: "c", Type: types.Number})), more: value.Null, like: `merge\(.*null`},
	{name: "a splat of something optional", profile: types.Extended, expr: `v[*]`, less: optional.NotNull(), more: pair, like: `v\)?\[\*\]`, union: true},
	{name: "an expansion of a union", profile: types.Extended, expr: `max(2, v...)`, less: value.Unknown(types.Union(types.Set(types.Dynamic), types.Set(types.String))),
		more: value.SetOf(types.Dynamic, nil), like: `v\.\.\.\)`},
	{name: "and with something wrong", profile: types.Extended, expr: `v && 5`, less: value.Unknown(types.Bool), more: value.False, like: `v.* && `},
	{name: "or with something wrong", profile: types.Extended, expr: `v || upper([])`, less: value.Unknown(types.Bool), more: value.True, like: `\|\| `},
	{name: "a conditional with something wrong", profile: types.Standard, expr: `v ? [0][*].id : 0`, less: value.Unknown(types.Bool), more: value.False, like: `\(v \? (0|\[\{ id = 0 \}, \{ id = 0 \}\]\[\*\]\.id\[0\]) : `},
}

// one makes the case of a defect.
func (d defect) one() *Case {
	return &Case{Profile: d.profile, Root: text(d.expr), Variables: []Variable{{Name: "v", Less: d.less, More: repeated(d.more)}}}
}

// unions reports whether an unknown of union type is among the variables.
func unions(c *Case) bool {
	return slices.ContainsFunc(c.Variables, func(v Variable) bool { return v.Less.IsUnknown() && v.Less.Type().Kind() == types.KindUnion })
}

// TestDefects holds what broke a law once.
func TestDefects(t *testing.T) {
	for _, d := range defects {
		t.Run(d.name, func(t *testing.T) {
			if f := d.one().Check(nil); f != nil {
				t.Error(f)
			}
		})
	}
}

var (
	findDefects = flag.Bool("laws.defects", false, "find the defects again, on an engine that has them")
	findIn      = flag.Uint64("laws.within", 100_000, "in how many expressions")
)

// TestDefectsAreFound finds the defects again on an engine that has them, with the generator alone. On an engine
// without them it holds that the generator still writes such expressions.
func TestDefectsAreFound(t *testing.T) {
	took := map[string]uint64{}
	likes := make([]*regexp.Regexp, len(defects))
	for i, d := range defects {
		likes[i] = regexp.MustCompile(d.like)
	}
	for n := uint64(0); n < *findIn && len(took) < len(defects); n++ {
		c := Generate(*seed, n, profiles[n%2])
		whole := numberless(c.Source())
		seen := whole
		if *findDefects {
			f := c.Check(nil)
			if f == nil {
				continue
			}
			seen = numberless(Shrink(f).Case.Source())
		}
		for i, d := range defects {
			if took[d.name] == 0 && c.Profile == d.profile && (!d.union || unions(c)) && (likes[i].MatchString(seen) || d.whole && likes[i].MatchString(whole)) {
				took[d.name] = n + 1
			}
		}
	}
	for _, d := range defects {
		n := took[d.name]
		if n == 0 {
			t.Errorf("%s: not found in %d expressions", d.name, *findIn)
		}
		if *findDefects {
			t.Logf("%6d expressions: %s", n, d.name)
		}
	}
}
