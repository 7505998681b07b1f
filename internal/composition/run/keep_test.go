package run_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition/applied"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/value/host"
)

// TestKeptAsApplied runs random pipelines, applies what they desire, and runs them again with less known input. What
// would be fatal since it drops what exists goes on where that is kept: what exists is desired as it was applied, or as
// the program desires it now. Where nothing would be dropped, keeping changes nothing.
func TestKeptAsApplied(t *testing.T) {
	kept := 0
	rapid.Check(t, func(t *rapid.T) {
		r := drawRounds(t)
		first := r.run()
		if first.fatal || first.failed {
			t.Skip("there is nothing to apply")
		}
		r.apply(&first)
		r.manage(&first)
		for range 8 {
			less := r.clone()
			for range rapid.IntRange(1, 3).Draw(t, "forgotten") {
				less.forget(t)
			}
			if less.keeps(t, &first) {
				kept++
			}
		}
	})
	if kept == 0 {
		t.Error("nothing was ever kept")
	}
	t.Logf("something was kept in %d runs", kept)
}

// keeps runs a pipeline without and with keeping what exists, and reports whether something was kept.
func (r *rounds) keeps(t *rapid.T, first *outcomeOfRound) bool {
	strict := r.run()
	r.keep = true
	keeping := r.run()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s\n%s\nstrict:\n%s\nkeeping:\n%s", fmt.Sprintf(format, args...), strings.Join(r.texts, "---\n"),
			strict.text, keeping.text)
	}
	switch {
	case !strict.fatal:
		if strict.text != keeping.text {
			fail("the answers differ, although nothing would be dropped")
		}
	case keeping.fatal: // because of another error
		if strings.Contains(keeping.text, "would be dropped") && !strings.Contains(keeping.text, " fails: ") {
			fail("nothing that exists fails, and it is not kept")
		}
	default:
		for _, list := range wouldBeDropped.FindAllStringSubmatch(strict.text, -1) {
			for name := range strings.SplitSeq(list[1], ", ") {
				if now := keeping.resources[name]; fmt.Sprint(now) != fmt.Sprint(first.resources[name]) {
					fail("resource %s was applied as %v, and is kept as %v", name, first.resources[name], now)
				}
			}
		}
		return true
	}
	return false
}

var wouldBeDropped = regexp.MustCompile(`Existing resources? ([^;]*) would be dropped`)

// manage makes the observed objects hold what was applied, and say so in their managed fields.
func (r *rounds) manage(o *outcomeOfRound) {
	manager := applied.Manager(host.OpenObject(r.input().Composite.Loader, nil, "composite", 0))
	for name, body := range o.resources {
		object := cloned(body).(map[string]any)
		version, _ := object["apiVersion"].(string)
		fields := ownedFields(object)
		delete(fields, "f:status")
		metadata, _ := object["metadata"].(map[string]any)
		if metadata == nil {
			metadata = map[string]any{}
		}
		metadata["managedFields"] = []any{map[string]any{"manager": manager, "operation": "Apply", "apiVersion": version,
			"fieldsV1": fields}}
		object["metadata"], object["status"] = metadata, r.observed[name]["status"]
		r.observed[name] = object
	}
}

// ownedFields are the fields of an object in the format FieldsV1, with lists as atomic ones.
func ownedFields(object map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range object {
		if inner, ok := v.(map[string]any); ok {
			out["f:"+k] = ownedFields(inner)
		} else {
			out["f:"+k] = map[string]any{}
		}
	}
	return out
}
