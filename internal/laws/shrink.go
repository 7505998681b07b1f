package laws

import "strings"

// Shrink returns a finding like f with a smaller expression, and with its locals put in where they are read, if they
// can be.
//
// A smaller case has to break the same law, but not in the same place: where it is broken changes as soon as anything
// is taken away.
func Shrink(f *Finding) *Finding {
	again := func(c *Case) *Finding {
		g := c.Check(nil)
		if g == nil || g.Law != f.Law {
			return nil
		}
		return g
	}
	for budget := 3000; budget > 0; {
		next := smaller(f, again, &budget)
		if next == nil {
			break
		}
		f = next
	}
	return f
}

// smaller tries one change after another until one keeps the finding.
func smaller(f *Finding, again func(*Case) *Finding, budget *int) *Finding {
	try := func(c Case) *Finding {
		*budget--
		c.Called = ""
		return again(&c)
	}
	c := f.Case
	for i, l := range c.Locals {
		n := *c
		n.Root = inline(c.Root, l.Name, l.Expr)
		n.Locals = append([]Local(nil), c.Locals[:i]...)
		for _, later := range c.Locals[i+1:] {
			n.Locals = append(n.Locals, Local{later.Name, inline(later.Expr, l.Name, l.Expr)})
		}
		if g := try(n); g != nil {
			return g
		}
	}
	for at := range c.Root.size() {
		for _, with := range changes {
			root, _ := c.Root.replace(at, with)
			if root == nil || *budget <= 0 {
				continue
			}
			n := *c
			n.Root = root
			if g := try(n); g != nil {
				return g
			}
		}
	}
	return settle(f, try)
}

// changes make a tree smaller; nil if they do not.
var changes = []func(*Tree) *Tree{
	kid(0), kid(1), kid(2), kid(3), grandchild, as(`null`), as(`0`), as(`"a"`), as(`true`), as(`[]`),
}

func kid(i int) func(*Tree) *Tree {
	return func(t *Tree) *Tree {
		if i < len(t.kids) {
			return t.kids[i]
		}
		return nil
	}
}

func grandchild(t *Tree) *Tree {
	if len(t.kids) == 1 && len(t.kids[0].kids) > 0 {
		return &Tree{parts: t.parts, kids: t.kids[0].kids[:1]}
	}
	return nil
}

func as(s string) func(*Tree) *Tree {
	return func(t *Tree) *Tree {
		if len(t.kids) == 0 && (t.parts[0] == "" || t.parts[0] == s || len(t.parts[0]) <= len(s) && t.parts[0][0] != 'v') {
			return nil
		}
		return text(s)
	}
}

// inline puts an expression in place of a name.
//
// The expression gets parentheses, so that it stays one operand whatever stands around it.
func inline(t *Tree, name string, with *Tree) *Tree {
	if len(t.kids) == 0 {
		if t.parts[0] == name {
			return form("(#)", with)
		}
		return t
	}
	out := &Tree{parts: t.parts, kids: make([]*Tree, len(t.kids))}
	for i, k := range t.kids {
		out.kids[i] = inline(k, name, with)
	}
	return out
}

// settle tries variables of which nothing is unknown.
func settle(f *Finding, try func(Case) *Finding) *Finding {
	c := f.Case
	for i, v := range c.Variables {
		if v.Less.IsWhollyKnown() || !c.mentions(v.Name) {
			continue
		}
		n := *c
		n.Variables = append([]Variable(nil), c.Variables...)
		n.Variables[i].Less = f.More[i]
		n.Variables[i].More = nil
		for range v.More {
			n.Variables[i].More = append(n.Variables[i].More, f.More[i])
		}
		if !f.More[i].IsWhollyKnown() {
			continue
		}
		if g := try(n); g != nil {
			return g
		}
	}
	return nil
}

// signatureOf is the same for findings that look alike.
func signatureOf(f *Finding) string {
	return string(rune('0'+f.Law)) + " " + numberless(f.Case.Source())
}

// numberless takes the numbers off the names of variables and locals.
func numberless(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		if !strings.ContainsRune("vekl", rune(s[i])) || i > 0 && wordByte(s[i-1]) {
			continue
		}
		end := i + 1
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if end == len(s) || !wordByte(s[end]) {
			i = end - 1
		}
	}
	return string(out)
}
