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

// described are the calls for which the declared types of the parameters say too little: the function, the sort of the
// result and those of the arguments. The last sort of a variadic function may be left out or repeated.
const described = `
alltrue bool bools
anytrue bool bools
base64decode string base64
chunklist nested list size
cidrhost string cidr small
cidrnetmask string cidr4
cidrsubnet cidr cidr bits small
cidrsubnets strings cidr bits bits
coalesce any any any
coalesce string string string string
coalesce list list list
coalesce map map map
coalesce number number number
coalescelist list list list
compact strings strings
concat list list list
contains bool list any
contains bool strings string
contains bool set any
csvdecode list csv
distinct list list
distinct strings strings
element any list small
element string strings small
flatten list nested
flatten list list
format string format scalar
format string dformat number
formatlist strings format strings
formatlist strings dformat numbers
formatdate string date time
indent string small string
index number list2 scalar
index number strings word
join string string strings
jsondecode any json
jsonencode json any
k8s::add quantity quantity quantity
k8s::compare number quantity quantity
k8s::condition string cluster type
k8s::get any cluster path any
k8s::get any map path any
k8s::merge map map map
k8s::merge map cluster cluster
k8s::name word word word
k8s::quantity number quantity
k8s::scale quantity quantity positive
keys strings map
length number sized
length number set
log number positive base
lookup any map name any
lookup any map name
matchkeys list list2 list2 list2
merge map map map
merge map map maps map
one any atmost1
parseint number digits base
pow number positive small
range numbers small
range numbers small number
range numbers small number size
regex any pattern letters
regexall list pattern letters
replace string string word string
reverse list list
reverse list set
rsadecrypt string rsa pem
setintersection set set set
setintersection set strings strings
setsubtract set set set
setsubtract set strings strings
setunion set set set
setunion set strings strings
setproduct list list2 strings
setproduct list set set
slice list list2 small size
sort strings strings
split strings word string
substr string string small number
sum number numbers
textdecodebase64 string utf16 encoding
textencodebase64 base64 string encoding
timeadd time time duration
timecmp number time time
tobool bool bool
tolist list list
tolist list set
tomap map map
tonumber number number
toset set list
toset set set
tostring string scalar
transpose maps maps
type string any
values list map
yamldecode any yaml
yamlencode yaml any
zipmap map names2 list2
max number number number
min number number number
sensitive any any
nonsensitive any any
`

// signatures are all calls: those described, and one for every other function of the library, from its declaration.
var signatures = allSignatures()

func allSignatures() []signature {
	var out []signature
	for line := range strings.Lines(strings.TrimSpace(described)) {
		words := strings.Fields(line)
		s := signature{name: words[0], makes: sort(words[1])}
		for _, w := range words[2:] {
			s.params = append(s.params, sort(w))
		}
		out = append(out, s)
	}
	given := len(out)
	for name, d := range library() {
		named := func(s signature) bool { return s.name == name }
		if d.Refused == "" && !d.Inspects && !slices.ContainsFunc(out[:given], named) {
			out = append(out, declared(d))
		}
	}
	slices.SortStableFunc(out, func(a, b signature) int { return strings.Compare(a.name, b.name) })
	return out
}

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
		for seq, e := range map[sort]sort{"strings": "string", "numbers": "number", "bools": "bool", "list": "any",
			"nested": "list"} {
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
		if literals[p] != nil && g.chance(8) { // what gives constants in place of something that is missing
			args[i] = form("coalesce(#, #)", g.variable(p), text(g.pick(literals[p]...)))
		}
	}
	g.inLocals = false
	for i := range args {
		args[i] = g.local(params[i], args[i])
	}
	return s.name, params, form(s.name+"("+list(len(args))+")", args...)
}
