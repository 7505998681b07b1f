package difftest

import (
	"fmt"
	"slices"

	theirs "github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// jsonDifference is one difference between two readings of a document.
type jsonDifference struct {
	kind, path   string
	ours, theirs string
	text         string             // of the document
	ourDiags     diag.List          // of the reading, if diagnostics differ
	theirDiags   theirs.Diagnostics // also
	diag         *theirs.Diagnostic // the one that differs, if it is theirs
}

func (d *jsonDifference) String() string {
	return fmt.Sprintf("%s %s\n\t  ours %s\n\ttheirs %s", d.kind, d.path, d.ours, d.theirs)
}

// jsonComparison collects the differences between two readings of one document.
type jsonComparison struct {
	*jsonDocument
	file  *source.File
	wrong string // the mistake that ours makes
	made  bool   // it was made
	out   []*jsonDifference
}

func (c *jsonComparison) add(kind, path string, ours, their any) *jsonDifference {
	d := &jsonDifference{kind: kind, path: path, ours: fmt.Sprint(ours), theirs: fmt.Sprint(their), text: c.file.Text()}
	c.out = append(c.out, d)
	return d
}

func (c *jsonComparison) equal(kind, path string, ours, their any) {
	if a, b := fmt.Sprint(ours), fmt.Sprint(their); a != b {
		c.add(kind, path, a, b)
	}
}

func (c *jsonComparison) rng(kind, path string, ours source.Range, their theirs.Range) {
	if c.wrong == otherPlace {
		ours.Span.End++
		c.made = true
	}
	c.equal(kind, path, ourPlace(ours), theirPlace(&their))
}

func ourPlace(r source.Range) string { return fmt.Sprintf("%d-%d", r.Span.Start, r.Span.End) }

func theirPlace(r *theirs.Range) string { return fmt.Sprintf("%d-%d", r.Start.Byte, r.End.Byte) }

// body reads a body by a random schema, or as attributes, and goes on below.
func (c *jsonComparison) body(path string, ours hcl.Body, their theirs.Body, depth int) {
	if depth == 0 {
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

// diags compares severities and places, whatever their order.
func (c *jsonComparison) diags(path string, ours diag.List, their theirs.Diagnostics) {
	ours = c.mistaken(ours)
	from := len(c.out)
	left := map[string]int{}
	for _, d := range ours {
		left[fmt.Sprint(d.Severity, " ", ourPlace(d.Subject))]++
	}
	seen := map[string]bool{}
	for _, d := range their {
		severity := "error"
		if d.Severity == theirs.DiagWarning {
			severity = "warning"
		}
		key := severity + " " + theirPlace(d.Subject)
		switch left[key]--; {
		case left[key] >= 0:
		case seen[key]:
			c.add("doubled diagnostic", path, ours, key+" "+d.Error()).diag = d
		default:
			c.add("missing diagnostic", path, ours, key+" "+d.Error()).diag = d
		}
		seen[key] = true
	}
	for key, n := range left {
		if n > 0 {
			c.add("surplus diagnostic", path, key, their)
		}
	}
	for _, d := range c.out[from:] {
		d.ourDiags, d.theirDiags = ours, their
	}
}

// mistaken returns diagnostics with the mistake of ours.
func (c *jsonComparison) mistaken(ours diag.List) diag.List {
	switch c.wrong {
	case noDiagnostics:
		c.made = c.made || len(ours) > 0
		return nil
	case moreDiagnostic:
		c.made = true
		return append(diag.List{{Summary: c.wrong, Subject: source.Range{File: c.file}}}, ours...)
	case otherPlace:
		ours = slices.Clone(ours)
		for i, d := range ours {
			d := *d
			d.Subject.Span.End++
			ours[i], c.made = &d, true
		}
	}
	return ours
}

func (c *jsonComparison) content(path string, ours *hcl.Content, their *theirs.BodyContent, depth int) {
	ours = c.mistakenContent(ours)
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

// mistakenContent returns content with the mistake of ours.
func (c *jsonComparison) mistakenContent(ours *hcl.Content) *hcl.Content {
	out, block := *ours, hcl.Block{}
	switch {
	case c.wrong == lostBlock && len(out.Blocks) > 0:
		out.Blocks, c.made = out.Blocks[1:], true
	case c.wrong == lostAttribute && len(out.Attributes) > 0:
		out.Attributes, c.made = out.Attributes[1:], true
	case c.wrong == otherLabel && len(out.Blocks) > 0:
		block, c.made = *out.Blocks[0], true
		block.Labels = append([]string{"other"}, block.Labels...)
		out.Blocks = append([]*hcl.Block{&block}, out.Blocks[1:]...)
	}
	return &out
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
		c.diags(path+" value", ourDiags, theirDiags)
		if c.wrong == otherValue {
			v, c.made = value.String("other"), true
		}
		if !sameValue(ctyValueOf(v), w) {
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
	c.diags(path+" traversal", ourDiags, theirDiags)
	c.equal("steps", path, len(traversal), len(theirTraversal))
	_, ourDiags = hcl.ExprCall(ours)
	_, theirDiags = theirs.ExprCall(their)
	c.refused("call", path, their, ourDiags, theirDiags)
	items, ourDiags := hcl.ExprList(ours)
	theirItems, theirDiags := theirs.ExprList(their)
	c.refused("items", path, their, ourDiags, theirDiags)
	c.equal("number of items", path, len(items), len(theirItems))
	for i := range min(len(items), len(theirItems)) {
		c.expression(fmt.Sprintf("%s[%d]", path, i), items[i], theirItems[i])
	}
	pairs, ourDiags := hcl.ExprMap(ours)
	theirPairs, theirDiags := theirs.ExprMap(their)
	c.refused("pairs", path, their, ourDiags, theirDiags)
	c.equal("number of pairs", path, len(pairs), len(theirPairs))
	for i := range min(len(pairs), len(theirPairs)) {
		c.expression(fmt.Sprintf("%s key %d", path, i), pairs[i].Key, theirPairs[i].Key)
		c.expression(fmt.Sprintf("%s{%d}", path, i), pairs[i].Value, theirPairs[i].Value)
	}
}

// refused compares the diagnostics of an expression that does not have a static form. The original points at the start
// of the expression and ours at all of it.
func (c *jsonComparison) refused(form, path string, their theirs.Expression, ours diag.List,
	theirs theirs.Diagnostics) {
	ours = c.mistaken(ours)
	c.equal("errors about "+form, path, len(ours), len(theirs))
	for _, d := range ours {
		c.equal("place of errors about "+form, path, ourPlace(d.Subject), theirPlace(their.Range().Ptr()))
	}
}
