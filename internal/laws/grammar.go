package laws

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Case is one expression with the values of its variables at all levels of knowledge.
type Case struct {
	Seed, Number uint64
	Profile      *types.Profile
	Root         *Tree
	Locals       []Local // each sees the variables and the locals before it
	Variables    []Variable

	inputs  []input
	blurrer *blurrer
	base    []*hole

	// Called is the function that the expression calls with its locals as arguments; "" if it is no such call.
	Called string
	args   []sort
}

// Local is a named part of a case: an expression that is evaluated when it is first read.
type Local struct {
	Name string
	Expr *Tree
}

// Variable is an input of a case. More[i] are the values it takes when more is known, in step i of one chain after
// another; each chain ends with everything known.
type Variable struct {
	Name string
	Less value.Value
	More []value.Value
}

// chains is how many ways to learn what is missing are tried for each case, and steps in how many steps.
const (
	chains = 4
	steps  = 2
)

// generator draws one case.
type generator struct {
	r        *rand.Rand
	blurrer  blurrer
	locals   []Local
	sorts    []sort // of the locals
	vars     []input
	bound    []binding // variables of for expressions around
	inLocals bool
	fresh    int
}

// input is a variable that is being made.
type input struct {
	name string
	sort sort
	m    *mould
}

type binding struct {
	name string
	sort sort
}

// Generate draws case number n. The same arguments always give the same case.
func Generate(seed, n uint64, p *types.Profile) *Case {
	r := rand.New(rand.NewPCG(seed, n))
	g := &generator{r: r, blurrer: blurrer{r: r, profile: p}}
	c := &Case{Seed: seed, Number: n, Profile: p}
	if g.chance(45) {
		c.Called, c.args, c.Root = g.callOfLocals()
	} else {
		for range g.r.IntN(3) {
			s := g.anySort()
			g.local(s, g.expr(s, g.r.IntN(3)))
		}
		c.Root = g.expr(g.anySort(), 1+g.r.IntN(3))
	}
	c.Locals, c.inputs, c.base, c.blurrer = g.locals, g.vars, g.blurrer.holes, &g.blurrer
	c.fill()
	return c
}

// NewCase makes a case of an expression. The variables have one value in More, which they take in every step.
func NewCase(p *types.Profile, expr string, vars ...Variable) *Case {
	for i, v := range vars {
		vars[i].More = repeated(v.More[0])
	}
	return &Case{Profile: p, Root: text(expr), Variables: vars}
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *generator) pick(options ...string) string { return options[g.r.IntN(len(options))] }

func (g *generator) name(prefix string) string {
	g.fresh++
	return fmt.Sprintf("%s%d", prefix, g.fresh)
}

// local gives an expression a name.
func (g *generator) local(s sort, e *Tree) *Tree {
	name := g.name("l")
	g.locals, g.sorts = append(g.locals, Local{name, e}), append(g.sorts, s)
	return text(name)
}

// fill works out the values of the variables at all levels.
func (c *Case) fill() {
	c.Variables = make([]Variable, len(c.inputs))
	for i, v := range c.inputs {
		c.Variables[i] = Variable{Name: v.name, Less: v.m.value(nil)}
	}
	for range chains {
		f := filling{}
		for step := range steps {
			c.learn(f, step == steps-1)
			for i, v := range c.inputs {
				c.Variables[i].More = append(c.Variables[i].More, v.m.value(f))
			}
		}
	}
}

// Draw returns values of the variables of which everything is known.
func (c *Case) Draw() []value.Value {
	f := filling{}
	c.learn(f, true)
	out := make([]value.Value, len(c.inputs))
	for i, v := range c.inputs {
		out[i] = v.m.value(f)
	}
	return out
}

// learn fills holes: some of them, with what can have holes of its own, or the last ones.
func (c *Case) learn(f filling, last bool) {
	b := c.blurrer
	if len(f) == 0 {
		b.holes = c.base
	}
	for i := 0; i < len(b.holes); i++ { // which become more
		h := b.holes[i]
		switch {
		case f[h] != nil:
		case i >= len(c.base) && last:
			f[h] = &mould{known: h.was}
			if v := b.candidate(h); fits(v, h) {
				f[h] = &mould{known: v}
			}
		case i < len(c.base) && (last || b.chance(60)):
			f[h] = b.fill(h)
		}
	}
}

// variable returns a new variable of a sort, or one that is there.
func (g *generator) variable(s sort) *Tree {
	if g.chance(25) {
		for i := range g.vars {
			if g.vars[i].sort == s {
				return text(g.vars[i].name)
			}
		}
	}
	values := poolFor(g.blurrer.profile)[s]
	v := values[g.r.IntN(len(values))]
	switch n := g.r.IntN(100); {
	case n < 5:
		v = v.Mark("m")
	case n < 8:
		v = g.blurrer.markPart(v)
	case n < 12 && v.IsContainer() && g.open():
		v = host.Open(v, host.RootPlace("req"))
	}
	m := &mould{known: v}
	if g.chance(80) {
		m = g.blurrer.blur(v, s, types.Dynamic, 0)
	}
	name := g.name("v")
	g.vars = append(g.vars, input{name, s, m})
	return text(name)
}

// open reports whether cases have open containers. HashiCorp's engine has none.
func (g *generator) open() bool { return g.blurrer.profile != types.Compat }

func (g *generator) anySort() sort { return sorts[g.r.IntN(len(sorts))] }

// leaf returns something of a sort without operands.
func (g *generator) leaf(s sort) *Tree {
	if len(g.bound) > 0 && g.chance(40) {
		if b := g.bound[g.r.IntN(len(g.bound))]; b.sort == s || g.chance(40) {
			return text(b.name)
		}
	}
	if !g.inLocals && len(g.locals) > 0 && g.chance(40) {
		if i := g.r.IntN(len(g.locals)); g.sorts[i] == s || g.chance(10) {
			return text(g.locals[i].Name)
		}
	}
	if g.chance(60) || literals[s] == nil {
		return g.variable(s)
	}
	return text(g.pick(literals[s]...))
}

// expr returns an expression that mostly is of a sort.
func (g *generator) expr(s sort, depth int) *Tree {
	if depth <= 0 {
		return g.leaf(s)
	}
	depth--
	if g.chance(4) {
		s = g.anySort()
	}
	switch n := g.r.IntN(100); {
	case n < 12:
		return g.leaf(s)
	case n < 45:
		return g.wrapped(s, depth)
	}
	if made := g.produce(s, depth); made != nil {
		return made
	}
	return g.wrapped(s, depth)
}

// wrapped returns an expression of a sort made of operands of the same sort, by what works for all of them.
func (g *generator) wrapped(s sort, depth int) *Tree {
	e := func() *Tree { return g.expr(s, depth) }
	sub := func(s sort) *Tree { return g.expr(s, depth) }
	switch g.r.IntN(35) {
	case 31:
		return form("user::choose(#, #, #)", sub("bool"), e(), e())
	case 32:
		return after(form("user::each(#)", form("[#, #]", e(), e())), "[0]")
	case 33:
		return form("(# ? # : (# ? # : #))", sub("bool"), e(), sub("bool"), e(), e())
	case 34:
		return after(form("{ for # in # : (#) => #... if # }", text("k9, e9"), form("[#, #]", e(), e()), sub("name"),
			text("e9"), sub("bool")),
			g.pick(".a[0]", `["b"][0]`, ".k[1]"))
	case 28:
		return form("coalesce(#, #)", g.variable(s), e())
	case 25:
		return g.converted(e())
	case 26, 27:
		if g.open() {
			return g.observed(s)
		}
		return e()
	case 0, 1, 29:
		return form("(# ? # : #)", sub("bool"), e(), e())
	case 2:
		return form("coalesce(#, #)", e(), e())
	case 3:
		return form("[#, #][#]", e(), e(), text(g.pick("0", "1")))
	case 4:
		return form("[#, #][#]", e(), e(), sub("small"))
	case 5:
		return after(form("{ a = #, b = # }", e(), e()), ".a")
	case 6:
		return form("{ a = #, (#) = # }[#]", e(), sub("name"), e(), sub("name"))
	case 7:
		return form("element([#, #], #)", e(), e(), sub("small"))
	case 8:
		return form("lookup({ a = #, b = # }, #, #)", e(), e(), sub("name"), e())
	case 9:
		return after(form("[for # in # : #]", g.loop(s, depth)...), "[0]")
	case 10:
		return after(form("merge({ a = # }, { b = # })", e(), e()), ".a")
	case 11:
		return after(form("tolist([#, #])", e(), e()), g.pick("[0]", "[1]"))
	case 12:
		return after(form("tomap({ a = #, b = # })", e(), e()), ".a")
	case 13:
		return form("one([#])", e())
	case 14:
		return after(form("concat([#], #)", e(), sub("list")), "[0]")
	case 15:
		return form("[{ id = # }, { id = # }][*].id[0]", e(), e())
	case 16:
		return after(form("values({ a = # })", e()), "[0]")
	case 17:
		return form("(#)", e())
	case 18:
		return after(form("k8s::merge({ a = # }, { b = # })", e(), e()), ".a")
	case 19:
		return after(form("reverse([#, #])", e(), e()), "[0]")
	case 20:
		return after(form("flatten([[#], #])", e(), sub("list")), "[0]")
	case 21:
		return after(form("slice([#, #], 0, 1)", e(), e()), "[0]")
	case 22:
		return form("jsondecode(jsonencode(#))", e())
	case 23:
		return form(`user::same(#)`, e())
	case 24:
		return form(`user::second(#, #)`, sub("any"), e())
	}
	return after(form("zipmap([#, #], [#, #])", text(`"a"`), sub("name"), e(), e()), ".a")
}

// converted returns the conversion of an expression to a type that is written out.
func (g *generator) converted(e *Tree) *Tree {
	t := g.pick("string", "number", "bool", "any", "list(string)", "list(any)", "set(any)", "map(any)", "map(string)",
		"list(number)", "set(string)", "tuple([any, string])", "object({ a = any })", "object({ a = optional(string) })",
		"list(object({ a = any }))", "map(list(any))", "list(list(any))", "set(tuple([any, any]))",
		"map(object({ a = optional(any) }))",
		"object({ a = optional(list(any)), b = optional(any) })", "tuple([list(any), any])", "map(set(string))",
		"set(number)")
	if g.blurrer.profile.NullIsNone && g.chance(30) {
		t = g.pick("int", "union(string, number)", "union(list(any), none)", "union(int, none)", "promise(any)",
			"output(list(string))", "list(union(string, bool))", "union(object({ a = any }), list(any))",
			"map(union(list(any), none))",
			"promise(list(any))", "object({ a = union(list(any), string) })", "list(union(tuple([any]), object({ a = any })))")
	}
	return form("convert(#, "+t+")", e)
}

// observed returns an expression that reads a place which is missing while less is known.
func (g *generator) observed(s sort) *Tree {
	values := poolFor(g.blurrer.profile)[s]
	v := values[g.r.IntN(len(values))]
	name := g.name("v")
	if g.chance(30) {
		g.vars = append(g.vars, input{name, s + " last", g.blurrer.observed(v, s, true)})
		return text(name + g.pick("[1]", ".1", `["1"]`))
	}
	g.vars = append(g.vars, input{name, s + " in a", g.blurrer.observed(v, s, false)})
	return text(g.pick(name+".a", name+`["a"]`, "lookup("+name+`, "a")`, name+".a", "{ k = "+name+" }.k.a",
		"["+name+"][*].a[0]"))
}

// loop returns the parts of a for expression: names, collection and result.
func (g *generator) loop(s sort, depth int) []*Tree {
	coll, elem := g.collection(depth)
	v := g.name("e")
	if g.chance(50) {
		k := g.name("k")
		old := g.bound
		g.bound = append(old[:len(old):len(old)], binding{v, elem}, binding{k, "key"})
		result := g.expr(s, depth)
		g.bound = old
		return []*Tree{text(k + ", " + v), coll, result}
	}
	old := g.bound
	g.bound = append(old[:len(old):len(old)], binding{v, elem})
	result := g.expr(s, depth)
	g.bound = old
	return []*Tree{text(v), coll, result}
}

// collection returns something to iterate over, and the sort of its elements.
func (g *generator) collection(depth int) (*Tree, sort) {
	from := []struct{ coll, elem sort }{{"list", "any"}, {"strings", "string"}, {"numbers", "number"}, {"set", "any"},
		{"map", "any"},
		{"bools", "bool"}, {"nested", "list"}, {"maps", "strings"}, {"list2", "any"}, {"names2", "name"}}
	f := from[g.r.IntN(len(from))]
	return g.expr(f.coll, depth), f.elem
}

// items returns n expressions of a sort with commas between them.
func (g *generator) items(s sort, n, depth int) *Tree {
	if n == 0 {
		return text("")
	}
	kids := make([]*Tree, n)
	for i := range kids {
		kids[i] = g.expr(s, depth)
	}
	return form(strings.Repeat("#, ", n-1)+"#", kids...)
}
