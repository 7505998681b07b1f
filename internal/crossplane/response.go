package crossplane

import (
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

// unwritten is the diagnostic for a part of the answer that the protocol cannot carry.
func unwritten(what string, r composition.Resource, err error) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "unwritable-value", Summary: "Value cannot be written", Subject: r.Range,
		Detail: "In " + what + ", " + err.Error() + ".",
	}
}
