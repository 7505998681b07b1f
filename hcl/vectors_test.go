package hcl_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// The vectors say what HashiCorp's implementation finds in bodies. What is compared are names, labels, ranges and the
// severities and places of diagnostics; what the attributes evaluate to is compared where expressions are.

type vRange [6]int

type vDiag struct {
	Severity, Summary string
	Range             *vRange
}

type vSchema struct {
	Attributes []hcl.AttributeSchema
	Blocks     []struct {
		Type       string
		LabelNames []string
		Body       *vSchema
	}
}

type vAttr struct {
	Name                        string
	Range, NameRange, ExprRange vRange
}

type vContent struct {
	Attributes []vAttr
	Blocks     []struct {
		Type                string
		Labels              []string
		DefRange, TypeRange vRange
		LabelRanges         []vRange
		Content             *vContent
		JustAttributes      *vContent
	}
	MissingItemRange *vRange
	Diags            []vDiag
	Remain           *vContent
}

type bodyVector struct {
	ID, Source, JSON                        string
	SourceBase64, JSONBase64                string
	Schema                                  vSchema
	ParseDiags                              []vDiag
	Content, PartialContent, JustAttributes *vContent
}

// differing are the vectors that we do not follow, by id, each with the reason.
var differing = map[string]string{
	"jbody-1c2271fc54bf-std": "a label level of the wrong kind is one mistake and reported once",
	"jbody-52fbb956d85f-std": "a label level of the wrong kind is one mistake and reported once",
	"jbody-5940acaf3c47-std": "a name without quotes is one mistake and reported once",
	"jbody-65f736641787-std": "a string without a closing quote is one mistake and reported once, at the string",
}

func TestBodyVectors(t *testing.T) {
	for _, name := range []string{"body-content.jsonl", "json-bodies.jsonl"} {
		t.Run(name, func(t *testing.T) { runBodyVectors(t, name) })
	}
}

func runBodyVectors(t *testing.T, name string) {
	for v := range vectors.All[bodyVector](t, name) {
		problem := v.check()
		reason, named := differing[v.ID]
		switch {
		case problem == "" && named:
			t.Errorf("%s does not differ any more (%s): take it off the list", v.ID, reason)
		case problem != "" && !named:
			t.Errorf("%s: %q\n%s", v.ID, v.Source+v.JSON, problem)
		}
	}
}

func (v *bodyVector) check() string {
	body, diags := v.parse()
	// Where the root is broken HashiCorp's parser adds that it is not an object, which follows from the first error.
	if len(v.ParseDiags) == 2 && v.ParseDiags[1].Summary == "Root value must be object" && len(diags) == 1 {
		v.ParseDiags = v.ParseDiags[:1]
	}
	if d := sameDiags("parsing", v.ParseDiags, diags); d != "" {
		return d
	}
	if diags.HasErrors() {
		return "" // what is salvaged is our own business
	}
	schema := v.Schema.schema()
	content, diags := body.Content(schema)
	if d := v.Schema.same("content", v.Content, content, diags); d != "" {
		return d
	}
	partial, rest, diags := body.PartialContent(schema)
	if d := v.Schema.same("partial content", v.PartialContent, partial, diags); d != "" {
		return d
	}
	left, diags := rest.JustAttributes()
	// Blocks that were taken already are no reason to complain, as they are there.
	want := slices.DeleteFunc(v.PartialContent.Remain.Diags, func(d vDiag) bool { return v.Schema.names(d.Summary) })
	if d := sameDiags("what remains", want, diags); d != "" {
		return d
	}
	if d := sameAttrs("what remains", v.PartialContent.Remain.Attributes, left); d != "" {
		return d
	}
	just, diags := body.JustAttributes()
	if d := sameDiags("just attributes", v.JustAttributes.Diags, diags); d != "" {
		return d
	}
	return sameAttrs("just attributes", v.JustAttributes.Attributes, just)
}

func (v *bodyVector) parse() (hcl.Body, diag.List) {
	if v.JSON != "" || v.JSONBase64 != "" {
		f, diags := jsonsyntax.Parse(source.NewFileString("t", plain(v.JSON, v.JSONBase64)))
		return f.Body(), diags
	}
	f, diags := syntax.ParseConfig(source.NewFileString("t", plain(v.Source, v.SourceBase64)))
	return f.HCL(), diags
}

func (s *vSchema) schema() *hcl.Schema {
	out := &hcl.Schema{Attributes: s.Attributes}
	for _, b := range s.Blocks {
		out.Blocks = append(out.Blocks, hcl.BlockSchema{Type: b.Type, LabelNames: b.LabelNames})
	}
	return out
}

// names reports whether a complaint about a block is about one that the schema has.
func (s *vSchema) names(summary string) bool {
	for _, b := range s.Blocks {
		if summary == fmt.Sprintf("Unexpected %q block", b.Type) {
			return true
		}
	}
	return false
}

func (s *vSchema) same(what string, want *vContent, got *hcl.Content, diags diag.List) string {
	if d := sameDiags(what, want.Diags, diags); d != "" {
		return d
	}
	if d := sameAttrs(what, want.Attributes, got.Attributes); d != "" {
		return d
	}
	if want.MissingItemRange != nil && rangeOf(got.MissingItemRange) != *want.MissingItemRange {
		return fmt.Sprintf("%s: missing item range %v, want %v", what, rangeOf(got.MissingItemRange), *want.MissingItemRange)
	}
	if len(want.Blocks) != len(got.Blocks) {
		return fmt.Sprintf("%s: %d blocks, want %d", what, len(got.Blocks), len(want.Blocks))
	}
	for i, w := range want.Blocks {
		g := got.Blocks[i]
		ranges := make([]vRange, len(g.LabelRanges))
		for j, r := range g.LabelRanges {
			ranges[j] = rangeOf(r)
		}
		if w.Type != g.Type || !slices.Equal(w.Labels, g.Labels) || w.DefRange != rangeOf(g.DefRange) ||
			w.TypeRange != rangeOf(g.TypeRange) || !slices.Equal(w.LabelRanges, ranges) {
			return fmt.Sprintf("%s: block %d is %s %q at %v, %v, %v; want %+v", what, i, g.Type, g.Labels, rangeOf(g.DefRange),
				rangeOf(g.TypeRange), ranges, w)
		}
		if d := s.sameBody(what+", "+w.Type, w.Type, w.Content, w.JustAttributes, g.Body); d != "" {
			return d
		}
	}
	return ""
}

func (s *vSchema) sameBody(what, typ string, content, just *vContent, body hcl.Body) string {
	if just != nil {
		attrs, diags := body.JustAttributes()
		if d := sameDiags(what, just.Diags, diags); d != "" {
			return d
		}
		return sameAttrs(what, just.Attributes, attrs)
	}
	for _, b := range s.Blocks {
		if b.Type == typ && b.Body != nil && content != nil {
			got, diags := body.Content(b.Body.schema())
			return b.Body.same(what, content, got, diags)
		}
	}
	return ""
}

func sameAttrs(what string, want []vAttr, got hcl.Attributes) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%s: %d attributes, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if w.Name != g.Name || w.Range != rangeOf(g.Range) || w.NameRange != rangeOf(g.NameRange) ||
			w.ExprRange != rangeOf(g.Expr.Range()) {
			return fmt.Sprintf("%s: attribute %s at %v, %v, %v; want %+v", what, g.Name, rangeOf(g.Range), rangeOf(g.NameRange),
				rangeOf(g.Expr.Range()), w)
		}
	}
	return ""
}

func sameDiags(what string, want []vDiag, got diag.List) string {
	describe := func(severity string, r *vRange) string {
		if r == nil {
			return severity
		}
		return severity + " " + fmt.Sprint(*r)
	}
	var a, b []string
	for _, d := range want {
		a = append(a, describe(d.Severity, d.Range))
	}
	for _, d := range got {
		var r *vRange
		if !d.Subject.IsZero() {
			x := rangeOf(d.Subject)
			r = &x
		}
		b = append(b, describe(d.Severity.String(), r))
	}
	slices.Sort(a)
	slices.Sort(b)
	// HashiCorp's parser reports some problems of JSON twice.
	if slices.Equal(slices.Compact(a), slices.Compact(b)) {
		return ""
	}
	return fmt.Sprintf("%s: diagnostics\nwant %q\ngot  %q %v", what, a, b, strings.ReplaceAll(got.String(), "\n", " / "))
}

func rangeOf(r source.Range) vRange {
	s, e := r.Start(), r.End()
	return vRange{s.Line, s.Column, s.Byte, e.Line, e.Column, e.Byte}
}

func plain(text, encoded string) string {
	if encoded == "" {
		return text
	}
	b, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
