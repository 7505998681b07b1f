package syntax

// Variables returns the traversals of all variables that an expression reads from its scope, in the order of
// appearance. What for expressions define is left out; a variable that is read twice is there twice.
func Variables(e Expr) []*Traversal {
	var c collector
	c.expr(e)
	return c.found
}

// collector gathers traversals; hidden are the variables of the enclosing for expressions.
type collector struct {
	found  []*Traversal
	hidden []string
}

func (c *collector) exprs(es []Expr) {
	for _, e := range es {
		c.expr(e)
	}
}

func (c *collector) expr(e Expr) {
	switch n := e.(type) {
	case nil, *Literal, *SplatItem:
	case *Traversal:
		if !c.hides(n.Steps[0].Key.AsString()) {
			c.found = append(c.found, n)
		}
	case *RelTraversal:
		c.expr(n.Of)
	case *Index:
		c.expr(n.Of)
		c.expr(n.Key)
	case *Splat:
		c.expr(n.Of)
		c.expr(n.Each)
	case *Call:
		c.exprs(n.Args)
	case *Conditional:
		c.expr(n.Cond)
		c.expr(n.Then)
		c.expr(n.Else)
	case *Binary:
		c.expr(n.Left)
		c.expr(n.Right)
	case *Unary:
		c.expr(n.Operand)
	case *Parens:
		c.expr(n.Inner)
	case *Tuple:
		c.exprs(n.Items)
	case *Object:
		c.object(n)
	case *Bad:
		c.expr(n.Partial)
	default:
		c.scoped(e)
	}
}

func (c *collector) object(n *Object) {
	for i := range n.Items {
		if !IsBareKey(n.Items[i].Key) {
			c.expr(n.Items[i].Key)
		}
		c.expr(n.Items[i].Value)
	}
}

// IsBareKey reports whether the key of an object item is a bare identifier, which stands for its own name.
func IsBareKey(key Expr) bool {
	t, ok := key.(*Traversal)
	return ok && len(t.Steps) == 1
}

func (c *collector) scoped(e Expr) {
	switch n := e.(type) {
	case *For:
		c.expr(n.Collection)
		c.within(n.KeyVar, n.ValueVar, func() {
			c.expr(n.Key)
			c.expr(n.Value)
			c.expr(n.Cond)
		})
	case *Template:
		c.exprs(n.Parts)
	case *TemplateWrap:
		c.expr(n.Inner)
	case *TemplateIf:
		c.expr(n.Cond)
		c.exprs(n.Then.Parts)
		if n.Else != nil {
			c.exprs(n.Else.Parts)
		}
	case *TemplateFor:
		c.expr(n.Collection)
		c.within(n.KeyVar, n.ValueVar, func() { c.exprs(n.Body.Parts) })
	}
}

func (c *collector) within(key, val string, body func()) {
	depth := len(c.hidden)
	c.hidden = append(c.hidden, key, val)
	body()
	c.hidden = c.hidden[:depth]
}

func (c *collector) hides(name string) bool {
	for _, h := range c.hidden {
		if h == name && h != "" {
			return true
		}
	}
	return false
}
