package render

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// healthy reports whether an existing object is ready. Kinds without a rule, such as those of providers, are ready if
// their condition Ready is True.
func healthy(o *structpb.Struct) bool {
	if check, ok := healthChecks[apiVersion(o)+" "+kind(o)]; ok {
		return check(o)
	}
	return holds(o, "Ready")
}

// healthChecks are for the kinds of Kubernetes itself, which mostly have no condition Ready.
var healthChecks = map[string]func(*structpb.Struct) bool{
	"v1 ConfigMap": exists, "v1 Secret": exists, "v1 Namespace": exists, "v1 ServiceAccount": exists,
	"v1 Service": serviceReady, "networking.k8s.io/v1 Ingress": hasIngress,
	"v1 PersistentVolumeClaim": bound, "v1 Pod": podReady,
	"apps/v1 Deployment": deploymentReady, "apps/v1 ReplicaSet": replicaSetReady,
	"apps/v1 StatefulSet": statefulSetReady, "apps/v1 DaemonSet": daemonSetReady,
	"batch/v1 Job": jobReady, "batch/v1 CronJob": cronJobReady,
	"autoscaling/v2 HorizontalPodAutoscaler": autoscalerReady,
}

func exists(*structpb.Struct) bool { return true }

// trueConditions calls visit with the types of the conditions that are True, in their order, until it returns true.
func trueConditions(o *structpb.Struct, visit func(typ string) (done bool)) {
	for _, v := range list(o, "status", "conditions") {
		if c := v.GetStructValue(); Text(c, "status") == "True" && visit(Text(c, "type")) {
			return
		}
	}
}

func holds(o *structpb.Struct, typ string) (found bool) {
	trueConditions(o, func(t string) bool { found = t == typ; return found })
	return found
}

func number(o *structpb.Struct, path ...string) float64 { return Field(o, path...).GetNumberValue() }

// replicas returns the number of replicas of an object. The default is one.
func replicas(o *structpb.Struct) float64 {
	if n, ok := Field(o, "spec", "replicas").GetKind().(*structpb.Value_NumberValue); ok {
		return n.NumberValue
	}
	return 1
}

func serviceReady(o *structpb.Struct) bool {
	return Text(o, "spec", "type") != "LoadBalancer" || hasIngress(o)
}

func hasIngress(o *structpb.Struct) bool {
	return len(list(o, "status", "loadBalancer", "ingress")) > 0
}

func bound(o *structpb.Struct) bool { return Text(o, "status", "phase") == "Bound" }

func podReady(o *structpb.Struct) bool {
	switch Text(o, "status", "phase") {
	case "Succeeded":
		return true
	case "Running":
		return Text(o, "spec", "restartPolicy") == "Always" && holds(o, "Ready")
	}
	return false
}

func deploymentReady(o *structpb.Struct) bool {
	n := replicas(o)
	return number(o, "status", "updatedReplicas") == n && number(o, "status", "availableReplicas") == n &&
		holds(o, "Available")
}

func replicaSetReady(o *structpb.Struct) bool {
	current := number(o, "status", "observedGeneration") >= number(o, "metadata", "generation")
	return current && !holds(o, "ReplicaFailure") && number(o, "status", "availableReplicas") >= replicas(o)
}

func statefulSetReady(o *structpb.Struct) bool {
	n := replicas(o)
	return number(o, "status", "readyReplicas") == n && number(o, "status", "currentReplicas") == n &&
		Text(o, "status", "currentRevision") == Text(o, "status", "updateRevision")
}

func daemonSetReady(o *structpb.Struct) bool {
	want := Field(o, "status", "desiredNumberScheduled")
	for _, name := range []string{"numberReady", "updatedNumberScheduled", "numberAvailable"} {
		if have := Field(o, "status", name); want == nil || have == nil || have.GetNumberValue() != want.GetNumberValue() {
			return false
		}
	}
	return true
}

func jobReady(o *structpb.Struct) (ready bool) {
	trueConditions(o, func(t string) bool {
		ready = t == "Complete"
		return ready || t == "Failed" || t == "Suspended"
	})
	return ready
}

// cronJobReady reports whether a job was started and is still active, or its last run succeeded. A suspended job counts
// as ready.
func cronJobReady(o *structpb.Struct) bool {
	if Field(o, "spec", "suspend").GetBoolValue() {
		return true
	}
	started, err := time.Parse(time.RFC3339, Text(o, "status", "lastScheduleTime"))
	if err != nil {
		return false
	}
	if len(list(o, "status", "active")) > 0 {
		return true
	}
	succeeded, err := time.Parse(time.RFC3339, Text(o, "status", "lastSuccessfulTime"))
	return err == nil && !succeeded.Before(started)
}

// autoscalerReady uses the first condition that decides.
func autoscalerReady(o *structpb.Struct) (ready bool) {
	trueConditions(o, func(t string) bool {
		switch t {
		case "ScalingActive", "ScalingLimited":
			ready = true
			return true
		case "FailedGetScale", "FailedUpdateScale", "FailedGetResourceMetric", "InvalidSelector":
			return true
		}
		return false
	})
	return ready
}

// autoReady does what function-auto-ready does, the second step of most pipelines, so that rendering needs no other
// process. If no step has set the readiness of an existing composed resource, its observed state determines it.
type autoReady struct{}

// isAutoReady reports whether a function is function-auto-ready, judging by the name of its Function object, which may
// begin with an organisation.
func isAutoReady(function string) bool {
	return function == "function-auto-ready" || strings.HasSuffix(function, "-function-auto-ready")
}

// RunFunction implements [Runner].
func (autoReady) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	desired := &fnv1.State{}
	if req.GetDesired() != nil {
		desired = proto.CloneOf(req.GetDesired())
	}
	observed := req.GetObserved().GetResources()
	for _, name := range slices.Sorted(maps.Keys(desired.GetResources())) {
		d, o := desired.Resources[name], observed[name].GetResource()
		if d.GetReady() == fnv1.Ready_READY_UNSPECIFIED && o != nil && healthy(o) {
			d.Ready = fnv1.Ready_READY_TRUE
		}
	}
	return &fnv1.RunFunctionResponse{Meta: &fnv1.ResponseMeta{Tag: req.GetMeta().GetTag()}, Desired: desired,
		Context: req.GetContext()}, nil
}

// HealthyStatus returns a status with which an object of a kind of Kubernetes is ready, or nil if it needs none.
func HealthyStatus(o *structpb.Struct) *structpb.Struct {
	n := replicas(o)
	condition := func(types ...string) []any {
		var out []any
		for _, t := range types {
			out = append(out, map[string]any{"type": t, "status": "True"})
		}
		return out
	}
	ingress := map[string]any{"loadBalancer": map[string]any{"ingress": []any{map[string]any{"ip": "192.0.2.1"}}}}
	status := map[string]map[string]any{
		"Service":               ingress,
		"Ingress":               ingress,
		"PersistentVolumeClaim": {"phase": "Bound"},
		"Pod":                   {"phase": "Running", "conditions": condition("Ready")},
		"Deployment": {
			"observedGeneration": number(o, "metadata", "generation"), "replicas": n, "updatedReplicas": n, "readyReplicas": n,
			"availableReplicas": n,
			"conditions":        condition("Available"),
		},
		"ReplicaSet": {"observedGeneration": number(o, "metadata", "generation"), "replicas": n, "readyReplicas": n,
			"availableReplicas": n},
		"StatefulSet": {"replicas": n, "readyReplicas": n, "currentReplicas": n, "updatedReplicas": n, "currentRevision": "1",
			"updateRevision": "1"},
		"DaemonSet": {
			"currentNumberScheduled": 1, "desiredNumberScheduled": 1, "numberMisscheduled": 0, "numberReady": 1,
			"numberAvailable": 1, "updatedNumberScheduled": 1,
		},
		"Job":     {"succeeded": 1, "conditions": condition("Complete")},
		"CronJob": {"lastScheduleTime": timestamp, "lastSuccessfulTime": timestamp},
		"HorizontalPodAutoscaler": {
			"currentReplicas": 1, "desiredReplicas": 1, "conditions": condition("ScalingActive"),
		},
	}[kind(o)]
	s, err := structpb.NewStruct(status)
	if err != nil || status == nil || kind(o) == "Service" && Text(o, "spec", "type") != "LoadBalancer" {
		return nil
	}
	return s
}
