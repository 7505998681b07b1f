package difftest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/syntax/format"
)

// BenchmarkFormatRatio formats in turn: a file that is in its form already, and one whose white space was squeezed.
func BenchmarkFormatRatio(b *testing.B) {
	for _, size := range parseSizes {
		src := terraformFile(size)
		squeezed := squeeze(src)
		b.Run(fmt.Sprintf("formatted-%d", size), func(b *testing.B) {
			ratio(b, src, func() { format.Source(src) }, func() { hclwrite.Format(src) })
		})
		b.Run(fmt.Sprintf("squeezed-%d", size), func(b *testing.B) {
			ratio(b, squeezed, func() { format.Source(squeezed) }, func() { hclwrite.Format(squeezed) })
		})
	}
}

// squeeze takes runs of blanks and the indentation out of a text.
func squeeze(src []byte) []byte {
	var out []byte
	for line := range bytes.Lines(src) {
		out = append(out, bytes.Join(bytes.Fields(line), []byte(" "))...)
		out = append(out, '\n')
	}
	return out
}

func TestFormatBenchmarkAgrees(t *testing.T) {
	src := squeeze(terraformFile(20_000))
	if a, b := format.Source(src), hclwrite.Format(src); !bytes.Equal(a, b) {
		t.Errorf("%s\ntheirs\n%s", a, b)
	}
}
