package decode

import (
	"reflect"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// Validator is implemented by types that check themselves after they were filled.
type Validator interface{ Validate() error }

// DiagnosticValidator is [Validator] for types that know where their problems are. Diagnostics without a place get that
// of the block, or of the part of an expression, that the type was filled from.
type DiagnosticValidator interface{ Validate() diag.List }

var (
	validator           = reflect.TypeFor[Validator]()
	diagnosticValidator = reflect.TypeFor[DiagnosticValidator]()
)

// validateBody asks what was filled from a body, if it has an opinion.
func (d *decoder) validateBody(x reflect.Value, b hcl.Body, block *hcl.Block) {
	at := b.MissingItemRange()
	if block != nil {
		at = block.DefRange
	}
	for _, problem := range problemsOf(x) {
		d.report(placed(problem, func(p *diag.Diagnostic) { p.Subject = at }))
	}
}

// validatePart asks what was filled from a part of an expression.
func (d *decoder) validatePart(x reflect.Value, at place) {
	for _, problem := range problemsOf(x) {
		d.report(placed(problem, func(p *diag.Diagnostic) { at.locate(p) }))
	}
}

// problemsOf asks a value what is wrong with it.
func problemsOf(x reflect.Value) diag.List {
	if !x.CanAddr() || !x.Addr().CanInterface() {
		return nil
	}
	switch v := x.Addr().Interface().(type) {
	case Validator:
		if err := v.Validate(); err != nil {
			return diag.List{{Code: code.InvalidContent, Summary: "Invalid content", Detail: err.Error()}}
		}
	case DiagnosticValidator:
		return v.Validate()
	}
	return nil
}

// placed gives a diagnostic a place if it has none. It copies it, since the type may give the same one again.
func placed(problem *diag.Diagnostic, place func(*diag.Diagnostic)) *diag.Diagnostic {
	if problem == nil || problem.Subject != (source.Range{}) {
		return problem
	}
	out := *problem
	place(&out)
	return &out
}
