package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker for releases. Other builds use the build information.
var version string

type versionCommand struct{}

// Run prints one line with the version, the revision of the sources, the Go release and the platform.
func (*versionCommand) Run(c *Context) error {
	_, err := fmt.Fprintln(c.Stdout, versionText())
	return err
}

func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(version, info)
}

// versionOf returns the given version or that of the module, with the revision.
func versionOf(version string, info *debug.BuildInfo) string {
	v := cmp.Or(version, info.Main.Version, "(devel)")
	revision := ""
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if r := settings["vcs.revision"]; r != "" {
		revision = "revision " + r[:min(12, len(r))]
		if settings["vcs.modified"] == "true" {
			revision += " with changes"
		}
		revision += ", "
	}
	return fmt.Sprintf("hclx %s (%s%s, %s/%s)", v, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

type helpCommand struct {
	Names []string `arg:"" optional:"" name:"command" help:"The command, as in help render or help schemas add. Without a command, the overview is printed."`
}

// Run prints what the command prints with --help.
func (h *helpCommand) Run(c *Context) error {
	if code := dispatch(append(h.Names[:len(h.Names):len(h.Names)], "--help"), c); code != exitOK {
		return endWrong
	}
	return nil
}
