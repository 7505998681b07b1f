package schema

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// A Name identifies a kind of object. The group of Kubernetes' oldest kinds, such as Secret, is "".
type Name struct {
	Group, Version, Kind string
}

// NameOf returns the name of a kind by the two fields with which objects say it.
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
	if i < 0 {
		return Name{}, fmt.Errorf("found %q, but expected GROUP/VERSION/KIND, as in example.org/v1/XNetwork", text)
	}
	n := NameOf(text[:i], text[i+1:])
	if n.Version == "" || n.Kind == "" || strings.Contains(n.Version, "/") {
		return Name{}, fmt.Errorf("found %q, but expected GROUP/VERSION/KIND, as in example.org/v1/XNetwork", text)
	}
	return n, nil
}

// APIVersion returns group and version as the field apiVersion has them.
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

// A Role says what objects of a kind are to Crossplane.
type Role uint8

// The roles. The zero value is that of all objects which no XRD defines.
const (
	Resource Role = iota
	LegacyComposite
	ModernComposite
	Claim
)

// IsComposite reports whether the kind is that of a composite, legacy or modern.
func (r Role) IsComposite() bool { return r == LegacyComposite || r == ModernComposite }

// A Document is a document that schemas were read from.
type Document struct {
	// File is the name of its file, for messages.
	File string
	// Locate returns where the value at a path of the document stands. It may be nil, and may be called at any time.
	Locate func(value.Path) source.Range
}

// A Kind is a kind of objects in one version.
type Kind struct {
	Name Name
	// Plural is the name in addresses, such as deployments; "" where it is not known.
	Plural string
	// Namespaced says that objects live in a namespace. It is known if ScopeKnown.
	Namespaced, ScopeKnown bool
	Role                   Role
	// HasStatus says that status is a subresource: writing an object does not change it.
	HasStatus bool
	// Referenceable says that this is the version of its XRD that Compositions are for.
	Referenceable bool
	Document      *Document

	once  sync.Once
	build func() *Schema
	root  *Schema
}

// Schema returns the schema of whole objects: apiVersion, kind and metadata included. It is made when it is first asked
// for.
func (k *Kind) Schema() *Schema {
	k.once.Do(func() { k.root, k.build = k.build(), nil })
	return k.root
}

// An Error says what is wrong with a document that should define kinds.
type Error struct {
	// Path leads to what is wrong, in the document.
	Path    value.Path
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }
