package valuejson_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/value/valuejson"
)

func ExampleParse() {
	v, err := valuejson.Parse(`{"id": 12345678901234567890, "tags": ["b", "a"]}`, valuejson.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := valuejson.Append(nil, v, valuejson.Style{})
	fmt.Println(string(text))

	_, err = valuejson.Parse("{\n  \"a\": 01\n}", valuejson.Limits{})
	fmt.Println(err)
	// Output:
	// {"id":12345678901234567890,"tags":["b","a"]}
	// Expected a comma or '}', but found '1'. (line 2, column 9)
}
