package crossplane

import (
	"maps"
	"slices"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// wire writes the response to a request. It copies the parts that are passed on. Everything is written in reverse
// order; see [wireWriter]. It returns diagnostics for parts that the protocol cannot represent; the bytes are then
// invalid.
//
// In a fatal answer everything of earlier steps is passed on and nothing is added. Crossplane ignores the desired state
// of a fatal response, but other callers need not.
func (r reply) wire(req *request, sizeHint int) ([]byte, diag.List) {
	w := newWireWriter(sizeHint)
	var diags diag.List
	r.wireConditions(w)
	if !r.out.Fatal {
		r.wireRequirements(w)
	}
	r.wireContext(w, req, &diags)
	r.wireResults(w)
	mark := w.size()
	if r.out.Fatal {
		wirePassed(w, &req.desired, nil)
		w.passComposite(req.desired.composite)
	} else {
		r.wireResources(w, req, &diags)
		r.wireComposite(w, req.desired.composite, &diags)
	}
	if w.size() > mark {
		w.close(2, mark)
	}
	r.wireMeta(w, req.tag)
	return w.written(), diags
}

func (r reply) wireMeta(w *wireWriter, tag string) {
	mark := w.size()
	w.enum(2, uint64(r.ttl%time.Second))
	w.enum(1, uint64(r.ttl/time.Second))
	w.close(2, mark)
	w.optionalText(1, tag)
	w.close(1, mark)
}

func statusOf(b bool) fnv1.Status {
	if b {
		return fnv1.Status_STATUS_CONDITION_TRUE
	}
	return fnv1.Status_STATUS_CONDITION_FALSE
}

func (r reply) wireConditions(w *wireWriter) {
	for _, c := range slices.Backward(r.out.Conditions) {
		mark := w.size()
		w.enum(5, 1) // TARGET_COMPOSITE
		w.optionalText(4, c.Message)
		w.optionalText(3, c.Reason)
		w.enum(2, uint64(statusOf(c.Status)))
		w.optionalText(1, c.Type)
		w.close(6, mark)
	}
}

func severityOf(s report.Severity) fnv1.Severity {
	if s == report.SeverityFatal {
		return fnv1.Severity_SEVERITY_FATAL
	}
	return fnv1.Severity_SEVERITY_WARNING
}

func (r reply) wireResults(w *wireWriter) {
	for _, res := range slices.Backward(r.out.Results) {
		mark := w.size()
		w.optionalText(3, res.Reason)
		w.optionalText(2, res.Message)
		w.enum(1, uint64(severityOf(res.Severity)))
		w.close(3, mark)
	}
}

func (r reply) wireContext(w *wireWriter, req *request, diags *diag.List) {
	switch {
	case r.out.Fatal || r.out.Context.IsZero():
		if req.context != nil {
			w.bytes(4, req.context)
		}
	default:
		if err := w.structField(4, r.out.Context); err != nil {
			diags.Add(unwritten("the context", run.Resource{}, err))
		}
	}
}

func (r reply) wireRequirements(w *wireWriter) {
	if len(r.out.Requirements) == 0 {
		return
	}
	field := 2
	if r.legacy {
		field = 1
	}
	mark := w.size()
	for i := range slices.Backward(r.out.Requirements) {
		q := &r.out.Requirements[i]
		entry := w.size()
		w.selector(q)
		w.close(2, entry)
		w.text(1, q.Name)
		w.close(field, entry)
	}
	w.close(5, mark)
}

func (w *wireWriter) selector(q *run.Requirement) {
	w.optionalText(5, q.Namespace)
	if q.HasLabels {
		mark := w.size()
		for _, l := range slices.Backward(q.MatchLabels) {
			entry := w.size()
			w.text(2, l.Value)
			w.text(1, l.Key)
			w.close(1, entry)
		}
		w.close(4, mark)
	} else {
		w.text(3, q.MatchName)
	}
	w.optionalText(2, q.Kind)
	w.optionalText(1, q.APIVersion)
}

func (r reply) wireResources(w *wireWriter, req *request, diags *diag.List) {
	ours := make(map[string]bool, len(r.out.Resources))
	for i := range slices.Backward(r.out.Resources) {
		res := &r.out.Resources[i]
		// A resource that an earlier step desires as well is replaced as a whole. Merging both would leave fields in it
		// that no step has asked for in this form.
		ours[res.Name] = true
		mark := w.size()
		w.enum(3, uint64(res.Ready))
		if err := w.structField(1, res.Body); err != nil {
			diags.Add(unwritten("the body of resource \""+res.Name+"\"", *res, err))
		}
		w.close(2, mark)
		w.text(1, res.Name)
		w.close(2, mark)
	}
	wirePassed(w, &req.desired, ours)
}

// wirePassed passes on the resources of earlier steps, except those that are replaced.
func wirePassed(w *wireWriter, before *wireState, replaced map[string]bool) {
	for _, e := range slices.Backward(before.resources) {
		if !replaced[e.name] {
			w.bytes(2, e.entry)
		}
	}
}

// passComposite writes the unchanged composite of earlier steps; nil means there is none.
func (w *wireWriter) passComposite(b []byte) {
	if b != nil {
		w.bytes(1, b)
	}
}

func (r reply) wireComposite(w *wireWriter, before []byte, diags *diag.List) {
	if r.out.Status.IsZero() && r.out.Connection == nil && r.out.Ready == run.ReadyUnspecified {
		w.passComposite(before)
		return
	}
	object, connection := readResource(before)
	ready := uint64(r.out.Ready)
	if r.out.Ready == run.ReadyUnspecified {
		ready = readyOf(before)
	}
	if r.out.Connection != nil {
		connection = r.out.Connection
	}
	mark := w.size()
	w.enum(3, ready)
	w.connection(connection)
	r.wireStatus(w, object, diags)
	w.close(1, mark)
}

func readyOf(resource []byte) uint64 {
	for r := fieldsOf(resource, resourceFields); r.next(); {
		if r.num == 3 {
			return r.value
		}
	}
	return 0
}

func (w *wireWriter) connection(details map[string][]byte) {
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(details))) {
		mark := w.size()
		w.bytes(2, details[key])
		w.text(1, key)
		w.close(2, mark)
	}
}

// wireStatus writes the composite's object with the new status, if there is one.
func (r reply) wireStatus(w *wireWriter, object *place, diags *diag.List) {
	if r.out.Status.IsZero() {
		if object != nil {
			w.bytes(1, object.content())
		}
		return
	}
	mark := w.size()
	status := w.size()
	if err := w.structContent(r.out.Status, 0, false); err != nil {
		diags.Add(unwritten("the status of the composite resource", run.Resource{}, err))
	}
	w.close(5, status)
	w.close(2, status)
	w.text(1, "status")
	w.close(1, status)
	w.otherFields(object.content(), "status")
	w.close(1, mark)
}

// otherFields copies all fields of a Struct except one.
//
// They are copied without being read, so what this version of the function does not know of the composite is passed on
// too.
func (w *wireWriter) otherFields(object []byte, except string) {
	for r := fieldsOf(object, structFields); r.next(); {
		if key, _ := entry(r.bytes); key != except {
			w.bytes(1, r.bytes)
		}
	}
}
