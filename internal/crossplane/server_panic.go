package crossplane

import (
	"context"
	"log/slog"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/hclx-lang/hclx/internal/composition/run"
)

// panics counts the calls of [reportPanic] in this process, for the metrics.
var panics atomic.Int64

// reportPanic counts and logs a panic that was recovered, described by run.PanicText.
//
// The counter belongs to the process and not to a server, because panics are recovered in places that know no server,
// such as the compiler.
func reportPanic(log *slog.Logger, message, text string, attrs ...slog.Attr) {
	panics.Add(1)
	log.LogAttrs(context.Background(), slog.LevelError, message, append(attrs, slog.String("panic", text))...)
}

// guard prevents the small services, health and reflection, from ending the process or blocking the drain.
type guard struct {
	log      *slog.Logger
	draining context.Context
}

func (g guard) unary(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (response any,
	err error) {
	defer g.recover(&err)
	return handle(ctx, request)
}

// stream also cancels the context of the stream when the server drains, because a health watch would block the drain
// forever.
func (g guard) stream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo,
	handle grpc.StreamHandler) (err error) {
	defer g.recover(&err)
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	defer context.AfterFunc(g.draining, cancel)()
	return handle(srv, endingStream{stream, ctx})
}

func (g guard) recover(err *error) {
	if thrown := recover(); thrown != nil {
		reportPanic(g.log, "a service panicked", run.PanicText(thrown))
		*err = status.Error(codes.Internal, "internal error")
	}
}

// endingStream is a stream with another context.
type endingStream struct {
	grpc.ServerStream
	ctx context.Context
}

// Context implements [grpc.ServerStream].
func (s endingStream) Context() context.Context { return s.ctx }
