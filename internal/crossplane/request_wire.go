package crossplane

import (
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value/host"
)

// wireRequest is a request that was read from wire bytes, with the parts that the response passes on as they are.
type wireRequest struct {
	request
	desired wireState
	context []byte // nil if there is none
}

// wireState is a State as it stands on the wire.
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

// readWire reads a request that canonical has approved. Everything it returns refers to b.
func readWire(b []byte) *wireRequest {
	w := &wireRequest{}
	var observed wireState
	var required, extra []wireNamed
	for r := (wireReader{rest: b}); r.next(); {
		switch r.num {
		case 1:
			w.readMeta(r.bytes)
		case 2:
			observed = readState(r.bytes)
		case 3:
			w.desired = readState(r.bytes)
		case 4:
			w.input = wireInput{r.bytes}
		case 5:
			w.context = orEmpty(r.bytes)
			w.in.Context = run.Object{Loader: &wireStruct{r.bytes}}
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

func (w *wireRequest) readMeta(b []byte) {
	for r := (wireReader{rest: b}); r.next(); {
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
	for r := (wireReader{rest: b}); r.next(); {
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

// lastOf drops entries whose name comes again: of two entries of a map the later one counts.
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

// wireResource is a Resource: its object, its connection details.
func readResource(b []byte) (object []byte, connection map[string][]byte) {
	for r := (wireReader{rest: b}); r.next(); {
		switch r.num {
		case 1:
			object = orEmpty(r.bytes)
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

func (w *wireRequest) readObserved(s wireState) {
	xr, connection := readResource(s.composite)
	w.in.Connection = connection
	if xr != nil {
		head := inspect(xr)
		w.in.Composite = head.object(xr)
		w.debug = head.annotation(debugAnnotation) == "true"
		_, w.modern = lookWire(lookWireStruct(xr, "spec"), "crossplane")
	}
	entries := lastOf(s.resources)
	w.in.Resources = make([]run.Observed, len(entries))
	for i, e := range entries {
		object, connection := readResource(e.content)
		head := inspect(object)
		w.in.Resources[i] = run.Observed{
			Name: e.name, Body: head.object(object), Connection: connection,
			Base: head.annotation(run.AnnotationBase), Index: head.annotation(run.AnnotationIndex),
		}
	}
}

func (w *wireRequest) readDesired() {
	w.desired.resources = lastOf(w.desired.resources)
	xr, connection := readResource(w.desired.composite)
	w.in.Desired.Connection = connection
	if content, ok := lookWire(xr, "status"); ok {
		if status, ok := structOf(content); ok {
			w.in.Desired.Status = run.Object{Loader: &wireStruct{status}}
		}
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
			for r := (wireReader{rest: e.content}); r.next(); {
				object, _ := readResource(r.bytes)
				objects = append(objects, inspect(object).object(object))
			}
			a.add(e.name, objects)
		}
	}
	return a.list
}

// wireHead is what has to be known of every object: whether it is a Secret, and its annotations.
type wireHead struct {
	secret      bool
	annotations []byte
}

func inspect(object []byte) wireHead {
	var apiVersion, kind string
	var h wireHead
	for r := (wireReader{rest: object}); r.next(); {
		switch key, content := entry(r.bytes); key {
		case "apiVersion":
			apiVersion = stringOf(content)
		case "kind":
			kind = stringOf(content)
		case "metadata":
			metadata, _ := structOf(content)
			h.annotations = lookWireStruct(metadata, "annotations")
		}
	}
	h.secret = isSecret(apiVersion, kind)
	return h
}

func (h wireHead) annotation(name string) string {
	content, _ := lookWire(h.annotations, name)
	return stringOf(content)
}

func (h wireHead) object(b []byte) run.Object {
	o := run.Object{Loader: &wireObject{b: b, secret: h.secret}}
	if h.secret {
		o.Flags = host.FlagMarked
	}
	return o
}

// wireInput is an input on the wire.
type wireInput struct{ b []byte }

func (w wireInput) fields() []string {
	var names []string
	for r := (wireReader{rest: w.b}); r.next(); {
		name, _ := entry(r.bytes)
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (w wireInput) look(name string) wireReader {
	content, _ := lookWire(w.b, name)
	r := wireReader{rest: content}
	r.next()
	return r
}

func (w wireInput) text(name string) (string, bool) {
	r := w.look(name)
	if r.num != 3 {
		return "", false
	}
	return text(r.bytes), true
}

func (w wireInput) flag(name string) (value, ok bool) {
	r := w.look(name)
	return r.value != 0, r.num == 4
}

func (w wireInput) object(name string) (inputObject, bool) {
	r := w.look(name)
	return wireInput{r.bytes}, r.num == 5
}

func (w wireInput) null(name string) bool { return w.look(name).num <= 1 }
