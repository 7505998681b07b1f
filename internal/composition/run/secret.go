package run

import (
	"cmp"
	"encoding/base64"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// modern reports whether the composite resource is of the second generation, which has no connection details of its
// own.
func (r *run) modern() bool { return !at(r.xr, "spec", "crossplane").IsZero() }

// connectionSecret converts the connection details of a modern composite resource to a composed Secret.
//
// Composite resources of the second generation have no connection details of their own. The details become a composed
// Secret, with the rules of all composed resources: existing data is not dropped.
func (r *run) connectionSecret() {
	if len(r.connection) == 0 && !r.keepsDetails() && len(r.in.Desired.Connection) == 0 || !r.modern() {
		return
	}
	cfg := r.in.ConnectionSecret
	if cfg == nil {
		r.ignoredConnection()
		return
	}
	if cfg.Name == "" {
		r.configError("connectionSecret.name is empty. It is the name of the Secret for the connection details.")
		return
	}
	namespace := cmp.Or(cfg.Namespace, at(r.xr, "metadata", "namespace").AsString())
	if namespace == "" {
		r.configError("connectionSecret.namespace is required, because the composite resource is cluster-scoped.")
		return
	}
	data := r.secretData()
	if len(data) == 0 && r.keptSecret() == nil {
		return
	}
	r.emitSecret(cfg.Name, namespace, data)
}

func (r *run) configError(detail string) {
	r.errors.Add(&diag.Diagnostic{Code: code.ConnectionSecret, Summary: "Invalid connectionSecret", Detail: detail})
}

// ignoredConnection warns that the connection details are not published anywhere.
func (r *run) ignoredConnection() {
	if len(r.connection) == 0 && !r.keepsDetail {
		return
	}
	var at source.Range
	for i := range r.items {
		if r.items[i].Kind == model.KindConnection && r.items[i].State != report.Excluded {
			at = r.items[i].Range
			break
		}
	}
	r.warnings.Add(&diag.Diagnostic{
		Severity: diag.Warning, Code: code.ConnectionIgnored, Summary: "Connection details are ignored", Subject: at,
		Detail: "Crossplane does not publish connection details of this composite resource. Set connectionSecret in the " +
			"input of the step to write them to a Secret.",
	})
}

// secretData returns the data of the Secret: the program's, over that of earlier steps, over the kept data.
func (r *run) secretData() map[string]value.Value {
	out := map[string]value.Value{}
	if o := r.keptSecret(); o != nil {
		data := at(r.object(o.Body, nil, ConnectionSecretName), "data")
		for i, name := range data.Names() {
			if v := unmarked(data.At(i)); v.IsString() {
				out[name] = v
			}
		}
	}
	encode := func(b []byte) value.Value { return host.ASCIIString(base64.StdEncoding.EncodeToString(b)) }
	for k, b := range r.in.Desired.Connection {
		out[k] = encode(b)
	}
	for k, d := range r.connection {
		out[k] = encode(d.data)
	}
	return out
}

var (
	secretShape   = host.NewShape([]string{"apiVersion", "data", "kind", "metadata"})
	metadataShape = host.NewShape([]string{"name", "namespace"})
)

func (r *run) emitSecret(name, namespace string, data map[string]value.Value) {
	if first, dup := r.rendered[ConnectionSecretName]; dup {
		r.errors.Add(&diag.Diagnostic{
			Code: code.Contract, Summary: "Duplicate resource", Subject: r.resources[first].Range,
			Detail: "The name \"" + ConnectionSecretName + "\" belongs to the Secret that connectionSecret asks for. Give " +
				"this resource another name.",
		})
		return
	}
	names := slices.Sorted(maps.Keys(data))
	vals := make([]value.Value, len(names))
	for i, k := range names {
		vals[i] = data[k].Mark(value.Sensitive)
	}
	body := host.ObjectOf(secretShape, []value.Value{
		host.ASCIIString("v1"), host.ObjectOf(host.NewShape(names), vals), host.ASCIIString("Secret"),
		host.ObjectOf(metadataShape, []value.Value{value.String(name), value.String(namespace)}),
	})
	r.rendered[ConnectionSecretName] = len(r.resources)
	r.resources = append(r.resources, Resource{Name: ConnectionSecretName, Body: body, Ready: ReadyTrue})
}

// keepsDetails reports whether published connection details stay: a connection block was deferred, or wrote nothing.
// Details come and go with the state of the cluster, so writing nothing is no wish to erase; a false condition is.
func (r *run) keepsDetails() bool { return r.keepsDetail || !r.silent.IsZero() }

// keptSecret returns the observed Secret whose data is kept, or nil.
func (r *run) keptSecret() *Observed {
	if _, taken := r.rendered[ConnectionSecretName]; taken || !r.keepsDetails() {
		return nil
	}
	return r.observed.find(ConnectionSecretName)
}

// tellKept warns that a block wrote nothing and that the published details stay.
func (r *run) tellKept() {
	kept := len(r.in.Connection) > 0
	if r.modern() {
		kept = r.in.ConnectionSecret != nil && r.keptSecret() != nil
	}
	if r.silent.IsZero() || !kept {
		return
	}
	r.warnings.Add(&diag.Diagnostic{
		Severity: diag.Warning, Code: code.ConnectionKept,
		Summary: "Connection details are kept, because this block writes none", Subject: r.silent,
		Detail: "Published connection details do not change until there is something to write. To remove them, exclude the " +
			"block by a condition.",
	})
}

// finalConnection merges the details of the program into those of earlier steps, and these into the kept ones.
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
