package value

import (
	"math/big"
	"strconv"
	"unsafe"
)

// Precision is the number of bits of the binary fractions.
const Precision = 512

// BigInt returns the number i. It keeps no reference to i.
func BigInt(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	return Value{rep: repBigInt, p: unsafe.Pointer(new(big.Int).Set(i))}
}

func wholeFloat(f float64) Value {
	i, _ := new(big.Float).SetFloat64(f).Int(nil)
	return BigInt(i)
}

// NumberText returns the decimal text of a known number, without exponent.
func (v Value) NumberText() string {
	switch v.rep {
	case repInt:
		return strconv.FormatInt(int64(v.n), 10)
	}
	return ""
}
