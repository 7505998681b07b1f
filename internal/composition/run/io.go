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

// Object is an object that came with the request. Package composition makes the open value of it, at the place by which
// programs know it, when the program first touches it. The zero Object is an object that is not there.
type Object struct {
	// Loader yields the parts. It leaves out metadata.managedFields and marks the data of Secrets sensitive. An object
	// that a program reads in several ways is asked for more than once, also from parts of the output after the run.
	Loader host.ObjectLoader
	// Flags is host.FlagMarked if any part is marked.
	Flags host.Flags
}

// ManagedFieldser is a loader that also yields the metadata.managedFields that it leaves out; the zero Value if there
// are none.
type ManagedFieldser interface{ ManagedFields() value.Value }

// IsZero reports whether the object is not there.
func (o Object) IsZero() bool { return o.Loader == nil }

// Input is what a program is run on: the request of one call. Nothing in it is changed by a run. Parts of values in the
// [Output] refer to it, so it must stay as it is until the output was written.
type Input struct {
	// Composite is the observed composite resource, req.composite.
	Composite Object
	// Connection holds the composite resource's connection details as published, not encoded.
	Connection map[string][]byte
	// Resources are the observed composed resources, in any order; names are distinct.
	Resources []Observed
	// Extra are the answered requirements, in any order; names are distinct. One that matched nothing has no
	// objects; one that is not listed has not been answered.
	Extra []Answer
	// Context is the pipeline's context; the zero Object is an empty one.
	Context Object
	// Desired is what earlier steps of the pipeline desire.
	Desired Desired
	// ConnectionSecret is the input field of that name, nil if it is not set.
	ConnectionSecret *ConnectionSecret
	// KeepIncomplete keeps what exists and has become incomplete as it was last applied, where the run would be fatal
	// otherwise.
	KeepIncomplete bool
	// Step identifies the step of the pipeline, by a hash of its input. If it is empty, nothing is left for other steps.
	Step string
	// Afresh makes the conditions say what this run finds, also where the observed ones say the same and what later steps
	// found. It is for runs of a program that is not the one that the cluster runs.
	Afresh bool
	// Limits bound the run; zero fields mean the defaults.
	Limits Limits
}

// Limits bound one run. Zero fields mean the defaults.
type Limits struct {
	// Steps is the number of evaluation steps.
	Steps int64
	// Resources is the number of resources that may be rendered.
	Resources int
	// Bytes bounds what the program may build, roughly in bytes.
	Bytes int
	// OutputValues is the number of values in the answer, and OutputBytes the text in it. What is used in several places
	// counts in each.
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
	// Base and Index are the values of the annotations [AnnotationBase] and [AnnotationIndex]; empty if it has none. A
	// value that is not a string counts as absent.
	Base, Index string
}

// Answer is what the cluster answered to a requirement.
type Answer struct {
	Name    string
	Objects []Object
}

// Desired is what earlier steps of the pipeline desire.
type Desired struct {
	// Status is the composite's desired status; the zero Object if there is none.
	Status Object
	// Connection holds the composite's desired connection details, not encoded.
	Connection map[string][]byte
	// Resources are the names of the desired composed resources, in any order.
	Resources []string
}

// ConnectionSecret says where the connection details of a modern composite resource are written.
type ConnectionSecret struct {
	Name      string
	Namespace string // required for a cluster-scoped composite resource
}

// The annotations by which members of collections are recognised.
const (
	AnnotationBase  = "hcl.fn.crossplane.io/collection-base-name"
	AnnotationIndex = "hcl.fn.crossplane.io/collection-index"
)

// ConnectionSecretName is the crossplane name of the Secret that holds connection details.
const ConnectionSecretName = "connection-secret"

// Output is the answer of one run.
//
// If Fatal is set, nothing of the desired state or context may change: the caller passes on what came in and sends
// Conditions and Results, the last of which is the fatal one. Otherwise everything else is to be laid over what came
// in.
type Output struct {
	Fatal bool
	// Resources are the rendered resources in the order of the program. Each replaces an earlier step's of the same name
	// whole.
	Resources []Resource
	// Status is the composite's whole desired status, that of earlier steps included; the zero Value if the program writes
	// none, so that theirs stays untouched.
	Status value.Value
	// Connection is the composite's whole desired set of connection details, those of earlier steps included; nil if the
	// program writes none. The values are not encoded.
	Connection map[string][]byte
	// Context is the whole context; the zero Value if the program writes none.
	Context value.Value
	// Requirements are what the program asks for, in the order of the program.
	Requirements []Requirement
	// Ready is the readiness of the composite; ReadyUnspecified means "as earlier steps left it".
	Ready Ready
	// Conditions are to be set on the composite.
	Conditions []report.Condition
	// Results are events, in the order in which they have to be sent.
	Results []report.Result
	// Items are the blocks that the run met, in the order of the program, with what became of them.
	Items []report.Item
	// Diagnostics are the errors and warnings of the run with their places. The Results say the same as text.
	Diagnostics diag.List
	// Counts are how often the points of the program were evaluated; empty if it counts nothing.
	Counts []eval.Count
	// Panic is set if the run ended by a mistake of this package: text with a stack, for the log only.
	Panic string
}

// Resource is a rendered resource.
type Resource struct {
	Name string
	// Body is the finished object, wholly known, annotations of collections included. It may contain marked values.
	Body value.Value
	// Ready is what a ready block said.
	Ready Ready
	// Base is the label of the collection that the resource is a member of, empty if of none; Index is its place there.
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

// String returns the name as programs write it.
func (r Ready) String() string { return contract.ReadyNames[r] }

// Requirement asks for objects of the cluster.
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
