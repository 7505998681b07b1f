package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"google.golang.org/protobuf/types/known/structpb"
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
	if wrong := p.object.unknownFields(nil, structpb.NewStructValue(docs[0].Fields), projectForm); len(wrong) > 0 {
		return nil, wrong
	}
	if err := p.checkXRD(); err != nil {
		return nil, err
	}
	return p, p.readLibraries()
}

var projectForm = form{"libraryFiles": nil, "xrd": {"apiVersion": nil, "kind": nil}}

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
	return nil
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
