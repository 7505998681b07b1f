package typing

import (
	"cmp"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// A mistake is seen at each visit of its place, and places have many visits. Reports depend on all visits: a value that
// every visit refuses is wrong where it is written; one that some visits accept is wrong at the use that refuses it;
// one that is refused in some alternatives only is a warning. So findings and visits are counted while walking, and
// judged at the end. Each mistake then becomes one diagnostic, at the place where a person would correct it.

// spot is a place as the key of a map.
type spot struct {
	file *model.File
	span source.Span
}

func (p place) spot() spot { return spot{p.e.File, p.span} }

// pass is a walk that visits places. Each counts its own visits.
type pass uint8

const (
	inferring pass = iota
	comparing
	labelling // names and labels
)

// finding is a mistake at a place.
type finding struct {
	at      place
	pass    pass
	code    string
	summary string
	detail  string
	owner   *model.Expr // the expression that is evaluated there
	uses    []through   // the names through which it is used, innermost first
	use     place       // the outermost use when first found
	refused int         // visits that refuse it
	// other is the place of the mistake if the same expression succeeds elsewhere: where the value is written or, if
	// slip is set, a name in it that should be another one. Such a name is also wrong if several places miss it.
	other     place
	otherwise string // the text there
	slip      bool
	// from is the place of the value that lacks the name.
	from place
	name string
	// named is the innermost use of a name whose whole value is wrong; zero if only a part of it is, or if it is
	// written in place.
	named place
	// warning is set if it is never an error.
	warning bool
	// notes are related places.
	notes []place
	// definite is set if no enclosing choice is made elsewhere.
	definite bool
}

// maxUses limits the uses that are considered for one mistake.
const maxUses = 20

// maxNotes limits the related places that are shown for one mistake.
const maxNotes = 3

// through is a use of a name, and how often its value is refused.
type through struct {
	at      place
	refused int
}

type findingKey struct {
	spot
	code  string
	other spot
}

// findings are the mistakes of a program.
type findings struct {
	list  []*finding
	byKey map[findingKey]*finding
	// strangers are some of the unknown fields.
	strangers []*finding
	// refusals are the visits that refuse a place, by code.
	refusals map[findingKey]int
	visits   map[visit]int
	uses     map[*model.Expr][]use
	// succeeded are steps that exist for some element.
	succeeded map[spot]bool
	// wanted are the places that fail because of a value, in the same way.
	wanted map[want][]spot
	// exhausted is set if the limit of the work was reached, so that not every visit was made.
	exhausted bool
}

// want is something that a value lacks.
type want struct {
	spot
	what string
}

func (f *finding) wants() want { return want{f.other.spot(), f.otherwise} }

// visit is a visited place.
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
	return findings{byKey: map[findingKey]*finding{}, refusals: map[findingKey]int{}, visits: map[visit]int{},
		uses: map[*model.Expr][]use{}, succeeded: map[spot]bool{}, wanted: map[want][]spot{}}
}

func (l *findings) visit(at place, p pass) {
	if !at.isZero() {
		l.visits[visit{at.spot(), p}]++
	}
}

// add adds a mistake, or another visit of one.
func (l *findings) add(f finding) {
	if f.at.isZero() {
		if len(f.uses) == 0 {
			return
		}
		f.at = f.uses[0].at
	}
	k := findingKey{spot: f.at.spot(), code: f.code}
	if !f.other.isZero() {
		k.other = f.other.spot()
		if !slices.Contains(l.wanted[f.wants()], f.at.spot()) {
			l.wanted[f.wants()] = append(l.wanted[f.wants()], f.at.spot())
		}
	}
	f.refused = 1
	l.refusals[findingKey{spot: k.spot, code: k.code}]++
	if old := l.byKey[k]; old != nil {
		old.refused++
		old.addUses(f.uses)
		old.definite = old.definite || f.definite && !f.warning
		old.warning = old.warning && f.warning
		return
	}
	if n := len(f.uses); n > 0 {
		f.use = f.uses[n-1].at
	}
	l.byKey[k] = &f
	if f.code == code.UnknownField && !f.warning && len(l.strangers) < maxUses {
		l.strangers = append(l.strangers, &f)
	}
	l.list = append(l.list, &f)
}

func (f *finding) addUses(uses []through) {
	for _, u := range uses {
		if i := slices.IndexFunc(f.uses, func(o through) bool { return o.at == u.at }); i >= 0 {
			f.uses[i].refused += u.refused
		} else if len(f.uses) < maxUses {
			f.uses = append(f.uses, u)
		}
	}
}

// note records that one expression uses another one.
func (l *findings) note(by, of *model.Expr, soft bool) {
	if u := (use{of, soft}); !slices.Contains(l.uses[by], u) {
		l.uses[by] = append(l.uses[by], u)
	}
}

// diagnostics judges the mistakes. needed are the expressions that are evaluated in some run.
func (l *findings) diagnostics(needed []*model.Expr) diag.List {
	hard := l.hard(needed)
	var out diag.List
	told := map[findingKey]bool{}
	for _, f := range l.misused(l.misread()) {
		if l.renamed(f) {
			continue
		}
		if k := (findingKey{spot: f.at.spot(), code: f.code}); !f.other.isZero() && l.everywhere(f) && !l.elsewhere(f) {
			if told[k] {
				continue // several values lack the same
			}
			told[k] = true
		}
		out.Add(f.diagnostic(l, hard[f.owner]))
	}
	slices.SortStableFunc(out, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	return out.Dedupe()
}

// misread merges mistakes because the value of a name is not the intended one: several parts of it are read, and it has
// none of them.
//
// A typing mistake in the name of a local makes every read field wrong. One error reports that.
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
		f.detail = "This value has none of " + wording.All(names[at]) + ", which are read from it. " + f.detail
		told[at] = f
		out = append(out, f)
	}
	return out
}

// misused merges mistakes because a name has several values, all of which are refused at its use.
func (l *findings) misused(list []*finding) []*finding {
	type key struct {
		use  spot
		code string
	}
	of := map[key][]*finding{}
	here := func(f *finding) key { return key{cmp.Or(f.named, f.at).spot(), f.code} }
	for _, f := range list {
		of[here(f)] = append(of[here(f)], f)
	}
	out := list[:0:0]
	for _, f := range list {
		all := of[here(f)]
		refused := 0
		for _, g := range all {
			refused += g.refused
		}
		if len(all) < 2 || f.pass != comparing || refused < l.visits[visit{here(f).use, f.pass}] || l.exhausted {
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
		f.at, f.uses = cmp.Or(f.named, f.at), nil
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

// diagnostic returns the diagnostic. A named value that is right at another use is wrong at this use.
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
	everywhere := l.everywhere(f)
	if l.elsewhere(f) {
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
	case !everywhere:
		if at := l.wrongUse(f); !at.isZero() && at.spot() != f.at.spot() {
			d.Subject = at.rng()
			d.Notes = []diag.Note{{Message: "the value comes from here", Range: f.at.rng()}}
			return d
		}
	}
	if !f.use.isZero() && f.use.spot() != f.at.spot() {
		d.Notes = []diag.Note{{Message: "it is used here", Range: f.use.rng()}}
	}
	return d
}

// renamed reports whether a value lacks a part because one of its fields has a wrong name, which was reported.
func (l *findings) renamed(f *finding) bool {
	return !f.other.isZero() && slices.ContainsFunc(l.strangers, func(s *finding) bool {
		return s.at.e.File == f.other.e.File && f.other.span.Covers(s.at.span)
	})
}

// everywhere reports whether every visit of a place refuses it.
func (l *findings) everywhere(f *finding) bool {
	return l.refusals[findingKey{spot: f.at.spot(), code: f.code}] >= l.visits[visit{f.at.spot(), f.pass}] && !l.exhausted
}

// elsewhere reports whether a mistake is where a value is written, and not where it is read.
func (l *findings) elsewhere(f *finding) bool {
	return !f.other.isZero() && (l.succeeded[f.at.spot()] || f.slip && len(l.wanted[f.wants()]) > 1)
}

// wrongUse returns the innermost use of a name that is refused at every visit, or the outermost one if there is none.
func (l *findings) wrongUse(f *finding) place {
	at := place{}
	for _, u := range f.uses {
		if at = u.at; u.refused >= l.visits[visit{u.at.spot(), f.pass}] {
			break
		}
	}
	return at
}
