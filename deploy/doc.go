// Package deploy holds the files that run hclx in a cluster, and the tests that check them. It is a module of its own
// so that the types of Kubernetes, Crossplane and Prometheus, which only the tests need, are nobody else's
// dependencies.
package deploy
