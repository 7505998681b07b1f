package crossplane

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// Function is the composition function. It is a [WireRunner], and a [prometheus.Collector] of metrics about its calls.
// It is safe for concurrent use. [NewFunction] creates one.
type Function struct {
	programs *cache
	memory   Memory
	pool     *pool
	logger   *slog.Logger
	limits   run.Limits
	metrics  *functionMetrics
	dump     DumpFunc
	trace    func(*run.Program, *run.Output)
	afresh   bool
}

// Options configure a [Function]. The zero value of every field but Functions means its default.
type Options struct {
	// Functions are the functions that programs may call.
	Functions function.Table
	// CacheBytes limits the memory of compiled programs; 0 means [DefaultCacheBytes].
	CacheBytes int
	// Limits are the limits of every call.
	Limits run.Limits
	// Memory, if not nil, is the memory of the function. It replaces CacheBytes and Limits, and calls wait for memory
	// before they start.
	Memory *Memory
	// Logger receives events that an author cannot cause, such as the stack of a panic; nil discards them.
	Logger *slog.Logger
	// Trace, if not nil, is called after each run of a program with its answer and the reasons.
	Trace func(program *run.Program, out *run.Output)
	// Source returns a file for the text of a program, for hosts that know where it is written, so that Trace receives
	// positions there. Responses always contain the positions of a cluster.
	Source func(program string) *source.File
	// Coverage makes programs count evaluations, for Trace; see [run.Program.Points].
	Coverage bool
	// Afresh makes every call report everything, whatever the conditions of the composite resource; see [run.Input].
	Afresh bool
	// Dump, if not nil, receives the requests and responses for which authors request a dump.
	Dump DumpFunc
}

// NewFunction returns a function without compiled programs.
func NewFunction(o Options) *Function {
	if o.Memory == nil {
		o.Memory = &Memory{}
	} else {
		o.CacheBytes, o.Limits = o.Memory.CacheBytes, o.Memory.Limits()
	}
	f := &Function{logger: o.Logger, limits: o.Limits, metrics: newFunctionMetrics(), dump: o.Dump, trace: o.Trace,
		afresh: o.Afresh, memory: *o.Memory}
	f.pool = newPool(o.Memory.Pool, f.metrics.memory)
	if f.logger == nil {
		f.logger = slog.New(slog.DiscardHandler)
	}
	if o.Source == nil {
		o.Source = func(text string) *source.File { return source.NewFileString(composition.ArchiveName, text) }
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	f.programs = newCache(o.CacheBytes, f.metrics, func(text string) (*run.Program, diag.List) {
		return f.compile(o.Source(text), composition.Options{Functions: o.Functions, Coverage: o.Coverage})
	})
	return f
}

// compile never panics: a program for which the compiler fails is always rejected, and other programs continue.
//
// Refusing for good means that the cache keeps the refusal: a program that makes the compiler panic must not do it
// again with each call.
func (f *Function) compile(whole *source.File, o composition.Options) (p *run.Program, diags diag.List) {
	defer f.recoverAs("compiling the program", func(d *diag.Diagnostic) { p, diags = nil, diag.List{d} })
	if d := composition.TooLarge(whole); d != nil {
		return nil, diag.List{d}
	}
	files, diags := composition.ParseArchive(whole)
	if diags.HasErrors() {
		return nil, diags
	}
	return composition.Compile(files, o)
}

// recoverAs, deferred, turns a panic into a diagnostic. The stack goes to the log only.
func (f *Function) recoverAs(doing string, report func(*diag.Diagnostic)) {
	if p := recover(); p != nil {
		reportPanic(f.logger, "internal error", run.PanicText(p), slog.String("while", doing))
		report(&diag.Diagnostic{
			Code: code.InternalError, Summary: "Internal error",
			Detail: "Something went wrong inside hclx while " + doing + ". This is a bug in hclx, not in the composition; the " +
				"log of the function has the details.",
		})
	}
}

// RunFunction answers a decoded request. Errors that an author can cause are FATAL results; the error is for a message
// that protobuf cannot encode.
func (f *Function) RunFunction(ctx context.Context, m *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	b, plain, err := requestBytes(m, f.dump != nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if plain {
		return decodeResponse(f.answer(ctx, b))
	}
	if b, err = f.RunWire(ctx, b); err != nil {
		return nil, err
	}
	return decodeResponse(b)
}

// RunWire answers an encoded request, and only reads the parts that the program uses. It rejects the same bytes as
// proto.Unmarshal.
func (f *Function) RunWire(ctx context.Context, b []byte) ([]byte, error) {
	if !canonical(b, shapeRequest, 0) {
		// Its memory is taken before it is decoded.
		needs := decodedBytes * int64(len(b))
		if d := f.pool.take(ctx, needs); d != nil {
			return nil, status.Error(codes.ResourceExhausted, d.Error())
		}
		plain, err := canonicalForm(b)
		f.pool.give(needs)
		if err != nil {
			return nil, err
		}
		b = plain
	}
	return f.answer(ctx, b), nil
}

// answer answers a request in canonical form.
func (f *Function) answer(ctx context.Context, b []byte) []byte {
	req := readRequest(b)
	rep := f.run(ctx, req)
	var out []byte
	// What the call has taken is given back now, but for the answer itself, which stays in memory until the client has
	// read it.
	defer func() { f.pool.give(rep.taken - f.pool.keep(ctx, out, rep.taken)) }()
	const perResource = 1024
	out, diags := rep.wire(req, 2048+perResource*len(rep.out.Resources))
	if diags.HasErrors() {
		rep.out = run.Refused(&req.in, diags)
		out, _ = rep.wire(req, 2048)
	}
	f.dumpCall(req, rep)
	return out
}

// decodedBytes is the maximum memory of a byte of a request in decoded form, in bytes.
const decodedBytes = 64

// canonicalForm returns an unusual request in the form that encoders write. Fields of a later protocol are lost.
//
// Writing the message again brings it into the form that encoders write, and everything behind this point has to know
// one form only.
func canonicalForm(b []byte) ([]byte, error) {
	m := &fnv1.RunFunctionRequest{}
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return proto.Marshal(m)
}

// takeMemory reserves the memory that a call may need, including that for compiling its program if necessary.
//
// Everything is taken in one go, before anything is done; see "Reserved memory" in docs/decisions.md.
func (f *Function) takeMemory(ctx context.Context, r *request, program string) (taken int64, d *diag.Diagnostic) {
	if f.pool == nil {
		return 0, nil
	}
	needs := f.memory.callNeeds()
	if !f.programs.has(program) { // what compiling takes is free again when the program runs
		needs = max(needs, compileNeeds(program))
	}
	needs += requestNeeds(r.wire)
	if d := f.pool.take(ctx, needs); d != nil {
		return 0, d
	}
	return needs, nil
}

// run runs the program of a request.
func (f *Function) run(ctx context.Context, r *request) (rep reply) {
	// It is deferred before the recovery and therefore runs after it, so that a call which panicked is counted by what
	// it answered.
	defer func() { f.metrics.ended(rep.out) }()
	in, diags := readInput(r.input)
	rep = reply{ttl: in.ttl, legacy: !r.capable && !r.modern}
	defer f.recoverAs("running the program", func(d *diag.Diagnostic) {
		rep.out = run.Refused(&run.Input{}, diag.List{d})
	})
	r.in.Step, r.in.Afresh = in.step(), f.afresh
	if diags.HasErrors() {
		rep.out = run.Refused(&r.in, diags)
		return rep
	}
	r.debug = r.debug || in.debug || in.debugNew && len(r.in.Resources) == 0
	taken, d := f.takeMemory(ctx, r, in.program)
	if d != nil {
		rep.out = run.Refused(&r.in, diag.List{d})
		return rep
	}
	rep.taken = taken
	program, diags := f.programs.get(in.program)
	if program == nil || diags.HasErrors() {
		rep.out = run.Refused(&r.in, diags)
		return rep
	}
	r.in.ConnectionSecret, r.in.KeepIncomplete, r.in.Limits = in.connection, in.keep, f.limits
	if rep.out = program.Run(ctx, &r.in); rep.out.Panic != "" {
		reportPanic(f.logger, "internal error", rep.out.Panic, slog.String("while", "running the program"))
	}
	if f.trace != nil {
		f.trace(program, rep.out)
	}
	return rep
}

// reply contains the parts of a response that do not come from the request.
type reply struct {
	ttl time.Duration
	out *run.Output
	// taken is the reserved memory, which is released when the response is written.
	taken int64
	// legacy sends requirements in the field that cores before v2 read.
	legacy bool
}

// unwritten returns the diagnostic for a part of the answer that the protocol cannot represent.
func unwritten(what string, r run.Resource, err error) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.UnwritableValue, Summary: "Value cannot be written", Subject: r.Range,
		Detail: "In " + what + ", " + err.Error() + ".",
	}
}
