package typing

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// spot is a place as the key of a map.
type spot struct {
	file *model.File
	span source.Span
}

func (p place) spot() spot { return spot{p.e.File, p.span} }

// pass is what looks at places. Each counts its visits by itself.
type pass uint8

const (
	inferring pass = iota
	comparing
	naming // names and labels
)

// finding is a mistake at a place.
type finding struct {
	at      place
	pass    pass
	code    string
	summary string
	detail  string
	owner   *model.Expr // the expression that is evaluated there
	use     place       // where it is used by a name; zero if it stands where it is used
	refused int         // visits that refuse it
	// other is where the mistake is made if what fails here succeeds for others: where the value is written or, if slip is set, a name in it that
	// should have been another one. Such a name is also wrong if it is missed at several places.
	other     place
	otherwise string // what is said there
	slip      bool
	// from is what was written for the value of which the name is read that there is not.
	from place
	name string
	// named is the innermost use of a name of which the whole value is wrong; zero if a part of it is, or it stands where it is used.
	named place
	// warning is set if it is no error in any case.
	warning bool
	// notes are the places that this is about.
	notes []place
	// definite is set if no choice is made elsewhere on the way.
	definite bool
}

// maxNotes is how many places are shown that one mistake is about.
const maxNotes = 3

type findingKey struct {
	spot
	code  string
	other spot
}

// findings are the mistakes of a program.
type findings struct {
	list   []*finding
	byKey  map[findingKey]*finding
	visits map[visit]int
	uses   map[*model.Expr][]use
	// succeeded are steps that lead somewhere for some element.
	succeeded map[spot]bool
	// wanted are the places that fail because of a value, in the same way.
	wanted map[want][]spot
	// exhausted is set where the bound of the work was reached, so that not every visit was made.
	exhausted bool
}

// want is what a value lacks.
type want struct {
	spot
	what string
}

func (f *finding) wants() want { return want{f.other.spot(), f.otherwise} }

// visit is a place that was looked at.
type visit struct {
	spot
	pass pass
}

// use is the use of a local or function by an expression.
type use struct {
	of   *model.Expr
	soft bool
}

func newFindings() findings {
	return findings{byKey: map[findingKey]*finding{}, visits: map[visit]int{}, uses: map[*model.Expr][]use{}, succeeded: map[spot]bool{}, wanted: map[want][]spot{}}
}

func (l *findings) visit(at place, p pass) {
	if !at.isZero() {
		l.visits[visit{at.spot(), p}]++
	}
}

// add enters a mistake, or another visit of one.
func (l *findings) add(f finding) {
	if f.at.isZero() {
		if f.at = f.use; f.at.isZero() {
			return
		}
	}
	k := findingKey{spot: f.at.spot(), code: f.code}
	if !f.other.isZero() {
		k.other = f.other.spot()
		if !slices.Contains(l.wanted[f.wants()], f.at.spot()) {
			l.wanted[f.wants()] = append(l.wanted[f.wants()], f.at.spot())
		}
	}
	f.refused = 1
	if old := l.byKey[k]; old != nil {
		old.refused++
		old.definite = old.definite || f.definite && !f.warning
		old.warning = old.warning && f.warning
		return
	}
	l.byKey[k] = &f
	l.list = append(l.list, &f)
}

// note enters that one expression uses another one.
func (l *findings) note(by, of *model.Expr, soft bool) {
	if u := (use{of, soft}); !slices.Contains(l.uses[by], u) {
		l.uses[by] = append(l.uses[by], u)
	}
}

// diagnostics decides about the mistakes. needed are the expressions that are evaluated in some run.
func (l *findings) diagnostics(needed []*model.Expr) diag.List {
	hard := l.hard(needed)
	var out diag.List
	for _, f := range l.misused(l.misread()) {
		out.Add(f.diagnostic(l, hard[f.owner]))
	}
	slices.SortStableFunc(out, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	return out.Dedupe()
}

// misread puts together what is wrong because the value of a name is not the one that is meant: several parts are read of it, and it has none of them.
func (l *findings) misread() []*finding {
	names := map[spot][]string{}
	for _, f := range l.list {
		if f.from.isZero() || l.succeeded[f.from.spot()] || f.slip {
			continue
		}
		if at := f.from.spot(); !slices.Contains(names[at], f.name) {
			names[at] = append(names[at], f.name)
		}
	}
	var out []*finding
	told := map[spot]*finding{}
	for _, f := range l.list {
		if f.from.isZero() || len(names[f.from.spot()]) < 2 {
			out = append(out, f)
			continue
		}
		at := f.from.spot()
		if first := told[at]; first != nil {
			first.notes = append(first.notes, f.at)
			first.warning = first.warning && f.warning
			first.definite = first.definite || f.definite
			continue
		}
		f.notes = []place{f.at}
		f.at, f.other = f.from, place{}
		f.detail = "None of " + wording.All(names[at]) + " is there, which are read of this value. " + f.detail
		told[at] = f
		out = append(out, f)
	}
	return out
}

// misused puts together what is wrong because a name is used that has several values, all of which are refused there.
func (l *findings) misused(list []*finding) []*finding {
	type key struct {
		use  spot
		code string
	}
	of := map[key][]*finding{}
	for _, f := range list {
		if !f.named.isZero() {
			k := key{f.named.spot(), f.code}
			of[k] = append(of[k], f)
		}
	}
	out := list[:0:0]
	for _, f := range list {
		if f.named.isZero() {
			out = append(out, f)
			continue
		}
		all := of[key{f.named.spot(), f.code}]
		refused := 0
		for _, g := range all {
			refused += g.refused
		}
		if len(all) < 2 || refused < l.visits[visit{f.named.spot(), f.pass}] || l.exhausted {
			out = append(out, f)
			continue
		}
		if f != all[0] {
			continue
		}
		for _, g := range all {
			f.notes = append(f.notes, g.at)
			f.warning, f.definite = f.warning && g.warning, true
		}
		f.at, f.use = f.named, place{}
		out = append(out, f)
	}
	return out
}

// hard returns the expressions that are evaluated and not only tried.
func (l *findings) hard(needed []*model.Expr) map[*model.Expr]bool {
	hard := map[*model.Expr]bool{}
	queue := slices.Clone(needed)
	for len(queue) > 0 {
		e := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if hard[e] {
			continue
		}
		hard[e] = true
		for _, u := range l.uses[e] {
			if !u.soft {
				queue = append(queue, u.of)
			}
		}
	}
	return hard
}

// diagnostic: what is used by a name, and right at another use, is wrong where it is used.
func (f *finding) diagnostic(l *findings, hard bool) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: f.code, Summary: f.summary, Detail: f.detail, Subject: f.at.rng()}
	if len(f.notes) > 0 {
		for _, at := range f.notes[:min(len(f.notes), maxNotes)] {
			d.Notes = append(d.Notes, diag.Note{Message: "it is about this", Range: at.rng()})
		}
		if f.warning || !hard || !f.definite {
			d.Severity = diag.Warning
		}
		return d
	}
	visits := l.visits[visit{f.at.spot(), f.pass}]
	everywhere := f.refused >= visits && !l.exhausted
	if !f.other.isZero() && (l.succeeded[f.at.spot()] || f.slip && len(l.wanted[f.wants()]) > 1) {
		d.Subject, d.Detail = f.other.rng(), f.otherwise
		d.Notes = []diag.Note{{Message: "it is read here", Range: f.at.rng()}}
		if f.warning || !hard {
			d.Severity = diag.Warning
		}
		return d
	}
	switch {
	case f.warning, !hard, !f.definite && !everywhere:
		d.Severity = diag.Warning
	case !f.use.isZero() && visits > f.refused:
		d.Subject = f.use.rng()
		d.Notes = []diag.Note{{Message: "what is written there comes from here", Range: f.at.rng()}}
		return d
	}
	if !f.use.isZero() && f.use.spot() != f.at.spot() {
		d.Notes = []diag.Note{{Message: "it is used here", Range: f.use.rng()}}
	}
	return d
}
