package numbers_test

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

func Example() {
	n, err := numbers.Parse("12500", types.Standard.NumberText)
	fmt.Println(n, numbers.IsInteger(n), err)

	_, err = numbers.Parse("twelve", types.Standard.NumberText)
	fmt.Println(errors.Is(err, numbers.ErrNotANumber))
	fmt.Println(numbers.Floor(value.Float(-2.5)), numbers.Sign(numbers.Infinity(true)))
	// Output:
	// 12500 true <nil>
	// true
	// -3 -1
}
