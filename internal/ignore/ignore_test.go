package ignore_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/ignore"
	"github.com/hclx-lang/hclx/source"
)

// at is a diagnostic about the first place of a text.
func at(f *source.File, text, code string, s diag.Severity) *diag.Diagnostic {
	i := uint32(strings.Index(f.Text(), text))
	return &diag.Diagnostic{Severity: s, Code: code,
		Subject: source.Range{File: f, Span: source.Span{Start: i, End: i + uint32(len(text))}}}
}

func codes(list diag.List) string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code+" "+d.Subject.Text())
	}
	return strings.Join(out, ", ")
}

func TestIgnore(t *testing.T) {
	const w, e = diag.Warning, diag.Error
	for _, c := range []struct {
		name, text string
		code       string
		severity   diag.Severity
		errorsToo  bool
		left       string // of a diagnostic about X
		unused     string
	}{
		{"at the line", "a = X # hclx-ignore: unused-local", "unused-local", w, false, "", ""},
		{"above", "# hclx-ignore: unused-local\na = X", "unused-local", w, false, "", ""},
		{"above other comments and an empty line", "// hclx-ignore: unused-local\n\n# why\na = X", "unused-local", w, false,
			"", ""},
		{"in a block comment", "a = X /* hclx-ignore: unused-local */", "unused-local", w, false, "", ""},
		{"with a reason", "a = X # hclx-ignore: unused-local it is for later, really", "unused-local", w, false, "", ""},
		{"one of two", "a = X # hclx-ignore: droppable,unused-local", "unused-local", w, false, "",
			"unused-ignore droppable"},
		{"another code", "a = X # hclx-ignore: droppable", "unused-local", w, false, "unused-local X",
			"unused-ignore droppable"},
		{"another line", "a = X\n# hclx-ignore: unused-local\nb = 1", "unused-local", w, false, "unused-local X",
			"unused-ignore unused-local"},
		{"an error", "a = X # hclx-ignore: unknown-local", "unknown-local", e, false, "unknown-local X",
			"unused-ignore unknown-local"},
		{"an error of the checker", "a = X # hclx-ignore: unknown-field", "unknown-field", e, true, "", ""},
		{"a code that there is not", "a = X # hclx-ignore: unused-locl", "unused-local", w, false, "unused-local X",
			"unknown-code unused-locl"},
		{"a sentence about it", "a = X # to ignore it write hclx-ignore: unused-local", "unused-local", w, false,
			"unused-local X", ""},
		{"a text", `a = "X # hclx-ignore: unused-local"`, "unused-local", w, false, "unused-local X", ""},
		{"a broken file", "a = X\nb = # hclx-ignore: droppable\n", "unused-local", w, false, "unused-local X", ""},
	} {
		f := source.NewFileString("a.hcl", c.text)
		comments := ignore.Read([]*source.File{f})
		left := comments.Filter(diag.List{at(f, "X", c.code, c.severity)}, c.errorsToo)
		if codes(left) != c.left || codes(comments.Unused()) != c.unused {
			t.Errorf("%s: left %q and unused %q, not %q and %q", c.name, codes(left), codes(comments.Unused()), c.left, c.unused)
		}
	}
}

// TestInner holds that what is told about a text inside a file counts for the line of the file.
func TestInner(t *testing.T) {
	f := source.NewFileString("a.hcl", "a = 1\nb = X # hclx-ignore: unused-local")
	inner := source.NewInner("inner", "X",
		[]source.Piece{{Inner: source.Span{End: 1}, Outer: source.Range{File: f, Span: source.Span{Start: 10, End: 11}}}})
	if left := ignore.Read([]*source.File{f}).Filter(diag.List{at(inner, "X", "unused-local", diag.Warning)},
		false); len(left) > 0 {
		t.Errorf("left %s", codes(left))
	}
}
