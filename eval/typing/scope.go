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

// Scope contains the variables that an expression can read and the functions that it can call. It is safe for
// concurrent use as long as it is not changed.
type Scope struct {
	// Variables are the types of the variables. A nil map means that variables are not allowed.
	Variables map[string]types.Type
	// Functions are the functions; nil means that calls are not allowed.
	Functions function.Table
	// Profile is the set of rules; nil means types.Standard.
	Profile *types.Profile
}

// Expression returns the static type of an expression of any syntax, and diagnostics about undefined names and about
// parts that fail for all values. If there are any, the type is the most likely one.
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

// Node is like [Expression] for a node of the native syntax in a file. It does not report undefined names and wrong
// numbers of arguments, which compilation reports.
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

// Lookup returns a slot for every variable. The slots are never read.
func (n names) Lookup(name string) (slot int, ok bool) { return slices.BinarySearch(n, name) }

// Names returns all names.
func (n names) Names() []string { return n }
