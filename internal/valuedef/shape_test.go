package valuedef

import (
	"fmt"
	"testing"
)

func TestShapeIndex(t *testing.T) {
	for _, n := range []int{0, 1, 8, 9, 20, 255, 256, 1000} {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("attribute_%04d", i)
		}
		s := NewShape(names)
		for range 3 {
			for i, name := range names {
				if got := s.Index(name); got != i {
					t.Fatalf("%s of %d is at %d", name, n, got)
				}
			}
			for _, name := range []string{"", "attribute_", "attribute_1000", "b"} {
				if got := s.Index(name); got != -1 {
					t.Fatalf("%q of %d is at %d", name, n, got)
				}
			}
		}
		if has := s.table.Load() != nil; has != (n > fewNames && n <= manyNames) {
			t.Errorf("shape of %d names has a table: %t", n, has)
		}
	}
}

// Names with one hash do not make a table slow: there is none.
func TestNamesThatCollide(t *testing.T) {
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprintf("same head%02dsame tail", i)
	}
	s := NewShape(names)
	for range 3 {
		for i, name := range names {
			if got := s.Index(name); got != i {
				t.Fatalf("%s is at %d", name, got)
			}
		}
	}
	if s.table.Load() != nil {
		t.Error("a table of names with one hash was kept")
	}
}
