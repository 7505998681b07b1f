package crossplane

import (
	"strings"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
)

// reply is what a response is made of, besides the request that it answers.
type reply struct {
	ttl time.Duration
	out *composition.Output
	// legacy sends requirements in the field that cores before v2 read (C13).
	legacy bool
}

// maxFatalBytes bounds the message of a FATAL result, which ends up in a condition of the composite resource.
const maxFatalBytes = 4096

// fatalOutput answers with what is wrong with the input or the program: nothing changes, both conditions are False, and the
// one FATAL result joins the messages (C12).
func fatalOutput(diags diag.List) *composition.Output {
	return &composition.Output{
		Fatal:       true,
		Diagnostics: diags,
		Conditions: []composition.Condition{
			{Type: composition.ConditionFullyResolved, Reason: "FatalError", Message: "the program could not be evaluated"},
			{Type: composition.ConditionDiagnostics, Reason: "Eval", Message: "the program has errors"},
		},
		Results: []composition.Result{{Severity: composition.SeverityFatal, Reason: "InvalidProgram", Message: joined(diags)}},
	}
}

// joined puts the errors of a list on lines of their own, as many as fit.
func joined(diags diag.List) string {
	var b strings.Builder
	for i, d := range diags.Errors() {
		line := d.Error()
		if b.Len()+len(line) > maxFatalBytes && i > 0 {
			b.WriteString("\n(more errors follow)")
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(clipTo(line, maxFatalBytes))
	}
	return b.String()
}

func clipTo(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// unwritten is the diagnostic for a part of the answer that the protocol cannot carry.
func unwritten(what string, r composition.Resource, err error) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "unwritable-value", Summary: "Value cannot be written", Subject: r.Range,
		Detail: "In " + what + ", " + err.Error() + ".",
	}
}
