package convert

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/types"
)

// The cache of conversions is shared: every goroutine gets the same answers, also while it turns over.
func TestConcurrentUse(t *testing.T) {
	want := map[[2]types.Type]Kind{}
	for _, a := range fortyTypes {
		for _, b := range fortyTypes {
			want[[2]types.Type{a, b}] = Conversion(a, b, types.Extended)
		}
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range fortyTypes {
				for j := range fortyTypes {
					a, b := fortyTypes[(i+g*5)%40], fortyTypes[j]
					if got := Conversion(a, b, types.Extended); got != want[[2]types.Type{a, b}] {
						t.Errorf("%v to %v: %v", a, b, got)
					}
					Conversion(types.List(a), types.Tuple(b, a), types.Extended)
				}
			}
		}()
	}
	wg.Wait()
}

// The cache is bounded, whatever is asked.
func TestCacheIsBounded(t *testing.T) {
	for _, a := range fortyTypes {
		for _, b := range fortyTypes {
			for _, c := range fortyTypes[:20] {
				Conversion(types.Tuple(a, c), types.Tuple(b, c), nil)
			}
		}
	}
	for i := range cache {
		cache[i].Lock()
		if n := len(cache[i].young) + len(cache[i].old); n > 2*cacheHalf {
			t.Errorf("%d entries", n)
		}
		cache[i].Unlock()
	}
}
