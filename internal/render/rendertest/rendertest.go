// Package rendertest provides a composition function for tests of the pipeline around functions. It needs no engine,
// because its step input contains the answer.
package rendertest

import (
	"context"
	"errors"
	"fmt"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// Scripted is a function whose step input contains its answer. The fields of the input are
//
//	response: the response in protobuf's JSON form; its desired resources and context extend those of the request
//	echo:     a context key under which the request is stored in protobuf's JSON form
//	error:    the message of an error to return in place of a response
//
// The zero value is ready to use, also by several goroutines.
type Scripted struct{}

// RunFunction answers one request. It fails when the scripted response is not a RunFunctionResponse.
func (Scripted) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	input := req.GetInput().GetFields()
	if msg := input["error"].GetStringValue(); msg != "" {
		return nil, errors.New(msg)
	}
	rsp := &fnv1.RunFunctionResponse{
		Meta:    &fnv1.ResponseMeta{Tag: req.GetMeta().GetTag()},
		Desired: proto.CloneOf(req.GetDesired()),
		Context: proto.CloneOf(req.GetContext()),
	}
	if err := merge(rsp, input["response"]); err != nil {
		return nil, err
	}
	if key := input["echo"].GetStringValue(); key != "" {
		return rsp, echo(rsp, key, req)
	}
	return rsp, nil
}

func merge(rsp *fnv1.RunFunctionResponse, script *structpb.Value) error {
	if script == nil {
		return nil
	}
	data, err := protojson.Marshal(script)
	if err != nil {
		return err
	}
	var more fnv1.RunFunctionResponse
	if err := protojson.Unmarshal(data, &more); err != nil {
		return fmt.Errorf("scripted response: %w", err)
	}
	proto.Merge(rsp, &more)
	return nil
}

// echo stores the request without its input, which would only repeat the script, and without the hash of both.
func echo(rsp *fnv1.RunFunctionResponse, key string, req *fnv1.RunFunctionRequest) error {
	shown := proto.CloneOf(req)
	shown.Input = nil
	shown.Meta.Tag = fmt.Sprintf("%d hexadecimal digits", len(req.GetMeta().GetTag()))
	data, err := protojson.Marshal(shown)
	if err != nil {
		return err
	}
	v := &structpb.Value{}
	if err := protojson.Unmarshal(data, v); err != nil {
		return err
	}
	if rsp.Context.GetFields() == nil {
		rsp.Context = &structpb.Struct{Fields: map[string]*structpb.Value{}}
	}
	rsp.Context.Fields[key] = v
	return nil
}
