package decode

import (
	"reflect"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// Validator is implemented by types that check their values after they have been filled.
type Validator interface{ Validate() error }

// DiagnosticValidator is like [Validator] for types that return diagnostics. Diagnostics without a position get that of
// the block, or of the part of an expression, from which the value was filled.
type DiagnosticValidator interface{ Validate() diag.List }

var (
	validator           = reflect.TypeFor[Validator]()
	diagnosticValidator = reflect.TypeFor[DiagnosticValidator]()
)

// validateBody validates a value that was filled from a body.
func (d *decoder) validateBody(x reflect.Value, b hcl.Body, block *hcl.Block) {
	at := b.MissingItemRange()
	if block != nil {
		at = block.DefRange
	}
	for _, problem := range problemsOf(x) {
		d.report(placed(problem, func(p *diag.Diagnostic) { p.Subject = at }))
	}
}

// validatePart validates a value that was filled from a part of an expression.
func (d *decoder) validatePart(x reflect.Value, at place) {
	for _, problem := range problemsOf(x) {
		d.report(placed(problem, func(p *diag.Diagnostic) { at.locate(p) }))
	}
}

// problemsOf calls the method Validate of a value.
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

// placed adds a position to a copy of a diagnostic that has none, because Validate may return the same diagnostic
// again.
func placed(problem *diag.Diagnostic, place func(*diag.Diagnostic)) *diag.Diagnostic {
	if problem == nil || problem.Subject != (source.Range{}) {
		return problem
	}
	out := *problem
	place(&out)
	return &out
}
