package check

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value/host"
)

// keys reports duplicate names in an object constructor: the last one would count, which is never intended. Computed
// keys are ignored.
func (c *checker) keys(f *model.File) {
	const many = 64
	seen := map[string]syntax.Expr{}
	for _, obj := range c.m.Objects(f) {
		if len(seen) > many {
			seen = map[string]syntax.Expr{} // clearing a large map is slow even if it has few entries
		}
		clear(seen)
		for _, it := range obj.Node.Items {
			name, ok := model.StaticKey(it.Key)
			if !ok {
				continue
			}
			name = host.NFC(name)
			if first := seen[name]; first != nil {
				c.twice(code.DuplicateKey, "Duplicate key", obj.Expr.At(it.Key),
					"This object already has a key "+wording.Quoted(name)+" at "+obj.Expr.At(first).String()+
						". Only one of the values can be used. Remove the other one.",
					"the other one is here", obj.Expr.At(first))
				continue
			}
			seen[name] = it.Key
		}
	}
}
