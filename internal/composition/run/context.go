package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// contextValue returns the context that programs see.
func (r *run) contextValue(req *host.Place) value.Value {
	if r.in.Context.IsZero() {
		return r.object(r.in.Context, req, "context")
	}
	return host.OpenObject(contextLoader{r.in.Context.Loader}, req, "context", r.in.Context.Flags)
}

// contextLoader leaves out the entries that steps of this function pass to each other.
type contextLoader struct{ all host.ObjectLoader }

// LoadObject implements value.ObjectLoader.
func (l contextLoader) LoadObject(at *host.Place) ([]string, []value.Value) {
	names, vals := l.all.LoadObject(at)
	if i := slices.Index(names, report.ContextKey); i >= 0 {
		return slices.Delete(slices.Clone(names), i, i+1), slices.Delete(slices.Clone(vals), i, i+1)
	}
	return names, vals
}

// entries returns the entries of this function's steps so far in this pipeline, including earlier calls of this one.
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

// finalContext merges the context from the program, and this step's entry for later ones, into the context of the
// request. It is the zero Value if nothing changes.
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
