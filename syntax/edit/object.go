package edit

import (
	"fmt"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
)

// Object is an object constructor in the source.
type Object struct {
	src   *source.File
	node  *syntax.Object
	items []*Item          // in the order of the source, new ones behind
	last  map[string]*Item // the last item with each constant key
}

// Item is an item of an object constructor.
type Item struct {
	object  *Object
	node    *syntax.ObjectItem // nil if it is new
	key     string
	fixed   bool  // the key is a constant
	earlier *Item // the one before with the same key
	renamed bool
	expr    string // new expression
	nested  *Object
	removed bool
}

func newObject(src *source.File, node *syntax.Object) *Object {
	o := &Object{src: src, node: node, last: make(map[string]*Item, len(node.Items))}
	for i := range node.Items {
		it := &Item{object: o, node: &node.Items[i]}
		it.key, it.fixed = constantKey(src, &node.Items[i])
		o.items = append(o.items, it)
		if it.fixed {
			o.index(it)
		}
	}
	return o
}

// index records an item as the last one with its key.
func (o *Object) index(it *Item) {
	it.earlier = o.last[it.key]
	o.last[it.key] = it
}

// unindex removes the last item with its key from the index.
func (o *Object) unindex(it *Item) {
	if it.earlier == nil {
		delete(o.last, it.key)
		return
	}
	o.last[it.key] = it.earlier
}

// constantKey returns the text of a key that is a bare word, a number or a text without interpolations.
func constantKey(src *source.File, it *syntax.ObjectItem) (string, bool) {
	if name, ok := it.KeyName(src); ok {
		return name, true
	}
	return constantText(it.Key)
}

func constantText(e syntax.Expr) (string, bool) {
	switch n := e.(type) {
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
			return constantText(n.Parts[0])
		}
	}
	return "", false
}

// Item returns the last item with a constant key, which is the one that counts, or nil.
func (o *Object) Item(key string) *Item { return o.last[key] }

// Keys returns the constant keys in source order, new ones last.
func (o *Object) Keys() []string {
	var out []string
	for _, it := range o.items {
		if it.fixed && !it.removed {
			out = append(out, it.key)
		}
	}
	return out
}

// Set sets the value of an item to an expression in source text. If the item does not exist, it is added at the end.
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
	o.index(it)
	return it, nil
}

// Remove removes all items with a constant key, and reports whether there was one.
func (o *Object) Remove(key string) bool {
	last := o.last[key]
	for it := last; it != nil; it = it.earlier {
		it.removed = true
	}
	delete(o.last, key)
	return last != nil
}

// Key returns the key, including changes, or "" if it is computed.
func (it *Item) Key() string { return it.key }

// Set sets the value of the item to an expression in source text, which must not be a heredoc, because items may share
// a line.
func (it *Item) Set(expr string) error {
	expr, err := checkExpr(expr)
	if err != nil {
		return err
	}
	if containsHeredoc(expr) {
		return fmt.Errorf("the value of %q cannot be set to a heredoc; use a quoted string", it.key)
	}
	it.expr, it.nested = expr, nil
	return nil
}

// Rename sets the key of the item. A key that the object already has is an error.
func (it *Item) Rename(key string) error {
	o := it.object
	switch {
	case it.removed:
		return fmt.Errorf("the item %q was removed", it.key)
	case key == it.key:
		return nil
	case o.last[key] != nil:
		return fmt.Errorf("there is already an item %q", key)
	}
	o.unindex(it) // a handle is always that of the last item with its key
	it.key, it.renamed = key, true
	o.index(it)
	return nil
}

// Object returns the items of the value if it is an object constructor, and nil otherwise.
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
