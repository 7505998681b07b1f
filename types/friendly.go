package types

import "strings"

// FriendlyName describes a type in words for a message: "list of string", "object", "number or none". It is short: of
// structural types it only contains the kind, because a complete type would make a message hard to read.
func FriendlyName(t Type) string {
	switch t.Kind() {
	case KindDynamic:
		return "any type"
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		if t.n.elem == Dynamic {
			return t.Kind().String() + " of any type"
		}
		return t.Kind().String() + " of " + friendlyPart(t.n.elem)
	case KindCapsule, KindNamed:
		return t.n.name
	case KindUnion:
		return friendlyUnion(t)
	}
	return t.Kind().String()
}

// FriendlyNameWithArticle is [FriendlyName] with the indefinite article before it.
func FriendlyNameWithArticle(t Type) string {
	name := FriendlyName(t)
	if strings.IndexByte("aeio", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

// friendlyPart keeps nested descriptions short.
func friendlyPart(t Type) string {
	switch t.Kind() {
	case KindUnion:
		return "(" + friendlyUnion(t) + ")"
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		if t.levels() > 4 {
			return t.Kind().String()
		}
	}
	return FriendlyName(t)
}

// maxMembers is how many members of a union a description names.
const maxMembers = 5

// friendlyUnion names none last, because the other members are more important.
func friendlyUnion(t Type) string {
	var names []string
	for _, m := range withoutNone(t) {
		if name := friendlyPart(m); len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
		if len(names) > maxMembers {
			break
		}
	}
	if len(names) > maxMembers {
		names = append(names[:maxMembers-1], "another type")
	}
	if len(names) == 0 || len(withoutNone(t)) < t.Len() {
		names = append(names, "none")
	}
	return strings.Join(names, " or ")
}

// String returns the keyword of the kind in type expressions.
func (k Kind) String() string {
	return [...]string{"dynamic", "bool", "number", "string", "int", "none", "list", "set", "map", "tuple", "object",
		"union", "promise", "output", "capsule", "named"}[k]
}
