// Package plane simulates a control plane in memory. It runs a composite resource through its rounds, from its creation
// until nothing changes anymore.
//
// # Terms
//
// A [Plane] is the control plane of one composite resource. A round is one reconciliation: Crossplane passes the
// existing objects to the pipeline and applies what the pipeline desires; see [Plane.Round]. Before a round, providers
// write the status of existing objects. Stubs define what they write; see [Stub]. A plane has settled when a round has
// changed nothing and no stub is pending. A fault is a change from outside: a status that is lost, or an object that is
// deleted by hand.
//
// # What is simulated
//
// Package render runs the pipeline and sets the names, labels, owners and conditions that Crossplane sets. Composed
// objects are merged as by server-side apply, with the list types of their schemas, under the field manager of
// Crossplane. Defaults are filled in, and unknown fields are dropped. An object that is no longer desired is deleted at
// once. New objects get a uid, and generations are counted. Connection details of a legacy composite are written to its
// Secret. Time does not pass.
//
// Values that the code of the API server adds to the kinds of Kubernetes, such as the replicas of a Deployment and the
// address of a Service, are missing. The tests in e2e compare everything else with a real control plane, round by
// round.
//
// Rules in the Common Expression Language are not evaluated, and there are no admission webhooks. [Kinds.Unchecked]
// names the kinds whose schemas have such rules.
package plane
