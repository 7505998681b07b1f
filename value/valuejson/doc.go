// Package valuejson reads and writes values as JSON.
//
// [Parse] and [Append] are for data without types: arrays are tuples, and objects are objects.
// [ParseAs] and [AppendAs] take the type, so that lists, sets, maps and typed nulls are preserved.
// A [value.Value] also implements json.Marshaler and json.Unmarshaler, which do the same as Append
// and Parse with the zero [Style] and [Limits].
//
// Reading is limited in depth and size and takes linear time. It rejects everything that is not
// valid JSON by RFC 8259, and also duplicate keys and text that is not UTF-8. An error is a
// *[value.Error]; its Offset is the position in the text.
package valuejson
