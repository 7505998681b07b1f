package composition

import (
	"cmp"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// invoke compiles a call of a function of the program. The function is known when compiling.
func (c *compiler) invoke(ec *eval.Compiler, call *syntax.Call) eval.Code {
	if len(call.Args) != 2 || call.Expand {
		return refuse(ec, call, "Invalid invoke", "invoke takes two arguments: the name of a function as a plain string, "+
			"and an object with its arguments, as in invoke(\"name\", { x = 1 }).")
	}
	f := c.invokeTarget(ec, call.Args[0])
	if obj, ok := call.Args[1].(*syntax.Object); ok {
		if model.HasStaticKeys(obj) {
			return c.invokeStatic(ec, f, call, obj)
		}
	}
	arguments := ec.Compile(call.Args[1])
	if f == nil {
		return failed
	}
	if kind := literalKind(call.Args[1]); kind != "" {
		return refuse(ec, call.Args[1], "Invalid invoke", f.noObject(kind))
	}
	d := &dynamicInvoke{fn: f, code: arguments, at: ec.Range(call), argsAt: ec.Range(call.Args[1])}
	return d.call
}

// refuse reports an error in a part of a call, and returns code that fails.
func refuse(ec *eval.Compiler, at syntax.Expr, summary, detail string) eval.Code {
	ec.Report(&diag.Diagnostic{Code: code.Invoke, Summary: summary, Subject: ec.Range(at), Detail: detail})
	return failed
}

func failed(*eval.Frame) value.Value { return value.DynamicUnknown }

// invokeTarget returns the function that a call names, or reports why there is none.
func (c *compiler) invokeTarget(ec *eval.Compiler, e syntax.Expr) *userFunction {
	ref := c.m.Ref(c.expr.File, e)
	if _, ok := model.StaticText(e); !ok || ref == nil {
		refuse(ec, e, "Invalid invoke", "The name of the function to invoke must be a plain string such as \"name\", "+
			"without variables or interpolation.")
		return nil
	}
	f := c.functions[ref.Symbol]
	if f == nil && !c.m.IsBroken() {
		name := c.m.Symbol(c.expr.File, ref.Symbol).Name
		refuse(ec, e, "Unknown function", "There is no function block named "+wording.Quoted(name)+"."+c.functionHint(name))
	}
	return f
}

// functionHint returns a hint how to call a function that exists.
func (c *compiler) functionHint(name string) string {
	var names []string
	for _, d := range c.m.Functions() {
		names = append(names, d.Symbol.Name)
	}
	if len(names) == 0 {
		return " A function of the program is written as function name { ... }; a built-in one is called directly, as in " +
			"upper(\"x\")."
	}
	return cmp.Or(diag.DidYouMean(name, names), " The program has "+wording.Few(names)+".")
}

// noArgument returns an error text for an unknown argument, whose name may be secret, with the existing arguments.
func (f *userFunction) noArgument(name string, secret bool) string {
	text := "The function " + wording.Quoted(f.name) + " has no argument "
	if secret {
		return text + "of the name given here, which is sensitive." + f.takes()
	}
	return text + "named " + wording.Quoted(name) + "." + cmp.Or(diag.DidYouMean(name, f.names), f.takes())
}

// takes returns a sentence about the arguments of a function.
func (f *userFunction) takes() string {
	if len(f.args) == 0 {
		return " It takes none."
	}
	return " It takes " + wording.Few(f.names) + "."
}

// noObject returns an error text for arguments that are not an object.
func (f *userFunction) noObject(kind string) string {
	return "The arguments of function " + wording.Quoted(f.name) + " must be an object such as { x = 1 }, but this is " +
		kind + "."
}

// literalKind returns the kind of an expression that certainly is not an object, and "" for others.
func literalKind(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Literal:
		return wording.Kind(e.Value)
	case *syntax.Template:
		return "a string"
	case *syntax.Tuple:
		return "a list"
	}
	return ""
}

// invokeStatic compiles a call with an object constructor as arguments, without making an object.
func (c *compiler) invokeStatic(ec *eval.Compiler, f *userFunction, call *syntax.Call, given *syntax.Object) eval.Code {
	var codes []eval.Code
	if f != nil {
		codes = make([]eval.Code, len(f.args))
	}
	unknown := 0
	for _, it := range given.Items {
		given := ec.Compile(it.Value)
		if f == nil {
			continue
		}
		name, _ := model.StaticKey(it.Key)
		if i := slices.Index(f.names, name); i >= 0 {
			codes[i] = given
			continue
		}
		unknown++
		if !f.broken { // the argument may be in a part that could not be parsed
			ec.Report(&diag.Diagnostic{
				Code: code.InvokeArguments, Summary: "Unknown argument", Subject: ec.Range(it.Key),
				Detail: f.noArgument(name, false),
			})
		}
	}
	if f == nil {
		return failed
	}
	for i, a := range f.args {
		if codes[i] != nil || a.optional || f.broken {
			continue
		}
		if unknown--; unknown < 0 { // else one of the unknown ones is probably meant for it
			ec.Report(missingArgument(f, a, ec.Range(call)))
		}
	}
	at := ec.Range(call)
	return func(fr *eval.Frame) value.Value {
		var buf [8]value.Value
		args := buf[:0]
		for _, code := range codes {
			if code == nil {
				args = append(args, value.Value{})
			} else {
				args = append(args, code(fr))
			}
		}
		return f.apply(fr.Thread, args, at)
	}
}

func missingArgument(f *userFunction, a *argument, at source.Range) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.InvokeArguments, Summary: "Missing argument", Subject: at,
		Detail: "The function " + wording.Quoted(f.name) + " requires the argument " + wording.Quoted(a.name) +
			", which is not given here and has no default.",
		Notes: []diag.Note{{Message: "it is declared here", Range: a.rng}},
	}
}

// dynamicInvoke is a call whose arguments are a computed object.
type dynamicInvoke struct {
	fn         *userFunction
	code       eval.Code
	at, argsAt source.Range
}

func (d *dynamicInvoke) call(fr *eval.Frame) value.Value {
	t := fr.Thread
	mark := len(t.Diags)
	v, marks := d.code(fr).Unmark()
	switch {
	case !v.IsKnown():
		return v.WithMarks(marks)
	case len(t.Diags) > mark && t.Diags[mark:].HasErrors():
		return value.DynamicUnknown
	case v.IsNull() || !contract.IsObject(v):
		d.fail(t, d.fn.noObject(wording.Kind(v)))
		return value.DynamicUnknown
	}
	args := make([]value.Value, len(d.fn.args))
	ok := true
	for i, name := range v.Names() {
		if j := slices.Index(d.fn.names, name); j >= 0 {
			args[j] = v.At(i).WithMarks(marks)
		} else {
			d.fail(t, d.fn.noArgument(name, marks.Has(value.Sensitive)))
			ok = false
		}
	}
	for i, a := range d.fn.args {
		if args[i].IsZero() && !a.optional {
			t.Report(missingArgument(d.fn, a, d.argsAt))
			ok = false
		}
	}
	if !ok {
		return value.DynamicUnknown
	}
	return d.fn.apply(t, args, d.at)
}

func (d *dynamicInvoke) fail(t *eval.Thread, detail string) {
	t.Report(&diag.Diagnostic{Code: code.InvokeArguments, Summary: "Invalid arguments of a function", Subject: d.argsAt,
		Detail: detail})
}
