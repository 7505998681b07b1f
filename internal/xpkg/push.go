package xpkg

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"
)

// PushOptions say how a registry is spoken to.
type PushOptions struct {
	// Insecure allows plain http, also to other machines.
	Insecure bool
	// UserAgent is what the registry's log calls the client.
	UserAgent string
}

// Push writes packages to a registry: one as an image, several, for different platforms, as an index of images. It
// returns the digest of what the tag stands for then. Credentials are those of the docker configuration.
func Push(ctx context.Context, packages []*Package, tag name.Tag, o PushOptions) (digest string, err error) {
	if err := checkPlatforms(packages); err != nil {
		return "", err
	}
	var pushed interface{ Digest() (v1.Hash, error) } = packages[0].image
	if len(packages) == 1 {
		err = remote.Write(tag, packages[0].image, o.remote(ctx)...)
	} else {
		index := indexOf(packages)
		pushed, err = index, remote.WriteIndex(tag, index, o.remote(ctx)...)
	}
	if err != nil {
		return "", registryError(tag, "pushed", err)
	}
	hash, err := pushed.Digest()
	return hash.String(), err
}

func checkPlatforms(packages []*Package) error {
	seen := map[Platform]bool{}
	for _, p := range packages {
		if seen[p.Platform] {
			return fmt.Errorf("two of the packages are for %s; expected one for each platform", p.Platform)
		}
		seen[p.Platform] = true
	}
	return nil
}

// indexOf joins packages to an index, by which a node finds the one for its platform.
func indexOf(packages []*Package) v1.ImageIndex {
	var parts []mutate.IndexAddendum
	for _, p := range packages {
		platform := &v1.Platform{OS: p.Platform.OS, Architecture: p.Platform.Architecture}
		parts = append(parts, mutate.IndexAddendum{Add: p.image, Descriptor: v1.Descriptor{Platform: platform}})
	}
	return mutate.AppendManifests(empty.Index, parts...)
}

// registryError says what can be done about the failures that are common. What could not be done is "pushed" or "read".
func registryError(ref name.Reference, done string, err error) error {
	var answer *transport.Error
	if errors.As(err, &answer) && (answer.StatusCode == http.StatusUnauthorized ||
		answer.StatusCode == http.StatusForbidden) {
		return fmt.Errorf("%s cannot be %s: the registry refuses the credentials that the docker configuration has for "+
			"%s, or it has none; log in, with \"docker login %[3]s\" for example (%[4]w)",
			ref, done, ref.Context().RegistryStr(), err)
	}
	return fmt.Errorf("%s cannot be %s: %w", ref, done, err)
}
