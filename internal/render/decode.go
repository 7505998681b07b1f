package render

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/wording"
)

const (
	// maxDepth bounds the nesting of a document, as the Kubernetes API does for stored objects.
	maxDepth = 1000
	// maxExpanded bounds how many values the aliases of a document may repeat; without it, a short file could fill the
	// memory.
	maxExpanded = 100_000
)

// A decoder turns YAML nodes into protobuf values, so that every error can name its line.
type decoder struct {
	file string
	// expanded counts the values that were reached through an alias; within is how many aliases are around the current
	// one.
	expanded, within int
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) error {
	return &InputError{File: d.file, Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...)}
}

func (d *decoder) value(n *yaml.Node, depth int) (*structpb.Value, error) {
	if d.within > 0 {
		if d.expanded++; d.expanded > maxExpanded {
			return nil, d.errorf(n, "the aliases of this document repeat more than %d values", maxExpanded)
		}
	}
	if depth > maxDepth {
		return nil, d.errorf(n, "values nested more than %d levels deep (does an alias contain itself?)", maxDepth)
	}
	switch n.Kind {
	case yaml.AliasNode:
		d.within++
		defer func() { d.within-- }()
		return d.value(n.Alias, depth+1)
	case yaml.MappingNode:
		return d.mapping(n, depth)
	case yaml.SequenceNode:
		return d.sequence(n, depth)
	}
	return d.scalar(n)
}

func (d *decoder) sequence(n *yaml.Node, depth int) (*structpb.Value, error) {
	list := &structpb.ListValue{Values: make([]*structpb.Value, 0, len(n.Content))}
	for _, c := range n.Content {
		v, err := d.value(c, depth+1)
		if err != nil {
			return nil, err
		}
		list.Values = append(list.Values, v)
	}
	return structpb.NewListValue(list), nil
}

func (d *decoder) mapping(n *yaml.Node, depth int) (*structpb.Value, error) {
	s := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(n.Content)/2)}
	lines := make(map[string]int, len(n.Content)/2)
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return nil, d.errorf(n.Content[i], "found %s as a key; keys are strings", kindName(key))
		}
		if key.ShortTag() == "!!merge" {
			merges = append(merges, n.Content[i+1])
			continue
		}
		if first, dup := lines[key.Value]; dup {
			return nil, d.errorf(n.Content[i], "duplicate key %q, first set in line %d", key.Value, first)
		}
		lines[key.Value] = n.Content[i].Line
		v, err := d.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		s.Fields[key.Value] = v
	}
	if err := d.merge(s, merges, depth); err != nil {
		return nil, err
	}
	return structpb.NewStructValue(s), nil
}

// merge adds what "<<" keys bring in. Keys that are written out win, and so do earlier merges.
func (d *decoder) merge(into *structpb.Struct, merges []*yaml.Node, depth int) error {
	for _, m := range merges {
		v, err := d.value(m, depth+1)
		if err != nil {
			return err
		}
		sources := []*structpb.Value{v}
		if l := v.GetListValue(); l != nil {
			sources = l.Values
		}
		for _, src := range sources {
			if src.GetStructValue() == nil {
				return d.errorf(m, "a << key takes a mapping, or a list of mappings")
			}
			addMissing(into, src.GetStructValue())
		}
	}
	return nil
}

func addMissing(into, from *structpb.Struct) {
	for k, v := range from.GetFields() {
		if _, ok := into.Fields[k]; !ok {
			into.Fields[k] = v
		}
	}
}

func (d *decoder) scalar(n *yaml.Node) (*structpb.Value, error) {
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return structpb.NewNullValue(), nil
	case "!!bool":
		return structpb.NewBoolValue(strings.EqualFold(n.Value, "true")), nil
	case "!!int", "!!float": // YAML readers take integers beyond 64 bits for floats
		return d.integer(n)
	case "!!str", "!!merge":
		if b, ok := legacyBool(n.Value); ok && n.Style == 0 {
			return structpb.NewBoolValue(b), nil
		}
		return structpb.NewStringValue(n.Value), nil
	case "!!timestamp":
		return structpb.NewStringValue(n.Value), nil
	case "!!binary":
		return d.binary(n)
	default:
		return nil, d.errorf(n, "unknown YAML tag %s", tag)
	}
}

// legacyBool recognises the YAML 1.1 booleans, which the Kubernetes API server still reads as such.
func legacyBool(s string) (value, ok bool) {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false, true
	}
	return false, false
}

// integer refuses what a protobuf Struct cannot carry exactly: its numbers are 64-bit floats.
func (d *decoder) integer(n *yaml.Node) (*structpb.Value, error) {
	if len(n.Value) > 400 {
		return nil, d.errorf(n, "number of %d characters is too long", len(n.Value))
	}
	i, ok := new(big.Int).SetString(strings.ReplaceAll(n.Value, "_", ""), 0)
	if !ok {
		return d.float(n)
	}
	f, acc := new(big.Float).SetInt(i).Float64()
	if acc != big.Exact {
		return nil, d.errorf(n, "integer %s would be changed on its way to the function: Crossplane passes numbers "+
			"as 64-bit floats, which hold integers exactly only up to 9007199254740992. Quote it to pass it as a string",
			n.Value)
	}
	return structpb.NewNumberValue(f), nil
}

func (d *decoder) float(n *yaml.Node) (*structpb.Value, error) {
	f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64)
	if strings.HasPrefix(strings.TrimLeft(n.Value, "+-"), ".") && err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, d.errorf(n, "number %s is not finite; JSON objects hold only finite numbers", n.Value)
	}
	if err != nil {
		return nil, d.errorf(n, "%q is not a number", n.Value)
	}
	return structpb.NewNumberValue(f), nil
}

func (d *decoder) binary(n *yaml.Node) (*structpb.Value, error) {
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
	if err != nil || !utf8.Valid(data) {
		return nil, d.errorf(n, "a !!binary value has to be base64 of UTF-8 text")
	}
	return structpb.NewStringValue(string(data)), nil
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return kindName(n.Alias)
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!null":
			return "null"
		case "!!int", "!!float":
			return "the number " + wording.Clip(n.Value, 40)
		}
		return fmt.Sprintf("the text %q", wording.Clip(n.Value, 40))
	}
	return "nothing"
}
