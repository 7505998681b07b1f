package diag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

func at(f *source.File, start, end uint32) source.Range {
	return source.Range{File: f, Span: source.Span{Start: start, End: end}}
}

func TestSortIsByPlaceAndStable(t *testing.T) {
	a, b := source.NewFileString("a.hcl", "0123456789"), source.NewFileString("b.hcl", "0123456789")
	var l diag.List
	l.AddError(at(b, 1, 2), "third", "")
	l.AddError(at(a, 5, 6), "second", "x")
	l.AddWarning(at(a, 5, 6), "second", "y")
	l.AddError(source.Range{}, "first", "")
	l.Sort()
	got := fmt.Sprint(l[0].Summary, l[1].Detail, l[2].Detail, l[3].Summary)
	if got != "firstxythird" {
		t.Errorf("order is %s", got)
	}
}

func TestDedupe(t *testing.T) {
	f := source.NewFileString("a.hcl", "0123456789")
	var l diag.List
	for range 3 {
		l.AddError(at(f, 1, 2), "s", "d")
	}
	l.AddError(at(f, 1, 2), "s", "another")
	if got := l.Dedupe(); len(got) != 2 || len(l) != 4 {
		t.Errorf("Dedupe gave %d of %d", len(got), len(l))
	}
}

func TestLimitedKeepsErrors(t *testing.T) {
	f := source.NewFileString("a.hcl", "0123456789")
	var l diag.List
	l.AddWarning(at(f, 0, 1), "w", "")
	l.AddWarning(at(f, 1, 2), "w", "")
	l.AddError(at(f, 2, 3), "e", "")
	kept, left := l.Limited(2)
	if left != 1 || len(kept) != 2 || kept[0].Summary != "w" || kept[1].Summary != "e" {
		t.Errorf("kept %v, left out %d", kept, left)
	}
}

func TestAbridged(t *testing.T) {
	var l diag.List
	for range 5 {
		l.AddWarning(source.Range{}, "w", "")
	}
	if got := l.Abridged(5); len(got) != 5 {
		t.Errorf("%d of 5 are shown", len(got))
	}
	if got := l.Abridged(2); len(got) != 3 || got.HasErrors() || !strings.Contains(got[2].Detail, "3 more") {
		t.Errorf("%v", got)
	}
	l.AddError(source.Range{}, "e", "")
	if got := l.Abridged(1); len(got) != 2 || got[0].Summary != "e" || got[1].Severity != diag.Error ||
		!strings.Contains(got[1].Detail, "5 more") || len(l) != 6 {
		t.Errorf("%v", got)
	}
}

func TestErrOfWarningsIsNil(t *testing.T) {
	var l diag.List
	l.AddWarning(source.Range{}, "w", "")
	if l.Err() != nil {
		t.Error("a list of warnings is no error")
	}
	l.AddError(source.Range{}, "e", "d")
	if l.Err() == nil || l.Errors().String() != "e; d" {
		t.Errorf("Err() = %v", l.Err())
	}
}

func TestNearest(t *testing.T) {
	tests := []struct {
		name       string
		candidates []string
		want       string
	}{
		{"regoin", []string{"name", "region", "regions"}, "region"},
		{"lenght", []string{"length", "lower"}, "length"},
		{"x", []string{"y", "zz"}, ""}, {"x", []string{"y", "xy"}, "xy"},
		{"x", []string{"yy"}, ""},
		{"body", []string{"body"}, ""}, // the same name is not a correction
		{"ab", []string{"ba", "ac"}, "ba"},
		{"completely", []string{"different"}, ""},
		{"", []string{"a"}, ""},
	}
	for _, tt := range tests {
		if got := diag.Nearest(tt.name, tt.candidates); got != tt.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", tt.name, tt.candidates, got, tt.want)
		}
	}
}

func ExampleList() {
	f := source.NewFileString("main.hcl", "regoin = \"eu\"\n")
	var problems diag.List
	problems.AddError(source.Range{File: f, Span: source.Span{Start: 0, End: 6}},
		"Unsupported argument",
		"An argument named \"regoin\" is not expected here."+diag.DidYouMean("regoin", []string{"name", "region"}))
	if err := problems.Err(); err != nil {
		fmt.Println(err)
	}
	// Output: main.hcl:1,1-7: Unsupported argument; An argument named "regoin" is not expected here. Did you mean "region"?
}

// A list in an error variable is nil without errors, and is found in an error that wraps it.
func TestListAsError(t *testing.T) {
	failing := func(l diag.List) error { return l.Err() }
	if failing(nil) != nil || failing(diag.List{}) != nil {
		t.Error("an empty list is an error")
	}
	var l diag.List
	l.AddError(source.Range{}, "one", "")
	l.AddError(source.Range{}, "two", "")
	err := fmt.Errorf("wrapped: %w", l.Err())
	if got := diag.Of(err); len(got) != 2 || got[1].Summary != "two" || err.Error() != "wrapped: one\ntwo" {
		t.Errorf("%v of %v", got, err)
	}
	if got := diag.Of(fmt.Errorf("wrapped: %w", l[1])); len(got) != 1 || got[0] != l[1] {
		t.Errorf("%v", got)
	}
	if diag.Of(nil) != nil || diag.Of(fmt.Errorf("plain")) != nil {
		t.Error("diagnostics of nothing")
	}
}
