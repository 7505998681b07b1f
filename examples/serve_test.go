package examples

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

// TestServed renders every example with the function behind gRPC, as its README does in process, and compares with the
// files want*.yaml.
func TestServed(t *testing.T) {
	conn, err := grpc.NewClient(serve(t), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	function := client{fnv1.NewFunctionRunnerServiceClient(conn)}
	for _, r := range renders {
		t.Run(r.folder+"/"+r.want, func(t *testing.T) {
			t.Chdir(r.folder)
			checkGolden(t, r.want, renderServed(t, function, strings.Fields(r.args)))
		})
	}
}

// client is the served function.
type client struct {
	fnv1.FunctionRunnerServiceClient
}

func (c client) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	return c.FunctionRunnerServiceClient.RunFunction(ctx, req)
}

func renderServed(t *testing.T, function render.Runner, args []string) string {
	t.Helper()
	paths, inc := readArgs(t, args)
	in, err := render.Load(paths)
	if err != nil {
		t.Fatal(err)
	}
	out, err := render.Render(t.Context(), in, render.Options{Function: function, SkipMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := out.Write(&buf, inc); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// readArgs reads the few flags that the examples use.
func readArgs(t *testing.T, args []string) (p render.Paths, inc render.Include) {
	t.Helper()
	next := func() string {
		args = args[1:]
		return args[0]
	}
	for ; len(args) > 0; args = args[1:] {
		switch a := args[0]; a {
		case "-o":
			p.Observed = next()
		case "-e":
			p.Required = append(p.Required, next())
		case "--xrd":
			p.XRD = next()
		case "--context-files":
			k, v, _ := strings.Cut(next(), "=")
			p.ContextFiles = map[string]string{k: v}
		case "-r":
			inc.Results = true
		case "-c":
			inc.Context = true
		case "-x":
			inc.FullXR = true
		case "--include-connection-details":
			inc.Connection = true
		case "composition.yaml":
			p.Composition = a
		default:
			if strings.HasPrefix(a, "-") {
				t.Fatalf("unknown flag %s", a)
			}
			p.XR = a
		}
	}
	return p, inc
}

// serve runs the function on a free port until the test ends.
func serve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- crossplane.Serve(ctx, crossplane.ServeOptions{
			Runner:   crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}),
			Listener: l, Insecure: true, Logger: slog.New(slog.DiscardHandler),
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}
