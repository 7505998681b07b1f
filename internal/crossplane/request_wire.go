package crossplane

import (
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value/host"
)

// request is the request of a call, read from wire bytes that canonical has approved. Everything in it refers to these
// bytes.
type request struct {
	wire []byte
	tag  string
	// input is the input of the step, or nil if there is none.
	input wireInput
	// in is the request in the form for programs.
	in run.Input
	// modern reports whether the composite resource has the layout of Crossplane v2.
	modern bool
	// capable reports whether Crossplane sends its capabilities, as it does since v2.2.
	capable bool
	// debug reports whether an annotation of the composite resource requests a dump.
	debug bool
	// The desired state of earlier steps and the context are passed on unchanged.
	desired wireState
	context []byte // nil if there is none
}

// debugAnnotation on a composite resource requests a dump of its calls.
const debugAnnotation = "hcl.fn.crossplane.io/debug"

// isSecret reports whether an object is a v1 Secret.
func isSecret(apiVersion, kind string) bool { return kind == "Secret" && apiVersion == "v1" }

// wireState is an undecoded State.
type wireState struct {
	composite []byte
	resources []wireNamed
}

// wireNamed is an entry of a map of messages.
type wireNamed struct {
	name    string
	content []byte
	entry   []byte
}

// It takes note of where everything begins and reads little of it. How objects are read later is in wire_value.go, and
// why in docs/decisions.md under "Lazy objects".
func readRequest(b []byte) *request {
	w := &request{wire: b}
	var observed wireState
	var required, extra []wireNamed
	for r := fieldsOf(b, requestFields); r.next(); {
		switch r.num {
		case 1:
			w.readMeta(r.bytes)
		case 2:
			observed = readState(r.bytes)
		case 3:
			w.desired = readState(r.bytes)
		case 4:
			w.input = orEmpty(r.bytes)
		case 5:
			w.context = orEmpty(r.bytes)
			w.in.Context = run.Object{Loader: (*wireStruct)(r.place)}
		case 6:
			extra = append(extra, named(r.bytes))
		case 8:
			required = append(required, named(r.bytes))
		}
	}
	w.readObserved(observed)
	w.readDesired()
	w.in.Extra = wireAnswers(required, extra)
	return w
}

func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func (w *request) readMeta(b []byte) {
	for r := fieldsOf(b, metaFields); r.next(); {
		switch {
		case r.num == 1:
			w.tag = text(r.bytes)
		case r.bytes != nil: // packed
			for rest := r.bytes; len(rest) > 0; {
				x, n := protowire.ConsumeVarint(rest)
				w.capable = w.capable || x == 1
				rest = rest[n:]
			}
		default:
			w.capable = w.capable || r.value == 1
		}
	}
}

func readState(b []byte) wireState {
	var s wireState
	for r := fieldsOf(b, stateFields); r.next(); {
		if r.num == 1 {
			s.composite = orEmpty(r.bytes)
		} else {
			s.resources = append(s.resources, named(r.bytes))
		}
	}
	return s
}

func named(b []byte) wireNamed {
	name, content := entry(b)
	return wireNamed{name: name, content: content, entry: b}
}

// lastOf removes entries whose names occur again: of two entries of a map with the same name, the later one counts.
//
// Encoders write each name once. This is about bytes that another encoder may write, for which package proto keeps the
// later entry as well.
func lastOf(entries []wireNamed) []wireNamed {
	last := make(map[string]int, len(entries))
	for i, e := range entries {
		last[e.name] = i
	}
	if len(last) == len(entries) {
		return entries
	}
	out := entries[:0]
	for i, e := range entries {
		if last[e.name] == i {
			out = append(out, e)
		}
	}
	return out
}

// readResource returns the object and the connection details of a Resource.
func readResource(b []byte) (object *place, connection map[string][]byte) {
	for r := fieldsOf(b, resourceFields); r.next(); {
		switch r.num {
		case 1:
			object = r.place
		case 2:
			if connection == nil {
				connection = map[string][]byte{}
			}
			key, content := entry(r.bytes)
			connection[key] = content
		}
	}
	return object, connection
}

func (w *request) readObserved(s wireState) {
	object, connection := readResource(s.composite)
	w.in.Connection = connection
	if object != nil {
		xr := object.content()
		head := inspect(xr)
		w.in.Composite = head.object(object)
		w.debug = head.annotation(debugAnnotation) == "true"
		_, w.modern = lookWire(lookWireStruct(xr, "spec"), "crossplane")
	}
	entries := lastOf(s.resources)
	w.in.Resources = make([]run.Observed, len(entries))
	for i, e := range entries {
		object, connection := readResource(e.content)
		head := inspect(object.content())
		w.in.Resources[i] = run.Observed{
			Name: e.name, Body: head.object(object), Connection: connection,
			Base: head.annotation(run.AnnotationBase), Index: head.annotation(run.AnnotationIndex),
		}
	}
}

func (w *request) readDesired() {
	w.desired.resources = lastOf(w.desired.resources)
	object, connection := readResource(w.desired.composite)
	w.in.Desired.Connection = connection
	content, _ := lookWire(object.content(), "status")
	if status := structOf(content); status != nil {
		w.in.Desired.Status = run.Object{Loader: (*wireStruct)(status)}
	}
	w.in.Desired.Resources = make([]string, len(w.desired.resources))
	for i, e := range w.desired.resources {
		w.in.Desired.Resources[i] = e.name
	}
}

func wireAnswers(required, extra []wireNamed) []run.Answer {
	var a answers
	for _, entries := range [][]wireNamed{lastOf(required), lastOf(extra)} {
		for _, e := range entries {
			objects := []run.Object{}
			for r := fieldsOf(e.content, resourcesFields); r.next(); {
				object, _ := readResource(r.bytes)
				objects = append(objects, inspect(object.content()).object(object))
			}
			a.add(e.name, objects)
		}
	}
	return a.list
}

// answers collects the answers to requirements from both maps of a request; required_resources takes precedence.
//
// A name in both is one requirement: adding both answers would show a program twice as many objects as there are.
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

// wireHead contains the facts that are needed about every object: whether it is a Secret, and its annotations.
type wireHead struct {
	secret      bool
	annotations []byte
}

// This cannot wait until a program reads the object: whether its data is marked has to be settled before the first
// value of it exists.
func inspect(object []byte) wireHead {
	var apiVersion, kind string
	var h wireHead
	for r := fieldsOf(object, structFields); r.next(); {
		switch key, content := entry(r.bytes); key {
		case "apiVersion":
			apiVersion = stringOf(content)
		case "kind":
			kind = stringOf(content)
		case "metadata":
			h.annotations = lookWireStruct(structOf(content).content(), "annotations")
		}
	}
	h.secret = isSecret(apiVersion, kind)
	return h
}

func (h wireHead) annotation(name string) string {
	content, _ := lookWire(h.annotations, name)
	return stringOf(content)
}

// object returns the object of a resource, which is empty if the resource has none.
func (h wireHead) object(at *place) run.Object {
	if h.secret {
		return run.Object{Loader: (*wireSecret)(at), Flags: host.FlagMarked}
	}
	return run.Object{Loader: (*wireObject)(at)}
}
