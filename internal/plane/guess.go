package plane

import (
	"strings"
)

// isBuiltIn reports whether a group is one of Kubernetes itself, whose objects have no condition Ready.
func isBuiltIn(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}
