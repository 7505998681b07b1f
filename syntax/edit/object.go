package edit

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
)

// Object is an object constructor in the source.
type Object struct {
	src   *source.File
	node  *syntax.Object
	items []*Item
}

// Item is an item of an object constructor.
type Item struct {
	object  *Object
	node    *syntax.ObjectItem // nil if it is new
	key     string
	fixed   bool // the key is a constant
	renamed bool
	expr    string // new expression
	nested  *Object
	removed bool
}

func newObject(src *source.File, node *syntax.Object) *Object {
	o := &Object{src: src, node: node}
	for i := range node.Items {
		it := &Item{object: o, node: &node.Items[i]}
		it.key, it.fixed = constantKey(node.Items[i].Key)
		o.items = append(o.items, it)
	}
	return o
}

// constantKey returns what a key says if it is a bare word or a text without interpolations.
func constantKey(key syntax.Expr) (string, bool) {
	switch n := key.(type) {
	case *syntax.Traversal:
		if syntax.IsBareKey(key) {
			return n.Steps[0].Key.AsString(), true
		}
	case *syntax.Literal:
		if n.Value.IsString() {
			return n.Value.AsString(), true
		}
		if n.Value.IsNumber() {
			return n.Value.NumberText(), true
		}
	case *syntax.Template:
		if len(n.Parts) == 0 {
			return "", true
		}
		if len(n.Parts) == 1 {
			return constantKey(n.Parts[0])
		}
	}
	return "", false
}

// Item returns the last item with a constant key, which is the one that counts, or nil.
func (o *Object) Item(key string) *Item {
	for i := len(o.items) - 1; i >= 0; i-- {
		if it := o.items[i]; it.fixed && !it.removed && it.key == key {
			return it
		}
	}
	return nil
}

// Keys returns the constant keys in the order of the source, new ones last.
func (o *Object) Keys() []string {
	var out []string
	for _, it := range o.items {
		if it.fixed && !it.removed {
			out = append(out, it.key)
		}
	}
	return out
}

// Set gives an item a value, an expression in source text. An item that is not there yet is added at the end.
func (o *Object) Set(key, expr string) (*Item, error) {
	it := o.Item(key)
	if it != nil {
		return it, it.Set(expr)
	}
	it = &Item{object: o, key: key, fixed: true}
	if err := it.Set(expr); err != nil {
		return nil, err
	}
	o.items = append(o.items, it)
	return it, nil
}

// Remove removes every item with a constant key and tells whether there was one.
func (o *Object) Remove(key string) bool {
	found := false
	for _, it := range o.items {
		if it.fixed && it.key == key && !it.removed {
			it.removed, found = true, true
		}
	}
	return found
}

// Key returns the key, as changed; "" if it is computed.
func (it *Item) Key() string { return it.key }

// Set gives the item another value, an expression in source text. Heredocs are refused, since items may share a line.
func (it *Item) Set(expr string) error {
	expr = strings.TrimSpace(expr)
	if err := checkExpr(expr); err != nil {
		return err
	}
	if containsHeredoc(expr) {
		return fmt.Errorf("the value of %q cannot be set to a heredoc; use a quoted text", it.key)
	}
	it.expr, it.nested = expr, nil
	return nil
}

// Rename gives the item another key. A key that the object has already is an error.
func (it *Item) Rename(key string) error {
	if key == it.key && it.fixed {
		return nil
	}
	if it.object.Item(key) != nil {
		return fmt.Errorf("there is an item %q already", key)
	}
	it.key, it.fixed, it.renamed = key, true, true
	return nil
}

// Object returns the items of the value if that is an object constructor, and nil otherwise.
func (it *Item) Object() *Object {
	if it.nested == nil && it.expr == "" && it.node != nil {
		if o, ok := it.node.Value.(*syntax.Object); ok {
			it.nested = newObject(it.object.src, o)
		}
	}
	return it.nested
}

// text is the source of a new item.
func (it *Item) text() string { return print.Key(it.key) + " = " + it.expr }
