package composition

import (
	"maps"

	"github.com/hclx-lang/hclx/diag"
)

// codeKept is the code of the warning that connection details are kept.
const codeKept = "connection-kept"

// keepsDetails tells whether connection details that are published stay: a connection block was deferred (C9), or wrote nothing. Details
// come and go with what the cluster knows, so to write nothing is no wish to erase; a condition that is false is.
func (r *run) keepsDetails() bool { return r.keepsDetail || !r.silent.IsZero() }

// keptSecret returns the observed Secret whose data is kept, or nil.
func (r *run) keptSecret() *Observed {
	if _, taken := r.rendered[ConnectionSecretName]; taken || !r.keepsDetails() {
		return nil
	}
	return r.observed.find(ConnectionSecretName)
}

// tellKept warns that a block wrote nothing and that what is published stays.
func (r *run) tellKept() {
	kept := len(r.in.Connection) > 0
	if r.modern() {
		kept = r.in.ConnectionSecret != nil && r.keptSecret() != nil
	}
	if r.silent.IsZero() || !kept {
		return
	}
	r.warnings.Add(&diag.Diagnostic{
		Severity: diag.Warning, Code: codeKept, Summary: "Connection details are kept, since this block writes none", Subject: r.silent,
		Detail: "What is published stays as it is until there is something to write. To remove it, exclude the block by a condition.",
	})
}

// finalConnection lays the details that the program writes over those of earlier steps, and these over what is kept (C9).
func (r *run) finalConnection() map[string][]byte {
	if len(r.connection) == 0 && !r.keepsDetails() {
		return nil
	}
	out := make(map[string][]byte, len(r.connection)+len(r.in.Desired.Connection))
	if r.keepsDetails() {
		maps.Copy(out, r.in.Connection)
	}
	maps.Copy(out, r.in.Desired.Connection)
	for k, d := range r.connection {
		out[k] = d.data
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
