// Command gen creates the table of Kubernetes' own kinds from the OpenAPI documents in the sources of Kubernetes.
//
// It is a separate module, and reads the sources through the Go module proxy. The version and its checksum are
// constants. To use another release, change both and run
//
//	go generate ./schema/builtin
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

const (
	module  = "k8s.io/kubernetes"
	version = "v1.34.1"
	sum     = "h1:F3p8dtpv+i8zQoebZeK5zBqM1g9x1aIdnA5vthvcuUk="
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen FILE")
		os.Exit(1)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(target string) error {
	dir, err := fetch()
	if err != nil {
		return err
	}
	files, err := fs.Glob(os.DirFS(dir), "api/openapi-spec/v3/api*_openapi.json")
	if err != nil || len(files) == 0 {
		return errors.Join(err, errors.New("no OpenAPI documents in "+dir))
	}
	t := table{paths: map[string]any{}, schemas: map[string]any{}, found: map[string]any{}}
	for _, f := range files {
		if err := t.read(filepath.Join(dir, filepath.FromSlash(f))); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
	}
	if err := t.enums(dir); err != nil {
		return err
	}
	if err := t.relax(); err != nil {
		return err
	}
	t.reach()
	return t.write(target)
}

// fetch returns the folder of the module.
func fetch() (string, error) {
	command := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", err
	}
	var info struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", err
	}
	if info.Sum != sum {
		return "", fmt.Errorf("%s@%s has the checksum %s, want %s", module, version, info.Sum, sum)
	}
	return info.Dir, nil
}

// table contains the content of all documents.
type table struct {
	paths   map[string]any // by which objects are created
	schemas map[string]any // all definitions
	found   map[string]any // those that a kind needs
	roots   []string
}

const kindKey = "x-kubernetes-group-version-kind"

func (t *table) read(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var doc struct {
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]map[string]any }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	created := map[string]bool{}
	for path, methods := range doc.Paths {
		post, ok := methods["post"].(map[string]any)
		if !ok || post[kindKey] == nil || strings.Contains(path, "{name}") {
			continue
		}
		t.paths[path] = map[string]any{"post": map[string]any{kindKey: post[kindKey]}}
		created[fmt.Sprint(post[kindKey])] = true
	}
	for name, s := range doc.Components.Schemas {
		kinds, _ := s[kindKey].([]any)
		if len(kinds) == 1 && created[fmt.Sprint(kinds[0])] {
			t.roots = append(t.roots, name)
		} else {
			delete(s, kindKey) // such as DeleteOptions, which names every group
		}
		short := shorten(s)
		if before, ok := t.schemas[name]; ok && !reflect.DeepEqual(before, short) && !slices.Contains(t.roots, name) {
			return fmt.Errorf("%s is not the same in all documents", name)
		}
		if _, ok := t.schemas[name]; !ok || short[kindKey] != nil { // other documents have it only because they refer to it
			t.schemas[name] = short
		}
	}
	return nil
}

// kept are the keywords of the table.
var kept = []string{
	"type", "format", "required", "enum", "items", "properties", "additionalProperties", "allOf", "anyOf", "oneOf", "not",
	"$ref", "nullable", "default", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"uniqueItems", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
	"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type", "x-kubernetes-int-or-string",
	"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", kindKey,
}

// shorten removes descriptions, and defaults that only repeat Go's zero value.
func shorten(s map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range s {
		switch {
		case !slices.Contains(kept, k), k == "default" && isZero(v):
		case k == "properties":
			props := map[string]any{}
			for name, p := range v.(map[string]any) {
				props[name] = shorten(p.(map[string]any))
			}
			out[k] = props
		case k == "items" || k == "not" || k == "additionalProperties":
			if m, ok := v.(map[string]any); ok {
				v = shorten(m)
			}
			out[k] = v
		case k == "allOf" || k == "anyOf" || k == "oneOf":
			var list []any
			for _, m := range v.([]any) {
				list = append(list, shorten(m.(map[string]any)))
			}
			out[k] = list
		default:
			out[k] = v
		}
	}
	if all, ok := out["allOf"].([]any); ok && len(all) == 1 && len(out) == 1 {
		return all[0].(map[string]any)
	}
	return out
}

func isZero(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return v == nil || reflect.ValueOf(v).IsZero()
}

// reach finds the definitions that kinds need.
func (t *table) reach() {
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				name := ref[strings.LastIndexByte(ref, '/')+1:]
				if _, done := t.found[name]; !done {
					t.found[name] = t.schemas[name]
					visit(t.schemas[name])
				}
			}
			for _, part := range v {
				visit(part)
			}
		case []any:
			for _, part := range v {
				visit(part)
			}
		}
	}
	for _, name := range t.roots {
		t.found[name] = t.schemas[name]
		visit(t.schemas[name])
	}
}

func (t *table) write(target string) error {
	text, err := json.Marshal(map[string]any{
		"openapi": "3.0.0", "info": map[string]any{"title": "Kubernetes", "version": version}, "paths": t.paths,
		"components": map[string]any{"schemas": t.found},
	})
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Printf("%d definitions, %d bytes, %d packed\n", len(t.found), len(text), packed.Len())
	return os.WriteFile(target, packed.Bytes(), 0o644)
}
