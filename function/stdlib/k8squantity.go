package stdlib

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

var k8sQuantityFuncs = []*function.Decl{k8sQuantityFunc, k8sAddFunc, k8sScaleFunc, k8sCompareFunc}

const quantityDoc = "A Kubernetes quantity such as 500m, 1.5Gi or 2e3, or a number."

var k8sQuantityFunc = &function.Decl{
	Name: "k8s::quantity", Group: groupKubernetes, Since: since,
	Summary: "Converts a Kubernetes quantity to a number.",
	Description: "The result is exact: `k8s::quantity(\"100m\")` is 0.1. It is a number of cores for CPU, and of bytes " +
		"for memory.",
	Params: []function.Param{text("quantity", quantityDoc)},
	Result: types.Number, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		q, err := parseQuantity(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		return q.number()
	},
	Examples: []function.Example{
		ex(`k8s::quantity("500m")`, `0.5`), ex(`k8s::quantity("1.5Gi")`, `1610612736`), ex(`k8s::quantity("2e3")`, `2000`),
		bad(`k8s::quantity("5 GB")`, `"5 GB" is not a quantity`),
	},
}

var k8sAddFunc = &function.Decl{
	Name: "k8s::add", Group: groupKubernetes, Since: since,
	Summary: "Adds Kubernetes quantities.",
	Description: "The result is written in the style of the first one (binary or decimal units) with the largest unit " +
		"that leaves a whole number.",
	Params:   []function.Param{text("quantity", quantityDoc)},
	Variadic: new(text("quantities", "Further quantities. A quantity with a minus sign is subtracted.")),
	Result:   types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		total, err := parseQuantity(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		for i := range c.Args[1:] {
			q, err := parseQuantity(c, i+1)
			if err != nil {
				return value.Value{}, err
			}
			total.rat.Add(total.rat, q.rat)
		}
		return total.text()
	},
	Examples: []function.Example{
		ex(`k8s::add("1Gi", "512Mi")`, `"1536Mi"`), ex(`k8s::add("250m", "1")`, `"1250m"`),
		ex(`k8s::add("2Gi", "-1Gi")`, `"1Gi"`),
	},
}

var k8sScaleFunc = &function.Decl{
	Name: "k8s::scale", Group: groupKubernetes, Since: since,
	Summary:     "Multiplies a Kubernetes quantity by a number.",
	Description: "The result is written like that of `k8s::add`, rounded up to the next thousandth of the unit one.",
	Params:      []function.Param{text("quantity", quantityDoc), number("factor", "The number to multiply by.")},
	Result:      types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		q, err := parseQuantity(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		factor, ok := new(big.Rat).SetString(c.Args[1].NumberText())
		if !ok || len(c.Args[1].NumberText()) > maxQuantity {
			return value.Value{}, function.Arg(1, fmt.Errorf("must be a finite number of at most %d digits", maxQuantity))
		}
		q.rat.Mul(q.rat, factor)
		return q.text()
	},
	Examples: []function.Example{
		ex(`k8s::scale("1Gi", 0.5)`, `"512Mi"`), ex(`k8s::scale("100m", 3)`, `"300m"`),
	},
}

var k8sCompareFunc = &function.Decl{
	Name: "k8s::compare", Group: groupKubernetes, Since: since,
	Summary: "Compares two Kubernetes quantities: -1 if the first is less, 0 if they are equal, 1 if it is greater.",
	Params:  []function.Param{text("a", quantityDoc), text("b", "The quantity to compare with.")},
	Result:  types.Number, Refine: notNull,
	Infer: whole,
	Impl:  comparing(parseQuantity),
	Examples: []function.Example{
		ex(`k8s::compare("1Gi", "1024Mi")`, `0`), ex(`k8s::compare("500m", "1")`, `-1`),
		ex(`k8s::compare("1G", "900Mi")`, `1`),
	},
}

// Quantities are calculated as fractions of big integers, which are exact. Kubernetes itself keeps 64 bits with a scale
// and falls back to arbitrary precision; its texts are the same.

// quantity is a quantity and the style in which it was written.
type quantity struct {
	rat    *big.Rat
	binary bool // with a unit such as Ki
}

// maxQuantity limits the text of a quantity.
//
// Fractions of big integers are exact and therefore grow. A text without a bound, or a large exponent, would make a
// number that fills the memory.
const maxQuantity = 64

// quantityUnits are the suffixes of Kubernetes quantities, greatest first.
var quantityUnits = []struct {
	suffix     string
	base, exp  int64
	fractional bool
}{
	{"Ei", 2, 60, false}, {"Pi", 2, 50, false}, {"Ti", 2, 40, false}, {"Gi", 2, 30, false}, {"Mi", 2, 20, false},
	{"Ki", 2, 10, false},
	{"E", 10, 18, false}, {"P", 10, 15, false}, {"T", 10, 12, false}, {"G", 10, 9, false}, {"M", 10, 6, false},
	{"k", 10, 3, false},
	{"m", 10, 3, true}, {"u", 10, 6, true}, {"n", 10, 9, true},
}

// Compare returns -1, 0 or 1 as q is less than, equal to or greater than o.
func (q quantity) Compare(o quantity) int { return q.rat.Cmp(o.rat) }

func unitSize(base, exp int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exp), nil)
}

func parseQuantity(c *function.Call, i int) (quantity, error) {
	s := c.Args[i].AsString()
	number, size, binary := s, big.NewRat(1, 1), false
	for _, u := range quantityUnits {
		n, ok := strings.CutSuffix(s, u.suffix)
		if !ok {
			continue
		}
		number, binary = n, u.base == 2
		size.SetInt(unitSize(u.base, u.exp))
		if u.fractional {
			size.Inv(size)
		}
		break
	}
	rat, ok := parseDecimal(number, number == s)
	if !ok {
		return quantity{}, function.Arg(i,
			fmt.Errorf("%s is not a quantity: write a number, optionally with one of the units "+
				"n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei", c.Quote(i)))
	}
	return quantity{rat: rat.Mul(rat, size), binary: binary}, nil
}

// parseDecimal reads sign, digits and fraction and, if exponent is set, a decimal exponent.
func parseDecimal(s string, exponent bool) (*big.Rat, bool) {
	mantissa, exp, found := strings.Cut(strings.ToLower(s), "e")
	if len(s) > maxQuantity || found && (!exponent || len(exp) > 4 || !isDecimal(exp, false)) ||
		!isDecimal(mantissa, true) {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

func isDecimal(s string, fraction bool) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	digits := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits++
		case s[i] == '.' && fraction:
			fraction = false
		default:
			return false
		}
	}
	return digits > 0
}

// number returns the exact number, which exists because the units are products of twos and fives.
func (q quantity) number() (value.Value, error) {
	n, exact := q.rat.FloatPrec()
	if !exact {
		return value.Value{}, fmt.Errorf("the quantity has too many digits")
	}
	return numbers.Parse(q.rat.FloatString(n), types.NumberTextPlain)
}

// text writes the quantity in its style with the largest unit that leaves a whole number, rounded up to thousandths.
func (q quantity) text() (value.Value, error) {
	// Zero is a multiple of every unit, so the loop below would write it in the greatest one.
	if q.rat.Sign() == 0 {
		return host.ASCIIString("0"), nil
	}
	milli := ceilRat(new(big.Rat).Mul(q.rat, big.NewRat(1000, 1)))
	whole, rest := new(big.Int).QuoRem(milli, big.NewInt(1000), new(big.Int))
	if rest.Sign() != 0 {
		return host.ASCIIString(milli.String() + "m"), nil
	}
	for _, u := range quantityUnits {
		if u.fractional || (u.base == 2) != q.binary {
			continue
		}
		if n, rest := new(big.Int).QuoRem(whole, unitSize(u.base, u.exp), new(big.Int)); rest.Sign() == 0 {
			return host.ASCIIString(n.String() + u.suffix), nil
		}
	}
	return host.ASCIIString(whole.String()), nil
}

// ceilRat rounds away from zero, as Kubernetes does.
func ceilRat(r *big.Rat) *big.Int {
	n, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		n.Add(n, big.NewInt(int64(r.Sign())))
	}
	return n
}
