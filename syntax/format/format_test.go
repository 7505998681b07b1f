package format_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// differing are the vectors in which the reference formatter does something that it should not, by id, with the reason.
var differing = map[string]string{
	"fmt-0aad7da77d2e": "blanks alone are no line worth keeping",
	"fmt-7df59112eb0e": "a byte order mark is kept: formatting changes nothing but blanks",
	"fmt-3653ff6a7560": "columns are aligned as they are seen: East Asian characters take two",
	"fmt-42858ecb298f": "an emoji takes two columns",
	"fmt-889ba4a86eab": "East Asian characters and emoji take two columns",
}

func TestVectors(t *testing.T) {
	type vector struct{ ID, Source, SourceBase64, Formatted, FormattedBase64 string }
	for v := range vectors.All[vector](t, "format.jsonl") {
		got := string(format.Source([]byte(text(t, v.Source, v.SourceBase64))))
		want := text(t, v.Formatted, v.FormattedBase64)
		if reason, ok := differing[v.ID]; ok {
			if got == want {
				t.Errorf("%s does not differ any more (%s): take it off the list", v.ID, reason)
			}
			continue
		}
		if got != want {
			t.Errorf("%s\nsource:\n%s\ngot:\n%s\nwant:\n%s", v.ID, v.Source, got, want)
		}
	}
}

func text(t *testing.T, plain, encoded string) string {
	if encoded == "" {
		return plain
	}
	b, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGoldens(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no golden files")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := format.Source(a.Files[0].Data)
			if *update {
				a.Files = []txtar.File{a.Files[0], {Name: "want.hcl", Data: got}}
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := a.Files[1].Data; string(got) != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// Every property of formatting, on every text: nothing but blanks changes, and a second time nothing.
func check(t *testing.T, text string) {
	t.Helper()
	once := format.Source([]byte(text))
	if twice := format.Source(once); string(twice) != string(once) {
		t.Errorf("formatting is not idempotent\nsource: %q\nonce: %q\ntwice: %q", text, once, twice)
	}
	if a, b := significant(text), significant(string(once)); a != b {
		t.Errorf("formatting changed more than blanks\nsource: %q\nresult: %q", text, once)
	}
}

// significant is a text without its blanks.
func significant(s string) string {
	return strings.NewReplacer(" ", "", "\t", "").Replace(s)
}

func seeds() []string {
	out := []string{
		"", "\n", "a", "a = 1", "a=1 # c\nbb = 22 # d\n", "a . 0 . 1", "x = <<EOT\n  ${ a }\n${\n b\n}\nEOT\n",
		"x = <<-EOT\n  %{ for v in l ~}\n  ${v}\n  %{ endfor ~}\nEOT\n", "\ufeffa=1\n", " \ufeffa=1\n", "\t\ufeff\n",
		"a = \"b\\\nc\"\n", "a = \"b\\\n  c${\n", "a = \"${ {a=1} }\"\r\nbb=2\r\n",
		"a = <<A\n${<<B\nx\nB\n}\nA\n", "/* a\n b */ c = 1\n", "a = [\n1,\n{ b = 2\n},\n]\n", "名 = 1\nab = 2\n",
		"a = !b ? - 1 : -c\n",
		"A=0% \nA=0%! ==", "\"${ ~ x ~ }\"", "\"%{ ~ if a}%{endif}\"", ". ..0", "a . . . b", "1 . e5", "00<<A000\n00${{~}0",
		"x...\n", "f(a ...)", "A=\"${{0=0}}\"\r \n", "a = 1 \r \r \n # c\r \n",
	}
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, p := range paths {
		if a, err := txtar.ParseFile(p); err == nil {
			out = append(out, string(a.Files[0].Data))
		}
	}
	return out
}

func TestProperties(t *testing.T) {
	for _, s := range seeds() {
		check(t, s)
	}
}

// What does not parse is not changed inside of quotes, and no error goes away by formatting.
func TestBrokenTexts(t *testing.T) {
	for text, want := range map[string]string{
		"foo=\"a\\\nb\"\n": "foo = \"a\\\nb\"\n",
		"  \ufeffa=1\n":    " \ufeff a = 1\n",
	} {
		if got := string(format.Source([]byte(text))); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// The result grows with the text and not with its square, whatever stands in it, and is still canonical.
func TestGrowth(t *testing.T) {
	for name, source := range map[string]func(n int) string{
		"nested":       func(n int) string { return strings.Repeat("b {\n", n) },
		"one wide key": func(n int) string { return strings.Repeat("k", 8*n) + " = 1\n" + strings.Repeat("a = 1\n", n) },
		"one wide line": func(n int) string {
			return "a = \"" + strings.Repeat("x", 8*n) + "\" # c\n" + strings.Repeat("a = 1 # c\n", n)
		},
	} {
		text := source(50_000)
		got := format.Source([]byte(text))
		if len(got) > 200*len(text) {
			t.Errorf("%s: %d bytes become %d", name, len(text), len(got))
		}
		if significant(text) != significant(string(got)) {
			t.Errorf("%s: the text has changed", name)
		}
		if again := format.Source(got); string(again) != string(got) {
			t.Errorf("%s: formatting once more changes it", name)
		}
	}
	wide := strings.Repeat("k", 300) + " = 1\na" + strings.Repeat(" ", 299) + " = 1\n"
	if got := string(format.Source([]byte(wide))); got != wide {
		t.Errorf("a wide key: %s", got)
	}
}

func FuzzFormat(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, text)
		before, diags := syntax.ParseConfig(source.NewFileString("a.hcl", text))
		if diags.HasErrors() {
			return
		}
		after, diags := syntax.ParseConfig(source.NewFileString("a.hcl", string(format.Source([]byte(text)))))
		if diags.HasErrors() {
			t.Fatalf("the formatted text has errors: %v\nsource: %q", diags, text)
		}
		if len(before.Body.Items) != len(after.Body.Items) {
			t.Fatalf("%d items became %d\nsource: %q", len(before.Body.Items), len(after.Body.Items), text)
		}
	})
}

func ExampleSource() {
	fmt.Print(string(format.Source(
		[]byte("resource vpc {\nbody={\napiVersion=\"ec2/v1\" # the group\nkind=\"VPC\"\n}\n}\n"))))
	// Output:
	// resource vpc {
	//   body = {
	//     apiVersion = "ec2/v1" # the group
	//     kind       = "VPC"
	//   }
	// }
}
