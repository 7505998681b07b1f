package function

import "github.com/hclx-lang/hclx/value"

// Preparer specializes a declaration for the arguments of one call site. A compiler calls it once for each call without
// an expansion, with the constant arguments at their positions: converted to the types of the parameters, known, not
// null, and without marks. All other arguments are the zero Value. It returns a declaration that replaces the original
// one, with the same parameters and the same behaviour for all calls with these constants. It returns nil if there is
// nothing to gain or the constants are invalid, which the ordinary call then reports.
//
// In this way constant regular expressions, date formats and format strings are compiled once per program.
//
// A program keeps the result in memory, so a Preparer must return nil if it would take more than [MostPrepared] bytes.
type Preparer func(args []value.Value) *Decl

// MostPrepared is the maximum memory in bytes of the result of a [Preparer].
const MostPrepared = 8 << 10

// Prepared returns d specialized for constant arguments as [Preparer] describes, or d itself.
func (d *Decl) Prepared(args []value.Value) *Decl {
	if d.Prepare == nil {
		return d
	}
	if p := d.Prepare(args); p != nil {
		return p
	}
	return d
}
