package stdlib

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var k8sObjectFuncs = []*function.Decl{k8sConditionFunc, k8sGetFunc, k8sMergeFunc}

var k8sMergeFunc = &function.Decl{
	Name: "k8s::merge", Group: groupKubernetes, Since: since,
	Summary: "Merges objects and maps deeply. If several have a value for a key, the last value is used.",
	Description: "Objects and maps are merged key by key, at every depth. Everything else, lists too, is replaced " +
		"whole. A null argument is ignored; a null value in an argument replaces the earlier value. The result is an " +
		"object. If one side is not known yet and may be an object, everything below that key is not known yet.",
	Variadic: new(nullable(dynamic(structure("objects", "The objects and maps.")))),
	Refine:   notNull,
	Infer:    inferDeepMerge,
	Impl:     deepMerge,
	Examples: []function.Example{
		ex(`k8s::merge({ spec = { replicas = 1, paused = false } }, { spec = { replicas = 3 } })`,
			`{ spec = { paused = false, replicas = 3 } }`),
		ex(`k8s::merge({ a = [1, 2] }, { a = [3] })`, `{ a = [3] }`),
	},
}

func deepMerge(c *function.Call) (value.Value, error) {
	out := newMerger(c)
	for i, a := range c.Args {
		if a.IsNull() {
			continue
		}
		bare, marks := a.Unmark()
		if !isMappingKind(bare.Kind()) {
			return value.Value{}, notAMap(i, bare.Type())
		}
		if !out.add(bare, marks, 0) {
			return value.Value{}, function.Arg(i, fmt.Errorf("is nested more than %d levels deep", maxNesting))
		}
	}
	return out.value(), nil
}

// merger is an object that is being merged. It takes values apart only when a second one has to be merged into them, so
// that the work is proportional to the size of all arguments.
type merger struct {
	vals  map[string]value.Value
	below map[string]*merger // what was merged already, in place of a value
	marks *value.Marks
	open  value.Value // the first part that is open
	call  *function.Call
}

// mergedBytes is the memory of an attribute of an object that is being merged.
const mergedBytes = 4 * function.ElementBytes

func newMerger(c *function.Call) *merger { return &merger{vals: map[string]value.Value{}, call: c} }

// add merges a known, unmarked object or map. It returns false if the object is nested too deeply, or if there is no
// room for it, which ends the evaluation.
func (m *merger) add(v value.Value, marks *value.Marks, depth int) bool {
	if depth > maxNesting || m.call.Reserve(mergedBytes*(1+v.Len())) != nil {
		return false
	}
	m.marks = m.marks.Union(marks)
	if host.IsOpen(v) && !host.IsOpen(m.open) {
		m.open = v
	}
	for i, name := range v.Names() {
		if !m.set(name, v.At(i), depth) {
			return false
		}
	}
	return true
}

func (m *merger) set(name string, v value.Value, depth int) bool {
	bare, marks := v.Unmark()
	old, oldMarks := m.vals[name].Unmark()
	below := m.below[name]
	mayMerge := mayBeMapping(bare) && (below != nil || mayBeMapping(old))
	if mayMerge && (bare.IsUnknown() || old.IsUnknown()) {
		if below != nil {
			old, oldMarks = below.value().Unmark()
		}
		delete(m.below, name)
		m.vals[name] = waiting(types.Dynamic, old, bare).WithMarks(oldMarks.Union(marks))
		return true
	}
	switch mergeable := isMappingKind(bare.Kind()) && bare.IsContainer(); {
	case mergeable && below != nil:
		return below.add(bare, marks, depth+1)
	case mergeable && isMappingKind(old.Kind()) && old.IsContainer():
		below = newMerger(m.call)
		if m.below == nil {
			m.below = map[string]*merger{}
		}
		m.below[name] = below
		m.vals[name] = value.Null // keeps the place of the name
		return below.add(old, oldMarks, depth+1) && below.add(bare, marks, depth+1)
	}
	delete(m.below, name)
	m.vals[name] = v
	return true
}

// mayBeMapping reports whether an unmarked value is an object or a map, or may turn out to be one.
func mayBeMapping(v value.Value) bool {
	if v.IsUnknown() {
		t := baseType(v.Type())
		return t.IsDynamic() || isMapping(t)
	}
	return v.IsContainer() && isMappingKind(v.Kind())
}

func (m *merger) value() value.Value {
	var b host.ObjectBuilder
	b.Grow(len(m.vals))
	for name, v := range m.vals {
		if below := m.below[name]; below != nil {
			v = below.value()
		}
		b.Set(name, v)
	}
	v := b.Object()
	if host.IsOpen(m.open) {
		v = host.OpenLike(v, m.open)
	}
	return v.WithMarks(m.marks)
}

var k8sGetFunc = &function.Decl{
	Name: "k8s::get", Group: groupKubernetes, Since: since,
	Summary: "Returns the value at a path in an object, or a default if the value is absent or null.",
	Description: "The path is a list of keys and indexes, or a string of keys separated by dots, in which a whole " +
		"number is the index of a list. For keys that contain dots, such as those of annotations, use a list.",
	Params: []function.Param{whatever("object", "The object to look into."),
		{Name: "path", Type: types.Dynamic,
			Description: "The path, such as \"status.addresses.0.ip\" or [\"metadata\", \"labels\", \"a.b/c\"]."},
		whatever("default", "The value to return if there is none.")},
	Infer: inferGet,
	Impl:  getPath,
	Examples: []function.Example{
		ex(`k8s::get({ status = { ip = "10.0.0.1" } }, "status.ip", "none")`, `"10.0.0.1"`),
		ex(`k8s::get({ status = {} }, "status.addresses.0.ip", "none")`, `"none"`),
		ex(`k8s::get({ metadata = { labels = { "a.b/c" = "x" } } }, ["metadata", "labels", "a.b/c"], "")`, `"x"`),
	},
}

func getPath(c *function.Call) (value.Value, error) {
	steps, err := pathSteps(c)
	if err != nil {
		return value.Value{}, err
	}
	v, marks := c.Args[0].Unmark()
	for _, s := range steps {
		if v.IsUnknown() {
			return unknowns.WithOrigins(value.DynamicUnknown, v.Origins()).WithMarks(marks), nil
		}
		next, ok := step(v, s)
		if !ok {
			return c.Args[2].WithMarks(marks), nil
		}
		var m *value.Marks
		v, m = next.Unmark()
		marks = marks.Union(m)
	}
	switch {
	case v.IsNull():
		return c.Args[2].WithMarks(marks), nil
	case v.IsUnknown() && unknowns.CouldBeNull(v): // then it is the default
		return waiting(types.Dynamic, v).WithMarks(marks), nil
	}
	return v.WithMarks(marks), nil
}

func pathSteps(c *function.Call) ([]string, error) {
	p := c.Args[1]
	if p.IsString() {
		n := strings.Count(p.AsString(), ".")
		if err := c.Work(int64(n)); err != nil {
			return nil, err
		}
		if err := c.Room(n * function.ElementBytes); err != nil {
			return nil, err
		}
		return strings.Split(p.AsString(), "."), nil
	}
	if !isSequence(p) || p.Kind() == types.KindSet {
		return nil, notAPath(1, p.Type())
	}
	steps := make([]string, p.Len())
	for i, e := range p.Elems() {
		s, ok := asText(e)
		if !ok {
			return nil, function.Arg(1, fmt.Errorf("element %d is neither a string nor a number", i))
		}
		steps[i] = s
	}
	return steps, nil
}

// step returns a part of a known, unmarked value.
func step(v value.Value, s string) (value.Value, bool) {
	switch {
	case isMappingKind(v.Kind()) && v.IsContainer():
		return v.Attr(s)
	case isSequence(v) && v.Kind() != types.KindSet:
		if i, err := strconv.Atoi(s); err == nil && i >= 0 && i < v.Len() {
			return v.At(i), true
		}
	}
	return value.Value{}, false
}

var k8sConditionFunc = &function.Decl{
	Name: "k8s::condition", Group: groupKubernetes, Since: since,
	Summary: "Returns the status of a condition of a Kubernetes object: True, False or Unknown.",
	Description: "Looks for a condition of this type in `status.conditions`. If there is none, for example because the " +
		"object is new, the result is `\"Unknown\"`. To read the reason or the message, use a `for` expression.",
	Params: []function.Param{
		{Name: "object", Type: types.Dynamic, AllowUnknownParts: true, AllowNull: true, AllowMarked: true,
			Description: "The object."},
		text("type", "The type of the condition, such as Ready.")},
	Result: types.String, Refine: notNull,
	Infer: inferCondition,
	Impl:  condition,
	Examples: []function.Example{
		ex(`k8s::condition({ status = { conditions = [{ type = "Ready", status = "True" }] } }, "Ready")`, `"True"`),
		ex(`k8s::condition({ metadata = { name = "new" } }, "Ready")`, `"Unknown"`),
	},
}

func condition(c *function.Call) (value.Value, error) {
	want := c.Args[1].AsString()
	obj, marks := c.Args[0].Unmark()
	if !obj.IsNull() && !isMappingKind(obj.Kind()) {
		return value.Value{}, notAnObject(0, obj.Type())
	}
	list, m := below(obj, "status", "conditions")
	marks = marks.Union(m)
	if list.IsUnknown() {
		return waiting(types.String, list).WithMarks(marks), nil
	}
	if !isSequence(list) {
		return host.ASCIIString("Unknown").WithMarks(marks), nil
	}
	found, err := findCondition(list, want)
	return found.WithMarks(marks), err
}

// below follows attributes as far as they exist.
func below(v value.Value, names ...string) (value.Value, *value.Marks) {
	var marks *value.Marks
	for _, n := range names {
		if v.IsUnknown() {
			return v, marks
		}
		next, ok := step(v, n)
		if !ok {
			return value.Null, marks
		}
		var m *value.Marks
		v, m = next.Unmark()
		marks = marks.Union(m)
	}
	return v, marks
}

var errConditionStatus = errors.New("the status of the condition is not a string")

func findCondition(list value.Value, want string) (value.Value, error) {
	var undecided value.Value
	for _, e := range list.Elems() {
		e, marks := e.Unmark()
		kind, m := below(e, "type")
		marks = marks.Union(m)
		if kind.IsUnknown() {
			undecided = kind
			continue
		}
		if kind.AsString() != want || !kind.IsString() {
			continue
		}
		status, m := below(e, "status")
		switch {
		case !undecided.IsZero():
			return waiting(types.String, undecided, status).WithMarks(marks.Union(m)), nil
		case status.IsUnknown():
			return waiting(types.String, status).WithMarks(marks.Union(m)), nil
		case !status.IsString():
			return value.Value{}, errConditionStatus
		}
		return status.WithMarks(marks.Union(m)), nil
	}
	if !undecided.IsZero() {
		return waiting(types.String, undecided), nil
	}
	return host.ASCIIString("Unknown"), nil
}

var k8sNameFuncs = []*function.Decl{k8sNameFunc, k8sLabelFunc}

const (
	maxLabel   = 63 // of a DNS-1123 label, and of the value of a label
	hashLength = 8  // characters of the suffix of a name
)

var k8sNameFunc = &function.Decl{
	Name: "k8s::name", Group: groupKubernetes, Since: since,
	Summary: "Creates a DNS-1123 label of at most 63 characters, which is a valid name for most kinds of Kubernetes " +
		"objects.",
	Description: `Some kinds, such as Service, need a name that begins with a letter; for them, the first part must
begin with a letter. The function joins the parts with dashes, converts them to lower case, and replaces characters that
a DNS-1123 label cannot contain with dashes. If that changes anything, or if the name is too long, the name ends with a
hash of the parts, so that different parts give different names. The result is stable, and a name that needs no change
is not changed.`,
	Params:   []function.Param{text("part", "The first part of the name.")},
	Variadic: new(text("parts", "Further parts.")),
	Result:   types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		parts := make([]string, len(c.Args))
		for i, a := range c.Args {
			parts[i] = a.AsString()
		}
		name := dnsLabel(parts)
		if name == "" {
			return value.Value{}, errors.New("a name needs at least one letter or digit")
		}
		return host.ASCIIString(name), nil
	},
	Examples: []function.Example{
		ex(`k8s::name("web", "frontend")`, `"web-frontend"`), ex(`k8s::name("My App")`, `"my-app-u5drif6c"`),
		bad(`k8s::name("", "")`, "at least one letter or digit"),
	},
}

// dnsLabel joins parts to a DNS-1123 label. The hash includes a separator that texts are unlikely to contain, so that
// different parts with the same concatenation get different names.
func dnsLabel(parts []string) string {
	joined := strings.Join(parts, "-")
	label := squeeze(strings.ToLower(joined), "-", isLabelByte)
	if label == "" && !strings.ContainsFunc(joined, func(r rune) bool { return r >= 0x80 }) {
		return ""
	}
	if label == joined && len(label) <= maxLabel {
		return label
	}
	hash := shortHash(strings.Join(parts, "\x00"))
	if label = label[:min(len(label), maxLabel-hashLength-1)]; label == "" {
		return hash
	}
	return strings.TrimRight(label, "-") + "-" + hash
}

func isLabelByte(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' }

// squeeze replaces every run of bytes that are not allowed by one dash, and removes the bytes in trim from both ends.
func squeeze(s, trim string, allowed func(byte) bool) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case allowed(s[i]):
			out = append(out, s[i])
		case len(out) == 0 || out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return strings.Trim(string(out), trim)
}

var hashAlphabet = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// shortHash returns 40 bits of a SHA-256 hash, in characters that are allowed in names.
func shortHash(s string) string {
	h := sha256.Sum256([]byte(s))
	return hashAlphabet.EncodeToString(h[:5])
}

var k8sLabelFunc = &function.Decl{
	Name: "k8s::label", Group: groupKubernetes, Since: since,
	Summary: "Creates a valid value for a Kubernetes label, of at most 63 characters.",
	Description: "Replaces characters that a label value cannot contain with dashes, and truncates the result. The " +
		"result may be empty, which is a valid value. Different strings can give the same value. For unique names, see " +
		"`k8s::name`.",
	Params: []function.Param{text("str", "The string.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		v := squeeze(c.Args[0].AsString(), "-_.", isLabelValueByte)
		return host.ASCIIString(strings.TrimRight(v[:min(len(v), maxLabel)], "-_.")), nil
	},
	Examples: []function.Example{
		ex(`k8s::label("Jane Doe <jane@example.com>")`, `"Jane-Doe-jane-example.com"`),
		ex(`k8s::label("v1.2_3")`, `"v1.2_3"`),
	},
}

func isLabelValueByte(b byte) bool {
	return isLabelByte(b) || b >= 'A' && b <= 'Z' || b == '_' || b == '.'
}
