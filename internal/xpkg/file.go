package xpkg

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"

	"github.com/hclx-lang/hclx/internal/limited"
)

// WriteFile writes a package file. It is either there as a whole afterwards, or as it was before.
func (p *Package) WriteFile(path string) error {
	if err := p.replace(path); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, limited.Reason(err))
	}
	return nil
}

// replace writes a temporary file beside the one at path, since a file can only be moved within one file system, and
// moves it.
func (p *Package) replace(path string) error {
	scratch, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }() // empty once the file has moved
	temporary := filepath.Join(scratch, filepath.Base(path))
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	if err := errors.Join(tarball.Write(nil, p.image, f), f.Close()); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

// ReadFile reads a package file. Its layers are read when they are pushed, so the file has to stay until then.
func ReadFile(path string) (*Package, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, limited.Plain(err)
	}
	image, err := tarball.ImageFromPath(path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: not a package file (an image tarball): %w", path, err)
	}
	p, err := fromImage(image)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// fromImage makes the annotations of layers anew, which the tarball had no place for.
func fromImage(from v1.Image) (*Package, error) {
	config, err := from.ConfigFile()
	if err != nil {
		return nil, err
	}
	layers, err := from.Layers()
	if err != nil {
		return nil, err
	}
	if err := checkBaseLayer(layers, config.Config.Labels); err != nil {
		return nil, err
	}
	image, err := newImage(layers, config.Config.Labels)
	if err != nil {
		return nil, err
	}
	image, err = mutate.ConfigFile(image, config)
	return &Package{Platform{config.OS, config.Architecture}, image}, err
}

// checkBaseLayer refuses an image of which Crossplane would not know what to read.
func checkBaseLayer(layers []v1.Layer, labels map[string]string) error {
	for label, use := range labels {
		digest, ok := strings.CutPrefix(label, layerKey+":")
		if !ok || use != baseLayer {
			continue
		}
		for _, l := range layers {
			if found, err := l.Digest(); err == nil && found.String() == digest {
				return nil
			}
		}
	}
	return fmt.Errorf("this image is not a Crossplane package: no label %s:DIGEST=%s names one of its layers", layerKey,
		baseLayer)
}
