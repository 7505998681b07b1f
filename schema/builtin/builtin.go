// Package builtin contains the built-in kinds of Kubernetes, such as Deployment and Secret.
//
// They are stored in a table of names, types, required fields, enums, bounds and keys of lists,
// without descriptions. The table was generated from the OpenAPI documents of [Version]. It is read
// when the first kind is looked up. A program that looks up no kind only pays for the size of the
// packed table.
//
// These documents do not contain what the API server checks in Go code, such as the form of names.
package builtin

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the table
	"io"
	"sync"

	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

//go:generate go run -C gen . ../kinds.json.gz

// Version is the release of Kubernetes from which the kinds come.
const Version = "v1.34.1"

//go:embed kinds.json.gz
var packed []byte

// Kinds returns the source of the kinds, which is always the same.
func Kinds() schema.Source { return source{} }

type source struct{}

var (
	once  sync.Once
	known *schema.Set
)

// table returns the kinds. A plain function costs nothing in programs that link this package and never call it.
func table() *schema.Set {
	once.Do(func() {
		doc, err := unpack(packed)
		if err != nil {
			panic(err) // the table is a part of this package
		}
		kinds, err := schema.Read(doc, nil)
		if err != nil {
			panic(err)
		}
		known = schema.NewSet(kinds...)
	})
	return known
}

func unpack(packed []byte) (value.Value, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return value.Value{}, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return value.Value{}, err
	}
	return valuejson.Parse(string(text), valuejson.Limits{})
}

func (source) Lookup(n schema.Name) (*schema.Kind, error) { return table().Lookup(n) }

func (source) Names(group string) []schema.Name { return table().Names(group) }

func (source) Groups() []string { return table().Groups() }
