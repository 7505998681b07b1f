package typing

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// call infers a call. Functions that pass their arguments on unchanged keep the places of these.
func (w *walker) call(e *model.Expr, n *syntax.Call) *term {
	if n.Expand {
		return w.expanded(e, n, w.arguments(e, n))
	}
	switch n.Name {
	case model.InvokeName:
		return w.invoke(e, n)
	case "try":
		return w.try(e, n)
	// The argument is walked for its visits and not for its result: the program tests whether it fails, and both
	// answers are right.
	case "can":
		w.soft++
		w.arguments(e, n)
		w.soft--
		return typedTerm(at(e, n), types.Bool)
	}
	args := w.arguments(e, n)
	if t := w.structural(e, n, args); t != nil {
		return t
	}
	return w.plainCall(e, n, args)
}

// expanded infers a call whose last argument is a list of arguments.
func (w *walker) expanded(e *model.Expr, n *syntax.Call, args []*term) *term {
	last := args[len(args)-1].plain()
	switch {
	case n.Name != "merge" && n.Name != "concat":
	case last.form == tuple && !last.isSet && len(args)+len(last.parts) > 1:
		if t := w.structural(e, n, append(args[:len(args)-1:len(args)-1], last.parts...)); t != nil {
			return t
		}
	case last.form == sequence:
		all := append(args[:len(args)-1:len(args)-1], last.elem())
		if n.Name == "merge" && !slices.ContainsFunc(all, func(t *term) bool { return !mergeable(t) }) {
			return w.mergeAll(at(e, n), all)
		}
		if elems := sequenceOf(last.elem()); len(elems) > 0 && n.Name == "concat" {
			all[len(all)-1] = listTerm(at(e, n), choose(at(e, n), elems...))
			if t := concatenated(at(e, n), all); t != nil {
				return t
			}
		}
	}
	return w.plainCall(e, n, args)
}

// structural infers the calls that only rearrange their arguments; nil for all others.
//
// The results of these functions consist of the terms of the arguments themselves. A mistake in a part of a body can
// therefore be shown at its own place, even if it went through several of them.
func (w *walker) structural(e *model.Expr, n *syntax.Call, args []*term) *term {
	here := at(e, n)
	switch {
	case n.Name == "merge" && len(args) > 0:
		return w.merge(e, n, args)
	case n.Name == "coalesce" && len(args) > 0:
		return coalesced(here, args)
	case n.Name == "lookup" && len(args) >= 2 && len(args) <= 3:
		return w.lookup(e, n, args)
	case n.Name == "concat":
		return concatenated(here, args)
	case (n.Name == "tolist" || n.Name == "toset" || n.Name == "tomap") && len(args) == 1:
		return converted(here, n.Name, args[0])
	case n.Name == "k8s::merge" && len(args) > 0:
		return w.deepMerge(here, args)
	case n.Name == "values" && len(args) == 1:
		return fieldValues(here, args[0])
	case n.Name == "element" && len(args) == 2, n.Name == "one" && len(args) == 1, n.Name == "slice" && len(args) == 3:
		return w.someElements(e, n, args)
	case (n.Name == "distinct" || n.Name == "reverse" || n.Name == "compact") && len(args) == 1:
		return elements(here, args[0])
	case n.Name == "flatten" && len(args) == 1:
		return flattened(here, args[0])
	}
	return nil
}

func (w *walker) arguments(e *model.Expr, n *syntax.Call) []*term {
	args := make([]*term, len(n.Args))
	for i, a := range n.Args {
		args[i] = w.infer(e, a)
	}
	return args
}

// try returns the first argument that can be evaluated. Failures are expected.
func (w *walker) try(e *model.Expr, n *syntax.Call) *term {
	w.soft++
	args := w.arguments(e, n)
	w.soft--
	for i, a := range args {
		if a.form == never {
			args[i] = unknownTerm // its mistake was reported
		}
	}
	return softly(choose(at(e, n), args...))
}

// softly marks a term with values that are expected not to fit.
//
// An author of try and lookup expects that some ways do not fit. A finding there is a warning at most.
func softly(t *term) *term {
	if t.form == anything || t.form == never {
		return t
	}
	return &term{form: choice, soft: true, at: t.at, parts: []*term{t}, wide: t.width(), eventual: t.eventual}
}

// coalesced returns the first argument that is not null. If all are of one type, it is unchanged; otherwise they are
// converted.
//
// A conversion makes a new value, which no longer has the place of an argument. Nothing is known about such a call
// here; the declaration of the function still gives its type.
func coalesced(here place, args []*term) *term {
	var rest []*term
	for _, a := range args {
		if a = withoutNull(a); a.form != never {
			rest = append(rest, a)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	first := types.WithoutOptional(rest[0].typ())
	for _, a := range rest {
		if a.form == anything || a.typ() != first || !first.IsPrimitive() {
			return nil
		}
	}
	return softly(choose(here, rest...))
}

// lookup returns the element of a map or object with a key, or the default.
func (w *walker) lookup(e *model.Expr, n *syntax.Call, args []*term) *term {
	of := args[0].plain()
	if of.form != object && of.form != mapping && (of.form != read || of.sch.Type != schema.Object) {
		return nil
	}
	t, why := w.step(of, keyOf(args[1]))
	f := finding{at: at(e, n.Args[1]), code: code.UnknownPath, summary: "Unknown field", detail: why}
	if len(args) == 2 {
		if w.alt {
			w.visit(f.at, inferring)
		}
		if why != "" {
			w.fail(f)
		}
		return t
	}
	if why != "" {
		if f.warning, t = true, unknownTerm; of.form == read {
			w.fail(f)
		}
	}
	return softly(choose(at(e, n), t, args[2]))
}

// sequenceOf returns the elements of a list, nil if they are not known.
//
// A list of unknown length has one term for any element. Nil means that nothing is known, and an empty list of terms
// that there are no elements.
func sequenceOf(t *term) []*term {
	t = t.plain()
	switch t.form {
	case tuple, sequence:
		return t.parts
	case choice:
		var all []*term
		for _, p := range t.parts {
			elems := sequenceOf(p)
			if elems == nil && p.plain().form != tuple {
				return nil
			}
			all = append(all, elems...)
		}
		return all
	case read:
		if t.sch.Type == schema.Array {
			return []*term{readTerm(t.at, t.sch.Items, t.eventual)}
		}
	case typed:
		if k := t.as.Kind(); k == types.KindList || k == types.KindSet {
			return []*term{typedTerm(t.at, t.as.Elem(), t)}
		}
	}
	return nil
}

// concatenated returns a list of the elements of all lists.
func concatenated(here place, args []*term) *term {
	all, exact := &term{form: tuple, at: here}, true
	for _, a := range args {
		p := a.plain()
		elems := sequenceOf(a)
		if elems == nil && (p.form != tuple || p.isSet) {
			return nil
		}
		exact = exact && p.form == tuple && !p.isSet
		all.parts = append(all.parts, elems...)
		all.eventual = all.eventual || a.eventual
	}
	switch {
	case exact:
		return all
	case len(all.parts) == 0:
		return nil
	}
	return listTerm(here, choose(here, all.parts...))
}

// elements returns a list of some elements of a list, unchanged.
func elements(here place, of *term) *term {
	elems := sequenceOf(of)
	if len(elems) == 0 || !sameScalars(elems) && of.plain().form != sequence {
		return nil
	}
	return listTerm(here, choose(here, elems...))
}

// sameScalars reports whether the conversion to a list does not change elements: they are of one primitive type.
func sameScalars(elems []*term) bool {
	first := elems[0].typ()
	return first.IsPrimitive() && !slices.ContainsFunc(elems, func(t *term) bool { return t.typ() != first })
}

// converted returns a tuple of one primitive type as a list or set, with the same elements; nil for all others.
func converted(here place, to string, of *term) *term {
	p := of.plain()
	if p.form == object && to == "tomap" && !p.open && len(p.fields) > 0 && sameScalars(valuesOf(p)) {
		return p
	}
	if p.form != tuple || to == "tomap" || len(p.parts) == 0 || !sameScalars(p.parts) {
		return nil
	}
	return &term{form: tuple, at: here, parts: p.parts, isSet: to == "toset", eventual: p.eventual}
}

func valuesOf(t *term) []*term {
	all := make([]*term, len(t.fields))
	for i := range t.fields {
		all[i] = t.fields[i].val
	}
	return all
}

// fieldValues returns the values of an object, in the order of their names.
func fieldValues(here place, of *term) *term {
	p := of.plain()
	if p.form != object || p.open || slices.ContainsFunc(p.fields, func(f field) bool { return f.maybe }) {
		return nil
	}
	sorted := slices.SortedFunc(slices.Values(p.fields), func(a, b field) int { return strings.Compare(a.name, b.name) })
	t := &term{form: tuple, at: here, eventual: p.eventual}
	for _, f := range sorted {
		t.parts = append(t.parts, f.val)
	}
	return t
}

// someElements returns one of the elements of a list, or a list of some. It also reports the errors of the library.
func (w *walker) someElements(e *model.Expr, n *syntax.Call, args []*term) *term {
	here := at(e, n)
	result := w.plainCall(e, n, args)
	elems := sequenceOf(args[0])
	if len(elems) == 0 || result.form == never {
		return result
	}
	t := choose(here, elems...)
	switch n.Name {
	case "slice":
		return listTerm(here, t)
	case "one":
		return choose(here, t, constTerm(here, value.Null))
	}
	return t
}

// mostFlattened limits the parts that flattened visits: lists that share their elements can have far too many of them.
const mostFlattened = 1000

// flattened returns a list of the elements of lists of lists.
func flattened(here place, of *term) *term {
	var out []*term
	var add func(t *term, depth int) bool
	seen := 0
	add = func(t *term, depth int) bool {
		if seen++; seen > mostFlattened {
			return false
		}
		p := t.plain()
		elems := p.parts
		if p.form != choice || depth >= maxConditions {
			elems = sequenceOf(t)
		}
		if elems == nil && p.form != tuple {
			if p.form == object || p.form == constant || p.form == mapping || p.form == read && p.sch.Type != schema.Any ||
				p.form == typed && p.as.IsPrimitive() {
				out = append(out, t)
				return true
			}
			return false
		}
		if depth >= maxConditions {
			return false
		}
		return !slices.ContainsFunc(elems, func(elem *term) bool { return !add(elem, depth+1) })
	}
	if sequenceOf(of) == nil || !add(of, 0) || len(out) == 0 {
		return nil
	}
	return listTerm(here, choose(here, out...))
}

// plainCall infers a call from the declaration of the function.
//
// The same declaration is used as at run time, so a function that is added to the library is known to the checker
// without anything being written here.
func (w *walker) plainCall(e *model.Expr, n *syntax.Call, args []*term) *term {
	d := w.with.Functions[n.Name]
	here := at(e, n)
	if d == nil || d.Refused != "" {
		return unknownTerm
	}
	operands := make([]function.Operand, len(args))
	eventual := false
	for i, a := range args {
		operands[i] = operand(a)
		operands[i].Rest = n.Expand && i == len(args)-1
		if operands[i].Rest {
			operands[i].Type = elemType(a)
		}
		eventual = eventual || a.eventual
		if a.form == never {
			return neverTerm
		}
	}
	t, errs := d.ResultOf(operands, types.Extended)
	if len(errs) > 0 {
		w.badArgument(e, n, args, errs)
	}
	out := typedTerm(here, t)
	out.eventual = eventual
	return out
}

func elemType(t *term) types.Type {
	if elems := sequenceOf(t); len(elems) == 1 {
		return elems[0].typ()
	}
	return types.Dynamic
}

// operand returns the operand that a declaration gets for an argument.
func operand(t *term) function.Operand {
	p := t.plain()
	if p.form == constant {
		return function.Operand{Type: p.typ(), Value: p.val}
	}
	return function.Operand{Type: p.typ()}
}

// badArgument reports an argument that a function never accepts: only the first one, because others are probably
// misplaced with it. The compiler reports a wrong number of them, and wrong constants.
func (w *walker) badArgument(e *model.Expr, n *syntax.Call, args []*term, errs []error) {
	var arg *function.ArgError
	for _, err := range errs {
		var other *function.ArgError
		if !errors.As(err, &other) || other.Index >= len(n.Args) {
			continue
		}
		if _, ok := n.Args[other.Index].(*syntax.Literal); arg == nil || ok {
			arg = other
		}
	}
	if arg == nil {
		return
	}
	bad := n.Args[arg.Index]
	f := w.operandAt(e, bad, args[arg.Index])
	name := strconv.Itoa(arg.Index + 1)
	if p := w.with.Functions[n.Name].Param(arg.Index); p != nil {
		name = wording.Quoted(p.Name)
	}
	f.code, f.summary, f.detail = code.ArgumentType, "Invalid function argument", "Invalid value for parameter "+name+
		" of "+n.Name+": "+arg.Error()+"."
	w.fail(f)
}

// maxCalls limits how deep functions of the program are followed.
const maxCalls = 20

// invoke infers the body of a function of the program for the arguments of the call.
func (w *walker) invoke(e *model.Expr, n *syntax.Call) *term {
	if len(n.Args) != 2 {
		w.arguments(e, n)
		return unknownTerm
	}
	with := w.infer(e, n.Args[1]).plain()
	body := w.functionAt(e, n)
	if body == nil {
		return unknownTerm
	}
	s, f := w.newScope(), body.Scope.InFunction()
	s.function, s.caller, s.calls = f, w.scope, w.scope.calls+1
	for c := w.scope; c != nil; c = c.caller {
		// A recursive function would be followed without end.
		if c.function == f || s.calls > maxCalls {
			return unknownTerm
		}
	}
	args, known := w.declared[f]
	if !known {
		args = w.m.Arguments(f)
		w.declared[f] = args
	}
	s.args = make([]given, len(args))
	for i, arg := range args {
		s.args[i] = w.argument(with, arg)
	}
	if w.dead == 0 {
		w.note(w.owner, body, w.soft > 0)
	}
	t := w.elsewhere(s, false, func() *term { return w.expr(body) })
	if t.form == anything || t.form == never {
		return t
	}
	return &term{form: byName, at: at(e, n), parts: []*term{t}, eventual: t.eventual}
}

// functionAt returns the body of the called function of the program, nil if it is not known.
func (w *walker) functionAt(e *model.Expr, n *syntax.Call) *model.Expr {
	ref := w.m.Ref(e.File, n.Args[0])
	if ref == nil {
		return nil
	}
	if f := w.m.Symbol(e.File, ref.Symbol); f.Kind == model.Function {
		return f.Block.Attr(model.AttrBody)
	}
	return nil
}

// argument returns the value that a call gives for an argument, or its default.
func (w *walker) argument(with *term, arg model.Declared) given {
	out := given{id: arg.ID, val: unknownTerm}
	if with.form != object {
		return out
	}
	if f := with.field(arg.Symbol.Name); f != nil {
		out.val, out.from = f.val, f.key
	} else if d := arg.Symbol.Block.Attr(model.AttrDefault); d != nil && !with.open {
		out.val = w.elsewhere(w.root, false, func() *term { return w.expr(d) })
	}
	return out
}
