package eval_test

import (
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// slotScope is a scope of which the names stand for slots.
type slotScope map[string]int

func (s slotScope) Lookup(name string) (int, bool) { slot, ok := s[name]; return slot, ok }
func (s slotScope) Names() []string                { return nil }

// TestSetProgram holds that a slot is known by what the program that fills it reads, and by what the programs read that
// fill those slots: an arm of a conditional that reads it can still fail while something behind it is unknown, also
// where its own value is known.
func TestSetProgram(t *testing.T) {
	for _, c := range []struct {
		local        string // of which another local is the value
		u            value.Value
		byCode, want string // of true ? 1 : local, filled by code and by a program
	}{
		{`[u, "x"][1]`, value.DynamicUnknown, `"1"`, `<unknown value>`},
		{`[u, "x"][1]`, value.Int(2), `"1"`, `"1"`},
		{`["u", "x"][1]`, value.DynamicUnknown, `"1"`, `"1"`},
		{`[u, {}.a][0]`, value.DynamicUnknown, `1`, `1`},
		{`[for e in [u] : 2][0]`, value.DynamicUnknown, `1`, `1`},
	} {
		for _, programs := range []bool{false, true} {
			layout := eval.NewLayout()
			scope := slotScope{"u": layout.Slot(), "inner": layout.Slot(), "local": layout.Slot()}
			env := eval.Env{Profile: types.Standard, Scope: scope, Layout: layout}
			program := func(text string) *eval.Program {
				e := env
				e.File = source.NewFileString("test", text)
				node, _ := syntax.ParseExpression(e.File)
				p, _ := eval.Compile(node, &e)
				return p
			}
			set := func(name, text string) {
				if p := program(text); programs {
					layout.SetProgram(scope[name], p)
				} else {
					layout.SetLazy(scope[name], p.Code())
				}
			}
			set("inner", c.local)
			set("local", "inner")
			root := program("true ? 1 : local")
			frame := eval.NewFrame(layout, &eval.Thread{})
			frame.Set(scope["u"], c.u)
			want := c.byCode
			if programs {
				want = c.want
			}
			if got := host.DebugString(root.Eval(frame)); got != want {
				t.Errorf("%s with programs %t: %s, not %s", c.local, programs, got, want)
			}
		}
	}
}

// TestFailedProgram holds that a slot whose program has failed stays so if nothing behind it is unknown.
func TestFailedProgram(t *testing.T) {
	for _, c := range []struct{ local, want string }{
		{`{}.a`, "string"}, {`u.a`, "string"}, {`u`, "dynamic"},
	} {
		layout := eval.NewLayout()
		scope := slotScope{"u": layout.Slot(), "cond": layout.Slot(), "local": layout.Slot()}
		env := eval.Env{Profile: types.Standard, Scope: scope, Layout: layout}
		program := func(text string) *eval.Program {
			e := env
			e.File = source.NewFileString("test", text)
			node, _ := syntax.ParseExpression(e.File)
			p, _ := eval.Compile(node, &e)
			return p
		}
		layout.SetProgram(scope["local"], program(c.local))
		root := program(`cond ? "a" : local`)
		frame := eval.NewFrame(layout, &eval.Thread{})
		frame.Set(scope["cond"], value.DynamicUnknown)
		if c.local != "u" {
			frame.Set(scope["u"], value.Int(1))
		}
		if got := root.Eval(frame).Type().String(); got != c.want {
			t.Errorf("%s: unknown %s, not %s", c.local, got, c.want)
		}
	}
}

// Frames are used again, but for very large ones.
func TestFramesArePooled(t *testing.T) {
	for slots, want := range map[int]float64{1: 0, 4096: 0, 4097: 1} {
		layout := eval.NewLayout()
		for range slots {
			layout.Slot()
		}
		th := &eval.Thread{}
		got := testing.AllocsPerRun(100, func() { eval.NewFrame(layout, th).Release() })
		if (got >= 1) != (want >= 1) && !underRace {
			t.Errorf("a frame of %d slots: %v allocations, want %v", slots, got, want)
		}
	}
}
