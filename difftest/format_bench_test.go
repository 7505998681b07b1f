package difftest

import (
	"bytes"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/syntax/format"
)

// formatDuels format a file that is in its form already, and one whose white space was squeezed.
func formatDuels(testing.TB) (duels []duel) {
	for _, size := range parseSizes {
		src := terraformFile(size)
		squeezed := squeeze(src)
		duels = append(duels,
			newDuel(
				"formatted, "+sizeName(size),
				12,
				func() []byte { return format.Source(src) },
				func() []byte { return hclwrite.Format(src) },
				bytes.Equal,
			),
			newDuel(
				"squeezed, "+sizeName(size),
				12,
				func() []byte { return format.Source(squeezed) },
				func() []byte { return hclwrite.Format(squeezed) },
				bytes.Equal,
			),
		)
	}
	return duels
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
