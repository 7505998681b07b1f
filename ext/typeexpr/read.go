package typeexpr

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/host"
)

// Reader reads type expressions. The zero Reader reads exact types; the fields allow other forms. A Reader is safe for
// concurrent use as long as it is not changed.
type Reader struct {
	// Constraints allows any, and optional attributes.
	Constraints bool
	// Defaults allows optional(T, default) in constraints.
	Defaults bool
	// Extended allows int, none, union(...), promise(T), output(T), and optional(T) everywhere; outside attributes it
	// means union(T, none).
	Extended bool
	// QuotedNames allows attribute names in quotes, as [String] writes names that are not identifiers.
	QuotedNames bool
	// Names are additional names of types.
	Names map[string]types.Type
	// Profile is the profile for converting defaults; nil means types.Standard.
	Profile *types.Profile
}

// Type reads an exact type, without any and optional.
func Type(e hcl.Expression) (types.Type, diag.List) {
	t, _, diags := (&Reader{}).Read(e)
	return t, diags
}

// Constraint reads a type constraint.
func Constraint(e hcl.Expression) (types.Type, diag.List) {
	t, _, diags := (&Reader{Constraints: true}).Read(e)
	return t, diags
}

// ConstraintWithDefaults reads a type constraint whose optional attributes may have defaults. The defaults are nil if
// there are none.
func ConstraintWithDefaults(e hcl.Expression) (types.Type, *Defaults, diag.List) {
	return (&Reader{Constraints: true, Defaults: true}).Read(e)
}

// Read reads a type expression. After an error, parts of the type that could not be read are dynamic. The defaults are
// nil if there are none.
func (r *Reader) Read(e hcl.Expression) (types.Type, *Defaults, diag.List) {
	x := reading{Reader: r}
	t, d := x.typ(e)
	return t, d, x.diags
}

// maxDepth limits the nesting of types, whatever the parser of the expression allows.
//
// Readers recurse, and so does everything that later looks at the type.
const maxDepth = 500

// reading is the state of one call of Read.
type reading struct {
	*Reader
	diags diag.List
	depth int
}

func (x *reading) fail(at, context source.Range, detail string) (types.Type, *Defaults) {
	x.diags.Add(&diag.Diagnostic{Code: code.InvalidType, Summary: "Invalid type specification", Subject: at,
		Context: context, Detail: detail})
	return types.Dynamic, nil
}

func (x *reading) typ(e hcl.Expression) (types.Type, *Defaults) {
	if x.depth >= maxDepth {
		return x.fail(e.Range(), source.Range{}, "The type is nested more than "+strconv.Itoa(maxDepth)+" levels deep.")
	}
	x.depth++
	defer func() { x.depth-- }()
	if word := hcl.ExprKeyword(e); word != "" {
		return x.word(word, e), nil
	}
	call, diags := hcl.ExprCall(e)
	if diags.HasErrors() {
		return x.fail(e.Range(), source.Range{}, "A type is required here: "+x.simpleNames()+
			", or a type that contains others, such as list(string).")
	}
	return x.constructed(call, e)
}

// word reads a type that has no arguments.
func (x *reading) word(word string, e hcl.Expression) types.Type {
	if t, ok := x.simple(word); ok {
		return t
	}
	none := source.Range{}
	switch {
	case word == "any" || word == "dynamic":
		x.fail(e.Range(), none, "The type \""+word+"\" cannot be used here: an exact type is required.")
	case isConstructor(word) && x.has(word):
		x.fail(e.Range(), none, "The type \""+word+"\" needs "+arguments[word]+".")
	case word == "optional":
		x.fail(e.Range(), none, "Write optional around the type of an attribute: optional(string).")
	default:
		x.fail(e.Range(), none, "There is no type \""+word+"\"."+diag.DidYouMean(word, x.words()))
	}
	return types.Dynamic
}

func (x *reading) simple(word string) (types.Type, bool) {
	if t, ok := x.Names[word]; ok {
		return t, true
	}
	switch word {
	case "bool":
		return types.Bool, true
	case "string":
		return types.String, true
	case "number":
		return types.Number, true
	case "any":
		return types.Dynamic, x.Constraints
	case "dynamic":
		return types.Dynamic, x.Constraints && x.Extended
	case "int":
		return types.Int, x.Extended
	case "none":
		return types.None, x.Extended
	}
	return types.Dynamic, false
}

// arguments describes the arguments of constructors, with an example.
var arguments = map[string]string{
	"list":    "the type of its elements: list(string)",
	"set":     "the type of its elements: set(string)",
	"map":     "the type of its elements: map(string)",
	"object":  "the types of its attributes: object({ name = string })",
	"tuple":   "the types of its elements: tuple([string, number])",
	"union":   "the types of its members: union(string, number)",
	"promise": "the type of the promised value: promise(string)",
	"output":  "the type of the output: output(string)",
}

func isConstructor(word string) bool { return arguments[word] != "" }

// has reports whether the reader allows a constructor.
func (x *reading) has(word string) bool {
	switch word {
	case "union", "promise", "output":
		return x.Extended
	}
	return isConstructor(word)
}

func (x *reading) words() []string {
	words := []string{"bool", "number", "string", "list", "set", "map", "object", "tuple"}
	if x.Constraints {
		words = append(words, "any")
	}
	if x.Extended {
		words = append(words, "int", "none", "union", "promise", "output")
	}
	return append(words, sortedNames(x.Names)...)
}

func (x *reading) simpleNames() string {
	names := []string{"bool", "number", "string"}
	if x.Extended {
		names = append(names, "int", "none")
	}
	if x.Constraints {
		names = append(names, "any")
	}
	return strings.Join(names, ", ")
}

// constructed reads a type with arguments.
func (x *reading) constructed(call *hcl.Call, e hcl.Expression) (types.Type, *Defaults) {
	switch {
	case x.isSimple(call.Name):
		return x.fail(call.ArgsRange, e.Range(), "The type \""+call.Name+"\" takes no arguments.")
	case call.Name == "optional" && x.Extended:
		return x.optionalValue(call, e)
	case call.Name == "optional":
		return x.fail(call.NameRange, e.Range(), "Only an attribute of an object type can be optional.")
	case !x.has(call.Name):
		return x.fail(e.Range(), source.Range{}, "There is no type \""+call.Name+"\" that takes arguments."+
			diag.DidYouMean(call.Name, x.words()))
	case call.Name == "union":
		return x.union(call, e)
	case len(call.Args) != 1:
		return x.fail(surplus(call), call.ArgsRange, "The type \""+call.Name+"\" needs one argument, "+arguments[call.Name]+
			".")
	case call.Name == "object":
		return x.object(call.Args[0], e)
	case call.Name == "tuple":
		return x.tuple(call.Args[0], e)
	}
	elem, d := x.typ(call.Args[0])
	t := collections[call.Name](elem)
	return t, d.below(t, "")
}

// isSimple reports whether a word is a type without arguments, whether or not the reader allows it.
//
// Without the second part, any(string) would be reported as a type that does not exist, to an author who meant a type
// that does.
func (x *reading) isSimple(word string) bool {
	_, ok := x.simple(word)
	return ok || word == "any"
}

var collections = map[string]func(types.Type) types.Type{
	"list": types.List, "set": types.Set, "map": types.Map, "promise": types.Promise, "output": types.Output,
}

// surplus returns the range for an error about too many or too few arguments.
func surplus(call *hcl.Call) source.Range {
	if len(call.Args) < 2 {
		return call.ArgsRange
	}
	r := call.Args[1].Range()
	r.Span = r.Span.To(call.Args[len(call.Args)-1].Range().Span)
	return r
}

// optionalValue reads optional(T) where it means union(T, none).
func (x *reading) optionalValue(call *hcl.Call, e hcl.Expression) (types.Type, *Defaults) {
	if len(call.Args) != 1 {
		return x.fail(surplus(call), e.Range(),
			"Outside an object, optional needs one argument, the type of the value: optional(string).")
	}
	t, _ := x.typ(call.Args[0])
	return types.Optional(t), nil
}

func (x *reading) union(call *hcl.Call, e hcl.Expression) (types.Type, *Defaults) {
	if len(call.Args) == 0 {
		return x.fail(call.ArgsRange, e.Range(), "A union needs at least one member: union(string, number).")
	}
	members := make([]types.Type, len(call.Args))
	for i, arg := range call.Args {
		members[i], _ = x.typ(arg)
	}
	return types.Union(members...), nil
}

func (x *reading) tuple(arg, e hcl.Expression) (types.Type, *Defaults) {
	items, diags := hcl.ExprList(arg)
	if diags.HasErrors() {
		return x.fail(arg.Range(), e.Range(),
			"A tuple type needs the types of its elements in brackets: tuple([string, number]).")
	}
	elems := make([]types.Type, len(items))
	d := &Defaults{}
	for i, item := range items {
		var below *Defaults
		elems[i], below = x.typ(item)
		d.addChild(strconv.Itoa(i), below)
	}
	return types.Tuple(elems...), d.of(types.Tuple(elems...))
}

func (x *reading) object(arg, e hcl.Expression) (types.Type, *Defaults) {
	items, diags := hcl.ExprMap(arg)
	if diags.HasErrors() {
		return x.fail(arg.Range(), e.Range(),
			"An object type needs the names and types of its attributes in braces: object({ name = string }).")
	}
	attrs := make([]types.Attr, 0, len(items))
	seen := make(map[string]source.Range, len(items))
	d := &Defaults{}
	for _, item := range items {
		name := x.attrName(item.Key, e)
		if name == "" {
			continue
		}
		if first, dup := seen[name]; dup {
			x.diags.Add(&diag.Diagnostic{Code: code.InvalidType, Summary: "Invalid type specification",
				Subject: item.Key.Range(), Context: e.Range(),
				Detail: "The attribute \"" + name + "\" is declared twice.",
				Notes:  []diag.Note{{Message: "The first one is here.", Range: first}}})
			continue
		}
		seen[name] = item.Key.Range()
		if a, ok := x.attr(name, item.Value, d); ok {
			attrs = append(attrs, a)
		}
	}
	t := types.Object(attrs...)
	return t, d.of(t)
}

func (x *reading) attrName(key, e hcl.Expression) string {
	if name := hcl.ExprKeyword(key); name != "" {
		// Names of attributes are compared in this form everywhere else; a name in a decomposed form would otherwise
		// never be found.
		return host.NFC(name)
	}
	if x.QuotedNames {
		if name, ok := quoted(key); ok {
			return name
		}
	}
	x.fail(key.Range(), e.Range(), "The name of an attribute must be an identifier: name = string.")
	return ""
}

// attr reads the type of an attribute, which may be optional and have a default.
func (x *reading) attr(name string, e hcl.Expression, d *Defaults) (types.Attr, bool) {
	call, diags := hcl.ExprCall(e)
	if diags.HasErrors() || call.Name != "optional" {
		t, below := x.typ(e)
		d.addChild(name, below)
		return types.Attr{Name: name, Type: t}, true
	}
	if len(call.Args) == 0 {
		x.fail(call.ArgsRange, e.Range(), "The type of the attribute is missing: optional(string).")
		return types.Attr{}, false
	}
	before := len(x.diags)
	x.checkOptional(call, e)
	t, below := x.typ(call.Args[0])
	d.addChild(name, below)
	if x.Defaults && len(call.Args) == 2 && len(x.diags) == before {
		x.defaultValue(name, t, call.Args[1], d)
	}
	return types.Attr{Name: name, Type: t, Optional: x.Constraints || x.Extended}, true
}

func (x *reading) checkOptional(call *hcl.Call, e hcl.Expression) {
	n := len(call.Args)
	switch {
	case !x.Constraints && !x.Extended:
		x.fail(call.NameRange, e.Range(), "An exact type is required here, so attributes cannot be optional.")
	case n > 1 && !x.Defaults:
		x.fail(call.ArgsRange, e.Range(), "An optional attribute has one argument here, its type: optional(string).")
	case n > 2:
		x.fail(call.ArgsRange, e.Range(),
			"An optional attribute has at most two arguments, its type and its default: optional(string, \"x\").")
	}
}
