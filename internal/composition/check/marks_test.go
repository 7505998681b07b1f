package check_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/source"
)

// TestMarks compiles each file of the archives in testdata as a program of its own. Exactly those lines of it are
// wrong, or suspicious, that say so in a comment: "#! CODE" for an error, "#? CODE" for a warning, one for each
// diagnostic that begins in the line. Behind the code may follow "~ TEXT", which the diagnostic must contain; notes
// count as "MESSAGE at LINE". A file whose name ends in ".2.hcl" belongs to the program before it.
func TestMarks(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(a.Files); {
			files := []*source.File{source.NewFile(a.Files[i].Name, a.Files[i].Data)}
			for i++; i < len(a.Files) && strings.HasSuffix(a.Files[i].Name, ".2.hcl"); i++ {
				files = append(files, source.NewFile(a.Files[i].Name, a.Files[i].Data))
			}
			name := strings.TrimSuffix(filepath.Base(path), ".txtar") + "/" + strings.TrimSuffix(files[0].Name(), ".hcl")
			t.Run(name, func(t *testing.T) { compareMarks(t, files) })
		}
	}
}

// mark is what a line of a program says about itself.
type mark struct {
	severity   diag.Severity
	code, text string
}

// marksOf returns the marks of files by place.
func marksOf(files []*source.File) map[string][]mark {
	out := map[string][]mark{}
	for _, f := range files {
		line := 0
		for text := range strings.Lines(f.Text()) {
			line++
			for part := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "#") {
				m := mark{severity: diag.Error}
				switch {
				case strings.HasPrefix(part, "! "):
				case strings.HasPrefix(part, "? "):
					m.severity = diag.Warning
				default:
					continue
				}
				m.code, m.text, _ = strings.Cut(strings.TrimSpace(part[2:]), " ~ ")
				place := fmt.Sprint(f.Name(), ":", line)
				out[place] = append(out[place], m)
			}
		}
	}
	return out
}

func compareMarks(t *testing.T, files []*source.File) {
	t.Helper()
	want := marksOf(files)
	_, diags := composition.Compile(files, composition.Options{Functions: compositiontest.Functions()})
	for _, d := range diags {
		text := d.Summary + "; " + d.Detail
		for _, n := range d.Notes {
			text += fmt.Sprint("; ", n.Message, " at ", n.Range.Start().Line)
		}
		place := fmt.Sprint(d.Subject.Filename(), ":", d.Subject.Start().Line)
		i := slices.IndexFunc(want[place], func(m mark) bool {
			return m.severity == d.Severity && m.code == d.Code && strings.Contains(text, m.text)
		})
		if i < 0 {
			t.Errorf("%s: %s[%s] %s, which no mark announces", place, d.Severity, d.Code, text)
			continue
		}
		want[place] = slices.Delete(want[place], i, i+1)
	}
	for place, marks := range want {
		for _, m := range marks {
			t.Errorf("%s: there is no %s[%s] %s", place, m.severity, m.code, m.text)
		}
	}
}
