package check

import (
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/wording"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// keys reports names that stand twice in an object constructor: the last one would count, which nobody intends. Keys that are computed
// are not looked at.
func (c *checker) keys(f *model.File) {
	for _, e := range f.Exprs {
		c.keysIn(e, e.Node)
	}
}

func (c *checker) keysIn(e *model.Expr, n syntax.Expr) {
	if obj, ok := n.(*syntax.Object); ok && len(obj.Items) > 1 {
		c.keysOf(e, obj)
	}
	model.Parts(n, func(part syntax.Expr, _ bool) { c.keysIn(e, part) })
}

func (c *checker) keysOf(e *model.Expr, obj *syntax.Object) {
	seen := make(map[string]syntax.Expr, len(obj.Items))
	for _, it := range obj.Items {
		name, ok := model.StaticKey(it.Key)
		if !ok {
			continue
		}
		name = value.NFC(name)
		if first := seen[name]; first != nil {
			c.twice("duplicate-key", "Duplicate key", e.At(it.Key),
				"This object has a key "+wording.Quoted(name)+" already, at "+e.At(first).String()+". Only one of the values can count: remove the other one.",
				"the other one is here", e.At(first))
			continue
		}
		seen[name] = it.Key
	}
}
