package function

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/host"
)

// Show describes argument i for an error text: a string in quotes, a number or a bool, shortened if it is long, or the
// type of any other value in words. If the argument is marked or contains marks, Show does not reveal it.
func (c *Call) Show(i int) string {
	v := c.Args[i]
	switch {
	case host.FlagsOf(v)&host.FlagMarked != 0 || c.Hides(i):
		return "a marked value"
	case v.IsString():
		return c.QuoteText(i, v.AsString())
	case v.IsBool():
		return strconv.FormatBool(v.AsBool())
	case v.IsNumber():
		return wording.Clip(v.NumberText(), maxQuote)
	case v.IsNull():
		return "null"
	case v.IsUnknown():
		return "an unknown value"
	}
	return "a value of type " + types.FriendlyName(v.Type())
}
