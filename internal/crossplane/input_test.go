package crossplane

import (
	"context"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// TestInputMismatches checks that a field of the wrong type is reported with what was found, in both forms of a
// request.
func TestInputMismatches(t *testing.T) {
	for want, input := range map[string]map[string]any{
		`hcl: The input field "hcl" must be a string, but is a number.`:          {"hcl": 5},
		`hcl: The input field "hcl" must be a string, but is a list.`:            {"hcl": []any{"a"}},
		`hcl: The input field "hcl" must be a string, but is an object.`:         {"hcl": map[string]any{}},
		`ttl: The input field "ttl" must be a string, but is a number.`:          {"hcl": "a", "ttl": 60},
		`debug: The input field "debug" must be true or false, but is a string.`: {"hcl": "a", "debug": "yes"},
		`onIncomplete: The input field "onIncomplete" is "keep"; expected Error or Keep. Did you mean "Keep"?`: {"hcl": "a",
			"onIncomplete": "keep"},
		`source: The input field "source" must be a string, but is a boolean.`: {"hcl": "a", "source": true},
		`connectionSecret: The input field "connectionSecret" must be an object with a name and, where needed, a ` +
			`namespace, but is a string.`: {"hcl": "a", "connectionSecret": "x"},
		`connectionSecret.name: The input field "connectionSecret.name" must be the name of the Secret, a string, but is ` +
			`a number.`: {"hcl": "a", "connectionSecret": map[string]any{"name": 1}},
		`connectionSecret.name: The input field "connectionSecret.name" must be the name of the Secret, a string.`: {"hcl": "a", "connectionSecret": map[string]any{}},
	} {
		s, err := structpb.NewStruct(input)
		if err != nil {
			t.Fatal(err)
		}
		problems := CheckInput(s)
		if len(problems) != 1 {
			t.Errorf("%v: %d problems", input, len(problems))
			continue
		}
		if got := strings.Join(problems[0].Field, ".") + ": " + problems[0].Diagnostic.Detail; got != want {
			t.Errorf("%v\n got %s\nwant %s", input, got, want)
		}
		b, err := proto.Marshal(&fnv1.RunFunctionRequest{Input: s})
		if err != nil {
			t.Fatal(err)
		}
		out, err := NewFunction(Options{}).RunWire(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		var rsp fnv1.RunFunctionResponse
		if err := proto.Unmarshal(out, &rsp); err != nil {
			t.Fatal(err)
		}
		if got := rsp.GetResults()[0].GetMessage(); got != problems[0].Diagnostic.Error() {
			t.Errorf("%v: the result says %s", input, got)
		}
	}
}

func TestMissingInput(t *testing.T) {
	problems := CheckInput(nil)
	if len(problems) != 1 || len(problems[0].Field) != 0 {
		t.Errorf("problems: %v", problems)
	}
}
