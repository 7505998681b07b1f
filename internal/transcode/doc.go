// Package transcode turns configuration from one syntax into the other.
//
// [ToJSON] writes native syntax in JSON syntax, which is always possible. [ToNative] writes JSON syntax in native
// syntax; since JSON does not say what is a block, a [Schema] does, and without one every property is an attribute.
//
// Terms: a comment is a comment of the native syntax, or a property "//" in a JSON object that represents a body.
// Comments before an attribute stand before it in the other syntax too, those before a block come to stand at the start
// of its body in JSON and go back before it, and those inside an expression before its attribute.
//
// A string of the JSON syntax is a template. So the results are meant for evaluation with a context: literal-only mode
// would show what is escaped in them.
package transcode
