package eval

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// shallow is the nesting of programs that need no look at the stack: what bounds calls and lazy slots bounds them.
const shallow = 100

// guarded runs code that nests deeply only if all such code together does not nest too deeply for the stack.
func guarded(code Code, depth int, at source.Range) Code {
	return func(f *Frame) value.Value {
		t := f.Thread
		if t.stack+depth > maxStack {
			t.stop("Values nested too deeply", "Deeply nested expressions wait for one another. Split them up.")
			return t.ended(at)
		}
		t.stack += depth
		v := code(f)
		t.stack -= depth
		return v
	}
}
