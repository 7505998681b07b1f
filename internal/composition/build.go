package composition

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// The members of self, by place.
var (
	selfInResource   = []string{"connection", "name", "resource"}
	selfInCollection = []string{"basename", "connections", "resources"}
	selfInTemplate   = []string{"basename", "connection", "connections", "name", "resource", "resources"}
)

// newNode returns the common part of a block and enters it into the graph.
func (c *compiler) newNode(kind ItemKind, b *hcl.Block, parent int) node {
	n := node{kind: kind, rng: b.DefRange}
	if len(b.Labels) > 0 && kind != ItemStatus && kind != ItemConnection {
		n.label = normal(b.Labels[0])
	}
	c.nodes++
	n.id = c.graph.add(n, parent)
	return n
}

// content reads the body of a block by its schema.
func (c *compiler) content(b *hcl.Block, schema *hcl.Schema) *hcl.Content {
	attr, blk := c.bodyForms(b)
	form := bodyBlockSchemas[schema]
	if form != nil && blk && !attr {
		schema = form
	}
	content, diags := b.Body.Content(schema)
	if form != nil && blk && attr {
		diags = twoBodies(diags)
	}
	c.schemaDiags(diags)
	return content
}

// twoBodies replaces the complaint about a body block beside a body attribute by a clearer one.
func twoBodies(diags diag.List) diag.List {
	for i, d := range diags {
		if d.Code == "unsupported-block" && d.Subject.Text() == attrBody {
			diags[i] = &diag.Diagnostic{
				Code: "duplicate-block", Summary: "Duplicate body", Subject: d.Subject,
				Detail: "A block has one body: either an argument, body = ..., or a block, body { ... }.",
			}
		}
	}
	return diags
}

// bodyForms tells in which forms a block has its body (C1).
func (c *compiler) bodyForms(b *hcl.Block) (attr, blk bool) {
	native, ok := b.Body.(*syntax.ConfigBody)
	if !ok {
		return false, false
	}
	_, body := native.Native()
	for _, it := range body.Items {
		switch it := it.(type) {
		case *syntax.Attribute:
			attr = attr || it.Name == attrBody
		case *syntax.Block:
			blk = blk || it.Type == attrBody
		}
	}
	return attr, blk
}

// body returns the compiled body of a block, which is an attribute or a block of attributes; nil if there is none.
func (c *compiler) body(s *scope, content *hcl.Content) *attribute {
	if a := content.Attributes.Get(attrBody); a != nil {
		return c.attribute(s, a)
	}
	blocks := content.Blocks.OfType(attrBody)
	if len(blocks) == 0 {
		return nil
	}
	for _, extra := range blocks[1:] {
		c.add(&diag.Diagnostic{
			Code: "duplicate-block", Summary: "Duplicate body block", Subject: extra.DefRange,
			Detail: "A block has one body.", Notes: []diag.Note{{Message: "the first one is here", Range: blocks[0].DefRange}},
		})
	}
	return c.attributeOf(attrBody, c.objectOf(s, blocks[0]))
}

// objectOf turns a block of attributes into the object constructor that it stands for.
func (c *compiler) objectOf(s *scope, b *hcl.Block) expression {
	attrs, diags := b.Body.JustAttributes()
	c.schemaDiags(diags)
	at := b.DefRange
	obj := &syntax.Object{Source: at.Span}
	for _, a := range attrs {
		name := a.NameRange.Span
		obj.Items = append(obj.Items, syntax.ObjectItem{
			Key: &syntax.Traversal{Source: name, Steps: []syntax.Step{
				{Source: name, Kind: syntax.StepRoot, Key: value.String(a.Name)},
			}},
			Value: c.expression(s, a.Expr).node,
		})
	}
	return expression{file: at.File, node: obj, scope: s}
}

// groupElements compiles the blocks of a group, or of the program, in source order.
func (c *compiler) groupElements(g *group, s *scope, blocks hcl.Blocks, parent int) {
	for _, b := range blocks {
		if e := c.element(s, b, parent); e != nil {
			g.elements = append(g.elements, e)
		}
	}
}

func (c *compiler) element(s *scope, b *hcl.Block, parent int) element {
	switch b.Type {
	case blockGroup:
		return c.group(s, b, parent)
	case blockResource:
		return c.resource(s, b, parent)
	case blockResources:
		return c.collection(s, b, parent)
	case blockRequirement:
		return c.requirement(s, b, parent)
	}
	return c.nestedElement(s, b, parent)
}

// nestedElement compiles the blocks that may also stand in resources: composite and context.
func (c *compiler) nestedElement(s *scope, b *hcl.Block, parent int) element {
	switch b.Type {
	case blockComposite:
		return c.composite(s, b, parent)
	case blockContext:
		return c.context(s, b, parent)
	}
	return nil
}

func (c *compiler) group(outer *scope, b *hcl.Block, parent int) *group {
	content := c.content(b, groupSchema)
	s := newScope(outer)
	g := &group{node: c.newNode(ItemGroup, b, parent)}
	c.localsOf(s, content.Blocks)
	g.condition = c.attribute(s, content.Attributes.Get("condition"))
	c.graph.attributes(g.id, g.condition)
	c.groupElements(g, s, content.Blocks, g.id)
	return g
}

func (c *compiler) resource(outer *scope, b *hcl.Block, parent int) *resource {
	content := c.content(b, resourceSchema)
	s := newScope(outer)
	res := &resource{node: c.newNode(ItemResource, b, parent)}
	c.checkName(b, "resource")
	s.self = c.selfOfResource(s, res.label)
	c.resourceParts(res, s, content)
	return res
}

// checkName complains about an empty label.
func (c *compiler) checkName(b *hcl.Block, what string) {
	if len(b.Labels) > 0 && b.Labels[0] == "" {
		c.error("empty-name", b.LabelRanges[0], "Empty name", "The name of a "+what+" must not be empty.")
	}
}

// resourceParts compiles what resource and template have in common.
func (c *compiler) resourceParts(res *resource, s *scope, content *hcl.Content) {
	c.localsOf(s, content.Blocks)
	res.condition = c.attribute(s, content.Attributes.Get("condition"))
	res.body = c.body(s, content)
	c.graph.attributes(res.id, res.condition, res.body)
	for _, b := range content.Blocks {
		if b.Type == blockReady {
			res.ready = append(res.ready, c.ready(s, b, res.id))
		} else if e := c.nestedElement(s, b, res.id); e != nil {
			res.nested = append(res.nested, e)
		}
	}
}

func (c *compiler) collection(outer *scope, b *hcl.Block, parent int) *collection {
	content := c.content(b, resourcesSchema)
	s := newScope(outer)
	col := &collection{node: c.newNode(ItemCollection, b, parent)}
	c.checkName(b, "collection")
	s.self = c.selfOfCollection(s, col.label)
	c.localsOf(s, content.Blocks)
	col.condition = c.attribute(s, content.Attributes.Get("condition"))
	col.forEach = c.attribute(s, content.Attributes.Get("for_each"))
	col.firstSlot = c.layout.Len()
	col.eachSlot = c.layout.Slot()
	named := newScope(s)
	named.each = col.eachSlot
	col.name = c.attribute(named, content.Attributes.Get("name"))
	c.graph.nodes[col.id].members = memberNames(col)
	c.graph.attributes(col.id, col.condition, col.forEach, col.name)
	c.template(col, named, b, content)
	col.slots = c.layout.Len()
	for _, nb := range content.Blocks {
		if e := c.nestedElement(s, nb, col.id); e != nil {
			col.nested = append(col.nested, e)
		}
	}
	return col
}

// template compiles the template of a collection, or the body that stands for one (C1).
func (c *compiler) template(col *collection, named *scope, b *hcl.Block, content *hcl.Content) {
	templates := content.Blocks.OfType(blockTemplate)
	hasBody := content.Attributes.Get(attrBody) != nil || len(content.Blocks.OfType(attrBody)) > 0
	switch {
	case len(templates) == 0 && !hasBody:
		c.cascade("missing-template", b.DefRange, "Missing template", "The block resources "+quoted(col.label)+" needs one template block, or a body.")
		return
	case len(templates) > 0 && hasBody:
		c.error("duplicate-template", templates[0].DefRange, "Both template and body", "A resources block has either a template block or a body of its own.")
	case len(templates) > 1:
		for _, extra := range templates[1:] {
			c.add(&diag.Diagnostic{
				Code: "duplicate-template", Summary: "Duplicate template", Subject: extra.DefRange, Detail: "A resources block has exactly one template.",
				Notes: []diag.Note{{Message: "the first one is here", Range: templates[0].DefRange}},
			})
		}
	}
	s := newScope(named)
	s.self = c.selfOfMember(s, col.label)
	res := &resource{}
	if hasBody {
		res.node = c.newNode(ItemResource, &hcl.Block{DefRange: b.DefRange}, col.id)
		res.body = c.body(s, content)
		c.graph.attributes(res.id, res.body)
	} else {
		res.node = c.newNode(ItemResource, templates[0], col.id)
		c.resourceParts(res, s, c.content(templates[0], resourceSchema))
	}
	col.template = res
}

func (c *compiler) composite(outer *scope, b *hcl.Block, parent int) element {
	content := c.content(b, compositeSchema)
	s := newScope(outer)
	c.localsOf(s, content.Blocks)
	kind := ItemStatus
	switch b.Labels[0] {
	case labelStatus:
	case labelConnection:
		kind = ItemConnection
	default:
		c.error("composite-label", b.LabelRanges[0], "Invalid composite label", "The label of a composite block must be "+
			oneOf([]string{labelStatus, labelConnection})+", but this is "+quoted(b.Labels[0])+"."+diag.DidYouMean(b.Labels[0], []string{labelStatus, labelConnection}))
	}
	n := c.newNode(kind, b, parent)
	body := c.body(s, content)
	c.graph.attributes(n.id, body)
	if kind == ItemConnection {
		return &connection{node: n, body: body}
	}
	st := &status{node: n, body: body}
	c.graph.nodes[n.id].status = st
	return st
}

func (c *compiler) context(outer *scope, b *hcl.Block, parent int) element {
	content := c.content(b, contextSchema)
	s := newScope(outer)
	c.localsOf(s, content.Blocks)
	out := &contextBlock{node: c.newNode(ItemContext, b, parent)}
	out.key = c.attribute(s, content.Attributes.Get("key"))
	out.value = c.attribute(s, content.Attributes.Get("value"))
	c.constant(out.key, contextKeyRule)
	c.graph.attributes(out.id, out.key, out.value)
	return out
}

func (c *compiler) ready(outer *scope, b *hcl.Block, parent int) *ready {
	content := c.content(b, readySchema)
	s := newScope(outer)
	c.localsOf(s, content.Blocks)
	out := &ready{node: c.newNode(ItemReady, b, parent)}
	out.value = c.attribute(s, content.Attributes.Get("value"))
	c.graph.attributes(out.id, out.value)
	return out
}

func (c *compiler) requirement(outer *scope, b *hcl.Block, parent int) element {
	content := c.content(b, requirementSchema)
	s := newScope(outer)
	out := &requirement{node: c.newNode(ItemRequirement, b, parent)}
	c.checkName(b, "requirement")
	c.localsOf(s, content.Blocks)
	out.condition = c.attribute(s, content.Attributes.Get("condition"))
	selects := content.Blocks.OfType(blockSelect)
	if len(selects) == 0 {
		c.cascade("missing-select", b.DefRange, "Missing select block", "The requirement "+quoted(out.label)+" does not say what it asks for. Add a block select { ... } with apiVersion, kind, and matchName or matchLabels.")
	} else {
		c.selector(out, s, selects[0])
	}
	for i := 1; i < len(selects); i++ {
		c.add(&diag.Diagnostic{
			Code: "duplicate-select", Summary: "Duplicate select block", Subject: selects[i].DefRange,
			Detail: "The requirement " + quoted(out.label) + " has more than one select block. Keep one of them; to ask for more, write another requirement.",
			Notes:  []diag.Note{{Message: "the first one is here", Range: selects[0].DefRange}},
		})
	}
	c.graph.attributes(out.id, out.condition, out.apiVersion, out.kind, out.matchName, out.matchLabels, out.namespace)
	return out
}

func (c *compiler) selector(out *requirement, s *scope, b *hcl.Block) {
	content := c.content(b, selectSchema)
	get := func(name string) *attribute { return c.attribute(s, content.Attributes.Get(name)) }
	out.apiVersion, out.kind, out.namespace = get("apiVersion"), get("kind"), get("namespace")
	out.matchName, out.matchLabels = get("matchName"), get("matchLabels")
	switch {
	case out.matchName != nil && out.matchLabels != nil:
		c.error("requirement-selector", content.Attributes.Get("matchLabels").NameRange, "Two selectors",
			"The select block of requirement "+quoted(out.label)+" has both matchName and matchLabels. Keep one of them.")
	case out.matchName == nil && out.matchLabels == nil:
		c.cascade("requirement-selector", b.DefRange, "Missing selector",
			"The select block of requirement "+quoted(out.label)+" has neither matchName nor matchLabels. Write one of them: matchName for one object, or matchLabels for all with these labels.")
	}
	c.constant(out.apiVersion, apiVersionRule)
	c.constant(out.kind, kindRule)
	c.constant(out.namespace, namespaceRule)
	c.constant(out.matchName, matchNameRule)
	c.constantItems(out.matchLabels, matchLabelsRule)
}
