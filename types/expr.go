package types

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
)

// ExprError is an error in a type expression.
type ExprError struct {
	Offset  int // in bytes
	Message string
}

// Error returns the message, with the offset.
func (e *ExprError) Error() string {
	return "type expression, byte " + strconv.Itoa(e.Offset) + ": " + e.Message
}

// maxExprDepth bounds the nesting of type expressions.
const maxExprDepth = 500

// ParseExpr reads a type expression, as [Type.String] writes it:
//
//	bool  number  string  int  none  dynamic (or any)
//	list(T)  set(T)  map(T)  promise(T)  output(T)
//	tuple([T, U])  union(T, U)  optional(T), which is union(T, none)
//	object({name = T, "other name" = optional(T)})
//
// In an object, optional means that the attribute may be missing. Attributes are separated by commas or line breaks,
// and may have a colon instead of the equals sign. Types may nest at most 500 levels. The error is an [*ExprError].
func ParseExpr(text string) (Type, error) { return ParseExprNamed(text, nil) }

// ParseExprNamed is like [ParseExpr], with additional names for any types, such as capsules, named types and
// abbreviations.
func ParseExprNamed(text string, names map[string]Type) (Type, error) {
	p := exprParser{text: text, names: names}
	t, err := p.whole()
	if err != nil {
		return Dynamic, err
	}
	return t, nil
}

type exprParser struct {
	text  string
	pos   int
	depth int
	names map[string]Type
}

func (p *exprParser) whole() (Type, *ExprError) {
	t, err := p.typ()
	if err != nil {
		return t, err
	}
	if p.skip(); p.pos < len(p.text) {
		return t, p.fail("expected the end after the type, but found " + p.found())
	}
	return t, nil
}

func (p *exprParser) fail(message string) *ExprError {
	return &ExprError{Offset: p.pos, Message: message}
}

// found describes the text at the position.
func (p *exprParser) found() string {
	if p.pos >= len(p.text) {
		return "the end"
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return strconv.Quote(p.text[p.pos : p.pos+size])
}

// skip skips blanks and line breaks.
func (p *exprParser) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *exprParser) accept(c byte) bool {
	p.skip()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *exprParser) expect(c byte) *ExprError {
	if p.accept(c) {
		return nil
	}
	return p.fail(strconv.Quote(string(c)) + " required, but have " + p.found())
}

// word reads an identifier, or returns "".
func (p *exprParser) word() string {
	p.skip()
	start := p.pos
	for p.pos < len(p.text) && isIdentifierByte(p.text[p.pos], p.pos == start) {
		p.pos++
	}
	return p.text[start:p.pos]
}

var simpleTypes = map[string]Type{
	"bool": Bool, "number": Number, "string": String, "int": Int, "none": None, "dynamic": Dynamic, "any": Dynamic,
}

var typeWords = []string{"bool", "number", "string", "int", "none", "dynamic", "any",
	"list", "set", "map", "tuple", "object", "union", "optional", "promise", "output"}

func (p *exprParser) typ() (Type, *ExprError) {
	if p.depth >= maxExprDepth {
		return Dynamic, p.fail("the type is nested too deeply")
	}
	p.depth++
	defer func() { p.depth-- }()
	p.skip()
	start := p.pos
	w := p.word()
	if w == "" {
		return Dynamic, p.fail("a type required, but have " + p.found())
	}
	if t, ok := p.names[w]; ok {
		return t, nil
	}
	if t, ok := simpleTypes[w]; ok {
		return t, nil
	}
	return p.constructed(w, start)
}

func (p *exprParser) constructed(w string, start int) (Type, *ExprError) {
	switch w {
	case "list":
		return p.one(List)
	case "set":
		return p.one(Set)
	case "map":
		return p.one(Map)
	case "promise":
		return p.one(Promise)
	case "output":
		return p.one(Output)
	case "optional":
		return p.one(Optional)
	case "union":
		ts, err := p.list('(', ')')
		return Union(ts...), err
	case "tuple":
		return p.tuple()
	case "object":
		return p.object()
	}
	p.pos = start
	return Dynamic, p.fail("there is no type " + strconv.Quote(w) + "." + diag.DidYouMean(w, typeWords))
}

// one reads one type in parentheses.
func (p *exprParser) one(make func(Type) Type) (Type, *ExprError) {
	if err := p.expect('('); err != nil {
		return Dynamic, err
	}
	t, err := p.typ()
	if err != nil {
		return t, err
	}
	return make(t), p.expect(')')
}

// list reads types that are separated by commas, up to a closing bracket. A comma may follow the last one.
func (p *exprParser) list(open, end byte) ([]Type, *ExprError) {
	if err := p.expect(open); err != nil {
		return nil, err
	}
	var ts []Type
	for !p.accept(end) {
		t, err := p.typ()
		if err != nil {
			return ts, err
		}
		ts = append(ts, t)
		if p.accept(',') {
			continue
		}
		if p.accept(end) {
			break
		}
		return ts, p.fail("a comma or " + strconv.Quote(string(end)) + " required, but have " + p.found())
	}
	return ts, nil
}

func (p *exprParser) tuple() (Type, *ExprError) {
	if err := p.expect('('); err != nil {
		return Dynamic, err
	}
	ts, err := p.list('[', ']')
	if err != nil {
		return Dynamic, err
	}
	return Tuple(ts...), p.expect(')')
}

func (p *exprParser) object() (Type, *ExprError) {
	if err := p.expect('('); err != nil {
		return Dynamic, err
	}
	if err := p.expect('{'); err != nil {
		return Dynamic, err
	}
	var attrs []Attr
	seen := map[string]bool{}
	for !p.accept('}') {
		p.skip()
		at := p.pos
		a, err := p.attr()
		if err != nil {
			return Dynamic, err
		}
		if seen[a.Name] {
			return Dynamic, &ExprError{Offset: at, Message: "the attribute " + strconv.Quote(a.Name) + " is declared twice"}
		}
		seen[a.Name] = true
		attrs = append(attrs, a)
		if err := p.separator(); err != nil {
			return Dynamic, err
		}
	}
	return Object(attrs...), p.expect(')')
}

// separator skips the comma or line break after an attribute, which is optional before the closing brace.
func (p *exprParser) separator() *ExprError {
	start := p.pos
	if p.accept(',') {
		return nil
	}
	p.skip()
	if strings.Contains(p.text[start:p.pos], "\n") || p.pos < len(p.text) && p.text[p.pos] == '}' {
		return nil
	}
	return p.fail("a comma, a line break or \"}\" required, but have " + p.found())
}

func (p *exprParser) attr() (Attr, *ExprError) {
	name, err := p.name()
	if err != nil {
		return Attr{}, err
	}
	if !p.accept('=') && !p.accept(':') {
		return Attr{}, p.fail("\"=\" required after the attribute's name, but have " + p.found())
	}
	p.skip()
	start := p.pos
	if p.word() == "optional" {
		t, err := p.one(func(t Type) Type { return t })
		return Attr{Name: name, Type: t, Optional: true}, err
	}
	p.pos = start
	t, err := p.typ()
	return Attr{Name: name, Type: t}, err
}

func (p *exprParser) name() (string, *ExprError) {
	p.skip()
	if p.pos < len(p.text) && p.text[p.pos] == '"' {
		return p.quoted()
	}
	if w := p.word(); w != "" {
		return w, nil
	}
	return "", p.fail("an attribute's name required, but have " + p.found())
}

// quoted reads a name in quotes, as written by quoteName.
func (p *exprParser) quoted() (string, *ExprError) {
	rest := p.text[p.pos:]
	end := 1
	for end < len(rest) && rest[end] != '"' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(rest) {
		return "", p.fail("the quoted name does not end")
	}
	s, err := strconv.Unquote(strings.NewReplacer("$${", "${", "%%{", "%{").Replace(rest[:end+1]))
	if err != nil || !utf8.ValidString(s) {
		return "", p.fail("the quoted name is not valid")
	}
	p.pos += end + 1
	return normalise(s), nil
}
