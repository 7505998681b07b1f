package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value/host"
)

// Pattern is the known part of a crossplane name: its constant beginning and end, or all of it.
type Pattern struct {
	Prefix, Suffix string
	Exact          bool // the prefix is the whole name
}

// overlaps reports whether a name can match both patterns.
func (p Pattern) overlaps(q Pattern) bool {
	switch {
	case q.Exact:
		return p.matches(q.Prefix)
	case p.Exact:
		return q.matches(p.Prefix)
	}
	return (strings.HasPrefix(p.Prefix, q.Prefix) || strings.HasPrefix(q.Prefix, p.Prefix)) &&
		(strings.HasSuffix(p.Suffix, q.Suffix) || strings.HasSuffix(q.Suffix, p.Suffix))
}

func (p Pattern) matches(name string) bool {
	if p.Exact {
		return name == p.Prefix
	}
	return len(name) >= len(p.Prefix)+len(p.Suffix) && strings.HasPrefix(name, p.Prefix) &&
		strings.HasSuffix(name, p.Suffix)
}

// memberNames returns the pattern of the names of a collection's members.
func (p *Program) memberNames(b *Block) Pattern {
	if e := b.Attr(AttrName); e != nil {
		return p.pattern(e, e.Node)
	}
	return Pattern{Prefix: b.Label + "-"}
}

// pattern returns the pattern of the text that a part of an expression gives.
func (p *Program) pattern(e *Expr, n syntax.Expr) Pattern {
	if text, ok := p.textPart(e, n); ok {
		return Pattern{Prefix: text, Exact: true}
	}
	t, ok := n.(*syntax.Template)
	if !ok {
		return Pattern{}
	}
	var out Pattern
	first, last := 0, len(t.Parts)-1
	for ; first <= last; first++ {
		text, ok := p.textPart(e, t.Parts[first])
		if !ok {
			break
		}
		out.Prefix += text
	}
	for ; last > first; last-- {
		text, ok := p.textPart(e, t.Parts[last])
		if !ok {
			break
		}
		out.Suffix = text + out.Suffix
	}
	out.Exact = first > last
	out.Prefix, out.Suffix = host.NFC(out.Prefix), host.NFC(out.Suffix)
	return out
}

// textPart returns the text of a constant expression or part of a template. self.basename counts as constant.
func (p *Program) textPart(e *Expr, n syntax.Expr) (string, bool) {
	ref := p.Ref(e.File, n)
	if ref == nil || ref.Symbol != SelfBasename || len(ref.Steps()) != 2 {
		return StaticText(n)
	}
	_, of := e.Scope.SelfHere()
	return of.Label, of.Label != ""
}

// Members finds the resources and collections that a name can mean.
type Members struct {
	sorted   []memberEntry            // by prefix
	byPrefix map[string][]memberEntry // the collections
	blocks   map[int]*Block           // by node
}

type memberEntry struct {
	Pattern
	node int
}

// Members gathers the names of the resources, and the patterns of the names of collection members.
func (p *Program) Members() *Members {
	m := &Members{byPrefix: map[string][]memberEntry{}, blocks: map[int]*Block{}}
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			switch {
			case b.Kind == KindCollection:
				e := memberEntry{p.memberNames(b), p.Node(b)}
				m.byPrefix[e.Prefix] = append(m.byPrefix[e.Prefix], e)
				m.sorted = append(m.sorted, e)
			case b.Kind == KindResource && b.Label != "":
				m.sorted = append(m.sorted, memberEntry{Pattern{Prefix: b.Label, Exact: true}, p.Node(b)})
			default:
				continue
			}
			m.blocks[p.Node(b)] = b
		}
	}
	slices.SortStableFunc(m.sorted, func(a, b memberEntry) int { return strings.Compare(a.Prefix, b.Prefix) })
	return m
}

// Limits of the blocks that a name may mean, so that the graph of a program grows with the program only.
const (
	maxPossible = 50
	maxLooked   = 1000
)

// Can reports whether a name can be that of a resource or of a member.
func (m *Members) Can(name string) bool { return len(m.find(Pattern{Prefix: name, Exact: true})) > 0 }

// Blocks returns the resources and collections that a name can mean, in the order of the program. It returns none if
// there are too many.
func (m *Members) Blocks(p Pattern) []*Block {
	nodes := m.find(p)
	if len(nodes) == maxPossible {
		return nil
	}
	blocks := make([]*Block, len(nodes))
	for i, n := range nodes {
		blocks[i] = m.blocks[n]
	}
	return blocks
}

// find returns the nodes of the graph that a name can mean, in the order of the program. A block with exactly that name
// is the only one.
//
// Exact names and names of collections are two searches. Names with the prefix are next to each other in the sorted
// list; collections with a shorter prefix are found by every beginning of the name.
func (m *Members) find(p Pattern) []int {
	var out []int
	looked := 0
	add := func(e memberEntry) {
		if looked++; looked <= maxLooked && len(out) < maxPossible && e.overlaps(p) {
			out = append(out, e.node)
		}
	}
	at := sort.Search(len(m.sorted), func(i int) bool { return m.sorted[i].Prefix >= p.Prefix })
	for _, e := range m.sorted[at:] {
		if looked >= maxLooked || !strings.HasPrefix(e.Prefix, p.Prefix) || p.Exact && e.Prefix != p.Prefix {
			break
		}
		add(e)
	}
	if p.Exact && len(out) > 0 {
		return out
	}
	for i := range len(p.Prefix) {
		for _, e := range m.byPrefix[p.Prefix[:i]] {
			add(e)
		}
	}
	slices.Sort(out)
	return out
}
