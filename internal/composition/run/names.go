package run

import (
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Short names for what is used all over this package.
var (
	hidden    = model.Hidden
	member    = model.PathName
	stepText  = model.StepText
	normal    = host.NFC
	reqShape  = host.NewShape(model.ReqMembers)
	eachShape = host.NewShape(model.EachMembers)
)

// textOf returns the text of a value that fulfils a rule of texts.
func textOf(v value.Value) string {
	v = unmarked(v)
	if v.IsNumber() {
		return v.NumberText()
	}
	return v.AsString()
}

// Number is [contract.Number].
func Number(v value.Value, sensitive bool) (float64, string) { return contract.Number(v, sensitive) }
