package cli

import (
	"regexp"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"},
			{Key: "vcs.modified", Value: "true"}}}
	for _, tt := range []struct {
		version string
		info    *debug.BuildInfo
		want    string
	}{
		{"", info, `^hclx v1\.2\.3 \(revision 0123456789ab with changes, go1\..*, \w+/\w+\)$`},
		{"v2.0.0", info, `^hclx v2\.0\.0 \(revision `},
		{"", &debug.BuildInfo{}, `^hclx \(devel\) \(go1`},
	} {
		if got := versionOf(tt.version, tt.info); !regexp.MustCompile(tt.want).MatchString(got) {
			t.Errorf("%q", got)
		}
	}
}
