package difftest

import (
	"fmt"
	"slices"
	"strings"

	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// bothSpecs is one specification for both implementations, with what a body for it consists of.
type bothSpecs struct {
	ours   hcldec.Spec
	theirs theirhcldec.Spec
	attrs  []string // that it reads
	blocks []blockShape
}

// blockShape is a type of block that a specification reads.
type blockShape struct {
	typ    string
	labels int
	inside *bothSpecs // nil if the body is attributes only
}

// specMaker draws the specification of one body, in which every type of block serves one purpose.
type specMaker struct {
	t      *rapid.T
	depth  int
	exact  bool // no parts of any type: the original's maps do not take them
	loose  bool // tuples and objects of blocks in place of lists, sets and maps
	unused []string
	out    *bothSpecs
	labels int // drawn so far, for the block that the body belongs to
	// optional says that no argument is required.
	optional bool
}

var attrTypes = []string{"string", "number", "bool", "list(string)", "map(number)", "object({ k = optional(string) })",
	"tuple([string])", "set(number)"}

func drawSpec(t *rapid.T, depth int, exact, labelled, loose bool) (*bothSpecs, int) {
	m := &specMaker{t: t, depth: depth, exact: exact, loose: loose, unused: []string{"p", "q", "r"}, out: &bothSpecs{}}
	if !labelled {
		m.labels = -1
	}
	m.out.ours, m.out.theirs = m.spec(2)
	return m.out, max(m.labels, 0)
}

func (m *specMaker) spec(levels int) (hcldec.Spec, theirhcldec.Spec) {
	kind := rapid.IntRange(0, 13).Draw(m.t, "kind")
	switch {
	case levels > 0 && (kind <= 4 || levels == 2):
		return m.object(levels)
	case levels > 0 && kind == 5:
		return m.tuple(levels)
	case kind == 6:
		return &hcldec.Literal{Value: value.String("lit")}, &theirhcldec.LiteralSpec{Value: cty.StringVal("lit")}
	case levels > 0 && kind == 7:
		m.optional = true // in a default the original takes required arguments for missing
		a, b := m.spec(levels - 1)
		m.optional = false
		return &hcldec.Default{Primary: a, Default: &hcldec.Literal{Value: value.String("dflt")}},
			&theirhcldec.DefaultSpec{Primary: b, Default: &theirhcldec.LiteralSpec{Value: cty.StringVal("dflt")}}
	case kind == 8 && m.labels >= 0 && m.labels < 2:
		m.labels++
		name := fmt.Sprint("label", m.labels)
		return &hcldec.BlockLabel{Index: m.labels - 1, Name: name},
			&theirhcldec.BlockLabelSpec{Index: m.labels - 1, Name: name}
	case kind >= 9 && m.depth > 0 && len(m.unused) > 0:
		return m.block()
	}
	return m.attr()
}

func (m *specMaker) object(levels int) (hcldec.Spec, theirhcldec.Spec) {
	a, b := hcldec.Object{}, theirhcldec.ObjectSpec{}
	for i := range rapid.IntRange(0, 4).Draw(m.t, "properties") {
		name := fmt.Sprint("k", i)
		a[name], b[name] = m.spec(levels - 1)
	}
	return a, b
}

func (m *specMaker) tuple(levels int) (hcldec.Spec, theirhcldec.Spec) {
	var a hcldec.Tuple
	var b theirhcldec.TupleSpec
	for range rapid.IntRange(0, 3).Draw(m.t, "elements") {
		x, y := m.spec(levels - 1)
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

func (m *specMaker) typ() types.Type {
	if !m.exact && rapid.IntRange(0, 3).Draw(m.t, "any") == 0 {
		return types.Dynamic
	}
	t, err := types.ParseExpr(rapid.SampledFrom(attrTypes).Draw(m.t, "type"))
	if err != nil {
		panic(err)
	}
	return t
}

func (m *specMaker) attr() (hcldec.Spec, theirhcldec.Spec) {
	name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(m.t, "attr")
	t, required := m.typ(), rapid.IntRange(0, 3).Draw(m.t, "required") == 0 && !m.optional
	if required { // alone: the original takes an argument that two specs read for missing if the second one requires it
		name = fmt.Sprint("d", len(m.out.attrs))
	}
	m.out.attrs = append(m.out.attrs, name)
	return &hcldec.Attr{Name: name, Type: t, Required: required},
		&theirhcldec.AttrSpec{Name: name, Type: ctyTypeOf(t), Required: required}
}

func (m *specMaker) block() (hcldec.Spec, theirhcldec.Spec) {
	typ := m.unused[0]
	m.unused = m.unused[1:]
	kind := rapid.IntRange(0, 6).Draw(m.t, "blocks")
	required := rapid.Bool().Draw(m.t, "required")
	if kind == 0 {
		t := types.String
		m.out.blocks = append(m.out.blocks, blockShape{typ: typ})
		return &hcldec.BlockAttrs{Type: typ, ElementType: t, Required: required},
			&theirhcldec.BlockAttrsSpec{TypeName: typ, ElementType: cty.String, Required: required}
	}
	in, labels := drawSpec(m.t, m.depth-1, m.exact || kind == 4, kind != 4 && kind != 5, m.loose)
	shape := blockShape{typ: typ, labels: labels, inside: in}
	defer func() { m.out.blocks = append(m.out.blocks, shape) }()
	if m.loose && (kind == 1 || kind == 3) {
		kind = 2
	}
	least, most := rapid.IntRange(0, 2).Draw(m.t, "min"), rapid.IntRange(0, 3).Draw(m.t, "max")
	switch kind {
	case 1:
		return &hcldec.BlockList{Type: typ, Nested: in.ours, MinItems: least, MaxItems: most},
			&theirhcldec.BlockListSpec{TypeName: typ, Nested: in.theirs, MinItems: least, MaxItems: most}
	case 2:
		return &hcldec.BlockTuple{Type: typ, Nested: in.ours, MinItems: least, MaxItems: most},
			&theirhcldec.BlockTupleSpec{TypeName: typ, Nested: in.theirs, MinItems: least, MaxItems: most}
	case 3:
		return &hcldec.BlockSet{Type: typ, Nested: in.ours, MinItems: least, MaxItems: most},
			&theirhcldec.BlockSetSpec{TypeName: typ, Nested: in.theirs, MinItems: least, MaxItems: most}
	case 4:
		shape.labels++
		if m.loose {
			return &hcldec.BlockObject{Type: typ, LabelNames: []string{"k"}, Nested: in.ours},
				&theirhcldec.BlockObjectSpec{TypeName: typ, LabelNames: []string{"k"}, Nested: in.theirs}
		}
		return &hcldec.BlockMap{Type: typ, LabelNames: []string{"k"}, Nested: in.ours},
			&theirhcldec.BlockMapSpec{TypeName: typ, LabelNames: []string{"k"}, Nested: in.theirs}
	case 5:
		shape.labels += 2
		return &hcldec.BlockObject{Type: typ, LabelNames: []string{"k", "l"}, Nested: in.ours},
			&theirhcldec.BlockObjectSpec{TypeName: typ, LabelNames: []string{"k", "l"}, Nested: in.theirs}
	}
	return &hcldec.Block{Type: typ, Nested: in.ours, Required: required},
		&theirhcldec.BlockSpec{TypeName: typ, Nested: in.theirs, Required: required}
}

var attrValues = []string{"1", "2.5", `"x"`, `"1"`, "true", `"true"`, "null", "[1]", `["a", 2]`, "[]", "{ k = 1 }",
	"{ k = null }", "{}", "{ k = [1], l = 2 }", "x"}

// drawBody writes a body for a specification: mostly as it should be, sometimes not.
func drawBody(t *rapid.T, s *bothSpecs, indent string, b *strings.Builder) {
	attrs := slices.Clone(s.attrs)
	slices.Sort(attrs)
	for _, name := range slices.Compact(attrs) {
		if rapid.IntRange(0, 4).Draw(t, "present") > 0 {
			fmt.Fprintf(b, "%s%s = %s\n", indent, name, rapid.SampledFrom(attrValues).Draw(t, "value"))
		}
	}
	if rapid.IntRange(0, 15).Draw(t, "surplus") == 0 {
		fmt.Fprintf(b, "%szz = 1\n", indent)
	}
	for _, shape := range s.blocks {
		for range rapid.IntRange(0, 3).Draw(t, "count") {
			labels := shape.labels
			if rapid.IntRange(0, 20).Draw(t, "wrong labels") == 0 {
				labels++
			}
			b.WriteString(indent + shape.typ)
			for range labels {
				fmt.Fprintf(b, " %q", rapid.SampledFrom([]string{"l", "m"}).Draw(t, "label"))
			}
			b.WriteString(" {\n")
			if shape.inside != nil {
				drawBody(t, shape.inside, indent+"  ", b)
			} else {
				fmt.Fprintf(b, "%s  x = %s\n", indent, rapid.SampledFrom(attrValues).Draw(t, "value"))
			}
			b.WriteString(indent + "}\n")
		}
	}
}
