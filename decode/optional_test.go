package decode_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func parseBody(t *testing.T, text string) hcl.Body {
	t.Helper()
	file, diags := parse.Text("t.hcl", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return file.Body()
}

// The kind required asks for what would be optional by its type.
func TestRequired(t *testing.T) {
	var c struct {
		Pointer    *string        `hcl:"pointer,required"`
		Expression hcl.Expression `hcl:"expression,required"`
	}
	diags := decode.Body(parseBody(t, ""), nil, &c)
	if len(diags) != 2 || !strings.Contains(diags.String(), `"pointer" is required`) ||
		!strings.Contains(diags.String(), `"expression" is required`) {
		t.Errorf("%v", diags)
	}
}

type lenient struct {
	Pointer    *string        `hcl:"pointer"`
	Expression hcl.Expression `hcl:"expression"`
	Attribute  *hcl.Attribute `hcl:"attribute"`
	Attr       string         `hcl:"attr"`
}

// Fields of pointer type, expressions and attributes need not be set, as with gohcl; an absent expression evaluates to
// null. Both ways of reading a body agree, and so does the schema that the type implies.
func TestFieldsThatAreOptionalByType(t *testing.T) {
	for name, wrap := range map[string]func(hcl.Body) hcl.Body{"tree": func(b hcl.Body) hcl.Body { return b },
		"content": func(b hcl.Body) hcl.Body { return veiled{b} }} {
		var c lenient
		if diags := decode.Body(wrap(parseBody(t, "attr = \"a\"\n")), nil, &c); len(diags) > 0 {
			t.Fatalf("%s: %v", name, diags)
		}
		if c.Pointer != nil || c.Attribute != nil || c.Expression == nil {
			t.Fatalf("%s: %+v", name, c)
		}
		if v, diags := eval.Value(c.Expression, nil); !v.IsNull() || len(diags) > 0 {
			t.Errorf("%s: %s %v", name, host.DebugString(v), diags)
		}
		if diags := decode.Body(wrap(parseBody(t, "")), nil, &lenient{}); len(diags) != 1 ||
			!strings.Contains(diags.String(), `"attr" is required`) {
			t.Errorf("%s: %v", name, diags)
		}
		if text, err := decode.Marshal(c); err != nil || string(text) != "attr = \"a\"\n" {
			t.Errorf("%s: written as %q %v", name, text, err)
		}
	}
	schema, err := decode.Schema(lenient{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range schema.Attributes {
		if a.Required != (a.Name == "attr") {
			t.Errorf("%s is required: %t", a.Name, a.Required)
		}
	}
}

// The expression that a program puts into a field is written as its value.
func TestConstantExpressionIsWritten(t *testing.T) {
	text, err := decode.Marshal(lenient{Attr: "a", Expression: hcl.Constant(value.Tuple(value.Int(1)), source.Range{})})
	if err != nil || string(text) != "expression = [1]\nattr       = \"a\"\n" {
		t.Errorf("%q %v", text, err)
	}
}

// Structs that were made for go-cty are filled from objects by their tags. What no field takes is an error that names
// the nearest.
func TestTagsOfCty(t *testing.T) {
	var c struct {
		Where struct {
			City string  `cty:"city"`
			Zip  *string `cty:"zip"`
			Note string
		} `hcl:"where"`
	}
	if diags := decode.Body(parseBody(t, "where = { city = \"Ulm\" }\n"), nil, &c); len(diags) > 0 ||
		c.Where.City != "Ulm" || c.Where.Zip != nil {
		t.Errorf("%+v %v", c, diags)
	}
	diags := decode.Body(parseBody(t, "where = { city = \"Ulm\", zp = \"89073\" }\n"), nil, &c)
	if len(diags) != 1 || diags[0].Detail != `An attribute named "zp" is not expected here. Did you mean "zip"?` {
		t.Errorf("%v", diags)
	}
	if diags := decode.Body(parseBody(t, "where = {}\n"), nil, &c); len(diags) != 1 ||
		!strings.Contains(diags.String(), `"city" is required`) {
		t.Errorf("%v", diags)
	}
	v, err := value.FromGo(c.Where)
	if _, ok := v.Attr("city"); err != nil || !ok {
		t.Errorf("%s %v", host.DebugString(v), err)
	}
}

// What is not there is reported, not dereferenced.
func TestNothingToDecode(t *testing.T) {
	var c lenient
	if diags := decode.Body(nil, nil, &c); len(diags) != 1 || diags[0].Code != "decode-target" {
		t.Errorf("%v", diags)
	}
	var s string
	if diags := decode.Expression(nil, nil, &s); len(diags) != 1 || diags[0].Code != "decode-target" {
		t.Errorf("%v", diags)
	}
}
