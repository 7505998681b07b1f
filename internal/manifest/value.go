package manifest

import (
	"math/big"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Check reports what is wrong with a node of a file as a value.
func Check(file *source.File, n *yaml.Node) error {
	_, err := Decode(file, n, values{})
	return err
}

// values is the builder of values of the engine. Their numbers keep all digits.
type values struct{}

func (values) Null() value.Value                    { return value.Null }
func (values) Bool(b bool) value.Value              { return value.Bool(b) }
func (values) String(s string) value.Value          { return value.String(s) }
func (values) List(elems []value.Value) value.Value { return value.Tuple(elems...) }

func (values) Number(text string) (value.Value, string) {
	if i, ok := new(big.Int).SetString(text, 0); ok {
		return value.BigInt(i), ""
	}
	v, err := numbers.Parse(text, types.NumberTextCompat)
	if err != nil || numbers.IsInfinite(v) {
		return value.Value{}, strconv.Quote(text) + " is not a number that JSON can hold"
	}
	return v, ""
}

func (values) Object(names []string, fields []value.Value) value.Value {
	var b host.ObjectBuilder
	b.Grow(len(names))
	for i, name := range names {
		b.Set(name, fields[i])
	}
	return b.Object()
}
