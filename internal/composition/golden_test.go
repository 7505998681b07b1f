package composition_test

import (
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
)

func TestGolden(t *testing.T) { compositiontest.Goldens(t, "testdata") }
