package difftest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
)

// corpus returns the configuration files below the folders that HCLX_CORPUS lists, each text once, such as those of the
// module cache after `go mod download` of projects that come with examples. Without it those of HashiCorp's
// implementation have to do.
func corpus(t *testing.T) (files map[string]string) {
	roots := filepath.SplitList(os.Getenv("HCLX_CORPUS"))
	if len(roots) == 0 {
		roots = []string{originalFolder(t)}
	}
	files = map[string]string{} // paths by texts
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			switch filepath.Ext(path) {
			case ".tf", ".tfvars", ".hcl", ".nomad", ".tofu":
				text, err := os.ReadFile(path)
				if _, seen := files[string(text)]; !seen {
					files[string(text)] = path
				}
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestCorpusParses compares the syntax trees of real files.
func TestCorpusParses(t *testing.T) {
	for text, path := range corpus(t) {
		t.Run(path, func(t *testing.T) { checkParse(t, config, text) })
	}
}

// TestCorpusFormats formats real files both ways. Files that were formatted stay as they are.
func TestCorpusFormats(t *testing.T) {
	formatted, changed, accepted, faulty := 0, 0, 0, 0
	for text, path := range corpus(t) {
		if _, diags := syntax.ParseConfig(source.NewFileString("f", text)); diags.HasErrors() {
			faulty++
			continue
		}
		ours, theirs := format.Source([]byte(text)), hclwrite.Format([]byte(text))
		switch {
		case !bytes.Equal(ours, theirs) && acceptedFormatting(text, "") != "":
			accepted++
		case !bytes.Equal(ours, theirs):
			t.Errorf("%s differs:\n%s", path, firstDifference(string(ours), string(theirs)))
		case string(ours) == text:
			formatted++
		default:
			changed++
		}
		if again := format.Source(ours); !bytes.Equal(again, ours) {
			t.Errorf("%s changes again", path)
		}
	}
	t.Logf("%d formatted files stay as they are, %d are formatted alike, %d differ as they should, %d do not parse",
		formatted, changed, accepted, faulty)
}

// TestCorpusEdits prints real files and edits them: every expression is set to itself, and an attribute is added to
// every body and taken away again. What is left has the same tree.
func TestCorpusEdits(t *testing.T) {
	n := 0
	for text, path := range corpus(t) {
		tree, diags := syntax.ParseConfig(source.NewFileString(path, text))
		if diags.HasErrors() {
			continue
		}
		n++
		want := string(print.Body(tree.Body))
		if got := printed(t, path, want); got != want {
			t.Errorf("%s is not what it was printed from:\n%s", path, firstDifference(got, want))
		}
		f := openEdit(t, path, text)
		if got := string(f.Bytes()); got != text {
			t.Errorf("%s without edits changes:\n%s", path, firstDifference(got, text))
		}
		everyBody(f.Body(), func(b *edit.Body) {
			for _, a := range b.Attributes() {
				if err := a.Set(a.Expr()); err != nil {
					t.Errorf("%s: %s: %v", path, a.Name(), err)
				}
			}
			if _, err := b.Set("added", "[1]"); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		})
		f = openEdit(t, path, string(f.Bytes()))
		everyBody(f.Body(), func(b *edit.Body) {
			if !b.Remove("added") {
				t.Errorf("%s: what was added is not there", path)
			}
		})
		if got := printed(t, path, string(f.Bytes())); got != want {
			t.Errorf("%s: edits change more than they should:\n%s", path, firstDifference(got, want))
		}
	}
	t.Logf("%d files", n)
}

// printed reads a text and prints its tree.
func printed(t *testing.T, path, text string) string {
	tree, diags := syntax.ParseConfig(source.NewFileString(path, text))
	if diags.HasErrors() {
		t.Errorf("%s: %v", path, diags)
	}
	return string(print.Body(tree.Body))
}

func openEdit(t *testing.T, path, text string) *edit.File {
	f, diags := edit.Parse(source.NewFileString(path, text))
	if diags.HasErrors() {
		t.Fatalf("%s: %v\n%s", path, diags, text)
	}
	return f
}

func everyBody(b *edit.Body, visit func(*edit.Body)) {
	for _, blk := range b.Blocks() {
		everyBody(blk.Body(), visit)
	}
	visit(b)
}

// firstDifference shows the first lines that differ.
func firstDifference(ours, theirs string) string {
	a, b := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "ours   " + a[i] + "\ntheirs " + b[i]
		}
	}
	return "one ends earlier"
}
