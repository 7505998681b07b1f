package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// contextValue returns the context as programs see it.
func (r *run) contextValue(req *host.Place) value.Value {
	if r.in.Context.IsZero() {
		return r.object(r.in.Context, req, "context")
	}
	return host.OpenObject(contextLoader{r.in.Context.Loader}, req, "context", r.in.Context.Flags)
}

// contextLoader leaves out what steps of this function tell each other.
type contextLoader struct{ all host.ObjectLoader }

// LoadObject implements value.ObjectLoader.
func (l contextLoader) LoadObject(at *host.Place) ([]string, []value.Value) {
	names, vals := l.all.LoadObject(at)
	if i := slices.Index(names, report.ContextKey); i >= 0 {
		return slices.Delete(slices.Clone(names), i, i+1), slices.Delete(slices.Clone(vals), i, i+1)
	}
	return names, vals
}

// entries are what steps of this function have told so far in this pipeline, this one in its calls before included.
func (r *run) entries() report.Entries {
	if r.in.Context.IsZero() {
		return nil
	}
	v, ok := r.object(r.in.Context, nil, "context").Attr(report.ContextKey)
	if !ok {
		return nil
	}
	return report.ReadEntries(v)
}

// finalContext merges what the program writes, and what this step tells the later ones, into the context that came in.
// It is the zero Value if nothing changes.
func (r *run) finalContext(entries report.Entries) value.Value {
	if len(r.context) == 0 && len(entries) == 0 && len(r.entries()) == 0 {
		return value.Value{}
	}
	t := &tree{kids: r.context}
	t.fill(r.contextValue(nil))
	if len(entries) > 0 {
		t.child(report.ContextKey).val = entries.Value()
	}
	return t.value()
}
