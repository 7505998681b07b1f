package composition

import (
	"slices"
	"sort"
	"strings"

	"github.com/hclx-lang/hclx/syntax"
)

// namePattern is what is plain from the program about a crossplane name: its constant beginning and end, or all of it.
type namePattern struct {
	prefix, suffix string
	exact          bool // the prefix is the whole name
}

// isConstant tells whether something about the name is known.
func (p namePattern) isConstant() bool { return p.prefix != "" || p.suffix != "" || p.exact }

// overlaps tells whether a name can be one of both.
func (p namePattern) overlaps(q namePattern) bool {
	switch {
	case q.exact:
		return p.matches(q.prefix)
	case p.exact:
		return q.matches(p.prefix)
	}
	return (strings.HasPrefix(p.prefix, q.prefix) || strings.HasPrefix(q.prefix, p.prefix)) &&
		(strings.HasSuffix(p.suffix, q.suffix) || strings.HasSuffix(q.suffix, p.suffix))
}

func (p namePattern) matches(name string) bool {
	if p.exact {
		return name == p.prefix
	}
	return len(name) >= len(p.prefix)+len(p.suffix) && strings.HasPrefix(name, p.prefix) && strings.HasSuffix(name, p.suffix)
}

// memberNames returns what is known about the names of a collection's members.
func memberNames(b *collection) namePattern {
	if b.name == nil {
		return namePattern{prefix: b.label + "-"}
	}
	return patternOf(b.name.expr)
}

// patternOf returns what is known about the text that an expression gives.
func patternOf(e expression) namePattern {
	if text, ok := textPart(e, e.node); ok {
		return namePattern{prefix: text, exact: true}
	}
	t, ok := e.node.(*syntax.Template)
	if !ok {
		return namePattern{}
	}
	var p namePattern
	first, last := 0, len(t.Parts)-1
	for ; first <= last; first++ {
		text, ok := textPart(e, t.Parts[first])
		if !ok {
			break
		}
		p.prefix += text
	}
	for ; last > first; last-- {
		text, ok := textPart(e, t.Parts[last])
		if !ok {
			break
		}
		p.suffix = text + p.suffix
	}
	p.exact = first > last
	p.prefix, p.suffix = normal(p.prefix), normal(p.suffix)
	return p
}

// textPart returns the text of an expression, or a part of a template, that is constant: self.basename is, too.
func textPart(e expression, n syntax.Expr) (string, bool) {
	t, ok := n.(*syntax.Traversal)
	if !ok {
		return staticText(n)
	}
	if len(t.Steps) != 2 || t.Steps[0].Key.AsString() != rootSelf || t.Steps[1].Key.AsString() != "basename" {
		return "", false
	}
	if self := e.scope.selfHere(); self != nil && self.base != "" {
		return self.base, true
	}
	return "", false
}

// memberIndex finds the resources and collections that a name can mean.
type memberIndex struct {
	sorted   []memberEntry            // by prefix
	byPrefix map[string][]memberEntry // the collections
}

type memberEntry struct {
	namePattern
	node int
}

func (b *graphBuilder) memberIndex() *memberIndex {
	ix := &memberIndex{byPrefix: map[string][]memberEntry{}}
	for i := range b.nodes {
		n := &b.nodes[i]
		switch {
		case n.Kind == ItemCollection:
			e := memberEntry{n.members, i}
			ix.byPrefix[e.prefix] = append(ix.byPrefix[e.prefix], e)
			ix.sorted = append(ix.sorted, e)
		case n.Kind == ItemResource && n.Name != "":
			ix.sorted = append(ix.sorted, memberEntry{namePattern{prefix: n.Name, exact: true}, i})
		}
	}
	slices.SortStableFunc(ix.sorted, func(a, b memberEntry) int { return strings.Compare(a.prefix, b.prefix) })
	return ix
}

// Bounds of what a name may mean, so that the graph of a program grows with the program only.
const (
	maxPossible = 50
	maxLooked   = 1000
)

// find returns the blocks that a name can mean, in the order of the program. A block of exactly that name is the only one.
func (ix *memberIndex) find(p namePattern) []int {
	var out []int
	looked := 0
	add := func(e memberEntry) {
		if looked++; looked <= maxLooked && len(out) < maxPossible && e.overlaps(p) {
			out = append(out, e.node)
		}
	}
	at := sort.Search(len(ix.sorted), func(i int) bool { return ix.sorted[i].prefix >= p.prefix })
	for _, e := range ix.sorted[at:] {
		if looked >= maxLooked || !strings.HasPrefix(e.prefix, p.prefix) || p.exact && e.prefix != p.prefix {
			break
		}
		add(e)
	}
	if p.exact && len(out) > 0 {
		return out
	}
	for i := range len(p.prefix) {
		for _, e := range ix.byPrefix[p.prefix[:i]] {
			add(e)
		}
	}
	slices.Sort(out)
	return out
}

// computedKeys notes the keys of reads such as req.resource["net-${each.key}"], as far as they are constant.
func computedKeys(e expression, reads []read) {
	var bare map[*syntax.Traversal]*read
	for i := range reads {
		if rd := &reads[i]; len(rd.steps) == 2 && rd.root == rootReq && declarers[rd.member(1)].kind == ItemResource && rd.member(1) != "" {
			if bare == nil {
				bare = map[*syntax.Traversal]*read{}
			}
			bare[rd.traversal] = rd
		}
	}
	if len(bare) == 0 {
		return
	}
	var walk func(n syntax.Expr)
	walk = func(n syntax.Expr) {
		if ix, ok := n.(*syntax.Index); ok {
			if t, ok := ix.Of.(*syntax.Traversal); ok && bare[t] != nil {
				bare[t].key = patternOf(expression{file: e.file, node: ix.Key, scope: e.scope})
			}
		}
		children(n, func(part syntax.Expr, _ bool) { walk(part) })
	}
	walk(e.node)
}
