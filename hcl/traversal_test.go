package hcl_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func parseTraversal(t interface{ Fatalf(string, ...any) }, text string) hcl.Traversal {
	f := source.NewFileString("t.hcl", text)
	node, diags := syntax.ParseTraversalAbs(f)
	if diags.HasErrors() {
		t.Fatalf("%q: %v", text, diags)
	}
	steps, _ := syntax.NewExpression(f, node).StaticTraversal()
	return steps
}

// A traversal is written as it parses, whatever its keys are.
func TestTraversalText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := hcl.Traversal{{Kind: hcl.StepRoot, Name: "root"}}
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				steps = append(steps, hcl.TraversalStep{Kind: hcl.StepAttr,
					Name: rapid.StringMatching(`[a-z][a-z0-9_-]{0,4}`).Draw(t, "name")})
			case 1:
				steps = append(steps, hcl.TraversalStep{Kind: hcl.StepIndex,
					Key: value.Int(rapid.Int64Range(0, 99).Draw(t, "index"))})
			default:
				steps = append(steps, hcl.TraversalStep{Kind: hcl.StepIndex,
					Key: value.String(rapid.StringOfN(rapid.RuneFrom([]rune("a$%{\"\\\n\té\x01\x7f")), 0, 6, -1).Draw(t, "key"))})
			}
		}
		again := parseTraversal(t, steps.String())
		if again.String() != steps.String() || len(again) != len(steps) {
			t.Fatalf("%s and then %s", steps, again)
		}
		for i := range steps {
			if again[i].Kind != steps[i].Kind || again[i].Name != steps[i].Name || !again[i].Key.Equal(steps[i].Key) {
				t.Fatalf("step %d of %s", i, steps)
			}
		}
	})
}

func TestSplitAndJoin(t *testing.T) {
	whole := parseTraversal(t, `module.net.id[0]`)
	abs, rel := whole.Split(2)
	if abs.String() != "module.net" || rel.String() != ".id[0]" || abs.IsRelative() || !rel.IsRelative() ||
		rel.Root() != "" || abs.Root() != "module" {
		t.Errorf("%s and %s", abs, rel)
	}
	if joined := abs.Join(rel); joined.String() != whole.String() {
		t.Errorf("%s", joined)
	}
	if abs, rel := whole.Split(9); abs.String() != whole.String() || len(rel) != 0 {
		t.Errorf("%s and %s", abs, rel)
	}
	_ = append(abs, hcl.TraversalStep{}) // must not write into the rest
	if whole.String() != `module.net.id[0]` {
		t.Errorf("%s", whole)
	}
}

// A traversal leads where the expression leads that is written like it, and fails with the same words.
func TestResolveAndFollow(t *testing.T) {
	net, _ := value.FromGo(map[string]any{"id": []any{"a", "b"}, "n": map[string]any{"x y": 1}})
	module, _ := value.FromGo(map[string]any{"net": net})
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"module": module}}
	for _, text := range []string{`module`, `module.net.id[1]`, `module.net["n"]["x y"]`, `module.nte`, `module.net.id[7]`,
		`modul.x`} {
		steps := parseTraversal(t, text)
		f := source.NewFileString("t.hcl", text)
		node, _ := syntax.ParseExpression(f)
		want, wantDiags := eval.Value(syntax.NewExpression(f, node), ctx)
		got, diags := eval.Resolve(steps, ctx)
		if !want.Equal(got) || wantDiags.String() != diags.String() {
			t.Errorf("%s: %s %v, want %s %v", text, host.DebugString(got), diags, host.DebugString(want), wantDiags)
		}
		if _, rel := steps.Split(1); !diags.HasErrors() {
			if v, diags := eval.Follow(module, rel, nil); !v.Equal(want) || len(diags) > 0 {
				t.Errorf("%s: %s %v", rel, host.DebugString(v), diags)
			}
		}
	}
	abs := parseTraversal(t, `module.net`)
	if _, diags := eval.Follow(module, abs, nil); len(diags) != 1 || diags[0].Code != "traversal" {
		t.Errorf("%v", diags)
	}
	if _, diags := eval.Resolve(abs[1:], ctx); len(diags) != 1 || diags[0].Code != "traversal" {
		t.Errorf("%v", diags)
	}
	splat := append(abs, hcl.TraversalStep{Kind: hcl.StepSplat})
	if _, diags := eval.Resolve(splat, ctx); len(diags) != 1 || !strings.Contains(diags[0].Detail, "[*]") {
		t.Errorf("%v", diags)
	}
}

// The bare key of an object is its text, and a keyword to static analysis.
func TestKeyOfExprMap(t *testing.T) {
	f := source.NewFileString("t.hcl", `{ source = "x", true = 1, "q" = 2, (v) = 3, "a${v}" = 4 }`)
	node, _ := syntax.ParseExpression(f)
	items, diags := hcl.ExprMap(syntax.NewExpression(f, node))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"v": value.String("w"), "source": value.String("wrong")}}
	var got []string
	for _, item := range items {
		for range 2 {
			v, diags := eval.Value(item.Key, ctx)
			got = append(got, fmt.Sprint(host.DebugString(v), len(diags), len(item.Key.Variables()), hcl.ExprKeyword(item.Key),
				item.Key.Range().Text()))
		}
	}
	want := `"source"0 0sourcesource "source"0 0sourcesource "true"0 0truetrue "true"0 0truetrue "q"0 0"q" "q"0 0"q" ` +
		`"w"0 1(v) "w"0 1(v) "aw"0 1"a${v}" "aw"0 1"a${v}"`
	if strings.Join(got, " ") != want {
		t.Errorf("%s", strings.Join(got, " "))
	}
	if v, diags := eval.Value(items[0].Key, nil); v.AsString() != "source" || len(diags) > 0 {
		t.Errorf("%v", diags)
	}
}

// Nil bodies and expressions are no reason to panic.
func TestNil(t *testing.T) {
	body := hcl.MergeBodies([]hcl.Body{nil, nil})
	if attrs, diags := body.JustAttributes(); len(attrs)+len(diags) > 0 {
		t.Errorf("%v %v", attrs, diags)
	}
	if _, diags := hcl.ExprList(nil); len(diags) != 1 {
		t.Errorf("%v", diags)
	}
	if v, diags := eval.Value(nil, nil); v.IsKnown() || len(diags) != 1 || diags[0].Code != "no-expression" {
		t.Errorf("%v", diags)
	}
	if _, diags := eval.CompileExpression(nil, &eval.Env{}); len(diags) != 1 {
		t.Errorf("%v", diags)
	}
}
