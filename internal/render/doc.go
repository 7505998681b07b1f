// Package render runs the function pipeline of a Composition in this process, and returns what Crossplane would create.
//
// # Terms
//
// The XR is the composite resource. A composed resource is an object that the pipeline desires for the XR; functions
// identify it by its composition resource name. Observed resources are composed resources that exist in the cluster.
// Required resources are objects that a function requests; an older name is "extra resources". A step is an entry of
// the pipeline, and a [Runner] is the function that it calls.
//
// [Load] reads the files of one render into [Inputs], checking each as Crossplane would. [Render] runs the pipeline: it
// emulates the requirements protocol, the metadata of composed resources that Crossplane sets (names, labels, owner
// references) and the conditions of the XR, so that [Output.Write] prints what `crossplane render` prints. Everything
// is deterministic: identifiers are derived from the inputs and timestamps are fixed.
//
// # Whose step is it
//
// A step belongs to hclx if its input has kind HclInput, whatever its apiVersion, or if its function is named
// function-hclx or function-hcl, with or without an organisation before it ("acme-function-hcl"). All other functions
// are called over gRPC at the Development target in their Function object.
//
// The package keeps no state between calls. Inputs are never modified, and several goroutines may render them.
package render
