package eval

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// index compiles an index whose key is an expression.
func (c *Compiler) index(e *syntax.Index) node {
	of, key := c.expr(e.Of), c.expr(e.Key)
	n := over(of, key)
	n.loose = of.loose || key.loose
	file, profile := c.env.File, c.profile
	span := source.Span{Start: e.Open, End: e.Close + 1}
	left, right := of.code, key.code
	n.code = func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		v := left(f)
		k := right(f)
		if x, ok := elementAt(v, k); ok {
			return x
		}
		if k.IsUnknown() && k.Type().IsDynamic() && !v.IsNull() && f.Thread.failedSince(mark) {
			_, marks := v.Unmark() // the key failed: no word about what it would have found
			return value.DynamicUnknown.WithMarks(marks)
		}
		x, err := calc.Index(v, k, profile, source.Range{File: file, Span: e.Source})
		if err != nil {
			f.Thread.Report(stepError(err, source.Range{File: file, Span: span}, source.Range{File: file, Span: e.Source}))
			return value.DynamicUnknown
		}
		if x.IsUnknown() {
			f.Thread.weigh(x)
		}
		return x
	}
	return n
}

// elementAt is the fast path of an index: a plain key of a plain container that has it.
func elementAt(v, k value.Value) (value.Value, bool) {
	if k.IsString() {
		return v.Attr(k.AsString())
	}
	if i, ok := k.AsInt64(); ok && i >= 0 && isSequence(v) && !k.IsMarked() {
		if elems := v.Elems(); i < int64(len(elems)) {
			return elems[i], true
		}
	}
	return value.Value{}, false
}

// isSequence reports whether v is a known and unmarked list or tuple.
func isSequence(v value.Value) bool {
	if !v.IsContainer() {
		return false
	}
	k := v.Kind()
	return k == types.KindList || k == types.KindTuple
}
