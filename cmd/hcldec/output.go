package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/valuejson"
)

var jsonStyle = valuejson.Style{EscapeHTML: true}

// encode writes a value as JSON.
func encode(v value.Value, withType, keepNulls bool) ([]byte, error) {
	text, err := valuejson.Append(nil, v, jsonStyle)
	if err != nil {
		return nil, err
	}
	if withType && !(v.IsNull() && v.Type().IsDynamic()) {
		t, err := json.Marshal(v.Type())
		if err != nil {
			return nil, err
		}
		text = append(append(append([]byte(`{"value":`), text...), `,"type":`...), t...)
		text = append(text, '}')
	}
	if keepNulls {
		return text, nil
	}
	return withoutNulls(text)
}

// withoutNulls leaves out the properties of JSON objects that are null.
func withoutNulls(text []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	dropNulls(v)
	return json.Marshal(v)
}

func dropNulls(v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if e == nil {
				delete(v, k)
				continue
			}
			dropNulls(e)
		}
	case []any:
		for _, e := range v {
			dropNulls(e)
		}
	}
}

// The JSON forms of diagnostics and references.
type (
	positionJSON struct {
		Line   int `json:"line"`
		Column int `json:"column"`
		Byte   int `json:"byte"`
	}
	rangeJSON struct {
		Filename string       `json:"filename"`
		Start    positionJSON `json:"start"`
		End      positionJSON `json:"end"`
	}
	diagnosticJSON struct {
		Severity string     `json:"severity"`
		Summary  string     `json:"summary"`
		Detail   string     `json:"detail,omitempty"`
		Subject  *rangeJSON `json:"subject,omitempty"`
	}
	stepJSON struct {
		Kind  string          `json:"kind"`
		Name  string          `json:"name,omitempty"`
		Key   json.RawMessage `json:"key,omitempty"`
		Range rangeJSON       `json:"range"`
	}
	traversalJSON struct {
		RootName string          `json:"root_name"`
		Value    json.RawMessage `json:"value,omitempty"`
		Steps    []stepJSON      `json:"steps"`
		Range    rangeJSON       `json:"range"`
	}
)

func rangeOf(r source.Range) rangeJSON {
	return rangeJSON{Filename: r.Filename(), Start: positionJSON(r.Start()), End: positionJSON(r.End())}
}

// maxShown is how many diagnostics are shown.
const maxShown = 200

// report writes the diagnostics.
func (c *command) report() error {
	diags := c.diags.Abridged(maxShown)
	if c.Diags == "" {
		return render.Text(c.stderr, diags, render.Options{Color: isTerminal(c.stderr), Width: 78})
	}
	out := struct {
		Diagnostics []diagnosticJSON `json:"diagnostics"`
	}{make([]diagnosticJSON, len(diags))}
	for i, d := range diags {
		out.Diagnostics[i] = diagnosticJSON{Severity: d.Severity.String(), Summary: d.Summary, Detail: detail(d)}
		if !d.Subject.IsZero() {
			r := rangeOf(d.Subject)
			out.Diagnostics[i].Subject = &r
		}
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = c.stderr.Write(append(text, '\n'))
	return err
}

// detail puts the notes, for which the format has no place, behind the detail.
func detail(d *diag.Diagnostic) string {
	text := d.Detail
	for _, n := range d.Notes {
		text += " " + n.Message
		if !n.Range.IsZero() {
			text = strings.TrimSuffix(text, ".") + ": " + n.Range.String() + "."
		}
	}
	return text
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// references describes the variables that expressions refer to, with the values that they have.
func references(found []hcl.Traversal, ctx *hcl.EvalContext) ([]byte, error) {
	out := make([]traversalJSON, len(found))
	for i, t := range found {
		out[i] = traversalJSON{RootName: t.Root(), Steps: make([]stepJSON, len(t)), Range: rangeOf(t.Range()),
			Value: current(t, ctx)}
		for k, s := range t {
			out[i].Steps[k] = stepOf(s)
		}
	}
	return json.MarshalIndent(out, "", "  ")
}

func stepOf(s hcl.TraversalStep) stepJSON {
	out := stepJSON{Name: s.Name, Range: rangeOf(s.Range)}
	switch s.Kind {
	case hcl.StepRoot:
		out.Kind = "root"
	case hcl.StepAttr:
		out.Kind = "attr"
	case hcl.StepIndex:
		out.Kind, out.Name = "index", ""
		if key, err := valuejson.Append(nil, s.Key, jsonStyle); err == nil {
			out.Key = key
		}
	default:
		out.Kind = "splat"
	}
	return out
}

// current is the value that a traversal leads to, if it leads anywhere.
func current(t hcl.Traversal, ctx *hcl.EvalContext) json.RawMessage {
	v, ok := ctx.Variables[t.Root()]
	if !ok {
		return nil
	}
	for _, s := range t[1:] {
		var err error
		if s.Kind == hcl.StepAttr {
			v, err = calc.GetAttr(v, s.Name, ctx.Profile, s.Range)
		} else {
			v, err = calc.Index(v, s.Key, ctx.Profile, s.Range)
		}
		if err != nil {
			return nil
		}
	}
	text, err := valuejson.Append(nil, v, jsonStyle)
	if err != nil {
		return nil
	}
	return text
}
