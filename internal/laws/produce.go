package laws

// elements says of which sort the elements of a sequence of a sort are.
var elements = map[sort]sort{
	"list": "any", "list2": "scalar", "names2": "name", "atmost1": "any", "strings": "string", "numbers": "number",
	"bools": "bool", "nested": "list", "set": "any",
}

// broader are the sorts that something of a sort belongs to as well.
var broader = map[sort][]sort{
	"any":    {"string", "number", "bool", "list", "map", "set", "strings", "numbers", "nested", "cluster", "scalar"},
	"scalar": {"string", "number", "bool"},
	"sized":  {"list", "list", "map", "string", "set", "strings"},
	"string": {"word", "name", "json", "quantity"},
	"number": {"small", "positive", "size"},
	"list":   {"strings", "numbers", "list2", "nested", "bools"},
	"set":    {"strings", "list"},
	"map":    {"maps", "cluster"},
	"key":    {"name", "small"},
}

// produce returns an expression that makes something of a sort; nil if there is no way of its own.
func (g *generator) produce(s sort, depth int) *Tree {
	if b := broader[s]; b != nil && g.chance(45) {
		return g.expr(b[g.r.IntN(len(b))], depth)
	}
	if makers := producers[s]; makers != nil && g.chance(60) {
		return g.call(makers[g.r.IntN(len(makers))], depth)
	}
	switch s {
	case "any", "scalar":
		return g.step(depth)
	case "number", "positive", "small", "size", "base", "bits":
		return g.number(depth)
	case "bool":
		return g.boolean(depth)
	case "string", "word", "key", "name", "letters":
		return g.template(depth)
	case "list", "list2", "names2", "atmost1", "strings", "numbers", "bools", "nested", "set":
		return g.sequence(s, depth)
	case "map", "maps", "cluster":
		return g.mapping(s, depth)
	case "sized":
		return g.sequence("list", depth)
	}
	return nil
}

func (g *generator) number(depth int) *Tree {
	a, b := g.expr("number", depth), g.expr("number", depth)
	if g.chance(15) {
		return form("-(#)", a)
	}
	return form("(# "+g.pick("+", "-", "*", "/", "%")+" #)", a, b)
}

func (g *generator) boolean(depth int) *Tree {
	of := func(s sort) *Tree { return g.expr(s, depth) }
	switch g.r.IntN(9) {
	case 8:
		return form("(# "+g.pick("&&", "||")+" #)", of("bool"), of(g.anySort()))
	case 0:
		return form("!(#)", of("bool"))
	case 1, 2:
		return form("(# "+g.pick("<", "<=", ">", ">=")+" #)", of("number"), of("number"))
	case 3, 4:
		s := g.anySort()
		return form("(# "+g.pick("==", "!=")+" #)", of(s), of(s))
	case 5:
		return form("(# "+g.pick("==", "!=")+" null)", of(g.anySort()))
	}
	return form("(# "+g.pick("&&", "||")+" #)", of("bool"), of("bool"))
}

// template returns a string with interpolations and directives.
func (g *generator) template(depth int) *Tree {
	switch g.r.IntN(9) {
	case 0:
		return form(`"${#}"`, g.expr("string", depth))
	case 7:
		return form(`" x ${~ # ~} y%{~ if # ~} y %{~ else ~} ${#} %{~ endif ~} "`, g.expr("scalar", depth),
			g.expr("bool", depth), g.expr("scalar", depth))
	case 8:
		return form(`"%{ for # in # }${#}%{ for e8 in # }${e8}%{ endfor }%{ endfor }"`,
			append(g.loop("scalar", depth), g.expr("strings", depth))...)
	case 1:
		return form(`"%{ if # }y%{ else }n${#}%{ endif }"`, g.expr("bool", depth), g.expr("scalar", depth))
	case 2:
		return form(`"%{ if # }y%{ endif }"`, g.expr("bool", depth))
	case 3:
		return form(`"%{ for # in # }-${#}%{ endfor }"`, g.loop("scalar", depth)...)
	case 4:
		return form(`"x%{ for # in # ~} ${#} %{~ endfor }"`, g.loop("scalar", depth)...)
	}
	pattern := `"` + g.pick("", "x-", "é") + `${#}` + g.pick("", "-", "/") + `${#}"`
	return form(pattern, g.expr("scalar", depth), g.expr("scalar", depth))
}

func (g *generator) sequence(s sort, depth int) *Tree {
	e := elements[s]
	switch g.r.IntN(12) {
	case 0, 1:
		n := g.r.IntN(4)
		if s == "list2" || s == "names2" {
			n = 2
		} else if s == "atmost1" {
			n = g.r.IntN(2)
		}
		return form("[#]", g.items(e, n, depth))
	case 2, 3:
		return form("[for # in # : #]", g.loop(e, depth)...)
	case 4:
		parts := g.loop(e, depth)
		return form("[for # in # : # if #]", append(parts, g.expr("bool", depth))...)
	case 5:
		return form("#"+g.pick("[*]", ".*"), g.operand("list", depth))
	case 6:
		return form("#"+g.pick("[*].", ".*.")+g.pick("id", "a", "n"), g.operand("list", depth))
	case 7:
		return form("tolist(#)", g.expr(s, depth))
	case 8:
		return form("toset(#)", g.expr(s, depth))
	case 9:
		return form("#[*]", g.operand("any", depth))
	case 10:
		return form("#"+g.pick("[*].a[0]", "[*][0]", "[*].a.b", ".*.a.b", "[*].a[*].b"), g.operand("list", depth))
	}
	return form("(# ? # : #)", g.expr("bool", depth), g.expr(s, depth), g.expr(s, depth))
}

func (g *generator) mapping(s sort, depth int) *Tree {
	v := sort("any")
	if s == "maps" {
		v = "strings"
	}
	of := func(s sort) *Tree { return g.expr(s, depth) }
	switch g.r.IntN(9) {
	case 0, 1:
		return form("{ a = #, b = # }", of(v), of(v))
	case 2:
		return form("{ (#) = #, k = # }", of("key"), of(v), of(v))
	case 3:
		parts := g.loop(v, depth)
		key := g.key(parts[0], depth)
		return form("{ for # in # : # => # }", parts[0], parts[1], key, parts[2])
	case 4:
		parts := g.loop(v, depth)
		return form("{ for # in # : # => #... }", parts[0], parts[1], g.key(parts[0], depth), parts[2])
	case 5:
		parts := g.loop(v, depth)
		return form("{ for # in # : # => # if # }", parts[0], parts[1], g.key(parts[0], depth), parts[2], of("bool"))
	case 6:
		return form("tomap(#)", of(s))
	case 7:
		return form("{ a = { b = # }, k = # }", of(v), of(v))
	}
	return form("{ a = # }", of(v))
}

// key returns the key of a for expression: one of its names, or something else.
func (g *generator) key(names *Tree, depth int) *Tree {
	if g.chance(60) {
		name := names.parts[0]
		for i := range name {
			if name[i] == ',' {
				return text(g.pick(name[:i], name[i+2:]))
			}
		}
		return text(name)
	}
	return g.expr("key", depth)
}

// operand returns an expression that steps can follow.
func (g *generator) operand(s sort, depth int) *Tree {
	return form("(#)", g.expr(s, depth))
}

// step returns an expression that reads one place, or several.
func (g *generator) step(depth int) *Tree {
	switch g.r.IntN(8) {
	case 0:
		return form("#."+g.pick("a", "b", "k", "status"), g.operand("map", depth))
	case 1:
		return form("#[#]", g.operand("map", depth), g.expr("key", depth))
	case 2, 3:
		return form("#[#]", g.operand("list", depth), g.expr("small", depth))
	case 4:
		return form("#[0].id", g.operand("list", depth))
	case 5:
		return form("#.a.b", g.operand("map", depth))
	case 6:
		return form("#.0", g.operand("list", depth))
	}
	return form("#[#]", g.operand("any", depth), g.expr("key", depth))
}
