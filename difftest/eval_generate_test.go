package difftest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// exprGenerator writes random expressions. Most are well typed, or nearly so: wholly random ones would fail at the
// first operator.
type exprGenerator struct {
	r      *rand.Rand
	locals []string
	fresh  int
}

func (g *exprGenerator) pick(options ...string) string { return options[g.r.IntN(len(options))] }

func (g *exprGenerator) chance(percent int) bool { return g.r.IntN(100) < percent }

// expr writes an expression of no particular type.
func (g *exprGenerator) expr(depth int) string {
	if depth <= 0 {
		return g.atom()
	}
	switch g.r.IntN(18) {
	case 0, 1:
		return g.number(depth)
	case 2, 3:
		return g.boolean(depth)
	case 4, 5:
		return g.str(depth)
	case 6:
		return g.sequence(depth)
	case 7:
		return g.mapping(depth)
	case 8, 9:
		return g.conditional(depth, g.expr)
	case 10:
		return g.index(depth)
	case 11:
		return g.splat(depth)
	case 12, 13:
		return g.loop(depth)
	case 14:
		return g.call(depth)
	case 15:
		return "(" + g.expr(depth-1) + ")"
	}
	return g.atom()
}

// near writes an expression near the rules by which the implementations differ, which would seldom be met by chance.
func (g *exprGenerator) near() string {
	nothing, part := g.pick("null", "nul", "nul_s", "nlst", "nobj"),
		g.pick("lst_m", "[m_s]", "{a = m_n}", "[n, m_b]", "lst", "m_lst")
	one, other := g.pick("unk_s", `"a"`, "nul_s", "nul_n", "dyn", "1", "null"),
		g.pick("unk_s", `"b"`, "nul_b", "nul_s", "dyn", "2")
	equals := g.pick(" == ", " != ")
	set := g.pick("st", "part_set", "unk_set")
	text := g.pick(
		nothing+equals+part, part+equals+nothing,
		"["+one+"]"+equals+"["+other+"]", "{a = "+one+"}"+equals+"{a = "+other+"}", "["+one+", 1]"+equals+"unk_tup",
		"unk_tup"+equals+"["+one+", "+other+"]",
		"("+g.pick("1", "a", "n")+" / "+g.pick("zero", "0", "length([])")+")"+equals+"(⊖⟨("+
			g.pick("unk_n", "n * unk_n", "unk_n_rng")+")⟩)",
		"unk_obj"+equals+"{id = "+one+", n = 1}", "["+one+", 1]"+equals+"["+other+", 2]", set+equals+"st",
		g.pick("b", "f", "unk_b", "m_b")+" ? ["+one+", "+other+"] : "+set, g.pick("unk_b", "f", "!m_b")+" ? "+
			g.pick("sobj[*].n", "sobj[*].id", "lst")+" : "+set,
		g.pick("b", "f", "unk_b")+" ? "+g.pick("mp", "emp_mp")+" : {k = [], j = "+one+"}", "b ? {k = "+one+", j = []} : mp",
		g.number(1)+" % ("+g.number(0)+" / "+g.pick("zero", "0", "n")+")",
		`"`+g.pick("a", "é", "")+g.pick("\\n", "\\n\\n", "x")+"${"+one+`}b"`,
		g.pick("unk_lst", "unk_lst_len", "unk_set", "st", "lst", "unk_tup")+"["+g.pick("⊖⟨1⟩", "0.5", "5", "unk_n", "m_n",
			"0", "3", "2")+"]",
		"length("+g.pick("lst", "lobj", "tup", "st")+") "+g.pick("/", "%")+" ("+g.pick("a", "7.25", "1")+" / "+
			g.pick("7.25", "m_n", "length(ports)")+")",
		`"${⊖⟨(`+g.pick("n % 1", "0 * a", "zero * 2")+`)⟩}"`,
	)
	if g.chance(30) {
		return "[" + text + ", " + g.expr(1) + "]"
	}
	return text
}

func (g *exprGenerator) atom() string {
	if len(g.locals) > 0 && g.chance(40) {
		return g.locals[g.r.IntN(len(g.locals))]
	}
	switch g.r.IntN(12) {
	case 0, 1, 2:
		return g.pick("n", "a", "1", "0", "2", "1.5", "zero", "12", "nul_n", "unk_n", "unk_n_rng", "m_n", "huge")
	case 3, 4:
		return g.pick("b", "f", "true", "false", "unk_b", "nul_b", "m_b", "boolstr", "m_unk_b")
	case 5, 6:
		return g.pick("s", `"x"`, `""`, "numstr", "unk_s", "nul_s", "unk_s_pfx", "m_s", `"5"`, "uni")
	case 7:
		return g.pick("lst", "tup", "st", "elst", "part", "unk_lst", "unk_tup", "nlst", "m_lst", "lst_m", "lobj", "sobj",
			"elobj", "unk_set", "ports", "unk_lst_len", "grid")
	case 8:
		return g.pick("mp", "obj", "nested", "unk_mp", "unk_obj", "nobj", "m_obj", "emp_mp", "mobj", "part_obj", "unk_obj_nn",
			"cfg")
	case 9:
		return g.pick("null", "dyn", "nul", "nope", "m_nul", "[]", "{}")
	}
	return g.pick("n", "s", "b", "lst", "obj", "mp", "tup")
}

func (g *exprGenerator) number(depth int) string {
	if depth <= 0 || g.chance(30) {
		return g.pick("n", "a", "1", "2", "3", "7.25", "n", "a", "unk_n", "m_n", `"5"`, "zero", "nul_n", "unk_n_rng")
	}
	switch g.r.IntN(5) {
	case 0:
		return "⊖⟨" + g.operand(g.number(depth-1)) + "⟩"
	case 1:
		return g.pick("min", "max") + "(" + g.number(depth-1) + ", " + g.number(depth-1) + ")"
	case 2:
		return "length(" + g.sequence(depth-1) + ")"
	}
	return g.number(depth-1) + " " + g.pick("+", "-", "*", "/", "%") + " " + g.operand(g.number(depth-1))
}

// operand puts parentheses around what could be read differently.
func (g *exprGenerator) operand(s string) string {
	if strings.ContainsAny(s, " ") || strings.HasPrefix(s, "⊖") {
		return "(" + s + ")"
	}
	return s
}

func (g *exprGenerator) boolean(depth int) string {
	if depth <= 0 || g.chance(20) {
		return g.pick("b", "f", "true", "false", "unk_b", "m_b", "nul_b", `"true"`, "b", "f")
	}
	switch g.r.IntN(7) {
	case 0:
		return "!" + g.operand(g.boolean(depth-1))
	case 1, 2:
		return g.operand(g.number(depth-1)) + " " + g.pick("<", "<=", ">", ">=") + " " + g.operand(g.number(depth-1))
	case 3:
		return g.equality(depth-1) + " " + g.pick("==", "!=") + " " + g.equality(depth-1)
	}
	return g.operand(g.any(depth-1, g.boolean)) + " " + g.pick("&&", "||") + " " + g.operand(g.any(depth-1, g.boolean))
}

// equality writes an operand of ==. Whole expressions are compared only at the root, since ours decides more
// than theirs.
func (g *exprGenerator) equality(depth int) string {
	if g.chance(30) {
		return g.pick("lst", "tup", "ports", "obj", "mp", "nested", "users", "null", "nul_s", "st", "m_lst", `["x", "y"]`,
			`{id = "a", n = 1}`)
	}
	return g.operand(g.number(depth))
}

// any is mostly what it is given.
func (g *exprGenerator) any(depth int, f func(int) string) string {
	if g.chance(6) {
		return g.expr(depth)
	}
	return f(depth)
}

func (g *exprGenerator) str(depth int) string {
	if depth <= 0 || g.chance(15) {
		return g.pick("s", `"x"`, `"a-b"`, "unk_s", "m_s", "nul_s", "name")
	}
	if g.chance(15) {
		return "upper(" + g.any(depth-1, g.str) + ")"
	}
	return `"` + g.template(depth-1) + `"`
}

// template writes the inside of a quoted template.
func (g *exprGenerator) template(depth int) string {
	var b strings.Builder
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(7) {
		case 0, 1:
			b.WriteString(g.pick("x", "abc ", " - ", "é", "$${", "ä ", "\\n", "%"))
		case 2:
			fmt.Fprintf(&b, "%%{%s if %s }%s%%{ else }%s%%{ endif }", g.pick("", "~"), g.any(depth-1, g.boolean),
				g.pick("y", "${s}", ""), g.text(depth-1))
		case 3:
			g.within(func(key, val string) {
				fmt.Fprintf(&b, "%%{ for %s in %s }%s%%{ endfor }", key+", "+val, g.any(depth-1, g.collection), g.text(depth-1))
			})
		default:
			b.WriteString("${" + g.pick("", "", "~ ") + g.any(depth-1, g.scalar) + g.pick("", " ~") + "}")
		}
	}
	return b.String()
}

func (g *exprGenerator) text(depth int) string {
	if depth <= 0 {
		return g.pick("t", "u ", "")
	}
	return g.template(depth - 1)
}

func (g *exprGenerator) scalar(depth int) string {
	switch g.r.IntN(4) {
	case 0:
		return g.number(depth)
	case 1:
		return g.boolean(depth)
	case 2:
		return g.expr(depth)
	}
	return g.str(depth)
}

func (g *exprGenerator) collection(depth int) string {
	if g.chance(50) {
		return g.sequence(depth)
	}
	return g.mapping(depth)
}

func (g *exprGenerator) sequence(depth int) string {
	if depth <= 0 || g.chance(35) {
		return g.pick("lst", "tup", "st", "elst", "part", "lobj", "ports", "unk_lst", "m_lst", "nlst", "sobj", "lst_m",
			"unk_tup", "part_set", "unk_set", "dyn")
	}
	if g.chance(15) {
		return g.loop(depth)
	}
	var items []string
	for range g.r.IntN(4) {
		items = append(items, g.expr(depth-1))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func (g *exprGenerator) mapping(depth int) string {
	if depth <= 0 || g.chance(35) {
		return g.pick("mp", "obj", "nested", "emp_mp", "mobj", "unk_mp", "m_obj", "unk_obj", "nobj", "cfg")
	}
	var items []string
	for range g.r.IntN(4) {
		key := g.pick("id", "n", "k", `"q"`, "1", "(s)", `"${n}"`, "a.b")
		if g.chance(25) {
			key = "(" + g.any(depth-1, g.scalar) + ")"
		}
		items = append(items, key+" "+g.pick("=", ":")+" "+g.expr(depth-1))
	}
	return "{" + strings.Join(items, ", ") + "}"
}

func (g *exprGenerator) conditional(depth int, arm func(int) string) string {
	return "(" + g.any(depth-1, g.boolean) + " ? " + arm(depth-1) + " : " + arm(depth-1) + ")"
}

func (g *exprGenerator) index(depth int) string {
	switch g.r.IntN(5) {
	case 0:
		return "(" + g.mapping(depth-1) + ")." + g.pick("id", "n", "k", "j", "zz", "l")
	case 1:
		return "(" + g.sequence(depth-1) + ")[" + g.any(depth-1, g.number) + "]"
	case 2:
		return "(" + g.mapping(depth-1) + ")[" + g.any(depth-1, g.str) + "]"
	case 3:
		return g.pick("lst", "tup", "part", "lobj", "unk_lst", "unk_tup", "m_lst", "ports") +
			g.pick("[0]", "[1]", "[2]", ".0", `["0"]`, "[n]")
	}
	return g.pick("obj.id", "nested.l[0][0]", "cfg.sub.list[1]", "cfg.tags.env", "m_obj.a", "unk_obj.id", "obj.nope",
		"mp.k", "mp.nope", "lobj.id", "s.x", "nobj.id", "part_obj.id", `cfg["sub"].for`)
}

func (g *exprGenerator) splat(depth int) string {
	of := "(" + g.any(depth-1, g.sequence) + ")"
	if g.chance(60) {
		of = g.pick("lobj", "sobj", "elobj", "unk_lobj", "tup", "obj", "nul", "nlst", "mp", "dyn", "s", "unk_obj",
			"unk_obj_nn", "unk_tup", "m_lst", "m_obj", "part_lobj", "users")
	}
	return of + g.pick("[*]", "[*].id", ".*.id", "[*].n", "[*].id[0]", ".*", "[*][0]", ".*.roles[0]")
}

// within runs body with two new variables in scope.
func (g *exprGenerator) within(body func(key, val string)) {
	g.fresh++
	key, val := fmt.Sprintf("k%d", g.fresh), fmt.Sprintf("v%d", g.fresh)
	depth := len(g.locals)
	g.locals = append(g.locals, key, val)
	body(key, val)
	g.locals = g.locals[:depth]
}

func (g *exprGenerator) loop(depth int) string {
	coll := g.any(depth-1, g.collection)
	var out string
	g.within(func(key, val string) {
		vars := val
		if g.chance(50) {
			vars = key + ", " + val
		}
		cond := ""
		if g.chance(35) {
			cond = " if " + g.any(depth-1, g.boolean)
		}
		if g.chance(50) {
			out = "[for " + vars + " in " + coll + " : " + g.expr(depth-1) + cond + "]"
			return
		}
		k := val
		if vars != val || g.chance(40) {
			k = g.any(depth-1, g.scalar)
		}
		out = "{for " + vars + " in " + coll + " : " + k + " => " + g.expr(depth-1) + g.pick("", "...") + cond + "}"
	})
	return out
}

func (g *exprGenerator) call(depth int) string {
	switch g.r.IntN(6) {
	case 0:
		return "min(" + g.any(depth-1, g.sequence) + "...)"
	case 1:
		return "max(" + g.number(depth-1) + ", " + g.any(depth-1, g.sequence) + "...)"
	case 2:
		return "length(" + g.expr(depth-1) + ")"
	case 3:
		return "upper(" + g.expr(depth-1) + ")"
	case 4:
		return g.pick("uper", "ns::f") + "(" + g.expr(depth-1) + ")"
	}
	return "upper(" + g.expr(depth-1) + ", " + g.expr(depth-1) + ")"
}

// fullScope has a variable of every sort: known, unknown, null and marked.
func fullScope() pair {
	objType := cty.Object(map[string]cty.Type{"id": cty.String, "n": cty.Number})
	obj := func(id string, n int64) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal(id), "n": cty.NumberIntVal(n)})
	}
	strs := func(ss ...string) (vs []cty.Value) {
		for _, s := range ss {
			vs = append(vs, cty.StringVal(s))
		}
		return vs
	}
	num := cty.MustParseNumberVal
	user := func(name, age string, roles cty.Value) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"name": cty.StringVal(name), "age": num(age), "roles": roles})
	}
	return newPair(map[string]cty.Value{
		"s": cty.StringVal("str"), "n": num("5"), "a": num("9"), "b": cty.True, "f": cty.False, "zero": num("0"),
		"boolstr": cty.StringVal("true"), "numstr": cty.StringVal("12.50"), "uni": cty.StringVal("héllo 日本"),
		"name": cty.StringVal("Ada"),
		"huge": num("123456789012345678901234567890"),
		"lst":  cty.ListVal(strs("x", "y")), "elst": cty.ListValEmpty(cty.String), "st": cty.SetVal(strs("p", "q")),
		"ports": cty.ListVal([]cty.Value{num("80"), num("443"), num("8080")}),
		"grid":  cty.ListVal([]cty.Value{cty.ListVal([]cty.Value{num("1"), num("2")}), cty.ListVal([]cty.Value{num("3")})}),
		"lobj":  cty.ListVal([]cty.Value{obj("a", 1), obj("b", 2)}),
		"sobj":  cty.SetVal([]cty.Value{obj("a", 1), obj("b", 2)}), "elobj": cty.ListValEmpty(objType),
		"mobj": cty.MapVal(map[string]cty.Value{"one": obj("a", 1), "two": obj("b", 2)}),
		"mp":   cty.MapVal(map[string]cty.Value{"k": num("1"), "j": num("2")}), "emp_mp": cty.MapValEmpty(cty.String),
		"obj": obj("a", 1), "tup": cty.TupleVal([]cty.Value{cty.StringVal("t0"), num("1")}),
		"nested": cty.ObjectVal(map[string]cty.Value{"l": cty.ListVal([]cty.Value{cty.ListVal(strs("z"))}),
			"0": cty.StringVal("zero-attr")}),
		"cfg": cty.ObjectVal(map[string]cty.Value{"host": cty.StringVal("h"), "none": cty.NullVal(cty.String),
			"sub": cty.ObjectVal(map[string]cty.Value{"for": cty.StringVal("kw"),
				"list": cty.TupleVal([]cty.Value{num("1"), cty.StringVal("two")})}),
			"tags": cty.MapVal(map[string]cty.Value{"env": cty.StringVal("dev")})}),
		"users": cty.ListVal([]cty.Value{user("ann", "31", cty.ListVal(strs("admin"))),
			user("bob", "25", cty.ListValEmpty(cty.String))}),
		"nul": cty.NullVal(cty.DynamicPseudoType), "nul_s": cty.NullVal(cty.String), "nul_n": cty.NullVal(cty.Number),
		"nul_b": cty.NullVal(cty.Bool),
		"nlst":  cty.NullVal(cty.List(cty.String)), "nobj": cty.NullVal(objType),
		"dyn": cty.DynamicVal, "unk_s": cty.UnknownVal(cty.String), "unk_n": cty.UnknownVal(cty.Number),
		"unk_b":   cty.UnknownVal(cty.Bool),
		"unk_lst": cty.UnknownVal(cty.List(cty.String)), "unk_lobj": cty.UnknownVal(cty.List(objType)),
		"unk_set": cty.UnknownVal(cty.Set(cty.String)),
		"unk_obj": cty.UnknownVal(objType), "unk_obj_nn": cty.UnknownVal(objType).RefineNotNull(),
		"unk_mp":    cty.UnknownVal(cty.Map(cty.Number)),
		"unk_tup":   cty.UnknownVal(cty.Tuple([]cty.Type{cty.String, cty.Number})),
		"unk_s_pfx": cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("foo-").NewValue(),
		"unk_n_rng": cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeInclusive(num("1"), num("10")).NewValue(),
		"unk_lst_len": cty.UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthLowerBound(
			2).CollectionLengthUpperBound(3).NewValue(),
		"part":     cty.ListVal([]cty.Value{cty.StringVal("x"), cty.UnknownVal(cty.String)}),
		"part_set": cty.SetVal([]cty.Value{cty.StringVal("x"), cty.UnknownVal(cty.String)}),
		"part_obj": cty.ObjectVal(map[string]cty.Value{"id": cty.UnknownVal(cty.String), "n": num("1")}),
		"part_lobj": cty.ListVal(
			[]cty.Value{cty.ObjectVal(map[string]cty.Value{"id": cty.UnknownVal(cty.String), "n": num("1")}), obj("b", 2)}),
		"m_s": cty.StringVal("secret").Mark("m"), "m_n": num("7").Mark("m"), "m_b": cty.True.Mark("m"),
		"m_unk_b": cty.UnknownVal(cty.Bool).Mark("m"),
		"m_lst":   cty.ListVal(strs("m1", "m2")).Mark("m"),
		"m_obj":   cty.ObjectVal(map[string]cty.Value{"a": num("1"), "id": cty.StringVal("i")}).Mark("m"),
		"m_nul":   cty.NullVal(cty.String).Mark("m"),
		"lst_m":   cty.ListVal([]cty.Value{cty.StringVal("p").Mark("q"), cty.StringVal("o")}),
	})
}
