package render

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/manifest"
)

// Field returns the value at a path below an object, or nil if there is none.
func Field(s *structpb.Struct, path ...string) *structpb.Value {
	for i, p := range path {
		v := s.GetFields()[p]
		if i == len(path)-1 {
			return v
		}
		s = v.GetStructValue()
	}
	return nil
}

// Text returns the string at a path below an object, or "" if there is none.
func Text(s *structpb.Struct, path ...string) string { return Field(s, path...).GetStringValue() }

func object(s *structpb.Struct, path ...string) *structpb.Struct {
	return Field(s, path...).GetStructValue()
}

func list(s *structpb.Struct, path ...string) []*structpb.Value {
	return Field(s, path...).GetListValue().GetValues()
}

// setField sets the value at path, and creates the objects on the path.
func setField(s *structpb.Struct, v *structpb.Value, path ...string) {
	for _, p := range path[:len(path)-1] {
		next := s.Fields[p].GetStructValue()
		if next == nil {
			next = &structpb.Struct{}
			put(s, p, structpb.NewStructValue(next))
		}
		s = next
	}
	put(s, path[len(path)-1], v)
}

func setText(s *structpb.Struct, v string, path ...string) {
	setField(s, structpb.NewStringValue(v), path...)
}

func put(s *structpb.Struct, key string, v *structpb.Value) {
	if s.Fields == nil {
		s.Fields = map[string]*structpb.Value{}
	}
	s.Fields[key] = v
}

// stringMap returns the strings in the object at path, without other values.
func stringMap(s *structpb.Struct, path ...string) map[string]string {
	fields := object(s, path...).GetFields()
	m := make(map[string]string, len(fields))
	for k, v := range fields {
		if t, ok := v.GetKind().(*structpb.Value_StringValue); ok {
			m[k] = t.StringValue
		}
	}
	return m
}

func apiVersion(s *structpb.Struct) string { return Text(s, "apiVersion") }
func kind(s *structpb.Struct) string       { return Text(s, "kind") }
func name(s *structpb.Struct) string       { return Text(s, "metadata", "name") }
func namespace(s *structpb.Struct) string  { return Text(s, "metadata", "namespace") }

// describe returns the kind and the name, if any, of an object for messages.
func describe(s *structpb.Struct) string {
	d := kind(s)
	if d == "" {
		d = "this object"
	}
	n := name(s)
	if ns := namespace(s); ns != "" && n != "" {
		n = ns + "/" + n
	}
	if n == "" {
		return d
	}
	return d + " " + strconv.Quote(n)
}

// group returns the API group of an apiVersion; the core group is "".
func group(apiVersion string) string {
	g, _, ok := strings.Cut(apiVersion, "/")
	if !ok {
		return ""
	}
	return g
}

// sequenceIndex reads one step of a path as the index of a list with n items.
func sequenceIndex(step string, n int) (int, bool) {
	i, err := strconv.Atoi(step)
	return i, err == nil && i >= 0 && i < n
}

// checkMeta checks that o has the fields of every Kubernetes object.
func (o *Object) checkMeta() error {
	for _, f := range []string{"apiVersion", "kind"} {
		if err := o.needText(f); err != nil {
			return err
		}
	}
	return nil
}

// needText reports a field that is missing, not a string, or empty.
func (o *Object) needText(path ...string) error {
	v := Field(o.Fields, path...)
	if t, ok := v.GetKind().(*structpb.Value_StringValue); ok && t.StringValue != "" {
		return nil
	}
	where := strings.Join(path, ".")
	if v == nil {
		hint := didYouMean(path[len(path)-1], siblings(o.Fields, path))
		return o.errorf(path, "%s has no %s.%s", describe(o.Fields), where, hint)
	}
	return o.errorf(path, "%s: %s must be a string that is not empty, found %s", describe(o.Fields), where,
		o.found(path, v))
}

// found describes the value at path and, if this may be surprising, why YAML reads it in this way.
func (o *Object) found(path []string, v *structpb.Value) string {
	n := nodeAt(o.node, path)
	if b, ok := v.GetKind().(*structpb.Value_BoolValue); ok {
		s := "the boolean " + strconv.FormatBool(b.BoolValue)
		if _, legacy := manifest.LegacyBool(n.Value); legacy {
			s += " (YAML reads a plain " + n.Value + " as one; quote it)"
		}
		return s
	}
	return manifest.Describe(n)
}

// siblings returns the keys beside the last step of path.
func siblings(s *structpb.Struct, path []string) []string {
	if len(path) > 1 {
		s = object(s, path[:len(path)-1]...)
	}
	return sortedKeys(s.GetFields())
}

// didYouMean returns a blank and a sentence with the candidate nearest to name, or "".
func didYouMean(name string, candidates []string) string { return diag.DidYouMean(name, candidates) }

// perhaps is like [didYouMean] for the end of a message without a full stop.
func perhaps(name string, candidates ...string) string {
	if near := didYouMean(name, candidates); near != "" {
		return "." + near
	}
	return ""
}

// nearestFile suggests a file in the same directory for a path that does not exist: the same name with another
// extension, or a similar name. Extensions do not count for the similarity, because most files have the same one.
func nearestFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	near := ""
	base := filepath.Base(path)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	var similar []string
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		switch s := strings.TrimSuffix(e.Name(), ext); {
		case s == stem:
			near = e.Name()
		case ext == filepath.Ext(base):
			similar = append(similar, s)
		}
	}
	if s := diag.Nearest(stem, similar); near == "" && s != "" {
		near = s + filepath.Ext(base)
	}
	if near == "" {
		return ""
	}
	return `. Did you mean "` + filepath.Join(filepath.Dir(path), near) + `"?`
}
