package stdlib

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
	"github.com/hclx-lang/hclx/value/valuejson"
	"golang.org/x/text/unicode/norm"
)

var jsonFuncs = []*function.Decl{jsondecodeFunc, jsonencodeFunc}

// terraformJSON is the style in which Terraform writes JSON.
var terraformJSON = valuejson.Style{EscapeHTML: true, Most: maxText}

// smallValue is the weight up to which values are written without checking whether there is room.
const smallValue = 64

func jsonText(c *function.Call, v value.Value) (string, error) {
	var buf [256]byte
	style := terraformJSON
	if host.Weight(v) > smallValue {
		style.Grown = func(size int) error { return checkText(c, size) }
	}
	out, err := valuejson.Append(buf[:0], v, style)
	if err != nil {
		return "", err
	}
	return protectEscapes(string(out)), checkText(c, len(out))
}

// protectEscapes also escapes combining marks after an escape, because normalization would combine them with the last
// character of the escape.
func protectEscapes(s string) string {
	if isASCII(s) || norm.NFC.IsNormalString(s) {
		return s
	}
	var b strings.Builder
	prev := ' '
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r >= utf8.RuneSelf && prev < utf8.RuneSelf && !norm.NFC.PropertiesString(s[i:]).BoundaryBefore() {
			for _, u := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		} else {
			b.WriteString(s[i : i+size])
			prev = r
		}
		i += size
	}
	return b.String()
}

// quoteJSON writes a string as JSON.
func quoteJSON(s string) string {
	out, _ := valuejson.Append(nil, host.ASCIIString(s), terraformJSON)
	return protectEscapes(string(out))
}

var jsonencodeFunc = &function.Decl{
	Name: "jsonencode", Group: groupEncoding, Since: since,
	Summary: "Encodes a value as JSON.",
	Description: "Attributes and keys come in ascending order, sets as arrays, numbers with all their digits. As in " +
		"Terraform `<`, `>` and `&` are written as escapes.",
	Params: []function.Param{maybe("val", "The value.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		v := c.Args[0]
		if !v.IsWhollyKnown() {
			return unknownJSON(v), nil
		}
		s, err := jsonText(c, v)
		if err != nil {
			return value.Value{}, err
		}
		return value.String(s), nil
	},
	Examples: []function.Example{
		ex(`jsonencode({ "hello" = "world" })`, `"{\"hello\":\"world\"}"`),
		ex(`jsonencode([1, "a", null])`, `"[1,\"a\",null]"`),
	},
}

// unknownJSON returns an unknown text with the prefix that is known.
func unknownJSON(v value.Value) value.Value {
	out := waiting(types.String, v)
	if unknowns.CouldBeNull(v) {
		return out
	}
	switch v.Kind() {
	case types.KindString:
		return out.Refine(value.Refinement{Prefix: `"`})
	case types.KindObject, types.KindMap:
		return out.Refine(value.Refinement{Prefix: "{"})
	case types.KindList, types.KindSet, types.KindTuple:
		return out.Refine(value.Refinement{Prefix: "["})
	}
	return out
}

var jsondecodeFunc = &function.Decl{
	Name: "jsondecode", Group: groupEncoding, Since: since,
	Summary: "Decodes a JSON string.",
	Description: "Objects become objects, arrays become tuples, and null becomes a null without a type. If a key occurs " +
		"twice, the last value is used.",
	Params:     []function.Param{text("str", "The JSON string.")},
	ResultType: jsonType,
	Impl: func(c *function.Call) (value.Value, error) {
		if err := c.Reserve(decodedSize(c.Args[0].AsString())); err != nil {
			return value.Value{}, err
		}
		v, err := valuejson.Parse(c.Args[0].AsString(),
			valuejson.Limits{Depth: maxNesting, Bytes: maxText, LastKeyWins: true})
		if err != nil {
			return value.Value{}, hidden(c, 0, jsonFault(c.Args[0].AsString(), err), "the string is not JSON")
		}
		return v, nil
	},
	Examples: []function.Example{
		ex(`jsondecode("{\"hello\": \"world\"}")`, `{ hello = "world" }`), ex(`jsondecode("true")`, `true`),
	},
}

// decodedSize returns the maximum memory of the values of a document: those in collections, and the collections.
func decodedSize(s string) int {
	size := 0
	for i := range len(s) {
		switch s[i] {
		case ',', ':':
			size += function.ElementBytes
		case '[', '{':
			size += rowBytes + function.ElementBytes
		}
	}
	return size + numbers.ExponentBytes(s)
}

// jsonFault converts an error of the parser to part of a sentence and, if it has an offset, to an error at a position.
func jsonFault(text string, err error) error {
	detail, _, placed := strings.Cut(err.Error(), " (line ")
	detail = strings.TrimSuffix(detail, ".")
	first, size := utf8.DecodeRuneInString(detail)
	fault := errors.New(string(unicode.ToLower(first)) + detail[size:])
	var at *value.Error
	if !placed || !errors.As(err, &at) {
		return fault
	}
	return function.At(text, at.Offset, fault)
}

// jsonType returns the result type for an unknown text, judging by its prefix.
func jsonType(c *function.Call) (types.Type, error) {
	prefix := strings.TrimLeft(knownPrefix(c.Args[0]), " \t\r\n")
	if c.Args[0].IsKnown() || prefix == "" {
		return types.Dynamic, nil
	}
	switch first := prefix[0]; {
	case first == '"':
		return types.String, nil
	case first == 't' || first == 'f':
		return types.Bool, nil
	case first == '-' || first >= '0' && first <= '9':
		return types.Number, nil
	case first == '{' || first == '[' || first == 'n':
		return types.Dynamic, nil
	}
	r, _ := utf8.DecodeRuneInString(prefix)
	return types.Dynamic, function.Arg(0, fmt.Errorf("JSON cannot begin with %q", r))
}
