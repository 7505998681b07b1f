package paths_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/paths"
)

func ExampleAll() {
	v := value.Tuple(value.Int(1), value.Tuple(value.Int(2), value.String("x")))
	for path, part := range paths.All(v) {
		if part.IsString() {
			fmt.Println(path, part.AsString())
		}
	}
	// Output:
	// [1][1] x
}

func ExampleUnmark() {
	login := value.Object(map[string]value.Value{"name": value.String("ada"),
		"password": value.String("secret").Mark(value.Sensitive)})
	plain, marks := paths.Unmark(login)
	for _, m := range marks {
		fmt.Println(m.Path, m.Marks.Has(value.Sensitive))
	}
	fmt.Println(paths.Mark(plain, marks).Equal(login))
	// Output:
	// password true
	// true
}
