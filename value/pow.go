package value

import (
	"math/big"
	"sync/atomic"
)

var pow10Ints [512]atomic.Pointer[big.Int]

// pow10 returns 10^n. The result is shared.
func pow10(n int) *big.Int {
	if n >= len(pow10Ints) {
		return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	}
	if i := pow10Ints[n].Load(); i != nil {
		return i
	}
	i := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	pow10Ints[n].Store(i)
	return i
}
