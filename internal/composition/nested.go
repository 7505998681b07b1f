package composition

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/value"
)

func (b *status) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	v, ok := r.finished(item, b.body)
	switch {
	case !ok:
		r.keepStatus(b, item)
	case !isObject(unmarked(v)):
		r.contract(item, b.body.rng(), "Invalid status", "The body of a composite status block must be an object, but this is "+kindName(v)+".")
	default:
		r.status.wrote = true
		if c := r.status.tree.unify(v, b.rng); c != nil {
			r.clash(item, "status", c)
		}
	}
}

func (b *status) skip(r *run, parent int, state ItemState) {
	item := r.add(&b.node, parent, state)
	if state != Excluded {
		r.keepStatus(b, item)
	}
}

// deferredStatus is a status block that was deferred.
type deferredStatus struct {
	block *status
	item  int
}

// keepStatus keeps what was observed where a deferred block would write (C9).
func (r *run) keepStatus(b *status, item int) {
	r.deferred = append(r.deferred, deferredStatus{b, item})
	if r.keptBlocks == nil {
		r.keptBlocks = map[*status]bool{}
	}
	if r.keptBlocks[b] {
		return // another member of the collection has kept the same
	}
	r.keptBlocks[b] = true
	if status, ok := r.observedStatus(); ok {
		b.keys().keep(&r.keptStatus, status, true)
	}
}

// observedStatus returns the status of the observed composite.
func (r *run) observedStatus() (value.Value, bool) {
	v, ok := unmarked(r.xr).Attr("status")
	return v, ok && isObject(unmarked(v))
}

// clash reports that two blocks write different values to one place.
func (r *run) clash(item int, what string, c *clash) {
	path := clip(append(value.Path{value.AttrStep(what)}, c.path...).String(), maxPathBytes)
	detail, fix := "", " Let only one of them write it, or give both the same value."
	switch {
	case c.first == c.second:
		detail = "This block is rendered more than once, and writes different values to " + path + "."
		fix = " Write what is the same every time, or use keys that differ."
	case c.kinds[0] != "":
		detail = "This block writes " + c.kinds[1] + " to " + path + ", but the one at " + c.first.String() + " writes " + c.kinds[0] + " there."
	default:
		detail = "This block and the one at " + c.first.String() + " write different values to " + path + "."
	}
	r.contract(item, c.second, "Conflicting values", detail+fix)
	r.errors[len(r.errors)-1].Notes = []diag.Note{{Message: "the other block is here", Range: c.first}}
}

func (b *connection) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	v, ok := r.finished(item, b.body)
	if !ok {
		r.keepsDetail = true
		return
	}
	v, marks := v.Unmark()
	if !isObject(v) {
		r.contract(item, b.body.rng(), "Invalid connection details", "The body of a composite connection block must be an object, but this is "+kindName(v)+".")
		return
	}
	for i, key := range v.Names() {
		r.detail(item, b, key, marks.Has(value.Sensitive), v.At(i))
	}
	if r.connection == nil {
		r.connection = map[string]detail{}
	}
}

func (b *connection) skip(r *run, parent int, state ItemState) {
	r.add(&b.node, parent, state)
	if state != Excluded {
		r.keepsDetail = true
	}
}

// detail adds one connection detail. No message shows its value (C8).
func (r *run) detail(item int, b *connection, key string, secret bool, v value.Value) {
	v = unmarked(v)
	shown := quotedKey(key, secret)
	if !v.IsString() {
		r.contract(item, b.body.rng(), "Invalid connection detail", "The value of connection key "+shown+" must be a string in base64, but this is "+kindName(v)+". Write base64encode(...).")
		return
	}
	data, ok := decodeBase64(v.AsString())
	if !ok {
		r.contract(item, b.body.rng(), "Invalid connection detail", "The value of connection key "+shown+" is not base64 text. Write base64encode(...) around it.")
		return
	}
	if first, dup := r.connection[key]; dup && !bytes.Equal(first.data, data) {
		r.clash(item, "connection", &clash{path: value.Path{keyStep(key, secret)}, first: first.from, second: b.rng})
		return
	}
	if r.connection == nil {
		r.connection = map[string]detail{}
	}
	r.connection[key] = detail{data: data, from: b.rng}
}

// quotedKey is a key for a message, hidden if it may be a secret.
func quotedKey(key string, secret bool) string {
	if secret {
		key = "..."
	}
	return quoted(key)
}

// decodeBase64 decodes the standard alphabet, padded; line breaks are tolerated.
func decodeBase64(s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\r\n") {
		s = strings.NewReplacer("\r", "", "\n", "").Replace(s)
	}
	data, err := base64.StdEncoding.Strict().DecodeString(s)
	return data, err == nil
}

func (b *contextBlock) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	vals, ok := r.finish(item, b.key, b.value)
	if !ok {
		if key := unmarked(vals[0]); key.IsString() && vals[0].Flags()&value.FlagMarked == 0 {
			r.items[item].Name = key.AsString()
		}
		return
	}
	key, ok := r.contextKey(item, b, vals[0])
	if !ok {
		return
	}
	r.items[item].Name = key
	t := r.context[key]
	if t == nil {
		if r.context == nil {
			r.context = map[string]*tree{}
		}
		t = &tree{}
		r.context[key] = t
	}
	if c := t.unify(vals[1], b.rng); c != nil {
		c.path = append(value.Path{value.AttrStep(key)}, c.path...)
		r.clash(item, "context", c)
	}
}

func (r *run) contextKey(item int, b *contextBlock, v value.Value) (string, bool) {
	if v.IsMarked() {
		r.contract(item, b.key.rng(), "Sensitive context key", "The key of the context would show a sensitive value. Choose one that may be seen.")
		return "", false
	}
	return r.textOf(item, b.key, v, "context key", false)
}

func (b *contextBlock) skip(r *run, parent int, state ItemState) { r.add(&b.node, parent, state) }

func (b *requirement) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	if !r.condition(item, b.condition) {
		return
	}
	vals, ok := r.finish(item, b.apiVersion, b.kind, b.namespace, b.matchName, b.matchLabels)
	if !ok {
		return
	}
	for i := range r.requirements {
		if r.requirements[i].Name == b.label {
			r.contract(item, b.rng, "Duplicate requirement", "There is another requirement named "+quoted(b.label)+", whose condition is true too. Give one of them another name, or conditions that exclude each other.")
			return
		}
	}
	q := Requirement{Name: b.label}
	before := len(r.errors)
	q.APIVersion, _ = r.textOf(item, b.apiVersion, vals[0], "apiVersion of a requirement", false)
	q.Kind, _ = r.textOf(item, b.kind, vals[1], "kind of a requirement", false)
	if b.namespace != nil {
		q.Namespace, _ = r.textOf(item, b.namespace, vals[2], "namespace of a requirement", false)
	}
	if b.matchName != nil {
		q.MatchName, _ = r.textOf(item, b.matchName, vals[3], "matchName of a requirement", false)
	} else {
		q.MatchLabels, q.HasLabels = r.labels(item, b.matchLabels, vals[4]), true
	}
	if len(r.errors) == before {
		r.requirements = append(r.requirements, q)
	}
}

// labels reads the labels of a requirement.
func (r *run) labels(item int, a *attribute, v value.Value) []Label {
	v, marks := v.Unmark()
	if !isObject(v) {
		r.contract(item, a.rng(), "Invalid matchLabels", "matchLabels must be an object of strings, but this is "+kindName(v)+".")
		return nil
	}
	out := make([]Label, 0, v.Len())
	for i, key := range v.Names() {
		val := unmarked(v.At(i))
		if !val.IsString() {
			r.contract(item, a.rng(), "Invalid matchLabels", "The value of match label "+quotedKey(key, marks.Has(value.Sensitive))+" must be a string, but this is "+kindName(val)+".")
			continue
		}
		out = append(out, Label{Key: key, Value: val.AsString()})
	}
	return out
}

func (b *requirement) skip(r *run, parent int, state ItemState) { r.add(&b.node, parent, state) }
