package crossplane

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/crossplane/function-sdk-go/proto/v1beta1"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/internal/composition/run"
)

// maxResponseSize is the largest response that Crossplane accepts: its client has gRPC's default limit and no flag to
// change it.
const maxResponseSize = 4 << 20

// MaxCallTime is the maximum time of a call, unless its deadline is earlier. A call runs on one processor, so this also
// limits its processor time.
const MaxCallTime = 10 * time.Second

// registerFunction serves RunFunction under both of its names. The messages of v1 and v1beta1 are the same on the wire,
// so one handler of frames serves both.
func registerFunction(server *grpc.Server, s *service) (names []string) {
	for _, desc := range []*grpc.ServiceDesc{&fnv1.FunctionRunnerService_ServiceDesc,
		&v1beta1.FunctionRunnerService_ServiceDesc} {
		server.RegisterService(&grpc.ServiceDesc{
			ServiceName: desc.ServiceName,
			HandlerType: (*any)(nil),
			Methods:     []grpc.MethodDesc{{MethodName: "RunFunction", Handler: handleFrame}},
			Metadata:    desc.Metadata,
		}, s)
		names = append(names, desc.ServiceName)
	}
	return names
}

// A slot is taken before the request is received. The bytes of a call that waits therefore stay with the client, except
// for what fits into the window of its stream; "Waiting calls" in docs/decisions.md has the figures. The interceptor is
// left out, because panics are caught in [service.runGuarded], where the request is known and can be answered.
func handleFrame(srv any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	s := srv.(*service)
	switch err := s.enter(ctx); {
	case errors.Is(err, errNoTurn):
		return s.refuse()
	case err != nil:
		return nil, err
	}
	defer s.leave()
	var request frame
	if err := decode(&request); err != nil {
		return nil, err
	}
	conn, _ := ctx.Value(connKey{}).(*deliveries)
	sent := conn.begin()
	response, err := s.call(context.WithValue(ctx, deliveryKey{}, sent), request.data)
	if err != nil {
		sent.done()
		return nil, err
	}
	return &frame{response, sent}, nil
}

// service answers RunFunction, bytes to bytes.
type service struct {
	run    func(ctx context.Context, request []byte) ([]byte, error)
	log    *slog.Logger
	slots  chan struct{} // one for every call that may compose at once
	fatals prometheus.Counter
	queue  prometheus.Gauge // how many wait for a slot
}

func newService(o ServeOptions, m *metrics) *service {
	s := &service{
		run:    decoding{o.Runner}.RunWire,
		log:    o.Logger,
		slots:  make(chan struct{}, o.MaxConcurrentCalls),
		fatals: m.fatals,
		queue:  m.waiting,
	}
	if wire, ok := o.Runner.(WireRunner); ok {
		s.run = wire.RunWire
	}
	return s
}

// errNoTurn is the error of a call that did not get a slot in time.
var errNoTurn = errors.New("no slot in time")

// enter waits for a slot. If there is none until shortly before the deadline of the call, the error is errNoTurn.
//
// The first attempt is made without a timer and without a gauge, since in the usual case there is a free slot.
func (s *service) enter(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
	}
	s.queue.Inc()
	defer s.queue.Dec()
	bounded, cancel := beforeDeadline(ctx)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-bounded.Done():
	}
	if err := ctx.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	return errNoTurn
}

// refuse answers a call that did not get a slot in time. The request has not been received, so the answer contains
// nothing of it.
func (s *service) refuse() (any, error) {
	response, err := fatalResponse(nil,
		fmt.Sprintf("this call waited for its turn until shortly before its deadline: the function answers at most %d "+
			"calls at once. Nothing was changed, and the call will be tried again. If this continues, give the function more "+
			"CPU and memory, or run more replicas of it.", cap(s.slots)))
	if err != nil {
		return nil, statusError(err)
	}
	s.fatals.Inc()
	return &frame{data: response}, nil
}

func (s *service) leave() { <-s.slots }

// call answers one request. Its error is always a gRPC status.
func (s *service) call(ctx context.Context, request []byte) ([]byte, error) {
	start := time.Now()
	if at, ok := ctx.Deadline(); !ok || at.After(start.Add(MaxCallTime)) {
		bounded, cancel := context.WithDeadline(ctx, start.Add(MaxCallTime))
		defer cancel()
		ctx = bounded
	}
	response, err := s.runGuarded(ctx, request)
	if err == nil && len(response) > maxResponseSize {
		// The client would refuse it with an error that names neither the Composition nor what to do; see "Large
		// responses" in docs/decisions.md.
		response, err = fatalResponse(request, oversized(len(response)))
	}
	if err != nil {
		err = statusError(err)
	} else if isFatal(response) {
		s.fatals.Inc()
	}
	if s.log.Enabled(ctx, slog.LevelDebug) {
		s.log.LogAttrs(ctx, slog.LevelDebug, "RunFunction", append(identify(request),
			slog.Duration("duration", time.Since(start)), slog.String("code", status.Code(err).String()),
			slog.Int("request-bytes", len(request)), slog.Int("response-bytes", len(response)))...)
	}
	return response, err
}

// runGuarded turns a panic that escaped from the runner into a FATAL result.
func (s *service) runGuarded(ctx context.Context, request []byte) (response []byte, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			reportPanic(s.log, "RunFunction panicked", run.PanicText(thrown), identify(request)...)
			response, err = fatalResponse(request, panicMessage)
		}
	}()
	return s.run(ctx, request)
}

// It says nothing of the panic, whose text could contain parts of a request, and with that a secret; see "Panics" in
// docs/decisions.md.
const panicMessage = "internal error: the function failed while composing; nothing was changed. " +
	"The log of the function has the details; please report them."

func oversized(size int) string {
	return fmt.Sprintf("the response has %.1f MB, but Crossplane accepts at most %d MB; compose fewer or smaller "+
		"resources, or split the composition",
		float64(size)/(1<<20), maxResponseSize>>20)
}

// statusError returns err with its gRPC code.
func statusError(err error) error {
	if _, ok := status.FromError(err); ok {
		return err
	}
	switch {
	case errors.Is(err, ErrMalformed):
		return status.Error(codes.Internal, err.Error())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	}
	return status.Error(codes.Unknown, err.Error())
}

// decoding is a [WireRunner] for a [Runner] of decoded messages.
type decoding struct{ runner Runner }

func (d decoding) RunWire(ctx context.Context, request []byte) ([]byte, error) {
	var decoded fnv1.RunFunctionRequest
	if err := proto.Unmarshal(request, &decoded); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	response, err := d.runner.RunFunction(ctx, &decoded)
	if err != nil {
		return nil, err
	}
	return proto.Marshal(response)
}

// fatalResponse returns a response that passes on the desired state of earlier steps and contains a FATAL result.
//
// It decodes the request in the ordinary way, because it answers when the fast way has failed or cannot be trusted.
func fatalResponse(request []byte, message string) ([]byte, error) {
	var decoded fnv1.RunFunctionRequest
	if err := proto.Unmarshal(request, &decoded); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return proto.Marshal(&fnv1.RunFunctionResponse{
		Meta:    &fnv1.ResponseMeta{Tag: decoded.GetMeta().GetTag()},
		Desired: decoded.GetDesired(),
		Context: decoded.GetContext(),
		Results: []*fnv1.Result{{Severity: fnv1.Severity_SEVERITY_FATAL, Message: message}},
		Conditions: []*fnv1.Condition{
			{Type: "FullyResolved", Status: fnv1.Status_STATUS_CONDITION_FALSE, Reason: "FatalError", Message: &message},
			{Type: "HclDiagnostics", Status: fnv1.Status_STATUS_CONDITION_FALSE, Reason: "Eval", Message: &message},
		},
	})
}
