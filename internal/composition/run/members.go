package run

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// wrongMembers are the members of collections that have an error. Many may have the same one, which is told once.
type wrongMembers map[memberError]*memberNote

type memberError struct {
	at              source.Range
	summary, detail string
}

type memberNote struct {
	first string
	last  string
	count int
}

func errorOf(d *diag.Diagnostic) memberError { return memberError{d.Subject, d.Summary, d.Detail} }

// noteMember notes for an error in which member of a collection it is, if in one.
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
	key := errorOf(d)
	n := r.wrong[key]
	if n == nil {
		n = &memberNote{first: r.items[item].Name}
		r.wrong[key] = n
	}
	if n.last != r.items[item].Name {
		n.last = r.items[item].Name
		n.count++
	}
}

// named returns an error with the member that it is in.
func (m wrongMembers) named(d *diag.Diagnostic) *diag.Diagnostic {
	n := m[errorOf(d)]
	if n == nil {
		return d
	}
	out := *d
	out.Detail += " This is in the member " + n.first
	if n.count > 1 {
		out.Detail += " and " + wording.Count(n.count-1, "more member")
	}
	out.Detail += "."
	return &out
}
