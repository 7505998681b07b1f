// Package schema reads the schemas of Kubernetes objects: CustomResourceDefinitions (CRDs),
// Crossplane's CompositeResourceDefinitions (XRDs) and the OpenAPI documents of an API server.
//
// A [Kind] is one served version of a kind of object. Its [Schema] is a tree with a node for every
// place in such an object. A node contains everything that is known about the values there. [Read]
// reads the kinds of a decoded document. A [Set] contains kinds, and a [Catalog] searches several
// [Source]s in order.
//
// A place in an object has two types. [Schema.ReadType] is the type of what a program reads from an
// object in the cluster, and [Schema.WriteType] is the type of what it may write. The read type
// does not express that a field may be absent, because an absent field may still appear and is not
// null. [Property.MayBeAbsent] reports it.
//
// Three functions process values as an API server does: [Schema.ApplyDefaults] fills in defaults,
// [Schema.Prune] removes fields that the schema does not know, and [Schema.Validate] reports what
// the API server would reject. Rules in the Common Expression Language are stored with their node,
// but not evaluated.
//
// These terms are used:
//
//   - A structural schema gives every value a type.
//   - A junctor is one of allOf, anyOf, oneOf and not, which only restrict what the structure
//     allows.
//   - The composite is an object of a kind that an XRD defines, and a claim is the namespaced
//     object that represents one.
//   - Legacy composites have Crossplane's own fields directly in spec, and modern ones have them in
//     spec.crossplane.
//
// Kinds and schemas are immutable and safe for concurrent use.
package schema
