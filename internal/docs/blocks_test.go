package docs

import (
	"slices"
	"strings"
	"testing"
)

func TestParseBlocks(t *testing.T) {
	const text = "# T\n\n```hcl\na = 1\n```\n\n1. item\n\n   ~~~yaml fragment\n   b:\n     - 1\n   ```\n   " +
		"~~~\n\n````\n```\n````\n`code`\n\n    hclx render a b\n    not hclx\n"
	got, err := ParseBlocks("f.md", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []Block{
		{"f.md", 3, "hcl", false, "a = 1\n"},
		{"f.md", 9, "yaml", true, "b:\n  - 1\n```\n"},
		{"f.md", 15, "", false, "```\n"},
		{"f.md", 20, "sh", false, "hclx render a b\n"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if _, err := ParseBlocks("f.md", "\n```hcl\na = 1\n"); err == nil || !strings.Contains(err.Error(), "f.md:2") {
		t.Errorf("a block that is not closed gave %v", err)
	}
}

func TestParseConsole(t *testing.T) {
	commands, err := ParseConsole("$ hclx render a.yaml \\\n    'b c.yaml' -x \"\"\nout\nput\n$ echo $?\n3\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(commands) != 2 {
		t.Fatalf("got %d commands", len(commands))
	}
	if want := []string{"hclx", "render", "a.yaml", "b c.yaml", "-x", ""}; !slices.Equal(commands[0].Words, want) {
		t.Errorf("the words are %q, want %q", commands[0].Words, want)
	}
	if commands[0].Output != "out\nput\n" || commands[1].Output != "3\n" || commands[1].Line != 5 {
		t.Errorf("got %+v", commands)
	}
	for _, bad := range []string{"output\n", "$ hclx render | head\n", "$ hclx 'render\n"} {
		if _, err := ParseConsole(bad); err == nil {
			t.Errorf("ParseConsole(%q) found no error", bad)
		}
	}
}

func TestHclxArguments(t *testing.T) {
	for command, want := range map[string]string{"hclx a b": "a b", "go run ./cmd/hclx a": "a", "hclx": "",
		"go test ./...": "no", "hclxx": "no"} {
		arguments, ok := hclxArguments(strings.Fields(command))
		if got := strings.Join(arguments, " "); ok != (want != "no") || ok && got != want {
			t.Errorf("%s: %q, %v", command, got, ok)
		}
	}
}

func TestMatchOutput(t *testing.T) {
	cases := []struct {
		shown, got string
		want       bool
	}{
		{"a\nb\n", "a  \nb\n\n", true}, {"a\n", "a\nb\n", false}, {"a\nb\n", "a\n", false}, {"", "", true},
		{"", "a\n", false},
		{"a\n...\n", "a\nb\nc\n", true}, {"...\nc\n", "a\nb\nc\n", true}, {"a\n...\nb\nc\n", "a\nb\nx\nb\nc\n", true},
		{"a\n...\nd\n", "a\nb\nc\n", false}, {"...\n", "", true},
	}
	for _, c := range cases {
		if got := matchOutput(c.shown, c.got); got != c.want {
			t.Errorf("matchOutput(%q, %q) = %v", c.shown, c.got, got)
		}
	}
}
