// Package specfile reads specifications for package hcldec from files in HCL:
//
//	object {
//	  attr "name" {
//	    type     = string
//	    required = true
//	  }
//	  block_list "rule" {
//	    object {
//	      attr "port" { type = number }
//	    }
//	  }
//	}
//
// A file has exactly one spec block, whose value is the result. The kinds of specs are those of HashiCorp's hcldec
// (object, array, attr, block, block_list, block_set, block_map, block_attrs, literal, default, transform), and also
// block_tuple, block_object, block_label and validate. Inside an object, every spec has a label, which is the name of
// the property. It is also the name of the argument or block type, unless the spec sets one.
//
// A file may also contain variables blocks, whose arguments are variables for the configuration,
// and function blocks, which define functions for it. See package ext/userfunc.
//
// Types are type expressions; see package ext/typeexpr. Expressions in the specification can call
// the functions that [Functions] returns.
package specfile

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/userfunc"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// File is a specification with what its file defines for the configuration.
type File struct {
	Root      hcldec.Spec
	Variables map[string]value.Value
	Functions function.Table
}

// Parse reads a file in native syntax. The profile is for the expressions of the specification itself; nil means
// types.Standard. The result is never nil; after errors it contains what could be read.
func Parse(src *source.File, p *types.Profile) (*File, diag.List) {
	f, diags := syntax.ParseConfig(src)
	if diags.HasErrors() {
		return &File{Root: nothing}, diags
	}
	out, more := Read(f.HCL(), p)
	return out, append(diags, more...)
}

// Read is like [Parse] for a body of any syntax.
func Read(body hcl.Body, p *types.Profile) (*File, diag.List) {
	r := &reader{ctx: &hcl.EvalContext{Functions: Functions(), Profile: p}, profile: p}
	out := &File{Variables: map[string]value.Value{}}
	functions, body, diags := userfunc.Decode(body, "function", func() *hcl.EvalContext { return r.ctx })
	r.diags.Add(diags...)
	out.Functions = functions
	body = r.variables(body, out.Variables)
	out.Root = r.only(body, "A specification consists of exactly one spec block, such as object, which describes the "+
		"result.")
	return out, r.diags
}

// nothing replaces a spec that could not be read.
var nothing hcldec.Spec = &hcldec.Literal{Value: value.Null}

// reader reads one file.
type reader struct {
	ctx     *hcl.EvalContext
	profile *types.Profile
	diags   diag.List
}

// variables reads the variables blocks, and returns the rest of the body.
func (r *reader) variables(body hcl.Body, into map[string]value.Value) hcl.Body {
	content, rest, diags := body.PartialContent(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "variables"}}})
	r.diags.Add(diags...)
	for _, b := range content.Blocks {
		attrs, diags := b.Body.JustAttributes()
		r.diags.Add(diags...)
		for _, a := range attrs {
			v, diags := eval.Value(a.Expr, r.ctx)
			r.diags.Add(diags...)
			into[a.Name] = v
		}
	}
	return rest
}

// only reads a body that consists of one spec.
func (r *reader) only(body hcl.Body, needed string) hcldec.Spec {
	found, failed := r.specs(body, nil)
	switch {
	case len(found) == 0 && !failed:
		r.fail(body.MissingItemRange(), "Missing spec block", needed)
	case len(found) > 1:
		r.fail(found[1].DefRange, "Extraneous spec block", needed)
	case len(found) == 1:
		return r.spec(found[0])
	}
	return nothing
}

// specs reads the spec blocks, with the given labels, of a body that contains nothing else.
func (r *reader) specs(body hcl.Body, labels []string) (hcl.Blocks, bool) {
	schema := &hcl.Schema{Blocks: make([]hcl.BlockSchema, len(kindNames))}
	for i, name := range kindNames {
		schema.Blocks[i] = hcl.BlockSchema{Type: name, LabelNames: labels}
	}
	content, diags := body.Content(schema)
	r.diags.Add(diags...)
	return content.Blocks, diags.HasErrors()
}

func (r *reader) fail(at source.Range, summary, detail string) {
	r.diags.Add(&diag.Diagnostic{Code: code.InvalidSpec, Summary: summary, Subject: at, Detail: detail})
}

// spec reads one spec block.
func (r *reader) spec(b *hcl.Block) hcldec.Spec {
	name := ""
	if len(b.Labels) > 0 {
		name = b.Labels[0]
	}
	before := len(r.diags)
	s := kinds[b.Type](r, b.Body, name)
	if s == nil || r.diags[before:].HasErrors() {
		return nothing
	}
	return s
}
