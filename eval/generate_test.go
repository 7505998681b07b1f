package eval_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/hcl"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// grammar draws expressions that are mostly well typed, over the variables of [propertyScope].
type grammar struct {
	t      *rapid.T
	locals []string
}

func (g *grammar) pick(options ...string) string { return rapid.SampledFrom(options).Draw(g.t, "pick") }
func (g *grammar) n(max int) int                 { return rapid.IntRange(0, max-1).Draw(g.t, "n") }

func (g *grammar) any(depth int) string {
	if depth <= 0 {
		return g.leaf()
	}
	switch g.n(12) {
	case 0:
		return g.number(depth)
	case 1:
		return g.boolean(depth)
	case 2, 3:
		return `"` + g.text(depth) + `"`
	case 4:
		return "[" + g.any(depth-1) + ", " + g.any(depth-1) + "]"
	case 5:
		return fmt.Sprintf("{%s = %s, (%s) = %s}", g.pick("a", "id", `"q"`, "1", "a.b", "true"), g.any(depth-1),
			g.any(depth-1), g.any(depth-1))
	case 6:
		return "(" + g.boolean(depth-1) + " ? " + g.any(depth-1) + " : " + g.any(depth-1) + ")"
	case 7:
		return g.access(depth)
	case 8, 9:
		return g.loop(depth)
	case 10:
		return g.pick("upper(", "length(", "min(1, ", "tolist(", "nope(") + g.any(depth-1) + g.pick(")", ")", "...)", ", 1)")
	}
	return g.leaf()
}

func (g *grammar) leaf() string {
	if len(g.locals) > 0 && g.n(3) == 0 {
		return rapid.SampledFrom(g.locals).Draw(g.t, "local")
	}
	return g.pick("1", "2.5", `"x"`, "true", "null", "[]", "{}", "n", "s", "b", "lst", "tup", "obj", "mp", "st", "lobj",
		"elst", "nope",
		"nul", "nul_n", "nlst", "dyn", "un", "us", "ub", "ulst", "uobj", "part", "part_set", "ms", "mn", "mb", "mlst", "mobj",
		"in", "in.spec", "in.spec.size",
		"in.status", "in.spec.none", "in.spec.list", "lm")
}

func (g *grammar) number(depth int) string {
	if depth <= 0 {
		return g.pick("1", "n", "2", "un", "mn", "nul_n", `"5"`, "in.spec.size", "0")
	}
	if g.n(5) == 0 {
		return "(-" + g.number(depth-1) + ")"
	}
	return "(" + g.number(depth-1) + " " + g.pick("+", "-", "*", "/", "%") + " " + g.number(depth-1) + ")"
}

func (g *grammar) boolean(depth int) string {
	if depth <= 0 {
		return g.pick("b", "true", "false", "ub", "mb", `"true"`, "nul", "in.spec.on", "nope")
	}
	switch g.n(5) {
	case 0:
		return "(!" + g.boolean(depth-1) + ")"
	case 1:
		return "(" + g.number(depth-1) + " " + g.pick("<", "<=", ">", ">=") + " " + g.number(depth-1) + ")"
	case 2:
		return "(" + g.any(depth-1) + " " + g.pick("==", "!=") + " " + g.any(depth-1) + ")"
	}
	return "(" + g.boolean(depth-1) + " " + g.pick("&&", "||") + " " + g.boolean(depth-1) + ")"
}

func (g *grammar) access(depth int) string {
	switch g.n(4) {
	case 0:
		return "(" + g.any(depth-1) + ")" + g.pick(".a", ".id", `["id"]`, "[0]", ".0", ".spec.size", ".status.x.y")
	case 1:
		return "(" + g.any(depth-1) + ")[" + g.any(depth-1) + "]"
	case 2:
		return g.pick("lobj", "lst", "tup", "obj", "nul", "nlst", "ulst", "uobj", "elst", "mlst", "in.spec.list", "dyn",
			"st") + g.pick("[*]", "[*].id", ".*.id", "[*].id[0]")
	}
	return "(" + g.any(depth-1) + ")" + g.pick("[*]", "[*].id", ".*.a")
}

// bind draws something with two more variables in scope.
func (g *grammar) bind(draw func(key, val string) string) string {
	key, val := fmt.Sprintf("k%d", len(g.locals)), fmt.Sprintf("v%d", len(g.locals))
	old := g.locals
	g.locals = append(old[:len(old):len(old)], key, val)
	out := draw(key, val)
	g.locals = old
	return out
}

func (g *grammar) collection(depth int) string {
	if g.n(2) == 0 {
		return g.pick("lst", "tup", "obj", "mp", "st", "lobj", "part", "mlst", "ulst", "in.spec", "in.spec.list", "elst",
			"[]", "nlst", "lm")
	}
	return g.any(depth)
}

func (g *grammar) loop(depth int) string {
	coll := g.collection(depth - 1)
	return g.bind(func(key, val string) string {
		cond := ""
		if g.n(3) == 0 {
			cond = " if " + g.boolean(depth-1)
		}
		if g.n(2) == 0 {
			return "[for " + key + ", " + val + " in " + coll + " : " + g.any(depth-1) + cond + "]"
		}
		k := g.pick(key, val, `"x"`, "s")
		if g.n(3) == 0 {
			k = g.any(depth - 1)
		}
		return "{for " + key + ", " + val + " in " + coll + " : " + k + " => " + g.any(depth-1) + g.pick("", "...") + cond +
			"}"
	})
}

func (g *grammar) text(depth int) string {
	var b strings.Builder
	for range 1 + g.n(3) {
		switch g.n(5) {
		case 0:
			b.WriteString(g.pick("x", " é ", "$${"))
		case 1:
			b.WriteString("%{ if " + g.boolean(depth-1) + " }y%{ else }" + g.short(depth-1) + "%{ endif }")
		case 2:
			coll := g.collection(depth - 1)
			b.WriteString(g.bind(func(key, val string) string {
				return "%{ for " + key + ", " + val + " in " + coll + " }" + g.short(depth-1) + "%{ endfor }"
			}))
		default:
			b.WriteString("${" + g.any(depth-1) + "}")
		}
	}
	return b.String()
}

func (g *grammar) short(depth int) string {
	if depth <= 0 {
		return "z${" + g.leaf() + "}"
	}
	return g.text(depth - 1)
}

// loader is an object or tuple that came from outside.
type loader map[string]any

func (l loader) LoadObject(at *host.Place) (names []string, vals []value.Value) {
	for _, name := range sortedKeys(l) {
		names, vals = append(names, name), append(vals, outside(l[name], at, name))
	}
	return names, vals
}

type tupleLoader []value.Value

func (l tupleLoader) LoadTuple(*host.Place) []value.Value { return l }

func outside(x any, at *host.Place, name string) value.Value {
	switch x := x.(type) {
	case loader:
		return host.OpenObject(x, at, name, 0)
	case tupleLoader:
		return host.OpenTuple(x, at, name, 0)
	}
	return x.(value.Value)
}

// propertyScope has a variable of every sort: known, unknown, null, marked and open.
func propertyScope(p *types.Profile) *hcl.EvalContext {
	obj := func(id string, n int64) value.Value {
		return host.ObjectOf(host.NewShape([]string{"id", "n"}), []value.Value{value.String(id), value.Int(n)})
	}
	ot := obj("", 0).Type()
	str := value.String
	in := loader{"spec": loader{"size": value.Int(3), "on": value.True, "list": tupleLoader{value.Int(1), str("b")}}}
	vars := map[string]value.Value{
		"n": value.Int(5), "s": str("str"), "b": value.True,
		"lst": value.ListOf(types.String, []value.Value{str("x"), str("y")}), "elst": value.ListOf(types.String, nil),
		"st": value.SetOf(types.String, []value.Value{str("p"), str("q")}), "tup": value.Tuple(str("t0"), value.Int(1)),
		"obj": obj("a", 1), "lobj": value.ListOf(ot, []value.Value{obj("a", 1), obj("b", 2)}),
		"mp":  host.MapOf(types.Number, host.NewShape([]string{"j", "k"}), []value.Value{value.Int(2), value.Int(1)}),
		"nul": value.Null, "nul_n": value.NullOf(types.Number), "nlst": value.NullOf(types.List(types.String)),
		"dyn": value.DynamicUnknown, "un": value.Unknown(types.Number), "us": value.Unknown(types.String),
		"ub":   value.Unknown(types.Bool),
		"ulst": value.Unknown(types.List(types.String)), "uobj": value.Unknown(ot),
		"part": value.ListOf(types.String, []value.Value{str("x"), value.Unknown(types.String)}),
		"ms":   str("secret").Mark("m"), "mn": value.Int(7).Mark("m"), "mb": value.True.Mark("m"),
		"part_set": value.SetOf(types.String, []value.Value{str("x"), value.Unknown(types.String)}),
		"mlst":     value.ListOf(types.String, []value.Value{str("m1")}).Mark("m"), "mobj": obj("i", 1).Mark("m"),
		"lm": value.Tuple(str("o").Mark("q"), str("r")),
		"in": host.OpenObject(in, nil, "in", 0),
	}
	return &hcl.EvalContext{Variables: vars, Functions: testFunctions, Profile: p}
}
