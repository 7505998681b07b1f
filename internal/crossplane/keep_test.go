package crossplane

import (
	"context"
	"encoding/json"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// keepRequest observes a resource that is incomplete now, and a Secret, with their managed fields.
const keepRequest = `{
  "input": {
    "onIncomplete": "Keep",
    "hcl": "resource a {\n  body = { apiVersion = \"v1\", kind = \"ConfigMap\", data = { x = req.composite.status.later } }\n}\nresource s {\n  body = { apiVersion = \"v1\", kind = \"Secret\", data = { x = req.composite.status.later } }\n}\n"
  },
  "observed": {
    "composite": {"resource": {"apiVersion": "platform.example.org/v1", "kind": "XStorage", "metadata": {"name": "orders"}}},
    "resources": {
      "a": {"resource": {"apiVersion": "v1", "kind": "ConfigMap", "data": {"x": "1", "other": "2"}, "metadata": {"name": "a", "managedFields": [
        {"manager": "apiextensions.crossplane.io/composed/0fcab164aa2e51c349c887017a01eb50685abc3178a1f542257c7729019e1c66", "operation": "Apply", "apiVersion": "v1", "fieldsV1": {"f:data": {"f:x": {}}}}]}}},
      "s": {"resource": {"apiVersion": "v1", "kind": "Secret", "data": {"x": "c2VjcmV0", "other": ""}, "metadata": {"name": "s", "managedFields": [
        {"manager": "apiextensions.crossplane.io/composed/0fcab164aa2e51c349c887017a01eb50685abc3178a1f542257c7729019e1c66", "operation": "Apply", "apiVersion": "v1", "fieldsV1": {"f:data": {"f:x": {}}}}]}}}
    }
  }
}`

// TestKeepReadsManagedFields keeps resources by the managed fields of both forms of a request.
func TestKeepReadsManagedFields(t *testing.T) {
	request := &fnv1.RunFunctionRequest{}
	if err := protojson.Unmarshal([]byte(keepRequest), request); err != nil {
		t.Fatal(err)
	}
	f := NewFunction(Options{})
	decoded, err := f.RunFunction(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	b, err := proto.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = f.RunWire(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	wire := &fnv1.RunFunctionResponse{}
	if err := proto.Unmarshal(b, wire); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(wire, decoded) {
		t.Errorf("the two forms of the request have different answers:\n%v\n%v", wire, decoded)
	}
	for name, want := range map[string]string{
		"a": `{"apiVersion":"v1","data":{"x":"1"},"kind":"ConfigMap"}`,
		"s": `{"apiVersion":"v1","data":{"x":"c2VjcmV0"},"kind":"Secret"}`,
	} {
		got, err := json.Marshal(decoded.GetDesired().GetResources()[name].GetResource().AsMap())
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, want %s (%v); results %v", name, got, want, err, decoded.GetResults())
		}
	}
}
