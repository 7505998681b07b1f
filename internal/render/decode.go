package render

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
)

// messages converts documents to protobuf values. It rejects numbers that a protobuf Struct, whose numbers are 64-bit
// floats, cannot represent exactly.
type messages struct{}

var _ manifest.Builder[*structpb.Value] = messages{}

func (messages) Null() *structpb.Value           { return structpb.NewNullValue() }
func (messages) Bool(b bool) *structpb.Value     { return structpb.NewBoolValue(b) }
func (messages) String(s string) *structpb.Value { return structpb.NewStringValue(s) }

func (messages) List(elements []*structpb.Value) *structpb.Value {
	return structpb.NewListValue(&structpb.ListValue{Values: elements})
}

func (messages) Object(names []string, fields []*structpb.Value) *structpb.Value {
	s := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(names))}
	for i, name := range names {
		s.Fields[name] = fields[i]
	}
	return structpb.NewStructValue(s)
}

func (messages) Number(text string) (*structpb.Value, string) {
	if len(text) > 400 {
		return nil, fmt.Sprintf("number of %d characters is too long", len(text))
	}
	if i, ok := new(big.Int).SetString(text, 0); ok {
		f, acc := new(big.Float).SetInt(i).Float64()
		if acc != big.Exact {
			return nil, fmt.Sprintf("integer %s would be changed on its way to the function: Crossplane passes numbers as "+
				"64-bit floats, which hold integers exactly only up to 9007199254740992. Quote it to pass it as a string", text)
		}
		return structpb.NewNumberValue(f), ""
	}
	f, err := strconv.ParseFloat(text, 64)
	if strings.HasPrefix(strings.TrimLeft(text, "+-"), ".") && err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, fmt.Sprintf("number %s is not finite; JSON numbers are finite", text)
	}
	if err != nil {
		return nil, fmt.Sprintf("%q is not a number", text)
	}
	return structpb.NewNumberValue(f), ""
}
