package source

import "testing"

func TestByteOrderMarkTakesNoColumn(t *testing.T) {
	f := NewFileString("f", "\ufeffab\ncd")
	for off, want := range map[uint32]Position{
		0: {1, 1, 0}, 3: {1, 1, 3}, 4: {1, 2, 4}, 6: {2, 1, 6}, 7: {2, 2, 7},
	} {
		if got := f.Position(off); got != want {
			t.Errorf("Position(%d) = %v, want %v", off, got, want)
		}
	}
}
