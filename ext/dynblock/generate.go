package dynblock

import (
	"reflect"
	"strconv"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

const dynamicType = "dynamic"

var dynamic = types.Dynamic

// comparable reports whether a body can be the key of a map.
//
// A body of the host may contain a slice or a map, and using it as a key would panic.
func comparable(b hcl.Body) bool { return reflect.TypeOf(b).Comparable() }

// The schemas of dynamic blocks that generate blocks with and without labels.
var (
	unlabelled = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "for_each", Required: true}, {Name: "iterator"}},
		Blocks:     []hcl.BlockSchema{{Type: "content"}},
	}
	labelled = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "for_each", Required: true}, {Name: "iterator"},
			{Name: "labels", Required: true}},
		Blocks: []hcl.BlockSchema{{Type: "content"}},
	}
)

// blockKey identifies a dynamic block by its index in its body and the number of labels of its blocks.
type blockKey struct{ number, labels int }

// generated contains the blocks of a dynamic block.
type generated struct {
	blocks hcl.Blocks
	diags  diag.List
}

// generate returns the blocks of a dynamic block, which are generated once.
//
// Generating once matters for more than time: for_each may be an expression whose messages would be repeated, and hosts
// compare the bodies that they get.
func (b *Body) generate(k blockKey, block *hcl.Block, schema *hcl.BlockSchema) generated {
	b.mu.Lock()
	defer b.mu.Unlock()
	g, ok := b.blocks[k]
	if !ok {
		x := &generator{Body: b, block: block, schema: schema}
		x.run()
		g = generated{x.blocks, x.diags}
		b.blocks[k] = g
	}
	return g
}

// generator expands one dynamic block.
type generator struct {
	*Body
	block    *hcl.Block // the dynamic one
	schema   *hcl.BlockSchema
	iterator string
	labels   []hcl.Expression
	template *template // of the content
	blocks   hcl.Blocks
	diags    diag.List
}

func (g *generator) fail(at source.Range, summary, detail string) bool {
	g.diags.Add(&diag.Diagnostic{Code: code.InvalidDynamicBlock, Summary: summary, Subject: at, Detail: detail})
	return false
}

func (g *generator) run() {
	schema := unlabelled
	if len(g.schema.LabelNames) > 0 {
		schema = labelled
	}
	dyn := g.Body.template.child(g.block)
	content, diags := dyn.content(schema, true)
	g.diags.Add(diags...)
	if diags.HasErrors() {
		return
	}
	before := len(g.diags)
	g.readIterator(content)
	g.readLabels(content)
	g.readContent(dyn, content)
	each := content.Attributes.Get("for_each").Expr
	if v, ok := g.collection(each); ok && !g.diags[before:].HasErrors() {
		g.elements(v, each)
	}
}

func (g *generator) readIterator(content *hcl.Content) {
	g.iterator = g.schema.Type
	a := content.Attributes.Get("iterator")
	if a == nil {
		return
	}
	t, diags := hcl.ExprTraversal(a.Expr)
	if diags.HasErrors() || len(t) != 1 {
		g.fail(a.Expr.Range(), "Invalid dynamic iterator name",
			"The iterator must be a single name, which is the variable for the elements in the content block.")
		return
	}
	g.iterator = t.Root()
}

func (g *generator) readLabels(content *hcl.Content) {
	a := content.Attributes.Get("labels")
	if a == nil {
		return
	}
	items, diags := hcl.ExprList(a.Expr)
	g.diags.Add(diags...)
	g.labels = items
	need := len(g.schema.LabelNames)
	detail := "Blocks of type " + strconv.Quote(g.schema.Type) + " have " + labelCount(need) + ", but there "
	switch n := len(items); {
	case diags.HasErrors():
	case n > need:
		g.fail(items[need].Range(), "Extraneous dynamic block label", detail+"are "+strconv.Itoa(n)+".")
	case n < need:
		g.fail(a.Expr.Range(), "Insufficient dynamic block labels", detail+"are only "+strconv.Itoa(n)+".")
	}
}

func labelCount(n int) string {
	if n == 1 {
		return "1 label"
	}
	return strconv.Itoa(n) + " labels"
}

func (g *generator) readContent(dyn *template, content *hcl.Content) {
	found := content.Blocks.OfType("content")
	switch len(found) {
	case 0:
		g.fail(content.MissingItemRange, "Missing dynamic content block",
			"A dynamic block needs a block of type \"content\" with the content of the generated blocks.")
	case 1:
		g.template = dyn.child(found[0])
	default:
		g.fail(found[1].DefRange, "Extraneous dynamic content block",
			"A dynamic block can have only one block of type \"content\".")
	}
}

// collection evaluates for_each. It returns false if the value cannot be used.
func (g *generator) collection(each hcl.Expression) (value.Value, bool) {
	v, diags := eval.Value(each, g.iteration.scope(g.shared.ctx))
	g.diags.Add(diags...)
	if diags.HasErrors() {
		return v, false
	}
	if check := g.shared.options.CheckForEach; check != nil {
		diags := check(v, each)
		g.diags.Add(diags...)
		if diags.HasErrors() {
			return v, false
		}
	}
	const summary = "Invalid dynamic for_each value"
	plain, _ := v.Unmark()
	switch t := plain.Type(); {
	case plain.IsNull():
		return v, g.fail(each.Range(), summary,
			"The value of for_each is null. It must be a list, set, tuple, map or object. For no blocks, use an empty one.")
	case !t.IsDynamic() && !t.IsCollection() && t.Kind() != types.KindTuple && t.Kind() != types.KindObject &&
		t.Kind() != types.KindUnion:
		return v, g.fail(each.Range(), summary, "The value of for_each is "+types.FriendlyNameWithArticle(t)+
			". It must be a list, set, tuple, map or object.")
	}
	return v, true
}

// elements generates a block for each element.
func (g *generator) elements(v value.Value, each hcl.Expression) {
	v, marks := v.Unmark()
	if g.iteration != nil {
		marks = marks.Union(g.iteration.results)
	}
	if v.IsUnknown() || !unknowns.HasCertainElements(v) && !profileOf(g.shared.ctx).IterateUnknown {
		// One block stands for all that there may be. Its content is still decoded and checked, and [Body.Unknown]
		// tells the decoder that the number is open.
		it := g.iteration.with(g.iterator, value.DynamicUnknown, value.DynamicUnknown)
		it.unknown, it.origins = true, it.origins.Union(v.Origins())
		g.generateBlock(it, marks)
		return
	}
	names := v.Names()
	for i, elem := range v.Elems() {
		if !g.shared.take() {
			g.fail(each.Range(), "Too many blocks", "The dynamic blocks generate more than "+
				strconv.Itoa(g.shared.options.MaxBlocks)+" blocks in total.")
			return
		}
		key := elem
		switch {
		case names != nil:
			key = value.String(names[i])
		case v.Kind() != types.KindSet:
			key = value.Int(int64(i))
		}
		g.generateBlock(g.iteration.with(g.iterator, key, elem), marks)
	}
}

func (g *generator) generateBlock(it *iteration, marks *value.Marks) {
	it.marks, it.results = marks, marks
	out := &hcl.Block{Type: g.schema.Type, TypeRange: labelRange(g.block), DefRange: g.block.DefRange,
		Body: newBody(g.template, it, g.shared)}
	for _, e := range g.labels {
		text, ok := g.label(e, it)
		if !ok {
			return
		}
		out.Labels = append(out.Labels, text)
		out.LabelRanges = append(out.LabelRanges, e.Range())
	}
	g.blocks = append(g.blocks, out)
}

// label evaluates a label, which must be a known text without marks.
//
// Labels become names in the structure of the result. A name has no place for a mark, so a marked label would disclose
// what it is made of, and an unknown one would leave the structure undecided.
func (g *generator) label(e hcl.Expression, it *iteration) (string, bool) {
	v, diags := eval.Value(e, it.scope(g.shared.ctx))
	g.diags.Add(diags...)
	if diags.HasErrors() {
		return "", false
	}
	const summary = "Invalid dynamic block label"
	v, err := convert.Convert(v, types.String, profileOf(g.shared.ctx))
	switch {
	case err != nil:
		return "", g.fail(e.Range(), summary, "This value cannot be the label of a block: "+err.Error()+".")
	case v.IsNull():
		return "", g.fail(e.Range(), summary, "A label of a block must not be null.")
	case !v.IsKnown():
		return "", g.fail(e.Range(), summary,
			"This value is not known yet, but the labels of blocks must be known.")
	case v.IsMarked():
		return "", g.fail(e.Range(), summary,
			"This value is marked, for example as sensitive, and the labels of blocks cannot be marked.")
	}
	return v.AsString(), true
}

func profileOf(ctx *hcl.EvalContext) *types.Profile {
	for c := ctx; c != nil; c = c.Parent {
		if c.Profile != nil {
			return c.Profile
		}
	}
	return types.Standard
}
