package check

import (
	"slices"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// memberRead is a place where a value depends on which members of a collection are observed now: which one an index
// selects, or how many a loop iterates over.
type memberRead struct {
	at         source.Range
	collection string
	index      string // in words for a sentence; "" for a loop
}

// memberReads finds such places. It computes the facts of locals once.
type memberReads struct {
	m     *model.Program
	known map[model.ExprID][]memberRead
	// reported are the places of warnings.
	reported map[source.Range]bool
}

// maxMemberReads limits the remembered places of a local.
const maxMemberReads = 8

// byMembers warns if the body of a resource depends on which members of another collection are observed. A condition
// around the block that reads that collection can ensure that all of them exist.
func (c *checker) byMembers(b *model.Block, body *model.Expr, conditions []*model.Expr) {
	if body == nil || body.File.IsBroken() || c.facts.of(c.m, body)&factMembers == 0 {
		return
	}
	for _, r := range c.byMember.in(body, body.Node) {
		if !c.byMember.reported[r.at] && !isMemberOf(b, r.collection) && !c.readsMembers(conditions, r.collection) {
			c.byMember.reported[r.at] = true
			c.warn(code.ObservedMembers, r.at, "Depends on which members are observed", r.detail(b))
		}
	}
}

// detail returns the possible consequence, and how to avoid it.
func (r memberRead) detail(b *model.Block) string {
	of := b.Label
	if b.Kind == model.KindTemplate {
		of = b.Parent.Label
	}
	read := "req.resource[\"" + r.collection + "-${key}\"]"
	if r.index == "" {
		return "The body of " + wording.Quoted(of) + " depends on which members of " + wording.Quoted(r.collection) +
			" are observed now, so it changes as members " +
			"appear and disappear. Iterate over the value of for_each, and read each member by its name, such as " +
			read + ": then the body waits for all of them."
	}
	return "The body of " + wording.Quoted(of) + " reads the observed member at index " + r.index + " of " +
		wording.Quoted(r.collection) + ", which may not " +
		"be the one for that element, and changes as members appear and disappear. Read the member by its name, such as " +
		read + ": then the body waits for it."
}

// isMemberOf reports whether a block belongs to the named collection itself.
func isMemberOf(b *model.Block, collection string) bool {
	for ; b != nil; b = b.Parent {
		if b.Kind == model.KindCollection && b.Label == collection {
			return true
		}
	}
	return false
}

// readsMembers reports whether any condition reads the members of a collection.
func (c *checker) readsMembers(conditions []*model.Expr, collection string) bool {
	return slices.ContainsFunc(conditions, func(e *model.Expr) bool {
		found := false
		c.reads(e, factMembers, func(r *model.Read) { found = found || model.PathName(r.Path, 2) == collection })
		return found
	})
}

// in returns the places in a part of an expression.
func (w *memberReads) in(e *model.Expr, n syntax.Expr) []memberRead {
	if ref := w.m.Ref(e.File, n); ref != nil {
		if found := w.ofLocal(w.m.Symbol(e.File, ref.Symbol).Expr); len(found) > 0 {
			return found
		}
	}
	if r, ok := w.here(e, n); ok {
		return []memberRead{r}
	}
	var out []memberRead
	model.Parts(n, func(part syntax.Expr, _ bool) {
		if len(out) < maxMemberReads {
			out = append(out, w.in(e, part)...)
		}
	})
	return out
}

func (w *memberReads) ofLocal(l *model.Expr) []memberRead {
	if l == nil {
		return nil
	}
	found, known := w.known[l.ID()]
	if !known {
		w.known[l.ID()] = nil // ends cycles
		found = w.in(l, l.Node)
		w.known[l.ID()] = found
	}
	return found
}

// here returns the place of an expression that is a loop over members, or an index into them.
func (w *memberReads) here(e *model.Expr, n syntax.Expr) (memberRead, bool) {
	over := model.Iterated(n)
	if over != nil {
		n = over
	}
	collection, index := w.m.ObservedMembers(e, n)
	return memberRead{e.At(n), collection, index}, collection != "" && (index == "") == (over != nil)
}
