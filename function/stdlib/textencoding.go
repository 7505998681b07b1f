package stdlib

import (
	"bytes"
	"encoding/base64"
	"fmt"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
)

var textFuncs = []*function.Decl{textDecodeBase64Func, textEncodeBase64Func}

const encodingNames = "The encoding is named as in the IANA registry, in upper or lower case; aliases of the registry work too."

var textDecodeBase64Func = &function.Decl{
	Name: "textdecodebase64", Group: groupEncoding, Since: since,
	Summary:     "Decodes a base64 text whose bytes are text in a certain character encoding.",
	Description: encodingNames,
	Params: []function.Param{text("source", "The text in base64."),
		text("encoding", "The character encoding, such as UTF-16LE.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		enc, name, err := findEncoding(c)
		if err != nil {
			return value.Value{}, err
		}
		raw, err := decodeBase64(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		out, err := enc.NewDecoder().Bytes(raw)
		if err != nil || bytes.ContainsRune(out, '\uFFFD') {
			return value.Value{}, function.Arg(0, fmt.Errorf("contains bytes that mean nothing in %s", name))
		}
		return value.String(string(out)), nil
	},
	Examples: []function.Example{
		ex(`textdecodebase64("SABlAGwAbABvACAAVwBvAHIAbABkAA==", "UTF-16LE")`, `"Hello World"`),
	},
}

var textEncodeBase64Func = &function.Decl{
	Name: "textencodebase64", Group: groupEncoding, Since: since,
	Summary:     "Encodes a text in a certain character encoding and the bytes of that in base64.",
	Description: encodingNames,
	Params: []function.Param{text("string", "The text to encode."),
		text("encoding", "The character encoding, such as UTF-16LE.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		enc, name, err := findEncoding(c)
		if err != nil {
			return value.Value{}, err
		}
		out, err := enc.NewEncoder().Bytes([]byte(c.Args[0].AsString()))
		if err != nil {
			return value.Value{}, function.Arg(0, fmt.Errorf("contains characters that %s does not have", name))
		}
		return value.ASCIIString(base64.StdEncoding.EncodeToString(out)), nil
	},
	Examples: []function.Example{
		ex(`textencodebase64("Hello World", "UTF-16LE")`, `"SABlAGwAbABvACAAVwBvAHIAbABkAA=="`),
	},
}

// findEncoding returns the encoding that the second argument names, and its registered name.
func findEncoding(c *function.Call) (encoding.Encoding, string, error) {
	given := c.Args[1].AsString()
	enc, err := ianaindex.IANA.Encoding(given)
	if err != nil || enc == nil {
		return nil, "", function.Arg(1, fmt.Errorf("%s is not an IANA name of a character encoding that is supported", c.Quote(1)))
	}
	if c.Hides(1) {
		return enc, "that encoding", nil
	}
	name, err := ianaindex.IANA.Name(enc)
	if err != nil {
		name = given
	}
	return enc, name, nil
}
