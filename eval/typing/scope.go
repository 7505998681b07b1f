package typing

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// Scope is what an expression can read and call. It must not be changed while it is in use; then it is safe for
// concurrent use.
type Scope struct {
	// Variables are the types of the variables. A nil map means that none may be used.
	Variables map[string]types.Type
	// Functions are the functions; nil means that calls are not allowed.
	Functions function.Table
	// Profile is the set of rules; nil means types.Standard.
	Profile *types.Profile
}

// Expression returns the static type of an expression, of whatever syntax, and what is wrong with it: names that mean
// nothing, and what fails for all values. The type is then the best that is known.
func Expression(e hcl.Expression, in *Scope) (types.Type, diag.List) {
	env := &eval.Env{Profile: in.Profile, Functions: in.Functions, Strict: true}
	if in.Variables != nil {
		env.Scope = names(slices.Sorted(maps.Keys(in.Variables)))
	}
	_, diags := eval.CompileExpression(e, env)
	file, node, ok := native(e, in.Variables == nil && in.Functions == nil)
	if !ok {
		return types.Dynamic, diags
	}
	t, found := Node(file, node, in)
	diags.Add(found...)
	diags.Sort()
	return t, diags
}

// Node is [Expression] for a node of the native syntax that stands in a file. What it says nothing about are names that
// mean nothing, and numbers of arguments: compilation reports these.
func Node(file *source.File, e syntax.Expr, in *Scope) (types.Type, diag.List) {
	c := &checker{scope: in, file: file, profile: in.Profile}
	if c.profile == nil {
		c.profile = types.Standard
	}
	return c.expr(e), c.diags
}

func native(e hcl.Expression, literalOnly bool) (*source.File, syntax.Expr, bool) {
	switch e := e.(type) {
	case *syntax.Expression:
		return e.File, e.Node, true
	case eval.Native:
		file, node := e.Native(literalOnly)
		return file, node, true
	}
	return nil, nil, false
}

// names is a scope without values.
type names []string

// Lookup gives every variable a slot of its own, from which nothing is read.
func (n names) Lookup(name string) (slot int, ok bool) { return slices.BinarySearch(n, name) }

// Names returns all names.
func (n names) Names() []string { return n }
