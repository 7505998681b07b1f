package check

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// blocks visits blocks with their enclosing conditions. certain is set if they are evaluated in every run.
func (c *checker) blocks(list []*model.Block, conditions []*model.Expr, certain bool) {
	for _, b := range list {
		if b.Kind == model.KindFunction || b.Kind == model.KindTemplate || b.Kind == model.KindSelect {
			continue // functions are visited by name; other blocks with the block that contains them
		}
		c.block(b, conditions, certain)
	}
}

// block applies the rules of a block.
func (c *checker) block(b *model.Block, conditions []*model.Expr, certain bool) {
	c.locals(b.Scope)
	c.names(b)
	conditions, certain = c.condition(b, conditions, certain)
	c.rules(b, certain)
	switch b.Kind {
	case model.KindResource:
		c.named1(b, model.Resource, conditions)
		c.byMembers(b, b.Attr(model.AttrBody), conditions)
	case model.KindTemplate:
		c.byMembers(b, b.Attr(model.AttrBody), conditions)
	case model.KindCollection:
		c.named1(b, model.Collection, conditions)
		c.collection(b, conditions)
	case model.KindStatus:
		c.compositeLabel(b)
		c.exposed(b.Attr(model.AttrBody), "status")
	case model.KindContext:
		c.exposed(b.Attr(model.AttrValue), "context")
	case model.KindRequirement:
		c.named1(b, model.Requirement, conditions)
		c.requirement(b, certain)
	}
	c.blocks(b.Blocks, conditions, certain)
}

// rules applies the rules of the attributes of a block to their constant parts. The condition was checked before. The
// name of members is evaluated only if there are any.
func (c *checker) rules(b *model.Block, certain bool) {
	for _, a := range b.Attributes {
		if a.Name != model.AttrCondition {
			c.attribute(a.Expr, contract.Of(b.Kind, a.Name),
				certain && (b.Kind != model.KindCollection || a.Name != model.AttrName))
		}
	}
}

// named1 records the name of a block, and reports an empty one.
func (c *checker) named1(b *model.Block, kind model.SymbolKind, conditions []*model.Expr) {
	if b.Label == "" {
		c.error(code.EmptyName, b.LabelRange(), "Empty name", "The name of a "+nouns[kind]+" must not be empty.")
	}
	if !b.File.IsBroken() { // its condition may be in a part that could not be parsed
		k := named{kind, b.Label}
		c.named[k] = append(c.named[k], declared{rng: b.Range(), conditions: conditions})
	}
}

func (c *checker) collection(b *model.Block, conditions []*model.Expr) {
	c.mayDrop(b.Attr(model.AttrForEach), model.AttrForEach, true)
	c.mayDrop(b.Attr(model.AttrName), model.AttrName, false)
	c.templates(b)
	if t := b.First(model.KindTemplate); t != nil {
		c.block(t, conditions, false)
	}
}

// templates reports a collection without exactly one template.
func (c *checker) templates(b *model.Block) {
	all := ofKind(b, model.KindTemplate)
	switch {
	case len(all) == 0 && b.Unread:
	case len(all) == 0:
		c.cascade(b.File, code.MissingTemplate, b.Range(), "Missing template", "The block resources "+wording.Quoted(b.Label)+
			" needs one template block, or a body.")
	case len(all) > 1 && all[0].Implied:
		c.error(code.DuplicateTemplate, all[1].Range(), "Both template and body",
			"A resources block has either a template block or a body, not both.")
	default:
		for _, extra := range all[1:] {
			c.twice(code.DuplicateTemplate, "Duplicate template", extra.Range(), "A resources block has exactly one template.",
				"the first one is here", all[0].Range())
		}
	}
}

func ofKind(b *model.Block, kind model.Kind) []*model.Block {
	var out []*model.Block
	for _, inner := range b.Blocks {
		if inner.Kind == kind {
			out = append(out, inner)
		}
	}
	return out
}

func (c *checker) compositeLabel(b *model.Block) {
	label := b.Labels[0].Text
	if label == model.LabelStatus {
		return
	}
	labels := []string{model.LabelStatus, model.LabelConnection}
	c.error(code.CompositeLabel, b.LabelRange(), "Invalid composite label", "The label of a composite block must be "+
		wording.One(labels)+", but this is "+wording.Quoted(label)+"."+diag.DidYouMean(label, labels))
}

func (c *checker) requirement(b *model.Block, certain bool) {
	name := wording.Quoted(b.Label)
	all := ofKind(b, model.KindSelect)
	if len(all) == 0 {
		if !b.Unread {
			c.cascade(b.File, code.MissingSelect, b.Range(), "Missing select block",
				"The requirement "+name+" does not select any objects. Add a block select { ... } with apiVersion, kind, and "+
					"matchName or matchLabels.")
		}
		c.ownAnswer(b, b.Attr(model.AttrCondition))
		return
	}
	for _, extra := range all[1:] {
		c.twice(code.DuplicateSelect, "Duplicate select block", extra.Range(),
			"The requirement "+name+" has more than one select block. Keep one of them; to select more objects, write another "+
				"requirement.", "the first one is here", all[0].Range())
	}
	sel := all[0]
	c.names(sel)
	matchName, matchLabels := sel.Attr(model.AttrMatchName), sel.Attr(model.AttrMatchLabels)
	switch {
	case matchName != nil && matchLabels != nil:
		c.error(code.RequirementSelector, sel.NameRange(model.AttrMatchLabels), "Two selectors",
			"The select block of requirement "+name+" has both matchName and matchLabels. Keep one of them.")
	case matchName == nil && matchLabels == nil && !sel.Unread:
		c.cascade(b.File, code.RequirementSelector, sel.Range(), "Missing selector",
			"The select block of requirement "+name+" has neither matchName nor matchLabels. Write one of them: matchName for "+
				"one object, or matchLabels for all objects with these labels.")
	}
	c.rules(sel, certain)
	c.ownAnswer(b, b.Attr(model.AttrCondition))
	for _, a := range sel.Attributes {
		c.ownAnswer(b, a.Expr)
	}
}

// condition checks the condition of a block and returns the conditions for its content.
func (c *checker) condition(b *model.Block, around []*model.Expr, certain bool) ([]*model.Expr, bool) {
	e := b.Attr(model.AttrCondition)
	if e == nil || c.isConstant(e, true) {
		return around, certain
	}
	c.attribute(e, contract.Of(b.Kind, model.AttrCondition), certain)
	if c.isConstant(e, false) {
		what := b.Kind
		if what == model.KindTemplate {
			what = model.KindResource
		}
		c.warn(code.Unreachable, e.Range(), "Unreachable block", "The condition is always false, so nothing in this "+
			what.String()+" block is ever rendered.")
	}
	if b.Kind != model.KindRequirement {
		c.mayDrop(e, model.AttrCondition, false)
	}
	return append(around[:len(around):len(around)], e), false
}

// named is a name that only one block of a kind can have at a time.
type named struct {
	kind model.SymbolKind
	name string
}

// declared is a block with a name and its enclosing conditions.
type declared struct {
	rng        source.Range
	conditions []*model.Expr
}

// duplicates reports blocks of one name: an error if both are always rendered, a warning if both may be.
func (c *checker) duplicates() {
	for k, list := range c.named {
		for i := 1; i < len(list); i++ {
			c.duplicate(k, list[:i], list[i])
		}
	}
}

func (c *checker) duplicate(k named, earlier []declared, d declared) {
	const enough = 50 // earlier blocks of one name
	for _, first := range earlier[:min(len(earlier), enough)] {
		what := nouns[k.kind]
		if k.kind == model.Collection {
			what = "resource collection"
		}
		text := "There is another " + what + " named " + wording.Quoted(k.name) + ". "
		switch {
		case len(first.conditions) == 0 && len(d.conditions) == 0:
			c.twice(code.DuplicateName, "Duplicate "+what, d.rng,
				text+"Rename one of them, or give them conditions that exclude each other.", "the other one is here", first.rng)
			return
		case !c.exclusive(first.conditions, d.conditions):
			c.twice(code.DuplicateName, "Possibly duplicate "+what, d.rng,
				text+"It is an error if both conditions are true, which is possible here.", "the other one is here",
				first.rng)
			c.diags[len(c.diags)-1].Severity = diag.Warning
			return
		}
	}
}

// nouns are the words in messages for the blocks that have names.
var nouns = map[model.SymbolKind]string{
	model.Resource: "resource", model.Collection: "collection", model.Requirement: "requirement",
}

// exposed warns about connection details in a place where people and other functions see them.
func (c *checker) exposed(e *model.Expr, where string) {
	c.reads(e, factConnection, func(r *model.Read) {
		c.warn(code.ExposedSecret, r.In.At(r.Ref.Node), "Connection details in the "+where,
			"The "+where+" is not secret. Publish connection details in composite connection blocks.")
	})
}

// reads visits the inputs of a kind that an expression reads, also through locals.
func (c *checker) reads(e *model.Expr, kind fact, visit func(*model.Read)) {
	if e == nil || c.facts.of(c.m, e)&kind == 0 {
		return
	}
	c.m.Reads(e, func(r *model.Read) {
		if factsOfRead(c.m, r.In, r.Ref)&kind != 0 {
			visit(r)
		}
	})
}

// ownAnswer reports a requirement that reads its own answer, which can never come.
func (c *checker) ownAnswer(b *model.Block, e *model.Expr) {
	c.reads(e, factExtra, func(r *model.Read) {
		if r.Ref.Step(2) == b.Label {
			c.error(code.RequirementCycle, r.In.At(r.Ref.Node), "Requirement reads its own answer",
				"The requirement "+wording.Quoted(b.Label)+" depends on its own answer. Select the objects by values that are "+
					"known without the answer.")
		}
	})
}

// undeclared warns about references to resources and other blocks that this program does not declare: an earlier step,
// or the Composition, may supply them.
func (c *checker) undeclared() {
	for _, e := range c.exprs {
		refs := c.m.Refs(e)
		for i := range refs {
			s := c.m.Symbol(e.File, refs[i].Symbol)
			if s.Kind != model.Undeclared || !s.Wanted.IsBlock() || s.Wanted == model.Resource && c.mayBeMember(s.Name) ||
				c.unread[s.Name] {
				continue
			}
			what := nouns[s.Wanted]
			c.warn(code.Undeclared, e.At(refs[i].Node), "Undeclared "+what, "This program declares no "+what+
				" named \""+s.Name+
				"\". This is correct if another step of the pipeline, or the Composition, supplies it."+
				c.suggest(s.Name, func() []string { return c.namesOf(s.Wanted) }))
			if hint := c.otherKind(s.Name); hint != "" {
				c.diags[len(c.diags)-1] = reworded(c.diags[len(c.diags)-1], hint)
			}
		}
	}
}

// mayBeMember reports whether a name can be that of a member of a collection.
func (c *checker) mayBeMember(name string) bool {
	if c.members == nil {
		c.members = c.m.Members()
	}
	return c.members.Can(name)
}

func (c *checker) namesOf(kind model.SymbolKind) []string {
	var out []string
	for k := range c.named {
		if k.kind == kind {
			out = append(out, k.name)
		}
	}
	slices.Sort(out)
	return out
}
