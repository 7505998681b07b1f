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

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/internal/random"
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
	each := rapid.SampledFrom([]string{"list", "set", "deep", "{ x = [1], y = [2] }", "[[3], list]", "unk", "unk", "null",
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

// dynamicDecoding is what the two implementations make of one body, each decoding with its own specification.
type dynamicDecoding struct {
	text               string
	made               bool // ours made the mistake
	ours               value.Value
	theirs             cty.Value
	ourVars, theirVars []string
	ourDiags           diag.List
	theirDiags         theirhcl.Diagnostics
}

// dynamicDifference is one difference between two decodings.
type dynamicDifference struct {
	*dynamicDecoding
	kind, text string
	ours       *diag.Diagnostic     // that theirs does not have
	theirs     *theirhcl.Diagnostic // the other way around
}

// decodeDynamic expands and decodes a body both ways. With wrong ours makes a mistake.
func decodeDynamic(text, wrong string) *dynamicDecoding {
	theirFile, diags := theirsyntax.ParseConfig([]byte(text), "c", theirhcl.InitialPos)
	if strings.HasPrefix(text, "{") {
		theirFile, diags = theirjson.Parse([]byte(text), "c.json")
	}
	if diags.HasErrors() {
		panic(diags)
	}
	var ours hcl.Body
	if strings.HasPrefix(text, "{") {
		f, _ := jsonsyntax.Parse(source.NewFileString("c.json", text))
		ours = f.Body()
	} else {
		f, _ := syntax.ParseConfig(source.NewFileString("c", text))
		ours = f.HCL()
	}
	theirVars := map[string]cty.Value{}
	for name, v := range dynamicVars {
		theirVars[name] = ctyValueOf(v)
	}
	ctx, theirCtx := &hcl.EvalContext{Variables: dynamicVars, Profile: types.Compat},
		&theirhcl.EvalContext{Variables: theirVars}
	d := &dynamicDecoding{text: text, ourVars: rootNames(hcldec.DynamicVariables(ours, dynamicSpec)),
		theirVars: theirRootNames(theirdynblock.VariablesHCLDec(theirFile.Body, theirDynamicSpec))}
	d.ours, d.ourDiags = hcldec.Decode(dynblock.Expand(ours, ctx), dynamicSpec, ctx)
	d.makeMistake(wrong)
	d.theirs, d.theirDiags = theirhcldec.Decode(theirdynblock.Expand(theirFile.Body, theirCtx), theirDynamicSpec, theirCtx)
	return d
}

func (d *dynamicDecoding) makeMistake(wrong string) {
	switch make := valueMistakes[wrong]; {
	case wrong == noDiagnostics, wrong == moreDiagnostic, wrong == otherPlace:
		d.ourDiags, d.made = mistakenDiagnostics(d.ourDiags, wrong, d.text)
	case wrong == lostVariable:
		d.made = len(d.ourVars) > 0
		d.ourVars = d.ourVars[:max(0, len(d.ourVars)-1)]
	case make != nil:
		d.ours, d.made = make(d.ours)
	}
}

const lostVariable = "a variable is lost"

var dynamicMistakes = []string{noDiagnostics, moreDiagnostic, otherPlace, lostVariable, "what is known is unknown",
	"what is unknown is null", "a part is another one", "the last element is lost"}

// differences lists how the two differ: in variables, in places of diagnostics, and in the value.
func (d *dynamicDecoding) differences() (out []*dynamicDifference) {
	add := func(kind, text string) *dynamicDifference {
		out = append(out, &dynamicDifference{dynamicDecoding: d, kind: kind, text: text})
		return out[len(out)-1]
	}
	if !slices.Equal(d.ourVars, d.theirVars) {
		add("variables", fmt.Sprintf("ours %v, theirs %v", d.ourVars, d.theirVars))
	}
	ours, left := unmatched(d.ourDiags, d.theirDiags)
	for _, p := range ours {
		add("ours", diag.List{p}.String()).ours = p
	}
	for _, q := range left {
		add("theirs", q.Error()).theirs = q
	}
	if got := ctyValueOf(d.ours); !got.RawEquals(d.theirs) {
		add("value", fmt.Sprintf("ours   %#v\ntheirs %#v", got, d.theirs))
	}
	return out
}

// unmatched returns the diagnostics of both sides that have no partner at the same place on the other side.
func unmatched(ours diag.List, theirs theirhcl.Diagnostics) (diag.List, theirhcl.Diagnostics) {
	var alone diag.List
	left := slices.Clone(theirs)
	for _, p := range ours {
		i := slices.IndexFunc(left, func(q *theirhcl.Diagnostic) bool { return samePlace(p, q) })
		if i < 0 {
			alone = append(alone, p)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return alone, left
}

// samePlace reports whether two diagnostics begin at the same place.
func samePlace(p *diag.Diagnostic, q *theirhcl.Diagnostic) bool {
	at := p.Subject.Start()
	return at.Line == q.Subject.Start.Line && at.Column == q.Subject.Start.Column
}

// acceptedDynamic are the differences that are meant.
var acceptedDynamic = []row[*dynamicDifference]{
	{"a mistake in the content of several blocks is reported once; there for each of them",
		func(d *dynamicDifference) bool {
			same := func(q *theirhcl.Diagnostic) bool { return *q.Subject == *d.theirs.Subject }
			here := func(p *diag.Diagnostic) bool { return samePlace(p, d.theirs) }
			return d.theirs != nil && slices.ContainsFunc(d.ourDiags, here) &&
				slices.IndexFunc(d.theirDiags, same) < slices.Index(d.theirDiags, d.theirs)
		}},
	{"wrong labels are reported beside a wrong for_each; there only without it", func(d *dynamicDifference) bool {
		if d.ours == nil {
			return false
		}
		lines := strings.Split(d.dynamicDecoding.text, "\n")
		at := d.ours.Subject.Start().Line - 2
		wrong := func(q *theirhcl.Diagnostic) bool { return q.Subject.Start.Line == at+1 }
		if at < 0 || !strings.HasPrefix(lines[at], " for_each = ") || !slices.ContainsFunc(d.theirDiags, wrong) {
			return false
		}
		lines[at] = " for_each = list"
		return d.isTheirsIn(strings.Join(lines, "\n"))
	}},
	{"blocks behind one that is unknown are read; there only where it is known", func(d *dynamicDifference) bool {
		known := strings.ReplaceAll(d.dynamicDecoding.text, "for_each = unk\n", "for_each = list\n")
		return d.ours != nil && known != d.dynamicDecoding.text && d.isTheirsIn(known)
	}},
}

// isTheirsIn reports whether theirs has our diagnostic in another text.
func (d *dynamicDifference) isTheirsIn(text string) bool {
	return slices.ContainsFunc(decodeDynamic(text, "").theirDiags, func(q *theirhcl.Diagnostic) bool {
		return samePlace(d.ours, q)
	})
}

// TestDynamicBlocks compares the expansion of dynamic blocks.
func TestDynamicBlocks(t *testing.T) {
	cases, good := rapid.Custom(drawDynamic), 0
	known, tried, noticed := met{}, met{}, mistakes{}
	for n := range random.Cases(3000) {
		text := cases.Example(int(random.Seed())*1e6 + n)
		right, reason := decodeDynamic(text, ""), agree
		for _, d := range right.differences() {
			if reason = acceptRow(acceptedDynamic, d); reason == "" {
				t.Fatalf("%s\n%s: %s", text, d.kind, d.text)
			}
			known[reason]++
		}
		if !right.ourDiags.HasErrors() {
			good++
		}
		if tried[reason]++; tried[reason] > 100 {
			continue
		}
		for _, wrong := range dynamicMistakes {
			c := decodeDynamic(text, wrong)
			differences := c.differences()
			if c.made && (reason == agree || len(differences) > 0) { // or the mistake makes ours like theirs
				noticed.add(reason, wrong, slices.ContainsFunc(differences, func(d *dynamicDifference) bool {
					return acceptRow(acceptedDynamic, d) == ""
				}))
			}
		}
	}
	if good == 0 {
		t.Error("no body was without errors")
	}
	known.check(t, reasonsOfRows(acceptedDynamic), 20)
	noticed.check(t, append(reasonsOfRows(acceptedDynamic), agree))
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
		both := decodeDynamic(text, "")
		for _, d := range both.differences() {
			t.Errorf("%s\n%s: %s", text, d.kind, d.text)
		}
		if len(both.ourDiags) > 0 {
			t.Errorf("%s has errors: %v", text, both.ourDiags)
		}
	}
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
