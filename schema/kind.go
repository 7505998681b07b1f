package schema

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Name identifies a kind of object. The group of Kubernetes' oldest kinds, such as Secret, is "".
type Name struct {
	Group, Version, Kind string
}

// NameOf returns the name of a kind for the fields apiVersion and kind of an object.
func NameOf(apiVersion, kind string) Name {
	group, version, ok := strings.Cut(apiVersion, "/")
	if !ok {
		group, version = "", apiVersion
	}
	return Name{group, version, kind}
}

// ParseName reads GROUP/VERSION/KIND, or VERSION/KIND for the group "".
func ParseName(text string) (Name, error) {
	i := strings.LastIndexByte(text, '/')
	n := NameOf(text[:max(i, 0)], text[i+1:])
	if n.Version == "" || n.Kind == "" || strings.Contains(n.Version, "/") {
		return Name{}, fmt.Errorf("found %q, but expected GROUP/VERSION/KIND, as in example.org/v1/XNetwork", text)
	}
	return n, nil
}

// APIVersion returns group and version in the form of the field apiVersion.
func (n Name) APIVersion() string {
	if n.Group == "" {
		return n.Version
	}
	return n.Group + "/" + n.Version
}

// String returns GROUP/VERSION/KIND, or VERSION/KIND for the group "".
func (n Name) String() string { return n.APIVersion() + "/" + n.Kind }

// Compare orders names by group, kind and version.
func (n Name) Compare(o Name) int {
	return cmp.Or(strings.Compare(n.Group, o.Group), strings.Compare(n.Kind, o.Kind),
		strings.Compare(n.Version, o.Version))
}

// Role is the role of the objects of a kind in Crossplane.
type Role uint8

// The roles. The zero value is for kinds that no XRD defines.
const (
	Resource Role = iota
	LegacyComposite
	ModernComposite
	Claim
)

// IsComposite reports whether the role is that of a composite, legacy or modern.
func (r Role) IsComposite() bool { return r == LegacyComposite || r == ModernComposite }

// Document is a document that contains schemas.
type Document struct {
	// File is the name of the file, for messages.
	File string
	// Locate returns the range of the value at a path of the document. It may be nil, and may be called at any time.
	Locate func(value.Path) source.Range
}

// Kind is a version of a kind of objects.
type Kind struct {
	Name Name
	// Plural is the name in addresses, such as deployments, or "" if it is not known.
	Plural string
	// Namespaced reports whether objects are in a namespace. It is only valid if ScopeKnown is set.
	Namespaced, ScopeKnown bool
	Role                   Role
	// HasStatus reports whether status is a subresource, so that writing an object does not change it.
	HasStatus bool
	// Referenceable reports whether this is the version of the XRD to which Compositions refer.
	Referenceable bool
	Document      *Document

	once  sync.Once
	build func() *Schema
	root  *Schema
}

// Schema returns the schema of whole objects, including apiVersion, kind and metadata. It is created on first use.
//
// The function that makes it is dropped afterwards, since it holds the decoded document, which can go once all its
// kinds are made.
func (k *Kind) Schema() *Schema {
	k.once.Do(func() { k.root, k.build = k.build(), nil })
	return k.root
}

// Error is an error in a document that should define kinds.
type Error struct {
	// Path is the path of the error in the document.
	Path    value.Path
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }
