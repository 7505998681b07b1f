// Package plane simulates a control plane on a laptop, so that a composite resource can be followed through its life:
// from nothing until nothing changes any more.
//
// # Terms
//
// A [Plane] is the life of one composite resource. A round is one reconciliation: Crossplane hands what exists to the
// pipeline and applies what the pipeline desires; see [Plane.Round]. Before a round, providers write the status of the
// objects that exist. What they would write is said by stubs; see [Stub]. A plane has settled when a round changed
// nothing and no stub has anything left to write. A fault is something that happens to a plane from outside: a status
// that is lost, an object that is deleted by hand.
//
// # What is simulated
//
// The pipeline is run by package render, which also knows the names, labels, owners and conditions that Crossplane
// sets. Composed objects are merged as by server-side apply, with the list types of their schemas, under the field
// manager of Crossplane; defaults are filled in, and what a schema does not know is dropped. An object that is no
// longer desired is deleted at once. The API server gives new objects a uid, and counts their generation. Connection
// details of a legacy composite are written to its Secret. Times do not pass.
//
// What the code of the API server adds to the kinds of Kubernetes beyond their schemas, such as the replicas of a
// Deployment and the address of a Service, is not there. The tests in e2e compare all else with a real control plane,
// round by round.
//
// Rules in the Common Expression Language are not evaluated, and no admission webhook exists; [Kinds.Unchecked] names
// the kinds whose schemas have such rules.
package plane
