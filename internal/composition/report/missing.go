package report

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// There are two kinds of missing inputs. Data from the cluster (status, observed resources, answers, context) will
// appear without action. The input of users of the composite resource (its spec and metadata) does not appear until
// somebody writes it.

// missing reports whether only a user can set a path, and returns the field that the composite lacks.
func missing(p value.Path) (field string, ok bool) {
	if model.PathName(p, 0) != model.RootReq || model.PathName(p, 1) != "composite" {
		return "", false
	}
	switch model.PathName(p, 2) {
	case "spec":
		ok = !slices.Contains(coreSpec, model.PathName(p, 3))
	case "metadata":
		ok = !coreMetadata(model.PathName(p, 3), model.PathName(p, 4))
	}
	return strings.TrimPrefix(wording.Path(p), "req.composite."), ok
}

// coreSpec are the members of a composite's spec that Crossplane fills in.
//
// The list has the names of both generations of composite resources. Users must not be told to set a field that
// Crossplane fills in.
var coreSpec = []string{
	"crossplane", "claimRef", "compositionRef", "compositionRevisionRef", "compositionSelector",
	"compositionRevisionSelector",
	"compositionUpdatePolicy", "environmentConfigRefs", "resourceRefs", "writeConnectionSecretToRef",
	"publishConnectionDetailsTo",
}

// coreMetadata reports whether Crossplane or Kubernetes fills in a member of metadata, or one of its labels or
// annotations.
func coreMetadata(name, key string) bool {
	switch name {
	case "labels", "annotations":
		domain, _, found := strings.Cut(key, "/")
		return found && (domain == "crossplane.io" || strings.HasSuffix(domain, ".crossplane.io") ||
			domain == "kubernetes.io" || strings.HasSuffix(domain, ".kubernetes.io"))
	case "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "finalizers", "ownerReferences",
		"selfLink", "managedFields":
		return true
	}
	return false
}

func lacks(field string, o value.Origin) string {
	return "the composite has no " + field + placeOf(o.Range)
}

// makeOptional returns a hint how to make an input optional.
func makeOptional(o value.Origin) string {
	return "set it, or make it optional, as in try(" + wording.Path(o.Path) + ", \"a default\")"
}

// placing returns the words for a place in a sentence: [placeOf] for plain text, as in the cluster, and [nowhere] if
// notes show the place.
type placing func(source.Range) string

func placeOf(at source.Range) string {
	if at.IsZero() {
		return ""
	}
	return " (" + at.String() + ")"
}

func nowhere(source.Range) string { return "" }

func pathText(o value.Origin) string {
	if len(o.Path) == 0 {
		return "a value that is not known yet"
	}
	return wording.Path(o.Path)
}

// describeWait returns the words for an input, and for where it is read.
func describeWait(o value.Origin, place placing) string { return pathText(o) + place(o.Range) }

func briefPlaces(list []value.Origin, place placing) string {
	return brief(list, maxWaits, ", ", func(o value.Origin) string { return describeWait(o, place) })
}

func briefPaths(list []value.Origin) string {
	paths := make([]string, len(list))
	for i, o := range list {
		paths[i] = pathText(o)
	}
	return strings.Join(paths, ", ")
}

// needs returns a sentence about the inputs that an attribute of an item waits for. attribute is the words for it.
func (it *Item) needs(attribute string, place placing) string {
	text := it.lacks(attribute, place)
	if len(it.Kept) > 0 {
		text += keptText
	}
	return text
}

func (it *Item) lacks(attribute string, place placing) string {
	var comes, lacking []value.Origin
	for _, o := range it.Waits {
		if _, ok := missing(o.Path); ok {
			lacking = append(lacking, o)
		} else {
			comes = append(comes, o)
		}
	}
	if len(lacking) == 0 {
		return attribute + " waits for " + briefPlaces(comes, place)
	}
	lacks := "the composite has no " + brief(lacking, maxWaits, ", ", func(o value.Origin) string {
		field, _ := missing(o.Path)
		return field + place(o.Range)
	})
	if len(comes) == 0 {
		return lacks + ", which " + attribute + " needs; " + makeOptional(lacking[0])
	}
	return attribute + " waits for " + briefPlaces(comes, place) + "; also, " + lacks + "; " + makeOptional(lacking[0])
}

// keptText is added to a message about missing inputs if the governed resources stay in the answer.
const keptText = ", and existing resources stay as they were last applied"
