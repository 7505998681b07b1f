package xpkg

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// maxStream bounds the documents of a package; the largest providers have a tenth of it.
const maxStream = 512 << 20

// Documents are the contents of a published package.
type Documents struct {
	// Reference is where it came from.
	Reference string
	// Digest is that of the image.
	Digest string
	// Stream holds the documents as YAML.
	Stream []byte
}

// FetchDocuments reads the documents of the package that a reference names: a package file, where there is a file of
// that name, else an image in a registry. Credentials are those of the docker configuration.
func FetchDocuments(ctx context.Context, reference string, o PushOptions) (*Documents, error) {
	if info, err := os.Stat(reference); err == nil && !info.IsDir() {
		image, err := tarball.ImageFromPath(reference, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: not a package file (an image tarball): %w", reference, err)
		}
		return documentsOf(image, reference)
	}
	options := []name.Option{name.StrictValidation}
	if o.Insecure {
		options = append(options, name.Insecure)
	}
	ref, err := name.ParseReference(reference, options...)
	if err != nil {
		return nil, fmt.Errorf("%q is neither a file nor a reference; expected a package file, or REGISTRY/REPOSITORY:TAG, "+
			"such as xpkg.crossplane.io/crossplane-contrib/provider-aws-s3:v2.0.0", reference)
	}
	image, err := remote.Image(ref, o.remote(ctx)...)
	if err != nil {
		return nil, registryError(ref, "read", err)
	}
	docs, err := documentsOf(image, reference)
	if err != nil && ctx.Err() == nil {
		return nil, registryError(ref, "read", err)
	}
	return docs, err
}

// remote are the options of the registry client.
func (o PushOptions) remote(ctx context.Context) []remote.Option {
	options := []remote.Option{remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain),
		remote.WithUserAgent(o.UserAgent)}
	if !o.Insecure {
		options = append(options, remote.WithTransport(encryptedOnly{remote.DefaultTransport}))
	}
	return options
}

func documentsOf(image v1.Image, reference string) (*Documents, error) {
	digest, err := image.Digest()
	if err != nil {
		return nil, err
	}
	archive, err := baseOf(image)
	if err != nil {
		return nil, err
	}
	defer func() { _ = archive.Close() }()
	stream, err := fileOf(archive, "package.yaml")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", reference, err)
	}
	return &Documents{reference, digest.String(), stream}, nil
}

// baseOf opens the layer that holds the documents. Where none is marked, the whole image is looked through, as
// Crossplane does.
func baseOf(image v1.Image) (io.ReadCloser, error) {
	manifest, err := image.Manifest()
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	for _, l := range manifest.Layers {
		if l.Annotations[layerKey] == baseLayer || config.Config.Labels[layerKey+":"+l.Digest.String()] == baseLayer {
			layer, err := image.LayerByDigest(l.Digest)
			if err != nil {
				return nil, err
			}
			return layer.Uncompressed()
		}
	}
	return mutate.Extract(image), nil
}

// fileOf reads one file of an archive.
func fileOf(archive io.Reader, want string) ([]byte, error) {
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("this image is not a Crossplane package: it has no %s", want)
		case err != nil:
			return nil, err
		case strings.TrimLeft(h.Name, "./") != want || h.Typeflag != tar.TypeReg:
			continue
		case h.Size > maxStream:
			return nil, fmt.Errorf("%s is larger than %d MiB", want, maxStream>>20)
		}
		return io.ReadAll(r)
	}
}
