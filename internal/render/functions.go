package render

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	annotationRuntime = "render.crossplane.io/runtime"
	annotationTarget  = "render.crossplane.io/runtime-development-target"
	defaultTarget     = "localhost:9443"
)

// Functions are the Function objects of a pipeline, by name.
type Functions struct {
	annotations map[string]map[string]string
	// override applies to every function, listed or not.
	override map[string]string
}

func loadFunctions(path string, override map[string]string) (*Functions, error) {
	f := &Functions{annotations: map[string]map[string]string{}, override: override}
	if path == "" {
		return f, nil
	}
	objects, err := LoadObjects(path)
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		v := apiVersion(o.Fields)
		if kind(o.Fields) != "Function" || v != "pkg.crossplane.io/v1" && v != "pkg.crossplane.io/v1beta1" {
			return nil, o.errorf([]string{"kind"},
				"not a Function: found %s of apiVersion %s; expected a Function of pkg.crossplane.io/v1", describe(o.Fields), v)
		}
		f.annotations[name(o.Fields)] = stringMap(o.Fields, "metadata", "annotations")
	}
	return f, nil
}

// lists reports whether a function is listed.
func (f *Functions) lists(function string) bool {
	_, listed := f.annotations[function]
	return listed
}

func (f *Functions) annotation(function, key string) string {
	if v, ok := f.override[key]; ok {
		return v
	}
	return f.annotations[function][key]
}

// target returns the gRPC address of a function, or the reason why there is none.
func (f *Functions) target(function string) (address, problem string) {
	if f.annotation(function, annotationRuntime) == "Development" {
		if t := f.annotation(function, annotationTarget); t != "" {
			return t, ""
		}
		return defaultTarget, ""
	}
	switch names := sortedKeys(f.annotations); {
	case f.lists(function):
		return "", fmt.Sprintf("function %q is listed without an address", function)
	case len(names) == 0:
		return "", fmt.Sprintf("hclx does not run function %q itself, and no FUNCTIONS are given.%s", function,
			nearestOurs(function))
	default:
		slices.Sort(names)
		return "", fmt.Sprintf("function %q is not listed in FUNCTIONS.%s", function,
			cmp.Or(didYouMean(function, names), nearestOurs(function)))
	}
}

// missingHelp explains how to set the address of a function, or how to render without it.
const missingHelp = `Start the function on this machine (most accept --insecure --address=localhost:9443) and ` +
	`list it in FUNCTIONS with the annotations
    render.crossplane.io/runtime: Development
    render.crossplane.io/runtime-development-target: localhost:9443
or leave its steps out with --skip-missing-functions`
