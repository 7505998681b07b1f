package plane

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
)

// The forms of names and labels that an API server accepts.
var (
	subdomain  = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)
	domain     = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`)
	labelPart  = regexp.MustCompile(`^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$`)
	pathPart   = regexp.MustCompile(`^[^/%]+$`)
	startsWith = regexp.MustCompile(`^[a-z]`)
)

const (
	longestName  = 253
	longestLabel = 63
)

// admit returns an error if an API server would reject the metadata of desired objects. Schemas do not describe these
// rules.
//
// It is worth checking because names and labels are often put together from what users write, and fail only for some of
// them, which is exactly what tests are for.
func admit(out *render.Output) error {
	var wrong render.ErrorList
	for i, body := range out.Composed {
		refuse := func(problem string, path ...string) {
			e := &render.ComposedError{Step: out.Makings[i].Step, Resource: out.Makings[i].Name, Problem: problem}
			for _, name := range path {
				e.Path = e.Path.Attr(name)
			}
			wrong = append(wrong, e)
		}
		if problem := nameProblem(kindOf(body), render.Text(body, "metadata", "name")); problem != "" {
			refuse(problem, "metadata", "name")
		}
		labels := render.Field(body, "metadata", "labels").GetStructValue().GetFields()
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			if problem := keyProblem(key); problem != "" {
				refuse(problem, "metadata", "labels")
			} else if v := labels[key].GetStringValue(); v != "" && (len(v) > longestLabel || !labelPart.MatchString(v)) {
				refuse(fmt.Sprintf("%q is not a valid label value: expected at most %d letters, digits, '-', '_' and '.', with a "+
					"letter or digit at both ends", v, longestLabel),
					"metadata", "labels", key)
			}
		}
		annotations := render.Field(body, "metadata", "annotations").GetStructValue().GetFields()
		for _, key := range slices.Sorted(maps.Keys(annotations)) {
			if problem := keyProblem(strings.ToLower(key)); problem != "" {
				refuse(problem, "metadata", "annotations")
			}
		}
	}
	return wrong.OrNil()
}

// nameProblem returns the reason why the name of an object is invalid, or "".
func nameProblem(kind schema.Name, name string) string {
	switch {
	case kind.Group == "rbac.authorization.k8s.io":
		if !pathPart.MatchString(name) || name == "." || name == ".." {
			return fmt.Sprintf("%q is not a valid name: it is part of a URL, so it cannot contain '/' or '%%'", name)
		}
	case kind.Group == "" && kind.Kind == "Service":
		if len(name) > longestLabel || !domain.MatchString(name) || !startsWith.MatchString(name) {
			return fmt.Sprintf("%q is not a valid name for a Service: expected at most %d lower case letters, digits and '-', "+
				"with a letter first and no '-' at the end", name, longestLabel)
		}
	case kind.Group == "" && kind.Kind == "Namespace":
		if len(name) > longestLabel || !domain.MatchString(name) {
			return fmt.Sprintf("%q is not a valid name for a Namespace: expected at most %d lower case letters, digits and "+
				"'-', with a letter or digit at both ends", name, longestLabel)
		}
	case len(name) > longestName || !subdomain.MatchString(name):
		return fmt.Sprintf("%q is not a valid name for an object: expected at most %d lower case letters, digits, '-' and "+
			"'.', with a letter or digit at both ends", name, longestName)
	}
	return ""
}

// keyProblem returns the reason why the key of a label or annotation is invalid, or "".
func keyProblem(key string) string {
	prefix, name, qualified := strings.Cut(key, "/")
	if !qualified {
		prefix, name = "", key
	}
	if len(name) > longestLabel || !labelPart.MatchString(name) ||
		qualified && (len(prefix) > longestName || !subdomain.MatchString(prefix)) {
		return fmt.Sprintf("has the key %q: expected at most %d letters, digits, '-', '_' and '.', optionally after a "+
			"domain and '/'", key, longestLabel)
	}
	return ""
}
