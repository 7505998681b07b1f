package render

import (
	"encoding/json"
	"io"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// JSON writes the diagnostics as one JSON object, {"diagnostics": [...]}, followed by a newline. Each has severity and
// summary and, if set, code, detail, subject, context, notes and values. A range has filename, start and end. A
// position has line and column (from 1, in grapheme clusters) and byte (from 0). The error is that of the writer.
func JSON(w io.Writer, list diag.List) error {
	out := document{Diagnostics: make([]entry, len(list))}
	for i, d := range list {
		out.Diagnostics[i] = entryOf(d)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

type document struct {
	Diagnostics []entry `json:"diagnostics"`
}

type entry struct {
	Severity string     `json:"severity"`
	Code     string     `json:"code,omitempty"`
	Summary  string     `json:"summary"`
	Detail   string     `json:"detail,omitempty"`
	Subject  *rng       `json:"subject,omitempty"`
	Context  *rng       `json:"context,omitempty"`
	Notes    []noteOut  `json:"notes,omitempty"`
	Values   []valueOut `json:"values,omitempty"`
}

type valueOut struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type noteOut struct {
	Message string `json:"message"`
	Range   *rng   `json:"range,omitempty"`
}

type rng struct {
	Filename string   `json:"filename"`
	Start    position `json:"start"`
	End      position `json:"end"`
}

type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

func entryOf(d *diag.Diagnostic) entry {
	e := entry{
		Severity: d.Severity.String(), Code: d.Code, Summary: d.Summary, Detail: d.Detail,
		Subject: rangeOf(d.Subject), Context: rangeOf(d.Context),
	}
	for _, v := range d.Values {
		e.Values = append(e.Values, valueOut{Name: v.Name, Value: v.Text})
	}
	for _, n := range d.Notes {
		e.Notes = append(e.Notes, noteOut{Message: n.Message, Range: rangeOf(n.Range)})
	}
	return e
}

func rangeOf(r source.Range) *rng {
	if r.IsZero() {
		return nil
	}
	r = r.Outermost()
	return &rng{Filename: r.Filename(), Start: position(r.Start()), End: position(r.End())}
}
