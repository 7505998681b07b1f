// Package userfunc reads functions that are defined in configuration:
//
//	function "greeting" {
//	  params         = [name]
//	  variadic_param = others
//	  result         = join(", ", concat(["Hello ${name}"], others))
//	}
//
// Params is a list of names. The optional variadic parameter receives all additional arguments as a tuple. The result
// is evaluated in the scope that the host provides, with the arguments as variables. It cannot use the scope of the
// caller.
//
// A function can call itself and other functions defined beside it only if the host adds them to
// that scope. The limits of the evaluation apply to nested calls.
package userfunc

import (
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var functionSchema = &hcl.Schema{Attributes: []hcl.AttributeSchema{
	{Name: "params", Required: true}, {Name: "variadic_param"}, {Name: "result", Required: true},
}}

// Decode reads functions from the blocks of a type, such as "function", and returns the rest of the body. It omits
// functions with errors.
//
// The scope is requested in every call of a function, so that it can contain the functions themselves. Nil means an
// empty scope.
func Decode(body hcl.Body, blockType string, scope func() *hcl.EvalContext) (function.Table, hcl.Body, diag.List) {
	content, rest, diags := body.PartialContent(
		&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: blockType, LabelNames: []string{"name"}}}})
	if scope == nil {
		scope = func() *hcl.EvalContext { return nil }
	}
	table := function.Table{}
	first := map[string]source.Range{}
	for _, b := range content.Blocks {
		name := b.Labels[0]
		if earlier, dup := first[name]; dup {
			diags.Add(&diag.Diagnostic{Code: code.DuplicateFunction, Summary: "Duplicate function", Subject: b.DefRange,
				Detail: "There is already a function " + strconv.Quote(name) + ".",
				Notes:  []diag.Note{{Message: "The first one is here.", Range: earlier}}})
			continue
		}
		first[name] = b.DefRange
		d, problems := decode(b, scope, table)
		diags.Add(problems...)
		if d != nil {
			table[name] = d
		}
	}
	return table, rest, diags
}

// New returns a function that evaluates an expression, for hosts that do not define functions in blocks. The arguments
// are variables with the names of the parameters. If variadic is not "", it is a variable with a tuple of all
// additional arguments. The scope is as for [Decode]. The function is not pure, because its result depends on the
// scope; a host for which this is not true can set [function.Decl.Pure].
func New(name string, params []string, variadic string, result hcl.Expression,
	scope func() *hcl.EvalContext) *function.Decl {
	if scope == nil {
		scope = func() *hcl.EvalContext { return nil }
	}
	f := &userFunction{scope: scope, beside: function.Table{}, result: result}
	f.decl = &function.Decl{Name: name, Impl: f.call}
	for _, p := range params {
		f.decl.Params = append(f.decl.Params, function.Param{Name: p, Type: types.Dynamic})
	}
	if variadic != "" {
		f.decl.Variadic = &function.Param{Name: variadic, Type: types.Dynamic}
	}
	f.beside[name] = f.decl
	return f.decl
}

func decode(b *hcl.Block, scope func() *hcl.EvalContext, beside function.Table) (*function.Decl, diag.List) {
	content, diags := b.Body.Content(functionSchema)
	if diags.HasErrors() {
		return nil, diags
	}
	f := &userFunction{scope: scope, beside: beside, result: content.Attributes.Get("result").Expr}
	// The function is not pure: the result depends on the scope, and folding calls of recursive functions would not end.
	d := &function.Decl{Name: b.Labels[0], Impl: f.call}
	names := &parameters{seen: map[string]source.Range{}}
	items, problems := hcl.ExprList(content.Attributes.Get("params").Expr)
	names.diags.Add(problems...)
	for _, item := range items {
		if name := names.read(item); name != "" {
			d.Params = append(d.Params, function.Param{Name: name, Type: types.Dynamic})
		}
	}
	if a := content.Attributes.Get("variadic_param"); a != nil {
		d.Variadic = &function.Param{Name: names.read(a.Expr), Type: types.Dynamic}
	}
	diags.Add(names.diags...)
	if diags.HasErrors() {
		return nil, diags
	}
	f.decl = d
	return d, diags
}

// parameters reads the names of parameters, which must be distinct.
type parameters struct {
	seen  map[string]source.Range
	diags diag.List
}

func (p *parameters) read(e hcl.Expression) string {
	name := hcl.ExprKeyword(e)
	if name == "" {
		p.diags.Add(&diag.Diagnostic{Code: code.InvalidParameter, Summary: "Invalid parameter name", Subject: e.Range(),
			Detail: "The name of a parameter must be an identifier."})
		return ""
	}
	if earlier, dup := p.seen[name]; dup {
		p.diags.Add(&diag.Diagnostic{Code: code.DuplicateParameter, Summary: "Duplicate parameter", Subject: e.Range(),
			Detail: "There is already a parameter " + strconv.Quote(name) + ".",
			Notes:  []diag.Note{{Message: "The first one is here.", Range: earlier}}})
	}
	p.seen[name] = e.Range()
	return name
}

// userFunction is a function that an expression defines.
type userFunction struct {
	decl   *function.Decl
	scope  func() *hcl.EvalContext
	beside function.Table // the functions that were defined together with it
	result hcl.Expression
}

func (f *userFunction) call(c *function.Call) (value.Value, error) {
	vars := make(map[string]value.Value, len(f.decl.Params)+1)
	for i := range f.decl.Params {
		vars[f.decl.Params[i].Name] = c.Args[i]
	}
	if f.decl.Variadic != nil {
		rest := append([]value.Value(nil), c.Args[len(f.decl.Params):]...) // the arguments are the call's
		vars[f.decl.Variadic.Name] = value.Tuple(rest...)
	}
	// The scope is asked for here, not when the function is read: it contains the functions themselves, so it does not
	// exist before all of them are read.
	outer := f.scope()
	ctx := &hcl.EvalContext{Variables: vars, Parent: outer}
	// A function without rules of its own follows those of its caller, so that a helper gives the same results as its
	// text in place of the call would.
	if !hasProfile(outer) {
		ctx.Profile = c.Profile
	}
	v, diags := eval.Nested(c, f.result, ctx)
	if diags.HasErrors() {
		return value.Value{}, f.failure(diags.Errors()[0])
	}
	return v, nil
}

func hasProfile(ctx *hcl.EvalContext) bool {
	for c := ctx; c != nil; c = c.Parent {
		if c.Profile != nil {
			return true
		}
	}
	return false
}
