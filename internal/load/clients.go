package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/attack"
	"github.com/hclx-lang/hclx/internal/workload"
)

// kind is a kind of call. Each is reported by itself.
type kind string

const (
	ordinary  kind = "ordinary"
	impatient kind = "impatient" // gives up early
	greedy    kind = "greedy"    // its program tries to take everything
)

const (
	patience   = 30 * time.Second // as Crossplane has, which tries again after it
	backoff    = 50 * time.Millisecond
	impatience = 20 * time.Millisecond
)

// callAll lets all clients call until the time is over.
func callAll(ctx context.Context, o options, s *server, a *authority, r *report) error {
	var clients sync.WaitGroup
	for i := range o.Clients {
		config, err := a.client()
		if err != nil {
			return err
		}
		conn, err := grpc.NewClient(s.address, grpc.WithTransportCredentials(credentials.NewTLS(config)),
			grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }()
		clients.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(i), 1))
			for seed := 0; ctx.Err() == nil; seed++ {
				client{conn, r}.call(ctx, dice, seed)
			}
		})
	}
	clients.Wait()
	return nil
}

// client calls, and tries again what the death of a server has cut.
type client struct {
	conn *grpc.ClientConn
	r    *report
}

func (c client) call(ctx context.Context, dice *rand.Rand, seed int) {
	kind, request := draw(dice, seed)
	limit := patience
	if kind == impatient {
		limit = impatience
	}
	// A call that has begun may end after the time is over, so that what is cut then is not an error.
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	start := time.Now()
	for {
		response, err := fnv1.NewFunctionRunnerServiceClient(c.conn).RunFunction(bounded, request)
		if status.Code(err) == codes.Unavailable && bounded.Err() == nil {
			c.r.retried()
			time.Sleep(backoff)
			continue
		}
		c.r.called(kind, time.Since(start), outcome(kind, response, err))
		return
	}
}

// outcome is "" for an answer as it has to be.
func outcome(k kind, response *fnv1.RunFunctionResponse, err error) string {
	switch {
	case k == impatient && (status.Code(err) == codes.DeadlineExceeded || status.Code(err) == codes.Unavailable):
		return "" // it had no time to try again
	case err != nil:
		return status.Code(err).String() + ": " + status.Convert(err).Message()
	}
	for _, result := range response.GetResults() {
		m := result.GetMessage()
		switch {
		case result.GetSeverity() != fnv1.Severity_SEVERITY_FATAL:
		case strings.Contains(m, "internal error"), k == ordinary && !strings.Contains(m, "Not enough memory"):
			return "FATAL: " + m
		}
	}
	return ""
}

var greedyPrograms = attack.Programs()

// draw chooses a call: nearly all are as they are in clusters.
func draw(dice *rand.Rand, seed int) (kind, *fnv1.RunFunctionRequest) {
	switch n := dice.IntN(1000); {
	case n < 5:
		request := workload.Request(2, workload.Blocks, seed)
		request.Input.Fields["hcl"] = structpb.NewStringValue(greedyPrograms[dice.IntN(len(greedyPrograms))].Text)
		return greedy, request
	case n < 100:
		return impatient, workload.Request(100, workload.Blocks, seed)
	case n < 150:
		return ordinary, workload.Request(100, workload.Collection, seed)
	case n < 400:
		return ordinary, workload.Request(2+dice.IntN(20), workload.Blocks, seed)
	}
	return ordinary, workload.Smalls[dice.IntN(len(workload.Smalls))].Request(seed)
}
