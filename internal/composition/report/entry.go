package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Steps of one pipeline pass their reports to each other in the context, because conditions reach the cluster only at
// the end of the pipeline. Every function can write to the context, so entries from it are checked and limited like any
// other input.

// ContextKey is the key of the pipeline's context for the entries of steps. Programs do not see it.
const ContextKey = "hcl.fn.crossplane.io/report"

// Sizes of a digest, and of the mark behind it by which a step recognises its own one.
const (
	digestSize = 4
	markSize   = 2
	tokenSize  = digestSize + markSize
)

// maxEntries limits the number of remembered steps.
const maxEntries = 16

// Entry is the data that a step passes to the steps after it.
type Entry struct {
	// Step identifies the step.
	Step string
	// Items are the names of the first items that are not complete; Open is the number of all of them.
	Items []string
	Open  int
	// Errors and Warnings count the reasons; reasons with one cause count once.
	Errors, Warnings int
	// Digest is the digest of the reasons. It is empty if the step has none any more.
	Digest string

	texts []text // the most important ones
}

// token returns the text of the entry in a condition.
func (e *Entry) token() string { return e.Digest + mark(e.Step, e.Digest) }

// mark returns the mark by which a step recognises its own digest. Another step has the same mark once in 256 times.
//
// Two hexadecimal digits are enough: the mark only decides between two steps that also have to agree on the position,
// and the message has room for few.
func mark(step, digest string) string {
	sum := sha256.Sum256([]byte(step + "\n" + digest))
	return hex.EncodeToString(sum[:])[:markSize]
}

// Entry returns the entry of this run for the steps after it.
func (r *Run) Entry() Entry {
	if len(r.Reasons) == 0 {
		return Entry{Step: r.Step}
	}
	e := Entry{Step: r.Step, Open: len(r.Open), Digest: digest(r.Reasons)}
	for _, name := range r.Open[:min(len(r.Open), maxItems)] {
		e.Items = append(e.Items, wording.Clip(name, maxName))
	}
	all := texts(r.Reasons)
	for _, t := range all {
		if t.kind.fatal() {
			e.Errors++
		} else {
			e.Warnings++
		}
	}
	e.texts = all[:min(len(all), maxTexts)]
	return e
}

// Entries are the entries of the steps of a pipeline, in its order.
type Entries []Entry

// Before returns the entries of other steps. Crossplane calls a step again for its requirements, with the context that
// the step itself returned.
func (l Entries) Before(step string) Entries {
	return slices.DeleteFunc(slices.Clone(l), func(e Entry) bool { return e.Step == step })
}

// After returns the entries for the steps after this one, its own last. This step has an entry if it has reasons,
// or if the observed conditions contain some of it: then the later steps have to know that they are out of date.
func (r *Run) After() Entries {
	own := r.Entry()
	if own.Digest == "" && !said(r.Observed.tokens, r.Step) {
		return r.Before
	}
	return append(slices.Clip(r.Before[max(0, len(r.Before)-maxEntries+1):]), own)
}

var (
	entryShape = host.NewShape([]string{"digest", "errors", "items", "open", "order", "texts", "warnings"})
	textShape  = host.NewShape([]string{"kind", "text"})
)

// Value returns the entries in their form in the context.
func (l Entries) Value() value.Value {
	order := make(map[string]int, len(l))
	for i, e := range l {
		order[e.Step] = i
	}
	steps := slices.Sorted(maps.Keys(order))
	vals := make([]value.Value, len(steps))
	for i, step := range steps {
		vals[i] = l[order[step]].value(order[step])
	}
	return host.ObjectOf(host.NewShape(steps), vals)
}

func (e *Entry) value(order int) value.Value {
	texts := make([]value.Value, len(e.texts))
	for i, t := range e.texts {
		texts[i] = host.ObjectOf(textShape, []value.Value{value.Int(int64(t.kind)), value.String(t.text)})
	}
	items := make([]value.Value, len(e.Items))
	for i, name := range e.Items {
		items[i] = value.String(name)
	}
	return host.ObjectOf(entryShape, []value.Value{
		value.String(e.Digest), value.Int(int64(e.Errors)), value.Tuple(items...), value.Int(int64(e.Open)),
		value.Int(int64(order)),
		value.Tuple(texts...), value.Int(int64(e.Warnings)),
	})
}

// ReadEntries reads entries from the context. It leaves out entries that do not have the form of [Entries.Value],
// because every function can write to the context.
func ReadEntries(v value.Value) Entries {
	type ordered struct {
		order int
		Entry
	}
	var list []ordered
	v = plain(v)
	for i, step := range v.Names() {
		if e, ok := readEntry(step, plain(v.At(i))); ok {
			list = append(list, ordered{number(plain(v.At(i)), "order"), e})
		}
	}
	slices.SortStableFunc(list, func(a, b ordered) int { return cmp.Compare(a.order, b.order) })
	out := make(Entries, 0, len(list))
	for _, e := range list[:min(len(list), maxEntries)] {
		out = append(out, e.Entry)
	}
	return out
}

func readEntry(step string, v value.Value) (Entry, bool) {
	e := Entry{
		Step: step, Digest: str(v, "digest"), Open: number(v, "open"), Errors: number(v, "errors"),
		Warnings: number(v, "warnings"),
	}
	for _, item := range elems(v, "items") {
		e.Items = append(e.Items, wording.Clip(item.AsString(), maxName))
	}
	for _, t := range elems(v, "texts") {
		kind := min(Kind(number(t, "kind")), kinds-1)
		e.texts = append(e.texts, text{kind, wording.Clip(str(t, "text"), maxText)})
	}
	e.Items, e.texts = e.Items[:min(len(e.Items), maxItems)], e.texts[:min(len(e.texts), maxTexts)]
	if e.Digest == "" {
		return Entry{Step: step}, true
	}
	return e, len(e.Digest) == digestSize && isHex(e.Digest) && len(e.texts) > 0 && e.Errors+e.Warnings >= len(e.texts) &&
		e.Open >= len(e.Items)
}

func plain(v value.Value) value.Value {
	u, _ := v.Unmark()
	return u
}

func attr(v value.Value, name string) value.Value {
	a, _ := v.Attr(name)
	return plain(a)
}

func str(v value.Value, name string) string { return attr(v, name).AsString() }

func number(v value.Value, name string) int {
	const most = 1_000_000_000
	n, _ := attr(v, name).AsInt64()
	return int(min(max(n, 0), most))
}

func elems(v value.Value, name string) []value.Value {
	return attr(v, name).Elems()
}
