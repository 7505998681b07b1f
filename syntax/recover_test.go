package syntax_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// examples returns the native sources of the examples.
func examples(t *testing.T) map[string]string {
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join("..", "examples"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".hcl" {
			text, err := os.ReadFile(path)
			files[path] = string(text)
			return err
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	return files
}

var allMistakes = flag.Bool("mistakes.all", false, "make every mistake, not one of twenty-three insertions")

// mostErrors is how many errors one mistake may lead to.
const mostErrors = 3

// inserted are the characters that TestMistakes inserts.
const inserted = "\"'{}()[]$,=.:x0 \n"

// TestMistakes makes every mistake of one character in the examples, a deletion or an insertion, and counts the errors
// of each.
func TestMistakes(t *testing.T) {
	var counts [2][100]int
	worst := map[int][]string{}
	check := func(kind int, path, text, what string) {
		_, diags := syntax.ParseConfig(source.NewFileString(path, text))
		n := len(diags)
		counts[kind][min(n, len(counts[kind])-1)]++
		if n > mostErrors && len(worst[n]) < 3 {
			worst[n] = append(worst[n], fmt.Sprintf("%s: %s\n%s", path, what, shown(diags)))
		}
	}
	for path, text := range examples(t) {
		for i := range len(text) {
			if testing.Short() && i%5 > 0 {
				continue // TestMistakesOfSources has all of a small source
			}
			at := fmt.Sprintf("%d: %q", strings.Count(text[:i], "\n")+1, lineAt(text, i))
			check(0, path, text[:i]+text[i+1:], at+" without "+fmt.Sprintf("%q", text[i]))
			for j, c := range inserted {
				if !*allMistakes && (i+5*j)%23 != 0 {
					continue
				}
				check(1, path, text[:i]+string(c)+text[i:], at+fmt.Sprintf(" with %q", c))
			}
		}
	}
	for kind, name := range []string{"deletion", "insertion"} {
		for n, count := range counts[kind] {
			if count > 0 {
				t.Logf("%s: %d errors: %d", name, n, count)
			}
		}
	}
	for n := mostErrors + 1; n < 100; n++ {
		for _, w := range worst[n] {
			t.Errorf("%d errors: %s", n, w)
		}
	}
}

func lineAt(text string, i int) string {
	start := strings.LastIndexByte(text[:i], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return line[:i-start] + "|" + line[i-start:]
}

func shown(diags diag.List) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "  %v: %s: %s\n", d.Subject, d.Code, d.Detail)
	}
	return b.String()
}

// TestOneMistakeOneError holds that typical mistakes are reported once, where they were made, and that what comes after
// them is read.
func TestOneMistakeOneError(t *testing.T) {
	const rest = "next = 1\nb \"l\" {\n  c = [\"x\", \"${next}\"]\n}\n"
	for _, c := range []struct{ name, text, want string }{
		{"forgotten closing quote", "a = \"nginx\nx = 1\n" + rest, "1,5-6: unclosed-quotes"},
		{"forgotten closing quote before a comma", "a = [\n  \"x,\n  \"y\",\n]\n" + rest, "2,3-4: unclosed-quotes"},
		{"forgotten closing quote before brackets", "a = f({ x = \"y })\n" + rest, "1,13-14: unclosed-quotes"},
		{"forgotten closing quote of a label", "b \"l {\n  c = 1\n}\n" + rest, "1,3-4: unclosed-quotes"},
		{"text of several lines", "a = \"one\ntwo\nthree\"\n" + rest, "1,5-6: unclosed-quotes"},
		{"forgotten end of an interpolation", "a = \"nginx:${tag\"\n" + rest, "1,12-14: unclosed-interpolation"},
		{"forgotten end of an interpolation and quote", "a = \"nginx:${tag\n" + rest, "1,12-14: unclosed-interpolation"},
		{"open interpolation in the middle of a file", "a = \"${\n" + rest, "1,6-8: unclosed-interpolation"},
		{"open interpolation in a heredoc", "a = <<EOT\nx ${y\nz\nEOT\n" + rest, "2,3-5: unclosed-interpolation"},
		{"forgotten brace of a block", "x {\n  y {\n    z = 1\n\n  w = 2\n}\n" + rest, "2,5-6: unclosed-brace"},
		{"forgotten brace of an object", "x {\n  y = {\n    z = 1\n  w = 2\n}\n" + rest, "2,7-8: unclosed-brace"},
		{"forgotten parenthesis", "a = f(1, 2\n" + rest, "1,6-7: unclosed-parenthesis"},
		{"forgotten bracket", "a = [\n  1,\n  2,\n" + rest, "1,5-6: unclosed-bracket"},
		{"forgotten opening brace", "x {\n  y = \n    z = 1\n  }\n}\n" + rest, "2,5-6: missing-brace"},
		{"brace too many", "x {\n  y = 1\n  }\n}\n" + rest, "3,3-4: unexpected-closing"},
		{"brace at the end of a file", rest + "a = {\n", "5,5-6: unclosed-brace"},
		{"block at the end of a file", rest + "a {\n  b = 1\n", "5,3-4: unclosed-brace"},
		{"heredoc at the end of a file", rest + "a = <<EOT\n  b = 1\n", "5,5-6,1: unclosed-heredoc"},
		{"single quotes", "a = 'x'\n" + rest, "1,5-6: invalid-character"},
		{"single quotes around more", "a = 'x \"y\" {z}'\n" + rest, "1,5-6: invalid-character"},
		{"comparison with one sign", "a = x = \"eu\"\n" + rest, "1,7-8: line-end-expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFileString("t", c.text)
			tree, diags := syntax.ParseConfig(f)
			if len(diags) != 1 || strings.TrimPrefix(diags[0].Subject.String(), "t:")+": "+diags[0].Code != c.want {
				t.Errorf("got\n%swant %s", shown(diags), c.want)
			}
			found := 0
			for _, item := range tree.Body.Items {
				switch item := item.(type) {
				case *syntax.Attribute:
					if item.Name == "next" {
						found++
					}
				case *syntax.Block:
					if item.Type == "b" && len(item.Body.Items) == 1 && f.Slice(item.Body.Items[0].Span()) == `c = ["x", "${next}"]` {
						found++
					}
				}
			}
			if found != 2 {
				t.Errorf("of what comes after or before the mistake %d of 2 items are in the tree", found)
			}
		})
	}
}

// TestComparisonHint holds that a single equals sign in an expression is answered with the sign for comparisons.
func TestComparisonHint(t *testing.T) {
	_, diags := syntax.ParseConfig(source.NewFileString("t", "condition = x = \"eu\"\n"))
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, `To compare values, write "=="`) {
		t.Error(shown(diags))
	}
}

// TestIndependentMistakes holds that mistakes in different lines are each reported.
func TestIndependentMistakes(t *testing.T) {
	_, diags := syntax.ParseConfig(
		source.NewFileString("t", "a = \"x\nb = 1\nc = [1, 2\nd = 2\ne = {\n  f = ]\n}\ng = )\n"))
	if len(diags) < 4 {
		t.Errorf("four mistakes, but\n%s", shown(diags))
	}
}
