// Package schema reads the schemas that Kubernetes objects have: CustomResourceDefinitions (CRDs), Crossplane's
// CompositeResourceDefinitions (XRDs) and the OpenAPI documents of an API server.
//
// A [Kind] is one served version of a kind of object. Its [Schema] is a tree of nodes, one for every place in such an
// object, with everything that is known about the values there. [Read] makes kinds out of a document, which the caller
// has decoded; a [Set] holds kinds, and a [Catalog] looks for a kind in one [Source] after the other.
//
// A place of an object has two types. [Schema.ReadType] is what a program finds there when it reads an object of the
// cluster; [Schema.WriteType] is what it may write there. That a field may be absent is not part of its read type: what
// is absent may still come, and it is not null. [Property.MayBeAbsent] reports it.
//
// Three functions do with values what an API server does: [Schema.ApplyDefaults] fills in defaults, [Schema.Prune] drops what
// the schema does not know, and [Schema.Validate] reports what it would refuse. Rules in the Common Expression Language
// are kept with the node that has them, but not evaluated.
//
// Terms: a *structural* schema gives every value a type; a *junctor* is one of allOf, anyOf, oneOf and not, which only
// narrow what the structure allows; the *composite* is an object of a kind that an XRD defines, and a *claim* is the
// object in a namespace that stands for one; *legacy* composites have Crossplane's own fields directly in spec, *modern*
// ones in spec.crossplane.
//
// Kinds and schemas are immutable once they were made, and safe for concurrent use.
package schema
