package crossplane

import (
	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
)

// DumpFunc receives a request and its response when an author asked for a dump: by an annotation of the composite resource, or by a
// field of the input. Neither message may be changed.
type DumpFunc func(request *fnv1.RunFunctionRequest, response *fnv1.RunFunctionResponse)

// dumper hands calls to a DumpFunc.
type dumper struct{ write DumpFunc }

func newDumper(write DumpFunc) *dumper {
	if write == nil {
		return nil
	}
	return &dumper{write: write}
}

// call dumps a call that asked for it. The messages are made only then.
func (d *dumper) call(r *request, messages func() (*fnv1.RunFunctionRequest, *fnv1.RunFunctionResponse)) {
	if d == nil || !r.debug {
		return
	}
	if req, rsp := messages(); req != nil {
		d.write(req, rsp)
	}
}

func decodeBoth(request, response []byte) (*fnv1.RunFunctionRequest, *fnv1.RunFunctionResponse) {
	req, rsp := &fnv1.RunFunctionRequest{}, &fnv1.RunFunctionResponse{}
	if proto.Unmarshal(request, req) != nil || proto.Unmarshal(response, rsp) != nil {
		return nil, nil
	}
	return req, rsp
}
