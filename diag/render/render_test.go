package render_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var text = "resource vpc {\n\tregoin = \"eu\"\n  名前 = missing\n}\n" + longLine + "\n"

var longLine = "long = \"" + strings.Repeat("x", 500) + "\" + nope"

func sample() diag.List {
	f := source.NewFileString("net/main.hcl", text)
	find := func(s string) source.Range {
		i := strings.Index(text, s)
		return source.Range{File: f, Span: source.Span{Start: uint32(i), End: uint32(i + len(s))}}
	}
	return diag.List{
		{Code: "unsupported-argument", Summary: "Unsupported argument", Subject: find("regoin"),
			Detail: "An argument named \"regoin\" is not expected here. Did you mean \"region\"?"},
		{Summary: "Undefined local", Subject: find("missing"),
			Detail: "There is no local \"missing\".\nLocals in reach: a, b.",
			Notes: []diag.Note{{Message: "The block starts here.", Range: find("resource vpc {\n\tregoin")},
				{Message: "Nothing more."}}},
		{Severity: diag.Warning, Summary: "Long line", Subject: find("nope")},
		{Summary: "No place", Detail: "Control \x1b[31mcharacters\x07 do not reach the terminal, nor does \u202e."},
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run with -update after looking.\ngot:\n%s\nwant:\n%s", name, got, want)
	}
}

func TestGoldens(t *testing.T) {
	writers := map[string]func(*bytes.Buffer) error{
		"plain.txt":   func(b *bytes.Buffer) error { return render.Text(b, sample(), render.Options{}) },
		"color.txt":   func(b *bytes.Buffer) error { return render.Text(b, sample(), render.Options{Color: true}) },
		"wrapped.txt": func(b *bytes.Buffer) error { return render.Text(b, sample(), render.Options{Width: 40}) },
		"json.txt":    func(b *bytes.Buffer) error { return render.JSON(b, sample()) },
		"github.txt":  func(b *bytes.Buffer) error { return render.GitHub(b, sample()) },
	}
	for name, write := range writers {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

func ExampleText() {
	f := source.NewFileString("main.hcl", "body = { a = b }\n")
	list := diag.List{{
		Summary: "Undefined local", Detail: "There is no local \"b\".",
		Subject: source.Range{File: f, Span: source.Span{Start: 13, End: 14}},
	}}
	fmt.Print(render.String(list))
	// Output:
	// Error: Undefined local
	//   on main.hcl:1:14
	//     |
	//   1 | body = { a = b }
	//     |              ^
	// There is no local "b".
}
