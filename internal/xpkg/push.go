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
	options := o.remote(ctx)
	var hash v1.Hash
	if len(packages) == 1 {
		err = remote.Write(tag, packages[0].image, options...)
		hash = digestOf(packages[0].image, &err)
	} else {
		index := indexOf(packages)
		err = remote.WriteIndex(tag, index, options...)
		hash = digestOf(index, &err)
	}
	if err != nil {
		return "", pushError(tag, err)
	}
	return hash.String(), nil
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

// digestOf is the digest of an image or index, unless something failed before or it fails itself.
func digestOf(pushed interface{ Digest() (v1.Hash, error) }, err *error) (hash v1.Hash) {
	if *err == nil {
		hash, *err = pushed.Digest()
	}
	return hash
}

// pushError says what can be done about the failures that are common.
func pushError(tag name.Tag, err error) error {
	if refused(err) {
		return fmt.Errorf("%s cannot be pushed: the registry refuses the credentials that the docker configuration has for "+
			"%s, or it has none; log in, with \"docker login %[2]s\" for example (%[3]w)",
			tag, tag.RegistryStr(), err)
	}
	return fmt.Errorf("%s cannot be pushed: %w", tag, err)
}

// refused reports whether a registry did not take the credentials.
func refused(err error) bool {
	var answer *transport.Error
	return errors.As(err, &answer) && (answer.StatusCode == http.StatusUnauthorized ||
		answer.StatusCode == http.StatusForbidden)
}
