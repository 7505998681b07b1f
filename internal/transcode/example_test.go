package transcode_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

func ExampleToNative() {
	schema, err := transcode.ParseSchema("schema.hcl", []byte("block \"server\" {\n  labels = [\"name\"]\n}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	text := `{"//": "the web", "server": {"web": {"host": "${env}.example.org", "port": 80}}}`
	out, diags := transcode.ToNative(source.NewFileString("main.json", text), schema)
	fmt.Print(string(out), len(diags))
	// Output:
	// # the web
	//
	// server "web" {
	//   host = "${env}.example.org"
	//   port = 80
	// }
	// 0
}
