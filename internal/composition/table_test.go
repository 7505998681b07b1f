package composition

import (
	"encoding/base64"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func testTable() function.Table {
	return function.Table{
		"base64encode": {Name: "base64encode", Params: []function.Param{{Name: "s", Type: types.String}}, Result: types.String,
			Impl: func(c *function.Call) (value.Value, error) {
				return value.String(base64.StdEncoding.EncodeToString([]byte(c.Args[0].AsString()))), nil
			}},
	}
}
