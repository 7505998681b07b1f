package eval

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// units remembers compiled expressions for as long as the expressions are reachable.
var units sync.Map // of weak.Pointer[syntax.Expression] to *unit

// cached returns an expression compiled for contexts like ctx.
func cached(e hcl.Expression, file *source.File, node syntax.Expr, ctx *hcl.EvalContext) *unit {
	native, ok := e.(*syntax.Expression)
	if !ok {
		return compileIn(file, node, ctx)
	}
	key := weak.Make(native)
	if u, ok := units.Load(key); ok && u.(*unit).fits(ctx) {
		return u.(*unit)
	}
	u := compileIn(file, node, ctx)
	if _, loaded := units.Swap(key, u); !loaded {
		runtime.AddCleanup(native, func(k weak.Pointer[syntax.Expression]) { units.Delete(k) }, key)
	}
	return u
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
