// Package serve runs the composition function as a server, for cmd/hclx-function in a cluster and hclx serve on a
// laptop.
package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

// Help is the help text of the server.
const Help = `Serves the composition function over gRPC, like the function in a cluster. To try it with "crossplane
render", run "hclx serve --insecure" and add the annotation render.crossplane.io/runtime: Development to the function.`

// Run serves until the context ends, and then until the calls in flight are answered. The function and the server write
// to one log.
func Run(ctx context.Context, o crossplane.ServeOptions, log io.Writer,
	function func(crossplane.Options) render.Runner) error {
	if o.MaxRecvMessageSize == 0 {
		return errors.New("--max-recv-message-size 0 would refuse every request; set a number of MB from 1")
	}
	level := slog.LevelInfo
	if o.Debug {
		level = slog.LevelDebug
	}
	o.Logger = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: level}))
	memory := crossplane.DivideMemory(o.MaxRecvMessageSize << 20)
	o.MaxConcurrentCalls = memory.Requests
	o.Runner = function(crossplane.Options{Logger: o.Logger, Dump: dumpTo(log, o.Logger), Memory: &memory})
	return crossplane.Serve(ctx, o)
}

// dumpTo writes the dumps that authors request, one at a time.
func dumpTo(w io.Writer, log *slog.Logger) crossplane.DumpFunc {
	var mu sync.Mutex
	return func(req *fnv1.RunFunctionRequest, rsp *fnv1.RunFunctionResponse) {
		var buf bytes.Buffer
		err := render.Dump(&buf, req, rsp)
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			_, err = w.Write(buf.Bytes())
		}
		if err != nil {
			log.Error("cannot write a dump", "error", err)
		}
	}
}
