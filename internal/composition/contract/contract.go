// Package contract has the rules for finished values, which must hold before the values are used: the valid values of a
// body, a name or a readiness. A value that breaks a rule makes the answer of a call fatal. The checker applies the
// same rules to constants, so that both report the same.
//
// # Terms
//
// A rule checks the finished value of an attribute. A violation describes how the value breaks it, and at which path of
// the value.
package contract

import (
	"encoding/base64"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Code is the code of the errors of values that break a rule.
const Code = code.Contract

// Rule returns how the finished value of an attribute breaks a rule, or nothing. It is safe for concurrent use.
type Rule func(v value.Value) []Violation

// Violation describes how a value breaks a rule.
type Violation struct {
	// Path is the part of the value that breaks it; empty for the value as a whole.
	Path            value.Path
	Summary, Detail string
}

func broken(summary, detail string) []Violation { return []Violation{{nil, summary, detail}} }

var (
	anyKey         = textRule("context key", openText)
	resourceObject = objectRule("body", "The body of a resource")
	connectionBody = objectRule("connection details", "The body of a composite connection block")
)

func objectRule(what, subject string) Rule {
	return func(v value.Value) []Violation {
		if IsObject(unmarked(v)) {
			return nil
		}
		return broken("Invalid "+what, subject+" must be an object, but this is "+wording.Kind(v)+".")
	}
}

// IsObject reports whether an unmarked value is an object in the sense of documents.
func IsObject(v value.Value) bool {
	return v.IsContainer() && (v.Kind() == types.KindObject || v.Kind() == types.KindMap)
}

func unmarked(v value.Value) value.Value {
	u, _ := v.Unmark()
	return u
}

// textUse is the use of a text.
type textUse uint8

const (
	anyText  textUse = iota
	openText         // it is shown, so it must not be marked
	nameText         // it is shown, and numbers are converted
)

func textRule(what string, use textUse) Rule {
	return func(v value.Value) []Violation {
		u, marks := v.Unmark()
		switch {
		case use != anyText && marks.Has(value.Sensitive):
			return broken("Sensitive "+what, "The "+what+" would show a sensitive value. Use a value that is not sensitive.")
		case u.IsString() && u.AsString() == "":
			return broken("Empty "+what, "The "+what+" must not be empty.")
		case u.IsString(), use == nameText && u.IsNumber():
			return nil
		}
		return broken("Invalid "+what, "The "+what+" must be a string, but this is "+wording.Kind(u)+".")
	}
}

// conditionValue is the rule of conditions.
func conditionValue(v value.Value) []Violation {
	if unmarked(v).IsBool() {
		return nil
	}
	return broken("Invalid condition", "A condition must be true or false, but this is "+wording.Found(v)+".")
}

// contextKey is the rule of the keys of context blocks.
func contextKey(v value.Value) []Violation {
	if key := unmarked(v); key.IsString() && key.AsString() == report.ContextKey {
		return broken("Reserved context key", "The steps of a pipeline use the key "+wording.Quoted(report.ContextKey)+
			" to report what is incomplete. Choose another key.")
	}
	return anyKey(v)
}

// forEach is the rule of for_each.
func forEach(v value.Value) []Violation {
	if unmarked(v).IsContainer() {
		return nil
	}
	return broken("Invalid for_each", "for_each must be a list, set, map or object to iterate over, but this is "+
		wording.Kind(v)+
		".")
}

// ReadyNames are the values of ready blocks, numbered as in the protocol.
var ReadyNames = []string{"READY_UNSPECIFIED", "READY_TRUE", "READY_FALSE"}

// ready is the rule of ready blocks.
func ready(v value.Value) []Violation {
	u, marks := v.Unmark()
	if slices.Contains(ReadyNames, u.AsString()) {
		return nil
	}
	text := "The value of a ready block must be " + wording.One(ReadyNames) + ", but this is " + wording.Found(v) + "."
	if !marks.Has(value.Sensitive) { // even a hint would reveal something
		text += diag.DidYouMean(v.AsString(), ReadyNames)
	}
	return broken("Invalid readiness", text)
}

// resourceBody is the rule of the body of a resource. For a name that is not a string Crossplane would silently
// generate one.
func resourceBody(v value.Value) []Violation {
	if bad := resourceObject(v); bad != nil {
		return bad
	}
	meta, _ := unmarked(v).Attr("metadata")
	if meta = unmarked(meta); !IsObject(meta) {
		return nil
	}
	name, ok := meta.Attr("name")
	if !ok || unmarked(name).IsString() {
		return nil
	}
	path := value.Path{value.AttrStep("metadata"), value.AttrStep("name")}
	return []Violation{{path, "Invalid name", "The name of an object must be a string, but this is " + wording.Kind(name) +
		". If it is not set, Crossplane generates a name."}}
}

// annotationsPath is the path of the annotations of a body.
var annotationsPath = [...]string{"metadata", "annotations"}

// memberBody is the rule of the body of a collection's member, which gets annotations.
func memberBody(v value.Value) []Violation {
	if bad := resourceBody(v); bad != nil {
		return bad
	}
	for i, name := range annotationsPath {
		next, ok := unmarked(v).Attr(name)
		if !ok {
			return nil
		}
		if v = next; !IsObject(unmarked(v)) {
			var path value.Path
			for _, step := range annotationsPath[:i+1] {
				path = append(path, value.AttrStep(step))
			}
			return []Violation{{path, "Invalid body",
				"The attribute \"" + name + "\" of a member of a collection must be an object, because annotations are added to " +
					"it, but this is " + wording.Kind(v) + "."}}
		}
	}
	return nil
}

// matchLabels is the rule of the labels of a requirement.
func matchLabels(v value.Value) []Violation {
	v, marks := v.Unmark()
	if !IsObject(v) {
		return broken("Invalid matchLabels", "matchLabels must be an object of strings, but this is "+wording.Kind(v)+".")
	}
	var out []Violation
	for i, key := range v.Names() {
		if val := unmarked(v.At(i)); !val.IsString() {
			out = append(out, Violation{item(key), "Invalid matchLabels", "The value of match label " + quotedKey(key, marks) +
				" must be a string, but this is " + wording.Kind(val) + "."})
		}
	}
	return out
}

func item(key string) value.Path { return value.Path{value.AttrStep(key)} }

// quotedKey returns a key for a message, hidden if it may be a secret.
func quotedKey(key string, marks *value.Marks) string {
	if marks.Has(value.Sensitive) {
		key = "..."
	}
	return wording.Quoted(key)
}

// connection is the rule of connection details. No message shows a value.
func connection(v value.Value) []Violation {
	if bad := connectionBody(v); bad != nil {
		return bad
	}
	v, marks := v.Unmark()
	var out []Violation
	for i, key := range v.Names() {
		text := "is not base64. Write base64encode(...) around it."
		detail := unmarked(v.At(i))
		if !detail.IsString() {
			text = "must be a string in base64, but this is " + wording.Kind(detail) + ". Write base64encode(...)."
		}
		if _, ok := DecodeBase64(detail.AsString()); !ok || !detail.IsString() {
			out = append(out, Violation{item(key), "Invalid connection detail", "The value of connection key " +
				quotedKey(key, marks) + " " + text})
		}
	}
	return out
}

// DecodeBase64 decodes the standard alphabet, padded; line breaks are ignored.
func DecodeBase64(s string) ([]byte, bool) {
	data, err := base64.StdEncoding.Strict().DecodeString(s)
	return data, err == nil
}
