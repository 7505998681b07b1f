package stdlib

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
)

var numericFuncs = []*function.Decl{
	absFunc, ceilFunc, floorFunc, logFunc, maxFunc, minFunc, parseIntFunc, powFunc, signumFunc,
}

// numberFunc declares a function from one number to another that cannot fail.
func numberFunc(name, summary string, infer func(*function.Inference) types.Type, f func(value.Value) value.Value,
	examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupNumeric, Since: since, Summary: summary,
		Params: []function.Param{number("num", "The number.")},
		Result: types.Number, Refine: notNull,
		Infer: infer, Direct: f,
		Examples: examples,
	}
}

var absFunc = numberFunc("abs", "Returns the absolute value of a number.", wholeOfWhole, numbers.Abs,
	ex(`abs(23)`, `23`), ex(`abs(-12.4)`, `12.4`))

var ceilFunc = numberFunc("ceil", "Returns the smallest whole number that is not less than a number.", whole,
	func(v value.Value) value.Value { return rounded(v, math.Ceil, numbers.Ceil) },
	ex(`ceil(5)`, `5`), ex(`ceil(5.1)`, `6`), ex(`ceil(-5.1)`, `-5`))

var floorFunc = numberFunc("floor", "Returns the largest whole number that is not greater than a number.", whole,
	func(v value.Value) value.Value { return rounded(v, math.Floor, numbers.Floor) },
	ex(`floor(5)`, `5`), ex(`floor(4.9)`, `4`), ex(`floor(-4.9)`, `-5`))

// rounded uses float64 if the result is the same: if the float64 of a number is not whole, both are between the same
// two whole numbers.
func rounded(v value.Value, fast func(float64) float64, exact func(value.Value) value.Value) value.Value {
	if numbers.IsInteger(v) {
		return v
	}
	if f, ok := v.Float64(); ok && math.Abs(f) < 1<<53 && f != math.Trunc(f) {
		return value.Int(int64(fast(f)))
	}
	return exact(v)
}

var logFunc = &function.Decl{
	Name: "log", Group: groupNumeric, Since: since,
	Summary:     "Returns the logarithm of a number to a base.",
	Description: "The result has the precision of a 64-bit floating point number.",
	Params:      []function.Param{number("num", "The number."), number("base", "The base.")},
	Result:      types.Number, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		n, _ := c.Args[0].Float64()
		base, _ := c.Args[1].Float64()
		return fromFloat(math.Log(n)/math.Log(base), "the logarithm of these numbers is not a number")
	},
	Examples: []function.Example{ex(`log(16, 2)`, `4`), ex(`ceil(log(15, 2))`, `4`)},
}

var powFunc = &function.Decl{
	Name: "pow", Group: groupNumeric, Since: since,
	Summary:     "Raises a number to a power.",
	Description: "The result has the precision of a 64-bit floating point number, about 16 digits.",
	Params:      []function.Param{number("num", "The number."), number("power", "The power.")},
	Result:      types.Number, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		n, _ := c.Args[0].Float64()
		power, _ := c.Args[1].Float64()
		return fromFloat(math.Pow(n, power), "this power of this number is not a number")
	},
	Examples: []function.Example{ex(`pow(3, 2)`, `9`), ex(`pow(4, 0)`, `1`), ex(`pow(4, 0.5)`, `2`)},
}

func fromFloat(f float64, reason string) (value.Value, error) {
	if math.IsNaN(f) {
		return value.Value{}, errors.New(reason)
	}
	return value.Float(f), nil
}

// bestFunc declares min or max.
func bestFunc(name, summary string, better int, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupNumeric, Since: since, Summary: summary,
		Description: "To compare the elements of a collection, expand it: `" + name + "(list...)`.",
		Variadic:    new(number("numbers", "The numbers to compare, at least one.")),
		Result:      types.Number, Refine: notNull,
		Infer: func(in *function.Inference) types.Type {
			if len(in.Args) == 0 {
				in.Fail(errNoNumbers)
			}
			return wholeOfWhole(in)
		},
		Impl: func(c *function.Call) (value.Value, error) {
			if len(c.Args) == 0 {
				return value.Value{}, errNoNumbers
			}
			best := c.Args[0]
			for _, n := range c.Args[1:] {
				if calc.Compare(n, best) == better {
					best = n
				}
			}
			return best, nil
		},
		Examples: examples,
	}
}

var errNoNumbers = errors.New("must pass at least one number")

var (
	maxFunc = bestFunc("max", "Returns the largest of several numbers.", 1, ex(`max(12, 54, 3)`, `54`),
		ex(`max([12, 54, 3]...)`, `54`))
	minFunc = bestFunc("min", "Returns the smallest of several numbers.", -1, ex(`min(12, 54, 3)`, `3`),
		ex(`min([12, 54, 3]...)`, `3`))
)

var parseIntFunc = atBase(&function.Decl{
	Name: "parseint", Group: groupNumeric, Since: since,
	Summary: "Converts the digits of a whole number in a base between 2 and 62 to a number.",
	Description: "Letters are the digits beyond 9. Up to base 36, lower and upper case are the same. Beyond that, lower " +
		"case letters come first. The string can begin with a sign. The number can have any size.",
	Params: []function.Param{anything("number",
		"The string of digits. A number is not accepted, because it is already decimal."),
		number("base", "The base, from 2 to 62.")},
	Result: types.Number, Refine: notNull,
	Infer:      inferParsed,
	ResultType: func(c *function.Call) (types.Type, error) { return types.Number, checkIsText(c.Args[0]) },
	Impl:       parseInt,
	Examples: []function.Example{
		ex(`parseint("100", 10)`, `100`), ex(`parseint("FF", 16)`, `255`), ex(`parseint("aA", 62)`, `656`),
		bad(`parseint("12", 2)`, `cannot read "12" as a whole number in base 2`),
	},
})

func checkIsText(v value.Value) error {
	if t := v.Type(); t != types.String && !t.IsDynamic() {
		return notText(0, t)
	}
	return nil
}

func inferParsed(in *function.Inference) types.Type {
	byMember(in, 0, notText, func(t types.Type) (types.Type, bool) { return t, t == types.String })
	return whole(in)
}

func parseInt(c *function.Call) (value.Value, error) {
	if err := checkIsText(c.Args[0]); err != nil {
		return value.Value{}, err
	}
	base, ok := c.Args[1].AsInt64()
	if !ok || base < 2 || base > 62 {
		return value.Value{}, function.Arg(1, errors.New("must be a whole number between 2 and 62"))
	}
	s := c.Args[0].AsString()
	if len(s) > maxPattern {
		return value.Value{}, function.Arg(0, fmt.Errorf("has more than %d digits", maxPattern))
	}
	if base <= 36 {
		if n, err := strconv.ParseInt(s, int(base), 64); err == nil {
			return value.Int(n), nil
		}
	}
	n, ok := new(big.Int).SetString(s, int(base))
	if !ok || strings.Contains(s, "_") {
		return value.Value{}, function.Arg(0,
			careful(c, "is not a whole number in this base", "cannot read %s as a whole number in base %d", c.Quote(0), base))
	}
	return value.BigInt(n), nil
}

var signumFunc = &function.Decl{
	Name: "signum", Group: groupNumeric, Since: since,
	Summary:     "Returns the sign of a whole number: -1, 0 or 1.",
	Description: "As in Terraform, only whole numbers of 64 bits are accepted.",
	Params:      []function.Param{number("num", "The number.")},
	Result:      types.Number, Refine: notNull,
	Infer: whole,
	Impl: func(c *function.Call) (value.Value, error) {
		n, err := integer(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		return value.Int(int64(cmp.Compare(n, 0))), nil
	},
	Examples: []function.Example{ex(`signum(-13)`, `-1`), ex(`signum(0)`, `0`), ex(`signum(344)`, `1`)},
}
