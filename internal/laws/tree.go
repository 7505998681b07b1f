package laws

import "strings"

// Tree is an expression as the generator thinks of it: the texts between its operands, and the operands. It is kept
// instead of the text alone so that a finding can be made smaller without parsing it.
type Tree struct {
	parts []string // one more than kids
	kids  []*Tree
}

func text(s string) *Tree { return &Tree{parts: []string{s}} }

// after puts something behind a tree.
func after(t *Tree, s string) *Tree { return &Tree{parts: []string{"", s}, kids: []*Tree{t}} }

// form makes a tree from a pattern in which each # stands for an operand.
func form(pattern string, kids ...*Tree) *Tree {
	return &Tree{parts: strings.Split(pattern, "#"), kids: kids}
}

// String returns the source text.
func (t *Tree) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Tree) write(b *strings.Builder) {
	for i, k := range t.kids {
		b.WriteString(t.parts[i])
		k.write(b)
	}
	b.WriteString(t.parts[len(t.kids)])
}

// size counts the trees in t.
func (t *Tree) size() int {
	n := 1
	for _, k := range t.kids {
		n += k.size()
	}
	return n
}

// replace returns t with the tree at a position, counted in the order of the text, replaced. Without another tree
// found there it returns nil for the first result; at is how many trees are left to count.
func (t *Tree) replace(at int, with func(*Tree) *Tree) (out *Tree, left int) {
	if at == 0 {
		return with(t), -1
	}
	at--
	for i, k := range t.kids {
		n, left := k.replace(at, with)
		if left < 0 {
			if n == nil {
				return nil, -1
			}
			c := &Tree{parts: t.parts, kids: append([]*Tree(nil), t.kids...)}
			c.kids[i] = n
			return c, -1
		}
		at = left
	}
	return nil, at
}

// each calls f for the operands before t, and then for t.
func (t *Tree) each(f func(*Tree)) {
	for _, k := range t.kids {
		k.each(f)
	}
	f(t)
}
