package render

import (
	"cmp"
	"slices"
	"strconv"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// A requirement is one that the Composition itself makes for a step.
type requirement struct {
	name     string
	selector *fnv1.ResourceSelector
}

// readRequirements reads requirements.requiredResources of a step, which Crossplane resolves before the first call.
func (s *Step) readRequirements(fields *structpb.Struct) error {
	for i, v := range list(fields, "requirements", "requiredResources") {
		path := []string{"requirements", "requiredResources", strconv.Itoa(i)}
		r := v.GetStructValue()
		for _, f := range []string{"requirementName", "apiVersion", "kind"} {
			if Text(r, f) == "" {
				return s.errorf(path, "required resource %d has no %s.%s", i+1, f, didYouMean(f, sortedKeys(r.GetFields())))
			}
		}
		sel := &fnv1.ResourceSelector{ApiVersion: apiVersion(r), Kind: kind(r)}
		if ns := Text(r, "namespace"); ns != "" {
			sel.Namespace = &ns
		}
		labels := stringMap(r, "matchLabels")
		switch n := Text(r, "name"); {
		case n != "" && len(labels) > 0:
			return s.errorf(path, "required resource %q has both name and matchLabels; set only one of them",
				Text(r, "requirementName"))
		case n != "":
			sel.Match = &fnv1.ResourceSelector_MatchName{MatchName: n}
		case len(labels) > 0:
			sel.Match = &fnv1.ResourceSelector_MatchLabels{MatchLabels: &fnv1.MatchLabels{Labels: labels}}
		}
		s.bootstrap = append(s.bootstrap, requirement{Text(r, "requirementName"), sel})
	}
	return nil
}

// fetch answers a selector from the given objects, sorted by namespace and name. No match gives an empty answer.
func fetch(objects []*Object, sel *fnv1.ResourceSelector) *fnv1.Resources {
	var found []*structpb.Struct
	for _, o := range objects {
		if matches(o.Fields, sel) {
			found = append(found, o.Fields)
		}
	}
	slices.SortStableFunc(found, func(a, b *structpb.Struct) int {
		return cmp.Or(cmp.Compare(namespace(a), namespace(b)), cmp.Compare(name(a), name(b)))
	})
	res := &fnv1.Resources{}
	for _, s := range found {
		res.Items = append(res.Items, &fnv1.Resource{Resource: s})
	}
	return res
}

// matches reports whether an object is asked for. A name without namespace means a cluster-scoped object; labels
// without namespace, or no match at all, search every namespace.
func matches(s *structpb.Struct, sel *fnv1.ResourceSelector) bool {
	if apiVersion(s) != sel.GetApiVersion() || kind(s) != sel.GetKind() {
		return false
	}
	if sel.Namespace != nil && namespace(s) != sel.GetNamespace() {
		return false
	}
	switch m := sel.GetMatch().(type) {
	case *fnv1.ResourceSelector_MatchName:
		return name(s) == m.MatchName && namespace(s) == sel.GetNamespace()
	case *fnv1.ResourceSelector_MatchLabels:
		labels := stringMap(s, "metadata", "labels")
		for k, want := range m.MatchLabels.GetLabels() {
			if got, ok := labels[k]; !ok || got != want {
				return false
			}
		}
	}
	return true
}

// noteRequirements takes down what a step asked for.
func (p *pipeline) noteRequirements(step string, asked *fnv1.Requirements) {
	//lint:ignore SA1019 functions for Crossplane v1 still ask this way
	for _, selectors := range []map[string]*fnv1.ResourceSelector{asked.GetResources(), asked.GetExtraResources()} {
		for _, n := range sortedKeys(selectors) {
			found := len(fetch(p.inputs.Required, selectors[n]).GetItems())
			p.requirements = append(p.requirements, Requirement{Step: step, Name: n, Selector: selectors[n], Found: found})
		}
	}
}

func fetchAll(objects []*Object, selectors map[string]*fnv1.ResourceSelector) map[string]*fnv1.Resources {
	answers := make(map[string]*fnv1.Resources, len(selectors))
	for n, sel := range selectors {
		answers[n] = fetch(objects, sel)
	}
	return answers
}
