package stdlib

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
)

var encodingFuncs = []*function.Decl{base64decodeFunc, base64encodeFunc, base64gzipFunc, urlencodeFunc}

var base64encodeFunc = textFunc("base64encode", groupEncoding, "Encodes a string in base64.",
	func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	ex(`base64encode("Hello World")`, `"SGVsbG8gV29ybGQ="`))

var base64decodeFunc = &function.Decl{
	Name: "base64decode", Group: groupEncoding, Since: since,
	Summary: "Decodes a base64 string.",
	Description: "The alphabet is the standard one with padding. Line breaks are ignored. The decoded bytes must be " +
		"UTF-8; for other encodings see textdecodebase64.",
	Params: []function.Param{text("str", "The base64 string.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		out, err := decodeBase64(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		if !utf8.Valid(out) {
			return value.Value{}, errors.New("the decoded bytes are not valid UTF-8")
		}
		return value.String(string(out)), nil
	},
	Examples: []function.Example{
		ex(`base64decode("SGVsbG8gV29ybGQ=")`, `"Hello World"`),
		bad(`base64decode("aGVsbG8")`, `"aGVsbG8" is not base64`),
	},
}

// decodeBase64 decodes argument i.
func decodeBase64(c *function.Call, i int) ([]byte, error) {
	out, err := base64.StdEncoding.DecodeString(c.Args[i].AsString())
	var corrupt base64.CorruptInputError
	if errors.As(err, &corrupt) {
		return nil, function.Arg(i, careful(c, "is not base64", "%s is not base64: error at offset %d", c.Quote(i),
			int64(corrupt)))
	}
	return out, err
}

var base64gzipFunc = &function.Decl{
	Name: "base64gzip", Group: groupEncoding, Since: since,
	Summary: "Compresses a string with gzip and encodes the result in base64.",
	Params:  []function.Param{text("str", "The string to compress.")},
	Result:  types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		if err := c.Room(compressorBytes + 2*len(c.Args[0].AsString())); err != nil {
			return value.Value{}, err
		}
		out, err := compress([]byte(c.Args[0].AsString()))
		if err != nil {
			return value.Value{}, errors.New("compression failed")
		}
		return host.ASCIIString(base64.StdEncoding.EncodeToString(out)), nil
	},
	Examples: []function.Example{ex(`base64gzip("a")`, `"H4sIAAAAAAAA/0oEAAAA//8BAAD//0O+t+gBAAAA"`)},
}

// compressorBytes is the memory for compressing, in addition to the text.
const compressorBytes = 1 << 20

// compress flushes before it closes, because the flush is part of Terraform's output.
func compress(in []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(in)
	err = errors.Join(err, w.Flush(), w.Close())
	return b.Bytes(), err
}

var urlencodeFunc = textFunc("urlencode", groupEncoding, "Encodes a string for the query of a URL.", url.QueryEscape,
	ex(`urlencode("Hello World!")`, `"Hello+World%21"`), ex(`urlencode("☃")`, `"%E2%98%83"`))

func isBase64(s string) bool {
	_, err := base64.StdEncoding.DecodeString(s)
	return err == nil
}

var textFuncs = []*function.Decl{textDecodeBase64Func, textEncodeBase64Func}

const encodingNames = "The encoding is named as in the IANA registry, in upper or lower case; aliases of the " +
	"registry work too."

var textDecodeBase64Func = &function.Decl{
	Name: "textdecodebase64", Group: groupEncoding, Since: since,
	Summary:     "Decodes a base64 string of bytes in a given character encoding.",
	Description: encodingNames,
	Params: []function.Param{text("source", "The base64 string."),
		text("encoding", "The character encoding, such as UTF-16LE.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		enc, name, err := findEncoding(c, 3)
		if err != nil {
			return value.Value{}, err
		}
		raw, err := decodeBase64(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		out, err := enc.NewDecoder().Bytes(raw)
		if err != nil || bytes.ContainsRune(out, '\uFFFD') {
			return value.Value{}, function.Arg(0, fmt.Errorf("contains bytes that are not valid in %s", name))
		}
		return value.String(string(out)), nil
	},
	Examples: []function.Example{
		ex(`textdecodebase64("SABlAGwAbABvACAAVwBvAHIAbABkAA==", "UTF-16LE")`, `"Hello World"`),
	},
}

var textEncodeBase64Func = &function.Decl{
	Name: "textencodebase64", Group: groupEncoding, Since: since,
	Summary:     "Encodes a string in a given character encoding, and the resulting bytes in base64.",
	Description: encodingNames,
	Params: []function.Param{text("string", "The string to encode."),
		text("encoding", "The character encoding, such as UTF-16LE.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		enc, name, err := findEncoding(c, encodedBytes)
		if err != nil {
			return value.Value{}, err
		}
		out, err := enc.NewEncoder().Bytes([]byte(c.Args[0].AsString()))
		if err != nil {
			return value.Value{}, function.Arg(0, fmt.Errorf("contains characters that %s cannot represent", name))
		}
		return host.ASCIIString(base64.StdEncoding.EncodeToString(out)), nil
	},
	Examples: []function.Example{
		ex(`textencodebase64("Hello World", "UTF-16LE")`, `"SABlAGwAbABvACAAVwBvAHIAbABkAA=="`),
	},
}

// encodedBytes is the maximum number of bytes for a byte of text in another encoding and base64.
const encodedBytes = 10

// findEncoding returns the encoding with the name in the second argument, and its registered name. It checks whether
// there is room for the first argument at a number of bytes for each of its bytes.
func findEncoding(c *function.Call, perByte int) (encoding.Encoding, string, error) {
	given := c.Args[1].AsString()
	enc, err := ianaindex.IANA.Encoding(given)
	if err != nil || enc == nil {
		return nil, "", function.Arg(1, fmt.Errorf("%s is not the IANA name of a supported character encoding",
			c.Quote(1)))
	}
	if err := c.Room(perByte * len(c.Args[0].AsString())); err != nil {
		return nil, "", err
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
