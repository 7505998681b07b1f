package render

import (
	"context"
	"fmt"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// maxMessage limits the responses of functions in other processes.
const maxMessage = 64 << 20

// remotes are the connections of one run, by address.
type remotes map[string]*remote

// remote is a function that runs in another process.
type remote struct {
	function, address string
	conn              *grpc.ClientConn
}

func (r *remotes) dial(function, address string) (Runner, error) {
	if c := (*r)[address]; c != nil {
		return c, nil
	}
	conn, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true), grpc.MaxCallRecvMsgSize(maxMessage),
			grpc.MaxCallSendMsgSize(maxMessage)))
	if err != nil {
		return nil, fmt.Errorf("function %q: %q is not a usable address: %w", function, address, err)
	}
	if *r == nil {
		*r = remotes{}
	}
	c := &remote{function, address, conn}
	(*r)[address] = c
	return c, nil
}

func (r remotes) close() {
	for _, c := range r {
		_ = c.conn.Close() // the run is over; nothing is in flight
	}
}

// RunFunction calls version v1 of the service, or v1beta1 if the function is too old for it. Both are identical on the
// wire.
func (c *remote) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	rsp, err := fnv1.NewFunctionRunnerServiceClient(c.conn).RunFunction(ctx, req)
	if status.Code(err) == codes.Unimplemented {
		rsp = &fnv1.RunFunctionResponse{}
		err = c.conn.Invoke(ctx, "/apiextensions.fn.proto.v1beta1.FunctionRunnerService/RunFunction", req, rsp)
	}
	if status.Code(err) == codes.DeadlineExceeded {
		return nil, fmt.Errorf("function %q at %s did not answer in time; is it running? (--timeout waits longer)",
			c.function, c.address)
	}
	if err != nil {
		return nil, fmt.Errorf("function %q at %s: %s", c.function, c.address, status.Convert(err).Message())
	}
	return rsp, nil
}
