package run

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// wrongMembers are the names of the members of collections with an error. Many may have the same one, which is reported
// once.
type wrongMembers map[memberError][]string

type memberError struct {
	at              source.Range
	summary, detail string
}

func errorOf(d *diag.Diagnostic) memberError { return memberError{d.Subject, d.Summary, d.Detail} }

// noteMember records the member of a collection that contains an error, if any.
func (r *run) noteMember(item int, d *diag.Diagnostic) {
	for item >= 0 && (r.items[item].Parent < 0 || r.items[r.items[item].Parent].Kind != model.KindCollection ||
		r.items[item].Kind != model.KindResource) {
		item = r.items[item].Parent
	}
	if item < 0 {
		return
	}
	if r.wrong == nil {
		r.wrong = wrongMembers{}
	}
	name, key := r.items[item].Name, errorOf(d)
	// Members are evaluated one after the other, so a repeated member can only be the last one.
	if names := r.wrong[key]; len(names) == 0 || names[len(names)-1] != name {
		r.wrong[key] = append(names, name)
	}
}

// named returns an error with the member that contains it.
func (m wrongMembers) named(d *diag.Diagnostic) *diag.Diagnostic {
	names := m[errorOf(d)]
	if len(names) == 0 {
		return d
	}
	out := *d
	out.Detail += " This is in the member " + names[0]
	if len(names) > 1 {
		out.Detail += " and " + wording.Count(len(names)-1, "more member")
	}
	out.Detail += "."
	return &out
}
