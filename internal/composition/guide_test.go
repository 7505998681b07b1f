package composition_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

const guidePath = "../../docs/language.md"

// guideBlock is a fenced block of the guide, with the words behind the fence.
type guideBlock struct {
	line    int
	section int
	info    []string
	text    string
}

func (b *guideBlock) is(words ...string) bool {
	return strings.Join(b.info, " ") == strings.Join(words, " ")
}

func guideBlocks(t *testing.T) []guideBlock {
	data, err := os.ReadFile(guidePath)
	if err != nil {
		t.Fatal(err)
	}
	var out []guideBlock
	section, open := 0, false
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case strings.HasPrefix(line, "```") && !open:
			out = append(out, guideBlock{line: i + 1, section: section, info: strings.Fields(line[3:])})
			open = true
		case strings.HasPrefix(line, "```"):
			open = false
		case open:
			out[len(out)-1].text += line + "\n"
		case strings.HasPrefix(line, "#"):
			section++
		}
	}
	return out
}

// TestLanguageGuide runs the examples of docs/language.md. Below one heading, "hcl" is a whole program; "yaml xr",
// "yaml observed" and so on are its inputs, before or after it; "yaml want" is what comes out, as far as it is given.
// "hcl error" is a program that does not compile, and the "text" after it holds parts of what is reported. "hcl
// fragment" and others are not run.
func TestLanguageGuide(t *testing.T) {
	blocks := guideBlocks(t)
	for i := range blocks {
		b := &blocks[i]
		if !b.is("hcl") && !b.is("hcl", "error") {
			continue
		}
		t.Run(fmt.Sprint("line", b.line), func(t *testing.T) {
			file := source.NewFileString("main.hcl", b.text)
			p, diags := composition.Compile([]*source.File{file}, composition.Options{Functions: compositiontest.Functions()})
			if b.is("hcl", "error") {
				checkReported(t, blocks[i+1:], p == nil, diags.String())
				return
			}
			if p == nil {
				t.Fatal(diags)
			}
			checkWanted(t, blocks, i, p)
		})
	}
}

func checkReported(t *testing.T, rest []guideBlock, failed bool, text string) {
	if !failed || len(rest) == 0 || !rest[0].is("text") {
		t.Fatal("the program compiles, or no text follows")
	}
	for line := range strings.Lines(rest[0].text) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
}

// checkWanted runs a program with the inputs of its section.
func checkWanted(t *testing.T, blocks []guideBlock, i int, p *run.Program) {
	inputs := map[string]string{}
	var want string
	for j, b := range blocks {
		if b.section != blocks[i].section || len(b.info) != 2 || b.info[0] != "yaml" {
			continue
		}
		if b.info[1] != "want" {
			inputs[b.info[1]+".yaml"] = b.text
		} else if j > i && want == "" {
			want = b.text
		}
	}
	if want == "" {
		return
	}
	in := compositiontest.Input(t, inputs)
	out := p.Run(context.Background(), &in)
	got := guideOutput(out)
	var wanted map[string]any
	compositiontest.Decode(t, want, &wanted)
	for key, w := range wanted {
		if a, b := compositiontest.YAML(got[key]), compositiontest.YAML(w); a != b {
			t.Errorf("%s: got\n%s\nwant\n%s\n%s", key, a, b, compositiontest.Describe(out))
		}
	}
}

func guideOutput(out *run.Output) map[string]any {
	resources, ready, conn := map[string]any{}, map[string]any{}, map[string]any{}
	for _, r := range out.Resources {
		resources[r.Name] = compositiontest.Plain(r.Body)
		if r.Ready != run.ReadyUnspecified {
			ready[r.Name] = r.Ready.String()
		}
	}
	for k, v := range out.Connection {
		conn[k] = string(v)
	}
	got := map[string]any{"resources": resources, "ready": ready, "connection": conn, "status": map[string]any{},
		"fatal": out.Fatal}
	if !out.Status.IsZero() {
		got["status"] = compositiontest.Plain(out.Status)
	}
	if !out.Context.IsZero() {
		got["context"] = compositiontest.Plain(out.Context)
	}
	requirements := []any{}
	for _, q := range out.Requirements {
		requirements = append(requirements, q.Name)
	}
	got["requirements"] = requirements
	events := []any{}
	for _, r := range out.Results {
		events = append(events, r.Message)
	}
	got["events"] = events
	got["FullyResolved"] = out.Conditions[0].Message
	return got
}
