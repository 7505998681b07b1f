package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/syntax"
)

// Attribute is an attribute of a body.
type Attribute struct {
	body   *Body
	entry  *entry
	node   *syntax.Attribute // nil if it is new
	name   string
	expr   string // new expression; "" if it is unchanged
	object *Object
}

// Name returns the name, including changes.
func (a *Attribute) Name() string { return a.name }

// Expr returns the source text of the value: the new value, or the original one without changes inside it.
func (a *Attribute) Expr() string {
	if a.expr != "" || a.node == nil {
		return a.expr
	}
	return a.body.file.src.Slice(a.node.Expr.Span())
}

// Set sets the value of the attribute to an expression in source text. It discards changes inside the old value.
func (a *Attribute) Set(expr string) error {
	expr, err := checkExpr(expr)
	if err != nil {
		return err
	}
	if a.node != nil && containsHeredoc(expr) && a.followed() {
		return fmt.Errorf("the value of %q cannot be a heredoc, because something follows it on its line", a.name)
	}
	a.expr, a.object = expr, nil
	return nil
}

// followed reports whether the value is followed by anything except a newline or the brace of a block on one line, so
// that it cannot be a heredoc.
func (a *Attribute) followed() bool {
	rest := strings.TrimLeft(a.body.file.src.Text()[a.node.Expr.Span().End:], " \t")
	for _, end := range []string{"\n", "\r\n", "}"} {
		if strings.HasPrefix(rest, end) {
			return false
		}
	}
	return rest != ""
}

// Rename renames the attribute. A name that the body already has is an error.
func (a *Attribute) Rename(name string) error {
	if name == a.name {
		return nil
	}
	if err := checkName(name); err != nil {
		return err
	}
	if a.body.names[name] != nil {
		return fmt.Errorf("there is already an attribute %q", name)
	}
	e := a.body.names[a.name]
	if e == nil || e.attr != a {
		return fmt.Errorf("the attribute %q was removed", a.name)
	}
	delete(a.body.names, a.name)
	a.name = name
	a.body.names[name] = e
	return nil
}

// Object returns the items of the value if it is an object constructor, and nil otherwise.
func (a *Attribute) Object() *Object {
	if a.object == nil && a.expr == "" && a.node != nil {
		if o, ok := a.node.Expr.(*syntax.Object); ok {
			a.object = newObject(a.body.file.src, o)
		}
	}
	return a.object
}

// Block is a block.
type Block struct {
	node    *syntax.Block // nil if it is new
	entry   *entry        // in the body that holds it
	in      *Body         // which finds it
	home    *Body         // in whose source it stands
	typ     string
	labels  []string
	renamed bool
	body    *Body
}

// Type returns the type, including changes.
func (b *Block) Type() string { return b.typ }

// Labels returns the labels, including changes.
func (b *Block) Labels() []string { return slices.Clone(b.labels) }

// Body returns the content of the block.
func (b *Block) Body() *Body { return b.body }

func (b *Block) is(typ string, labels []string) bool {
	return b.typ == typ && slices.Equal(b.labels, labels)
}

// Rename sets the type and the labels of the block.
func (b *Block) Rename(typ string, labels ...string) error {
	if err := checkName(typ); err != nil {
		return err
	}
	b.typ, b.labels, b.renamed = typ, slices.Clone(labels), true
	return nil
}

func checkName(name string) error {
	if !syntax.ValidIdentifier(name) {
		return fmt.Errorf("%q is not an identifier: a letter or _, then letters, digits, _ and -", name)
	}
	return nil
}
