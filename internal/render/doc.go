// Package render runs a Composition's function pipeline on a laptop, in process, and shows what Crossplane would make
// of it.
//
// # Terms
//
// The XR is the composite resource. A composed resource is an object that the pipeline desires for the XR; the name
// under which a function desires it is its composition resource name. Observed resources are composed resources as they
// exist in the cluster. Required resources are objects that a function asks for; "extra resources" is their older name.
// A step is one entry of the Composition's pipeline, a [Runner] the function that it calls.
//
// [Load] reads the files of one render into [Inputs], checking each as Crossplane would. [Render] runs the pipeline:
// it emulates the requirements protocol, the metadata that Crossplane puts on composed resources (names, labels, owner
// references) and the conditions of the XR, so that [Output.Write] prints what `crossplane render` prints. Everything
// is deterministic: identifiers are derived from the inputs and timestamps are fixed.
//
// # Whose step is it
//
// A step belongs to hclx when its input has kind HclInput, whatever its apiVersion, or when its function is named
// function-hclx or function-hcl, with or without an organisation in front ("acme-function-hcl"). All other functions
// are called over gRPC at the Development target that their Function object names.
//
// Nothing here keeps state between calls; Inputs are never modified and may be rendered by several goroutines.
package render
