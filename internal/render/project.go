package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
)

// project is the content of a composition.yaml that is not a Composition, which describes the sources beside it.
type project struct {
	// libraries are files that programs share, as paths relative to the directory.
	libraries []string
	// object contains apiVersion and kind of the XRs of the program in its field xrd. It is nil without such a file.
	object *Object
}

// loadProject reads the optional composition.yaml of a directory. A single source file has none.
func loadProject(dir string) (*project, error) {
	path := filepath.Join(dir, "composition.yaml")
	docs, err := loadFile(path)
	if err != nil {
		if _, statErr := os.Stat(path); statErr != nil && !errors.Is(statErr, os.ErrPermission) {
			return &project{}, nil
		}
		return nil, err
	}
	if len(docs) != 1 || kind(docs[0].Fields) != "" {
		return &project{}, nil
	}
	p := &project{object: docs[0]}
	if err := p.object.onlyFields(nil, "libraryFiles", "xrd"); err != nil {
		return nil, err
	}
	if err := p.checkXRD(); err != nil {
		return nil, err
	}
	return p, p.readLibraries()
}

// onlyFields returns an error for unknown fields in the object at path.
func (o *Object) onlyFields(path []string, known ...string) error {
	fields := o.Fields
	if len(path) > 0 {
		fields = object(o.Fields, path...)
	}
	for _, k := range sortedKeys(fields.GetFields()) {
		if slices.Contains(known, k) {
			continue
		}
		e := &InputError{File: o.File, Message: fmt.Sprintf("unknown field %q; expected %q or %q.%s", k, known[0], known[1],
			didYouMean(k, known))}
		if key, _ := manifest.Entry(manifest.Resolved(nodeAt(o.node, path)), k); key != nil {
			e.Line, e.Column = key.Line, key.Column
		}
		return e
	}
	return nil
}

func (p *project) readLibraries() error {
	o := p.object
	v := Field(o.Fields, "libraryFiles")
	if v == nil || isNull(v) {
		return nil
	}
	if v.GetListValue() == nil {
		return o.errorf([]string{"libraryFiles"},
			"libraryFiles must be a list of paths, found %s; write libraryFiles: [PATH]", o.found([]string{"libraryFiles"}, v))
	}
	for i, v := range v.GetListValue().GetValues() {
		n := v.GetStringValue()
		at := []string{"libraryFiles", fmt.Sprint(i)}
		switch {
		case n == "":
			return o.errorf(at, "a library file must be a path relative to this file")
		case filepath.IsAbs(n):
			return o.errorf(at, "%s is an absolute path; library files are named relative to this file", n)
		}
		p.libraries = append(p.libraries, filepath.ToSlash(filepath.Clean(n)))
	}
	return nil
}

func (p *project) checkXRD() error {
	o := p.object
	v := Field(o.Fields, "xrd")
	if v == nil || isNull(v) {
		return nil
	}
	if _, ok := v.GetKind().(*structpb.Value_StructValue); !ok {
		return o.errorf([]string{"xrd"},
			"xrd must be the apiVersion and kind of the XRs, found %s; write xrd: {apiVersion: GROUP/VERSION, kind: KIND}",
			o.found([]string{"xrd"}, v))
	}
	for _, f := range []string{"apiVersion", "kind"} {
		if err := o.needText("xrd", f); err != nil {
			return err
		}
	}
	return o.onlyFields([]string{"xrd"}, "apiVersion", "kind")
}

// checkXR returns an error for an XR of another type, like the compositeTypeRef of a Composition.
func (p *project) checkXR(xr *Object) error {
	if p.object == nil || object(p.object.Fields, "xrd") == nil {
		return nil
	}
	for _, f := range []string{"apiVersion", "kind"} {
		if want, got := Text(p.object.Fields, "xrd", f), Text(xr.Fields, f); want != got {
			return p.object.errorf([]string{"xrd", f}, "xrd.%s (%s) does not match the XR's %s (%s, in %s)", f, want, f, got,
				xr.File)
		}
	}
	return nil
}
