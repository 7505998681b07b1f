package eval_test

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func ExampleValue() {
	file := source.NewFileString("main.hcl", `"${upper(name)} has ${count + 1} replicas"`)
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	ctx := &hcl.EvalContext{
		Variables: map[string]value.Value{"name": value.String("web"), "count": value.Int(2)},
		Functions: function.Table{"upper": {
			Name: "upper", Params: []function.Param{{Name: "str", Type: types.String}}, Result: types.String,
			Impl: func(c *function.Call) (value.Value, error) {
				return value.String(strings.ToUpper(c.Args[0].AsString())), nil
			},
		}},
	}
	v, diags := eval.Value(syntax.NewExpression(file, node), ctx)
	fmt.Println(v.AsString(), len(diags))
	// Output: WEB has 3 replicas 0
}

// variables is the simplest scope: names and their slots.
type variables map[string]int

func (v variables) Lookup(name string) (int, bool) { slot, ok := v[name]; return slot, ok }
func (v variables) Names() []string                { return []string{"replicas"} }

func ExampleCompile() {
	layout := eval.NewLayout()
	scope := variables{"replicas": layout.Slot()}
	file := source.NewFileString("main.hcl", `replicas > 1 ? replicas * 2 : replica`)
	node, _ := syntax.ParseExpression(file)

	program, _ := eval.Compile(node, &eval.Env{File: file, Scope: scope, Layout: layout, Profile: types.Extended})
	for _, n := range []int64{4, 1} {
		var thread eval.Thread
		frame := eval.NewFrame(layout, &thread)
		frame.Set(scope["replicas"], value.Int(n))
		v := program.Eval(frame)
		if len(thread.Diags) > 0 {
			fmt.Println(thread.Diags)
		} else {
			fmt.Println(v.NumberText())
		}
		frame.Release()
	}
	// Output:
	// 8
	// main.hcl:1,31-38: Unknown variable; There is no variable named "replica". Did you mean "replicas"?
}

// What is evaluated of a program is counted at points, where the host asks for that. The counts belong to the thread.
func ExampleEnv_points() {
	layout := eval.NewLayout()
	scope := variables{"n": layout.Slot()}
	file := source.NewFileString("main.hcl", `n > 1 && n < 9 ? "several" : "other"`)
	node, _ := syntax.ParseExpression(file)

	var points []eval.Point
	program, _ := eval.Compile(node, &eval.Env{File: file, Scope: scope, Layout: layout, Profile: types.Extended,
		Points: &points})
	thread := eval.Thread{Counts: make([]eval.Count, len(points))}
	frame := eval.NewFrame(layout, &thread)
	frame.Set(scope["n"], value.Int(1))
	program.Eval(frame)
	for i, p := range points {
		fmt.Println(thread.Counts[i].Evaluated, p.Range.Text())
	}
	// Output:
	// 1 n > 1
	// 0 n < 9
	// 0 "several"
	// 1 "other"
	// 1 n > 1 && n < 9 ? "several" : "other"
}
