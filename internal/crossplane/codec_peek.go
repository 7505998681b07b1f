package crossplane

import (
	"log/slog"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Field numbers of messages that are read without decoding them.
const (
	requestMeta     protowire.Number = 1 // RunFunctionRequest.meta
	requestObserved protowire.Number = 2 // RunFunctionRequest.observed
	stateComposite  protowire.Number = 1 // State.composite
	responseResults protowire.Number = 3 // RunFunctionResponse.results
	resultSeverity  protowire.Number = 1 // Result.severity
	severityFatal                    = uint64(fnv1.Severity_SEVERITY_FATAL)
)

// eachField calls visit with the fields of a message, in order, until visit returns false or the bytes are invalid. The
// value of a length-delimited field does not include its length.
//
// It accepts any bytes, also those that are no message at all: it is used where a request may be what caused the
// trouble.
func eachField(message []byte, visit func(number protowire.Number, kind protowire.Type, value []byte) bool) {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return
		}
		message = message[n:]
		if n = protowire.ConsumeFieldValue(number, kind, message); n < 0 {
			return
		}
		value := message[:n]
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(value)
		}
		message = message[n:]
		if !visit(number, kind, value) {
			return
		}
	}
}

// isFatal reports whether a response contains a FATAL result.
func isFatal(response []byte) (fatal bool) {
	eachField(response, func(number protowire.Number, kind protowire.Type, result []byte) bool {
		if number == responseResults && kind == protowire.BytesType {
			fatal = fatal || severity(result) == severityFatal
		}
		return !fatal
	})
	return fatal
}

func severity(result []byte) (severity uint64) {
	eachField(result, func(number protowire.Number, kind protowire.Type, value []byte) bool {
		if number == resultSeverity && kind == protowire.VarintType {
			severity, _ = protowire.ConsumeVarint(value)
		}
		return true
	})
	return severity
}

// identify returns the attributes of a request for the log. It decodes the tag and the composite, but not the composed
// resources.
//
// It is called for the log only, after a panic or at debug level, so it may take the time that decoding takes.
func identify(request []byte) []slog.Attr {
	var decoded fnv1.RunFunctionRequest
	if err := proto.Unmarshal(head(request), &decoded); err != nil {
		return []slog.Attr{slog.String("request", "malformed")}
	}
	xr := decoded.GetObserved().GetComposite().GetResource().GetFields()
	metadata := xr["metadata"].GetStructValue().GetFields()
	return []slog.Attr{
		slog.String("tag", decoded.GetMeta().GetTag()),
		slog.String("xr-apiversion", xr["apiVersion"].GetStringValue()),
		slog.String("xr-kind", xr["kind"].GetStringValue()),
		slog.String("xr-namespace", metadata["namespace"].GetStringValue()),
		slog.String("xr-name", metadata["name"].GetStringValue()),
	}
}

// head is the part of a request that [identify] needs, itself a RunFunctionRequest.
func head(request []byte) (kept []byte) {
	keep := func(to []byte, number protowire.Number, value []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), value)
	}
	eachField(request, func(number protowire.Number, kind protowire.Type, value []byte) bool {
		switch {
		case kind != protowire.BytesType:
		case number == requestMeta:
			kept = keep(kept, number, value)
		case number == requestObserved:
			var observed []byte
			eachField(value, func(number protowire.Number, kind protowire.Type, value []byte) bool {
				if number == stateComposite && kind == protowire.BytesType {
					observed = keep(observed, number, value)
				}
				return true
			})
			kept = keep(kept, number, observed)
		}
		return true
	})
	return kept
}
