package typing

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/schema"
)

// The forms that the code of Kubernetes requires.
var (
	subdomain   = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)
	labelValue  = regexp.MustCompile(`^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`)
	labelName   = regexp.MustCompile(`^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$`)
	subdomainCh = regexp.MustCompile(`[^-a-z0-9.]`)
	labelCh     = regexp.MustCompile(`[^-A-Za-z0-9_.]`)
)

const (
	maxSubdomain = 253
	maxLabel     = 63
)

// metadata checks names and labels, which schemas do not limit.
func (a against) metadata(body *term, k *schema.Kind) {
	a.pass = labelling
	f := body.field("metadata")
	if f == nil {
		return
	}
	a.into("metadata").each(f.val, func(a against, meta *term) {
		if n := meta.field("name"); n != nil && !freeNames[k.Name.Group] {
			a.into("name").each(n.val, against.name)
		}
		a.labelsIn(meta, "labels", true)
		a.labelsIn(meta, "annotations", false)
	})
}

// labelsIn checks a field of labels, or the keys of a field of annotations.
func (a against) labelsIn(t *term, field string, values bool) {
	if l := t.field(field); l != nil {
		a.pass = labelling
		a.into(field).each(l.val, func(a against, t *term) { a.labels(t, values) })
	}
}

// inner checks the labels of templates and selectors within an object.
func (a against) inner(t *term, s *schema.Schema) {
	if a.path == nil || a.path.before == nil || a.junctor {
		return
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { _, known := s.Property(n); return !known })
	}
	switch {
	case len(s.Properties) == 2 && has("matchLabels", "matchExpressions"):
		a.labelsIn(t, "matchLabels", true)
	case has("labels", "annotations", "ownerReferences"):
		a.labelsIn(t, "labels", true)
		a.labelsIn(t, "annotations", false)
	}
}

// anyMetadata checks the metadata of an object whose kind is not known: all kinds have the same.
func (a against) anyMetadata(t *term) {
	k := a.lookupKind(schema.Name{Version: "v1", Kind: "ConfigMap"})
	f := t.field("metadata")
	if k == nil || f == nil {
		return
	}
	p, _ := k.Schema().Property("metadata")
	a.into("metadata").check(f.val, p.Schema)
	a.into("metadata").each(f.val, func(a against, meta *term) {
		a.labelsIn(meta, "labels", true)
		a.labelsIn(meta, "annotations", false)
	})
}

// freeNames are the groups whose objects may have other names.
var freeNames = map[string]bool{"rbac.authorization.k8s.io": true, "certificates.k8s.io": true,
	"apiregistration.k8s.io": true}

// each visits the values of a term.
func (a against) each(t *term, visit func(against, *term)) {
	switch t.form {
	case byName:
		a.enter(t).each(t.parts[0], visit)
	case choice:
		a.alternatives(t, func(a against, t *term) { a.each(t, visit) })
	default:
		a.see(t.at)
		visit(a, t)
	}
}

func (a against) name(t *term) {
	const rule = "; a name consists of lower case letters, digits, \"-\" and \".\", and begins and ends with a letter " +
		"or digit"
	if text, ok := t.text(); ok {
		if text == "" {
			return // it has its own rule
		}
		if len(text) > maxSubdomain || !subdomain.MatchString(text) {
			a.refuse(t.at, code.ObjectName, "Invalid name", "Kubernetes does not accept the name "+strconv.Quote(text)+rule)
		}
		return
	}
	if bad := badPart(t, subdomainCh, "-."); bad != "" {
		a.refuse(t.at, code.ObjectName, "Invalid name", "Kubernetes does not accept names with "+strconv.Quote(bad)+" there"+
			rule)
	}
}

// badPart returns the part of a template's constant text that no valid text can have: a character, or one at the
// beginning or end.
func badPart(t *term, never *regexp.Regexp, notAtEnds string) string {
	if t.texts == nil {
		return ""
	}
	for i, part := range *t.texts {
		if part == computed || part == "" {
			continue
		}
		if bad := never.FindString(part); bad != "" {
			return bad
		}
		if i == 0 && strings.ContainsAny(part[:1], notAtEnds) {
			return part[:1]
		}
		if last := part[len(part)-1:]; i == len(*t.texts)-1 && strings.ContainsAny(last, notAtEnds) {
			return last
		}
	}
	return ""
}

// labels checks labels, or the keys of annotations.
func (a against) labels(t *term, values bool) {
	if t.form != object && t.form != mapping {
		return
	}
	if values {
		for _, v := range t.parts {
			a.into("*").each(v, against.labelValue)
		}
	}
	for i := range t.fields {
		f := &t.fields[i]
		inner := a.into(f.name)
		inner.see(f.key)
		if why := badKey(f.name); why != "" {
			inner.refuse(f.key, code.InvalidLabel, "Invalid key", "Kubernetes does not accept the key "+strconv.Quote(f.name)+
				": "+why)
		}
		if values {
			inner.each(f.val, against.labelValue)
		}
	}
}

func (a against) labelValue(t *term) {
	const rule = "; the value of a label has at most 63 characters, which are letters, digits, \"-\", \"_\" and \".\", " +
		"and begins and ends with a letter or digit"
	if text, ok := t.text(); ok {
		if len(text) > maxLabel || !labelValue.MatchString(text) {
			a.refuse(t.at, code.InvalidLabel, "Invalid label", "Kubernetes does not accept "+strconv.Quote(text)+rule)
		}
		return
	}
	if bad := badPart(t, labelCh, "-_."); bad != "" {
		a.refuse(t.at, code.InvalidLabel, "Invalid label", "Kubernetes does not accept labels with "+strconv.Quote(bad)+
			" there"+rule)
	}
}

// badKey returns the error in the key of a label or an annotation: a name, or a prefix and a name.
func badKey(key string) string {
	prefix, name, found := strings.Cut(key, "/")
	if !found {
		prefix, name = "", key
	}
	switch {
	case found && (len(prefix) > maxSubdomain || !subdomain.MatchString(strings.ToLower(prefix))):
		return "the prefix before \"/\" must be a DNS name, such as example.org"
	case len(name) > maxLabel:
		return "a name has at most 63 characters"
	case !labelName.MatchString(name):
		return "a name consists of letters, digits, \"-\", \"_\" and \".\", and begins and ends with a letter or digit"
	}
	return ""
}
