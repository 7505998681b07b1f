package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// codeContract is the code of contract errors (C2).
const codeContract = "contract"

// rule is what a finished value of an attribute has to fulfil (C2). The checker applies it to constants, a run to all values, so that both
// say the same.
type rule func(a *attribute, v value.Value) []violation

// violation is how a value breaks a rule, and where.
type violation struct {
	at              source.Range
	summary, detail string
}

func broken(at source.Range, summary, detail string) []violation {
	return []violation{{at, summary, detail}}
}

// The rules of the attributes that hold a single text.
var (
	memberNameRule = textRule("name", nameText)
	contextKeyRule = openKeyRule
	apiVersionRule = textRule("apiVersion of a requirement", anyText)
	kindRule       = textRule("kind of a requirement", anyText)
	namespaceRule  = textRule("namespace of a requirement", anyText)
	matchNameRule  = textRule("matchName of a requirement", anyText)
)

// The rules of bodies.
var (
	resourceBodyRule   = objectRule("body", "The body of a resource")
	statusBodyRule     = objectRule("status", "The body of a composite status block")
	connectionBodyRule = objectRule("connection details", "The body of a composite connection block")
)

func objectRule(what, subject string) rule {
	return func(a *attribute, v value.Value) []violation {
		if isObject(unmarked(v)) {
			return nil
		}
		return broken(a.rng(), "Invalid "+what, subject+" must be an object, but this is "+kindName(v)+".")
	}
}

// textUse says what a text is used for.
type textUse uint8

const (
	anyText  textUse = iota
	openText         // it is shown, so it must not be marked
	nameText         // it is shown, and a number becomes one (C7)
)

func textRule(what string, use textUse) rule {
	return func(a *attribute, v value.Value) []violation {
		u, marks := v.Unmark()
		switch {
		case use != anyText && marks.Has(value.Sensitive):
			return broken(a.rng(), "Sensitive "+what, "The "+what+" would show a sensitive value. Choose one that may be seen.")
		case u.IsString() && u.AsString() == "":
			return broken(a.rng(), "Empty "+what, "The "+what+" must not be empty.")
		case u.IsString(), use == nameText && u.IsNumber():
			return nil
		}
		return broken(a.rng(), "Invalid "+what, "The "+what+" must be a string, but this is "+kindName(u)+".")
	}
}

// textOf returns the text of a value that fulfils a rule of texts.
func textOf(v value.Value) string {
	v = unmarked(v)
	if v.IsNumber() {
		return v.NumberText()
	}
	return v.AsString()
}

func conditionRule(a *attribute, v value.Value) []violation {
	if unmarked(v).IsBool() {
		return nil
	}
	return broken(a.rng(), "Invalid condition", "A condition must be true or false, but this is "+found(v)+".")
}

func forEachRule(a *attribute, v value.Value) []violation {
	if unmarked(v).IsContainer() {
		return nil
	}
	return broken(a.rng(), "Invalid for_each", "for_each needs a list, set or map to iterate over, but this is "+kindName(v)+".")
}

var readyNames = []string{ReadyUnspecified.String(), ReadyTrue.String(), ReadyFalse.String()}

func readyRule(a *attribute, v value.Value) []violation {
	if slices.Contains(readyNames, unmarked(v).AsString()) {
		return nil
	}
	text := "The value of a ready block must be " + oneOf(readyNames) + ", but this is " + found(v) + "."
	if !isSecret(v) { // even a hint would tell something
		text += diag.DidYouMean(v.AsString(), readyNames)
	}
	return broken(a.rng(), "Invalid readiness", text)
}

var annotationsPath = [...]string{"metadata", "annotations"}

// memberBodyRule is the rule of the body of a collection's member, into which annotations go (C7).
func memberBodyRule(a *attribute, v value.Value) []violation {
	if bad := resourceBodyRule(a, v); bad != nil {
		return bad
	}
	for i, name := range annotationsPath {
		next, ok := unmarked(v).Attr(name)
		if !ok {
			return nil
		}
		if v = next; !isObject(unmarked(v)) {
			return broken(a.expr.place(value.Path{value.AttrStep("metadata"), value.AttrStep("annotations")}[:i+1]), "Invalid body", "The attribute \""+name+"\" of a member of a collection must be an object, since annotations go into it, but this is "+kindName(v)+".")
		}
	}
	return nil
}

func matchLabelsRule(a *attribute, v value.Value) []violation {
	v, marks := v.Unmark()
	if !isObject(v) {
		return broken(a.rng(), "Invalid matchLabels", "matchLabels must be an object of strings, but this is "+kindName(v)+".")
	}
	var out []violation
	for i, key := range v.Names() {
		if val := unmarked(v.At(i)); !val.IsString() {
			out = append(out, violation{a.expr.item(key), "Invalid matchLabels", "The value of match label " + quotedKey(key, marks.Has(value.Sensitive)) + " must be a string, but this is " + kindName(val) + "."})
		}
	}
	return out
}

// connectionRule is the rule of connection details. No message shows a value (C8).
func connectionRule(a *attribute, v value.Value) []violation {
	if bad := connectionBodyRule(a, v); bad != nil {
		return bad
	}
	v, marks := v.Unmark()
	var out []violation
	for i, key := range v.Names() {
		if text := notBase64(unmarked(v.At(i))); text != "" {
			out = append(out, violation{a.expr.item(key), "Invalid connection detail", "The value of connection key " + quotedKey(key, marks.Has(value.Sensitive)) + " " + text})
		}
	}
	return out
}

// notBase64 says why a value is no connection detail, or "".
func notBase64(v value.Value) string {
	if !v.IsString() {
		return "must be a string in base64, but this is " + kindName(v) + ". Write base64encode(...)."
	}
	if _, ok := decodeBase64(v.AsString()); !ok {
		return "is not base64 text. Write base64encode(...) around it."
	}
	return ""
}

// constant applies a rule to an attribute that is constant.
func (c *compiler) constant(a *attribute, holds rule) {
	if a != nil && !a.constant.IsZero() {
		c.obeys(a, a.constant, holds)
	}
}

// constantItems applies a rule that judges each item of an object by itself to the items that are constant.
func (c *compiler) constantItems(a *attribute, holds rule) {
	c.constant(a, holds)
	if a == nil || !a.constant.IsZero() || c.isBroken(a.expr.file) {
		return
	}
	if obj, ok := stripParens(a.expr.node).(*syntax.Object); ok {
		c.obeys(a, literalItems(obj), holds)
	}
}

func (c *compiler) obeys(a *attribute, v value.Value, holds rule) {
	for _, bad := range holds(a, v) {
		c.error(codeContract, bad.at, bad.summary, bad.detail)
	}
}

// literalItems returns the object of the items that are literals.
func literalItems(obj *syntax.Object) value.Value {
	out := &tree{kids: map[string]*tree{}}
	for _, it := range obj.Items {
		name, ok := staticKey(it.Key)
		if !ok {
			continue
		}
		delete(out.kids, name) // of two items with one key the last counts
		if lit, ok := it.Value.(*syntax.Literal); ok {
			out.child(name).val = lit.Value
		} else if text, ok := staticText(it.Value); ok {
			out.child(name).val = value.String(text)
		}
	}
	return out.value()
}

// obeys applies a rule to the finished value of an attribute. What breaks it makes the answer fatal.
func (r *run) obeys(item int, a *attribute, v value.Value, holds rule) bool {
	list := holds(a, v)
	for _, bad := range list {
		r.contract(item, bad.at, bad.summary, bad.detail)
	}
	return len(list) == 0
}
