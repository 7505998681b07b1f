package function

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/host"
)

// Show describes argument i for an error text: strings in quotes and numbers shortened if they are long, bools, and of
// everything else the type in words. If the argument was marked, or contains something that was, it says nothing about
// it.
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
