// Package attack holds programs that try to take all the memory or all the time of whoever runs them. They are what an
// author could write by mistake or on purpose: each is small, or as large as a program can be, and each has to end
// soon, nearly all in an error that says where.
//
// A test runs them against a server, and so does the command in internal/load.
package attack

import (
	"fmt"
	"slices"
	"strings"
)

// Program is a composition that asks for too much.
type Program struct {
	Name string
	// Text is the program, as the input of the function holds it.
	Text string
}

// Programs returns all programs, in a fixed order.
func Programs() []Program {
	var all []Program
	for _, group := range []func() []Program{doubling, texts, collections, numbers, decoding, calls} {
		all = append(all, group()...)
	}
	return slices.Concat(all, large(100<<10), large(1<<20-1<<10), large(3 << 20)[:1])
}

// render returns a program that renders one resource with a value from an expression, beside other blocks.
func render(name, expr string, blocks ...string) Program {
	return Program{name, strings.Join(blocks, "\n") + "\nresource r {\n  body = { apiVersion = \"v1\", kind = " +
		"\"ConfigMap\", data = { x = jsonencode(length(" + expr + ")) } }\n}\n"}
}

// again returns locals of which each is made of the one before, n times, from a0 on. In each, @ stands for the one
// before.
func again(n int, first, each string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "locals {\n  a0 = %s\n", first)
	for i := range n {
		fmt.Fprintf(&b, "  a%d = %s\n", i+1, strings.ReplaceAll(each, "@", fmt.Sprintf("a%d", i)))
	}
	return b.String() + "}\n"
}

const million = "[for i in range(1000) : [for j in range(1000) : @]]"

// many is an expression of a million values.
func many(each string) string { return strings.ReplaceAll(million, "@", each) }

// doubling are programs in which a value is made of several copies of another one, again and again.
func doubling() []Program {
	const n = 40
	chain := func(name, first, each string) Program {
		return render(name, fmt.Sprintf("a%d", n), again(n, first, each))
	}
	return []Program{
		chain("double a text by a template", `"xxxxxxxx"`, `"${@}${@}"`),
		chain("double a text by a template with text", `"xxxxxxxx"`, `"-${@}-${@}-"`),
		chain("double a text by join", `"xxxxxxxx"`, `join("", [@, @])`),
		chain("double a text by join of one text", `"xxxxxxxx"`, `join(@, ["", "", ""])`),
		chain("double a text by format", `"xxxxxxxx"`, `format("%s%s", @, @)`),
		chain("double a text by formatlist", `"xxxxxxxx"`, `formatlist("%s%s", [@], @)[0]`),
		chain("double a text by replace", `"xxxxxxxx"`, `replace(@, "x", "xx")`),
		chain("double a text by a pattern", `"xxxxxxxx"`, `replace(@, "/x/", "$0$0")`),
		chain("double a text by the whole match", `"xxxxxxxx"`, `replace(@, "/(?s)^.*$/", "$0$0")`),
		chain("double a text by jsonencode", `"\\"`, `jsonencode(@)`),
		chain("double a text by yamlencode", `"\\"`, `yamlencode([@, @])`),
		chain("double a text by a directive", `"xxxxxxxx"`, `"%{ for i in range(2) }${@}%{ endfor }"`),
		chain("double a text by a conditional directive", `"xxxxxxxx"`, `"%{ if length(@) > 0 }${@}${@}%{ else }%{ endif }"`),
		chain("double a text by a heredoc", `"xxxxxxxx"`, "<<-EOT\n    ${@}\n    ${@}\n  EOT"),
		chain("double a text by urlencode", `"%%%%"`, `urlencode(@)`),
		chain("double a text by base64encode", `"xxxxxxxx"`, `base64encode("${@}${@}")`),
		chain("double a text in another case", `"xxxxxxxx"`, `upper(lower("${@}${@}"))`),
		chain("double a text backwards", `"äöü"`, `strrev("${@}${@}")`),
		chain("double a text by its lines", `"x\n"`, `indent(1, "${@}${@}")`),
		chain("double a text by a key", `"xxxxxxxx"`, `keys({ "${@}${@}" = 1 })[0]`),
		chain("double a list by concat", `[1, 2]`, `concat(@, @)`),
		chain("double a list by flatten", `[1, 2]`, `flatten([@, @])`),
		chain("double a list by a loop", `[1, 2]`, `flatten([for x in @ : [x, x]])`),
		chain("double a list by setproduct", `[1, 2]`, `[for p in setproduct(@, [1, 2]) : p[0]]`),
		chain("double an object by merge", `{ x = 1 }`,
			`merge({ for k, v in @ : "${k}a" => v }, { for k, v in @ : "${k}b" => v })`),
		chain("nest a tuple", `[1, 2]`, `[@, @, @, @]`),
		chain("nest an object", `{ x = 1 }`, `{ a = @, b = @, c = @ }`),
		chain("nest a tuple and write it", `"x"`, `[@, @]`),
		chain("double an error", `tonumber("x")`, `try(@, @)`),
		chain("double a number", `7`, `@ * @`),
		chain("double a fraction", `1 / 3`, `@ * @ + @`),
	}
}

// texts are programs that make a large text at once, or many of them.
func texts() []Program {
	long := again(12, `"xxxxxxxxxxxxxxxx"`, `"${@}${@}"`) // 64 KB
	return []Program{
		render("many long texts by templates", `[for i in range(1000) : [for j in range(1000) : "${i}${j}${a12}"]]`, long),
		render("many long texts by upper", many(`upper("${i}${j}${a12}")`), long),
		render("many long texts by substr", many(`"${substr(a12, 0, 60000)}${j}"`), long),
		render("many long texts by trimsuffix", many(`strrev(a12)`), long),
		render("many long texts by sha512", many(`sha512(a12)`), long),
		render("many texts by md5", many(`md5("${i}${j}")`)),
		render("many texts by split", many(`split("", a12)`), long),
		render("join a million", `join(a12, flatten(`+many("i")+`))`, long),
		render("join many lists", `join(a12, `+many("i")+`...)`, long),
		render("wide verbs", many(`format("%65536d", i)`)),
		render("precise verbs", many(`format("%.65536f", i)`)),
		render("wide verbs in one format", `format("`+strings.Repeat("%65536d", 1000)+`", [for i in range(1000) : i]...)`),
		render("wide verbs of constants", "["+strings.Repeat(`format("%65536d", 1),`, 2000)+"]"),
		render("patterns of their own", many(`regex("(a|b|c){1,50}${i}${j}|", "abc")`)),
		render("a pattern that is repeated", many(`replace(a12, "/((a{0,100}){0,100}){0,10}${i}${j}/", "")`), long),
		render("all matches", many(`regexall(".", a12)`), long),
		render("all matches with groups", many(`regexall("(?P<a>.)(?P<b>.)?(?P<c>.)?", a12)`), long),
		render("matches that look at all that follows", `regexall("x.*y|x", "${a12}${a12}")`, long),
		render("replacements that look at all that follows", `replace("${a12}${a12}", "/x.*y|x/", "z")`, long),
		render("alternatives that are many", many(`regexall("`+strings.Join(alternatives(200), "|")+`", a12)`), long),
		render("matches that are empty", many(`replace(a12, "/x*?/", a12)`), long),
		render("indent by much", many(`indent(4096, "${j}${replace(a12, "x", "\n")}")`), long),
		render("quote control characters", many(`jsonencode(replace(a12, "x", "\u0001"))`), long),
		render("compress", many(`base64gzip("${i}${j}${a12}")`), long),
		render("encode in another encoding", many(`textencodebase64("${i}${j}${a12}", "UTF-16LE")`), long),
		render("directives within directives",
			`"%{ for i in range(1000) }%{ for j in range(1000) }%{ for k in range(1000) }x%{ endfor }%{ endfor }%{ endfor }"`),
		render("directives over a long text",
			`"%{ for i in range(1000) }%{ for j in range(1000) }${a12}%{ endfor }%{ endfor }"`, long),
		render("text that is not normalised", many(`"${i}${j}${replace(a12, "x", "e\u0301")}"`), long),
	}
}

// alternatives are n patterns, each for a longer text.
func alternatives(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("x{%d}", i+1)
	}
	return out
}

// collections are programs that make large collections.
func collections() []Program {
	list := "locals {\n  m = range(1000)\n  l = [for i in m : m]\n}\n"
	return []Program{
		render("loops within loops", `[for i in m : [for j in m : [for k in m : k]]]`, list),
		render("a loop with a wide body", `[for i in m : [for j in m : [`+strings.Repeat("j, ", 200)+`]]]`, list),
		render("a loop with objects", `[for i in m : [for j in m : { a = i, b = j, c = i, d = j, e = i, f = j, g = i, h = `+
			`j }]]`, list),
		render("a loop with keys", `{ for i in m : "${i}" => { for j in m : "k${i}-${j}" => { for k in m : `+
			`"${i}-${j}-${k}" => k } } }`, list),
		render("groups", `{ for i in flatten(l) : "k" => [i, i, i, i]... }`, list),
		render("empty tuples", `[for i in m : [for j in m : [for k in m : []]]]`, list),
		render("empty objects", `[for i in m : [for j in m : merge({ "${j}" = {} }, {})]]`, list),
		render("a product", `setproduct(m, m)`, list),
		render("a wide product", `setproduct([1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, `+
			`2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2])`, list),
		render("many products", `[for i in m : setproduct(m, [1, 2, 3, 4, 5, 6, 7, 8])]`, list),
		render("many chunks", `[for i in m : chunklist(flatten(l), 1)]`, list),
		render("many sets", `[for i in m : toset([for j in m : "${i}-${j}"])]`, list),
		render("sets of tuples", `toset([for i in m : [for j in m : "${i}-${j}"]])`, list),
		render("many conversions", `[for i in m : tolist([for j in m : "${j}"])]`, list),
		render("conversion to text", `[for i in m : join(",", m)]`, list),
		render("conversion of a million numbers", `join(",", l...)`, list),
		render("zipmap", `[for i in m : zipmap([for j in m : "${i}-${j}"], m)]`, list),
		render("transpose", `[for i in m : transpose({ for j in m : "${i}-${j}" => [for k in m : "${k}"] })]`, list),
		render("keys", `[for i in m : keys({ for j in m : "${i}-${j}" => 1 })]`, list),
		render("values", `[for i in m : values({ for j in m : "${i}-${j}" => 1 })]`, list),
		render("a chain of merges", `[for i in m : merge([for j in m : { "${i}-${j}" = j }]...)]`, list),
		render("deep merges", `[for i in m : k8s::merge([for j in m : { "${i}-${j}" = { x = j } }]...)]`, list),
		render("distinct", `distinct([for i in m : [for j in m : "${i}-${j}"]])`, list),
		render("sort", `[for i in m : sort([for j in m : "${i}-${j}"])]`, list),
		render("reverse", `[for i in m : [for j in m : reverse(m)]]`, list),
		render("slices", `[for i in m : [for j in m : slice(m, 0, j)]]`, list),
		render("errors that are caught", `[for i in m : [for j in m : try(o["k${i}-${j}"], 0)]]`,
			list+"locals {\n  o = { for i in m : \"k${i}\" => i }\n}\n"),
		render("transpose what is shared", `transpose({ for i in m : "${i}" => [for k in m : "${k}"] })`, list),
		render("columns that are many", `csvdecode(join(",", [for x in flatten(l) : "${x}"]))`, list),
		render("merge what is shared", `k8s::merge(a12, a12)`, again(12, "{ x = 1 }", "{ a = @, b = @, c = @ }")),
		render("sets of what is shared", `toset([a20, merge(a20, {}), a20])`, again(20, "{ x = 1 }", "{ a = @, b = @ }")),
		render("conversion of what is shared", `tolist([a20, "x"])`, again(20, `[1]`, "[@, @]")),
		render("values that are read again and again", `[for i in m : [for j in m : req.composite.metadata["k${i}${j}"]]]`,
			list),
		render("splats", `[for i in m : [for j in m : m[*]]]`, list),
		render("marks", `[for i in m : [for j in m : sensitive({ a = sensitive(j), b = sensitive(i) })]]`, list),
		render("conditionals", `[for i in m : [for j in m : i == j ? m : [i, j, i, j]]]`, list),
		render("types", `[for i in m : type([for j in m : { "k${i}-${j}" = { "v${j}" = j } }])]`, list),
		render("compare everything", `[for i in m : [for j in m : l == l]]`, list),
		render("look for everything", `[for i in m : [for j in m : contains(l, [i, j])]]`, list),
		render("unknown values", `[for i in m : [for j in m : try({ a = req.composite.status["k${j}"], b = i }, null)]]`,
			list),
		{Name: "unknown values that wait for much", Text: list + "locals {\n  w = \"" + waits(64) +
			"\"\n}\nresource r {\n  body = { kind = \"X\", a = [for i in m : [for j in m : \"${i}${j}${w}\"]] }\n}\n"},
		{Name: "many resources", Text: "resources r {\n  for_each = range(1000)\n  body = { kind = \"X\", data = [for i in " +
			"range(1000) : \"${each.value}-${i}\"] }\n}\n"},
		{Name: "a value in many resources",
			Text: "locals {\n  v = [for i in range(1000) : [for j in range(500) : \"${i}-${j}\"]]\n}\nresources r {\n  " +
				"for_each = range(1000)\n  body = { kind = \"X\", data = v }\n}\n"},
	}
}

// waits is a template that waits for n different values.
func waits(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "${req.composite.status.k%d}", i)
	}
	return b.String()
}

// numbers are programs that make large numbers, or many of them.
func numbers() []Program {
	digits := strings.Repeat("7", 60_000)
	big := "locals {\n  n = " + digits + "\n  m = range(1000)\n}\n"
	return []Program{
		render("many large numbers", `[for i in m : [for j in m : n + i * 1000 + j]]`, big),
		render("many large negative numbers", `[for i in m : [for j in m : -n]]`, big),
		render("many large products", `[for i in m : [for j in m : n * (i + j)]]`, big),
		render("many large remainders", `[for i in m : [for j in m : (n * 7 + i) % (n - j)]]`, big),
		render("many fractions", `[for i in m : [for j in m : (i + 1) / (j + 3)]]`, big),
		render("many large texts of numbers", `[for i in m : [for j in m : "${n}${j}"]]`, big),
		render("a list of large numbers as text", `join("", [for i in m : n])`, big),
		render("lists of large numbers as text", `join("", [for i in m : [for j in m : n]]...)`, big),
		render("a list of large numbers converted", `[for i in m : tolist(["x", n, n, n, n, n, n, n, n, n, n, n, n])]`, big),
		render("large numbers in JSON", `[for i in m : jsonencode([n, n, n, n, n, n, n, n, n, n])]`, big),
		render("large numbers in a format", `format("`+strings.Repeat("%d", 1000)+`", [for i in m : n]...)`, big),
		render("large numbers in another base", `[for i in m : [for j in m : format("%b", n)]]`, big),
		render("large numbers from text", `[for i in m : [for j in m : parseint("${i}`+digits+`", 62)]]`, big),
		render("large numbers from text by conversion", `[for i in m : [for j in m : tonumber("${i}`+digits+`")]]`, big),
		render("a sum of large numbers", `[for i in m : sum([for j in m : n * j])]`, big),
		render("large exponents", `[for i in m : [for j in m : 1e16000 + i]]`, big),
		render("large exponents as text", `[for i in m : [for j in m : "${1e16000 + i}${1e-16000}"]]`, big),
		render("powers", `[for i in m : [for j in m : pow(2, 1000) * pow(2, 1000)]]`, big),
		render("a million literals", "["+strings.Repeat("1e16000,", 50_000)+"]"),
	}
}

// decoding are programs that read texts which stand for far more than they are.
func decoding() []Program {
	yamlBomb := `a: &a [x, x, x, x, x, x, x, x, x]\n`
	for i := range 8 {
		yamlBomb += fmt.Sprintf(`%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n`, 'b'+i, 'b'+i, 'a'+i, 'a'+i, 'a'+i,
			'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i)
	}
	part := func(s string, n int) string { return again(n, `"`+s+`"`, `"${@}${@}"`) }
	return []Program{
		render("aliases of aliases", `yamldecode("`+yamlBomb+`")`),
		render("merge keys", `yamldecode("a: &a { b: 1, c: 2, d: 3 }\n${join("\n", [for i in range(1000) : "k${i}: { <<: `+
			`[*a, *a, *a, *a] }"])}")`),
		render("many elements in YAML", `[for i in range(1000) : yamldecode(a16)]`, part(`- 1\n`, 16)),
		render("many flows in YAML", `[for i in range(1000) : yamldecode("[${a18}]")]`, part(`[],`, 18)),
		render("many documents in YAML", `[for i in range(1000) : yamldecode(a18)]`, part(`---\n`, 18)),
		render("deep YAML", `yamldecode(a22)`, part(`[`, 22)),
		render("deep blocks of YAML", `yamldecode(a20)`, part(`- `, 20)),
		render("keys in YAML", `yamldecode(a20)`, part(`? `, 20)),
		render("anchors in YAML", `yamldecode(join("\n", [for i in range(1000) : "k${i}: &a${i} {x: ${a8}}"]))`,
			part(`y`, 8)),
		render("long scalars in YAML", `[for i in range(1000) : yamldecode("\"${a20}\"")]`, part(`\u00e9`, 20)),
		render("many elements in JSON", `[for i in range(1000) : jsondecode("[${a18}1]")]`, part(`1,`, 18)),
		render("many lists in JSON", `[for i in range(1000) : jsondecode("[${a18}[]]")]`, part(`[],`, 18)),
		render("many objects in JSON", `[for i in range(1000) : jsondecode("[${a18}{}]")]`, part(`{\"a\":{}},`, 18)),
		render("deep JSON", `jsondecode(a22)`, part(`[`, 22)),
		render("large numbers in JSON text", `[for i in range(1000) : jsondecode("[${a14}1]")]`, part(`1e16000,`, 14)),
		render("rows of a table", `[for i in range(1000) : csvdecode("a,b,c,d\n${a16}")]`, part(`1,2,3,4\n`, 16)),
		render("columns of a table", `csvdecode("${join(",", [for i in range(1000) : join(",", [for j in range(100) : `+
			`"c${i}x${j}"])])}\n${a16}")`, part(`,`, 16)),
		render("rows with quotes", `[for i in range(1000) : csvdecode("a\n${a18}")]`, part(`\"x\"\n`, 18)),
		render("base64 of base64", `base64decode(a20)`, part(`eHh4`, 20)),
		render("text in another encoding", `[for i in range(1000) : textdecodebase64(a18, "UTF-16LE")]`,
			part(`eAB4AHgA`, 18)),
		render("a path of many steps", `[for i in range(1000) : k8s::get({}, a20, 1)]`, part(`a.`, 20)),
	}
}

// calls are programs whose functions call one another.
func calls() []Program {
	call := func(name, body string, n string) Program {
		return render(name, `invoke("f", { n = `+n+` })`, "function f {\n  arg n {}\n  body = "+body+"\n}\n")
	}
	return []Program{
		call("endless recursion", `invoke("f", { n = n + 1 })`, "0"),
		call("endless recursion, twice", `[invoke("f", { n = n + 1 }), invoke("f", { n = n + 2 })]`, "0"),
		call("endless recursion in try", `try(invoke("f", { n = "${n}a" }), invoke("f", { n = "${n}b" }))`, `""`),
		call("endless recursion in can", `can(invoke("f", { n = "${n}a" })) || can(invoke("f", { n = "${n}b" }))`, `""`),
		call("branching recursion", `n < 1 ? [1] : concat(invoke("f", { n = n - 1 }), invoke("f", { n = n - 1 }))`, "60"),
		call("branching recursion without memory",
			`length(n) > 60 ? 1 : invoke("f", { n = "${n}a" }) + invoke("f", { n = "${n}b" })`, `""`),
		call("recursion that doubles", `length(n) > 1e9 ? n : invoke("f", { n = "${n}${n}" })`, `"x"`),
		call("recursion in loops", `n > 50 ? 1 : [for i in range(1000) : invoke("f", { n = n + 1 + i })]`, "0"),
		call("recursion with large arguments",
			`n.d > 90 ? n : invoke("f", { n = { d = n.d + 1, v = [for x in n.v : "${x}${n.d}"] } })`,
			`{ d = 0, v = range(1000) }`),
		{Name: "locals in a circle", Text: "locals {\n  a = b\n  b = a\n}\nresource r {\n  body = { a = a }\n}\n"},
		render("a long chain of locals", "a100000", again(100_000, "1", "@ + 1")),
		render("a long chain of wrapped locals", "a20000", again(20_000, "1", "[@]")),
	}
}

// large are programs of a size.
func large(size int) []Program {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	local := func(expr string) string { return "locals {\n  x = " + expr + "\n}\n" }
	lines := func(line string) string { return numbered(size/(len(line)+4), line) }
	all := []Program{
		{"deep brackets", local(fill("["))},
		{"deep parentheses", local(fill("("))},
		{"deep braces", local(fill("{a="))},
		{"deep templates", local(fill(`"${`))},
		{"deep directives", local(`"` + fill("%{if true}"))},
		{"deep operators", local(fill("!"))},
		{"deep blocks", fill("group {\n")},
		{"many operators", local("1" + fill("+1"))},
		{"many conditionals", local(fill("true?1:") + "1")},
		{"many steps", local("req" + fill(".a"))},
		{"many indexes", local("req" + fill("[0]"))},
		{"many splats", local("req" + fill("[*]"))},
		{"a large tuple", local("[" + fill("1,") + "]")},
		{"a large tuple of tuples", local("[" + fill("[],") + "]")},
		{"a large tuple of names", local("[" + fill("x,") + "]")},
		{"a large object", local("{" + fill("a=1,") + "}")},
		{"a large call", local("max(" + fill("1,") + "1)")},
		{"many calls", local("[" + fill("max(1),") + "1]")},
		{"many templates", local("[" + fill(`"${1}",`) + "1]")},
		{"many loops", local("[" + fill("[for a in[]:a],") + "1]")},
		{"one large template", local(`"` + fill("${1}") + `"`)},
		{"many locals", "locals {\n" + lines("a%d = 1\n") + "}\n"},
		{"many uses of unknown names", "locals {\n" + lines("a%d = nothing%[1]d\n") + "}\n"},
		{"many calls of unknown functions", "locals {\n" + lines("a%d = nothing%[1]d()\n") + "}\n"},
		{"many unknown blocks", lines("b%d {}\n")},
		{"many unknown attributes", "resource r {\n" + lines("b%d = 1\n") + "}\n"},
		{"many resources with little", lines("resource r%d { body = {kind=\"X\"} }\n")},
		{"many functions", lines("function f%d { body = 1 }\n")},
		{"many empty files", lines("-- f%d.hcl --\n")},
		{"many problems on one line", fill("\x01 ")},
		{"one long identifier", fill("a")},
		{"one long number", local(fill("7"))},
		{"one long text", local(`"` + fill("é") + `"`)},
		{"one long comment", "/*" + fill("x")},
		{"long heredoc", "locals {\n  x = <<EOT\n" + fill("x\n") + "EOT\n}\n"},
		{"nothing but line ends", fill("\n")},
		{"nothing but quotes", fill(`"`)},
		{"deep JSON syntax", "-- main.hcl.json --\n" + fill(`{"locals":`)},
		{"large JSON syntax", "-- main.hcl.json --\n" + `{"locals":{"x":[` + fill(`"${1}",`) + `1]}}`},
		{"large JSON lists", "-- main.hcl.json --\n" + `{"locals":{"x":[` + fill(`[],`) + `1]}}`},
	}
	for i := range all {
		all[i].Name += fmt.Sprintf(" of %d KB", size>>10)
	}
	return all
}

// numbered repeats a line with ascending numbers.
func numbered(n int, line string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}
