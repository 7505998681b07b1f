package plane

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
)

// isBuiltIn reports whether a group is one of Kubernetes itself, whose objects have no condition Ready.
func isBuiltIn(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}

// Collection returns the name of the collection of an object, or "" if it is not a member of one.
func Collection(o *structpb.Struct) string {
	return render.Text(o, "metadata", "annotations", run.AnnotationBase)
}

// Guesser guesses what providers would write: the fields that the schema of a status requires, and those that programs
// read. Values have the types of the schema, and texts describe what they represent. A Guesser is safe for concurrent
// use.
type Guesser struct {
	kinds *Kinds

	mu    sync.Mutex
	seen  map[*run.Program]bool
	reads map[string][]value.Path // below an object, by the name of a resource or collection
	keys  map[string][]string     // of connection details, by the same
}

// NewGuesser returns a guesser that does not know any program yet.
func NewGuesser(kinds *Kinds) *Guesser {
	return &Guesser{kinds: kinds, seen: map[*run.Program]bool{}, reads: map[string][]value.Path{},
		keys: map[string][]string{}}
}

// Note records what a program reads from composed objects. It can be used as the field Trace of crossplane.Options.
func (g *Guesser) Note(p *run.Program, out *run.Output) {
	g.mu.Lock()
	defer g.mu.Unlock()
	// what is read of a member through a variable of a for expression has no path before it is missing
	for i := range out.Items {
		for _, o := range out.Items[i].Waits {
			g.note(o.Path)
		}
	}
	if g.seen[p] {
		return
	}
	g.seen[p] = true
	for _, n := range p.Graph().Nodes {
		for _, r := range n.Reads {
			g.note(r.Path)
		}
	}
}

// note records one input, such as req.resource.vpc.status.atProvider.id.
func (g *Guesser) note(path value.Path) {
	if len(path) < 4 || model.PathName(path, 0) != "req" {
		return
	}
	name, rest := model.PathName(path, 2), path[3:]
	if model.PathName(rest, 0) == "" && len(rest) > 1 {
		rest = rest[1:] // which member does not matter
	}
	switch model.PathName(path, 1) {
	case "resource", "resources":
		if model.PathName(rest, 0) == "status" && len(rest) > 1 {
			g.reads[name] = append(g.reads[name], rest[1:])
		}
	case "connection", "connections":
		g.keys[name] = append(g.keys[name], model.PathName(rest, 0))
	}
}

// Stub returns the stub that guesses the status of every object that no earlier stub matches.
func (g *Guesser) Stub() Stub { return Stub{Status: g.status, connection: g.connection, again: true} }

// names returns the names under which programs read an object: its own, and that of its collection.
func names(name string, o *structpb.Struct) []string {
	out := []string{name}
	if base := Collection(o); base != "" {
		out = append(out, base)
	}
	return out
}

func (g *Guesser) connection(name string, o *structpb.Struct) map[string]string {
	g.mu.Lock()
	defer g.mu.Unlock()
	details := map[string]string{}
	for _, n := range names(name, o) {
		for _, key := range g.keys[n] {
			details[key] = name + "-" + key
		}
	}
	return details
}

// Fields that the schema requires come first, then what programs read, so that no program waits for ever only because
// nobody wrote a stub. Conditions are left to the caller, which makes them True. More is not made up: a program that
// looks at what may be absent should meet the absence as well.
func (g *Guesser) status(name string, o *structpb.Struct) (*structpb.Struct, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if isBuiltIn(kindOf(o).Group) {
		return render.HealthyStatus(o), nil
	}
	var status *schema.Schema
	k, err := g.kinds.of(kindOf(o))
	if err != nil {
		return nil, err
	}
	if k.Kind != nil {
		p, _ := k.Schema().Property("status")
		status = p.Schema
	}
	m := placeholder{object: name}
	v := m.required(status, nil)
	if v == nil {
		v = structpb.NewStructValue(&structpb.Struct{})
	}
	for _, n := range names(name, o) {
		for _, path := range g.reads[n] {
			if first := model.PathName(path, 0); first != "conditions" && first != "" {
				v = m.put(v, status, path, nil)
			}
		}
	}
	return v.GetStructValue(), nil
}

// placeholder creates values for an object with a name.
type placeholder struct{ object string }

// required returns an object with the fields that a schema requires, or nil if it is not the schema of an object.
func (m placeholder) required(s *schema.Schema, way []string) *structpb.Value {
	// The bound is for schemas that require a part which contains themselves; such a value cannot exist, and there is
	// no right answer.
	if s == nil || s.Type != schema.Object || len(way) > 16 {
		return nil
	}
	o := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	for _, p := range s.Properties {
		if p.Required {
			o.Fields[p.Name] = m.value(p.Schema, append(way[:len(way):len(way)], p.Name))
		}
	}
	return structpb.NewStructValue(o)
}

// put returns v with a value at a path, unless there already is one.
func (m placeholder) put(v *structpb.Value, s *schema.Schema, path value.Path, way []string) *structpb.Value {
	if len(path) == 0 {
		if v == nil {
			v = m.value(s, way)
		}
		return v
	}
	name := model.PathName(path, 0)
	if name == "" { // a position: lists have one element
		var first *structpb.Value
		if elems := v.GetListValue().GetValues(); len(elems) > 0 {
			first = elems[0]
		}
		return structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{m.put(first, items(s), path[1:], way)}})
	}
	if s != nil && s.Type == schema.Array { // every element is read
		return m.put(v, s, append(value.Path{value.IndexStep(value.Int(0))}, path...), way)
	}
	p, _ := s.Property(name)
	below := m.put(render.Field(v.GetStructValue(), name), p.Schema, path[1:], append(way[:len(way):len(way)], name))
	o := with(v.GetStructValue(), below, name)
	// An object that exists only because something inside it is read still has to have its required fields, or its
	// schema would refuse it. What was put wins over what is made up here.
	if required := m.required(s, way); required != nil {
		o = Overlay(required.GetStructValue(), o)
	}
	return structpb.NewStructValue(o)
}

func items(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

// value returns a value that a schema allows, or a text without a schema.
func (m placeholder) value(s *schema.Schema, way []string) *structpb.Value {
	if s == nil {
		return structpb.NewStringValue(m.text(way))
	}
	if len(s.Enum) > 0 {
		return render.MessageOf(s.Enum[0])
	}
	switch s.Type {
	case schema.Object:
		return m.required(s, way)
	case schema.Array:
		if s.Limits == nil || s.Limits.MinItems < 1 {
			return structpb.NewListValue(&structpb.ListValue{})
		}
		return structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{m.value(s.Items, way)}})
	case schema.Integer, schema.Number, schema.IntOrString:
		if s.Limits != nil && !s.Limits.Minimum.IsZero() {
			return render.MessageOf(s.Limits.Minimum)
		}
		return structpb.NewNumberValue(1)
	case schema.Boolean:
		return structpb.NewBoolValue(true)
	}
	return structpb.NewStringValue(m.formatted(s, way))
}

// formatted returns a text in the format of a schema.
func (m placeholder) formatted(s *schema.Schema, way []string) string {
	if s.Limits == nil {
		return m.text(way)
	}
	switch s.Limits.Format {
	case "date-time":
		return created
	case "date":
		return created[:len("2024-01-01")]
	case "byte":
		return "Z3Vlc3NlZA=="
	// The addresses and names are those which RFC 5737, RFC 3849 and RFC 2606 set aside for documentation: they belong
	// to nobody, should a guess ever leave the test.
	case "ipv4":
		return "192.0.2.1"
	case "ipv6":
		return "2001:db8::1"
	case "cidr":
		return "192.0.2.0/24"
	case "uri":
		return "https://example.org/" + m.text(way)
	case "uuid":
		return "00000000-0000-5000-8000-000000000000"
	}
	text := m.text(way)
	if most := s.Limits.MaxLength; most >= 0 && len(text) > most {
		text = text[:most]
	}
	return text
}

// text returns a text with the name of the object and the last field.
func (m placeholder) text(way []string) string {
	if len(way) == 0 {
		return m.object
	}
	return m.object + "-" + way[len(way)-1]
}
