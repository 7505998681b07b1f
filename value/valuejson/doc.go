// Package valuejson reads and writes values as JSON.
//
// [Parse] and [Append] are for data without types: arrays are tuples, objects objects. [ParseAs] and [AppendAs] know the type, so that
// lists, sets, maps and typed nulls come back as they were. A [value.Value] is also a json.Marshaler and a json.Unmarshaler, which
// do what Append and Parse do with the zero [Style] and [Limits].
//
// Reading is bounded in depth and size, takes linear time, and refuses what is not JSON by the letter of RFC 8259, keys that occur twice
// and text that is not UTF-8 included. An error is a *[value.Error]; its Offset says where in the text it is.
package valuejson
