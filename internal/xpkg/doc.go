// Package xpkg builds the package by which Crossplane installs the function, and pushes it to a registry.
//
// A *package folder* holds the YAML documents that describe the function: one Function of meta.pkg.crossplane.io, and
// the CustomResourceDefinitions of its input. A *package* is an OCI image for one platform with two layers: the binary,
// which the cluster runs, and the *base layer*, whose only file package.yaml holds the documents, which Crossplane
// reads.
//
// In a registry an annotation of the base layer says that it is the one. A package file (.xpkg) is an image tarball,
// which has no place for annotations of layers; there a label of the image says it, and whoever pushes the file makes
// the annotation of it.
//
// The same folder and binary always give the same bytes: nothing in a package has a time.
package xpkg
