package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// enumFile contains the schemas of the API server itself. Unlike the published documents, they contain the enums of
// fields.
const enumFile = "pkg/generated/openapi/zz_generated.openapi.go"

// enums adds the enums of fields to the definitions.
func (t *table) enums(dir string) error {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, filepath.FromSlash(enumFile)), nil,
		parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	count := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		definition, _ := t.schemas[definition(f.Name.Name)].(map[string]any)
		properties, _ := definition["properties"].(map[string]any)
		if properties == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok || name(pair.Key) != "Properties" {
				return true
			}
			for _, e := range elements(pair.Value) {
				if p, ok := properties[text(e.Key)].(map[string]any); ok {
					count += addEnum(p, e.Value)
				}
			}
			return false
		})
	}
	if count == 0 {
		return fmt.Errorf("%s has no enums", enumFile)
	}
	return nil
}

// definition returns the name of a definition for the function that creates its schema: schema_k8sio_api_core_v1_Pod
// creates io.k8s.api.core.v1.Pod.
func definition(function string) string {
	rest, ok := strings.CutPrefix(function, "schema_k8sio_api_")
	if !ok {
		return ""
	}
	return "io.k8s.api." + strings.ReplaceAll(rest, "_", ".")
}

// addEnum adds the enums of a schema in Go to a definition, and returns how many there are.
func addEnum(s map[string]any, e ast.Expr) int {
	count := 0
	for _, field := range elements(e) {
		switch name(field.Key) {
		case "SchemaProps", "Schema":
			count += addEnum(s, field.Value)
		case "Items":
			if items, ok := s["items"].(map[string]any); ok {
				count += addEnum(items, field.Value)
			}
		case "Enum":
			var values []any
			for _, v := range field.Value.(*ast.CompositeLit).Elts {
				values = append(values, text(v))
			}
			s["enum"] = values
			count++
		}
	}
	return count
}

// elements returns the pairs of a composite literal or of its address.
func elements(e ast.Expr) (out []*ast.KeyValueExpr) {
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = u.X
	}
	lit, _ := e.(*ast.CompositeLit)
	if lit == nil {
		return nil
	}
	for _, x := range lit.Elts {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			out = append(out, pair)
		}
	}
	return out
}

func name(e ast.Expr) string {
	id, _ := e.(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}

func text(e ast.Expr) string {
	lit, _ := e.(*ast.BasicLit)
	if lit == nil {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}
