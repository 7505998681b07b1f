package stdlib

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var stringFuncs = []*function.Decl{
	chompFunc, endsWithFunc, indentFunc, joinFunc, lowerFunc, splitFunc, startsWithFunc, strContainsFunc, strrevFunc,
	substrFunc, titleFunc, trimFunc, trimPrefixFunc, trimSpaceFunc, trimSuffixFunc, upperFunc,
}

var chompFunc = textFunc("chomp", groupString, "Removes line breaks from the end of a string.", chomp,
	ex(`chomp("hello\n")`, `"hello"`), ex(`chomp("hello\r\n\n")`, `"hello"`))

// chomp removes any sequence of LF and CR at the end.
func chomp(s string) string { return strings.TrimRight(s, "\r\n") }

var strrevFunc = textFunc("strrev", groupString, "Reverses the characters of a string.", reverseCharacters,
	ex(`strrev("hello")`, `"olleh"`))

var trimSpaceFunc = textFunc("trimspace", groupString,
	"Removes white space, as Unicode defines it, from both ends of a string.",
	strings.TrimSpace, ex(`trimspace("  hello\n\n")`, `"hello"`))

// cutFunc declares a function that removes something from the ends of a text.
func cutFunc(name, summary string, second function.Param, f func(s, cut string) string,
	examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupString, Since: since, Summary: summary,
		Params: []function.Param{text("str", "The string."), second},
		Result: types.String, Refine: notNull,
		Impl: func(c *function.Call) (value.Value, error) {
			return part(f(c.Args[0].AsString(), c.Args[1].AsString())), nil
		},
		Examples: examples,
	}
}

var trimFunc = cutFunc("trim", "Removes all of the given characters from both ends of a string.",
	text("cutset", "The characters to remove, in any order."), strings.Trim,
	ex(`trim("?!hello?!", "!?")`, `"hello"`), ex(`trim("  hello! world.! ", "! ")`, `"hello! world."`))

var trimPrefixFunc = cutFunc("trimprefix", "Removes a prefix from a string that begins with it.",
	text("prefix", "The string to remove, once."), strings.TrimPrefix,
	ex(`trimprefix("helloworld", "hello")`, `"world"`), ex(`trimprefix("helloworld", "cat")`, `"helloworld"`))

var trimSuffixFunc = cutFunc("trimsuffix", "Removes a suffix from a string that ends with it.",
	text("suffix", "The string to remove, once."), strings.TrimSuffix,
	ex(`trimsuffix("helloworld", "world")`, `"hello"`))

// testFunc declares a function that tests two texts.
func testFunc(name, summary string, second function.Param, f func(s, t string) bool,
	examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupString, Since: since, Summary: summary,
		Params: []function.Param{text("str", "The string to examine."), second},
		Result: types.Bool, Refine: notNull,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.Bool(f(c.Args[0].AsString(), c.Args[1].AsString())), nil
		},
		Examples: examples,
	}
}

var endsWithFunc = testFunc("endswith", "Reports whether a string ends with another string.",
	text("suffix", "The string to look for at the end."), strings.HasSuffix,
	ex(`endswith("hello world", "world")`, `true`), ex(`endswith("hello world", "hello")`, `false`))

var strContainsFunc = testFunc("strcontains", "Reports whether a string contains another string.",
	text("substr", "The substring to search for."), strings.Contains,
	ex(`strcontains("hello world", "wor")`, `true`), ex(`strcontains("hello world", "wod")`, `false`))

var startsWithFunc = func() *function.Decl {
	d := testFunc("startswith", "Reports whether a string begins with another string.",
		text("prefix", "The string to look for at the beginning."), strings.HasPrefix,
		ex(`startswith("hello world", "hello")`, `true`), ex(`startswith("hello world", "world")`, `false`))
	d.Params[0].AllowUnknown = true
	d.Impl = startsWith
	return d
}()

// startsWith returns a known result for an unknown text whose prefix decides.
func startsWith(c *function.Call) (value.Value, error) {
	prefix := c.Args[1].AsString()
	if !c.Args[0].IsUnknown() {
		return value.Bool(strings.HasPrefix(c.Args[0].AsString(), prefix)), nil
	}
	known := knownPrefix(c.Args[0])
	switch {
	case strings.HasPrefix(known, prefix):
		return value.True, nil
	case !strings.HasPrefix(prefix, known):
		return value.False, nil
	}
	return waiting(types.Bool, c.Args[0]), nil
}

var indentFunc = &function.Decl{
	Name: "indent", Group: groupString, Since: since,
	Summary:     "Indents every line of a string except the first with spaces.",
	Description: "At most 4,096 spaces per line.",
	Params:      []function.Param{number("spaces", "The number of spaces."), text("str", "The string.")},
	Result:      types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		n, err := integer(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		if n < 0 || n > maxIndent {
			return value.Value{}, function.Arg(0, fmt.Errorf("must be between 0 and %d", maxIndent))
		}
		s := c.Args[1].AsString()
		lines := strings.Count(s, "\n")
		if err := checkText(c, len(s)+lines*n); err != nil {
			return value.Value{}, err
		}
		return value.String(strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", n))), nil
	},
	Examples: []function.Example{
		ex(`indent(2, "[\n  foo,\n]")`, `"[\n    foo,\n  ]"`),
		bad(`indent(-1, "a\nb")`, "must be between 0 and 4096"),
	},
}

var joinFunc = &function.Decl{
	Name: "join", Group: groupString, Since: since,
	Summary: "Joins the elements of lists into one string, with a separator between them.",
	Params:  []function.Param{text("separator", "The separator.")},
	Variadic: new(function.Param{Name: "lists", Type: listOfString,
		Description: "The strings to join. Several lists are joined as if they were one."}),
	Result: types.String, Refine: notNull,
	Impl: join,
	Examples: []function.Example{
		ex(`join("-", ["foo", "bar", "baz"])`, `"foo-bar-baz"`),
		ex(`join(", ", ["foo"], ["bar"])`, `"foo, bar"`),
		bad(`join("-", ["foo", null])`, "element 1 is null"),
	},
}

func join(c *function.Call) (value.Value, error) {
	if len(c.Args) < 2 {
		return value.Value{}, errors.New("at least one list is required")
	}
	sep := c.Args[0].AsString()
	size, err := joinedSize(c, len(sep))
	if err != nil {
		return value.Value{}, err
	}
	var b strings.Builder
	b.Grow(size)
	first := true
	for _, list := range c.Args[1:] {
		for _, e := range list.Elems() {
			if !first {
				b.WriteString(sep)
			}
			first = false
			b.WriteString(e.AsString())
		}
	}
	return value.String(b.String()), nil
}

func joinedSize(c *function.Call, sep int) (int, error) {
	size := 0
	for ai, list := range c.Args[1:] {
		for i, e := range list.Elems() {
			if e.IsNull() {
				return 0, function.Arg(ai+1, nullElement(len(c.Args)-1, ai, i))
			}
			size += len(e.AsString()) + sep
		}
	}
	return size, checkText(c, size)
}

func nullElement(lists, list, i int) error {
	if lists > 1 {
		return fmt.Errorf("element %d of list %d is null; null cannot be joined", i, list+1)
	}
	return fmt.Errorf("element %d is null; null cannot be joined", i)
}

var splitFunc = &function.Decl{
	Name: "split", Group: groupString, Since: since,
	Summary:     "Splits a string at every occurrence of a separator and returns a list.",
	Description: "An empty separator splits the string into its Unicode code points.",
	Params:      []function.Param{text("separator", "The separator."), text("str", "The string to split.")},
	Result:      listOfString, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		return split(c, c.Args[1].AsString(), c.Args[0].AsString())
	},
	Examples: []function.Example{
		ex(`split(",", "foo,bar,baz")`, `["foo", "bar", "baz"]`), ex(`split(",", "foo")`, `["foo"]`),
		ex(`split(",", "")`, `[""]`),
	},
}

func split(c *function.Call, s, sep string) (value.Value, error) {
	switch {
	case sep == "":
		if err := checkElements(c, utf8.RuneCountInString(s), "parts"); err != nil {
			return value.Value{}, err
		}
		return names(strings.Split(s, ""), false), nil
	case len(sep) == 1 && len(s) <= shortText:
		return splitShort(s, sep[0]), nil
	}
	n := strings.Count(s, sep) + 1
	if err := checkElements(c, n, "parts"); err != nil {
		return value.Value{}, err
	}
	vals := make([]value.Value, 0, n)
	for {
		i := strings.Index(s, sep)
		if i < 0 {
			return value.ListOf(types.String, append(vals, part(s))), nil
		}
		vals = append(vals, part(s[:i]))
		s = s[i+len(sep):]
	}
}

// splitShort is split for short texts with a separator of one byte, where a loop over the bytes is faster than a
// search.
func splitShort(s string, sep byte) value.Value {
	var ends [shortText]uint8
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == sep {
			ends[n] = uint8(i)
			n++
		}
	}
	vals := make([]value.Value, n+1)
	from := 0
	for i, end := range ends[:n] {
		vals[i] = part(s[from:end])
		from = int(end) + 1
	}
	vals[n] = part(s[from:])
	return value.ListOf(types.String, vals)
}

// part returns a part of a string as a value. It need not be normalized, because parts of a text in normalization form
// C are in this form.
func part(s string) value.Value { return host.ASCIIString(s) }

var substrFunc = &function.Decl{
	Name: "substr", Group: groupString, Since: since,
	Summary: "Returns a part of a string, by offset and length in characters.",
	Description: "A negative offset counts from the end of the string; a negative length means everything to the end. " +
		"Characters beyond the end are ignored.",
	Params: []function.Param{text("str", "The string."), number("offset", "Where the part begins, from 0."),
		number("length", "The maximum number of characters.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		offset, err := integer(c, 1)
		if err != nil {
			return value.Value{}, err
		}
		length, err := integer(c, 2)
		if err != nil {
			return value.Value{}, err
		}
		return part(substr(c.Args[0].AsString(), offset, length)), nil
	},
	Examples: []function.Example{
		ex(`substr("hello world", 1, 4)`, `"ello"`), ex(`substr("hello world", -5, -1)`, `"world"`),
		ex(`substr("🤔🤷", 0, 1)`, `"🤔"`),
	},
}

func substr(s string, offset, length int) string {
	if offset < 0 {
		offset = max(0, offset+countCharacters(s))
	} else if length == 0 {
		return ""
	}
	skip, n := skipCharacters(s, offset)
	if n < offset {
		return ""
	}
	s = s[skip:]
	if length <= 0 {
		return s // A negative offset with length 0 returns the whole rest, as in Terraform.
	}
	end, _ := skipCharacters(s, length)
	return s[:end]
}

// The functions for paths that only use the text. Their only separator is the slash, so that results are the same on
// every system.
var pathFuncs = []*function.Decl{basenameFunc, dirnameFunc}

func pathFunc(name, summary string, f func(string) string, examples ...function.Example) *function.Decl {
	d := textFunc(name, groupFile, summary, f, examples...)
	d.Description = "The function uses only the string, not the file system. Slashes separate the parts of a path on " +
		"every system."
	d.Params[0].Name, d.Params[0].Description = "path", "The path."
	return d
}

var basenameFunc = pathFunc("basename", "Returns the last part of a path.", path.Base,
	ex(`basename("foo/bar/baz.txt")`, `"baz.txt"`), ex(`basename("")`, `"."`))

var dirnameFunc = pathFunc("dirname", "Returns a path without its last part.", dirname,
	ex(`dirname("foo/bar/baz.txt")`, `"foo/bar"`), ex(`dirname("baz.txt")`, `"."`))

// dirname removes everything after the last slash and cleans the rest.
func dirname(s string) string {
	i := strings.LastIndexByte(s, '/')
	return path.Clean(s[:i+1])
}
