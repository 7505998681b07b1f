package run

import (
	"cmp"
	"encoding/base64"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// observed is the observed state by name and by collection, made once for each run.
//
// This index is made from names and annotations only. Bodies stay bytes until a program reads them.
type observed struct {
	list   []Observed
	byName map[string]int32
	bases  map[string][]int32 // members by label, in the order of their index annotation
}

func newObserved(list []Observed) *observed {
	o := &observed{list: list, byName: make(map[string]int32, len(list))}
	for i := range list {
		name := host.NFC(list[i].Name)
		o.byName[name] = int32(i)
		if base := list[i].Base; base != "" {
			if o.bases == nil {
				o.bases = map[string][]int32{}
			}
			o.bases[host.NFC(base)] = append(o.bases[host.NFC(base)], int32(i))
		}
	}
	for _, members := range o.bases {
		// Crossplane does not keep an order, so the annotation does. Its texts all have one length, so comparing texts
		// is comparing numbers.
		slices.SortFunc(members, func(a, b int32) int {
			return cmp.Or(cmp.Compare(list[a].Index, list[b].Index), cmp.Compare(list[a].Name, list[b].Name))
		})
	}
	return o
}

// find returns the observed resource with a name, or nil.
func (o *observed) find(name string) *Observed {
	if i, ok := o.byName[name]; ok {
		return &o.list[i]
	}
	return nil
}

// request returns the value of req. Its parts are read from the request when a program uses them.
func (r *run) request() value.Value {
	var bodies, connections, extra host.Flags // the flags of the marked parts
	for i := range r.in.Resources {
		o := &r.in.Resources[i]
		bodies |= o.Body.Flags
		connections |= markedIf(len(o.Connection) > 0)
	}
	for _, a := range r.in.Extra {
		extra |= answerFlags(a)
	}
	part := func(i int, load partFunc, name string, flags host.Flags) value.Value {
		r.parts[i] = part{r, load, name}
		return host.OpenObject(&r.parts[i], reqPlace, name, flags&host.FlagMarked)
	}
	return host.ObjectOf(reqShape, []value.Value{
		r.composite(reqPlace),
		host.OpenObject(connectionLoader(r.in.Connection), reqPlace, "composite_connection",
			markedIf(len(r.in.Connection) > 0)),
		part(0, (*run).byName, "connection", connections),
		part(1, (*run).byBase, "connections", connections),
		r.contextValue(reqPlace),
		part(2, (*run).answers, "extra_resources", extra),
		part(3, (*run).byName, "resource", bodies),
		part(4, (*run).byBase, "resources", bodies),
	})
}

var (
	reqPlace = host.RootPlace(model.RootReq)
	reqShape = host.NewShape(model.ReqMembers)
)

// part is a loader of a part of req that a run makes itself.
//
// The parts of req are made when a program first reads them. Most programs read two or three of them, and a list of a
// thousand observed resources costs nothing if it is not used.
type part struct {
	r    *run
	load partFunc
	name string
}

type partFunc func(r *run, name string, at *host.Place) ([]string, []value.Value)

// LoadObject implements value.ObjectLoader.
func (p *part) LoadObject(at *host.Place) ([]string, []value.Value) { return p.load(p.r, p.name, at) }

func markedIf(marked bool) host.Flags {
	if marked {
		return host.FlagMarked
	}
	return 0
}

// composite returns req.composite; in a recovery round with the status from the previous round.
func (r *run) composite(req *host.Place) value.Value {
	v := r.object(r.in.Composite, req, "composite")
	if r.overlay.IsZero() {
		return v
	}
	return withStatus(v, req.Attr("composite"), r.overlay)
}

// given returns the composite resource of the request: the one that the program has read, if that is the same.
func (r *run) given() value.Value {
	if r.overlay.IsZero() && !r.xr.IsZero() {
		return r.xr
	}
	return r.object(r.in.Composite, nil, "composite")
}

// object returns an object of the request at a place; a missing one is empty.
func (r *run) object(o Object, parent *host.Place, name string) value.Value {
	if o.IsZero() {
		return host.OpenObject(emptyLoader{}, parent, name, 0)
	}
	return host.OpenObject(o.Loader, parent, name, o.Flags)
}

type emptyLoader struct{}

// LoadObject implements value.ObjectLoader.
func (emptyLoader) LoadObject(*host.Place) ([]string, []value.Value) { return nil, nil }

// connectionLoader loads connection details as base64 text, marked sensitive.
type connectionLoader map[string][]byte

// LoadObject implements value.ObjectLoader.
func (l connectionLoader) LoadObject(*host.Place) ([]string, []value.Value) {
	names := slices.Sorted(maps.Keys(l))
	vals := make([]value.Value, len(names))
	for i, name := range names {
		vals[i] = host.ASCIIString(base64.StdEncoding.EncodeToString(l[name])).Mark(value.Sensitive)
		names[i] = host.NFC(name)
	}
	return names, vals
}

// part returns the part of req for an observed resource: its body, or its connection details.
func (o *Observed) part(name string) (host.ObjectLoader, host.Flags) {
	switch {
	case name == "connection" || name == "connections":
		return connectionLoader(o.Connection), markedIf(len(o.Connection) > 0)
	case o.Body.IsZero():
		return emptyLoader{}, 0
	}
	return o.Body.Loader, o.Body.Flags
}

func (o *Observed) value(part string, at *host.Place, name string) value.Value {
	l, flags := o.part(part)
	return host.OpenObject(l, at, name, flags)
}

// byName loads req.resource and req.connection.
func (r *run) byName(part string, at *host.Place) ([]string, []value.Value) {
	names := slices.Sorted(maps.Keys(r.observed.byName))
	vals := make([]value.Value, len(names))
	for i, name := range names {
		vals[i] = r.observed.find(name).value(part, at, name)
	}
	return names, vals
}

// byBase loads req.resources and req.connections.
func (r *run) byBase(part string, at *host.Place) ([]string, []value.Value) {
	names := slices.Sorted(maps.Keys(r.observed.bases))
	vals := make([]value.Value, len(names))
	for i, base := range names {
		vals[i] = r.members(base, part, at, base)
	}
	return names, vals
}

// members returns the tuple of the observed members of a collection, or of their connection details.
func (r *run) members(base, part string, at *host.Place, name string) value.Value {
	m := memberLoader{r, part, r.observed.bases[base]}
	var flags host.Flags
	for _, i := range m.members {
		_, f := r.in.Resources[i].part(part)
		flags |= f
	}
	return host.OpenTuple(m, at, name, flags)
}

type memberLoader struct {
	r       *run
	part    string
	members []int32
}

// LoadTuple implements value.TupleLoader.
func (l memberLoader) LoadTuple(at *host.Place) []value.Value {
	vals := make([]value.Value, len(l.members))
	for i, m := range l.members {
		load, flags := l.r.in.Resources[m].part(l.part)
		vals[i] = host.OpenElement(load, at, i, flags)
	}
	return vals
}

// answers loads req.extra_resources.
func (r *run) answers(_ string, at *host.Place) ([]string, []value.Value) {
	names := make([]string, len(r.in.Extra))
	vals := make([]value.Value, len(r.in.Extra))
	for i, a := range r.in.Extra {
		names[i] = host.NFC(a.Name)
		vals[i] = host.OpenTuple(answerLoader(a.Objects), at, names[i], answerFlags(a))
	}
	return names, vals
}

func answerFlags(a Answer) host.Flags {
	var f host.Flags
	for _, o := range a.Objects {
		f |= o.Flags & host.FlagMarked
	}
	return f
}

type answerLoader []Object

// LoadTuple implements value.TupleLoader.
func (l answerLoader) LoadTuple(at *host.Place) []value.Value {
	vals := make([]value.Value, len(l))
	for i, o := range l {
		vals[i] = host.OpenElement(o.Loader, at, i, o.Flags)
	}
	return vals
}

// selfLoader loads self. It is open, so that parts that are not observed are incomplete and have an origin.
type selfLoader struct {
	r          *run
	self       model.Self
	name, base string // of the resource, of the collection; empty if self is none
}

// LoadObject implements value.ObjectLoader.
func (l selfLoader) LoadObject(at *host.Place) ([]string, []value.Value) {
	o, members := l.r.observed.find(l.name), l.r.observed.bases[l.base]
	absent := func(name string) bool {
		switch name {
		case "resource", "connection":
			return o == nil
		case "resources", "connections":
			return len(members) == 0
		}
		return false
	}
	names := l.self.Members()
	if slices.ContainsFunc(names, absent) {
		names = slices.DeleteFunc(slices.Clone(names), absent)
	}
	vals := make([]value.Value, len(names))
	for i, name := range names {
		switch name {
		case "name":
			vals[i] = value.String(l.name)
		case "basename":
			vals[i] = value.String(l.base)
		case "resource", "connection":
			vals[i] = o.value(name, at, name)
		default:
			vals[i] = l.r.members(l.base, name, at, name)
		}
	}
	return names, vals
}

// flags reports whether anything below self is marked.
func (l selfLoader) flags() host.Flags {
	var f host.Flags
	of := func(o *Observed) {
		f |= o.Body.Flags | markedIf(len(o.Connection) > 0)
	}
	if o := l.r.observed.find(l.name); o != nil {
		of(o)
	}
	for _, i := range l.r.observed.bases[l.base] {
		of(&l.r.in.Resources[i])
	}
	return f & host.FlagMarked
}

// The roots of the places of self. Steps below them identify its block; see [inputPath].
const (
	placeResource   = "self of resource"
	placeCollection = "self of collection"
	placeMember     = "self of member"
)

var (
	resourcePlace   = host.RootPlace(placeResource)
	collectionPlace = host.RootPlace(placeCollection)
	memberPlace     = host.RootPlace(placeMember)
)

// Self returns a function that makes the value of self in a run, for a block or collection with a label.
func Self(self model.Self, label string) func(*eval.Frame) value.Value {
	return func(f *eval.Frame) value.Value {
		l := selfLoader{r: f.Thread.Host.(*run), self: self}
		switch self {
		case model.SelfResource:
			l.name = label
			return host.OpenObject(l, resourcePlace, label, l.flags())
		case model.SelfMember:
			l.name, l.base = l.r.member, label
			return host.OpenObject(l, memberPlace.Attr(label), l.name, l.flags())
		}
		l.base = label
		return host.OpenObject(l, collectionPlace, label, l.flags())
	}
}

// inputPath converts the path of an origin to the usual form of the input: a path below self becomes one below req.
func inputPath(p value.Path) value.Path {
	if len(p) < 3 || !p[0].IsAttr() {
		return p
	}
	whose, rest := p[1], p[2:]
	switch p[0].Name {
	case placeResource, placeCollection:
	case placeMember:
		if len(p) < 4 {
			return p
		}
		rest = p[3:]
		if what := rest[0].Name; what != "resources" && what != "connections" {
			whose = p[2]
		}
	default:
		return p
	}
	out := value.Path{value.AttrStep(model.RootReq), rest[0], whose}
	return append(out, rest[1:]...)
}
