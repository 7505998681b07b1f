package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Items can wait for each other so that none is ever rendered. To find them, all waiting items are first assumed to be
// stuck, and those that can continue are removed: an item with no wait whose sources are all stuck. Each removed item
// may free others. The remaining items are stuck for good, and following their waits must lead into a ring. This is
// linear in the number of waits, and needs no search for cycles.

// link is a wait for an input that only items of the program can supply, all of which wait themselves.
type link struct {
	report.Link
	from []int
}

// Limits of the search for rings.
const (
	maxRings  = 3    // reported rings
	maxSource = 64   // items that may supply one input
	maxStuck  = 5000 // searched items
)

// rings finds open items that wait for themselves or for each other.
func (r *run) rings(open []int) []report.Circle {
	if !slices.ContainsFunc(open, func(i int) bool { return r.items[i].State == report.Waiting }) {
		return nil
	}
	s := stuck{links: map[int][]link{}, needed: map[int][]int{}}
	sources := r.sources()
	for _, i := range open {
		if r.items[i].State == report.Waiting && len(s.order) < maxStuck {
			s.add(i, sources)
		}
	}
	s.settle()
	return s.rings()
}

// stuck are the items that wait for an input that only other such items can supply.
type stuck struct {
	links  map[int][]link
	order  []int
	needed map[int][]int // the items that wait for an item
}

func (s *stuck) add(i int, sources *sources) {
	for _, o := range sources.r.items[i].Waits {
		from := sources.of(o.Path)
		if len(from) == 0 || len(from) > maxSource {
			continue
		}
		s.links[i] = append(s.links[i], link{report.Link{Item: i, Wait: o}, from})
		for _, f := range from {
			s.needed[f] = append(s.needed[f], i)
		}
	}
	s.order = append(s.order, i)
}

// settle removes the items that may continue, and then those that wait for these, until only stuck ones are left.
func (s *stuck) settle() {
	todo := s.order
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		list, here := s.links[i]
		if here && s.binding(list) < 0 {
			delete(s.links, i)
			// Only items that wait for a removed one can be free now.
			todo = append(todo, s.needed[i]...)
		}
	}
}

// binding returns the first link whose sources are all stuck, or -1.
func (s *stuck) binding(list []link) int {
	free := func(item int) bool { return s.links[item] == nil }
	return slices.IndexFunc(list, func(l link) bool { return !slices.ContainsFunc(l.from, free) })
}

// rings follows the links of stuck items. All of them lead to a ring; each ring is found once.
func (s *stuck) rings() []report.Circle {
	var out []report.Circle
	visit := map[int]int{} // the walk that reached an item
	for walk, at := range s.order {
		var way report.Circle
		for len(s.links[at]) > 0 && visit[at] == 0 {
			visit[at] = walk + 1
			l := s.links[at][s.binding(s.links[at])]
			way = append(way, l.Link)
			at = l.from[0]
		}
		if visit[at] == walk+1 && len(way) > 0 && len(out) < maxRings {
			// What precedes the ring only leads to it.
			for way[0].Item != at {
				way = way[1:]
			}
			out = append(out, way)
		}
	}
	return out
}

// itemKey identifies items by name.
type itemKey struct {
	kind model.Kind
	name string
}

// sources finds the waiting items that supply an input.
type sources struct {
	r       *run
	named   map[itemKey][]int // resources, collections and requirements
	members map[int][]int     // of a collection
	earlier map[string]bool   // the resources that earlier steps desire
}

func (r *run) sources() *sources {
	s := &sources{r: r, named: map[itemKey][]int{}, members: map[int][]int{}, earlier: r.earlier()}
	for i := range r.items {
		it := &r.items[i]
		switch it.Kind {
		case model.KindResource, model.KindCollection, model.KindRequirement:
			k := itemKey{it.Kind, it.Name}
			s.named[k] = append(s.named[k], i)
			if it.Parent >= 0 && r.items[it.Parent].Kind == model.KindCollection {
				s.members[it.Parent] = append(s.members[it.Parent], i)
			}
		}
	}
	return s
}

// of returns the items of which one has to be rendered before an input can appear. It returns none if the input may
// come from elsewhere.
func (s *sources) of(p value.Path) []int {
	if model.PathName(p, 0) != model.RootReq || len(p) < 3 {
		return nil
	}
	name := model.PathName(p, 2)
	switch model.PathName(p, 1) {
	case "resource", "connection":
		if s.r.observed.find(name) == nil && !s.earlier[name] {
			return s.waiting(s.named[itemKey{model.KindResource, name}])
		}
	case "resources", "connections":
		if len(s.r.observed.bases[name]) == 0 {
			return s.ofCollection(name)
		}
	case "extra_resources":
		return s.waiting(s.named[itemKey{model.KindRequirement, name}])
	case "composite":
		if name == "status" {
			return s.ofStatus(p[3:])
		}
	}
	return nil
}

// waiting returns the items that make others wait; none if one of these does not wait.
func (s *sources) waiting(items []int) []int {
	var out []int
	for _, i := range items {
		if s.r.items[i].State != report.Waiting {
			return nil
		}
		out = append(out, s.r.causeOf(i))
	}
	return out
}

func (s *sources) ofCollection(base string) []int {
	list := s.named[itemKey{model.KindCollection, base}]
	if len(list) == 1 && s.r.items[list[0]].State == report.Rendered {
		return s.waiting(s.members[list[0]])
	}
	return s.waiting(list)
}

func (s *sources) ofStatus(p value.Path) []int {
	if !s.r.status.isEmpty() {
		if _, err := calc.Apply(p, s.r.status.value(), types.Extended); err == nil {
			return nil
		}
	}
	var items []int
	for _, d := range s.r.deferred {
		if d.keys.Writes(p) {
			items = append(items, d.item)
		}
	}
	return s.waiting(items)
}
