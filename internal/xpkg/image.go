package xpkg

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

const (
	// layerKey is the annotation of a layer that says what it is for, and the first part of the label that does so for a
	// layer of a package file; the digest of the layer follows there behind a colon.
	layerKey = "io.crossplane.xpkg"
	// baseLayer is the value of the annotation of the layer with the documents.
	baseLayer = "base"
)

// runtimeConfig is how the cluster starts the function. The user is the one that images without root usually have.
func runtimeConfig() v1.Config {
	return v1.Config{
		Entrypoint:   []string{"/hclx-function"},
		User:         "65532:65532",
		ExposedPorts: map[string]struct{}{"9443/tcp": {}, "8080/tcp": {}}, // gRPC, and metrics with probes
	}
}

// A Package is an image that Crossplane installs the function from, for one platform.
type Package struct {
	Platform Platform
	image    v1.Image
}

// Build makes a package of a folder's contents and of hclx-function, built for a platform.
func Build(contents Contents, platform Platform, binary []byte) (*Package, error) {
	if err := platform.checkBinary(binary); err != nil {
		return nil, err
	}
	runtime, err := layerOf("hclx-function", 0o755, binary)
	if err != nil {
		return nil, err
	}
	base, err := layerOf("package.yaml", 0o644, contents.stream)
	if err != nil {
		return nil, err
	}
	digest, err := base.Digest()
	if err != nil {
		return nil, err
	}
	config := runtimeConfig()
	config.Labels = map[string]string{layerKey + ":" + digest.String(): baseLayer}
	image, err := newImage([]v1.Layer{runtime, base}, config.Labels)
	if err != nil {
		return nil, err
	}
	image, err = withConfig(image, platform, config)
	return &Package{platform, image}, err
}

// layerOf makes a layer of one file in the root. It has neither times nor owners, so it depends on nothing but its
// content.
func layerOf(name string, mode int64, content []byte) (v1.Layer, error) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	err := w.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(content)), Typeflag: tar.TypeReg,
		Format: tar.FormatUSTAR})
	if err == nil {
		_, err = w.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(archive.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer),
		tarball.WithCompressionLevel(gzip.DefaultCompression), tarball.WithCompressedCaching)
}

// newImage makes an OCI image of layers and annotates those that the labels name.
func newImage(layers []v1.Layer, labels map[string]string) (v1.Image, error) {
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	var parts []mutate.Addendum
	for _, l := range layers {
		digest, err := l.Digest()
		if err != nil {
			return nil, err
		}
		part := mutate.Addendum{Layer: l, MediaType: types.OCILayer}
		if use, ok := labels[layerKey+":"+digest.String()]; ok {
			part.Annotations = map[string]string{layerKey: use}
		}
		parts = append(parts, part)
	}
	return mutate.Append(image, parts...)
}

// withConfig completes the configuration, which knows the layers already.
func withConfig(image v1.Image, platform Platform, config v1.Config) (v1.Image, error) {
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Config = platform.OS, platform.Architecture, config
	return mutate.ConfigFile(image, file)
}

// Size is how many bytes a node fetches to run the package.
func (p *Package) Size() (int64, error) {
	manifest, err := p.image.Manifest()
	if err != nil {
		return 0, err
	}
	size := manifest.Config.Size
	for _, l := range manifest.Layers {
		size += l.Size
	}
	return size, nil
}
