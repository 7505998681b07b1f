package cli

import (
	"context"
	"os"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

// TestMain makes the commands of scripts: hclx, and hclx-scripted, whose function answers as its step input says, so
// that the command line can be tested apart from the language. A third one, hclx-hanging, has a function that never
// answers, and hclx-mistaken one that panics.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"hclx": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"hclx-scripted": func() {
			newFunction = func(crossplane.Options) render.Runner { return rendertest.Scripted{} }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		"hclx-mistaken": func() {
			newFunction = func(crossplane.Options) render.Runner { panic(map[string]string{"secret": "hunter2"}) }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		"hclx-hanging": func() {
			grace = 100 * time.Millisecond
			newFunction = func(crossplane.Options) render.Runner { return hanging{} }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// hanging is a function that does not look at its context.
type hanging struct{}

func (hanging) RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	select {}
}

// TestScripts runs testdata/script. Run it with -update to rewrite the golden files that scripts compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
	})
}
