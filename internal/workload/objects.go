package workload

import (
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"
)

// m is an object in the notation of Go.
type m = map[string]any

// object makes a message of an object whose parts a Struct can hold.
func object(o m) *structpb.Struct {
	s, err := structpb.NewStruct(o)
	if err != nil {
		panic(err) // what this package builds a Struct can hold
	}
	return s
}

func uid(kind, i, seed int) string {
	return fmt.Sprintf("%08x-%04x-4000-8000-%012x", seed, kind, i)
}

func composite(n, seed int) *structpb.Struct {
	nets := make([]any, n)
	for i := range nets {
		nets[i] = m{
			"cidr": fmt.Sprintf("10.%d.%d.0/24", i/256, i%256), "zone": zone(i), "public": i%3 == 0,
			"tags": m{"team": "platform", "tier": fmt.Sprintf("tier-%d", i%4), "seed": fmt.Sprint(seed)},
		}
	}
	return object(m{
		"apiVersion": "example.org/v1", "kind": "Network",
		"metadata": m{"name": "core", "namespace": "platform", "uid": uid(0, 0, seed),
			"labels": m{"crossplane.io/composite": "core"}, "generation": seed % 1000},
		"spec": m{"crossplane": m{"compositionRef": m{"name": "network"}},
			"parameters": m{"region": "eu-central-1", "environment": "prod", "allowPublic": seed%2 == 0, "nets": nets}},
		"status": m{"vpcId": fmt.Sprintf("vpc-%08x", seed)},
	})
}

func zone(i int) string { return "eu-central-1" + string(rune('a'+i%3)) }

// subnet is an observed managed resource.
func subnet(i, seed int, form Form) *structpb.Struct {
	annotations := m{"crossplane.io/composition-resource-name": name(i),
		"crossplane.io/external-name": fmt.Sprintf("subnet-%08x", i)}
	if form == Collection {
		annotations["hcl.fn.crossplane.io/collection-base-name"] = "subnet"
		annotations["hcl.fn.crossplane.io/collection-index"] = fmt.Sprintf("s%06d", i)
	}
	tags := m{"crossplane-kind": "subnet.ec2.aws.upbound.io", "crossplane-name": "core-" + name(i), "team": "platform",
		"tier": fmt.Sprintf("tier-%d", i%4)}
	return object(m{
		"apiVersion": "ec2.aws.upbound.io/v1beta1", "kind": "Subnet",
		"metadata": m{
			"name": "core-" + name(i), "uid": uid(1, i, seed), "generation": 4, "resourceVersion": fmt.Sprint(100000 + seed + i),
			"creationTimestamp": "2026-01-01T00:00:00Z", "annotations": annotations,
			"labels":     m{"crossplane.io/composite": "core", "example.org/zone": zone(i)},
			"finalizers": []any{"finalizer.managedresource.crossplane.io"},
			"ownerReferences": []any{m{"apiVersion": "example.org/v1", "kind": "Network", "name": "core", "uid": uid(0, 0, seed),
				"controller": true, "blockOwnerDeletion": true}},
			"managedFields": managedFields(),
		},
		"spec": m{
			"deletionPolicy": "Delete", "managementPolicies": []any{"*"}, "initProvider": m{},
			"forProvider": m{
				"region": "eu-central-1", "vpcId": fmt.Sprintf("vpc-%08x", seed), "availabilityZone": zone(i),
				"cidrBlock":           fmt.Sprintf("10.%d.%d.0/24", i/256, i%256),
				"mapPublicIpOnLaunch": i%3 == 0, "assignIpv6AddressOnCreation": false, "enableDns64": false,
				"privateDnsHostnameTypeOnLaunch": "ip-name", "tags": tags,
			},
			"providerConfigRef": m{"name": "aws-prod"},
		},
		"status": m{
			"atProvider": m{
				"id":      fmt.Sprintf("subnet-%08x%08x", seed, i),
				"arn":     fmt.Sprintf("arn:aws:ec2:eu-central-1:123456789012:subnet/subnet-%08x%08x", seed, i),
				"ownerId": "123456789012", "state": "available", "availableIpAddressCount": 251 - (seed+i)%200,
				"region": "eu-central-1",
				"vpcId":  fmt.Sprintf("vpc-%08x", seed), "availabilityZone": zone(i),
				"availabilityZoneId": fmt.Sprintf("euc1-az%d", i%3+1), "cidrBlock": fmt.Sprintf("10.%d.%d.0/24", i/256, i%256),
				"mapPublicIpOnLaunch": i%3 == 0, "assignIpv6AddressOnCreation": false, "ipv6Native": false, "tags": tags,
				"tagsAll": tags,
			},
			"conditions": []any{
				m{"type": "Ready", "status": status(i), "reason": "Available", "lastTransitionTime": "2026-01-01T00:05:00Z"},
				m{"type": "Synced", "status": "True", "reason": "ReconcileSuccess", "lastTransitionTime": "2026-01-01T00:04:00Z"},
				m{"type": "LastAsyncOperation", "status": "True", "reason": "Success",
					"lastTransitionTime": "2026-01-01T00:04:30Z"},
			},
		},
	})
}

func status(i int) string {
	if i%10 == 9 {
		return "False"
	}
	return "True"
}

// managedFields is the bookkeeping of three writers, the largest part of most objects.
func managedFields() []any {
	var out []any
	for _, manager := range []string{"apiextensions.crossplane.io/composed", "crossplane-ec2-provider",
		"kubectl-client-side-apply"} {
		fields := m{}
		for _, group := range []string{"f:metadata", "f:spec", "f:status"} {
			inner := m{".": m{}}
			for _, field := range []string{"region", "vpcId", "availabilityZone", "cidrBlock", "mapPublicIpOnLaunch", "tags",
				"enableDns64", "conditions", "annotations", "ownerReferences", "privateDnsHostnameTypeOnLaunch"} {
				inner["f:"+field] = m{}
			}
			fields[group] = m{"f:forProvider": inner, ".": m{}}
		}
		out = append(out, m{"manager": manager, "operation": "Apply", "apiVersion": "ec2.aws.upbound.io/v1beta1",
			"time": "2026-01-01T00:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": fields})
	}
	return out
}
