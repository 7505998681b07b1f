package jsonsyntax_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/hcl"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

// TestContent reads bodies by a schema with a required and an optional attribute, a block without labels and one with
// two.
func TestContent(t *testing.T) {
	schema := &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "must", Required: true}, {Name: "may"}},
		Blocks:     []hcl.BlockSchema{{Type: "plain"}, {Type: "two", LabelNames: []string{"kind", "name"}}},
	}
	for _, c := range []struct{ text, want string }{
		{`{"must": 1}`, "must@1,2-8"},
		{`{"must": 1, "may": null}`, "must@1,2-8 may@1,13-18"},
		{`{"may": 1}`, "may@1,2-7 | missing-argument 1,10-11"},
		{`{}`, "| missing-argument 1,2-3"},
		{`[]`, "| missing-argument 1,1-2"},
		{`[{"may": 1}, {"must": 2}]`, "may@1,3-8 must@1,15-21"},
		{`{"must": 1, "mus": 2}`, "must@1,2-8 | extraneous-property 1,13-18"},
		{`{"must": 1, "must": 2}`, "must@1,2-8 | duplicate-argument 1,13-19"},
		{`{"must": 1, "//": 2, "plain": {}}`, "must@1,2-8 plain[]@1,31-32"},
		{`{"must": 1, "plain": [{}, {"must": 2}]}`, "must@1,2-8 plain[]@1,22-23 plain[]@1,22-23"},
		{`{"must": 1, "plain": null}`, "must@1,2-8"},
		{`{"must": 1, "plain": 5}`, "must@1,2-8 | json-kind 1,22-23"},
		{`{"must": 1, "two": {"a": {"b": {}, "c": {}}, "d": {"e": [{}]}}}`,
			"must@1,2-8 two[a 1,21-24 b 1,27-30]@1,32-33 two[a 1,21-24 c 1,36-39]@1,41-42 two[d 1,46-49 e 1,52-55]@1,57-58"},
		{`{"must": 1, "two": {}}`, "must@1,2-8 | missing-label 1,20-21"},
		{`{"must": 1, "two": {"a": {}}}`, "must@1,2-8 | missing-label 1,26-27"},
		{`{"must": 1, "two": {"a": [{"b": {}}, {"c": {}}]}}`,
			"must@1,2-8 two[a 1,21-24 b 1,28-31]@1,33-34 two[a 1,21-24 c 1,39-42]@1,44-45"},
	} {
		f, diags := jsonsyntax.Parse(source.NewFileString("t.json", c.text))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		content, diags := f.Body().Content(schema)
		var got []string
		for _, a := range content.Attributes {
			got = append(got, a.Name+"@"+at(a.NameRange))
		}
		for _, b := range content.Blocks {
			var labels []string
			for i, l := range b.Labels {
				labels = append(labels, l+" "+at(b.LabelRanges[i]))
			}
			got = append(got, b.Type+"["+strings.Join(labels, " ")+"]@"+at(b.DefRange))
		}
		for _, d := range diags {
			got = append(got, "| "+d.Code+" "+at(d.Subject))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, text, c.want)
		}
	}
}

func at(r source.Range) string { return strings.TrimPrefix(r.String(), "t.json:") }

// Every place in a template is where its text stands in the document, however the characters of the string are written.
func TestPlacesOfWhatIsWritten(t *testing.T) {
	var texts []string
	for v := range vectors.All[struct{ Template string }](t, "templates.jsonl") {
		if strings.Contains(v.Template, "${") || strings.Contains(v.Template, "%{") {
			texts = append(texts, v.Template)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		var doc strings.Builder
		doc.WriteByte('"')
		for i, r := range text {
			quoted, _ := json.Marshal(string(r))
			plain := string(quoted[1 : len(quoted)-1])
			if rapid.IntRange(0, 3).Draw(t, fmt.Sprint("escape ", i)) == 0 {
				plain = ""
				for _, unit := range utf16.Encode([]rune{r}) {
					plain += fmt.Sprintf(`\u%04x`, unit)
				}
			}
			doc.WriteString(plain)
		}
		doc.WriteByte('"')
		plain, diags := expression(`"` + strings.Trim(string(must(json.Marshal(text))), `"`) + `"`)
		if diags.HasErrors() {
			return
		}
		e, diags := expression(doc.String())
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		want := plain.Variables()
		for i, v := range e.Variables() {
			for k, s := range v {
				if got := written(t, s.Range); got != written(t, want[i][k].Range) {
					t.Fatalf("%s: step %d of variable %d is %q, want %q", doc.String(), k, i, got, written(t, want[i][k].Range))
				}
			}
		}
	})
}

// written decodes the part of a JSON string that a range covers.
func written(t *rapid.T, r source.Range) (text string) {
	raw := strings.ReplaceAll(r.Text(), "\n", `\n`)
	if err := json.Unmarshal([]byte(`"`+raw+`"`), &text); err != nil {
		t.Fatalf("%q is no part of a string: %v", r.Text(), err)
	}
	return text
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
