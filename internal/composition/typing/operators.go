package typing

import (
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
)

// converts reports whether some value of a term converts to a primitive type.
//
// Some values are enough, because only conversions that never succeed are errors.
func converts(t *term, to types.Type) bool {
	switch t.form {
	case byName:
		return converts(t.parts[0], to)
	case never, anything:
		return true
	case constant:
		if t.val.IsNull() {
			return true // that is about null, not about the type
		}
		_, err := convert.Convert(t.val, to, types.Extended)
		return err == nil
	case choice:
		return slices.ContainsFunc(t.parts, func(p *term) bool { return converts(p, to) })
	case object, tuple, sequence, mapping:
		return false
	case read:
		return readConverts(t.sch, to)
	}
	return typeConverts(t.as, to)
}

func readConverts(s *schema.Schema, to types.Type) bool {
	switch s.Type {
	case schema.Object, schema.Array:
		return false
	case schema.Boolean:
		return to != types.Number
	case schema.Integer, schema.Number:
		return to != types.Bool
	}
	return true
}

func typeConverts(t, to types.Type) bool {
	switch t.Kind() {
	case types.KindDynamic, types.KindNone, types.KindString:
		return true
	case types.KindBool:
		return to != types.Number
	case types.KindNumber, types.KindInt:
		return to != types.Bool
	case types.KindUnion:
		for i := range t.Len() {
			if m := t.At(i); m != types.None && typeConverts(m, to) {
				return true
			}
		}
		return false
	case types.KindNamed:
		return typeConverts(t.Definition(), to)
	case types.KindPromise, types.KindOutput:
		return typeConverts(t.Elem(), to)
	}
	return false
}

// found describes a term where another one was expected.
func found(t *term) string {
	t = t.plain()
	switch t.form {
	case constant:
		return wording.Found(t.val)
	case object, mapping:
		return "an object"
	case tuple, sequence:
		return "a list"
	case read:
		return article(t.sch.Type)
	}
	if t.typ() == types.Int {
		return "an integer"
	}
	return types.FriendlyNameWithArticle(t.typ())
}

// want reports a term with no value that converts, and returns whether some value does.
func (w *walker) want(e *model.Expr, n syntax.Expr, t *term, to types.Type, expected string) bool {
	f := w.operandAt(e, n, t)
	if converts(t, to) {
		return t.form != never
	}
	f.code, f.summary, f.detail = code.InvalidOperand, "Wrong type", "Found "+found(t)+" where "+expected+" is expected."
	w.fail(f)
	return false
}

// operandAt returns a finding about an operand: about the value that a call gives if it is an argument.
func (w *walker) operandAt(e *model.Expr, n syntax.Expr, t *term) finding {
	f := finding{at: at(e, n)}
	if p := t.plain(); w.isArgument(e, n) && !p.at.isZero() {
		f.at, f.uses = p.at, []through{{f.at, 1}}
		w.visit(f.uses[0].at, inferring)
	}
	if w.alt || len(f.uses) > 0 {
		w.visit(f.at, inferring)
	}
	return f
}

// isArgument reports whether an expression is an argument of the function that contains it.
func (w *walker) isArgument(e *model.Expr, n syntax.Expr) bool {
	ref := w.m.Ref(e.File, n)
	return ref != nil && w.m.Symbol(e.File, ref.Symbol).Kind == model.Argument
}

func (w *walker) wantBool(e *model.Expr, n syntax.Expr, t *term) bool {
	return w.want(e, n, t, types.Bool, "true or false")
}

func (w *walker) wantText(e *model.Expr, n syntax.Expr, t *term) bool {
	return w.want(e, n, t, types.String, "a string")
}

func (w *walker) unary(e *model.Expr, n *syntax.Unary) *term {
	t := w.infer(e, n.Operand)
	here := at(e, n)
	v := t.constant()
	if n.Op == syntax.OpNot {
		if !w.wantBool(e, n.Operand, t) {
			return neverTerm
		}
		if v.IsBool() {
			return constTerm(here, value.Bool(!v.AsBool()))
		}
		return typedTerm(here, types.Bool, t)
	}
	if !w.want(e, n.Operand, t, types.Number, "a number") {
		return neverTerm
	}
	if v.IsNumber() {
		return constTerm(here, calc.Neg(v))
	}
	if t.isInteger() {
		return typedTerm(here, types.Int, t)
	}
	return typedTerm(here, types.Number, t)
}

// isInteger reports whether all values of a term are integers.
func (t *term) isInteger() bool {
	t = t.plain()
	switch t.form {
	case constant:
		return numbers.IsInteger(t.val)
	case read:
		return t.sch.Type == schema.Integer
	case typed:
		return t.as == types.Int
	}
	return false
}

func (w *walker) binary(e *model.Expr, n *syntax.Binary) *term {
	left := w.infer(e, n.Left)
	here := at(e, n)
	if n.Op == syntax.OpAnd || n.Op == syntax.OpOr {
		return w.logical(e, n, left)
	}
	right := w.infer(e, n.Right)
	switch n.Op {
	case syntax.OpEqual, syntax.OpNotEqual:
		if same, known := equal(left, right); known {
			return constTerm(here, value.Bool(same == (n.Op == syntax.OpEqual)))
		}
		return typedTerm(here, types.Bool, left, right)
	}
	operand, result := n.Op.Types()
	fits := w.want(e, n.Left, left, operand, "a number")
	if !w.want(e, n.Right, right, operand, "a number") || !fits {
		return neverTerm
	}
	if result == types.Number && n.Op != syntax.OpDiv && left.isInteger() && right.isInteger() {
		result = types.Int
	}
	return typedTerm(here, result, left, right)
}

// logical infers && and ||: the right operand is evaluated only if the left one does not decide.
func (w *walker) logical(e *model.Expr, n *syntax.Binary, left *term) *term {
	w.wantBool(e, n.Left, left)
	v := left.constant()
	decides := v.IsBool() && v.AsBool() == (n.Op == syntax.OpOr)
	before := len(w.guards)
	w.assume(e, n.Left, n.Op == syntax.OpAnd, 0)
	if decides {
		w.dead++
	}
	right := w.infer(e, n.Right)
	w.wantBool(e, n.Right, right)
	if decides {
		w.dead--
	}
	w.guards = w.guards[:before]
	switch {
	case decides:
		return constTerm(at(e, n), v)
	case v.IsBool() && right.constant().IsBool():
		return constTerm(at(e, n), right.constant())
	}
	return typedTerm(at(e, n), types.Bool, left, right)
}

// equal compares two terms.
//
// Terms that are not constant are hardly ever known to be equal or different. That something is not null is the
// exception, and the one that conditions of programs test.
func equal(a, b *term) (same, known bool) {
	a, b = a.plain(), b.plain()
	switch {
	case a.form == constant && b.form == constant:
		v := calc.Equal(a.val, b.val, types.Extended)
		return v.AsBool(), v.IsBool()
	case a.isNull() && b.neverNull(), b.isNull() && a.neverNull():
		return false, true
	}
	return false, false
}
