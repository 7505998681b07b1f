package laws

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
)

// signature says with what a function is called so that the arguments fit, and what it makes.
type signature struct {
	name   string
	makes  sort
	params []sort
}

// described are the calls for which the declared types of the parameters say too little. The last sort of a variadic
// function may be left out or repeated.
var described = []signature{
	{"alltrue", "bool", []sort{"bools"}}, {"anytrue", "bool", []sort{"bools"}},
	{"base64decode", "string", []sort{"base64"}},
	{"chunklist", "nested", []sort{"list", "size"}},
	{"cidrhost", "string", []sort{"cidr", "small"}}, {"cidrnetmask", "string", []sort{"cidr4"}},
	{"cidrsubnet", "cidr", []sort{"cidr", "bits", "small"}}, {"cidrsubnets", "strings", []sort{"cidr", "bits", "bits"}},
	{"coalesce", "any", []sort{"any", "any"}}, {"coalesce", "string", []sort{"string", "string", "string"}}, {"coalesce", "list", []sort{"list", "list"}},
	{"coalesce", "map", []sort{"map", "map"}}, {"coalesce", "number", []sort{"number", "number"}},
	{"coalescelist", "list", []sort{"list", "list"}}, {"compact", "strings", []sort{"strings"}},
	{"concat", "list", []sort{"list", "list"}}, {"contains", "bool", []sort{"list", "any"}}, {"contains", "bool", []sort{"strings", "string"}},
	{"contains", "bool", []sort{"set", "any"}},
	{"csvdecode", "list", []sort{"csv"}}, {"distinct", "list", []sort{"list"}}, {"distinct", "strings", []sort{"strings"}},
	{"element", "any", []sort{"list", "small"}}, {"element", "string", []sort{"strings", "small"}},
	{"flatten", "list", []sort{"nested"}}, {"flatten", "list", []sort{"list"}},
	{"format", "string", []sort{"format", "scalar"}}, {"format", "string", []sort{"dformat", "number"}}, {"formatlist", "strings", []sort{"format", "strings"}},
	{"formatlist", "strings", []sort{"dformat", "numbers"}}, {"formatdate", "string", []sort{"date", "time"}},
	{"indent", "string", []sort{"small", "string"}}, {"index", "number", []sort{"list2", "scalar"}}, {"index", "number", []sort{"strings", "word"}},
	{"join", "string", []sort{"string", "strings"}}, {"jsondecode", "any", []sort{"json"}}, {"jsonencode", "json", []sort{"any"}},
	{"k8s::add", "quantity", []sort{"quantity", "quantity"}}, {"k8s::compare", "number", []sort{"quantity", "quantity"}},
	{"k8s::condition", "string", []sort{"cluster", "type"}}, {"k8s::get", "any", []sort{"cluster", "path", "any"}}, {"k8s::get", "any", []sort{"map", "path", "any"}},
	{"k8s::merge", "map", []sort{"map", "map"}}, {"k8s::merge", "map", []sort{"cluster", "cluster"}}, {"k8s::name", "word", []sort{"word", "word"}},
	{"k8s::quantity", "number", []sort{"quantity"}}, {"k8s::scale", "quantity", []sort{"quantity", "positive"}},
	{"keys", "strings", []sort{"map"}}, {"length", "number", []sort{"sized"}}, {"length", "number", []sort{"set"}}, {"log", "number", []sort{"positive", "base"}},
	{"lookup", "any", []sort{"map", "name", "any"}}, {"lookup", "any", []sort{"map", "name"}},
	{"matchkeys", "list", []sort{"list2", "list2", "list2"}}, {"merge", "map", []sort{"map", "map"}}, {"merge", "map", []sort{"map", "maps", "map"}},
	{"one", "any", []sort{"atmost1"}}, {"parseint", "number", []sort{"digits", "base"}}, {"pow", "number", []sort{"positive", "small"}},
	{"range", "numbers", []sort{"small"}}, {"range", "numbers", []sort{"small", "number"}}, {"range", "numbers", []sort{"small", "number", "size"}},
	{"regex", "any", []sort{"pattern", "letters"}}, {"regexall", "list", []sort{"pattern", "letters"}}, {"replace", "string", []sort{"string", "word", "string"}},
	{"reverse", "list", []sort{"list"}}, {"reverse", "list", []sort{"set"}},
	{"rsadecrypt", "string", []sort{"rsa", "pem"}},
	{"setintersection", "set", []sort{"set", "set"}}, {"setintersection", "set", []sort{"strings", "strings"}}, {"setsubtract", "set", []sort{"set", "set"}},
	{"setsubtract", "set", []sort{"strings", "strings"}}, {"setunion", "set", []sort{"set", "set"}}, {"setunion", "set", []sort{"strings", "strings"}},
	{"setproduct", "list", []sort{"list2", "strings"}}, {"setproduct", "list", []sort{"set", "set"}}, {"slice", "list", []sort{"list2", "small", "size"}},
	{"sort", "strings", []sort{"strings"}}, {"split", "strings", []sort{"word", "string"}}, {"substr", "string", []sort{"string", "small", "number"}},
	{"sum", "number", []sort{"numbers"}}, {"textdecodebase64", "string", []sort{"utf16", "encoding"}}, {"textencodebase64", "base64", []sort{"string", "encoding"}},
	{"timeadd", "time", []sort{"time", "duration"}}, {"timecmp", "number", []sort{"time", "time"}},
	{"tobool", "bool", []sort{"bool"}}, {"tolist", "list", []sort{"list"}}, {"tolist", "list", []sort{"set"}}, {"tomap", "map", []sort{"map"}},
	{"tonumber", "number", []sort{"number"}}, {"toset", "set", []sort{"list"}}, {"toset", "set", []sort{"set"}}, {"tostring", "string", []sort{"scalar"}},
	{"transpose", "maps", []sort{"maps"}}, {"type", "string", []sort{"any"}}, {"values", "list", []sort{"map"}}, {"yamldecode", "any", []sort{"yaml"}},
	{"yamlencode", "yaml", []sort{"any"}}, {"zipmap", "map", []sort{"names2", "list2"}}, {"max", "number", []sort{"number", "number"}}, {"min", "number", []sort{"number", "number"}},
	{"sensitive", "any", []sort{"any"}}, {"nonsensitive", "any", []sort{"any"}},
}

// Outside are the functions that look at knowledge itself.
var Outside = []string{"try", "can"}

// signatures are all calls: those described, and one for every other function of the library, from its declaration.
var signatures = func() []signature {
	out := slices.Clone(described)
	for name, d := range library() {
		named := func(s signature) bool { return s.name == name }
		if d.Refused == "" && !slices.Contains(Outside, name) && !slices.ContainsFunc(described, named) {
			out = append(out, declared(d))
		}
	}
	slices.SortStableFunc(out, func(a, b signature) int { return strings.Compare(a.name, b.name) })
	return out
}()

func declared(d *function.Decl) signature {
	s := signature{name: d.Name, makes: sortOf(d.Result)}
	for i := range d.Params {
		s.params = append(s.params, sortOf(d.Params[i].Type))
	}
	if d.Variadic != nil {
		s.params = append(s.params, sortOf(d.Variadic.Type))
	}
	return s
}

// sortOf is the sort of which everything converts to a type, more or less.
func sortOf(t types.Type) sort {
	switch t.Kind() {
	case types.KindString:
		return "string"
	case types.KindNumber, types.KindInt:
		return "number"
	case types.KindBool:
		return "bool"
	case types.KindMap, types.KindObject:
		return "map"
	case types.KindSet:
		return "set"
	case types.KindList, types.KindTuple:
		return "list"
	}
	return "any"
}

// producers are the calls that make something of a sort.
var producers = func() map[sort][]signature {
	out := map[sort][]signature{}
	for _, s := range signatures {
		out[s.makes] = append(out[s.makes], s)
	}
	return out
}()

// sorts are all sorts in a fixed order.
var sorts = func() []sort {
	var out []sort
	for s := range literals {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}()

// arity returns the sorts of the arguments of one call.
func (g *generator) arity(s signature) []sort {
	d, params := library()[s.name], s.params
	if d.Variadic == nil || len(params) <= len(d.Params) {
		return params
	}
	if g.chance(8) {
		return params[:len(d.Params)]
	}
	if g.chance(15) && s.name != "format" && s.name != "formatlist" && s.name != "range" && s.name != "lookup" {
		return append(params[:len(params):len(params)], params[len(params)-1])
	}
	return params
}

// call returns a call with arguments that mostly fit; some calls expand a sequence.
func (g *generator) call(s signature, depth int) *Tree {
	params := g.arity(s)
	args := make([]*Tree, len(params))
	for i, p := range params {
		args[i] = g.expr(p, depth)
	}
	if len(args) > 0 && g.chance(10) {
		return g.expanded(s, params, args, depth)
	}
	return form(s.name+"("+list(len(args))+")", args...)
}

// expanded returns a call whose last arguments are the elements of one sequence.
func (g *generator) expanded(s signature, params []sort, args []*Tree, depth int) *Tree {
	from := g.r.IntN(len(args))
	last := form("["+list(len(args)-from)+"]", args[from:]...)
	switch g.r.IntN(5) {
	case 0:
		last = form("(# ? # : #)", g.expr("bool", depth), last, last)
	case 1:
		last = form("toset(#)", last)
	case 2:
		last = form("coalesce(#, #)", g.expr("list", depth), last)
	case 3:
		for seq, e := range map[sort]sort{"strings": "string", "numbers": "number", "bools": "bool", "list": "any"} {
			if e == params[from] {
				last = g.expr(seq, depth)
			}
		}
	}
	return form(s.name+"("+strings.Repeat("#, ", from)+"#...)", append(args[:from:from], last)...)
}

func list(n int) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat("#, ", n-1) + "#"
}

// callOfLocals returns a call of which every argument is a local, so that its value can be seen afterwards.
func (g *generator) callOfLocals() (name string, params []sort, root *Tree) {
	s := signatures[g.r.IntN(len(signatures))]
	params = g.arity(s)
	args := make([]*Tree, len(params))
	g.inLocals = true
	for i, p := range params {
		depth := 0
		if g.chance(50) {
			depth = 1 + g.r.IntN(2)
		}
		args[i] = g.expr(p, depth)
	}
	g.inLocals = false
	for i := range args {
		args[i] = g.local(params[i], args[i])
	}
	return s.name, params, form(s.name+"("+list(len(args))+")", args...)
}
