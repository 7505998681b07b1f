package contract_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	_ "github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
)

// objectWith makes an object of names and values.
func objectWith(pairs ...any) value.Value {
	attrs := map[string]value.Value{}
	for i := 0; i < len(pairs); i += 2 {
		attrs[pairs[i].(string)] = pairs[i+1].(value.Value)
	}
	return value.Object(attrs)
}

func number(text string) value.Value {
	v, err := numbers.ParseLiteral(text)
	if err != nil {
		panic(err)
	}
	return v
}

// A number is passed on as a float64, and an integer never as another one.
func TestNumber(t *testing.T) {
	third, err := calc.Div(value.Int(1), value.Int(3), types.Extended)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		v       value.Value
		secret  bool
		want    float64
		refused string
	}{
		{v: value.Int(0)}, {v: value.Int(-7), want: -7}, {v: number("2.5"), want: 2.5},
		{v: third, want: 1.0 / 3}, {v: number("0.1"), want: 0.1},
		{v: value.Int(1 << 53), want: 1 << 53}, {v: value.Int(-1 << 53), want: -1 << 53},
		{v: value.Int(1 << 54), want: 1 << 54}, {v: value.Int(-1 << 63), want: -1 << 63},
		{v: number("9223372036854775808"), want: 1 << 63}, {v: number("1e300"), want: 1e300},
		{v: value.Int(1<<53 + 1), refused: "the integer 9007199254740993 cannot be written exactly"},
		{v: value.Int(1<<63 - 1), refused: "the integer 9223372036854775807 cannot be written exactly"},
		{v: value.Int(1<<53 + 1), refused: "use a number below 9007199254740992"},
		{v: value.Int(-1<<53 - 1), refused: "use a number above -9007199254740992"},
		{v: value.Int(-1<<53 - 1), secret: true, refused: "this integer cannot be written exactly"},
		{v: value.Int(1<<53 + 1), secret: true, refused: "between -9007199254740992 and 9007199254740992"},
		{v: number("1" + strings.Repeat("0", 60) + "1"), refused: "the integer 1" + strings.Repeat("0", 36)},
		{v: numbers.Infinity(false), refused: "infinity cannot be written to a Kubernetes object"},
		{v: numbers.Infinity(true), refused: "infinity cannot be written to a Kubernetes object"},
	} {
		got, refused := contract.Number(tt.v, tt.secret)
		if got != tt.want || !strings.Contains(refused, tt.refused) || (refused == "") != (tt.refused == "") {
			t.Errorf("%s: %v, %q", tt.v.NumberText(), got, refused)
		}
		if tt.secret && strings.Contains(refused, tt.v.NumberText()) {
			t.Errorf("it shows a secret: %s", refused)
		}
	}
}

// What is passed on is the nearest float64, and an integer is the same integer.
func TestNumberIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.Int64().Draw(t, "integer")
		f, refused := contract.Number(value.Int(i), false)
		if refused == "" && int64(f) != i {
			t.Fatalf("%d is written as %v", i, f)
		} else if refused != "" && int64(float64(i)) == i && i < 1<<62 {
			t.Fatalf("%d is refused: %s", i, refused)
		}
	})
}

// problems are the violations of a rule, each with its path.
func problems(list []contract.Violation) string {
	var out []string
	for _, v := range list {
		out = append(out, v.Path.String()+"|"+v.Summary+"|"+v.Detail)
	}
	return strings.Join(out, "\n")
}

// The numbers in what is written are found wherever they are, up to ten of them, and secrets are not shown.
func TestWritten(t *testing.T) {
	rule := contract.Of(model.KindResource, model.AttrBody).Written
	bad := value.Int(1<<53 + 1)
	if got := rule(objectWith("a", value.Tuple(value.Int(1), bad), "b", bad)); len(got) != 2 ||
		got[0].Path.String() != ".a[1]" && got[0].Path.String() != "a[1]" ||
		!strings.Contains(got[0].Detail, "a[1]: the integer 9007199254740993") {
		t.Errorf("got %s", problems(got))
	}
	if got := rule(bad); len(got) != 1 || len(got[0].Path) != 0 ||
		!strings.HasPrefix(got[0].Detail, "In the body of a resource, the integer") {
		t.Errorf("got %s", problems(got))
	}
	many := make([]value.Value, 30)
	for i := range many {
		many[i] = bad
	}
	if got := rule(value.Tuple(many...)); len(got) != 10 {
		t.Errorf("%d are reported", len(got))
	}
	for name, v := range map[string]value.Value{
		"itself": objectWith("pin", bad.Mark(value.Sensitive)), "around": objectWith("pin", bad).Mark(value.Sensitive),
		"list": objectWith("pin", value.Tuple(value.Tuple(bad)).Mark(value.Sensitive)),
	} {
		got := rule(v)
		if len(got) != 1 || strings.Contains(got[0].Detail, "9007199254740993") || strings.Contains(got[0].Detail, "pin") {
			t.Errorf("%s: %s", name, problems(got))
		}
	}
	other := rule(objectWith("pin", bad.Mark(value.Sensitive), "a", bad))
	if len(other) != 2 || !strings.Contains(problems(other), "a: the integer 9007199254740993") {
		t.Errorf("a secret hides what stands beside it: %s", problems(other))
	}
}

// Each rule of the language, with values that fulfil it and values that break it.
func TestRules(t *testing.T) {
	text, empty, five := value.String("x"), value.String(""), value.Int(5)
	secret := value.String("s3cret").Mark(value.Sensitive)
	object := objectWith("a", text)
	meta := func(v value.Value) value.Value { return objectWith("metadata", v) }
	for _, tt := range []struct {
		kind model.Kind
		attr string
		v    value.Value
		want string // in the one violation; empty if there is none
	}{
		{model.KindResource, model.AttrCondition, value.True, ""},
		{model.KindGroup, model.AttrCondition, value.False.Mark(value.Sensitive), ""},
		{model.KindGroup, model.AttrCondition, text, "Invalid condition|A condition must be true or false"},
		{model.KindResource, model.AttrCondition, value.Null, "Invalid condition"},
		{model.KindResource, model.AttrBody, object, ""},
		{model.KindResource, model.AttrBody, object.Mark(value.Sensitive), ""},
		{model.KindResource, model.AttrBody, value.Tuple(), "Invalid body|The body of a resource must be an object"},
		{model.KindResource, model.AttrBody, meta(text), ""},
		{model.KindResource, model.AttrBody, meta(objectWith("name", text)), ""},
		{model.KindResource, model.AttrBody, meta(objectWith("name", secret)), ""},
		{model.KindResource, model.AttrBody, meta(objectWith("name", five)), "metadata.name|Invalid name|"},
		{model.KindResource, model.AttrBody, meta(objectWith("name", value.Null)),
			"If it is not set, Crossplane generates a name."},
		{model.KindResource, model.AttrBody, meta(objectWith("name", five).Mark(value.Sensitive)), "Invalid name"},
		{model.KindTemplate, model.AttrBody, object, ""},
		{model.KindTemplate, model.AttrBody, value.Tuple(), "Invalid body"},
		{model.KindTemplate, model.AttrBody, meta(text), "metadata|Invalid body|The attribute \"metadata\" of a member"},
		{model.KindTemplate, model.AttrBody, meta(objectWith("a", text)), ""},
		{model.KindTemplate, model.AttrBody, meta(objectWith("annotations", object)), ""},
		{model.KindTemplate, model.AttrBody, meta(objectWith("annotations", value.Null)),
			"metadata.annotations|Invalid body|"},
		{model.KindCollection, model.AttrForEach, value.Tuple(), ""},
		{model.KindCollection, model.AttrForEach, object, ""},
		{model.KindCollection, model.AttrForEach, text, "Invalid for_each|for_each must be a list, set, map or object"},
		{model.KindCollection, model.AttrName, text, ""},
		{model.KindCollection, model.AttrName, five, ""},
		{model.KindCollection, model.AttrName, empty, "Empty name|The name must not be empty."},
		{model.KindCollection, model.AttrName, secret, "Sensitive name"},
		{model.KindCollection, model.AttrName, value.True, "Invalid name|The name must be a string, but this is "},
		{model.KindStatus, model.AttrBody, object, ""},
		{model.KindStatus, model.AttrBody, text, "Invalid status|The body of a composite status block must be an object"},
		{model.KindConnection, model.AttrBody, objectWith("a", value.String("eA=="), "b", value.String("")), ""},
		{model.KindConnection, model.AttrBody, objectWith("a", value.String("eA==\r\neA==")), "a|Invalid connection detail|"},
		{model.KindConnection, model.AttrBody, objectWith("a", value.String("e\r\nA==")), ""},
		{model.KindConnection, model.AttrBody, objectWith("a", value.String("x")),
			"a|Invalid connection detail|The value of connection key \"a\" is not base64"},
		{model.KindConnection, model.AttrBody, objectWith("a", value.String("eB==")), "is not base64"},
		{model.KindConnection, model.AttrBody, objectWith("a", five), "must be a string in base64, but this is"},
		{model.KindConnection, model.AttrBody, objectWith("a", five).Mark(value.Sensitive), "connection key \"...\" must"},
		{model.KindConnection, model.AttrBody, text, "Invalid connection details|The body of a composite connection block"},
		{model.KindContext, model.AttrKey, text, ""},
		{model.KindContext, model.AttrKey, five, "Invalid context key"},
		{model.KindContext, model.AttrKey, secret, "Sensitive context key"},
		{model.KindContext, model.AttrKey, value.String("hcl.fn.crossplane.io/report"), "Reserved context key"},
		{model.KindContext, model.AttrKey, value.String("hcl.fn.crossplane.io/other"), ""},
		{model.KindReady, model.AttrValue, value.String("READY_TRUE"), ""},
		{model.KindReady, model.AttrValue, value.String("READY_FALSE").Mark(value.Sensitive), ""},
		{model.KindReady, model.AttrValue, value.String("READY_TRU"), "Did you mean \"READY_TRUE\"?"},
		{model.KindReady, model.AttrValue, value.True, "Invalid readiness"},
		{model.KindSelect, model.AttrKind, text, ""},
		{model.KindSelect, model.AttrKind, secret, ""},
		{model.KindSelect, model.AttrKind, empty, "Empty kind of a requirement"},
		{model.KindSelect, model.AttrMatchName, five, "Invalid matchName of a requirement"},
		{model.KindSelect, model.AttrMatchLabels, object, ""},
		{model.KindSelect, model.AttrMatchLabels, text, "Invalid matchLabels|matchLabels must be an object of strings"},
		{model.KindSelect, model.AttrMatchLabels, objectWith("a", five),
			"a|Invalid matchLabels|The value of match label \"a\""},
		{model.KindSelect, model.AttrMatchLabels, objectWith("a", five).Mark(value.Sensitive), "match label \"...\" must"},
	} {
		rule := contract.Of(tt.kind, tt.attr).Value
		got := rule(tt.v)
		if text := problems(got); len(got) > 1 || (len(got) > 0) != (tt.want != "") || !strings.Contains(text, tt.want) {
			t.Errorf("%s of %s, %s: got %q, want %q", tt.attr, tt.kind, tt.v, text, tt.want)
		}
	}
	if got := contract.Of(model.KindReady,
		model.AttrValue).Value(value.String("READY_TRU").Mark(value.Sensitive)); len(got) != 1 ||
		strings.Contains(problems(got), "READY_TRU\"") || strings.Contains(problems(got), "mean") {
		t.Errorf("a secret is shown: %s", problems(got))
	}
	if r := contract.Of(model.KindFunction, model.AttrDescription); r == nil || r.Value != nil || r.Written != nil {
		t.Errorf("there are rules of descriptions: %+v", r)
	}
}

// Several items that break a rule are all reported.
func TestItemsAreJudgedEach(t *testing.T) {
	r := contract.Of(model.KindSelect, model.AttrMatchLabels)
	got := r.Value(objectWith("a", value.Int(1), "b", value.String("x"), "c", value.Null))
	if !r.Items || len(got) != 2 {
		t.Errorf("got %s", problems(got))
	}
	r = contract.Of(model.KindConnection, model.AttrBody)
	if got := r.Value(objectWith("a", value.Int(1), "c", value.Null)); !r.Items || len(got) != 2 {
		t.Errorf("got %s", problems(got))
	}
}
