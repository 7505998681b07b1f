package run

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Object is an object of the request. Package composition makes its open value, at its place for programs, when the
// program first reads it. The zero Object is a missing object.
type Object struct {
	// Loader yields the parts. It leaves out metadata.managedFields and marks the data of Secrets sensitive. An object
	// that a program reads in several ways is loaded more than once, also from parts of the output after the run.
	Loader host.ObjectLoader
	// Flags is host.FlagMarked if any part is marked.
	Flags host.Flags
}

// ManagedFieldser is a loader that also yields the metadata.managedFields that it leaves out; the zero Value if there
// are none.
type ManagedFieldser interface{ ManagedFields() value.Value }

// IsZero reports whether the object is missing.
func (o Object) IsZero() bool { return o.Loader == nil }

// Input is the request of one call. A run does not change it. Parts of values in the [Output] refer to it, so it must
// not change until the output is written.
type Input struct {
	// Composite is the observed composite resource, req.composite.
	Composite Object
	// Connection holds the composite resource's connection details as published, not encoded.
	Connection map[string][]byte
	// Resources are the observed composed resources, in any order; names are distinct.
	Resources []Observed
	// Extra are the answered requirements, in any order; names are distinct. An answer without matches has no objects;
	// a requirement that is not listed has not been answered.
	Extra []Answer
	// Context is the pipeline's context; the zero Object is an empty one.
	Context Object
	// Desired is the desired state from earlier steps of the pipeline.
	Desired Desired
	// ConnectionSecret is the input field of that name, nil if it is not set.
	ConnectionSecret *ConnectionSecret
	// KeepIncomplete keeps existing resources that have become incomplete as last applied, instead of making the run
	// fatal.
	KeepIncomplete bool
	// Step identifies the step of the pipeline, by a hash of its input. If it is empty, later steps get no entry.
	Step string
	// Afresh makes the conditions show the result of this run, even if the observed ones contain the same and the
	// results of later steps. It is for runs of a program that is not the one in the cluster.
	Afresh bool
	// Limits limit the run; zero fields mean the defaults.
	Limits Limits
}

// Limits are the limits of one run. Zero fields mean the defaults.
type Limits struct {
	// Steps is the number of evaluation steps.
	Steps int64
	// Resources is the maximum number of rendered resources.
	Resources int
	// Bytes limits the memory of values that the program makes, roughly in bytes.
	Bytes int
	// OutputValues is the number of values in the answer, and OutputBytes the text in it. Values that are used in
	// several places count in each.
	OutputValues int
	OutputBytes  int
}

// Observed is an observed composed resource.
type Observed struct {
	// Name is the crossplane name.
	Name string
	// Body is the object as it is in the cluster.
	Body Object
	// Connection holds its connection details, not encoded.
	Connection map[string][]byte
	// Base and Index are the values of the annotations [AnnotationBase] and [AnnotationIndex]; empty if there is none.
	// A value that is not a string counts as absent.
	Base, Index string
}

// Answer is the answer of the cluster to a requirement.
type Answer struct {
	Name    string
	Objects []Object
}

// Desired is the desired state from earlier steps of the pipeline.
type Desired struct {
	// Status is the composite's desired status; the zero Object if there is none.
	Status Object
	// Connection holds the composite's desired connection details, not encoded.
	Connection map[string][]byte
	// Resources are the names of the desired composed resources, in any order.
	Resources []string
}

// ConnectionSecret is the place for the connection details of a modern composite resource.
type ConnectionSecret struct {
	Name      string
	Namespace string // required for a cluster-scoped composite resource
}

// The annotations that identify members of collections.
const (
	AnnotationBase  = "hcl.fn.crossplane.io/collection-base-name"
	AnnotationIndex = "hcl.fn.crossplane.io/collection-index"
)

// ConnectionSecretName is the crossplane name of the Secret with the connection details.
const ConnectionSecretName = "connection-secret"

// Output is the answer of one run.
//
// If Fatal is set, nothing of the desired state or context may change: the caller passes the request's on and sends
// Conditions and Results, the last of which is the fatal one. Otherwise everything else overrides the request's.
type Output struct {
	Fatal bool
	// Resources are the rendered resources in the order of the program. Each completely replaces an earlier step's of
	// the same name.
	Resources []Resource
	// Status is the composite's whole desired status, including that of earlier steps; the zero Value if the program
	// writes none, so that theirs does not change.
	Status value.Value
	// Connection is the composite's whole desired set of connection details, including those of earlier steps; nil if
	// the program writes none. The values are not encoded.
	Connection map[string][]byte
	// Context is the whole context; the zero Value if the program writes none.
	Context value.Value
	// Requirements are the program's requests, in the order of the program.
	Requirements []Requirement
	// Ready is the readiness of the composite; ReadyUnspecified means "as in earlier steps".
	Ready Ready
	// Conditions are the conditions to set on the composite.
	Conditions []report.Condition
	// Results are events, in the order in which they have to be sent.
	Results []report.Result
	// Items are the evaluated blocks, in the order of the program, with their results.
	Items []report.Item
	// Diagnostics are the errors and warnings of the run with their places. The Results have the same as text.
	Diagnostics diag.List
	// Counts are the evaluation counts of the program's points; empty if it counts nothing.
	Counts []eval.Count
	// Panic is set if the run ended by a bug in this package: text with a stack, for the log only.
	Panic string
}

// Resource is a rendered resource.
type Resource struct {
	Name string
	// Body is the finished, wholly known object, including annotations of collections. It may contain marked values.
	Body value.Value
	// Ready is the value of a ready block.
	Ready Ready
	// Base is the label of the collection that contains the resource, or empty; Index is its index there.
	Base  string
	Index int
	// Range is the header of the block that rendered it; zero for the connection secret.
	Range source.Range
}

// Ready is the readiness of a resource.
type Ready uint8

// The readiness values, numbered as in the protocol.
const (
	ReadyUnspecified Ready = iota
	ReadyTrue
	ReadyFalse
)

// String returns the name in the syntax of programs.
func (r Ready) String() string { return contract.ReadyNames[r] }

// Requirement is a request for objects of the cluster.
type Requirement struct {
	Name       string
	APIVersion string
	Kind       string
	// MatchName is set unless HasLabels is.
	MatchName   string
	MatchLabels []Label // in ascending order of keys
	HasLabels   bool
	Namespace   string // empty for cluster-scoped objects, or labels across all namespaces
	// Sensitive are the names of the attributes whose values must not be shown.
	Sensitive []string
}

// Label is a label that an object must have.
type Label struct{ Key, Value string }
