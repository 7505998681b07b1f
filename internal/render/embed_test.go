package render

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program is what the tests put into Compositions.
const program = "-- a.hcl --\nresource a {\n\n  body = {}\n}\n"

// embedHead begins a Composition, up to its pipeline.
const embedHead = "kind: Composition # a thing\napiVersion: apiextensions.crossplane.io/v1\nspec:\n  pipeline:\n"

// indented is the program as lines of a block.
func indented(n int) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Repeat(" ", n)+strings.TrimSuffix(program, "\n"), "\n",
		"\n"+strings.Repeat(" ", n)), strings.Repeat(" ", n)+"\n", "\n") + "\n"
}

var inQuotes = quoted(program)

func TestEmbedProgram(t *testing.T) {
	const step = "  - step: a\n    functionRef: {name: function-hclx}\n"
	const flow = "  - {step: a, functionRef: {name: f}, input: "
	for _, tt := range []struct{ name, before, want string }{
		{"no field", step + "    input:\n      kind: HclInput # kind\n      debug: true\n",
			step + "    input:\n      kind: HclInput # kind\n      hcl: |\n" + indented(8) + "      debug: true\n"},
		{"a comment above the next key", step + "    input:\n      kind: HclInput\n      # debug\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8) + "      # debug\n      debug: true\n"},
		{"first key with lines", step + "    input:\n      metadata:\n        name: x\n      kind: HclInput\n",
			step + "    input:\n      metadata:\n        name: x\n      kind: HclInput\n      hcl: |\n" + indented(8)},
		{"only keys with lines", step +
			"    input:\n      metadata:\n        name: x\n        more: [a,\n          b, ]\n    credentials: []\n",
			step + "    input:\n      metadata:\n        name: x\n        more: [a,\n          b, ]\n      hcl: |\n" +
				indented(8) + "    credentials: []\n"},
		{"no line end", step + "    input:\n      kind: HclInput", step + "    input:\n      kind: HclInput\n      hcl: |\n" +
			indented(8)},
		{"no input", step + "# end\n",
			step + "    input:\n      apiVersion: hcl.fn.crossplane.io/v1beta1\n      kind: HclInput\n      hcl: |\n" +
				indented(8) + "# end\n"},
		{"no input in a flow", "  - {step: a, functionRef: {name: function-hcl}}\n",
			"  - {step: a, functionRef: {name: function-hcl}, input: {\"apiVersion\": \"hcl.fn.crossplane.io/v1beta1\", " +
				"\"kind\": \"HclInput\", \"hcl\": " + inQuotes + "}}\n"},
		{"empty input", step + "    input: {} # none\n", step + "    input: {\"hcl\": " + inQuotes + "} # none\n"},
		{"flow", step + "    input: {kind: HclInput, debug: true,}\n", step + "    input: {kind: HclInput, hcl: " + inQuotes +
			", debug: true,}\n"},
		{"flow with old text", flow + "{hcl: a\n     b, kind: HclInput}} # end\n",
			flow + "{hcl: " + inQuotes + ", kind: HclInput}} # end\n"},
		{"flow with nothing", flow + "{hcl:, kind: HclInput}}\n", flow + "{hcl: " + inQuotes + ", kind: HclInput}}\n"},
		{"block", step + "    input:\n      kind: HclInput\n      hcl: |- # text\n        old\n\n          x\n\n      # " +
			"after\n      debug: true\n", step + "    input:\n      kind: HclInput\n      hcl: | # text\n" + indented(8) +
			"\n      # after\n      debug: true\n"},
		{"folded block that keeps", step + "    input:\n      kind: HclInput\n      hcl: >+\n        old\n\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8)},
		{"block with an indent", step +
			"    input:\n      kind: HclInput\n      hcl: |1\n         old\n        b\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8) + "      debug: true\n"},
		{"empty block", step + "    input:\n      kind: HclInput\n      hcl: |\n\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8) + "\n      debug: true\n"},
		{"block with a comment inside its indent",
			step + "    input:\n      kind: HclInput\n      hcl: |\n          old\n        # after\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(9) + "        # after\n"},
		{"plain", step + "    input:\n      kind: HclInput\n      hcl: old   # old comment\n",
			step + "    input:\n      kind: HclInput\n      hcl: |   # old comment\n" + indented(8)},
		{"plain lines", step + "    input:\n      kind: HclInput\n      hcl: a\n\n        b é # c\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: | # c\n" + indented(8) + "      debug: true\n"},
		{"double quotes", step + "    input:\n      kind: HclInput\n      hcl: \"a \\\"\n        b\\\\\"\n      debug: " +
			"true\n", step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8) + "      debug: true\n"},
		{"single quotes", step + "    input:\n      kind: HclInput\n      hcl: 'it''s\n        b'\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: |\n" + indented(8) + "      debug: true\n"},
		{"nothing", step + "    input:\n      kind: HclInput\n      hcl: # fill in\n      debug: true\n",
			step + "    input:\n      kind: HclInput\n      hcl: | # fill in\n" + indented(8) + "      debug: true\n"},
		{"on its own line", step + "    input:\n      kind: HclInput\n      hcl: # text\n        old\n",
			step + "    input:\n      kind: HclInput\n      hcl: # text\n        |\n" + indented(8)},
		{"an anchor that nothing uses", step + "    input:\n      kind: HclInput\n      hcl: &p !!str old\n",
			step + "    input:\n      kind: HclInput\n      hcl: &p !!str |\n" + indented(8)},
		{"an alias", step + "    input:\n      metadata: {x: &p old}\n      kind: HclInput\n      hcl: *p\n",
			step + "    input:\n      metadata: {x: &p old}\n      kind: HclInput\n      hcl: |\n" + indented(8)},
		{"line ends", strings.ReplaceAll(step+"    input:\n      kind: HclInput\n      hcl: |\n        old\n", "\n", "\r\n"),
			strings.ReplaceAll(step+"    input:\n      kind: HclInput\n      hcl: |\n"+indented(8), "\n", "\r\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head := embedHead
			if strings.Contains(tt.before, "\r\n") {
				head = strings.ReplaceAll(head, "\n", "\r\n")
			}
			embedTwice(t, head+tt.before, program, head+tt.want)
		})
	}
}

func TestEmbedProgramJSON(t *testing.T) {
	before := "{\"kind\": \"Composition\", \"spec\": {\"pipeline\": [{\"step\": \"a\", \"functionRef\": {\"name\": " +
		"\"f\"}, \"input\": {\n  \"kind\": \"HclInput\"\n}}]}}"
	want := strings.Replace(before, "\"HclInput\"", "\"HclInput\",\n  \"hcl\": "+inQuotes, 1)
	embedTwice(t, before, program, want)
	embedTwice(t, "\ufeff"+strings.Replace(before, "\"HclInput\"", "\"HclInput\", \"hcl\":\"ü\"", 1), program,
		"\ufeff"+strings.Replace(before, "\"HclInput\"", "\"HclInput\", \"hcl\": "+inQuotes, 1))
}

// TestEmbedProgramText has programs that not every YAML scalar can hold.
func TestEmbedProgramText(t *testing.T) {
	before := embedHead + "  - step: a\n    functionRef: {name: f}\n    input:\n      hcl: |\n        old\n\n      " +
		"kind: HclInput\n"
	for text, want := range map[string]string{
		"a\u2028b\n":          `"a\u2028b\n"`,
		"a\u0085\x01\x7f\t\n": `"a\u0085\u0001\u007f\t\n"`,
		"a\r\n\"\\b\r\n":      `"a\r\n\"\\b\r\n"`,
		" a\n":                `" a\n"`,
		"😀":                   "|-\n        😀",
		"a\n\n\n":             "|+\n        a\n\n",
		"a\n  \n":             "|\n        a\n          ",
	} {
		blank := "\n"
		if strings.HasPrefix(want, "|+") {
			blank = ""
		}
		embedTwice(t, before, text, strings.Replace(before, "|\n        old\n\n", want+"\n"+blank, 1))
	}
}

// embedTwice embeds a program, reads it again as a render would, and embeds it once more, which changes nothing, and
// then another and back again.
func embedTwice(t *testing.T, before, text, want string) {
	t.Helper()
	after := embed(t, before, text)
	if want != "" && after != want {
		t.Errorf("\n got %q\nwant %q", after, want)
	}
	if again := embed(t, after, text); again != after {
		t.Errorf("\nfirst  %q\nsecond %q", after, again)
	}
	if back := embed(t, embed(t, after, "other\n"), text); len(parsedProgram(t, back)) != len(text) {
		t.Errorf("%q\nis lost in %q", text, back)
	}
	if got := parsedProgram(t, after); got != text {
		t.Errorf("\nread  %q\nwrote %q", got, text)
	}
}

func embed(t *testing.T, before, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "composition.yaml")
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	_, after, err := EmbedProgram(path, StepChoice{}, text)
	if err != nil {
		t.Fatalf("%v\n%q", err, before)
	}
	return string(after)
}

func parsedProgram(t *testing.T, yaml string) string {
	t.Helper()
	objects, err := parseObjects("composition.yaml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	steps, err := stepsIn("composition.yaml", objects)
	if err != nil {
		t.Fatal(err)
	}
	return steps[0].Program()
}

// TestEmbedProgramAnywhere puts random programs into inputs with random entries, in random styles.
func TestEmbedProgramAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range 700 {
		var entries, flow []string
		for _, e := range []string{"apiVersion: x/v1", "debug: true", "ttl: &t 1m", `note: "a: #b"`,
			"metadata: {name: 'x'}"} {
			if r.IntN(2) == 0 {
				entries, flow = append(entries, e+pick("", " # c", "\n      # own")), append(flow, e)
			}
		}
		if r.IntN(2) == 0 {
			entries = append(entries, pick("hcl: |\n        x\n\n", "hcl: >-\n          x\n\n          y",
				"hcl: \"a\n        b\"", "hcl:", "hcl: 'a' # c", "hcl: &h\n        a", "hcl: |+\n       x\n\n"))
			flow = append(flow, pick("hcl: \"x, }\"", "hcl: a\n        b", "\"hcl\": 'it''s'", "hcl: "))
		}
		entries, flow = append(entries, "kind: HclInput"), append(flow, "kind: HclInput")
		r.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		r.Shuffle(len(flow), func(i, j int) { flow[i], flow[j] = flow[j], flow[i] })
		input := "\n      " + strings.Join(entries, "\n      ")
		if r.IntN(2) == 0 {
			input = " {" + strings.Join(flow, pick(", ", ",\n       ", " ,\n       # c\n       ")) +
				pick("}", ",}", " \n      }")
		}
		before := embedHead + "  - step: a\n    functionRef: {name: f}\n    input:" + input +
			pick("", "\n", "\n\n# end\n", "\n    credentials: []\n", "\n---\nkind: Other\n")
		text := ""
		for range 1 + r.IntN(6) {
			text += pick("a", " ", "\n", "\n\n", "# x", ": ", "\t", "é", "\u2028", "\r\n", "\"", "\\", "'", "-- a.hcl --\n")
		}
		embedTwice(t, before, text, "")
		if t.Failed() {
			t.Fatalf("%s\n%q", before, text)
		}
	}
}

func TestEmbedProgramErrors(t *testing.T) {
	const flow = "  - {step: a, functionRef: {name: f}, input: {kind: HclInput, hcl: "
	two := embedHead + flow + "x}}\n" + strings.Replace(flow, "step: a", "step: b", 1) + "y}}\n"
	shared := "the program cannot be written here without changing something else, for example because an anchor or " +
		"alias shares this text with other places; " +
		`write out the input of this step in block style, with a field hcl: ""`
	for _, tt := range []struct{ name, before, step, want string }{
		{"no YAML", "{", "", "c.yaml:1:2: not YAML: did not find expected node content"},
		{"empty", "", "", "c.yaml: is empty; expected a Composition"},
		{"something else", "kind: XThing\nmetadata: {name: a}\n", "",
			`c.yaml:1:1: found XThing "a"; expected a Composition of apiextensions.crossplane.io/v1`},
		{"no step", embedHead + "  - {step: a, functionRef: {name: f}}\n", "",
			`c.yaml:5:3: Composition "" has no step for hclx, which is a step whose input has kind HclInput or whose function ` +
				`is named function-hclx or function-hcl; found "a" (f).`},
		{"several steps", two, "",
			`c.yaml: several steps are for hclx: "a" in line 5, "b" in line 6; select one with --step NAME`},
		{"another step", two, "bb",
			`c.yaml: no step for hclx has the name "bb"; found "a" in line 5, "b" in line 6. Did you mean "b"?`},
		{"a name twice", two + "---\n" + two, "a",
			`c.yaml: several steps have the same name: "a" in line 5, "a" in line 12; put each Composition in a separate file`},
		{"no text", embedHead + flow + "[]}}\n", "", `c.yaml:5:68: pipeline step "a": hcl must be a string, found a list`},
		{"a used anchor", embedHead + flow + "&p x}}\nmetadata: {name: *p}\n", "", `c.yaml:5:68: pipeline step "a": ` +
			shared},
		{"an input that is used elsewhere",
			embedHead + "  - {step: a, functionRef: {name: f}, input: *i}\nmetadata: &i {kind: HclInput}\n", "", "not YAML"},
		{"an input from elsewhere", "metadata: &i {kind: HclInput}\n" + embedHead +
			"  - {step: a, functionRef: {name: f}, input: *i}\n", "", `c.yaml:6:46: pipeline step "a": ` + shared},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := writeAll(t, map[string]string{"c.yaml": tt.before})
			_, _, err := EmbedProgram(filepath.Join(dir, "c.yaml"), StepChoice{Name: tt.step}, program)
			got := strings.ReplaceAll(fmt.Sprint(err), dir+string(filepath.Separator), "")
			if got != tt.want && (tt.want != "not YAML" || !strings.Contains(got, tt.want)) {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestEmbedProgramInStep(t *testing.T) {
	const flow = "  - {step: %s, functionRef: {name: f}, input: {kind: HclInput, hcl: %s}}\n"
	before := embedHead + fmt.Sprintf(flow+flow, "a", "x", "b", "y")
	dir := writeAll(t, map[string]string{"c.yaml": before})
	_, after, err := EmbedProgram(filepath.Join(dir, "c.yaml"), StepChoice{Name: "b"}, program)
	if want := embedHead + fmt.Sprintf(flow+flow, "a", "x", "b", inQuotes); err != nil || string(after) != want {
		t.Errorf("\n got %s, %v\nwant %s", after, err, want)
	}
}
