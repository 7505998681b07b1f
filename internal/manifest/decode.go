package manifest

import (
	"encoding/base64"
	"math/big"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// maxExpanded bounds how many values the aliases of a document may repeat; without it, a short file could fill the
// memory.
const maxExpanded = 100_000

// A decoder turns YAML nodes into values.
type decoder struct {
	file *source.File
	// expanded counts the values that were reached through an alias; within is how many aliases are around the current
	// one.
	expanded, within int
}

func newDecoder(file *source.File) *decoder { return &decoder{file: file} }

func (d *decoder) value(n *yaml.Node, depth int) (value.Value, error) {
	if d.within > 0 {
		if d.expanded++; d.expanded > maxExpanded {
			return value.Value{}, d.errorf(n, "the aliases of this document repeat more than %d values", maxExpanded)
		}
	}
	if depth > maxDepth {
		return value.Value{}, d.errorf(n, "values nested more than %d levels deep (does an alias contain itself?)", maxDepth)
	}
	switch n.Kind {
	case yaml.AliasNode:
		d.within++
		defer func() { d.within-- }()
		return d.value(n.Alias, depth+1)
	case yaml.MappingNode:
		return d.mapping(n, depth)
	case yaml.SequenceNode:
		elems := make([]value.Value, len(n.Content))
		for i, c := range n.Content {
			v, err := d.value(c, depth+1)
			if err != nil {
				return value.Value{}, err
			}
			elems[i] = v
		}
		return value.Tuple(elems...), nil
	}
	return d.scalar(n)
}

func (d *decoder) mapping(n *yaml.Node, depth int) (value.Value, error) {
	var b host.ObjectBuilder
	b.Grow(len(n.Content) / 2)
	lines := make(map[string]int, len(n.Content)/2)
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return value.Value{}, d.errorf(n.Content[i], "a key has to be a text")
		}
		if key.ShortTag() == "!!merge" {
			merges = append(merges, n.Content[i+1])
			continue
		}
		if first, dup := lines[key.Value]; dup {
			return value.Value{}, d.errorf(n.Content[i], "duplicate key %q, first set in line %d", key.Value, first)
		}
		lines[key.Value] = n.Content[i].Line
		v, err := d.value(n.Content[i+1], depth+1)
		if err != nil {
			return value.Value{}, err
		}
		b.Set(key.Value, v)
	}
	for _, m := range merges {
		if err := d.merge(&b, lines, m, depth); err != nil {
			return value.Value{}, err
		}
	}
	return b.Object(), nil
}

// merge adds what a "<<" key brings in. Keys that are written out win, and so do earlier merges.
func (d *decoder) merge(b *host.ObjectBuilder, lines map[string]int, m *yaml.Node, depth int) error {
	v, err := d.value(m, depth+1)
	if err != nil {
		return err
	}
	sources := []value.Value{v}
	if v.Kind() == types.KindTuple {
		sources = v.Elems()
	}
	for _, src := range sources {
		if src.Kind() != types.KindObject || src.IsNull() {
			return d.errorf(m, "a << key takes a mapping, or a list of mappings")
		}
		for i, name := range src.Names() {
			if _, have := lines[name]; !have {
				lines[name] = m.Line
				b.Set(name, src.At(i))
			}
		}
	}
	return nil
}

func (d *decoder) scalar(n *yaml.Node) (value.Value, error) {
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return value.Null, nil
	case "!!bool":
		return value.Bool(strings.EqualFold(n.Value, "true")), nil
	case "!!int", "!!float": // YAML readers take integers beyond 64 bits for floats
		return d.number(n)
	case "!!str", "!!merge":
		if b, ok := legacyBool(n.Value); ok && n.Style == 0 {
			return value.Bool(b), nil
		}
		return value.String(n.Value), nil
	case "!!timestamp":
		return value.String(n.Value), nil
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
		if err != nil || !utf8.Valid(data) {
			return value.Value{}, d.errorf(n, "a !!binary value has to be base64 of UTF-8 text")
		}
		return value.String(string(data)), nil
	default:
		return value.Value{}, d.errorf(n, "unknown YAML tag %s", tag)
	}
}

// legacyBool recognises the YAML 1.1 booleans, which the Kubernetes API server still reads as such.
func legacyBool(s string) (v, ok bool) {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false, true
	}
	return false, false
}

// number reads what YAML takes for a number, which is never larger than a 64-bit float: longer digits are a text to it.
func (d *decoder) number(n *yaml.Node) (value.Value, error) {
	text := strings.TrimPrefix(strings.ReplaceAll(n.Value, "_", ""), "+")
	if i, ok := new(big.Int).SetString(text, 0); ok {
		return value.BigInt(i), nil
	}
	v, err := numbers.Parse(text, types.NumberTextCompat)
	if err != nil || numbers.IsInfinite(v) {
		return value.Value{}, d.errorf(n, "%q is no number that JSON could hold", n.Value)
	}
	return v, nil
}
