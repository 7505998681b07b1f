package types

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
)

// Traverse returns the type to which a step leads from t. A nil profile means [Standard].
//
// A step from dynamic leads to dynamic, and from none to none. A step from a union leads to the union of the results
// for its members, except those that have no such part. A step from a promise or output, or with a key that is one,
// leads to a promise or output. A step with an unknown key leads to the union of all possible results. With NullIsNone,
// optional attributes can be none.
//
// The error is a [*TraverseError]. It is returned if no member has such a part. The returned type is then the most
// likely one, so that a checker can continue.
func Traverse(t Type, s Step, p *Profile) (Type, error) {
	tr := traverser{step: s, nullIsNone: p != nil && p.NullIsNone}
	out, err := tr.from(t)
	out = Lift(out, s.Key)
	if err != nil {
		return out, err
	}
	return out, nil
}

type traverser struct {
	step       Step
	nullIsNone bool
}

func (tr *traverser) from(t Type) (Type, *TraverseError) {
	switch t.Kind() {
	case KindDynamic, KindNone:
		return t, nil
	case KindNamed:
		return tr.from(t.Definition())
	case KindUnion:
		return tr.union(t)
	case KindPromise:
		out, err := tr.from(t.n.elem)
		return Promise(out), err
	case KindOutput:
		out, err := tr.from(t.n.elem)
		return Output(out), err
	case KindList:
		return t.n.elem, tr.checkIndex(t)
	case KindTuple:
		return tr.tuple(t)
	case KindMap:
		return t.n.elem, tr.checkKey(t)
	case KindObject:
		return tr.object(t)
	}
	return Dynamic, tr.noParts(t)
}

// union follows the section Structural Types of the extensions. It returns the first error if no member has the part. A
// step from none leads to none.
func (tr *traverser) union(t Type) (Type, *TraverseError) {
	var found []Type
	var first *TraverseError
	for _, m := range t.n.elems {
		out, err := tr.from(m)
		switch {
		case err == nil:
			found = append(found, out)
		// The first failing member decides the message. Which one is first does not depend on the order of the text,
		// since members are in canonical order.
		case first == nil:
			first = err
		}
	}
	if len(found) > 0 {
		return Union(found...), nil
	}
	return Dynamic, first
}

func (tr *traverser) noParts(t Type) *TraverseError {
	what := "a value of type " + FriendlyName(t)
	switch {
	case t.Kind() == KindSet:
		return tr.fail(t, "The elements of a set have neither names nor indexes, so an index cannot select them.")
	case tr.step.Attr:
		return tr.fail(t, "There is no attribute "+strconv.Quote(tr.step.Name)+" on "+what+", which has no attributes.")
	}
	return tr.fail(t, "Only lists, tuples, maps and objects can be indexed, not "+what+".")
}

func (tr *traverser) fail(t Type, detail string) *TraverseError {
	return &TraverseError{Type: t, Step: tr.step, Detail: detail}
}

// checkIndex checks whether the step can be a position in a sequence.
func (tr *traverser) checkIndex(t Type) *TraverseError {
	switch {
	case tr.step.Attr:
		return tr.fail(t, "There is no attribute "+strconv.Quote(tr.step.Name)+" on a "+FriendlyName(t)+
			". Did you mean an attribute of its elements, as with [*]."+tr.step.Name+"?")
	case !keyFits(tr.step.Key, KindNumber):
		return tr.fail(t, "The index of a "+t.Kind().String()+" must be a number, not "+FriendlyName(tr.step.Key)+".")
	case !tr.step.Known:
		return nil
	}
	i, ok := tr.step.index()
	switch {
	case !ok:
		return tr.fail(t, "The index of a "+t.Kind().String()+" must be a number, but "+strconv.Quote(tr.step.Name)+
			" is not a number.")
	case i < 0:
		return tr.fail(t, "The index of a "+t.Kind().String()+" must not be negative.")
	}
	return nil
}

// keyFits reports whether keys of a type can convert to numbers or strings (as kind says).
func keyFits(key Type, kind Kind) bool {
	switch key.Kind() {
	case KindDynamic, KindNumber, KindInt, KindString:
		return true
	case KindBool:
		return kind == KindString
	case KindPromise, KindOutput:
		return keyFits(key.n.elem, kind)
	case KindNamed:
		return keyFits(key.Definition(), kind)
	case KindUnion:
		return slices.ContainsFunc(key.n.elems, func(m Type) bool { return keyFits(m, kind) })
	}
	return false
}

func (tr *traverser) tuple(t Type) (Type, *TraverseError) {
	if err := tr.checkIndex(t); err != nil {
		return Dynamic, err
	}
	n := t.Len()
	if n == 0 {
		return Dynamic, tr.fail(t, "The tuple has no elements.")
	}
	if !tr.step.Known {
		return Union(t.n.elems...), nil
	}
	if i, _ := tr.step.index(); i < int64(n) {
		return t.n.elems[i], nil
	}
	if n == 1 {
		return Dynamic, tr.fail(t, "The tuple has one element, so the only index is 0.")
	}
	return Dynamic, tr.fail(t, "The tuple has "+strconv.Itoa(n)+" elements, so the last index is "+strconv.Itoa(n-1)+
		".")
}

// checkKey checks whether the step can be a key.
func (tr *traverser) checkKey(t Type) *TraverseError {
	if tr.step.Attr || keyFits(tr.step.Key, KindString) {
		return nil
	}
	return tr.fail(t, "The key of a "+t.Kind().String()+" must be a string, not "+FriendlyName(tr.step.Key)+".")
}

func (tr *traverser) object(t Type) (Type, *TraverseError) {
	if err := tr.checkKey(t); err != nil {
		return Dynamic, err
	}
	if !tr.step.Known {
		return tr.anyAttr(t)
	}
	name := tr.step.text()
	a, ok := t.Attr(name)
	if !ok {
		return Dynamic, tr.missing(t, name)
	}
	if a.Optional && tr.nullIsNone {
		return Optional(a.Type), nil
	}
	return a.Type, nil
}

func (tr *traverser) anyAttr(t Type) (Type, *TraverseError) {
	if t.Len() == 0 {
		return Dynamic, tr.fail(t, "The object has no attributes.")
	}
	all := slices.Clone(t.n.elems)
	if t.n.opt != nil && tr.nullIsNone {
		all = append(all, None)
	}
	return Union(all...), nil
}

// maxListed is how many attributes an error lists.
const maxListed = 12

func (tr *traverser) missing(t Type, name string) *TraverseError {
	detail := "There is no attribute " + strconv.Quote(name) + "."
	switch hint := diag.DidYouMean(name, t.n.names); {
	case hint != "":
		detail += hint
	case t.Len() == 0:
		detail += " The object has no attributes."
	case t.Len() == 1:
		detail += " The only attribute is " + quoteName(t.n.names[0]) + "."
	case t.Len() <= maxListed:
		last := t.Len() - 1
		detail += " The attributes are " + joinNames(t.n.names[:last]) + " and " + quoteName(t.n.names[last]) + "."
	}
	return tr.fail(t, detail)
}

func joinNames(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quoteName(n)
	}
	return strings.Join(quoted, ", ")
}
