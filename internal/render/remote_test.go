package render

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"

	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

type server struct {
	fnv1.UnimplementedFunctionRunnerServiceServer
	rendertest.Scripted
}

func (s server) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	return s.Scripted.RunFunction(ctx, req)
}

// serve runs a scripted function under the given service name and returns its address.
func serve(t *testing.T, service string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer()
	desc := fnv1.FunctionRunnerService_ServiceDesc
	desc.ServiceName = service
	g.RegisterService(&desc, server{})
	go func() { _ = g.Serve(l) }()
	t.Cleanup(g.Stop)
	return l.Addr().String()
}

const remoteStep = `  - step: remote
    functionRef: {name: function-remote}
    input:
      response:
        desired:
          resources: {far: {ready: READY_TRUE, resource: {apiVersion: v1, kind: ConfigMap, metadata: {name: far}}}}
`

func remotePaths(t *testing.T, functions string) Paths {
	t.Helper()
	dir := writeAll(t, map[string]string{"xr.yaml": goodXR, "composition.yaml": goodComposition + remoteStep,
		"functions.yaml": functions})
	return Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "composition.yaml"),
		Functions: filepath.Join(dir, "functions.yaml")}
}

func functionAt(runtime, target string) string {
	return "apiVersion: pkg.crossplane.io/v1\nkind: Function\nmetadata:\n  name: function-remote\n  annotations:\n" +
		"    " + annotationRuntime + ": " + runtime + "\n    " + annotationTarget + ": " + target + "\n"
}

func TestRemoteFunctions(t *testing.T) {
	for _, service := range []string{"apiextensions.fn.proto.v1.FunctionRunnerService",
		"apiextensions.fn.proto.v1beta1.FunctionRunnerService"} {
		out, err := loadAndRender(remotePaths(t, functionAt("Development", serve(t, service))), false)
		if err != nil {
			t.Errorf("%s: %v", service, err)
			continue
		}
		if len(out.Composed) != 1 || name(out.Composed[0]) != "far" {
			t.Errorf("%s: composed %v", service, out.Composed)
		}
	}
}

// A pipeline without any step for hclx is rendered by the functions that it names.
func TestForeignFunctionsAlone(t *testing.T) {
	p := remotePaths(t, functionAt("Development", serve(t, "apiextensions.fn.proto.v1.FunctionRunnerService")))
	before, _, _ := strings.Cut(goodComposition, "  - step")
	if err := os.WriteFile(p.Composition, []byte(before+remoteStep), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := loadAndRender(p, false)
	if err != nil || len(out.Composed) != 1 || name(out.Composed[0]) != "far" {
		t.Errorf("composed %v, %v", out, err)
	}
}

// An address that is given for the function of a step for hclx is used, as for any other.
func TestAddressOfOurFunction(t *testing.T) {
	address := serve(t, "apiextensions.fn.proto.v1.FunctionRunnerService")
	functions := strings.Replace(functionAt("Development", address), "function-remote", "function-hclx", 1)
	p := remotePaths(t, functions)
	before, _, _ := strings.Cut(goodComposition, "  - step")
	step := strings.Replace(remoteStep, "function-remote", "function-hclx", 1)
	if err := os.WriteFile(p.Composition, []byte(before+step), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := Load(p)
	if err != nil || !in.Composition.Steps[0].Ours {
		t.Fatalf("the step is not for hclx: %v", err)
	}
	out, err := Render(t.Context(), in, Options{Function: panicking{}})
	if err != nil || len(out.Composed) != 1 || name(out.Composed[0]) != "far" {
		t.Errorf("composed %v, %v", out, err)
	}
}

// panicking is a function that must not be called.
type panicking struct{}

func (panicking) RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	panic("the function in this process was called, not the one at the address")
}

func TestAnnotationsOverrideFunctions(t *testing.T) {
	p := remotePaths(t, functionAt("Docker", "localhost:1"))
	p.FunctionAnnotations = map[string]string{annotationRuntime: "Development",
		annotationTarget: serve(t, "apiextensions.fn.proto.v1.FunctionRunnerService")}
	out, err := loadAndRender(p, false)
	if err != nil || len(out.Composed) != 1 {
		t.Errorf("output %v, error %v", out, err)
	}
}

func TestFunctionWithoutAddress(t *testing.T) {
	for _, tt := range []struct{ functions, want string }{
		{functionAt("Docker", "localhost:1"), `function "function-remote" is listed without an address`},
		{strings.Replace(functionAt("Development", "localhost:1"), "-remote", "-remot", 1),
			`is not listed in FUNCTIONS. Did you mean "function-remot"?`},
	} {
		_, err := loadAndRender(remotePaths(t, tt.functions), false)
		if err == nil || !strings.Contains(err.Error(), tt.want) ||
			!strings.Contains(err.Error(), "--skip-missing-functions") {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

func TestFunctionThatFails(t *testing.T) {
	p := remotePaths(t, functionAt("Development", serve(t, "apiextensions.fn.proto.v1.FunctionRunnerService")))
	data, err := os.ReadFile(p.Composition)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.Composition,
		[]byte(strings.Replace(string(data), "      response:", "      error: out of order\n      response:", 1)),
		0o666); err != nil {
		t.Fatal(err)
	}
	_, err = loadAndRender(p, false)
	var step *StepError
	if !errors.As(err, &step) || step.Step != "remote" || !strings.Contains(err.Error(), ": out of order") {
		t.Errorf("error %v", err)
	}
}

// TestFunctionThatIsNotThere wants the timeout to end the wait for a function that is not running.
func TestFunctionThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	in, err := Load(remotePaths(t, functionAt("Development", address)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = Render(ctx, in, Options{Function: rendertest.Scripted{}})
	if err == nil || !strings.Contains(err.Error(), `function "function-remote" at `+address+
		" did not answer in time; is it running?") {
		t.Errorf("error %v", err)
	}
}
