package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/syntax/edit"
)

// manyItems returns the source of an object with many items, one a line or all on one.
func manyItems(n int, separator string) string {
	var b strings.Builder
	b.WriteString("x = {" + separator)
	for i := range n {
		fmt.Fprintf(&b, "key_%d = %d,%s", i, i, separator)
	}
	b.WriteString("}\n")
	return b.String()
}

// objectEdits are what is done to every item of an object.
var objectEdits = []struct {
	name string
	do   func(o *edit.Object, i int) error
}{
	{"set", func(o *edit.Object, i int) error { _, err := o.Set(fmt.Sprintf("key_%d", i), "[\n1]"); return err }},
	{"add", func(o *edit.Object, i int) error { _, err := o.Set(fmt.Sprintf("new_%d", i), "42"); return err }},
	{"rename", func(o *edit.Object, i int) error {
		return o.Item(fmt.Sprintf("key_%d", i)).Rename(fmt.Sprintf("new_%d", i))
	}},
	{"remove", func(o *edit.Object, i int) error { o.Remove(fmt.Sprintf("key_%d", i)); return nil }},
}

func editItems(t testing.TB, text string, n int, do func(o *edit.Object, i int) error) {
	f := open(t, text)
	o := f.Body().Attribute("x").Object()
	for i := range n {
		if err := do(o, i); err != nil {
			t.Fatal(err)
		}
	}
	f.Bytes()
}

// What is linear takes a moment here, and what grows with the square takes longer than tests may.
func TestManyEdits(t *testing.T) {
	const n = 150_000
	for _, separator := range []string{"\n", " "} {
		text := manyItems(n, separator)
		for _, e := range objectEdits {
			editItems(t, text, n, e.do)
		}
	}
	f := open(t, strings.Repeat("x {}\n", n))
	for _, b := range f.Body().Blocks() {
		f.Body().RemoveBlock(b)
	}
	if got := f.Bytes(); len(got) > 0 {
		t.Errorf("%d bytes are left", len(got))
	}
}

// Edits cost what they change: thousands of them are applied in one pass.
func BenchmarkEdits(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "attribute_%d = \"value %d\" # comment\n", i, i)
		}
		b.Run(fmt.Sprintf("attributes/%d", n), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				f := open(b, text.String())
				for i := range n {
					if _, err := f.Body().Set(fmt.Sprintf("attribute_%d", i), "42"); err != nil {
						b.Fatal(err)
					}
				}
				f.Bytes()
			}
		})
	}
	for _, e := range objectEdits {
		for _, n := range []int{4000, 8000, 16000, 32000} {
			text := manyItems(n, "\n")
			b.Run(fmt.Sprintf("items/%s/%d", e.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					editItems(b, text, n, e.do)
				}
			})
		}
	}
}
