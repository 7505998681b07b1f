package composition_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/source"
)

func archive(text string) *source.File { return source.NewFileString(composition.ArchiveName, text) }

func TestParseArchive(t *testing.T) {
	tests := []struct {
		name, text string
		files      string // names and texts
		diags      string
	}{
		{"plain", "a = 1\n", "main.hcl=\"a = 1\\n\"", ""},
		{"two", "-- a.hcl --\nx\n-- lib/b.hcl --\ny", "a.hcl=\"x\\n\" lib/b.hcl=\"y\\n\"", ""},
		{"crlf", "-- a.hcl --\r\nx\r\n-- b.hcl --\r\ny\r\n", "a.hcl=\"x\\r\\n\" b.hcl=\"y\\r\\n\"", ""},
		{"empty", "", "", "main.hcl:1,1-1: Empty program"},
		{"blank", " \n\n", "", "main.hcl:1,1-1: Empty program"},
		{"empty file", "-- a.hcl --\n", "a.hcl=\"\"", ""},
		{"blank before", "\n\n-- a.hcl --\nx\n", "a.hcl=\"x\\n\"", ""},
		{"stray", "hello\nworld\n-- a.hcl --\nx\n", "a.hcl=\"x\\n\"", "<archive>:1,1-6: Text before the first file"},
		{"duplicate", "-- a.hcl --\nx\n-- b.hcl --\n-- a.hcl --\ny\n", "a.hcl=\"x\\n\" b.hcl=\"\"",
			"<archive>:4,1-12: Duplicate file name"},
		{"byte order mark", "\ufeff-- a.hcl --\nx\n-- b.hcl --\ny\n", "a.hcl=\"x\\n\" b.hcl=\"y\\n\"", ""},
		{"byte order mark and stray", "\ufeffhello\n-- a.hcl --\nx\n", "a.hcl=\"x\\n\"",
			"<archive>:1,1-6: Text before the first file"},
		{"other", "-- README.md --\nx\n", "README.md=\"x\\n\"", "<archive>:1,1-16: Not an .hcl file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files, diags := composition.ParseArchive(archive(tt.text))
			var got []string
			for _, f := range files {
				got = append(got, f.Name()+"="+quoteText(f.Text()))
			}
			if s := strings.Join(got, " "); s != tt.files {
				t.Errorf("files %s, want %s", s, tt.files)
			}
			var texts []string
			for _, d := range diags {
				texts = append(texts, d.Subject.String()+": "+d.Summary)
			}
			if s := strings.Join(texts, " "); s != tt.diags {
				t.Errorf("diagnostics %s, want %s", s, tt.diags)
			}
		})
	}
}

func quoteText(s string) string {
	return "\"" + strings.NewReplacer("\n", "\\n", "\r", "\\r").Replace(s) + "\""
}

// TestArchivePositions: positions are those of the files, not of the archive.
func TestArchivePositions(t *testing.T) {
	files, _ := composition.ParseArchive(
		archive("-- a.hcl --\nlocals { a = 1 }\n-- b.hcl --\n\nresource r { body = { x = nope } }\n"))
	_, diags := composition.Compile(files, composition.Options{Functions: compositiontest.Functions()})
	for _, d := range diags.Errors() {
		if got := d.Subject.String(); got != "b.hcl:2,27-31" {
			t.Errorf("got %s", got)
		}
	}
}

// TestArchiveMapsToItsText: every byte of a file is found in the archive, and what stands there is that byte.
func TestArchiveMapsToItsText(t *testing.T) {
	for _, text := range []string{
		"a = 1\n", "-- a.hcl --\nx\n-- b.hcl --\ny", "\ufeff-- a.hcl --\r\nx\r\n-- lib/b.hcl --\r\ny\r\n",
		"\n-- a.hcl --\n-- b.hcl --\nb\n",
	} {
		whole := archive(text)
		files, _ := composition.ParseArchive(whole)
		for _, f := range files {
			for i := range uint32(f.Len()) {
				r := source.Range{File: f, Span: source.Span{Start: i, End: i + 1}}
				out := r.Outermost()
				if out.Span.IsEmpty() && int(i) == f.Len()-1 && !strings.HasSuffix(text, "\n") {
					continue // the line end that the archive lacks
				}
				back, ok := f.Inner(whole, out.Span.Start)
				if out.File != whole || out.Text() != r.Text() || !ok || back != i {
					t.Errorf("%q: byte %d of %s is %q at %v, and from there %d, %v", text, i, f.Name(), out.Text(), out, back, ok)
				}
			}
		}
	}
}
