// Package jsonform is the JSON that "hclx render", "hclx explain" and "hclx test" print for other programs: one object,
// the form of which is stable.
//
// [Rendered], [Explained] and [Tested] are the forms; docs/json.md is generated from them. A field that is there keeps
// its name and its meaning as long as the version is the same; fields can be added. [Write] writes a form.
//
// Nothing that is sensitive is in there: connection details are named, and in objects a text stands in its place,
// [Hidden]. That is so for the data of Secrets, and for everything that a program computes from them or from connection
// details. Objects that other functions render are theirs: there only the data of Secrets is known to be sensitive.
package jsonform

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// Version is the version of the forms.
const Version = 1

// A Step is a pipeline step that hclx ran: its program, and the answer to the last call.
type Step struct {
	Name    string
	Program *run.Program
	Output  *run.Output
	// Doomed are the resources that exist, are excluded, and that no step renders.
	Doomed []string
}

// Write writes a form as one line.
func Write(w io.Writer, form any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(form)
}

// Range is a part of a file.
type Range struct {
	Filename string   `json:"filename" doc:"The path of the file, relative like the paths on the command line."`
	Start    Position `json:"start" doc:"The position of the first character of the part."`
	End      Position `json:"end" doc:"The position after the last character of the part."`
}

// Position is a place in a file.
type Position struct {
	Line   int `json:"line" doc:"The line, from 1."`
	Column int `json:"column" doc:"The column, from 1, in characters as people see them."`
	Byte   int `json:"byte" doc:"The offset in bytes, from 0."`
}

// rangeOf is where something stands in the outermost file; nil for nowhere.
func rangeOf(r source.Range) *Range {
	if r.IsZero() {
		return nil
	}
	r = r.Outermost()
	return &Range{Filename: r.Filename(), Start: Position(r.Start()), End: Position(r.End())}
}

// Diagnostics are errors and warnings in the form that "hclx check --format json" has for them.
type Diagnostics = json.RawMessage

// diagnosticsOf writes diagnostics; nil if there are none.
func diagnosticsOf(list diag.List) Diagnostics {
	if len(list) == 0 {
		return nil
	}
	var buf bytes.Buffer
	var form struct{ Diagnostics json.RawMessage }
	if diagrender.JSON(&buf, list) != nil || json.Unmarshal(buf.Bytes(), &form) != nil {
		return nil // a buffer takes everything, and what was just written can be read
	}
	return form.Diagnostics
}

// Problem is why there is no result.
type Problem struct {
	Kind     string `json:"kind" doc:"\"fatal\" for a fatal result of a function, \"resource\" for a composed resource that cannot be applied, \"step\" for a function that could not be called."`
	Message  string `json:"message" doc:"What is wrong."`
	Step     string `json:"step,omitempty" doc:"The pipeline step that caused it, if any."`
	Resource string `json:"resource,omitempty" doc:"The composition resource name of the resource that cannot be applied."`
	Path     string `json:"path,omitempty" doc:"The part of the resource that is wrong."`
	Range    *Range `json:"range,omitempty" doc:"The block that rendered the resource."`
}
