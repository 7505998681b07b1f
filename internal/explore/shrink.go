package explore

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"
)

// mostTries is the maximum number of simpler scenarios that are run.
const mostTries = 400

// shrink simplifies a scenario as long as it fails in the same way. The result does not depend on how many scenarios
// run at the same time.
//
// It ends because every step makes the scenario cheaper or takes a delay or a loss out of it; mostTries bounds the
// time. Why the parts of the object are made simpler, and not the random choices behind them, is in docs/decisions.md
// under "Shrinking".
func (e *explorer) shrink(ctx context.Context, f *failed) (*failed, error) {
	tried := map[string]bool{}
	for tries := 0; tries < mostTries; {
		var candidates []*scenario
		for _, c := range simpler(f.scenario) {
			if id := c.id(); !tried[id] && len(refused(e.kind, c.xr)) == 0 {
				tried[id] = true
				candidates = append(candidates, c)
			}
		}
		found, n, err := e.first(ctx, candidates[:min(len(candidates), mostTries-tries)], f.key)
		if err != nil {
			return nil, err
		}
		if found == nil {
			break
		}
		tries += n
		for _, c := range candidates[n:] {
			// Some of them were run, as part of the same batch, but how many depends on the number of processors.
			// Forgetting all of them is what makes the result the same everywhere.
			delete(tried, c.id()) // it was not run, and may come again
		}
		f = &failed{found, f.key}
	}
	return f, nil
}

// first returns the first candidate that fails with a key, and the number of candidates up to it.
//
// A batch is always finished before its results are looked at, and then looked at in order: the first one that fails is
// the same as if they had been run one after the other.
func (e *explorer) first(ctx context.Context, candidates []*scenario, key string) (*scenario, int, error) {
	size := runtime.GOMAXPROCS(0)
	for i := 0; i < len(candidates); i += size {
		batch := candidates[i:min(i+size, len(candidates))]
		keys, errs := make([]string, len(batch)), make([]error, len(batch))
		var all sync.WaitGroup
		for j, c := range batch {
			all.Go(func() { _, keys[j], errs[j] = e.run(ctx, c) })
		}
		all.Wait()
		for j := range batch {
			if errs[j] != nil {
				return nil, 0, errs[j]
			}
			if keys[j] == key {
				return batch[j], i + j + 1, nil
			}
		}
	}
	return nil, 0, nil
}

// id returns a text that identifies a scenario.
func (s *scenario) id() string {
	lost := ""
	if s.lost != nil {
		lost = canonical(s.lost.part())
	}
	late := map[string]any{}
	for name, n := range s.late {
		late[name] = float64(n)
	}
	return canonical([]any{s.xr, late, lost})
}

// simpler returns simpler scenarios, the simplest ones first.
func simpler(s *scenario) (out []*scenario) {
	if s.lost != nil {
		out = append(out, &scenario{xr: s.xr, late: s.late})
		if len(s.lost.path) > 0 {
			out = append(out, &scenario{xr: s.xr, late: s.late, lost: &loss{object: s.lost.object}})
		}
	}
	if len(s.late) > 1 {
		out = append(out, &scenario{xr: s.xr, lost: s.lost})
	}
	for _, name := range slices.Sorted(maps.Keys(s.late)) {
		less := maps.Clone(s.late)
		if delete(less, name); len(less) == 0 {
			less = nil
		}
		out = append(out, &scenario{xr: s.xr, late: less, lost: s.lost})
		if s.late[name] > 2 {
			less := maps.Clone(s.late)
			less[name] = 2
			out = append(out, &scenario{xr: s.xr, late: less, lost: s.lost})
		}
	}
	for _, xr := range simplerXRs(s.xr) {
		out = append(out, &scenario{xr: xr, late: s.late, lost: s.lost})
	}
	return out
}

// simplerXRs returns objects in which one part is simpler, outer parts first. The identity of the object stays, except
// for its name.
//
// Outer parts come first because one success there saves all tries further in. Every candidate changes one part, so
// that a failure which needs two parts keeps both.
func simplerXRs(xr map[string]any) (out []map[string]any) {
	type part struct {
		path []any
		v    any
	}
	add := func(path []any, v any) { out = append(out, replaced(xr, path, v).(map[string]any)) }
	meta, _ := xr["metadata"].(map[string]any)
	if meta["name"] != plainName {
		add([]any{"metadata", "name"}, plainName)
	}
	var queue []part
	for _, name := range slices.Sorted(maps.Keys(xr)) {
		if name != "apiVersion" && name != "kind" && name != "metadata" {
			queue = append(queue, part{[]any{name}, xr[name]})
		}
	}
	for _, name := range []string{"annotations", "labels"} {
		if v, there := meta[name]; there {
			queue = append(queue, part{[]any{"metadata", name}, v})
		}
	}
	// A text that occurs several times is often a name and references to it. Changing one of them alone breaks the
	// reference and, most of the time, the failure; so all are changed at once.
	for _, text := range repeated(xr["spec"]) {
		for _, plain := range []string{"", "a"} {
			if cost(plain) < cost(text) {
				add([]any{"spec"}, renamed(xr["spec"], text, plain))
			}
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		add(p.path, nil)
		// Only cheaper values are tried: otherwise two values could be replaced by each other for ever.
		for _, v := range simplerValues(p.v) {
			if cost(v) < cost(p.v) {
				add(p.path, v)
			}
		}
		below := func(step, v any) { queue = append(queue, part{append(p.path[:len(p.path):len(p.path)], step), v}) }
		switch v := p.v.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				below(name, v[name])
			}
		case []any:
			for i, elem := range v {
				below(i, elem)
			}
		}
	}
	return out
}

// repeated returns the texts that occur more than once in a value and may have to stay equal.
func repeated(v any) (out []string) {
	counts := map[string]int{}
	renamedBy(v, func(text string) string {
		counts[text]++
		return text
	})
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		if counts[text] > 1 {
			out = append(out, text)
		}
	}
	return out
}

// renamed returns a value with a text replaced everywhere.
func renamed(v any, from, to string) any {
	return renamedBy(v, func(text string) string {
		if text == from {
			return to
		}
		return text
	})
}

func renamedBy(v any, name func(string) string) any {
	switch v := v.(type) {
	case string:
		return name(v)
	case []any:
		out := make([]any, len(v))
		for i, elem := range v {
			out[i] = renamedBy(elem, name)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, elem := range v {
			out[key] = renamedBy(elem, name)
		}
		return out
	}
	return v
}

// simplerValues returns possibly simpler values to replace a value.
func simplerValues(v any) (out []any) {
	switch v := v.(type) {
	case map[string]any:
		out = append(out, map[string]any{})
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if _, taken := v["a"]; !taken { // names of maps
				renamed := maps.Clone(v)
				delete(renamed, name)
				renamed["a"] = v[name]
				out = append(out, renamed)
			}
		}
	case []any:
		half := len(v) / 2
		out = append(out, []any{}, slices.Clone(v[:half]), slices.Clone(v[half:]))
	case string:
		out = append(out, "", "a")
		runes := []rune(v)
		half := len(runes) / 2
		out = append(out, string(runes[:half]), string(runes[half:]))
		for i := range runes[:min(len(runes), 40)] {
			less := slices.Delete(slices.Clone(runes), i, i+1)
			plainer := slices.Clone(runes)
			plainer[i] = 'a'
			out = append(out, string(less), string(plainer))
		}
	case float64:
		out = append(out, 0.0, 1.0, float64(int64(v/2)), v-1)
	case bool:
		out = append(out, false)
	}
	return out
}

// cost returns a measure of the complexity of a value.
//
// The numbers matter only in comparison: a shorter text is simpler than a longer one, "a" than other letters, those
// than other characters, and any part that is absent than one that is there.
func cost(v any) int {
	switch v := v.(type) {
	case map[string]any:
		n := 4
		for name, below := range v {
			n += 4 + cost(name) + cost(below)
		}
		return n
	case []any:
		n := 4
		for _, below := range v {
			n += 4 + cost(below)
		}
		return n
	case string:
		n := 0
		for _, r := range v {
			switch {
			case r == 'a':
				n += 2
			case r >= 'b' && r <= 'z', r >= '0' && r <= '9':
				n += 3
			default:
				n += 4
			}
		}
		return n
	case float64:
		return 2*len(strconv.FormatFloat(v, 'f', -1, 64)) + int(min(max(v, 0), 9))
	case bool:
		if v {
			return 2
		}
	}
	return 1
}
