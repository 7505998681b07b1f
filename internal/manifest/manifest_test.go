package manifest

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func parse(t *testing.T, name, text string) []*Document {
	t.Helper()
	docs, err := Parse(source.NewFileString(name, text))
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func asJSON(t *testing.T, v value.Value) string {
	t.Helper()
	text, err := valuejson.Append(nil, v, valuejson.Style{})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.yaml", "a: 1\n---\n# nothing\n---\nb: [x, 'y']\n", `{"a":1} {"b":["x","y"]}`},
		{"a.yaml", "a: yes\nb: 'yes'\nc: 2024-01-01\nd: ~\ne: 0x10\nf: 1.5\ng: 12345678901234567890123\nh: no\n",
			`{"a":true,"b":"yes","c":"2024-01-01","d":null,"e":16,"f":1.5,"g":12345678901234567890123,"h":false}`},
		{"a.yaml", "x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\nz: {<<: [{q: 1}, {q: 2}]}\n",
			`{"x":{"a":1,"b":2},"y":{"a":1,"b":3},"z":{"q":1}}`},
		{"a.json", `{"a": [1, 2.5, null]}`, `{"a":[1,2.5,null]}`},
		{"a.yaml", `{"a": [1]}`, `{"a":[1]}`},
		{"a.yaml", "", ``},
		{"a.yaml", "b: !!binary aGk=\n", `{"b":"hi"}`},
	} {
		var got []string
		for _, d := range parse(t, c.name, c.text) {
			got = append(got, asJSON(t, d.Value))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, strings.Join(got, " "), c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a: [\n":                  "f.yaml:2:1: not YAML: ",
		"a: [":                    "f.yaml:1:5: not YAML: ",
		"a: 1\na: 2\n":            "f.yaml:2:1: ",
		"ok: 1\n---\na: !own x\n": "f.yaml:3:4: unknown YAML tag !own",
		"a: .inf\n":               `f.yaml:1:4: ".inf" is not a number that JSON can hold`,
		"a: &a [*a]\n":            "f.yaml:1:",
		"? [a]\n: 1\n":            "f.yaml:1:3: found a list as a key; keys are strings",
		"a: {<<: 1}\n":            "f.yaml:1:9: the value of a << key must be a mapping",
		"b: !!binary '*'\n":       "f.yaml:1:4: a !!binary value must be base64",
	} {
		_, err := Parse(source.NewFileString("f.yaml", text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 'b'; i < 'i'; i++ {
		bomb += string(i) + ": &" + string(i) + " [" + strings.Repeat("*"+string(i-1)+", ", 10) + "]\n"
	}
	if _, err := Parse(source.NewFileString("f.yaml", bomb)); err == nil || !strings.Contains(err.Error(), "aliases") {
		t.Errorf("aliases that multiply: %v", err)
	}
	if _, err := Parse(source.NewFileString("f.json", `{"a": 1,, }`)); err == nil ||
		!strings.HasPrefix(err.Error(), "f.json:1:") {
		t.Errorf("wrong JSON: %v", err)
	}
}

func TestLocate(t *testing.T) {
	docs := parse(t, "f.yaml",
		"first: 1\n---\nspec:\n  ä: {versions: [{name: \"v1\"}, {name: v2}]}\n  text: |\n    x\n  again: &q 1\n  alias: *q\n")
	d := docs[1]
	at := value.Path{}.Attr("spec")
	for _, c := range []struct {
		path value.Path
		want string
	}{
		{value.Path{}, "f.yaml:3,1-1"},
		{at, "f.yaml:4,3-3"},
		{at.Attr("ä").Attr("versions").Index(value.Int(0)).Attr("name"), "f.yaml:4,25-29"},
		{at.Attr("ä").Attr("versions").Index(value.Int(1)), "f.yaml:4,32-32"},
		{at.Attr("ä").Attr("versions").Index(value.Int(7)), "f.yaml:4,17-17"},
		{at.Attr("text"), "f.yaml:5,9-9"},
		{at.Index(value.String("again")), "f.yaml:7,10-11"},
		{at.Attr("nowhere").Attr("x"), "f.yaml:4,3-3"},
	} {
		if got := d.Locate(c.path).String(); got != c.want {
			t.Errorf("%s stands at %s, want %s", c.path, got, c.want)
		}
	}
}
