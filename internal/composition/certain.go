package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// maxConstantSteps bounds the evaluation of constants while a program is checked.
const maxConstantSteps = 200_000

// certainly checks the constants in attributes that are evaluated in every run: those that must fail are errors (C2).
func (l *linter) certainly(certain bool, attrs ...*attribute) {
	if !certain || len(l.c.broken) > 0 {
		return
	}
	for _, a := range attrs {
		if a != nil && a.constant.IsZero() {
			l.certain(a.expr, a.expr.node, 0)
		}
	}
}

// certain checks an expression that is certainly evaluated.
func (l *linter) certain(e expression, n syntax.Expr, depth int) {
	const maxDepth = 200
	if depth > maxDepth {
		return
	}
	if t, ok := n.(*syntax.Traversal); ok {
		l.certainLocal(e, t, depth)
		return
	}
	if isCompound(n) && len(syntax.Variables(n)) == 0 && !usesHost(n) {
		l.constant(e, n)
		return
	}
	if call, ok := n.(*syntax.Call); ok {
		l.constantArguments(e, call)
	}
	children(n, func(part syntax.Expr, certain bool) {
		if certain {
			l.certain(e, part, depth+1)
		}
	})
}

// isCompound tells whether evaluating an expression can fail at all.
func isCompound(n syntax.Expr) bool {
	switch n.(type) {
	case *syntax.Call, *syntax.Binary, *syntax.Unary, *syntax.Index, *syntax.RelTraversal, *syntax.Template, *syntax.Conditional, *syntax.For, *syntax.Splat:
		return true
	}
	return false
}

// certainLocal follows a local: what is certainly read is certainly evaluated.
func (l *linter) certainLocal(e expression, t *syntax.Traversal, depth int) {
	v := e.scope.find(t.Steps[0].Key.AsString())
	if v == nil || v.expr.node == nil || v.checked {
		return
	}
	v.checked = true
	l.certain(v.expr, v.expr.node, depth+1)
}

// usesHost tells whether an expression calls functions of the program or reads the variable of something around it.
func usesHost(n syntax.Expr) bool {
	found := false
	var walk func(n syntax.Expr)
	walk = func(n syntax.Expr) {
		switch x := n.(type) {
		case *syntax.SplatItem:
			found = true
		case *syntax.Call:
			found = found || x.Name == invokeName
		}
		if !found {
			children(n, func(part syntax.Expr, _ bool) { walk(part) })
		}
	}
	walk(n)
	return found
}

// constant evaluates a constant expression and reports why it fails.
func (l *linter) constant(e expression, n syntax.Expr) {
	layout := eval.NewLayout()
	p, diags := eval.Compile(n, &eval.Env{File: e.file, Profile: types.Extended, Functions: l.c.table, Layout: layout})
	if _, ok := p.Constant(); ok || diags.HasErrors() {
		return
	}
	t := &eval.Thread{Limits: eval.Limits{Steps: maxConstantSteps, Bytes: 1 << 20, Elements: 100_000}}
	f := eval.NewFrame(layout, t)
	p.Eval(f)
	for _, d := range t.Diags {
		if d.Severity == diag.Error && d.Code != codeLimit {
			l.c.add(d)
		}
	}
	f.Release()
}

// constantArguments reports constant arguments that a function cannot take.
func (l *linter) constantArguments(e expression, call *syntax.Call) {
	d := l.c.table[call.Name]
	if d == nil || call.Expand {
		return
	}
	for i, a := range call.Args {
		p := d.Variadic
		if i < len(d.Params) {
			p = &d.Params[i]
		}
		lit, ok := a.(*syntax.Literal)
		text, isText := staticText(a)
		if p == nil || p.Lazy || !ok && !isText {
			continue
		}
		v := value.String(text)
		if ok {
			v = lit.Value
		}
		if v.IsNull() {
			continue
		}
		if _, err := convert.Convert(v, p.Type, types.Extended); err != nil {
			l.c.error("argument-type", e.at(a), "Invalid function argument", "Invalid value for parameter \""+p.Name+"\" of "+call.Name+": "+err.Error()+".")
		}
	}
}

// writable reports the numbers in an attribute that is evaluated in every run that can never be written (C18).
func (l *linter) writable(certain bool, a *attribute, holds rule) {
	if a == nil || !certain || len(l.c.broken) > 0 {
		return
	}
	switch {
	case !a.constant.IsZero():
		l.c.obeys(a, a.constant, holds)
	case hasUnwritable(a.expr.node, 0):
		l.c.obeys(a, literalNumbers(a.expr.node, 0), holds)
	}
}

// hasUnwritable tells whether literalNumbers has a number that cannot be written. Hardly any program has one.
func hasUnwritable(n syntax.Expr, depth int) bool {
	const maxDepth = 200
	if depth > maxDepth {
		return false
	}
	switch n := n.(type) {
	case *syntax.Literal:
		if !n.Value.IsNumber() {
			return false
		}
		_, refused := Number(n.Value, true)
		return refused != ""
	case *syntax.Parens:
		return hasUnwritable(n.Inner, depth+1)
	case *syntax.Unary:
		return hasUnwritable(n.Operand, depth+1)
	case *syntax.Tuple:
		return slices.ContainsFunc(n.Items, func(it syntax.Expr) bool { return hasUnwritable(it, depth+1) })
	case *syntax.Object:
		return slices.ContainsFunc(n.Items, func(it syntax.ObjectItem) bool { return hasUnwritable(it.Value, depth+1) })
	}
	return false
}

// literalNumbers returns the value of a constructor with nothing in it but numbers that are written out; null stands for everything else.
func literalNumbers(n syntax.Expr, depth int) value.Value {
	const maxDepth = 200
	if depth > maxDepth {
		return value.Null
	}
	switch n := n.(type) {
	case *syntax.Literal:
		return n.Value
	case *syntax.Parens:
		return literalNumbers(n.Inner, depth+1)
	case *syntax.Unary: // a number is as exact as its negation
		return literalNumbers(n.Operand, depth+1)
	case *syntax.Tuple:
		list := make([]value.Value, len(n.Items))
		for i, it := range n.Items {
			list[i] = literalNumbers(it, depth+1)
		}
		return value.Tuple(list...)
	case *syntax.Object:
		out := &tree{kids: map[string]*tree{}}
		for _, it := range n.Items {
			if name, ok := staticKey(it.Key); ok {
				out.kids[name] = &tree{val: literalNumbers(it.Value, depth+1)}
			}
		}
		return out.value()
	}
	return value.Null
}
