package manifest

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// maxExpanded bounds how many values the aliases of a document may repeat; without it, a short file could fill the
// memory.
//
// A few lines can refer to each other so that each level multiplies the one before ("billion laughs"). Values that are
// written out are not counted, as a text cannot hold more of them than it has bytes.
const maxExpanded = 100_000

// Builder creates the values of documents from their parts.
type Builder[V any] interface {
	Null() V
	Bool(bool) V
	String(string) V
	// Number converts the text of a YAML number, without underscores and a plus sign. A problem becomes the message of the
	// error.
	Number(text string) (number V, problem string)
	List(elements []V) V
	// Object creates an object. The names are distinct and in the order of the document.
	Object(names []string, fields []V) V
}

// Decode returns the value of a node of a file, which it reads like the API server. The error is an [*Error].
func Decode[V any](file *source.File, n *yaml.Node, b Builder[V]) (V, error) {
	d := decoder[V]{Builder: b, file: file}
	return d.value(n, 0)
}

// decoder converts YAML nodes to values.
type decoder[V any] struct {
	Builder[V]
	file *source.File
	// expanded counts the values that were reached through an alias; within is how many aliases are around the current
	// one.
	expanded, within int
}

func (d *decoder[V]) errorf(n *yaml.Node, format string, args ...any) error {
	return Errorf(d.file, n, format, args...)
}

// enter counts a node.
func (d *decoder[V]) enter(n *yaml.Node, depth int) error {
	if d.within > 0 {
		if d.expanded++; d.expanded > maxExpanded {
			return d.errorf(n, "the aliases of this document expand to more than %d values", maxExpanded)
		}
	}
	if depth > maxDepth {
		return d.errorf(n, "values nested more than %d levels deep (does an alias contain itself?)", maxDepth)
	}
	return nil
}

func (d *decoder[V]) value(n *yaml.Node, depth int) (v V, err error) {
	if err := d.enter(n, depth); err != nil {
		return v, err
	}
	switch n.Kind {
	case yaml.AliasNode:
		d.within++
		defer func() { d.within-- }()
		return d.value(n.Alias, depth+1)
	case yaml.MappingNode:
		f := fields[V]{lines: make(map[string]int, len(n.Content)/2)}
		if err := d.mapping(&f, n, depth); err != nil {
			return v, err
		}
		return d.Object(f.names, f.values), nil
	case yaml.SequenceNode:
		elements := make([]V, len(n.Content))
		for i, c := range n.Content {
			if elements[i], err = d.value(c, depth+1); err != nil {
				return v, err
			}
		}
		return d.List(elements), nil
	}
	return d.scalar(n)
}

// fields are those of an object that is being read.
type fields[V any] struct {
	names  []string
	values []V
	lines  map[string]int // by name
}

func (f *fields[V]) add(name string, v V, line int) {
	f.names, f.values = append(f.names, name), append(f.values, v)
	f.lines[name] = line
}

// mapping adds the fields of a mapping, and then what it merges.
//
// Merges wait until all keys were seen, because what is written out wins wherever it stands.
func (d *decoder[V]) mapping(f *fields[V], n *yaml.Node, depth int) error {
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := Resolved(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			return d.errorf(n.Content[i], "found %s as a key; keys are strings", Describe(key))
		}
		if key.ShortTag() == "!!merge" {
			merges = append(merges, n.Content[i+1])
			continue
		}
		if first, dup := f.lines[key.Value]; dup {
			return d.errorf(n.Content[i], "duplicate key %q, first set in line %d", key.Value, first)
		}
		v, err := d.value(n.Content[i+1], depth+1)
		if err != nil {
			return err
		}
		f.add(key.Value, v, n.Content[i].Line)
	}
	for _, m := range merges {
		if err := d.merge(f, m, m, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// merge adds what a "<<" key brings in: a mapping, or several. Keys that are written out win, and so do earlier merges.
func (d *decoder[V]) merge(f *fields[V], key, n *yaml.Node, depth int) error {
	if err := d.enter(n, depth); err != nil {
		return err
	}
	switch n.Kind {
	case yaml.AliasNode:
		d.within++
		defer func() { d.within-- }()
		return d.merge(f, key, n.Alias, depth+1)
	case yaml.SequenceNode:
		for _, c := range n.Content {
			if Resolved(c).Kind != yaml.MappingNode {
				return d.errorf(key, "the value of a << key must be a mapping or a list of mappings")
			}
			if err := d.merge(f, key, c, depth+1); err != nil {
				return err
			}
		}
		return nil
	case yaml.MappingNode:
		more := fields[V]{lines: make(map[string]int, len(n.Content)/2)}
		if err := d.mapping(&more, n, depth); err != nil {
			return err
		}
		for i, name := range more.names {
			if _, have := f.lines[name]; !have {
				f.add(name, more.values[i], key.Line)
			}
		}
		return nil
	}
	return d.errorf(key, "the value of a << key must be a mapping or a list of mappings")
}

func (d *decoder[V]) scalar(n *yaml.Node) (v V, err error) {
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return d.Null(), nil
	case "!!bool":
		return d.Bool(strings.EqualFold(n.Value, "true")), nil
	case "!!int", "!!float": // YAML readers take integers beyond 64 bits for floats
		// Underscores and a plus sign are allowed in numbers of YAML and not of JSON.
		v, problem := d.Number(strings.TrimPrefix(strings.ReplaceAll(n.Value, "_", ""), "+"))
		if problem != "" {
			return v, d.errorf(n, "%s", problem)
		}
		return v, nil
	// The API server reads YAML 1.1 in this respect and the parser does not. Only plain texts are affected: quotes say
	// that a text is meant.
	case "!!str", "!!merge":
		if b, ok := LegacyBool(n.Value); ok && n.Style == 0 {
			return d.Bool(b), nil
		}
		return d.String(n.Value), nil
	case "!!timestamp":
		return d.String(n.Value), nil
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
		if err != nil || !utf8.Valid(data) {
			return v, d.errorf(n, "a !!binary value must be base64-encoded UTF-8")
		}
		return d.String(string(data)), nil
	default:
		return v, d.errorf(n, "unknown YAML tag %s", tag)
	}
}

// LegacyBool recognizes the booleans of YAML 1.1, which the Kubernetes API server still accepts.
func LegacyBool(s string) (v, ok bool) {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false, true
	}
	return false, false
}

// Resolved returns the target of an alias, or the node itself.
func Resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Describe describes a node for messages.
func Describe(n *yaml.Node) string {
	switch n = Resolved(n); n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!null":
			return "null"
		case "!!int", "!!float":
			return "the number " + wording.Clip(n.Value, 40)
		}
		return fmt.Sprintf("the string %q", wording.Clip(n.Value, 40))
	}
	return "nothing"
}
