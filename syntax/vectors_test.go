package syntax

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
)

// The vectors hold what the original implementation makes of a source: its README says how they are written.

// place is a range as the vectors write it: line, column and byte of start and end.
type place [6]int

type vectorDiag struct {
	Severity string
	Summary  string
	Range    *place
}

type vector struct {
	ID             string
	Expr, Template *string
	Source         *string
	ExprBase64     *string
	TemplateBase64 *string
	SourceBase64   *string
	Result         json.RawMessage
	Unknown        json.RawMessage
	Body           vectorBody
	Diags          []vectorDiag
}

type vectorBody struct {
	Attributes      []vectorAttribute
	Blocks          []vectorBlock
	Range, EndRange place
}

type vectorAttribute struct {
	Name                                     string
	Range, NameRange, EqualsRange, ExprRange place
}

type vectorBlock struct {
	Type        string
	Labels      []string
	TypeRange   place
	LabelRanges []place
	OpenBrace   place `json:"openBraceRange"`
	CloseBrace  place `json:"closeBraceRange"`
	DefRange    place
	Range       place
	Body        vectorBody
}

// acceptedDifferences are the vectors whose expectation is not met, with the reason.
var acceptedDifferences = map[string]string{
	"body-0d33f8d52d5b": "a parenthesis ends before the next argument here, so that the one in that line closes " +
		"nothing; there the argument is in it",
	"body-635073dafbef": "the indentation says that the inner brace is not closed; there it is the outer one",
	"body-4b0bcdbf75b8": "the indentation says that the inner brace is not closed; there it is the outer one",
	"body-1cd65c3420c3": "mistakes in different lines are each reported; there nothing is that comes after the first",
	"body-5a36858a94ef": "mistakes in different lines are each reported; there nothing is that comes after the first",
	"body-0c228dbfe4ec": "mistakes in different lines are each reported; there nothing is that comes after the first",
}

func (v *vector) text(t *testing.T) string {
	for _, s := range []*string{v.Expr, v.Template, v.Source} {
		if s != nil {
			return *s
		}
	}
	for _, s := range []*string{v.ExprBase64, v.TemplateBase64, v.SourceBase64} {
		if s != nil {
			b, err := base64.StdEncoding.DecodeString(*s)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	t.Fatalf("%s: no input", v.ID)
	return ""
}

func placeOf(f *source.File, s source.Span) place {
	a, b := f.Position(s.Start), f.Position(s.End)
	return place{a.Line, a.Column, a.Byte, b.Line, b.Column, b.Byte}
}

// differ collects the differences of one vector.
type differ struct {
	file *source.File
	out  []string
}

func (d *differ) add(path string, got, want any) {
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	d.out = append(d.out, path+": got "+string(g)+", want "+string(w))
}

func (d *differ) place(path string, got source.Span, want place) {
	if g := placeOf(d.file, got); g != want {
		d.add(path, g, want)
	}
}

// diags compares diagnostics. Of a text with errors not each has its counterpart, since one mistake is reported once:
// there are some where the original has some, not more, and the first is not in a later line.
func (d *differ) diags(got diag.List, want []vectorDiag) {
	have := make([]vectorDiag, len(got))
	for i, g := range got {
		have[i] = vectorDiag{Severity: g.Severity.String(), Summary: g.Summary}
		if !g.Subject.IsZero() {
			p := placeOf(d.file, g.Subject.Span)
			have[i].Range = &p
		}
	}
	if (len(have) == 0) != (len(want) == 0) || len(have) > len(want) ||
		len(have) > 0 && firstLine(have) > firstLine(want) {
		d.add("diags", have, want)
	}
}

func firstLine(diags []vectorDiag) int {
	line := math.MaxInt
	for _, d := range diags {
		if d.Range != nil {
			line = min(line, d.Range[0])
		}
	}
	return line
}

func (d *differ) finish(t *testing.T, id string) {
	t.Helper()
	reason, accepted := acceptedDifferences[id]
	switch {
	case len(d.out) > 0 && !accepted:
		t.Errorf("%s %q:\n\t%s", id, d.file.Text(), strings.Join(d.out, "\n\t"))
	case len(d.out) == 0 && accepted:
		t.Errorf("%s: the accepted difference is none: %s", id, reason)
	}
}

func (d *differ) body(path string, got *Body, want *vectorBody) {
	d.place(path+".range", got.Source, want.Range)
	d.place(path+".endRange", got.End(), want.EndRange)
	var attrs []*Attribute
	var blocks []*Block
	for _, item := range got.Items {
		switch item := item.(type) {
		case *Attribute:
			attrs = append(attrs, item)
		case *Block:
			blocks = append(blocks, item)
		}
	}
	if len(attrs) != len(want.Attributes) || len(blocks) != len(want.Blocks) {
		d.add(path, []int{len(attrs), len(blocks)}, []int{len(want.Attributes), len(want.Blocks)})
		return
	}
	for i, a := range attrs {
		w := &want.Attributes[i]
		p := path + "." + w.Name
		if a.Name != w.Name {
			d.add(p, a.Name, w.Name)
		}
		d.place(p+".range", a.Source, w.Range)
		d.place(p+".nameRange", a.NameSpan(), w.NameRange)
		d.place(p+".equalsRange", source.Span{Start: a.Equals, End: a.Equals + 1}, w.EqualsRange)
		d.place(p+".exprRange", a.Expr.Span(), w.ExprRange)
	}
	for i, b := range blocks {
		d.block(path, b, &want.Blocks[i])
	}
}

func (d *differ) block(path string, b *Block, w *vectorBlock) {
	p := path + "." + w.Type
	if b.Type != w.Type || len(b.Labels) != len(w.Labels) {
		d.add(p, []any{b.Type, len(b.Labels)}, []any{w.Type, len(w.Labels)})
		return
	}
	d.place(p+".typeRange", b.TypeSpan(), w.TypeRange)
	for i, l := range b.Labels {
		if l.Text != w.Labels[i] {
			d.add(p+".label", l.Text, w.Labels[i])
		}
		d.place(p+".labelRange", l.Source, w.LabelRanges[i])
	}
	d.place(p+".openBrace", b.OpenBrace(), w.OpenBrace)
	d.place(p+".closeBrace", b.CloseBrace(), w.CloseBrace)
	d.place(p+".defRange", b.HeaderSpan(), w.DefRange)
	d.place(p+".range", b.Source, w.Range)
	d.body(p, b.Body, &w.Body)
}

func TestVectorBodies(t *testing.T) {
	for v := range vectors.All[vector](t, "bodies.jsonl") {
		f := source.NewFileString("v.hcl", v.text(t))
		file, diags := ParseConfig(f)
		d := &differ{file: f}
		d.diags(diags, v.Diags)
		if len(v.Diags) == 0 {
			d.body("", file.Body, &v.Body)
		}
		d.finish(t, v.ID)
	}
}

// parsed checks the diagnostics of parsing: where there is an outcome, there were none.
func (v *vector) parsed(t *testing.T, f *source.File, diags diag.List) {
	d := &differ{file: f}
	want := v.Diags
	if v.Result != nil || v.Unknown != nil {
		want = nil
	}
	d.diags(diags, want)
	d.finish(t, v.ID)
}

func TestVectorExpressions(t *testing.T) {
	for v := range vectors.All[vector](t, "expressions.jsonl") {
		f := source.NewFileString("v.hcl", v.text(t))
		_, diags := ParseExpression(f)
		v.parsed(t, f, diags)
	}
}

func TestVectorTemplates(t *testing.T) {
	for v := range vectors.All[vector](t, "templates.jsonl") {
		f := source.NewFileString("v.hcl", v.text(t))
		_, diags := ParseTemplate(f)
		v.parsed(t, f, diags)
	}
}
