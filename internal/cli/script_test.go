package cli

import (
	"log/slog"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

// TestMain makes two commands for scripts: hclx, and hclx-scripted, whose function answers as its step input says, so that
// the command line can be tested apart from the language.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"hclx": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"hclx-scripted": func() {
			newFunction = func(*slog.Logger, crossplane.DumpFunc) render.Runner { return rendertest.Scripted{} }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs testdata/script. Run it with -update to rewrite the golden files that scripts compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
	})
}
