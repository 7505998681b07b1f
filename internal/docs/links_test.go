package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+?)\s*$`)
)

// TestLinks follows the links from the documentation to files of the project and to headings in them.
func TestLinks(t *testing.T) {
	root := moduleRoot(t)
	files := documents(t, root)
	for _, name := range []string{"ARCHITECTURE.md", "CHANGELOG.md"} {
		files = append(files, filepath.Join(root, name))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, file)
		for _, found := range link.FindAllStringSubmatch(withoutBlocks(string(text)), -1) {
			if target := found[1]; !strings.Contains(target, "://") && !strings.HasPrefix(target, "mailto:") {
				checkLink(t, name, file, target)
			}
		}
	}
}

func checkLink(t *testing.T, name, file, target string) {
	path, anchor, _ := strings.Cut(target, "#")
	full := file
	if path != "" {
		full = filepath.Join(filepath.Dir(file), path)
	}
	if _, err := os.Stat(full); err != nil {
		t.Errorf("%s links to %s, which does not exist", name, target)
		return
	}
	if anchor == "" || !strings.HasSuffix(full, ".md") {
		return
	}
	text, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heading.FindAllStringSubmatch(withoutBlocks(string(text)), -1) {
		if anchorOf(h[1]) == anchor {
			return
		}
	}
	t.Errorf("%s links to %s, but there is no such heading", name, target)
}

// withoutBlocks is a Markdown text without its fenced code blocks, in which brackets and number signs mean other
// things.
func withoutBlocks(markdown string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(markdown) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence == "" && opens(trimmed):
			fence = trimmed[:fenceLength(trimmed)]
		case fence != "" && trimmed == fence:
			fence = ""
		case fence == "":
			b.WriteString(line)
		}
	}
	return b.String()
}

// anchorOf is the anchor that Markdown renderers give a heading.
func anchorOf(heading string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(heading) {
		switch {
		case c == ' ':
			b.WriteByte('-')
		case c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c > 127:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func TestAnchorOf(t *testing.T) {
	for text, want := range map[string]string{"What it is, and why": "what-it-is-and-why", "`hclx render`": "hclx-render",
		"C_1-2": "c_1-2"} {
		if got := anchorOf(text); got != want {
			t.Errorf("anchorOf(%q) = %q, want %q", text, got, want)
		}
	}
}
