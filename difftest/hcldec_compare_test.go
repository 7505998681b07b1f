package difftest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	theirsyntax "github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// specDecoding is what the two implementations make of one body by one specification.
type specDecoding struct {
	seed       int
	spec       *bothSpecs
	text       string
	wrong      string // the mistake that ours makes
	made       bool   // it was made
	ours       value.Value
	theirs     cty.Value
	ourDiags   diag.List
	theirDiags theirhcl.Diagnostics
	panicked   bool // theirs
}

// specDifference is one difference between two decodings.
type specDifference struct {
	*specDecoding
	kind   string
	ours   *diag.Diagnostic     // that theirs does not have, or not there
	theirs *theirhcl.Diagnostic // the other way around
	text   string
}

// specCases draws specifications and bodies for them. Of the same seed the loose ones differ only in that blocks of
// different types go together.
func specCases(loose bool) *rapid.Generator[*specDecoding] {
	return rapid.Custom(func(t *rapid.T) *specDecoding {
		spec, _ := drawSpec(t, 2, false, false, loose)
		var text strings.Builder
		drawBody(t, spec, "", &text)
		return &specDecoding{spec: spec, text: text.String()}
	})
}

var strictCases, looseCases = specCases(false), specCases(true)

// decodeBySpecs decodes a case of one of the generators both ways. With wrong ours makes a mistake.
func decodeBySpecs(cases *rapid.Generator[*specDecoding], seed int, wrong string) (d *specDecoding) {
	d = cases.Example(seed)
	d.seed, d.wrong = seed, wrong
	file, diags := theirsyntax.ParseConfig([]byte(d.text), "c", theirhcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	ourFile, _ := syntax.ParseConfig(source.NewFileString("c", d.text))
	d.ours, d.ourDiags = hcldec.Decode(ourFile.HCL(), d.spec.ours, &hcl.EvalContext{Profile: types.Compat})
	d.makeMistake()
	defer func() { d.panicked = recover() != nil }()
	d.theirs, d.theirDiags = theirhcldec.Decode(file.Body, d.spec.theirs, nil)
	return d
}

func (d *specDecoding) makeMistake() {
	switch wrong := valueMistakes[d.wrong]; {
	case d.wrong == noDiagnostics, d.wrong == moreDiagnostic, d.wrong == otherPlace:
		d.ourDiags, d.made = mistakenDiagnostics(d.ourDiags, d.wrong, d.text)
	case wrong != nil && !d.ourDiags.HasErrors():
		d.ours, d.made = wrong(d.ours)
	}
}

// differences lists how the two differ: in the places of diagnostics, and in the value if there are no errors.
func (d *specDecoding) differences() (out []*specDifference) {
	add := func(kind, text string, ours *diag.Diagnostic, theirs *theirhcl.Diagnostic) {
		out = append(out, &specDifference{specDecoding: d, kind: kind, ours: ours, theirs: theirs, text: text})
	}
	if ours, theirs := hcldec.ImpliedType(d.spec.ours),
		theirhcldec.ImpliedType(d.spec.theirs).WithoutOptionalAttributesDeep(); ours != typeOfCty(theirs) {
		add("implied type", fmt.Sprintf("ours %s, theirs %#v", ours, theirs), nil, nil)
	}
	if d.panicked {
		add("panic", fmt.Sprint(host.DebugString(d.ours), d.ourDiags), nil, nil)
		return out
	}
	ours, left := unmatched(d.ourDiags, d.theirDiags)
	for _, p := range ours {
		add("ours", diag.List{p}.String(), p, nil)
	}
	for _, q := range left {
		add("theirs", q.Error(), nil, q)
	}
	if d.ourDiags.HasErrors() || d.theirDiags.HasErrors() {
		return out
	}
	want, err := ctyjson.Marshal(d.theirs, d.theirs.Type())
	if err != nil {
		panic(err)
	}
	got, err := valuejson.Append(nil, d.ours, valuejson.Style{EscapeHTML: true})
	// In the original the types of empty collections still say which attributes are optional.
	if typ := typeOfCty(d.theirs.Type().WithoutOptionalAttributesDeep()); err != nil || string(got) != string(want) ||
		d.ours.Type() != typ {
		add("value", fmt.Sprintf("ours   %s of %s\ntheirs %s of %s", host.DebugString(d.ours), d.ours.Type(), want, typ),
			nil, nil)
	}
	return out
}

// isAccepted reports whether all differences are meant.
func (d *specDecoding) isAccepted() bool {
	return !slices.ContainsFunc(d.differences(), func(d *specDifference) bool {
		return acceptRow(acceptedSpecs, d) == ""
	})
}

var specMistakes = []string{noDiagnostics, moreDiagnostic, otherPlace, "what is known is unknown",
	"a null is another value", "a part is another one", "the last element is lost"}

// TestDecodeBySpecs compares decoding by random specifications.
func TestDecodeBySpecs(t *testing.T) {
	known, tried, noticed, good := met{}, met{}, mistakes{}, 0
	count := random.Cases(8000)
	for n := range count {
		seed := int(random.Seed())*1e6 + n
		right := decodeBySpecs(strictCases, seed, "")
		reason := agree
		for _, d := range right.differences() {
			if reason = acceptRow(acceptedSpecs, d); reason == "" {
				t.Fatalf("%s\n%s: %s", right.text, d.kind, d.text)
			}
			known[reason]++
		}
		if !right.panicked && !right.ourDiags.HasErrors() {
			good++
		}
		if tried[reason]++; tried[reason] > 100 {
			continue
		}
		for _, wrong := range specMistakes {
			if c := decodeBySpecs(strictCases, seed, wrong); c.made {
				noticed.add(reason, wrong, !c.isAccepted())
			}
		}
	}
	if good < count/20 {
		t.Errorf("only %d of %d bodies were without errors, so that a value was compared", good, count)
	}
	known.check(t, reasonsOfRows(acceptedSpecs), 20)
	noticed.check(t, append(reasonsOfRows(acceptedSpecs), agree))
}
