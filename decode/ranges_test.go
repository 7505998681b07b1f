package decode_test

import (
	"fmt"
	"testing"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

type located struct {
	Kind    string         `hcl:"kind,label"`
	Name    string         `hcl:"name,label"`
	NameAt  source.Range   `hcl:"name,label_range"`
	Def     source.Range   `hcl:",def_range"`
	Type    source.Range   `hcl:",type_range"`
	A       int            `hcl:"a"`
	All     source.Range   `hcl:"a,attr_range"`
	AName   source.Range   `hcl:"a,attr_name_range"`
	AValue  source.Range   `hcl:"a,attr_value_range"`
	Missing source.Range   `hcl:"b,attr_value_range"`
	Later   *hcl.Attribute `hcl:"later,optional"`
	None    *hcl.Attribute `hcl:"none,optional"`
}

func TestRanges(t *testing.T) {
	const text = "b \"k\" \"n\" {\n  a     = 12\n  later = x.y\n}\n"
	var c struct {
		B located `hcl:"b,block"`
	}
	if err := decode.Unmarshal("t.hcl", []byte(text), &c); err != nil {
		t.Fatal(err)
	}
	b := c.B
	got := fmt.Sprint(b.NameAt.Text(), b.Def.Text(), b.Type.Text(), b.All.Text(), b.AName.Text(), b.AValue.Text(),
		b.Missing.IsZero(), b.Later.Expr.Range().Text(), b.None == nil)
	want := fmt.Sprint(`"n"`, `b "k" "n"`, "b", "a     = 12", "a", "12", true, "x.y", true)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	written, err := decode.Marshal(c)
	if err != nil || string(written) != "\n"+text && string(written) != text {
		t.Errorf("%v\n%s", err, written)
	}
}
