package difftest

import (
	"context"
	"fmt"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
)

// handwritten is the program of package workload as a platform engineer would write it in Go: with the messages of the
// protocol, and maps for what is built.
type handwritten struct {
	fnv1.UnimplementedFunctionRunnerServiceServer
}

type doc = map[string]any

// RunFunction composes the network.
func (handwritten) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	xr := req.GetObserved().GetComposite().GetResource().GetFields()
	name := field(xr, "metadata", "name").GetStringValue()
	params := field(xr, "spec", "parameters").GetStructValue().GetFields()
	rsp := &fnv1.RunFunctionResponse{
		Meta:    &fnv1.ResponseMeta{Tag: req.GetMeta().GetTag(), Ttl: durationpb.New(60e9)},
		Desired: &fnv1.State{Resources: map[string]*fnv1.Resource{}},
		Context: req.GetContext(),
	}
	subnets := doc{}
	for i, net := range params["nets"].GetListValue().GetValues() {
		resource := fmt.Sprintf("subnet-%04d", i)
		body, err := subnet(name, resource, i, xr, params, net.GetStructValue().GetFields())
		if err != nil {
			return nil, err
		}
		observed := req.GetObserved().GetResources()[resource].GetResource().GetFields()
		seen := field(observed, "status", "atProvider").GetStructValue().GetFields()
		subnets[resource] = doc{
			"id": seen["id"].GetStringValue(), "arn": seen["arn"].GetStringValue(), "owner": seen["ownerId"].GetStringValue(),
			"state": seen["state"].GetStringValue(), "free": seen["availableIpAddressCount"].GetNumberValue(),
			"tags": seen["tagsAll"].GetStructValue().AsMap(),
		}
		ready := fnv1.Ready_READY_FALSE
		if field(observed, "status",
			"conditions").GetListValue().GetValues()[0].GetStructValue().GetFields()["status"].GetStringValue() == "True" {
			ready = fnv1.Ready_READY_TRUE
		}
		rsp.Desired.Resources[resource] = &fnv1.Resource{Resource: body, Ready: ready}
	}
	status, err := structpb.NewStruct(doc{"status": doc{"subnets": subnets}})
	if err != nil {
		return nil, err
	}
	rsp.Desired.Composite = &fnv1.Resource{Resource: status}
	rsp.Conditions = []*fnv1.Condition{
		condition("FullyResolved", "AllItemsProcessed", "all items complete"),
		condition("HclDiagnostics", "Eval", "hcl.Diagnostics contains no warnings"),
	}
	return rsp, nil
}

func subnet(network, resource string, i int, xr, params, net map[string]*structpb.Value) (*structpb.Struct, error) {
	environment := params["environment"].GetStringValue()
	tags := doc{}
	for k, v := range net["tags"].GetStructValue().GetFields() {
		tags[k] = v.GetStringValue() + "-" + environment
	}
	config := "aws-dev"
	if environment == "prod" {
		config = "aws-prod"
	}
	zone := net["zone"].GetStringValue()
	return structpb.NewStruct(doc{
		"apiVersion": "ec2.aws.upbound.io/v1beta1", "kind": "Subnet",
		"metadata": doc{
			"name": network + "-" + resource,
			"labels": doc{
				"app.kubernetes.io/managed-by": "hclx", "example.org/network": network, "example.org/zone": zone,
				"example.org/index": fmt.Sprint(i),
			},
		},
		"spec": doc{
			"deletionPolicy": "Delete",
			"forProvider": doc{
				"region": params["region"].GetStringValue(), "vpcId": field(xr, "status", "vpcId").GetStringValue(),
				"availabilityZone": zone,
				"cidrBlock":        net["cidr"].GetStringValue(), "mapPublicIpOnLaunch": net["public"].GetBoolValue() &&
					params["allowPublic"].GetBoolValue(),
				"tags": tags,
			},
			"providerConfigRef": doc{"name": config},
		},
	})
}

func condition(typ, reason, message string) *fnv1.Condition {
	target := fnv1.Target_TARGET_COMPOSITE
	return &fnv1.Condition{Type: typ, Status: fnv1.Status_STATUS_CONDITION_TRUE, Reason: reason, Message: &message,
		Target: &target}
}

func field(fields map[string]*structpb.Value, path ...string) *structpb.Value {
	v := fields[path[0]]
	for _, name := range path[1:] {
		v = v.GetStructValue().GetFields()[name]
	}
	return v
}
