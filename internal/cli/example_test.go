package cli_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/hclx-lang/hclx/internal/cli"
)

func ExampleMain() {
	code := cli.Main([]string{"render", "no-such-file.yaml", "composition.yaml"}, strings.NewReader(""), os.Stdout,
		os.Stdout)
	fmt.Println("exit code", code)
	// Output:
	// hclx: error: no-such-file.yaml: no such file or directory
	// exit code 1
}
