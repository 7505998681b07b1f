package xpkg

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/limited"
)

// Contents is what Crossplane reads of a package: the documents of a package folder.
type Contents struct {
	// Name is the name of the function.
	Name   string
	stream []byte // package.yaml
}

// functionName matches the names that a function may have. By the prefix people and tools tell functions from providers
// and configurations, which are installed from the same registries.
var functionName = regexp.MustCompile(`^function-[a-z0-9]([-a-z0-9]{0,52}[a-z0-9])?$`)

const expectedContents = "the package of a function contains one Function of meta.pkg.crossplane.io/v1, " +
	"CustomResourceDefinitions of apiextensions.k8s.io/v1, and nothing else"

// ReadFolder reads the YAML files of a package folder and of the folders in it, and checks that they make a package.
// The error joins everything that is wrong.
func ReadFolder(root string) (Contents, error) {
	documents, err := documentsBelow(root)
	if err != nil {
		return Contents{}, err
	}
	var functions, definitions []document
	var problems []error
	for _, d := range documents {
		kind, _ := d.text("kind")
		switch problem := d.checkKind(); {
		case problem != nil:
			problems = append(problems, problem)
		case kind == "Function":
			functions = append(functions, d)
		default:
			definitions = append(definitions, d)
		}
	}
	name, err := checkFunctions(root, functions)
	if err := errors.Join(append(problems, err)...); err != nil {
		return Contents{}, err
	}
	stream, err := writeStream(functions[0], definitions)
	return Contents{name, stream}, err
}

// documentsBelow reads the YAML files below a folder in the order of their paths.
func documentsBelow(root string) (documents []document, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return limited.Plain(err)
		}
		if ext := filepath.Ext(path); entry.IsDir() || ext != ".yaml" && ext != ".yml" {
			return nil
		}
		found, err := readDocuments(path)
		documents = append(documents, found...)
		return err
	})
	return documents, err
}

// checkKind says what is wrong with a document that no package may hold.
func (d document) checkKind() error {
	version, versionAt := d.text("apiVersion")
	kind, kindAt := d.text("kind")
	switch {
	case version == "" || kind == "":
		return d.errorf(d.node, "this document has no apiVersion or no kind; %s", expectedContents)
	case kind != "Function" && kind != "CustomResourceDefinition":
		return d.errorf(kindAt, "found the kind %s; %s", kind, expectedContents)
	case kind == "Function" && version == "pkg.crossplane.io/v1":
		return d.errorf(versionAt, "found a Function of pkg.crossplane.io/v1, which installs a package; the one that "+
			"describes a package has the apiVersion meta.pkg.crossplane.io/v1")
	case kind == "Function" && version != "meta.pkg.crossplane.io/v1" && version != "meta.pkg.crossplane.io/v1beta1",
		kind == "CustomResourceDefinition" && version != "apiextensions.k8s.io/v1":
		return d.errorf(versionAt, "found a %s of %s; %s", kind, version, expectedContents)
	}
	return nil
}

// checkFunctions returns the name of the only Function.
func checkFunctions(root string, functions []document) (string, error) {
	if len(functions) == 0 {
		return "", fmt.Errorf("%s: there is no Function in this directory; %s", root, expectedContents)
	}
	first := functions[0]
	var problems []error
	for _, d := range functions[1:] {
		problems = append(problems, d.errorf(d.node, "found a second Function, the first is at %s; %s",
			first.position(first.node), expectedContents))
	}
	name, at := first.text("metadata", "name")
	switch {
	case name == "":
		problems = append(problems,
			first.errorf(at, "the Function has no metadata.name; expected a name such as function-hclx"))
	case !strings.HasPrefix(name, "function-"):
		problems = append(problems,
			first.errorf(at, "the Function has the name %q, but the name of a function must begin with function-", name))
	case !functionName.MatchString(name):
		problems = append(problems,
			first.errorf(at, "the Function has the name %q; expected at most 63 lower-case letters, digits and hyphens",
				name))
	}
	return name, errors.Join(problems...)
}

// writeStream writes the documents as Crossplane expects them: the Function first, each document between separators.
func writeStream(function document, definitions []document) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("---\n")
	for _, d := range append([]document{function}, definitions...) {
		text, err := yaml.Dump(d.node, yaml.WithLineWidth(-1))
		if err != nil {
			return nil, d.errorf(d.node, "this document cannot be written: %v", err)
		}
		out.Write(text)
		out.WriteString("---\n")
	}
	return out.Bytes(), nil
}
