package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/value"
)

// constantKind reports a constant that is not of the kind that an attribute needs.
func (c *compiler) constantKind(a *attribute, want string) {
	if a == nil || a.constant.IsZero() {
		return
	}
	v := unmarked(a.constant)
	ok := true
	switch want {
	case "string":
		ok = v.IsString()
	case "bool":
		ok = v.IsBool()
	case "object":
		ok = isObject(v)
	case "name":
		ok, want = v.IsString() || v.IsNumber(), "string"
	case "collection":
		ok, want = v.IsContainer(), "list, set or map"
	}
	if !ok {
		c.error("attribute-type", a.rng(), "Invalid "+a.name, "The argument \""+a.name+"\" must be "+article(want)+", but this is "+kindName(v)+".")
	}
}

func article(noun string) string {
	if noun == "object" {
		return "an object"
	}
	return "a " + noun
}

// constantReady reports a constant that is no readiness.
func (c *compiler) constantReady(a *attribute) {
	if a == nil || a.constant.IsZero() {
		return
	}
	if !slices.Contains(readyNames, unmarked(a.constant).AsString()) {
		c.error("ready-value", a.rng(), "Invalid readiness", notReady(a.constant))
	}
}

// constantDetails reports connection details that are constant and no base64 text.
func (c *compiler) constantDetails(a *attribute) {
	c.constantKind(a, "object")
	if a == nil {
		return
	}
	v, marks := a.constant.Unmark()
	if !isObject(v) {
		return
	}
	for i, key := range v.Names() {
		if !isBase64(unmarked(v.At(i))) {
			c.error("connection-value", a.rng(), "Invalid connection detail", "The value of connection key "+quotedKey(key, marks.Has(value.Sensitive))+" is not base64 text. Write base64encode(...) around it.")
		}
	}
}

func isBase64(v value.Value) bool {
	_, ok := decodeBase64(v.AsString())
	return v.IsString() && ok
}
