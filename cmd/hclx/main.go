// Command hclx renders, checks and serves Crossplane compositions written in HCL. See package cli.
package main

import (
	"os"

	"github.com/hclx-lang/hclx/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
