package difftest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	theirdynblock "github.com/hashicorp/hcl/v2/ext/dynblock"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	theirsyntax "github.com/hashicorp/hcl/v2/hclsyntax"
	theirjson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// The bodies hold blocks b, in which there can be further ones, and blocks l with a label.
var (
	dynamicSpec = hcldec.Object{
		"b": &hcldec.BlockTuple{Type: "b",
			Nested: hcldec.Object{"v": &hcldec.Attr{Name: "v"},
				"c": &hcldec.BlockTuple{Type: "c", Nested: hcldec.Object{"w": &hcldec.Attr{Name: "w"}}}}},
		"l": &hcldec.BlockObject{Type: "l", LabelNames: []string{"name"},
			Nested: hcldec.Object{"v": &hcldec.Attr{Name: "v"}}},
	}
	theirDynamicSpec = theirhcldec.ObjectSpec{
		"b": &theirhcldec.BlockTupleSpec{TypeName: "b",
			Nested: theirhcldec.ObjectSpec{"v": &theirhcldec.AttrSpec{Name: "v", Type: cty.DynamicPseudoType},
				"c": &theirhcldec.BlockTupleSpec{TypeName: "c",
					Nested: theirhcldec.ObjectSpec{"w": &theirhcldec.AttrSpec{Name: "w", Type: cty.DynamicPseudoType}}}}},
		"l": &theirhcldec.BlockObjectSpec{TypeName: "l", LabelNames: []string{"name"},
			Nested: theirhcldec.ObjectSpec{"v": &theirhcldec.AttrSpec{Name: "v", Type: cty.DynamicPseudoType}}},
	}
	dynamicVars = map[string]value.Value{
		"list": value.ListOf(types.String, []value.Value{value.String("a"), value.String("b")}),
		"set":  value.SetOf(types.String, []value.Value{value.String("p"), value.String("q")}),
		"deep": value.Tuple(value.Tuple(value.Int(1), value.Int(2)), value.Tuple()),
		"unk":  value.Unknown(types.List(types.String)),
		"null": value.Null,
	}
)

// drawDynamic writes a body with static and dynamic blocks.
func drawDynamic(t *rapid.T) string {
	var b strings.Builder
	each := rapid.SampledFrom([]string{"list", "set", "deep", "{ x = [1], y = [2] }", "[[3], list]", "unk", "null",
		`"text"`, "[]", "nothing"})
	for range rapid.IntRange(1, 3).Draw(t, "blocks") {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			b.WriteString("b {\n v = 1\n}\n")
		case 1:
			fmt.Fprintf(&b, "dynamic \"l\" {\n for_each = %s\n labels = [%s]\n content {\n v = l.value\n }\n}\n",
				each.Draw(t, "each"),
				rapid.SampledFrom([]string{"l.key", "\"x${l.key}\"", "l.value", "l.key, l.key", ""}).Draw(t, "labels"))
		default:
			iterator, name := "", "b"
			if rapid.Bool().Draw(t, "iterator") {
				iterator, name = " iterator = it\n", "it"
			}
			inner := rapid.SampledFrom([]string{name + ".value", "list", "[" + name + ".key]", "unk", "c.value"}).Draw(t,
				"inner")
			fmt.Fprintf(&b, "dynamic \"b\" {\n for_each = %s\n%s content {\n v = [%s.key, %s.value]\n c {\n w = %s.key\n }\n "+
				"dynamic \"c\" {\n for_each = %s\n content {\n w = [c.value, %s.key]\n }\n }\n }\n}\n",
				each.Draw(t, "each"), iterator, name, name, name, inner, name)
		}
	}
	return b.String()
}

// TestDynamicBlocks compares the expansion of dynamic blocks, each implementation decoding with its own specification.
func TestDynamicBlocks(t *testing.T) {
	good := 0
	rapid.Check(t, func(t *rapid.T) {
		text := drawDynamic(t)
		theirFile, diags := theirsyntax.ParseConfig([]byte(text), "c", theirhcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		ourFile, _ := syntax.ParseConfig(source.NewFileString("c", text))
		if compareDynamic(t, text, ourFile.HCL(), theirFile.Body) {
			good++
		}
	})
	if good == 0 {
		t.Error("no body was without errors")
	}
}

// TestDynamicBlocksInJSON is TestDynamicBlocks for the other syntax.
func TestDynamicBlocksInJSON(t *testing.T) {
	for _, text := range []string{
		`{"dynamic": {"b": {"for_each": "${list}", "content": {"v": "${b.value}"}}}}`,
		`{"dynamic": [{"b": {"for_each": ["x"], "iterator": "it", "content": {"v": "${it.key}", "c": {"w": ` +
			`"${it.value}"}}}}, {"l": {"for_each": "${set}", "labels": ["${l.value}"], "content": {"v": 1}}}]}`,
		`{"b": {"v": 1}, "dynamic": {"b": {"for_each": {"k": ["v"]}, "content": {"dynamic": {"c": {"for_each": ` +
			`"${b.value}", "content": {"w": "${b.key}${c.value}"}}}}}}}`,
	} {
		theirFile, diags := theirjson.Parse([]byte(text), "c.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		ourFile, _ := jsonsyntax.Parse(source.NewFileString("c.json", text))
		if !compareDynamic(t, text, ourFile.Body(), theirFile.Body) {
			t.Errorf("%s has errors", text)
		}
	}
}

// failer is the part of a test that a comparison needs.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func compareDynamic(t failer, text string, ours hcl.Body, theirs theirhcl.Body) bool {
	t.Helper()
	theirVars := map[string]cty.Value{}
	for name, v := range dynamicVars {
		theirVars[name] = ctyValueOf(v)
	}
	ctx, theirCtx := &hcl.EvalContext{Variables: dynamicVars, Profile: types.Compat},
		&theirhcl.EvalContext{Variables: theirVars}
	ourVars, theirRefs := rootNames(hcldec.DynamicVariables(ours, dynamicSpec)),
		theirRootNames(theirdynblock.VariablesHCLDec(theirs, theirDynamicSpec))
	if !slices.Equal(ourVars, theirRefs) {
		t.Fatalf("%s\nour variables %v\ntheir variables %v", text, ourVars, theirRefs)
	}
	v, diags := hcldec.Decode(dynblock.Expand(ours, ctx), dynamicSpec, ctx)
	w, theirDiags := theirhcldec.Decode(theirdynblock.Expand(theirs, theirCtx), theirDynamicSpec, theirCtx)
	// The original stops at the first thing that is wrong with a dynamic block, and looks at no further block behind one
	// that is unknown.
	if a, b := placesOfOurs(diags), placesOfTheirs(theirDiags); len(b) == 0 && len(a) > 0 && w.IsWhollyKnown() ||
		slices.ContainsFunc(b, func(p string) bool { return !slices.Contains(a, p) }) {
		t.Fatalf("%s\nours %v\ntheirs %v\n%v\n%v", text, a, b, diags, theirDiags.Errs())
	}
	if diags.HasErrors() {
		return false
	}
	if got := ctyValueOf(v); !got.RawEquals(w) {
		t.Fatalf("%s\nours   %#v\ntheirs %#v", text, got, w)
	}
	return true
}

func rootNames(ts []hcl.Traversal) []string {
	var names []string
	for _, t := range ts {
		names = append(names, t.Root())
	}
	slices.Sort(names)
	return names
}

func theirRootNames(ts []theirhcl.Traversal) []string {
	var names []string
	for _, t := range ts {
		names = append(names, t.RootName())
	}
	slices.Sort(names)
	return names
}
