package function

import "github.com/hclx-lang/hclx/value"

// Preparer specialises a declaration for the arguments of one call site. A compiler calls it once for each call whose
// argument list is fixed (no expansion), with the constant arguments at their positions, converted to the parameters'
// types, known, not null and without marks; every other argument is the zero Value. It gives a declaration to call in
// place of the original one, with the same parameters and the same behaviour for all calls with these constants, or nil
// if there is nothing to gain or the constants are in error: then the ordinary call reports that.
//
// That is how regular expressions, date formats and format strings that are constant are compiled once per program.
//
// A program keeps what was prepared, so what takes more than [MostPrepared] bytes is left to the call.
type Preparer func(args []value.Value) *Decl

// MostPrepared is how many bytes of memory a [Preparer] may make a program keep for one call.
const MostPrepared = 8 << 10

// Prepared returns d specialised for constant arguments as [Preparer] describes, or d itself.
func (d *Decl) Prepared(args []value.Value) *Decl {
	if d.Prepare == nil {
		return d
	}
	if p := d.Prepare(args); p != nil {
		return p
	}
	return d
}
