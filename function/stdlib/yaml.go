package stdlib

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"go.yaml.in/yaml/v4"
)

var yamlFuncs = []*function.Decl{yamldecodeFunc, yamlencodeFunc}

var yamldecodeFunc = &function.Decl{
	Name: "yamldecode", Group: groupEncoding, Since: since,
	Summary: "Decodes a YAML string of one document.",
	Description: `Mappings become objects, sequences become tuples, and null becomes a null without a type. Unquoted
scalars are read as in Terraform: ` + "`yes`, `no`, `on`, `off`, `y` and `n`" + ` are bools too, integers can be
written with ` + "`0x` or `0o`" + `, dates become timestamps. Anchors, aliases and the merge key ` + "`<<`" +
		` work; tags other than those of the core schema do not.`,
	Params: []function.Param{text("src", "The YAML string.")},
	Impl: func(c *function.Call) (value.Value, error) {
		v, err := decodeYAML(c, c.Args[0].AsString())
		if err != nil {
			return value.Value{}, hidden(c, 0, inYAML(c.Args[0].AsString(), err), "the string is not YAML")
		}
		return v, nil
	},
	Examples: []function.Example{
		ex(`yamldecode("hello: world")`, `{ hello = "world" }`),
		ex(`yamldecode("{a: 1, b: [2, 3]}")`, `{ a = 1, b = [2, 3] }`),
	},
}

// maxYAMLNodes limits the nodes of a document with its aliases expanded.
const maxYAMLNodes = 1 << 20

func decodeYAML(c *function.Call, s string) (value.Value, error) {
	if len(s) > maxYAML {
		return value.Value{}, fmt.Errorf("the string is longer than %d MiB", maxYAML>>20)
	}
	if err := c.Room(parsedYAML(s)); err != nil {
		return value.Value{}, err
	}
	if v, ok := directiveVersion(s); ok && v != "1.1" {
		return value.Value{}, errors.New("the document requires a version of YAML other than 1.1; remove the directive " +
			"%YAML")
	}
	dec := yaml.NewDecoder(strings.NewReader(s))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case err == io.EOF || err == nil && len(doc.Content) != 1:
		return value.Value{}, errors.New("the string contains no document")
	case err != nil:
		return value.Value{}, yamlFault(err)
	}
	d := yamlDecoder{left: maxYAMLNodes}
	v, err := d.node(doc.Content[0], 0)
	if err != nil {
		return value.Value{}, err
	}
	switch err := dec.Decode(&more); {
	case err == nil:
		return value.Value{}, yamlErrorf(&more, "the string contains more than one document")
	case err != io.EOF:
		return value.Value{}, yamlFault(err)
	}
	return v, c.Reserve((maxYAMLNodes-d.left)*function.ElementBytes + len(s) + numbers.ExponentBytes(s))
}

// parsedYAML returns the approximate memory of the YAML parser for a text.
//
// It counts too much for most texts. The parser asks nobody for memory, so the only choice is to ask before it begins,
// for the worst case.
func parsedYAML(s string) int {
	const perNode = 256
	nodes := 0
	for i := range len(s) {
		switch s[i] {
		case '\n', ',', ':', '-', '[', '{':
			nodes++
		}
	}
	return len(s) + nodes*perNode + numbers.ExponentBytes(s)
}

var yamlDirective = onDemand(`(?m)\A(?:[ \t]*(?:#.*)?\r?\n)*%YAML[ \t]+(\S+)`)

// directiveVersion returns the version in the YAML directive of the document.
func directiveVersion(s string) (string, bool) {
	if !strings.Contains(s, "%YAML") {
		return "", false
	}
	m := yamlDirective().FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// yamlError is an error at a line and a column, both from 1, or 0 if they are not known.
type yamlError struct {
	line, column int
	text         string
}

// Error returns the message without the position.
func (e *yamlError) Error() string { return e.text }

func yamlErrorf(n *yaml.Node, format string, args ...any) error {
	return &yamlError{n.Line, n.Column, fmt.Sprintf(format, args...)}
}

// yamlFault removes the name of the parser from its error.
func yamlFault(err error) error {
	var load *yaml.LoadError
	if errors.As(err, &load) && load.Mark.Line > 0 {
		return &yamlError{load.Mark.Line, load.Mark.Column, load.Message}
	}
	return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
}

// inYAML returns an error in a text, with its position if it is known.
func inYAML(text string, err error) error {
	var at *yamlError
	if !errors.As(err, &at) || at.line < 1 {
		return err
	}
	return function.At(text, offsetOf(text, at.line, at.column), err)
}

// offsetOf returns the offset of a line and a column, both from 1. Columns are code points.
func offsetOf(text string, line, column int) int {
	rest := text
	for range line - 1 {
		rest = rest[strings.IndexByte(rest, '\n')+1:]
	}
	for range column - 1 {
		_, n := utf8.DecodeRuneInString(rest)
		rest = rest[n:]
	}
	return len(text) - len(rest)
}

// An alias costs nothing to decode, but stands for a whole value. A few lines in which each alias repeats the one
// before it several times describe more values than there is memory. Values are therefore shared, and counted as if
// they were written out. The parser itself does not bound what it builds, so memory for its nodes is asked for before,
// judging by the characters that begin them.

// yamlDecoder turns nodes into values. An alias shares the value of its anchor, but counts as if it were written out.
type yamlDecoder struct {
	left    int
	anchors map[*yaml.Node]yamlAnchor
}

type yamlAnchor struct {
	val  value.Value
	size int
	done bool
}

func (d *yamlDecoder) spend(n *yaml.Node, size int) error {
	if d.left -= size; d.left < 0 {
		return yamlErrorf(n, "the document has more than %d values, with aliases written out", maxYAMLNodes)
	}
	return nil
}

func (d *yamlDecoder) node(n *yaml.Node, depth int) (value.Value, error) {
	// It is looked up and not walked, so that values are shared and the work is that of the text as it is written.
	if n.Kind == yaml.AliasNode {
		return d.alias(n)
	}
	if n.Anchor == "" {
		return d.plain(n, depth)
	}
	if d.anchors == nil {
		d.anchors = map[*yaml.Node]yamlAnchor{}
	}
	// An alias inside of its own anchor finds it there, but not done.
	d.anchors[n] = yamlAnchor{}
	before := d.left
	// The size of the value is what was spent on it, with all aliases inside written out. An alias to it costs that
	// again, without the value being walked again.
	v, err := d.plain(n, depth)
	d.anchors[n] = yamlAnchor{val: v, size: before - d.left, done: true}
	return v, err
}

func (d *yamlDecoder) alias(n *yaml.Node) (value.Value, error) {
	a := d.anchors[n.Alias]
	if !a.done {
		return value.Value{}, yamlErrorf(n, "the alias %q refers to a value that contains it", n.Value)
	}
	return a.val, d.spend(n, a.size)
}

func (d *yamlDecoder) plain(n *yaml.Node, depth int) (value.Value, error) {
	if depth > maxNesting {
		return value.Value{}, yamlErrorf(n, "the document is nested more than %d levels deep", maxNesting)
	}
	if err := d.spend(n, 1); err != nil {
		return value.Value{}, err
	}
	switch n.Kind {
	case yaml.SequenceNode:
		return d.sequence(n, depth)
	case yaml.MappingNode:
		return d.mapping(n, depth)
	case yaml.ScalarNode:
		return resolveScalar(n)
	}
	return value.Value{}, yamlErrorf(n, "unexpected content")
}

func checkTag(n *yaml.Node, want string) error {
	if t := explicitTag(n); t != "" && t != want {
		return yamlErrorf(n, "the tag %q does not fit here", t)
	}
	return nil
}

func (d *yamlDecoder) sequence(n *yaml.Node, depth int) (value.Value, error) {
	if err := checkTag(n, "!!seq"); err != nil {
		return value.Value{}, err
	}
	elems := make([]value.Value, len(n.Content))
	for i, e := range n.Content {
		var err error
		if elems[i], err = d.node(e, depth+1); err != nil {
			return value.Value{}, err
		}
	}
	return value.Tuple(elems...), nil
}

func (d *yamlDecoder) mapping(n *yaml.Node, depth int) (value.Value, error) {
	if err := checkTag(n, "!!map"); err != nil {
		return value.Value{}, err
	}
	var b host.ObjectBuilder
	b.Grow(len(n.Content) / 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		name, merge, err := mappingKey(key)
		if err != nil {
			return value.Value{}, err
		}
		v, err := d.node(n.Content[i+1], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		switch {
		case !merge:
			b.Set(name, v)
		case v.Kind() != types.KindObject:
			return value.Value{}, yamlErrorf(key, "only a mapping can be merged into a mapping")
		default:
			if err := d.spend(key, v.Len()); err != nil {
				return value.Value{}, err
			}
			for j, name := range v.Names() {
				b.Set(name, v.At(j))
			}
		}
	}
	return b.Object(), nil
}

// mappingKey returns the name of a key, and reports whether it is the merge key.
func mappingKey(key *yaml.Node) (name string, merge bool, err error) {
	if key.Kind != yaml.ScalarNode {
		return "", false, yamlErrorf(key, "only strings can be keys of a mapping")
	}
	if key.Value == "<<" && !isQuoted(key) && (explicitTag(key) == "" || key.Tag == "!!merge") {
		return "", true, nil
	}
	v, err := resolveScalar(key)
	if err != nil {
		return "", false, err
	}
	name, ok := asText(v)
	if !ok {
		return "", false, yamlErrorf(key, "null cannot be a key of a mapping")
	}
	return name, false, nil
}

func isQuoted(n *yaml.Node) bool { return n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 }

// explicitTag returns the tag that is written before a node, or "".
func explicitTag(n *yaml.Node) string {
	if n.Style&yaml.TaggedStyle == 0 || n.Tag == "!" {
		return ""
	}
	return n.ShortTag()
}

// yamlWords are the scalars that are neither numbers nor strings.
var yamlWords = map[string]value.Value{
	"": value.Null, "~": value.Null, "null": value.Null, "Null": value.Null, "NULL": value.Null,
	".inf": numbers.Infinity(false), ".Inf": numbers.Infinity(false), ".INF": numbers.Infinity(false),
	"+.inf": numbers.Infinity(false), "+.Inf": numbers.Infinity(false), "+.INF": numbers.Infinity(false),
	"-.inf": numbers.Infinity(true), "-.Inf": numbers.Infinity(true), "-.INF": numbers.Infinity(true),
}

func init() {
	for _, w := range []string{"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"} {
		yamlWords[w] = value.True
	}
	for _, w := range []string{"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"} {
		yamlWords[w] = value.False
	}
}

// canBeOther reports whether a scalar with this first character may be something other than a string.
func canBeOther(s string) bool {
	return s == "" || s[0] >= '0' && s[0] <= '9' || strings.IndexByte("+-.yYnNtTfFoO~", s[0]) >= 0
}

// resolveScalar returns the value of a scalar. A quoted scalar is a string, whatever its tag, if it could be something
// else without the quotes. As in Terraform, literal and folded scalars are read like plain ones.
func resolveScalar(n *yaml.Node) (value.Value, error) {
	tag, s := explicitTag(n), n.Value
	// Most scalars are strings, and their first character shows it.
	if tag != "!!str" && tag != "!!binary" && canBeOther(s) {
		if isQuoted(n) {
			return value.String(s), nil
		}
		if v, ok := yamlWords[s]; ok {
			return v, nil
		}
		switch {
		case tag == "" && (s == ".nan" || s == ".NaN" || s == ".NAN"):
			return value.Value{}, yamlErrorf(n, "NaN is not supported")
		case tag == "" || tag == "!!timestamp":
			if t, ok := yamlTime(s); ok {
				return host.ASCIIString(t.Format(time.RFC3339)), nil
			}
		}
		if v, ok, err := yamlNumber(n, s); ok || err != nil {
			return v, err
		}
	}
	return taggedScalar(n, tag, s)
}

func taggedScalar(n *yaml.Node, tag, s string) (value.Value, error) {
	switch tag {
	case "", "!!str":
		return value.String(s), nil
	case "!!binary":
		if isBase64(s) {
			return value.String(s), nil
		}
	case "!!null":
		return value.Null, nil
	case "!!bool", "!!int", "!!float", "!!timestamp":
	default:
		return value.Value{}, yamlErrorf(n, "the tag %q is not supported", tag)
	}
	return value.Value{}, yamlErrorf(n, "the value does not match the tag %q", tag)
}

var (
	yamlInteger = onDemand(`\A[-+]?(0o[0-7_]+|[0-9_]+|0x[0-9a-fA-F_]+)\z`)
	yamlFloat   = onDemand(`\A[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\z`)
)

func yamlNumber(n *yaml.Node, s string) (value.Value, bool, error) {
	switch {
	case yamlFloat().MatchString(s):
	case yamlInteger().MatchString(s):
		s = strings.ReplaceAll(s, "_", "")
	default:
		return value.Value{}, false, nil
	}
	if v, err := numbers.Parse(s, types.NumberTextCompat); err == nil {
		return v, true, nil
	}
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return value.Int(i), true, nil
	}
	if u, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 0, 64); err == nil {
		return numbers.Uint(u), true, nil
	}
	return value.Value{}, false, yamlErrorf(n, "the number is out of range")
}

var yamlTimes = []string{"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00",
	"2006-1-2 15:4:5.999999999", "2006-1-2"}

// yamlTime reads a scalar as one of the forms of timestamps.
//
// What cannot be a date is excluded by its first characters, before four layouts are tried.
func yamlTime(s string) (time.Time, bool) {
	if len(s) < 8 || s[4] != '-' || strings.Trim(s[:4], "0123456789") != "" {
		return time.Time{}, false
	}
	for _, layout := range yamlTimes {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
