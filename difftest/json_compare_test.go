package difftest

import (
	"fmt"
	"slices"
	"strings"

	theirs "github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value/host"
)

// jsonComparison collects the differences between two readings of one document.
type jsonComparison struct {
	*jsonDocument
	file *source.File
	out  []string
}

func (c *jsonComparison) add(kind, path string, ours, their any) {
	c.out = append(c.out, fmt.Sprintf("%s %s\n\t  ours %v\n\ttheirs %v", kind, path, ours, their))
}

func (c *jsonComparison) equal(kind, path string, ours, their any) {
	if a, b := fmt.Sprint(ours), fmt.Sprint(their); a != b {
		c.add(kind, path, a, b)
	}
}

func (c *jsonComparison) rng(kind, path string, ours source.Range, their theirs.Range) {
	a := fmt.Sprintf("%d-%d", ours.Span.Start, ours.Span.End)
	c.equal(kind, path, a, fmt.Sprintf("%d-%d", their.Start.Byte, their.End.Byte))
}

// body reads a body by a random schema, or as attributes, and goes on below.
func (c *jsonComparison) body(path string, ours hcl.Body, their theirs.Body, depth int) {
	if len(c.out) > 0 || depth == 0 {
		return
	}
	switch c.IntN(4) {
	case 0:
		attributes, ourDiags := ours.JustAttributes()
		theirAttributes, theirDiags := their.JustAttributes()
		c.diags(path, ourDiags, theirDiags)
		c.attributes(path, attributes, theirAttributes)
	case 1:
		schema, theirSchema := c.schemas()
		content, rest, ourDiags := ours.PartialContent(schema)
		theirContent, theirRest, theirDiags := their.PartialContent(theirSchema)
		c.diags(path, ourDiags, theirDiags)
		c.content(path, content, theirContent, depth)
		c.body(path+" rest", rest, theirRest, depth)
	default:
		schema, theirSchema := c.schemas()
		content, ourDiags := ours.Content(schema)
		theirContent, theirDiags := their.Content(theirSchema)
		c.diags(path, ourDiags, theirDiags)
		c.content(path, content, theirContent, depth)
	}
	c.rng("missing item", path, ours.MissingItemRange(), their.MissingItemRange())
}

// acceptedJSON are the diagnostics that only the original gives.
var acceptedJSON = []struct {
	reason string
	is     func(text string, d *theirs.Diagnostic) bool
}{
	{"an array with an element that is no object is reported at that element; there also as an array without labels",
		func(text string, d *theirs.Diagnostic) bool {
			return strings.HasPrefix(d.Summary, "Missing ") && text[d.Subject.Start.Byte] == '['
		}},
}

func (c *jsonComparison) acceptedDiag(d *theirs.Diagnostic) bool {
	return slices.ContainsFunc(acceptedJSON, func(a struct {
		reason string
		is     func(text string, d *theirs.Diagnostic) bool
	}) bool {
		return a.is(c.file.Text(), d)
	})
}

// diags compares severities and places without their order, each once: the original reports elements of arrays twice.
func (c *jsonComparison) diags(path string, ours diag.List, their theirs.Diagnostics) {
	mine, other := map[string]bool{}, map[string]bool{}
	for _, d := range ours {
		mine[fmt.Sprintf("%s %d-%d", d.Severity, d.Subject.Span.Start, d.Subject.Span.End)] = true
	}
	for _, d := range their {
		severity := "error"
		if d.Severity == theirs.DiagWarning {
			severity = "warning"
		}
		key := fmt.Sprintf("%s %d-%d", severity, d.Subject.Start.Byte, d.Subject.End.Byte)
		other[key] = true
		if !mine[key] && !c.acceptedDiag(d) {
			c.add("diagnostic", path, ours, key+" "+d.Error())
		}
	}
	for key := range mine {
		if !other[key] {
			c.add("diagnostic", path, key, their)
		}
	}
}

func (c *jsonComparison) content(path string, ours *hcl.Content, their *theirs.BodyContent, depth int) {
	c.attributes(path, ours.Attributes, their.Attributes)
	c.equal("number of blocks", path, len(ours.Blocks), len(their.Blocks))
	for i := range min(len(ours.Blocks), len(their.Blocks)) {
		// The order of blocks of one type is that of the source in both; among types the original follows it too.
		a, b := ours.Blocks[i], their.Blocks[i]
		path := fmt.Sprintf("%s/%s[%d]", path, a.Type, i)
		c.equal("block", path, fmt.Sprint(a.Type, a.Labels), fmt.Sprint(b.Type, b.Labels))
		c.rng("block header", path, a.DefRange, b.DefRange)
		c.rng("block type", path, a.TypeRange, b.TypeRange)
		for j := range min(len(a.LabelRanges), len(b.LabelRanges)) {
			c.rng("label", path, a.LabelRanges[j], b.LabelRanges[j])
		}
		c.body(path, a.Body, b.Body, depth-1)
	}
}

func (c *jsonComparison) attributes(path string, ours hcl.Attributes, their theirs.Attributes) {
	c.equal("number of attributes", path, len(ours), len(their))
	for _, a := range ours {
		path := path + "." + a.Name
		b := their[a.Name]
		if b == nil {
			c.add("attribute", path, a.Range, "missing")
			continue
		}
		c.rng("attribute", path, a.Range, b.Range)
		c.rng("name", path, a.NameRange, b.NameRange)
		c.expression(path, a.Expr, b.Expr)
		c.values(path, a.Expr, b.Expr)
	}
}

// values evaluates in literal-only mode, and with a variable.
func (c *jsonComparison) values(path string, ours hcl.Expression, their theirs.Expression) {
	a := cty.ObjectVal(map[string]cty.Value{"b": cty.StringVal("v")})
	if c.IntN(2) == 0 {
		a = cty.True
	}
	pair := newPair(map[string]cty.Value{"a": a})
	for _, in := range []struct {
		ours   *hcl.EvalContext
		theirs *theirs.EvalContext
	}{{nil, nil}, {pair.ours, pair.theirs}} {
		v, ourDiags := eval.Value(ours, in.ours)
		w, theirDiags := their.Value(in.theirs)
		switch {
		case ourDiags.HasErrors() != theirDiags.HasErrors():
			c.add("errors of evaluation", path, ourDiags, theirDiags)
		case !ourDiags.HasErrors() && !sameValue(ctyValueOf(v), w):
			c.add("value", path, host.DebugString(v), w.GoString())
		}
	}
}

func (c *jsonComparison) expression(path string, ours hcl.Expression, their theirs.Expression) {
	c.rng("expression", path, ours.Range(), their.Range())
	c.rng("start", path, ours.StartRange(), their.StartRange())
	var a, b []string
	for _, v := range ours.Variables() {
		a = append(a, v.Root())
	}
	for _, v := range their.Variables() {
		b = append(b, v.RootName())
	}
	c.equal("variables", path, a, b)
	c.equal("keyword", path, hcl.ExprKeyword(ours), theirs.ExprAsKeyword(their))
	c.static(path, ours, their)
}

func (c *jsonComparison) static(path string, ours hcl.Expression, their theirs.Expression) {
	traversal, ourDiags := hcl.ExprTraversal(ours)
	theirTraversal, theirDiags := theirs.AbsTraversalForExpr(their)
	c.equal("traversal", path, ourDiags.HasErrors(), theirDiags.HasErrors())
	c.equal("steps", path, len(traversal), len(theirTraversal))
	_, ourDiags = hcl.ExprCall(ours)
	_, theirDiags = theirs.ExprCall(their)
	c.equal("call", path, ourDiags.HasErrors(), theirDiags.HasErrors())
	items, _ := hcl.ExprList(ours)
	theirItems, _ := theirs.ExprList(their)
	c.equal("items", path, len(items), len(theirItems))
	for i := range min(len(items), len(theirItems)) {
		c.expression(fmt.Sprintf("%s[%d]", path, i), items[i], theirItems[i])
	}
	pairs, _ := hcl.ExprMap(ours)
	theirPairs, _ := theirs.ExprMap(their)
	c.equal("pairs", path, len(pairs), len(theirPairs))
	for i := range min(len(pairs), len(theirPairs)) {
		c.expression(fmt.Sprintf("%s key %d", path, i), pairs[i].Key, theirPairs[i].Key)
		c.expression(fmt.Sprintf("%s{%d}", path, i), pairs[i].Value, theirPairs[i].Value)
	}
}
