package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// linter looks at a compiled program for what is wrong, or probably wrong, as a whole.
type linter struct {
	c     *compiler
	named map[graphKey][]declared
	facts facts
	drops *dropWalk
	// members finds collections by the names of their members; nil until it is needed.
	members *memberIndex
}

// declared is a block with a name and the conditions it stands under.
type declared struct {
	rng        source.Range
	conditions []*attribute
}

// lint checks the program as a whole.
func (c *compiler) lint(top *group) {
	l := &linter{c: c, named: map[graphKey][]declared{}, facts: facts{}}
	l.drops = newDropWalk(&callRisks{functions: c.functions}, l.facts)
	l.elements(top.elements, nil, true)
	l.duplicates()
	if len(c.broken) == 0 { // what seems to be missing may be in what was not understood
		l.undeclared()
		l.unused()
	}
}

// elements visits blocks with the conditions around them. certain tells whether they are evaluated in every run.
func (l *linter) elements(list []element, conditions []*attribute, certain bool) {
	for _, e := range list {
		switch b := e.(type) {
		case *group:
			inner, sure := l.condition(&b.node, b.condition, conditions, certain)
			l.elements(b.elements, inner, sure)
		case *resource:
			l.resource(b, conditions, certain)
		case *collection:
			l.collection(b, conditions, certain)
		case *requirement:
			inner, sure := l.condition(&b.node, b.condition, conditions, certain)
			l.declare(&b.node, inner)
			l.ownAnswer(b)
			l.certainly(sure, b.apiVersion, b.kind, b.matchName, b.matchLabels, b.namespace)
		default:
			l.nested(e, certain)
		}
	}
}

func (l *linter) nested(e element, certain bool) {
	switch b := e.(type) {
	case *status:
		l.c.constant(b.body, statusBodyRule)
		l.certainly(certain, b.body)
		l.writable(certain, b.body, writableStatusRule)
		l.exposed(b.body, "status")
	case *connection:
		l.c.constantItems(b.body, connectionRule)
		l.certainly(certain, b.body)
	case *contextBlock:
		l.certainly(certain, b.key, b.value)
		l.writable(certain, b.value, writableContextRule)
		l.exposed(b.value, "context")
	}
}

func (l *linter) resource(b *resource, conditions []*attribute, certain bool) {
	inner, sure := l.condition(&b.node, b.condition, conditions, certain)
	if b.label != "" {
		l.declare(&b.node, inner)
	}
	body := resourceBodyRule
	if b.label == "" { // a template
		body = memberBodyRule
	}
	l.c.constant(b.body, body)
	l.certainly(sure, b.body)
	l.writable(sure, b.body, writableBodyRule)
	for _, e := range b.nested {
		l.nested(e, sure)
	}
	for _, r := range b.ready {
		l.c.constant(r.value, readyRule)
		l.certainly(sure, r.value)
	}
}

func (l *linter) collection(b *collection, conditions []*attribute, certain bool) {
	inner, sure := l.condition(&b.node, b.condition, conditions, certain)
	l.declare(&b.node, inner)
	l.c.constant(b.forEach, forEachRule)
	l.c.constant(b.name, memberNameRule)
	l.certainly(sure, b.forEach)
	l.mayDrop(b.forEach, true)
	l.mayDrop(b.name, false)
	if b.template != nil {
		l.resource(b.template, inner, false)
	}
	for _, e := range b.nested {
		l.nested(e, sure)
	}
}

// condition checks a condition and returns the conditions for what is inside.
func (l *linter) condition(n *node, a *attribute, around []*attribute, certain bool) ([]*attribute, bool) {
	if a == nil || a.isConstantBool(true) {
		return around, certain
	}
	l.c.constant(a, conditionRule)
	if a.isConstantBool(false) {
		l.c.warn("unreachable", a.rng(), "Unreachable block", "The condition is always false, so that nothing in this "+n.kind.String()+" block is ever rendered.")
	}
	l.certainly(certain, a)
	if n.kind != ItemRequirement {
		l.mayDrop(a, false)
	}
	return append(around[:len(around):len(around)], a), false
}

func (l *linter) declare(n *node, conditions []*attribute) {
	if l.c.isBroken(n.rng.File) {
		return // its condition may be in what was not understood
	}
	k := graphKey{n.kind, n.label}
	l.named[k] = append(l.named[k], declared{rng: n.rng, conditions: conditions})
}

// duplicates reports blocks of one name: an error if both are always rendered, a warning if both may be.
func (l *linter) duplicates() {
	for k, list := range l.named {
		for i := 1; i < len(list); i++ {
			l.duplicate(k, list[:i], list[i])
		}
	}
}

func (l *linter) duplicate(k graphKey, earlier []declared, d declared) {
	const enough = 50 // earlier blocks of one name
	for _, first := range earlier[:min(len(earlier), enough)] {
		notes := []diag.Note{{Message: "the other one is here", Range: first.rng}}
		what := duplicateNames[k.kind]
		switch {
		case len(first.conditions) == 0 && len(d.conditions) == 0:
			l.c.add(&diag.Diagnostic{
				Code: "duplicate-name", Summary: "Duplicate " + what, Subject: d.rng, Notes: notes,
				Detail: "There is another " + what + " named " + quoted(k.name) + ". Give one of them another name, or conditions that exclude each other.",
			})
			return
		case !exclusive(first.conditions, d.conditions):
			l.c.add(&diag.Diagnostic{
				Severity: diag.Warning, Code: "duplicate-name", Summary: "Possibly duplicate " + what, Subject: d.rng, Notes: notes,
				Detail: "There is another " + what + " named " + quoted(k.name) + ". It is an error when both conditions are true, which cannot be ruled out here.",
			})
			return
		}
	}
}

var duplicateNames = map[ItemKind]string{
	ItemResource: "resource", ItemCollection: "resource collection", ItemRequirement: "requirement",
}

// exposed warns about connection details in a place where people and other functions see them.
func (l *linter) exposed(a *attribute, where string) {
	if a == nil || l.facts.of(a.refs)&factConnection == 0 {
		return
	}
	a.refs.each(func(rd *read, _ *chain) {
		switch m := rd.member(1); {
		case m == "connection" || m == "connections" || m == "composite_connection":
			if rd.root == rootReq || rd.root == rootSelf {
				l.c.warn("exposed-secret", rd.rng, "Connection details in the "+where, "What stands in the "+where+" is no secret. Publish secrets by composite connection blocks.")
			}
		}
	})
}

// unused warns about locals that nobody reads.
func (l *linter) unused() {
	for _, v := range l.c.locals {
		if !v.used {
			l.c.warn("unused-local", v.rng, "Unused local", "The local \""+v.name+"\" is not used anywhere.")
		}
	}
}

// ownAnswer reports a requirement that reads its own answer, which can never come.
func (l *linter) ownAnswer(b *requirement) {
	for _, a := range []*attribute{b.condition, b.apiVersion, b.kind, b.matchName, b.matchLabels, b.namespace} {
		if a == nil || l.facts.of(a.refs)&factExtra == 0 {
			continue
		}
		a.refs.each(func(rd *read, _ *chain) {
			if rd.root == rootReq && rd.member(1) == "extra_resources" && rd.member(2) == b.label {
				l.c.error("requirement-cycle", rd.rng, "Requirement reads its own answer", "The requirement "+quoted(b.label)+" depends on what it asks for. Ask for it by what is known without the answer.")
			}
		})
	}
}

// undeclared warns about references to what this program does not declare: an earlier step, or the Composition, may supply it.
func (l *linter) undeclared() {
	for i := range l.c.graph.nodes {
		for _, a := range l.c.graph.nodes[i].attrs {
			l.undeclaredIn(a.refs)
		}
	}
	for _, v := range l.c.locals {
		l.undeclaredIn(v.refs)
	}
}

var declarers = map[string]struct {
	kind ItemKind
	what string
}{
	"resource": {ItemResource, "resource"}, "connection": {ItemResource, "resource"},
	"resources": {ItemCollection, "collection"}, "connections": {ItemCollection, "collection"},
	"extra_resources": {ItemRequirement, "requirement"},
}

func (l *linter) undeclaredIn(r *refs) {
	if r == nil {
		return
	}
	for i := range r.reads {
		rd := &r.reads[i]
		d, ok := declarers[rd.member(1)]
		if rd.root != rootReq || !ok || len(rd.steps) < 3 {
			continue
		}
		name := rd.member(2)
		if len(l.named[graphKey{d.kind, name}]) > 0 || d.kind == ItemResource && l.mayBeMember(name) {
			continue
		}
		l.c.warn("undeclared", rd.rng, "Undeclared "+d.what, "This program declares no "+d.what+" named \""+name+
			"\". That is fine if another step of the pipeline, or the Composition, supplies it."+l.c.suggest(name, func() []string { return l.names(d.kind) }))
	}
}

// mayBeMember tells whether a name can be that of a member of a collection.
func (l *linter) mayBeMember(name string) bool {
	if l.members == nil {
		l.members = l.c.graph.memberIndex()
	}
	return len(l.members.find(namePattern{prefix: name, exact: true})) > 0
}

func (l *linter) names(kind ItemKind) []string {
	var out []string
	for k := range l.named {
		if k.kind == kind {
			out = append(out, k.name)
		}
	}
	slices.Sort(out)
	return out
}

// sourceText is the text of an expression, for comparisons.
func sourceText(e expression, n syntax.Node) string { return e.at(n).Text() }
