// Package diag describes problems in source texts and values.
//
// A [Diagnostic] describes what is wrong, where it is, and how to correct it. A [List] collects
// diagnostics. Appending keeps their order, [List.Sort] orders them by position, and [List.Limited]
// limits how many are shown. Package diag/render prints them.
//
// Mistakes in configuration are diagnostics. Mistakes in the Go code that calls this module are Go
// errors.
package diag

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/source"
)

// Severity is the severity of a diagnostic.
type Severity uint8

// The severities. The zero value is Error, so that a diagnostic without a severity is not overlooked.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one problem.
//
// Summary is a short title without a full stop. Detail consists of sentences: what was found, what was expected, and
// how to fix it. Neither contains a position, which is in Subject, nor the value of anything marked sensitive. Code, if
// set, is a stable kebab-case name that identifies the kind of problem for tools.
type Diagnostic struct {
	Severity Severity
	Code     string
	Summary  string
	Detail   string
	Subject  source.Range // what is wrong; the zero range if nothing in a source text is
	Context  source.Range // a larger range that helps to understand it; may be zero
	Notes    []Note       // further places, such as an earlier definition
	Values   []NamedValue // what the source text reads, where the host has it shown: see eval.Explain
}

// NamedValue is a part of a source text, such as var.x, and its value as text for people.
type NamedValue struct{ Name, Text string }

// Note is an additional remark of a diagnostic, with its own range.
type Note struct {
	Message string
	Range   source.Range // may be zero
}

// Error formats the diagnostic on one line: position, summary, detail.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if !d.Subject.IsZero() {
		b.WriteString(d.Subject.String())
		b.WriteString(": ")
	}
	b.WriteString(d.Summary)
	if d.Detail != "" {
		b.WriteString("; ")
		b.WriteString(d.Detail)
	}
	return b.String()
}

// List is an ordered collection of diagnostics. The zero value is empty and
// ready for use. A List is not safe for concurrent modification.
//
// A List is not an error, since an empty one in an error variable would not be nil: see [List.Err].
type List []*Diagnostic

// Add appends diagnostics. It ignores nil entries.
func (l *List) Add(ds ...*Diagnostic) {
	for _, d := range ds {
		if d != nil {
			*l = append(*l, d)
		}
	}
}

// AddError appends an error with the given range and texts.
func (l *List) AddError(subject source.Range, summary, detail string) {
	*l = append(*l, &Diagnostic{Severity: Error, Summary: summary, Detail: detail, Subject: subject})
}

// AddWarning appends a warning with the given range and texts.
func (l *List) AddWarning(subject source.Range, summary, detail string) {
	*l = append(*l, &Diagnostic{Severity: Warning, Summary: summary, Detail: detail, Subject: subject})
}

// HasErrors reports whether any diagnostic is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Errors returns the diagnostics that are errors, in their order.
func (l List) Errors() List { return l.only(Error) }

// Warnings returns the diagnostics that are warnings, in their order.
func (l List) Warnings() List { return l.only(Warning) }

func (l List) only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Sort sorts the diagnostics by file name and position. Those without a position come first. Diagnostics at the same
// position keep their order.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Diagnostic) int { return a.Subject.Compare(b.Subject) })
}

// Dedupe returns the list without diagnostics that equal an earlier one in position and text.
func (l List) Dedupe() List {
	type key struct {
		file            *source.File
		span            source.Span
		severity        Severity
		summary, detail string
	}
	seen := make(map[key]bool, len(l))
	out := l[:0:0]
	for _, d := range l {
		k := key{d.Subject.File, d.Subject.Span, d.Severity, d.Summary, d.Detail}
		if !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	return out
}

// Limited returns at most max diagnostics, errors before warnings, and the number of those left out.
func (l List) Limited(max int) (List, int) {
	if len(l) <= max {
		return l, 0
	}
	kept := append(l.Errors(), l.Warnings()...)[:max]
	kept.Sort()
	return kept, len(l) - max
}

// Abridged returns at most max diagnostics, errors before warnings, and another one with the number of those left out.
func (l List) Abridged(max int) List {
	kept, left := l.Limited(max)
	if left == 0 {
		return l
	}
	more := &Diagnostic{Summary: "Too many to show", Detail: "There are " + strconv.Itoa(left) +
		" more. Fix these first."}
	if !l.HasErrors() {
		more.Severity = Warning
	}
	return append(slices.Clip(kept), more)
}

// Err returns the list as a [*ListError], or nil if it contains no error.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return &ListError{List: l}
}

// String formats all diagnostics, one on a line.
func (l List) String() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}
