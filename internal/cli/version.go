package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker for releases; other builds take it from the module.
var version string

type versionCommand struct{}

// Run prints one line with the version, the Go release and the platform.
func (*versionCommand) Run(c *Context) error {
	_, err := fmt.Fprintln(c.Stdout, versionText())
	return err
}

func versionText() string {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = info.Main.Version
	}
	if v == "" {
		v = "(devel)"
	}
	return fmt.Sprintf("hclx %s (%s, %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
