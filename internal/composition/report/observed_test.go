package report

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/value"
)

// shown is a composite resource that shows conditions. generation is its own, set is that of the conditions, and synced
// that of core's; none of them is there if it is 0.
func shown(list []Condition, generation, set, synced int64) value.Value {
	object := func(attrs map[string]value.Value, name string, n int64) value.Value {
		if n != 0 {
			attrs[name] = value.Int(n)
		}
		return value.Object(attrs)
	}
	var conditions []value.Value
	for _, c := range list {
		status := "False"
		if c.Status {
			status = "True"
		}
		conditions = append(conditions, object(map[string]value.Value{"type": value.String(c.Type),
			"status": value.String(status), "reason": value.String(c.Reason), "message": value.String(c.Message),
		}, "observedGeneration", set))
	}
	if synced != 0 {
		conditions = append(conditions, object(map[string]value.Value{"type": value.String("Synced")},
			"observedGeneration", synced))
	}
	return value.Object(map[string]value.Value{
		"metadata": object(map[string]value.Value{}, "generation", generation),
		"status":   value.Object(map[string]value.Value{"conditions": value.Tuple(conditions...)}),
	})
}

// steps runs steps of a pipeline one after the other, and returns the conditions after the last one.
func steps(observed Observed, list ...Run) []Condition {
	var entries Entries
	var last []Condition
	for _, r := range list {
		r.Before, r.Observed = entries.Before(r.Step), observed
		last, entries = r.Conditions(), r.After()
	}
	return last
}

// What is observed is kept as long as nothing has changed, although later steps have a part in it; what is new is said
// at once.
func TestConditionsStayUntilSomethingChanges(t *testing.T) {
	a := Run{Step: "a", Open: []string{"resource a"}, Reasons: []Reason{wait("resource a", "req.p")}}
	b := Run{Step: "b", Open: []string{"resource b"}, Reasons: []Reason{wait("resource b", "req.q")}}
	quiet, otherA := Run{Step: "a"}, a
	otherA.Reasons = []Reason{wait("resource a", "req.other")}
	quietB := Run{Step: "b"}
	fatal := a
	fatal.Fatal = "broken"
	both, onlyA := steps(Observed{}, a, b), steps(Observed{}, a)
	same := func(x, y []Condition) bool { return x[0] == y[0] && x[1] == y[1] }
	for _, tt := range []struct {
		name     string
		observed value.Value
		run      []Run
		keeps    bool
	}{
		{"nothing has changed", shown(both, 0, 0, 0), []Run{a}, true},
		{"nor has the generation", shown(both, 3, 3, 0), []Run{a}, true},
		{"nor has that of core", shown(both, 3, 0, 3), []Run{a}, true},
		{"the program has", shown(both, 4, 3, 4), []Run{a}, false},
		{"core has not seen the program", shown(both, 4, 0, 3), []Run{a}, false},
		{"the reason has", shown(both, 3, 3, 0), []Run{otherA}, false},
		{"it is fatal", shown(both, 3, 3, 0), []Run{fatal}, false},
		{"all is said", shown(onlyA, 3, 3, 0), []Run{a}, false},
		{"nothing is observed", value.Object(nil), []Run{a}, false},
		{"one condition is observed", shown(both[1:], 3, 3, 0), []Run{a}, false},
		{"the other one is observed", shown(both[:1], 3, 3, 0), []Run{a}, false},
		{"the first step is over", shown(both, 3, 3, 0), []Run{quiet}, false},
		{"the first step is over, and the second tells", shown(both, 3, 3, 0), []Run{quiet, b}, false},
		{"the first step tells what the second told", shown(both, 3, 3, 0), []Run{b}, false},
		{"a third step has nothing to tell", shown(steps(Observed{}, b, Run{Step: "d", Open: []string{"x"},
			Reasons: []Reason{wait("x", "req.x")}}), 3, 3, 0), []Run{b, {Step: "c"}}, true},
		{"a step has nothing to tell", shown(both, 3, 3, 0), []Run{{Step: "first"}}, true},
		{"a step has nothing to tell, and no generation is known", shown(both, 0, 0, 0), []Run{{Step: "first"}}, false},
		{"a step has nothing to tell any more, with another program", shown(both, 4, 3, 0), []Run{{Step: "first"}}, false},
		{"the second step is over", shown(steps(Observed{}, a, b, Run{Step: "c", Open: []string{"x"},
			Reasons: []Reason{wait("x", "req.x")}}), 3, 3, 0), []Run{a, quietB}, false},
	} {
		o := ReadObserved(tt.observed)
		want := steps(Observed{}, tt.run...)
		if tt.keeps {
			want = []Condition{o.resolved.Condition, o.diagnostics.Condition}
		}
		if got := steps(o, tt.run...); !same(got, want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", tt.name, got, want)
		}
	}
}

// Conditions are read as they were written, marked values and strange ones included.
func TestReadObserved(t *testing.T) {
	a := Run{Step: "a", Open: []string{"resource a"}, Reasons: []Reason{wait("resource a", "req.p")}}
	conditions := steps(Observed{}, a)
	conditions[0].Status = true
	for _, marked := range []bool{false, true} {
		xr := shown(conditions, 5, 0, 4)
		if marked {
			inner, _ := xr.Attr("status")
			list, _ := inner.Attr("conditions")
			elems := list.Elems()
			for i := range elems {
				elems[i] = elems[i].Mark("m")
			}
			meta, _ := xr.Attr("metadata")
			xr = value.Object(map[string]value.Value{"metadata": meta.Mark("m"),
				"status": value.Object(map[string]value.Value{"conditions": value.Tuple(elems...).Mark("m")}).Mark("m")}).Mark("m")
		}
		o := ReadObserved(xr)
		e := a.Entry()
		if o.resolved.Condition != conditions[0] || o.diagnostics.Condition != conditions[1] || !o.resolved.present ||
			!o.diagnostics.present || o.generation != 5 || o.diagnostics.generation != 4 || len(o.tokens) != 1 ||
			o.tokens[0] != e.token() {
			t.Errorf("marked %t: %+v", marked, o)
		}
	}
	if o := ReadObserved(shown(conditions, 5, 3, 4)); o.diagnostics.generation != 3 || o.resolved.generation != 3 {
		t.Errorf("the generation of the condition is %d", o.diagnostics.generation)
	}
	if o := ReadObserved(shown(nil, 5, 0, 4)); o.generation != 0 || o.diagnostics.present || o.tokens != nil {
		t.Errorf("nothing is there, and %+v is read", o)
	}
	for _, v := range []value.Value{value.Null, value.String("x"), value.Unknown(value.Null.Type()), value.Tuple(),
		value.Object(map[string]value.Value{"status": value.String("x")})} {
		if o := ReadObserved(v); o.resolved.present || o.diagnostics.present {
			t.Errorf("%s: %+v", v, o)
		}
	}
}

// A step that told something, and has nothing to tell any more, says so to those after it; one that never told
// anything leaves no entry.
func TestEntriesOfStepsThatAreOver(t *testing.T) {
	a := Run{Step: "a", Open: []string{"resource a"}, Reasons: []Reason{wait("resource a", "req.p")}}
	over := Run{Step: "a", Observed: ReadObserved(shown(steps(Observed{}, a), 1, 1, 0))}
	if got := over.After(); len(got) != 1 || got[0].Step != "a" || got[0].Digest != "" || got[0].Open != 0 {
		t.Errorf("it leaves %+v", got)
	}
	other := Run{Step: "b", Observed: over.Observed, Before: over.After()}
	if got := other.After(); len(got) != 1 || got[0].Step != "a" {
		t.Errorf("a step that never told anything leaves %+v", got)
	}
	if got := (Entries{{Step: "a"}, {Step: "b"}, {Step: "a"}}).Before("a"); len(got) != 1 || got[0].Step != "b" {
		t.Errorf("before are %+v", got)
	}
	if e := (&Run{Step: "a", Open: []string{"x"}}).Entry(); e.Open != 0 || e.Digest != "" || e.Step != "a" {
		t.Errorf("without reasons there is %+v", e)
	}
}

// Entries of others are bounded and consistent, or left out.
func TestEntriesOfOthersAreBounded(t *testing.T) {
	text := func(kind int64, s string) value.Value {
		return value.Object(map[string]value.Value{"kind": value.Int(kind), "text": value.String(s)})
	}
	many := func(n int, v value.Value) value.Value {
		list := make([]value.Value, n)
		for i := range list {
			list[i] = v
		}
		return value.Tuple(list...)
	}
	entry := func(change map[string]value.Value) value.Value {
		attrs := map[string]value.Value{"digest": value.String("0a1f"), "errors": value.Int(1), "warnings": value.Int(0),
			"open": value.Int(1), "items": value.Tuple(value.String("resource a")), "texts": value.Tuple(text(0, "t"))}
		for name, v := range change {
			attrs[name] = v
		}
		return value.Object(map[string]value.Value{"s": value.Object(attrs)})
	}
	for _, tt := range []struct {
		name   string
		change map[string]value.Value
		read   bool
	}{
		{"as it is written", nil, true},
		{"a long digest", map[string]value.Value{"digest": value.String("0a1f0")}, false},
		{"no hexadecimal digest", map[string]value.Value{"digest": value.String("0a1g")}, false},
		{"no texts", map[string]value.Value{"texts": value.Tuple()}, false},
		{"fewer reasons than texts", map[string]value.Value{"errors": value.Int(0)}, false},
		{"as many reasons as texts", map[string]value.Value{"errors": value.Int(1), "warnings": value.Int(1),
			"texts": many(2, text(0, "t"))}, true},
		{"fewer open than items", map[string]value.Value{"open": value.Int(0)}, false},
		{"a negative count", map[string]value.Value{"open": value.Int(-1)}, false},
		{"many", map[string]value.Value{"open": value.Int(1 << 40), "errors": value.Int(1 << 40),
			"items": many(100, value.String("x")), "texts": many(100, text(99, strings.Repeat("t", 10_000)))}, true},
	} {
		got := ReadEntries(entry(tt.change))
		if (len(got) == 1) != tt.read {
			t.Errorf("%s: %+v", tt.name, got)
			continue
		}
		for _, e := range got {
			long := len(e.Items) > maxItems || len(e.texts) > maxTexts || e.Open > 1_000_000_000
			for _, s := range e.texts {
				long = long || s.kind >= kinds || len(s.text) > maxText+len("...")+len("...")
			}
			if long || e.Step != "s" {
				t.Errorf("%s: %+v", tt.name, e)
			}
		}
	}
	if got := ReadEntries(entry(nil).Mark("m")); len(got) != 1 {
		t.Error("a marked context is not read")
	}
	steps := map[string]value.Value{}
	for i := range 30 {
		v, _ := entry(map[string]value.Value{"order": value.Int(int64(i))}).Attr("s")
		steps[strings.Repeat("z", 30-i)] = v
	}
	got := ReadEntries(value.Object(steps))
	if len(got) != maxEntries || got[0].Step != strings.Repeat("z", 30) || got[1].Step != strings.Repeat("z", 29) {
		t.Errorf("%d entries, of which the first is %q", len(got), got[0].Step)
	}
}
