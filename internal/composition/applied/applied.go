package applied

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The last applied state is read from the managed fields of the object, which the API server keeps anyway ("Source of
// the last applied state" in docs/decisions.md). This package returns a body or the reason why there is none. It never
// guesses, because the body is sent back and would change the object.

// managerPrefix is the prefix of the names of Crossplane's field managers for composed objects.
const managerPrefix = "apiextensions.crossplane.io/composed/"

// Manager returns the name of the field manager that Crossplane uses for the composed objects of a composite resource.
// Each combination of name, kind and group has its own.
func Manager(composite value.Value) string {
	metadata, _ := plain(composite).Attr("metadata")
	group, _, grouped := strings.Cut(textAt(composite, "apiVersion"), "/")
	kind := textAt(composite, "kind")
	if grouped {
		kind += "." + group
	}
	return fmt.Sprintf("%s%x", managerPrefix, sha256.Sum256([]byte(textAt(metadata, "name")+kind)))
}

// Body returns the body of a composed object as Crossplane last applied it for a composite resource: apiVersion, kind,
// and the fields that the managed fields list. The values are those of the object, including marks; parts that were
// applied as a whole are shared with the object. The error is the reason why there is no such body, and continues a
// sentence about the object.
func Body(composite, object, managedFields value.Value) (value.Value, error) {
	if plain(managedFields).Len() == 0 {
		return value.Value{}, errors.New("it has no metadata.managedFields (kubectl prints them with --show-managed-fields)")
	}
	manager, version := Manager(composite), textAt(object, "apiVersion")
	var own value.Value
	var others []value.Value
	for _, e := range plain(managedFields).Elems() {
		fields, _ := plain(e).Attr("fieldsV1")
		switch {
		// Entries for other versions have paths of another schema.
		case textAt(e, "apiVersion") != version:
		case textAt(e, "manager") == manager && textAt(e, "operation") == "Apply" && textAt(e, "subresource") == "":
			if !own.IsZero() {
				return value.Value{}, fmt.Errorf("its metadata.managedFields have two entries of %s for apiVersion %s", manager,
					version)
			}
			own = plain(fields)
		default:
			others = append(others, plain(fields))
		}
	}
	if own.IsZero() {
		return value.Value{}, fmt.Errorf(
			"its metadata.managedFields have no entry of operation Apply of %s for apiVersion %s", manager, version)
	}
	body, err := owned{fields: own, others: others}.object(object)
	if err != nil {
		return value.Value{}, err
	}
	return composed(body, object), nil
}

// The parts of metadata, and the keys of labels and annotations, that Crossplane sets on every composed object.
var (
	coreMetadata    = []string{"generateName", "name", "namespace", "ownerReferences"}
	coreLabels      = []string{"crossplane.io/claim-name", "crossplane.io/claim-namespace", "crossplane.io/composite"}
	coreAnnotations = []string{"crossplane.io/composition-resource-name"}
)

// composed returns a body from the applied fields of an object: with its identity, and without what Crossplane sets.
func composed(applied, object value.Value) value.Value {
	if metadata, ok := applied.Attr("metadata"); ok {
		metadata = without(metadata, coreMetadata)
		metadata = withoutKeys(metadata, "labels", coreLabels)
		metadata = withoutKeys(metadata, "annotations", coreAnnotations)
		applied = with(applied, "metadata", metadata)
		if metadata.Len() == 0 {
			applied = without(applied, []string{"metadata"})
		}
	}
	for _, name := range []string{"apiVersion", "kind"} {
		if v, ok := plain(object).Attr(name); ok {
			applied = with(applied, name, v)
		}
	}
	return applied
}

// withoutKeys removes keys from a part of an object, and the part itself if it becomes empty.
func withoutKeys(of value.Value, part string, keys []string) value.Value {
	v, ok := of.Attr(part)
	if !ok || !contract.IsObject(plain(v)) {
		return of
	}
	left := without(v, keys)
	if left.Len() == 0 && v.Len() > 0 {
		return without(of, []string{part})
	}
	return with(of, part, left)
}

func without(of value.Value, drop []string) value.Value {
	var names []string
	var vals []value.Value
	for i, name := range of.Names() {
		if !slices.Contains(drop, name) {
			names, vals = append(names, name), append(vals, of.At(i))
		}
	}
	return host.ObjectOf(host.NewShape(names), vals)
}

func with(of value.Value, name string, v value.Value) value.Value {
	names, vals := slices.Clone(of.Names()), slices.Clone(of.Elems())
	i, found := slices.BinarySearch(names, name)
	if found {
		vals[i] = v
		return host.ObjectOf(host.ShapeOf(of), vals)
	}
	return host.ObjectOf(host.NewShape(slices.Insert(names, i, name)), slices.Insert(vals, i, v))
}

func plain(v value.Value) value.Value {
	u, _ := v.Unmark()
	return u
}

// textAt returns the string at an attribute, "" if there is none.
func textAt(of value.Value, name string) string {
	v, _ := plain(of).Attr(name)
	return v.AsString()
}
