// Package host is for programs that hand data from outside to an evaluation piece by piece, and for those that make very many values.
// Others need not know it.
//
// # Containers that are loaded while they are read
//
// An open container came from outside and is known to be partial: what it lacks may still come, so that reading it gives an unknown
// value that names what is missing. [OpenObject] and [OpenTuple] make one of a loader, which is asked for one level of parts when a
// program first touches it. A place is where in the outside world an open container was found: a root variable and the steps from there.
//
// # Objects that share their names
//
// A [Shape] is the sorted set of attribute names that objects share. [ObjectOf] and [MapOf] make values of a shape and a slice, without
// sorting or copying; an [ObjectBuilder] gathers attributes in any order.
//
// # What values tell without being looked through
//
// The flags of a value are facts that were gathered when it was made: whether something in it is unknown or marked. [Weight] says how
// much there is to go through. Both take constant time.
package host
