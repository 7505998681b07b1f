package run

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/value/host"
)

// output returns the answer.
func (r *run) output() *Output {
	r.warnings = r.warnings.Dedupe()
	r.warnings.Sort()
	fatal := len(r.errors)+len(r.drops) > 0
	a := &report.Account{Items: r.items, Unresolved: r.unresolved(fatal), Drops: r.drops, Errors: r.fatalErrors(),
		Warnings: r.warnings}
	a.Circles = r.rings(a.Unresolved)
	if !r.in.Afresh {
		a.Observed = report.ReadObserved(r.given())
	}
	out := r.told(a)
	if out.Fatal = fatal; fatal {
		return out
	}
	entries := a.Before
	if a.Step != "" {
		entries = a.After()
	}
	out.Resources, out.Requirements = r.resources, r.requirements
	out.Status = r.finalStatus()
	out.Connection = r.finalConnection()
	out.Context = r.finalContext(entries)
	if r.heldBack {
		out.Ready = ReadyFalse
	}
	return out
}

// told returns an answer with the parts that report the run.
func (r *run) told(a *report.Account) *Output {
	a.Step, a.Before = r.in.Step, r.entries().Before(r.in.Step)
	a.Gather()
	return &Output{Items: a.Items, Conditions: a.Conditions(), Results: a.Results(), Diagnostics: a.Diagnostics()}
}

// Refused returns the answer to a call whose input or program has errors: nothing changes.
func Refused(in *Input, errors diag.List) *Output {
	out := (&run{in: in}).told(&report.Account{Errors: errors.Errors(), Reason: "InvalidProgram"})
	out.Fatal = true
	return out
}

// unresolved returns the items that are incomplete or failed themselves, not because of the block that contains them. A
// fatal answer leaves out items that only wait for the answer to a request, which would have come.
func (r *run) unresolved(fatal bool) []int {
	var out []int
	e := exemption{r: r, known: map[int]bool{}}
	asks := fatal && r.asks()
	for i := range r.items {
		it := &r.items[i]
		if (it.State == report.Waiting || it.State == report.Failed) && !it.Cause.IsZero() && !r.states[i].broken &&
			!(asks && e.item(i)) {
			out = append(out, i)
		}
	}
	return out
}

// asks reports whether there is a requested requirement without an answer.
func (r *run) asks() bool {
	return slices.ContainsFunc(r.requirements, func(q Requirement) bool { return !r.answered(q.Name) })
}

func (r *run) answered(requirement string) bool {
	return slices.ContainsFunc(r.in.Extra, func(a Answer) bool { return host.NFC(a.Name) == requirement })
}

// fatalErrors returns the errors that make the answer fatal, except drops.
func (r *run) fatalErrors() diag.List {
	errs := r.errors.Dedupe()
	errs.Sort()
	for i, d := range errs {
		errs[i] = r.wrong.named(d)
	}
	return errs
}
