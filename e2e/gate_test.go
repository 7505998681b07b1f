package e2e

import (
	"context"
	"net"
	"path/filepath"
	"sync"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
)

// gateName is the function that shows its calls.
const gateName = "function-gate"

// gate is hclx in the process of the tests: whoever listens gets the calls for a composite before they are answered.
type gate struct {
	*crossplane.Function
	mu        sync.Mutex
	listeners map[string]func(*fnv1.RunFunctionRequest)
}

var (
	theGate  *gate
	gateOnce sync.Once
)

// gate starts the function with the first test that needs it. It serves until the tests end.
func (p *plane) gate(t *testing.T) *gate {
	t.Helper()
	gateOnce.Do(func() {
		g := &gate{
			Function:  crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}),
			listeners: map[string]func(*fnv1.RunFunctionRequest){},
		}
		certs := filepath.Join(p.dir, "gate-certs")
		p.certs.install(t, certs)
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		go func() {
			_ = crossplane.Serve(context.Background(), crossplane.ServeOptions{
				Runner: g, Listener: listener, TLSCertsDir: certs, MetricsAddress: crossplane.MetricsOff,
			})
		}()
		listening(t, address)
		p.installFunction(t, gateName, address)
		theGate = g
	})
	if theGate == nil {
		t.Fatal("the function did not start")
	}
	return theGate
}

func (g *gate) listen(xr *object, listener func(*fnv1.RunFunctionRequest)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listeners[identity(xr)] = listener
}

func (g *gate) forget(xr *object) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.listeners, identity(xr))
}

// RunWire implements [crossplane.WireRunner].
func (g *gate) RunWire(ctx context.Context, b []byte) ([]byte, error) {
	req := &fnv1.RunFunctionRequest{}
	if err := proto.Unmarshal(b, req); err != nil {
		return nil, err
	}
	g.mu.Lock()
	listener := g.listeners[identity(&object{Object: req.GetObserved().GetComposite().GetResource().AsMap()})]
	g.mu.Unlock()
	if listener != nil {
		listener(req)
	}
	return g.Function.RunWire(ctx, b)
}

func identity(o *object) string {
	return o.GetAPIVersion() + " " + o.GetKind() + " " + o.GetNamespace() + "/" + o.GetName()
}
