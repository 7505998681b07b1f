package syntax

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// A tree that is shifted is the tree of the same text behind as many blanks: every place and every number in it moves.
func TestShiftMovesEverything(t *testing.T) {
	const blanks, first = 7, 1000
	// what is not there has no place
	samePlace := func(a, b uint32) bool { return a == b || min(a, b) == 0 && max(a, b) == blanks }
	check := func(text string) {
		text = " " + text // so that 0 is no place
		e, diags := ParseExpression(source.NewFileString("t", text))
		want, _ := ParseExpression(source.NewFileString("t", strings.Repeat(" ", blanks)+text))
		if diags.HasErrors() {
			return // messages of bad places are not moved
		}
		greatest := uint32(0)
		visitNumbers(reflect.ValueOf(want), map[any]bool{}, func(num *uint32) {
			greatest = max(greatest, *num)
			*num += first
		})
		last := Shift(e, func(offset uint32) uint32 { return offset + blanks }, first)
		if diff := cmp.Diff(want, e, cmp.Comparer(value.Value.Equal), cmp.Comparer(samePlace),
			cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if last != greatest+first {
			t.Errorf("%q: the last number is %d, not %d", text, last, greatest+first)
		}
	}
	for v := range vectors.All[vector](t, "expressions.jsonl") {
		check(v.text(t))
	}
	for v := range vectors.All[vector](t, "templates.jsonl") {
		check("<<EOT\n" + v.text(t) + "\nEOT\n")
	}
}

// visitNumbers calls f with the number of every node of a tree.
func visitNumbers(v reflect.Value, seen map[any]bool, f func(*uint32)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Kind() == reflect.Pointer && seen[v.Interface()] {
			return
		}
		if v.Kind() == reflect.Pointer {
			seen[v.Interface()] = true
		}
		visitNumbers(v.Elem(), seen, f)
	case reflect.Slice:
		for i := range v.Len() {
			visitNumbers(v.Index(i), seen, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.Name == "Num" && field.Type.Kind() == reflect.Uint32 {
				f(v.Field(i).Addr().Interface().(*uint32))
			} else if field.IsExported() && strings.HasPrefix(v.Type().PkgPath(), reflect.TypeFor[Tuple]().PkgPath()) {
				visitNumbers(v.Field(i), seen, f)
			}
		}
	}
}
