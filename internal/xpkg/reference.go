package xpkg

import (
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
)

// ParseReference reads where a package goes. Registry and tag have to be written out, as Crossplane wants them.
func ParseReference(text string, insecure bool) (name.Tag, error) {
	var options []name.Option
	if insecure {
		options = append(options, name.Insecure)
	}
	tag, err := name.NewTag(text, append(options, name.StrictValidation)...)
	const expected = "expected REGISTRY/REPOSITORY:TAG, such as registry.example.org/platform/function-hclx:v0.1.0"
	switch {
	case strings.Contains(text, "@"):
		return tag, fmt.Errorf("the reference %q has a digest, which comes from the content; %s", text, expected)
	case err != nil:
		return tag, fmt.Errorf("%q is not a reference with registry, repository and tag; %s", text, expected)
	}
	return tag, nil
}

// encryptedOnly refuses plain http to other machines. The registry client would fall back to it for private addresses
// and names below .local, and so send credentials and packages in the clear without anybody having asked for it.
type encryptedOnly struct{ next http.RoundTripper }

// RoundTrip passes on what is encrypted or stays on this machine.
func (t encryptedOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !thisMachine(r.URL.Hostname()) {
		return nil, fmt.Errorf("plain HTTP is only used for registries on this machine, or with --insecure")
	}
	return t.next.RoundTrip(r)
}

func thisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
