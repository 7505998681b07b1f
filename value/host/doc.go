// Package host is for programs that pass data to an evaluation piece by piece, and for programs
// that create very many values. Other programs do not need it.
//
// # Containers that are loaded on demand
//
// An open container came from outside and is known to be partial: parts that it lacks may still
// appear. Reading such a part returns an unknown value that names what is missing. [OpenObject] and
// [OpenTuple] create an open container from a loader, which provides one level of parts when a
// program first uses it. A place is the location of an open container in the outside world: a root
// variable and the steps from there.
//
// # Objects that share their names
//
// A [Shape] is the sorted set of attribute names that objects share. [ObjectOf] and [MapOf] create
// values from a shape and a slice, without sorting or copying. An [ObjectBuilder] collects
// attributes in any order.
//
// # Facts about values
//
// The flags of a value are facts that are computed when it is created: whether something in it is
// unknown or marked. [Weight] returns how many parts it has. Both take constant time.
package host
