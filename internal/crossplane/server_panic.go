package crossplane

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// panics counts what [reportPanic] was told in this process, for the metrics.
var panics atomic.Int64

// reportPanic counts and logs a panic that was recovered; it is called while the panic's stack still stands. What was thrown may
// hold anything, also a secret, so the log has the stack, but of the value only what is safe: the message of an error that the
// Go run time raised, else the type.
func reportPanic(log *slog.Logger, message string, thrown any, attrs ...slog.Attr) {
	panics.Add(1)
	what := fmt.Sprintf("%T", thrown)
	if fault, ok := thrown.(runtime.Error); ok {
		what = fault.Error()
	}
	attrs = append(attrs, slog.String("panic", what), slog.String("stack", string(debug.Stack())))
	log.LogAttrs(context.Background(), slog.LevelError, message, attrs...)
}

// guard keeps the small services, health and reflection, from ending the process or the drain.
type guard struct {
	log      *slog.Logger
	draining context.Context
}

func (g guard) unary(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (response any, err error) {
	defer g.recover(&err)
	return handle(ctx, request)
}

// stream also ends the stream's context when the server drains: a health watch would hold the drain up for ever.
func (g guard) stream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) (err error) {
	defer g.recover(&err)
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	defer context.AfterFunc(g.draining, cancel)()
	return handle(srv, endingStream{stream, ctx})
}

func (g guard) recover(err *error) {
	if thrown := recover(); thrown != nil {
		reportPanic(g.log, "a service panicked", thrown)
		*err = status.Error(codes.Internal, "internal error")
	}
}

// endingStream is a stream with a context of its own.
type endingStream struct {
	grpc.ServerStream
	ctx context.Context
}

// Context implements [grpc.ServerStream].
func (s endingStream) Context() context.Context { return s.ctx }
