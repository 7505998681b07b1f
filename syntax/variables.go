package syntax

import "slices"

// Variables returns the traversals of all variables that an expression reads from its scope, in source order and with
// duplicates. It omits the variables that for expressions define.
func Variables(e Expr) []*Traversal {
	var c collector
	c.visit = func(e Expr) bool {
		c.expr(e)
		return true
	}
	if e != nil {
		c.expr(e)
	}
	return c.found
}

// collector collects traversals. The variables of the enclosing for expressions are hidden.
type collector struct {
	found  []*Traversal
	hidden []string
	visit  func(Expr) bool // expr
}

func (c *collector) expr(e Expr) {
	switch n := e.(type) {
	case *Traversal:
		if !c.hides(n.Steps[0].Key.AsString()) {
			c.found = append(c.found, n)
		}
	case *Object:
		for i := range n.Items {
			if !IsBareKey(n.Items[i].Key) {
				c.expr(n.Items[i].Key)
			}
			c.expr(n.Items[i].Value)
		}
	case *For:
		c.expr(n.Collection)
		c.within(n.KeyVar, n.ValueVar, n.Key, n.Value, n.Cond)
	case *TemplateFor:
		c.expr(n.Collection)
		c.within(n.KeyVar, n.ValueVar, n.Body)
	default:
		parts(e, c.visit)
	}
}

// IsBareKey reports whether the key of an object item is a bare identifier, which represents its own name.
func IsBareKey(key Expr) bool {
	t, ok := key.(*Traversal)
	return ok && len(t.Steps) == 1
}

// within visits nodes, which may be absent, where two names are those of a for expression.
func (c *collector) within(key, val string, body ...Expr) {
	depth := len(c.hidden)
	c.hidden = append(c.hidden, key, val)
	some(c.visit, body...)
	c.hidden = c.hidden[:depth]
}

func (c *collector) hides(name string) bool { return name != "" && slices.Contains(c.hidden, name) }
