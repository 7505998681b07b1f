package vectors

import "testing"

func TestAll(t *testing.T) {
	entries, err := files.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	ids := map[string]bool{}
	for _, e := range entries {
		if e.Name() == "scopes.json" {
			continue
		}
		for v := range All[struct{ ID, Fn string }](t, e.Name()) {
			n[e.Name()]++
			if v.ID+v.Fn == "" || v.ID != "" && ids[e.Name()+v.ID] {
				t.Errorf("%s, line %d: no name, or one that is there already: %q", e.Name(), n[e.Name()], v.ID)
			}
			ids[e.Name()+v.ID] = true
		}
		if n[e.Name()] < 30 {
			t.Errorf("%s has only %d lines", e.Name(), n[e.Name()])
		}
	}
	if len(n) != 11 {
		t.Errorf("the files are %v", n)
	}
}
