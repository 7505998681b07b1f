// Package e2e runs compositions on the real thing: kube-apiserver and Crossplane core, both built from their released
// sources, with an embedded etcd, and hclx behind mutual TLS. Run it with the script run in this folder; the tests skip
// without the programs that the script builds.
//
// # Terms
//
// A plane is a control plane: etcd, kube-apiserver and Crossplane core on loopback addresses. A stub stands for the
// providers: it writes a status to composed objects. What that is stands in one place that others can read too, the
// observed.yaml of an example: the status of the object with the same composition resource name. Where there is none,
// the status has an id, which is the name of the object, an arn, and the condition Ready. A composite has settled when
// neither it nor any object that it composes changes while Crossplane reconciles it several times.
//
// A life is a composite that lives twice, on the plane and in the simulation of internal/plane, and is told the same in
// both. What Crossplane calls the function with in a round has to be what the simulation calls it with in that round:
// the composite, the objects and what manages them, the context, and what was required. Aside are left versions and
// times, the uids of composed objects, and what the code of the API server fills in of the kinds of Kubernetes
// themselves.
package e2e
