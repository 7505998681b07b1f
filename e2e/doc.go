// Package e2e runs compositions on the real thing: kube-apiserver and Crossplane core, both built from their released sources, with
// an embedded etcd, and hclx behind mutual TLS. Run it with the script run in this folder; the tests skip without the programs
// that the script builds.
//
// # Terms
//
// A plane is a control plane: etcd, kube-apiserver and Crossplane core on loopback addresses. A stub stands for the providers: it
// writes to composed objects the status that the observed.yaml of an example has. A composite has settled when neither it nor any
// object that it composes changes while Crossplane reconciles it several times.
package e2e
