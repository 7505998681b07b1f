package eval

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// remembering is implemented by expressions that remember their compiled form.
type remembering interface{ Memo() *syntax.Memo }

// cached returns an expression compiled for contexts like ctx.
func cached(e hcl.Expression, file *source.File, node syntax.Expr, ctx *hcl.EvalContext) *unit {
	r, ok := e.(remembering)
	if !ok {
		return compileIn(file, node, ctx)
	}
	memo := r.Memo()
	if u, ok := memo.Load().(*unit); ok && u.fits(ctx) {
		return u
	}
	u := compileIn(file, node, ctx)
	memo.Store(u)
	return u
}

// threads keeps threads for evaluations that have none of their own.
var threads = sync.Pool{New: func() any { return new(Thread) }}

// reset makes a thread that was used new again, but for its buffers.
func (t *Thread) reset() { *t = Thread{text: t.text[:0], args: t.args[:0]} }

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
