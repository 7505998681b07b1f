package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
)

// Every mistake of one character or one line in a source: a deletion, or one of the insertions. The golden files have
// what is said of each, where, and how many nodes are left of the tree. They show what a change of the repairs makes
// better and worse. One source is correct, the other has mistakes already.
func TestMistakesOfSources(t *testing.T) {
	for _, name := range []string{"mistakes", "broken"} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".hcl"))
		if err != nil {
			t.Fatal(err)
		}
		compareGolden(t, name+".golden", mistakesOf(string(data)))
	}
}

func mistakesOf(text string) string {
	const inserted = "\"'{}()[]$,=.:x0 \n#/"
	var out strings.Builder
	try := func(at int, what, changed string) {
		f, diags := ParseConfig(source.NewFileString("t", changed))
		nodes := 0
		Walk(f.Body, func(Node) bool { nodes++; return true })
		if len(diags) == 0 {
			return
		}
		fmt.Fprintf(&out, "%d %s: %d nodes", at, what, nodes)
		for _, d := range diags {
			fmt.Fprintf(&out, ", %s %d-%d", d.Code, d.Subject.Span.Start, d.Subject.Span.End)
		}
		out.WriteByte('\n')
	}
	for i := range len(text) {
		try(i, fmt.Sprintf("without %q", text[i]), text[:i]+text[i+1:])
		for j, c := range inserted {
			if (i+7*j)%len(inserted) == 0 {
				try(i, fmt.Sprintf("with %q", c), text[:i]+string(c)+text[i:])
			}
		}
	}
	lines := strings.SplitAfter(text, "\n")
	at := 0
	for i, line := range lines[:len(lines)-1] {
		rest := slices.Clone(lines)
		try(at, "without its line", strings.Join(slices.Delete(rest, i, i+1), ""))
		try(at, "with its line doubled", strings.Join(slices.Insert(slices.Clone(lines), i, line), ""))
		try(at, "and no more", text[:at])
		try(at, "in one line with the next", text[:at]+strings.TrimSuffix(line, "\n")+text[at+len(line):])
		at += len(line)
	}
	return out.String()
}

// Every beginning of an expression or a template says what is missing, and where what is open was opened.
func TestBeginnings(t *testing.T) {
	var out strings.Builder
	for _, c := range []struct{ how, text string }{
		{"expression", `f(a, [1, 2], {b = "c", "d" : e}...)`}, {"expression", `a.b[0].c[*].d.*.e["${f}"]`},
		{"expression", `[for k, v in a : k => v if !b]`}, {"expression", `{for k, v in a : k => v... if b == c}`},
		{"expression", `a ? (b + c) * -d : e::f(1)`}, {"expression", "<<-E\n  x ${y}\n  E\n"},
		{"expression", `"a${b ? "c" : "d"}%{ if e }f%{ else }g%{ endif }h"`},
		{"template", "a${~ b.c ~}d%{ for e, f in g ~}h%{ endfor }$${i}"},
		{"template", "%{ if a }b%{ else }${c[\"d\"]}%{ endif }"}, {"traversal", `a.b[0]["c"].d[*]`},
	} {
		for i := range len(c.text) + 1 {
			diags := parseAs(c.how, c.text[:i])
			if len(diags) == 0 {
				continue
			}
			fmt.Fprintf(&out, "%s %q\n", c.how, c.text[:i])
			for _, d := range diags {
				fmt.Fprintf(&out, "  %s\n", problemText(d))
			}
		}
	}
	compareGolden(t, "beginnings.golden", out.String())
}

// compareGolden compares a text with a file of testdata, line by line, or writes the file anew.
func compareGolden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(wanted)) {
		if i >= len(got) || i >= len(wanted) || got[i] != wanted[i] {
			t.Fatalf("%s:%d: got %q, want %q (-update writes the file anew)", path, i+1, got[min(i, len(got)-1)],
				wanted[min(i, len(wanted)-1)])
		}
	}
}
