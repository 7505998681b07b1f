package types

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

func TestIdenticalTypesAreEqual(t *testing.T) {
	a := Object(Attr{Name: "b", Type: List(Number)}, Attr{Name: "a", Type: Tuple(String, Bool)})
	b := ObjectOf([]string{"a", "b"}, []Type{Tuple(String, Bool), List(Number)})
	if a != b {
		t.Errorf("%v and %v are two types", a, b)
	}
	if a == Object(Attr{Name: "b", Type: List(Number)}, Attr{Name: "a", Type: Tuple(String, Bool), Optional: true}) {
		t.Error("the optional bit does not count")
	}
	if Union(String, Tuple()) == Tuple(String, Tuple()) {
		t.Error("the kind does not count")
	}
}

// Names in different spellings of one text are one name, in types, in steps and in what is read.
func TestNamesAreNormalised(t *testing.T) {
	apart, composed := Attr{Name: "cafe\u0301", Type: String}, Attr{Name: "caf\u00e9", Type: String}
	want := expr(t, "object({\"cafe\u0301\" = string})")
	if Object(apart) != want || Object(composed) != want || Object(composed, apart) != want {
		t.Errorf("%v, %v and %v", Object(apart), Object(composed), want)
	}
	attrs := []Attr{{Name: "e\u0301", Type: Bool}, {Name: "f", Type: Number}}
	if got := Object(attrs...).AttrNames(); got[0] != "f" || attrs[0].Name != "e\u0301" {
		t.Error(got, attrs)
	}
	for _, s := range []Step{AttrStep("cafe\u0301"), NameStep("cafe\u0301"), AttrStep("caf\u00e9")} {
		if got, err := Traverse(want, s, Extended); err != nil || got != String {
			t.Error(got, err)
		}
	}
}

func TestInternIsSafeForConcurrentUse(t *testing.T) {
	var wg sync.WaitGroup
	results := make([][]Type, 8)
	for g := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 200 {
				results[g] = append(results[g],
					Tuple(List(Map(Number)), ObjectOf([]string{fmt.Sprint("concurrent", i)}, []Type{String})))
			}
		}()
	}
	wg.Wait()
	for _, r := range results {
		for i := range r {
			if r[i] != results[0][i] {
				t.Fatalf("two types for %v", r[i])
			}
		}
	}
}

// Types that data brings along are collected with the data: the table does not grow with what a program has seen.
func TestTableForgetsTypes(t *testing.T) {
	// Cleanups run on a goroutine of their own, some time after a collection.
	settle := func(enough int) int {
		for n := 1; ; n++ {
			runtime.GC()
			runtime.Gosched()
			if size := tableSize(); size <= enough || n == 1000 {
				return size
			}
		}
	}
	before := settle(100)
	held := Object(Attr{Name: "held", Type: Number})
	for i := range 20_000 {
		Object(Attr{Name: fmt.Sprint("request", i), Type: Tuple(Set(Number), String)})
	}
	if after := settle(before + 100); after > before+100 {
		t.Errorf("%d types before, %d after 20000 more that nobody holds", before, after)
	}
	if held != Object(Attr{Name: "held", Type: Number}) {
		t.Error("a type that is held was forgotten")
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	elem := Object(Attr{Name: "x", Type: Number})
	held := []Type{List(elem), Tuple(elem, elem)}
	parts := []Type{elem, elem}
	if n := testing.AllocsPerRun(100, func() { List(elem) }); n != 0 {
		t.Errorf("list: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { Tuple(parts...) }); n != 0 {
		t.Errorf("tuple: %v allocations", n)
	}
	runtime.KeepAlive(held)
}

func TestDepthIsBounded(t *testing.T) {
	deep := String
	for range 3 * MaxDepth {
		deep = List(deep)
	}
	if n := deep.levels(); n > MaxDepth {
		t.Errorf("%d levels", n)
	}
	if deep.String() == "" || deep.HasDynamic() == false {
		t.Error("what lies too deep is not dynamic")
	}
}

// A type that shares its parts is small in memory and enormous when written out; nothing may take that long.
func TestSharedPartsStayCheap(t *testing.T) {
	wide := func(leaf Type) Type {
		for range 64 {
			leaf = Tuple(leaf, leaf)
		}
		return leaf
	}
	a, b := wide(Int), wide(Optional(Promise(String)))
	Erase(a)
	Erase(b)
	Up(Erase(a))
	ResolveEventuals(b)
	WithoutOptional(wide(Object(Attr{Name: "a", Type: String, Optional: true})))
	Assignable(a, b, Extended)
	Compare(a, b)
	Matches(a, wide(Dynamic))
	if n := len(a.String()); n > maxText+10 {
		t.Errorf("String has %d bytes", n)
	}
	if _, err := a.MarshalJSON(); err == nil {
		t.Error("an enormous type was written as JSON")
	}
	if FriendlyName(b) == "" {
		t.Error("no name")
	}
}

func BenchmarkIntern(b *testing.B) {
	elem := Object(Attr{Name: "x", Type: Number})
	names, elems := []string{"a", "b", "c", "d"}, []Type{String, Number, elem, List(elem)}
	held := ObjectOf(names, elems)
	b.Run("list of string", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			List(String)
		}
	})
	b.Run("object, held", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ObjectOf(names, elems)
		}
	})
	b.Run("object, new", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			ObjectOf([]string{fmt.Sprint(i)}, elems[:1])
		}
	})
	runtime.KeepAlive(held)
}

// tableSize counts the entries of the table.
func tableSize() int {
	total := 0
	for i := range table {
		s := &table[i]
		s.Lock()
		for _, bucket := range s.nodes {
			total += len(bucket)
		}
		s.Unlock()
	}
	return total
}
