package crossplane

import (
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// request is what a call asks, read from a decoded message or from wire bytes.
type request struct {
	tag string
	// wire are the bytes that the request was read from; nil if it came decoded.
	wire []byte
	// served tells that the memory for the call has been taken.
	served bool
	// input is the step's input; nil if there is none.
	input inputObject
	// in is the request as programs see it.
	in run.Input
	// modern tells that the composite resource is of Crossplane v2's layout.
	modern bool
	// capable tells that Crossplane says what it is capable of, which it does since v2.2.
	capable bool
	// debug tells that the composite resource asks for a dump by its annotation.
	debug bool
}

// inputObject is the step's input before it is checked.
type inputObject interface {
	// fields returns the names of the fields in ascending order.
	fields() []string
	// text returns a field as the text that came in, unchanged, and whether it is a string.
	text(name string) (string, bool)
	// flag returns a field that is a bool, and whether it is one.
	flag(name string) (value, ok bool)
	// object returns a field that is an object, and whether it is one.
	object(name string) (inputObject, bool)
	// null reports whether a field is null, which counts as absent.
	null(name string) bool
}

// debugAnnotation on a composite resource asks for a dump of its calls.
const debugAnnotation = "hcl.fn.crossplane.io/debug"

// isSecret reports whether an object is a v1 Secret.
func isSecret(apiVersion, kind string) bool { return kind == "Secret" && apiVersion == "v1" }

// answers gathers the answers to requirements. Both maps of a request are read; required_resources wins.
type answers struct {
	list []run.Answer
	seen map[string]bool
}

func (a *answers) add(name string, objects []run.Object) {
	if a.seen == nil {
		a.seen = map[string]bool{}
	}
	if a.seen[name] {
		return
	}
	a.seen[name] = true
	a.list = append(a.list, run.Answer{Name: name, Objects: objects})
}
