package dynblock_test

import (
	"testing"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// contentOf returns the attributes of the first block that a dynamic block with a content generates from a collection.
func contentOf(t *testing.T, each, content string) hcl.Attributes {
	t.Helper()
	body := dynblock.Expand(native(t, "dynamic \"b\" {\n for_each = "+each+"\n content {\n"+content+"\n }\n}"), scope)
	found, diags := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b"}}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	attrs, diags := found.Blocks[0].Body.JustAttributes()
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return attrs
}

// TestShapes shows that generated expressions have the shapes that they are written in, and that their parts see the
// iterators.
func TestShapes(t *testing.T) {
	attrs := contentOf(t, "[5]", "m = { k = b.value }\nc = f(b.value)\nr = b.value\nt = list(string)\nn = 1 + 1")
	items, diags := hcl.ExprMap(attrs.Get("m").Expr)
	if diags.HasErrors() || len(items) != 1 || hcl.ExprKeyword(items[0].Key) != "k" {
		t.Fatal(items, diags)
	}
	call, diags := hcl.ExprCall(attrs.Get("c").Expr)
	if diags.HasErrors() || call.Name != "f" {
		t.Fatal(call, diags)
	}
	for _, e := range []hcl.Expression{items[0].Value, call.Args[0], attrs.Get("r").Expr} {
		if v, diags := eval.Value(e, scope); host.DebugString(v) != "5" || diags.HasErrors() {
			t.Error(host.DebugString(v), diags)
		}
	}
	if ref, diags := hcl.ExprTraversal(attrs.Get("r").Expr); diags.HasErrors() || len(ref) != 2 {
		t.Error(ref, diags)
	}
	if typ, diags := typeexpr.Type(attrs.Get("t").Expr); diags.HasErrors() || typ != types.List(types.String) {
		t.Error(typ, diags)
	}
	plain := attrs.Get("n").Expr
	for _, read := range []func(hcl.Expression) diagnosed{
		func(e hcl.Expression) diagnosed { _, d := hcl.ExprList(e); return d },
		func(e hcl.Expression) diagnosed { _, d := hcl.ExprMap(e); return d },
		func(e hcl.Expression) diagnosed { _, d := hcl.ExprCall(e); return d },
		func(e hcl.Expression) diagnosed { _, d := hcl.ExprTraversal(e); return d },
	} {
		if !read(plain).HasErrors() {
			t.Error("a sum has a shape")
		}
	}
	if got := plain.StartRange().Text(); got != "1" {
		t.Error(got)
	}
}

type diagnosed interface{ HasErrors() bool }

func TestMarks(t *testing.T) {
	body := dynblock.Expand(native(t,
		"dynamic \"b\" {\n for_each = secret\n content {\n v = 1\n c {\n w = 2\n }\n dynamic \"c\" {\n for_each = list\n "+
			"content {\n w = c.value\n }\n }\n }\n}"), scope)
	found, _ := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b"}}})
	generated := found.Blocks[0].Body.(*dynblock.Body)
	if generated.ValueMarks() == nil {
		t.Error("the generated body has no marks")
	}
	content, diags := generated.Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "v"}},
		Blocks: []hcl.BlockSchema{{Type: "c"}}})
	if diags.HasErrors() || len(content.Blocks) != 3 {
		t.Fatal(content, diags)
	}
	exprs := []hcl.Expression{content.Attributes.Get("v").Expr}
	for _, b := range content.Blocks {
		attrs, _ := b.Body.JustAttributes()
		exprs = append(exprs, attrs.Get("w").Expr)
	}
	for _, e := range exprs {
		if v, _ := eval.Value(e, scope); !v.Marks().Has(value.Sensitive) {
			t.Errorf("%s is not marked", e.Range().Text())
		}
	}
	if content.Blocks[0].Body.(*dynblock.Body).ValueMarks() != nil {
		t.Error("a block that is written out is marked as a whole")
	}
}

// TestUnknownContent shows what a body is like of which it is not known how often it is there.
func TestUnknownContent(t *testing.T) {
	attrs := contentOf(t, "unk", "v = 1\nw = b.value")
	for _, a := range attrs {
		if v, diags := eval.Value(a.Expr, scope); v.IsKnown() || diags.HasErrors() {
			t.Error(a.Name, host.DebugString(v), diags)
		}
	}
	if a := contentOf(t, "unk", "v = nothing")[0]; true {
		if _, diags := eval.Value(a.Expr, scope); !diags.HasErrors() {
			t.Error("a mistake in the content is not reported while the collection is unknown")
		}
	}
}

// TestDecodeIntoStructs shows that generated blocks are blocks like others.
func TestDecodeIntoStructs(t *testing.T) {
	var target struct {
		B []struct {
			V string `hcl:"v"`
			C []struct {
				W int `hcl:"w"`
			} `hcl:"c,block"`
		} `hcl:"b,block"`
	}
	body := dynblock.Expand(native(t,
		"dynamic \"b\" {\n for_each = list\n content {\n v = b.value\n c {\n w = b.key\n }\n }\n}"), scope)
	if diags := decode.Body(body, scope, &target); diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(target.B) != 2 || target.B[1].V != "b" || target.B[1].C[0].W != 1 {
		t.Errorf("%+v", target)
	}
}
