package render

import (
	"cmp"
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

// fields are those of an object to be made: texts, booleans, messages, objects, and lists of messages.
type fields = map[string]any

// StructOf makes a message of fields.
func StructOf(from fields) *structpb.Struct {
	s := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(from))}
	for name, field := range from {
		switch v := field.(type) {
		case string:
			s.Fields[name] = structpb.NewStringValue(v)
		case bool:
			s.Fields[name] = structpb.NewBoolValue(v)
		case *structpb.Value:
			s.Fields[name] = v
		case *structpb.Struct:
			s.Fields[name] = structpb.NewStructValue(v)
		case fields:
			s.Fields[name] = structpb.NewStructValue(StructOf(v))
		case []*structpb.Struct:
			s.Fields[name] = listOf(v)
		}
	}
	return s
}

func listOf(objects []*structpb.Struct) *structpb.Value {
	l := &structpb.ListValue{}
	for _, o := range objects {
		l.Values = append(l.Values, structpb.NewStructValue(o))
	}
	return structpb.NewListValue(l)
}

// ConnectionSecret returns namespace and name of the Secret that an object publishes its connection details to; the
// name is "" if there is none.
func ConnectionSecret(o *structpb.Struct) (ns, n string) {
	ref := object(o, "spec", "writeConnectionSecretToRef")
	return cmp.Or(Text(ref, "namespace"), namespace(o)), Text(ref, "name")
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
	d, n := cmp.Or(kind(s), "this object"), name(s)
	if n == "" {
		return d
	}
	return d + " " + strconv.Quote(strings.TrimPrefix(namespace(s)+"/"+n, "/"))
}

// group returns the API group of an apiVersion; the core group is "".
func group(apiVersion string) string {
	if g, _, ok := strings.Cut(apiVersion, "/"); ok {
		return g
	}
	return ""
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
		beside := o.Fields
		if last := len(path) - 1; last > 0 {
			beside = object(o.Fields, path[:last]...)
		}
		hint := didYouMean(path[len(path)-1], sortedKeys(beside.GetFields()))
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
