package convert

import (
	"fmt"
	"testing"

	"github.com/hclx-lang/hclx/types"
)

// The conversion of a union to another is linear where members are the same or of different kinds.
func TestUnionGrowth(t *testing.T) {
	for _, p := range profiles {
		small, large := unionCost(t, 500, p), unionCost(t, 10_000, p)
		if large > 60*small { // 20 times would be linear, 400 times quadratic
			t.Errorf("500 members take %d bytes, 10000 take %d", small, large)
		}
	}
}

// unionCost returns how many bytes a plan allocates that was never made before.
func unionCost(t *testing.T, n int, p *types.Profile) uint64 {
	members := []types.Type{types.Bool, types.List(types.String)}
	for i := range n {
		members = append(members,
			types.Object(types.Attr{Name: fmt.Sprint("k", i, t.Name()), Type: types.String, Optional: i%2 == 0}))
	}
	dst := types.Union(members...)
	src := types.Union(append(members, types.None)...)
	_, bytes := allocations(func() {
		if Conversion(src, dst, p) == None {
			t.Error("no conversion")
		}
	})
	return bytes
}
