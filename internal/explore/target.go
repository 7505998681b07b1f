package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/schema"
)

// fileName is the prefix of the names of the files that are written.
const fileName = "explored"

// Targets returns the targets at paths: each source of the test files there, with the defaults and stubs of the first
// file that names it, or the path itself if there is no test file. It ignores files that an exploration has written. An
// invalid test file is an error.
func Targets(paths []string) ([]*Target, error) {
	var out []*Target
	for _, path := range paths {
		files, err := testFiles(path)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			out = append(out, bare(path))
		}
		seen := map[string]bool{}
		for _, name := range files {
			file, diags := testfile.Read(name)
			if diags.HasErrors() {
				return nil, diags.Err()
			}
			source, xr, err := testrun.Defaults(file)
			if err != nil {
				return nil, err
			}
			if !seen[source] {
				out = append(out, &Target{Path: filepath.Join(filepath.Dir(name), fileName+testfile.Suffix), Source: source,
					file: file, xr: xr})
			}
			seen[source] = true
		}
	}
	return out, nil
}

// testFiles returns the test files at a path, without those that an exploration has written. A Composition has none.
func testFiles(path string) ([]string, error) {
	if render.IsYAML(path) {
		_, err := os.Stat(path)
		return nil, err
	}
	files, err := testfile.Find([]string{path})
	var out []string
	for _, f := range files {
		if !strings.HasPrefix(filepath.Base(f), fileName) {
			out = append(out, f)
		}
	}
	return out, err
}

// bare returns the target of a program without tests. A folder without sources contains a Composition.
func bare(path string) *Target {
	dir, source := path, path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	} else if !hasSources(path) {
		source = filepath.Join(path, "composition.yaml")
	}
	t := &Target{Path: filepath.Join(dir, "tests", fileName+testfile.Suffix), Source: source}
	if xr, err := render.LoadXR(filepath.Join(dir, "xr.yaml")); err == nil {
		t.xr = xr
	}
	return t
}

func hasSources(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return render.IsSource(e.Name()) })
}

// kind returns the kind of the XRs, with its schema.
func (t *Target) kind(cache string) (*schema.Kind, error) {
	var paths []string
	if t.file != nil {
		paths = testrun.Schemas(t.file)
	}
	found, _, err := render.FindSchemas(paths, t.Source, cache)
	if err != nil {
		return nil, err
	}
	name, err := render.SourceType(t.Source)
	if err != nil {
		return nil, err
	}
	if t.xr != nil {
		f := t.xr.GetFields()
		name = schema.NameOf(f["apiVersion"].GetStringValue(), f["kind"].GetStringValue())
	}
	var k *schema.Kind
	if name.Kind != "" {
		k, err = found.Lookup(name)
	} else {
		k, err = render.OnlyComposite(found)
	}
	switch {
	case err != nil:
		return nil, err
	case k == nil || !k.Role.IsComposite():
		what := "an XRD (CompositeResourceDefinition)"
		if name.Kind != "" {
			what = fmt.Sprintf("the XRD (CompositeResourceDefinition) of %s", name.Kind)
		}
		return nil, fmt.Errorf("%s: no schema to generate composite resources from; put %s next to the sources, or a "+
			"test that sets xr", t.Source, what)
	}
	return k, nil
}

// Write writes the test file of a finding, and returns its path. A file with the same text is not changed. A file with
// another text is kept, and the new file gets a number.
func (t *Target) Write(text string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(t.Path), 0o777); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		path := t.Path
		if n > 1 {
			path = strings.TrimSuffix(path, testfile.Suffix) + fmt.Sprintf("-%d", n) + testfile.Suffix
		}
		have, err := os.ReadFile(path)
		switch {
		case err == nil && string(have) == text:
			return path, nil
		case err == nil:
			continue
		case !os.IsNotExist(err):
			return "", err
		}
		return path, os.WriteFile(path, []byte(text), 0o666)
	}
}
