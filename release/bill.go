package main

import (
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// bill writes what the binaries were built of: the modules that Go recorded in them, and Go's own library. It says
// nothing that is not in the binaries.
func (r *release) bill(file string, binaries []string) (err error) {
	components := map[string]cdx.Component{}
	var root cdx.Component
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(binary), err)
		}
		root = component(info.Main.Path, r.version)
		std := component("std", strings.TrimPrefix(info.GoVersion, "go"))
		components[std.BOMRef] = std
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			c := component(m.Path, m.Version)
			components[c.BOMRef] = c
		}
	}
	root.Type = cdx.ComponentTypeApplication
	var list []cdx.Component
	var refs []string
	for _, ref := range slices.Sorted(maps.Keys(components)) {
		list, refs = append(list, components[ref]), append(refs, ref)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &root}
	bom.Components = &list
	bom.Dependencies = &[]cdx.Dependency{{Ref: root.BOMRef, Dependencies: &refs}}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	return cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func component(path, version string) cdx.Component {
	url := "pkg:golang/" + path + "@" + version
	return cdx.Component{Type: cdx.ComponentTypeLibrary, BOMRef: url, Name: path, Version: version, PackageURL: url}
}
