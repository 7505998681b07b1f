package applied_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/hclx-lang/hclx/internal/composition/applied"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// parser knows one kind of object, which has every structure that server-side apply knows.
var parser = func() typed.ParseableType {
	p, err := typed.NewParser(`types:
- name: object
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: metadata}}
    - {name: spec, type: {namedType: spec}}
- name: metadata
  map:
    fields:
    - {name: generateName, type: {scalar: string}}
    - {name: labels, type: {namedType: strings}}
    - {name: annotations, type: {namedType: strings}}
    - {name: finalizers, type: {namedType: set}}
    - {name: ownerReferences, type: {namedType: owners}}
- name: owners
  list:
    elementRelationship: associative
    keys: [uid]
    elementType: {map: {fields: [{name: uid, type: {scalar: string}}, {name: controller, type: {scalar: boolean}}]}}
- name: spec
  map:
    fields:
    - {name: text, type: {scalar: string}}
    - {name: number, type: {scalar: numeric}}
    - {name: bool, type: {scalar: boolean}}
    - {name: tags, type: {namedType: strings}}
    - {name: atomicMap, type: {map: {elementRelationship: atomic, elementType: {scalar: string}}}}
    - {name: atomicList, type: {list: {elementRelationship: atomic, elementType: {scalar: string}}}}
    - {name: set, type: {namedType: set}}
    - {name: numbers, type: {list: {elementRelationship: associative, elementType: {scalar: numeric}}}}
    - {name: ports, type: {namedType: ports}}
    - {name: volumes, type: {namedType: volumes}}
    - {name: nested, type: {map: {elementType: {namedType: spec}}}}
    - {name: inner, type: {namedType: spec}}
- name: strings
  map: {elementType: {scalar: string}}
- name: set
  list: {elementRelationship: associative, elementType: {scalar: string}}
- name: ports
  list:
    elementRelationship: associative
    keys: [port, protocol]
    elementType: {namedType: port}
- name: port
  map:
    fields:
    - {name: port, type: {scalar: numeric}}
    - {name: protocol, type: {scalar: string}, default: TCP}
    - {name: name, type: {scalar: string}}
    - {name: spec, type: {namedType: spec}}
- name: volumes
  list:
    elementRelationship: associative
    keys: [name]
    elementType: {map: {elementRelationship: atomic, fields: [{name: name, type: {scalar: string}}, {name: path, type: {scalar: string}}]}}
`)
	if err != nil {
		panic(err)
	}
	return p.Type("object")
}()

// oneVersion converts nothing.
type oneVersion struct{}

func (oneVersion) Convert(o *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return o, nil
}
func (oneVersion) IsMissingVersionError(error) bool { return false }

// server applies configurations to an object, as the API server does.
type server struct {
	live     *typed.TypedValue
	managers fieldpath.ManagedFields
}

func newServer(t require) *server {
	live, err := parser.FromUnstructured(nil)
	t.no(err)
	return &server{live: live, managers: fieldpath.ManagedFields{}}
}

type require struct{ rapid.TB }

func (t require) no(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// apply reports whether the configuration is in no conflict with those of others; otherwise it is not applied.
func (s *server) apply(t require, manager string, config map[string]any) bool {
	t.Helper()
	c, err := parser.FromUnstructured(config)
	t.no(err)
	updater := merge.UpdaterBuilder{Converter: oneVersion{}, ReturnInputOnNoop: true}
	live, managers, err := updater.BuildUpdater().Apply(s.live, c, "v1", s.managers.Copy(), manager, false)
	if _, conflict := err.(merge.Conflicts); conflict {
		return false
	}
	t.no(err)
	s.live, s.managers = live, managers
	return true
}

func (s *server) object() map[string]any {
	o, _ := s.live.AsValue().Unstructured().(map[string]any)
	return o
}

// managedFields are the entries of metadata.managedFields.
func (s *server) managedFields(t require) []any {
	var out []any
	for _, name := range slices.Sorted(maps.Keys(s.managers)) {
		text, err := s.managers[name].Set().ToJSON()
		t.no(err)
		var fields map[string]any
		t.no(json.Unmarshal(text, &fields))
		out = append(out, map[string]any{"manager": name, "operation": "Apply", "apiVersion": "example.org/v1",
			"fieldsType": "FieldsV1", "fieldsV1": fields})
	}
	return out
}

func valueOf(t require, v any) value.Value {
	text, err := json.Marshal(v)
	t.no(err)
	out, err := valuejson.Parse(string(text), valuejson.Limits{})
	t.no(err)
	return out
}

func textOf(t require, v value.Value) string {
	text, err := valuejson.Append(nil, v, valuejson.Style{})
	t.no(err)
	return string(text)
}

var composite = map[string]any{"apiVersion": "platform.example.org/v1", "kind": "XStorage",
	"metadata": map[string]any{"name": "orders"}}

// TestBodyIsWhatWasApplied holds that the body is the configuration that was applied, whatever others have applied to
// the same object.
func TestBodyIsWhatWasApplied(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		t := require{rt}
		xr := valueOf(t, composite)
		want := config(rt, "")
		s := newServer(t)
		if rapid.Bool().Draw(rt, "others come first") {
			s.apply(t, "first", config(rt, "first "))
		}
		if !s.apply(t, applied.Manager(xr), byCore(want)) {
			rt.Skip("in conflict with what others applied")
		}
		s.apply(t, "second", config(rt, "second "))
		s.apply(t, "third", config(rt, "third "))
		object := s.object()
		if rapid.Bool().Draw(rt, "keys have their defaults") {
			object = withDefaults(object).(map[string]any)
		}
		got, err := applied.Body(xr, valueOf(t, object), valueOf(t, s.managedFields(t)))
		t.no(err)
		inOrder(want, object)
		dropEmpty(want)
		if d := cmp.Diff(textOf(t, valueOf(t, want)), textOf(t, got)); d != "" {
			rt.Errorf("the body differs from what was applied (-applied +body)\n%s\nobject: %s\nmanaged fields: %s", d,
				textOf(t, valueOf(t, object)), textOf(t, valueOf(t, s.managedFields(t))))
		}
	})
}

// byCore adds what Crossplane sets on every composed object.
func byCore(config map[string]any) map[string]any {
	out := maps.Clone(config)
	metadata, _ := config["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	add := func(part, key string) {
		keys, _ := metadata[part].(map[string]any)
		keys = maps.Clone(keys)
		if keys == nil {
			keys = map[string]any{}
		}
		keys[key] = "orders"
		metadata[part] = keys
	}
	add("labels", "crossplane.io/composite")
	add("labels", "crossplane.io/claim-name")
	add("labels", "crossplane.io/claim-namespace")
	add("annotations", "crossplane.io/composition-resource-name")
	metadata["generateName"] = "orders-"
	metadata["ownerReferences"] = []any{map[string]any{"uid": "1", "controller": true}}
	out["metadata"] = metadata
	return out
}

// dropEmpty drops parts of metadata that say nothing beside what Crossplane adds.
func dropEmpty(config map[string]any) {
	metadata, _ := config["metadata"].(map[string]any)
	for _, part := range []string{"labels", "annotations"} {
		if m, _ := metadata[part].(map[string]any); len(m) == 0 {
			delete(metadata, part)
		}
	}
	if len(metadata) == 0 {
		delete(config, "metadata")
	}
}

// withDefaults fills in the default of a key field, as the API server does when it stores or reads an object.
func withDefaults(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = withDefaults(e)
		}
		if _, isPort := v["port"]; isPort && v["protocol"] == nil {
			out["protocol"] = "TCP"
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withDefaults(e)
		}
		return out
	}
	return v
}

// inOrder brings the lists of a configuration into the order that their elements have in the object: merged lists may
// have another one.
func inOrder(config, object any) {
	c, _ := config.(map[string]any)
	o, _ := object.(map[string]any)
	for k := range c {
		list, isList := c[k].([]any)
		live, _ := o[k].([]any)
		if !isList || k == "atomicList" {
			inOrder(c[k], o[k])
			continue
		}
		place := func(e any) int { return slices.IndexFunc(live, func(l any) bool { return keyOf(e) == keyOf(l) }) }
		slices.SortFunc(list, func(a, b any) int { return place(a) - place(b) })
		for _, e := range list {
			inOrder(e, live[place(e)])
		}
	}
}

func keyOf(e any) string {
	m, ok := e.(map[string]any)
	if !ok {
		return fmt.Sprint(e)
	}
	if port, ok := m["port"]; ok {
		if m["protocol"] == nil {
			return fmt.Sprint(port, "TCP")
		}
		return fmt.Sprint(port, m["protocol"])
	}
	return fmt.Sprint(m["name"], m["uid"])
}

// config draws a configuration. Scalars that are no keys begin with a prefix, so that several configurations are rarely
// in conflict.
func config(t *rapid.T, prefix string) map[string]any {
	c := map[string]any{"apiVersion": "example.org/v1", "kind": "Thing"}
	d := drawer{t, prefix}
	if d.yes() {
		c["metadata"] = d.some(map[string]func() any{"labels": d.strings, "annotations": d.strings, "finalizers": d.set}, 1)
	}
	if d.yes() {
		c["spec"] = d.spec(2)
	}
	return c
}

type drawer struct {
	*rapid.T
	prefix string
}

func (d drawer) yes() bool { return rapid.Bool().Draw(d.T, "yes") }

// some draws some of the fields of an object, least of them at least.
func (d drawer) some(fields map[string]func() any, least int) map[string]any {
	out := map[string]any{}
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if len(fields)-i <= least-len(out) || rapid.IntRange(0, 3).Draw(d.T, name) == 0 {
			out[name] = fields[name]()
		}
	}
	return out
}

func (d drawer) text() any {
	return d.prefix + rapid.SampledFrom([]string{"", "a", "b", "ä\"\\ \n"}).Draw(d.T, "text")
}

func (d drawer) key() string {
	return d.prefix + rapid.SampledFrom([]string{"a", "b", "f:c", "é\"]", ".", "k:{"}).Draw(d.T, "key")
}

func (d drawer) number() any {
	return rapid.SampledFrom([]any{int64(0), int64(-7), int64(1) << 40, 0.5, 1e21}).Draw(d.T, "number")
}

func (d drawer) strings() any {
	out := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(d.T, "size") {
		out[d.key()] = d.text()
	}
	return out
}

// set draws a set that is not empty, since an empty one leaves no trace in the managed fields.
func (d drawer) set() any {
	var out []any
	for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "1"}), 1, 3, rapid.ID).Draw(d.T,
		"set") {
		out = append(out, k)
	}
	return out
}

func (d drawer) numbers() any {
	var out []any
	for _, k := range rapid.SliceOfNDistinct(rapid.SampledFrom([]float64{0, 1, 2.5, 1e18}), 1, 3, rapid.ID).Draw(d.T,
		"numbers") {
		out = append(out, k)
	}
	return out
}

func (d drawer) spec(depth int) any {
	fields := map[string]func() any{
		"text": d.text, "number": d.number, "bool": func() any { return d.yes() }, "tags": d.strings, "atomicMap": d.strings,
		"atomicList": func() any { return slices.Repeat([]any{d.text()}, rapid.IntRange(0, 2).Draw(d.T, "length")) },
		"set":        d.set, "numbers": d.numbers,
	}
	if depth > 0 {
		fields["inner"] = func() any { return d.spec(depth - 1) }
		fields["nested"] = func() any { return map[string]any{d.key(): d.spec(depth - 1)} }
		fields["ports"] = func() any { return d.ports(depth) }
		fields["volumes"] = func() any { return []any{map[string]any{"name": d.key(), "path": d.text()}} }
	}
	return d.some(fields, 0)
}

func (d drawer) ports(depth int) any {
	var out []any
	seen := map[string]bool{}
	for range rapid.IntRange(1, 4).Draw(d.T, "ports") {
		p := d.some(map[string]func() any{"name": d.text, "spec": func() any { return d.spec(depth - 1) }}, 0)
		p["port"] = rapid.SampledFrom([]float64{80, 443}).Draw(d.T, "port")
		if protocol := rapid.SampledFrom([]string{"", "TCP", "UDP"}).Draw(d.T, "protocol"); protocol != "" {
			p["protocol"] = protocol
		}
		if !seen[keyOf(p)] {
			seen[keyOf(p)] = true
			out = append(out, p)
		}
	}
	return out
}

// TestBodyIsRefused lists why there is no body.
func TestBodyIsRefused(t *testing.T) {
	r := require{t}
	xr := valueOf(r, composite)
	entry := func(apiVersion, operation, subresource, fields string) string {
		return fmt.Sprintf(`{"manager":%q,"operation":%q,"subresource":%q,"apiVersion":%q,"fieldsV1":%s}`,
			applied.Manager(xr), operation, subresource, apiVersion, fields)
	}
	const object = `{"apiVersion":"example.org/v1","kind":"Thing","spec":{"text":"x","set":["a"],"ports":[{"port":1},{"port":1,"protocol":"UDP"}]}}`
	for _, c := range []struct{ managed, want string }{
		{`null`, "it has no metadata.managedFields (kubectl prints them with --show-managed-fields)"},
		{`[]`, "it has no metadata.managedFields"},
		{`[` + entry("example.org/v2", "Apply", "", `{}`) + `]`,
			"have no entry of operation Apply of apiextensions.crossplane.io/composed/"},
		{`[` + entry("example.org/v1", "Update", "", `{}`) + `]`, "have no entry of operation Apply"},
		{`[` + entry("example.org/v1", "Apply", "status", `{}`) + `]`, "for apiVersion example.org/v1"},
		{`[` + strings.Repeat(entry("example.org/v1", "Apply", "", `{}`)+",", 1) + entry("example.org/v1", "Apply", "",
			`{}`) + `]`, "have two entries"},
		{`[` + entry("example.org/v1", "Apply", "", `{"f:spec":{"f:gone":{}}}`) + `]`,
			"its spec.gone, which was applied, no longer exists"},
		{`[` + entry("example.org/v1", "Apply", "", `{"f:spec":{"f:text":{"f:part":{}}}}`) + `]`,
			"its spec.text, which was applied, no longer has parts"},
		{`[` + entry("example.org/v1", "Apply", "", `{"f:spec":{"f:set":{"v:\"b\"":{}}}}`) + `]`,
			`its spec.set["b"], which was applied, no longer exists`},
		{`[` + entry("example.org/v1", "Apply", "", `{"f:spec":{"f:set":{"i:0":{}}}}`) + `]`,
			`its spec.set[0], which was applied, no longer exists`},
		{`[` + entry("example.org/v1", "Apply", "", `{"f:spec":{"v:1":{}}}`) + `]`,
			`its spec[v:1], which was applied, cannot be looked up in an object`},
		{`[` + entry("example.org/v1", "Apply", "",
			`{"f:spec":{"f:ports":{"k:{\"port\":1,\"protocol\":\"SCTP\"}":{},"k:{\"port\":1,\"protocol\":\"TCP\"}":{}}}}`) + `]`,
			"which was applied, no longer exists"},
	} {
		managed, err := valuejson.Parse(c.managed, valuejson.Limits{})
		r.no(err)
		o, err := valuejson.Parse(object, valuejson.Limits{})
		r.no(err)
		if body, err := applied.Body(xr, o, managed); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v and %v, want an error with %q", c.managed, body.IsZero(), err, c.want)
		}
	}
}

// TestManager compares with the name that Crossplane makes: the SHA-256 of "ordersXStorage.platform.example.org".
func TestManager(t *testing.T) {
	r := require{t}
	const want = "apiextensions.crossplane.io/composed/0fcab164aa2e51c349c887017a01eb50685abc3178a1f542257c7729019e1c66"
	if got := applied.Manager(valueOf(r, composite)); got != want {
		t.Errorf("got %s", got)
	}
	other := map[string]any{"apiVersion": "platform.example.org/v2", "kind": "XStorage",
		"metadata": map[string]any{"name": "orders", "namespace": "x"}}
	if got := applied.Manager(valueOf(r, other)); got != want {
		t.Errorf("the version and the namespace make another manager, %s", got)
	}
}

// TestNoTrace shows what is not given back.
func TestNoTrace(t *testing.T) {
	r := require{t}
	xr := valueOf(r, composite)
	s := newServer(r)
	s.apply(r, applied.Manager(xr),
		map[string]any{"apiVersion": "example.org/v1", "kind": "Thing", "spec": map[string]any{"text": "x", "set": []any{}}})
	body, err := applied.Body(xr, valueOf(r, s.object()), valueOf(r, s.managedFields(r)))
	r.no(err)
	if got, want := textOf(r, body), `{"apiVersion":"example.org/v1","kind":"Thing","spec":{"text":"x"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// bodyOf is the body of an object whose spec.list has elements, of which some paths were applied.
func bodyOf(t *testing.T, list value.Value, fields string) (string, error) {
	t.Helper()
	r := require{t}
	xr := valueOf(r, composite)
	managed, err := valuejson.Parse(fmt.Sprintf(`[{"manager":%q,"operation":"Apply","apiVersion":"example.org/v1",`+
		`"fieldsV1":{"f:spec":{"f:list":%s}}}]`, applied.Manager(xr), fields), valuejson.Limits{})
	r.no(err)
	object := value.Object(map[string]value.Value{"apiVersion": value.String("example.org/v1"),
		"kind": value.String("Thing"), "spec": value.Object(map[string]value.Value{"list": list})})
	body, err := applied.Body(xr, object, managed)
	if err != nil {
		return "", err
	}
	spec, _ := body.Attr("spec")
	got, _ := spec.Attr("list")
	plain, _ := got.UnmarkDeep()
	return textOf(r, plain), nil
}

// TestElementsByKey: an element belongs to the path whose value or keys it has. One that lacks a key, which has the
// default then, belongs to the only path that agrees with the rest.
func TestElementsByKey(t *testing.T) {
	for _, c := range []struct{ list, fields, want string }{
		{`["a","b"]`, `{"v:\"b\"":{}}`, `["b"]`},
		{`[1,"1",true,"true",null,"null"]`, `{"v:1":{},"v:true":{},"v:null":{}}`, `[1,true,null]`},
		{`[1,"1",true,"true",null,"null"]`, `{"v:\"1\"":{},"v:\"true\"":{},"v:\"null\"":{}}`, `["1","true","null"]`},
		{`[1.5,1,false]`, `{"v:1.5":{},"v:false":{}}`, `[1.5,false]`},
		{`[["a"],{"a":1},"a"]`, `{"v:\"a\"":{}}`, `["a"]`},
		{`[{"k":1,"x":2},{"k":"1"},{"k":true}]`, `{"k:{\"k\":1}":{},"k:{\"k\":true}":{}}`, `[{"k":1,"x":2},{"k":true}]`},
		{`[{"k":1,"x":2,"y":3}]`, `{"k:{\"k\":1}":{".":{},"f:k":{},"f:y":{}}}`, `[{"k":1,"y":3}]`},
		{`[{"k":1},{"k":1,"l":"b"}]`, `{"k:{\"k\":1,\"l\":\"a\"}":{}}`, `[{"k":1}]`},
		{`[{"k":1},{"k":1,"l":"b"}]`, `{"k:{\"k\":1,\"l\":\"b\"}":{}}`, `[{"k":1,"l":"b"}]`},
		{`[{"k":1},{"k":1,"l":"b"}]`, `{"k:{\"k\":1,\"l\":\"a\"}":{},"k:{\"k\":1,\"l\":\"b\"}":{}}`,
			`[{"k":1},{"k":1,"l":"b"}]`},
		{`[{"k":1}]`, `{"k:{\"k\":1,\"l\":\"a\"}":{},"k:{\"k\":1,\"l\":\"b\"}":{}}`,
			`its spec.list[{"k":1,"l":"a"}], which was applied, no longer exists`},
		{`[{"x":1}]`, `{"k:{\"k\":1}":{}}`, `its spec.list[{"k":1}], which was applied, no longer exists`},
		{`["k"]`, `{"k:{\"k\":1}":{}}`, `its spec.list[{"k":1}], which was applied, no longer exists`},
		{`[{"k":[1]}]`, `{"k:{\"k\":1}":{}}`, `its spec.list[{"k":1}], which was applied, no longer exists`},
		{`[{"k":"a\"b"},{"k":"a"}]`, `{"k:{\"k\":\"a\\\"b\"}":{}}`, `[{"k":"a\"b"}]`},
		{`[{"a":"x","b":"y"},{"a":"xs","b":""}]`, `{"k:{\"a\":\"x\",\"b\":\"y\"}":{}}`, `[{"a":"x","b":"y"}]`},
		{`[{"k":1,"x":2}]`, `{"k:{\"k\":1}":{"f:z":{}}}`, `its spec.list[{"k":1}].z, which was applied, no longer exists`},
		{`[]`, `{}`, `[]`},
		{`"a"`, `{"v:\"a\"":{}}`, `its spec.list, which was applied, no longer has parts`},
	} {
		list, err := valuejson.Parse(c.list, valuejson.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := bodyOf(t, list, c.fields)
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.HasSuffix(got, c.want)) {
			t.Errorf("%s of %s: %s, want %s", c.fields, c.list, got, c.want)
		}
	}
}

// TestKeySetsAreBounded: a list with more sets of keys than any schema has is looked through for some of them only.
func TestKeySetsAreBounded(t *testing.T) {
	for n, found := range map[int]bool{1: true, 16: true, 17: false} {
		var list []value.Value
		var fields []string
		for i := range n {
			name := fmt.Sprintf("k%02d", i)
			list = append(list, value.Object(map[string]value.Value{name: value.Int(1)}))
			fields = append(fields, fmt.Sprintf(`"k:{\"%s\":1}":{}`, name))
		}
		_, err := bodyOf(t, value.Tuple(list...), "{"+strings.Join(fields, ",")+"}")
		if (err == nil) != found {
			t.Errorf("%d sets of keys: %v", n, err)
		}
	}
}

// TestMarksStay: what is marked in the object is marked in the body.
func TestMarksStay(t *testing.T) {
	r := require{t}
	xr := valueOf(r, composite)
	secret := func(v value.Value) value.Value { return v.Mark(value.Sensitive) }
	for name, spec := range map[string]value.Value{
		"field":  value.Object(map[string]value.Value{"list": value.Tuple(secret(value.String("a")))}),
		"list":   value.Object(map[string]value.Value{"list": secret(value.Tuple(value.String("a")))}),
		"object": secret(value.Object(map[string]value.Value{"list": value.Tuple(value.String("a"))})),
	} {
		managed, err := valuejson.Parse(fmt.Sprintf(`[{"manager":%q,"operation":"Apply","apiVersion":"example.org/v1",`+
			`"fieldsV1":{"f:spec":{"f:list":{"v:\"a\"":{}}}}}]`, applied.Manager(xr)), valuejson.Limits{})
		r.no(err)
		body, err := applied.Body(xr, value.Object(map[string]value.Value{"apiVersion": value.String("example.org/v1"),
			"kind": value.String("Thing"), "spec": spec}), managed)
		r.no(err)
		got, _ := body.Attr("spec")
		inner, marks := got.Unmark()
		list, _ := inner.Attr("list")
		inner, more := list.Unmark()
		_, last := inner.At(0).Unmark()
		if !marks.Has(value.Sensitive) && !more.Has(value.Sensitive) && !last.Has(value.Sensitive) {
			t.Errorf("%s: nothing is marked", name)
		}
		plain, _ := body.UnmarkDeep()
		if got, want := textOf(r, plain), `{"apiVersion":"example.org/v1","kind":"Thing","spec":{"list":["a"]}}`; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
