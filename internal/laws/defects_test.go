package laws

import (
	"flag"
	"regexp"
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// defect is something that once broke a law.
type defect struct {
	name       string
	profile    *types.Profile
	expr       string
	less, more value.Value // of the variable v
	// like matches the shrunken findings that have this cause. Names in them have no numbers.
	like  string
	flags int
	took  int // expressions
}

const (
	whole = 1 << iota // like matches expressions as they were generated, too
	union             // one of the variables is an unknown of union type
)

var (
	std, ext = types.Standard, types.Extended

	dyn     = value.DynamicUnknown
	str     = value.String
	pair    = value.Tuple(str("a"), str("b"))
	withID  = constant(`{ id = 1 }`)
	withB   = constant(`{ b = 1 }`)
	withC   = constant(`{ c = 1 }`)
	ofC     = value.Unknown(types.Object(types.Attr{Name: "c", Type: types.Number}))
	setOf   = func(vals ...value.Value) value.Value { return value.SetOf(types.String, vals) }
	lessSet = setOf(str("b"), value.Unknown(types.String))
	moreSet = setOf(str("a"), str("b"))
	lone    = setOf(str("b"))
	open    = func(text string) value.Value { return host.Open(constant(text), host.RootPlace("req")) }

	aBool    = value.Unknown(types.Bool)
	maybe    = unknowns.NotNull(value.Unknown(types.Union(types.None, types.Tuple(types.String, types.String))))
	someSet  = value.Unknown(types.Union(types.Set(types.Dynamic), types.Set(types.String)))
	emptySet = value.SetOf(types.Dynamic, nil)
)

// defects are what broke the laws before they were kept. On an engine of that time TestDefectsAreFound finds all of
// them again; the last number is with how many expressions, from seed 1.
var defects = []defect{
	{"coalesce with an empty tuple", ext, `coalesce(v, [])`, dyn, pair, `coalesce\(.*, \[\]`, 0, 370},
	{"coalesce with an empty object", ext, `coalesce(v, {})`, dyn, withID, `coalesce\(.*, \{\}`, 0, 555424},
	{"a length of coalesce", ext, `length(coalesce(v, [])) > 0`, dyn, pair, `length\(.*coalesce\(`, whole, 10040},
	{"an attribute of coalesce", ext, `coalesce(v, {}).id`,
		dyn, withID, `coalesce\(.*\)\)*\.[a-z]`, whole, 5486},
	{"keys of coalesce", ext, `keys(coalesce(v, {}))`, dyn, withID, `keys\(.*coalesce`, whole, 17658},
	{"coalesce that begins with a number", std, `coalesce(1, v)`, dyn, str("a"), `coalesce\([0-9], .*v`, 0, 1617},
	{"coalesce that begins with an object", std, `coalesce({ a = "1" }, v)`,
		dyn, withB, `coalesce\(\{ a = .*v`, 0, 41957},
	{"the known element of a list", std, `tolist([v, 3])[1]`, dyn, str("a"), `tolist\(\[.*v.*\]\)\[1\]`, 0, 273167},
	{"a list of several sorts", ext, `tolist(["", 1, v])`, dyn, constant(`[]`), `tolist\(\[.*v.*\]\)`, 0, 5348},
	{"a map with an unknown value", ext, `tomap({ a = v, k = {} })`, dyn, str("a"), `tomap\(\{ a = .*v`, 0, 2244},
	{"a set with an unknown element", std, `toset([1, v])`, dyn, str("a"), `toset\(.*v`, 0, 5689},
	{"distinct", std, `distinct([1, v])`, dyn, str("a"), `distinct\(.*v`, 0, 147817},
	{"setunion", std, `setunion([1], [v])`, dyn, str("a"), `setunion\(.*v`, 0, 9119},
	{"setsubtract", std, `setsubtract([1], v)`, dyn, lone, `setsubtract\(.*v`, 0, 12011},
	{"chunklist", std, `chunklist([1, v], 1)`, dyn, str("a"), `chunklist\(v`, 0, 37561},
	{"setproduct", std, `setproduct([1, v], [])`, dyn, str("a"), `setproduct\(.*v`, 0, 14317},
	{"an expansion of coalesce", ext, `max(coalesce(v, [1], [1, 2])...)`,
		dyn, constant(`[3]`), `coalesce\(.*\)\.\.\.\)`, whole, 60058},
	{"coalesce as JSON", std, `jsonencode(coalesce(1, v))`, dyn, str("a"), `jsonencode\(.*coalesce\(`, whole, 63397},
	{"a conditional of a number", std, `true ? 1 : v`, dyn, str("a"), `\(true \? .*[0-9] : .*v`, 0, 1365},
	{"a conditional of an object", std, `true ? { a = 1 } : v`, dyn, withB, `\? \{.*\} : .*v`, whole, 54047},
	{"for over a set", ext, `[for e in v : 0]`, lessSet, lone, `\[for [a-z, ]+ in [^:]*v[^:]* : `, 0, 6842},
	{"a template over a set", ext, `"%{ for e in v }-%{ endfor }"`,
		lessSet, lone, `"[^$]*%\{ for [a-z, ]+ in .*v`, 0, 88860},
	{"reverse of a set", ext, `reverse(v)`, lessSet, moreSet, `reverse\(.*v`, 0, 4854},
	{"a splat of a set", ext, `v[*]`, lessSet, moreSet, `v\)?\)?(\[\*\]|\.\*)`, whole, 5306},
	{"an expansion of a set", ext, `coalesce(v...)`, lessSet, moreSet, `toset\(.*\.\.\.\)`, whole, 70078},
	{"k8s::merge below a key", ext, `k8s::merge({ a = v, b = 0 }, { a = { b = 1 } })`,
		ofC, withC, `k8s::merge\(.*v`, 0, 83838},
	{"the type of something unknown", ext, `type(v)`, dyn, str("a"), `type\(.*v`, 0, 322},
	{"lookup in an open object", ext, `lookup(v, "a")`,
		open(`{}`), open(`{ a = 1 }`), `lookup\(v, "a"\)`, 0, 1814},
	{"merge with nulls", ext, `merge(null, v)`,
		ofC, value.Null, `merge\(.*null`, 0, 47378},
	{"a splat of something optional", ext, `v[*]`, maybe, pair, `v\)?\[\*\]`, union, 15306},
	{"an expansion of a union", ext, `max(2, v...)`,
		someSet, emptySet, `v\.\.\.\)`, 0, 184188},
	{"and with something wrong", ext, `v && 5`, aBool, value.False, `v.* && `, 0, 4910},
	{"or with something wrong", ext, `v || upper([])`, aBool, value.True, `\|\| `, 0, 6842},
	{"a conditional with something wrong", std, `v ? [0][*].id : 0`,
		aBool, value.False, `\(v \? (0|\[\{ id = 0 \}, \{ id = 0 \}\]\[\*\]\.id\[0\]) : `, 0, 10089},
}

// one makes the case of a defect.
func (d defect) one() *Case {
	v := Variable{Name: "v", Less: d.less, More: repeated(d.more)}
	return &Case{Profile: d.profile, Root: text(d.expr), Variables: []Variable{v}}
}

func (d defect) looksLike(c *Case, like *regexp.Regexp, seen, full string) bool {
	return (d.flags&union == 0 || unions(c)) && (like.MatchString(seen) || d.flags&whole != 0 && like.MatchString(full))
}

// unions reports whether an unknown of union type is among the variables.
func unions(c *Case) bool {
	return slices.ContainsFunc(c.Variables, func(v Variable) bool {
		return v.Less.IsUnknown() && v.Less.Type().Kind() == types.KindUnion
	})
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
		full := numberless(c.Source())
		seen := full
		if *findDefects {
			f := c.Check(nil)
			if f == nil {
				continue
			}
			seen = numberless(Shrink(f).Case.Source())
		}
		for i, d := range defects {
			if took[d.name] == 0 && c.Profile == d.profile && d.looksLike(c, likes[i], seen, full) {
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

// TestNoConstants holds what coalesce(v, []) and coalesce(v, {}) made constants of while v was unknown.
func TestNoConstants(t *testing.T) {
	texts, bools, numbers := pair, constant(`[false]`), constant(`[3]`)
	for _, c := range []struct {
		expr string
		more value.Value
	}{
		{`length(coalesce(v, []))`, texts}, {`length(coalesce(v, [])) > 0`, texts}, {`coalesce(v, []) == []`, texts},
		{`join("-", coalesce(v, []))`, texts}, {`sort(coalesce(v, []))`, texts}, {`tolist(coalesce(v, []))`, texts},
		{`toset(coalesce(v, []))`, texts}, {`distinct(coalesce(v, []))`, texts}, {`reverse(coalesce(v, []))`, texts},
		{`flatten([coalesce(v, [])])`, texts}, {`concat(coalesce(v, []), ["x"])`, texts},
		{`contains(coalesce(v, []), "a")`, texts},
		{`compact(coalesce(v, []))`, texts}, {`setunion(coalesce(v, []), ["x"])`, texts},
		{`chunklist(coalesce(v, []), 1)`, texts},
		{`coalesce(v, [])[*]`, texts}, {`[for x in coalesce(v, []) : x]`, texts},
		{`{ for x in coalesce(v, []) : x => 1 }`, texts},
		{`"%{ for x in coalesce(v, []) }x%{ endfor }"`, texts}, {`jsonencode(coalesce(v, []))`, texts},
		{`type(coalesce(v, []))`, texts},
		{`alltrue(coalesce(v, []))`, bools}, {`anytrue(coalesce(v, []))`, constant(`[true]`)},
		{`one(coalesce(v, []))`, numbers},
		{`max(0, coalesce(v, [])...)`, numbers}, {`sum(coalesce(v, [1]))`, numbers},
		{`keys(coalesce(v, {}))`, withID}, {`values(coalesce(v, {}))`, withID}, {`coalesce(v, {}).id`, withID},
		{`coalesce(v, {})["id"]`, withID}, {`lookup(coalesce(v, {}), "id", 0)`, withID},
		{`merge(coalesce(v, {}), { z = 1 })`, withID},
		{`tomap(coalesce(v, {}))`, withID}, {`length(coalesce(v, {}))`, withID},
		{`k8s::merge(coalesce(v, {}), { z = 1 })`, withID},
		{`k8s::get(coalesce(v, {}), "id", 0)`, withID}, {`[for k, x in coalesce(v, {}) : k]`, withID},
	} {
		for _, p := range profiles {
			if f := (defect{profile: p, expr: c.expr, less: dyn, more: c.more}).one().Check(nil); f != nil {
				t.Error(f)
			}
		}
	}
}
