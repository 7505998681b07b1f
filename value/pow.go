package value

import (
	"math/big"
	"sync/atomic"
)

// maxPow5 is the largest power of five whose mantissa the precision of the standard
// library's own decimal conversion (512 bits and 64 more) holds exactly.
const maxPow5 = 248

var (
	pow5Floats [maxPow5 + 1]atomic.Pointer[big.Float]
	pow10Ints  [512]atomic.Pointer[big.Int]
)

// pow5 returns 5^n, for n up to maxPow5. The result is shared.
func pow5(n int) *big.Float {
	if f := pow5Floats[n].Load(); f != nil {
		return f
	}
	i := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(n)), nil)
	f := new(big.Float).SetPrec(Precision + 64).SetInt(i)
	pow5Floats[n].Store(f)
	return f
}

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
