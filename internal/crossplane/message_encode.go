package crossplane

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// A decoded request is written to wire bytes first and answered from them, as every other one. Package proto would do,
// but it allocates for each key of each object: 43,000 times for a request of 100 resources, where messageWriter
// allocates a few times.

// messageWriter writes the messages of a request.
type messageWriter struct {
	wireWriter
	// odd reports whether something came that [canonical] has to judge: a text that is not UTF-8, a field of another
	// protocol.
	odd bool
	// hide is the path of a field that is left out of objects; nil if they are written whole.
	hide []string
}

// managedFields are bookkeeping that no program sees, and two thirds of the fields of an observed object. Leaving them
// out saves three quarters of the time that writing a request takes.
var managedFields = []string{"metadata", "managedFields"}

// requestBytes returns the wire bytes of a decoded request, and whether canonical approves of them for sure. Managed
// fields of objects that are not passed on are left out unless they are asked for.
func requestBytes(m *fnv1.RunFunctionRequest, managed bool) (b []byte, plain bool, err error) {
	light, err := proto.Marshal(&fnv1.RunFunctionRequest{Meta: m.GetMeta(), Credentials: m.GetCredentials(),
		RequiredSchemas: m.GetRequiredSchemas()})
	if err != nil {
		return nil, false, err
	}
	const start = 8192
	w := messageWriter{wireWriter: *newWireWriter(start + len(light) + proto.Size(m.GetInput()))}
	if !managed && m.GetInput().GetFields()["onIncomplete"] == nil {
		w.hide = managedFields
	}
	w.unknown(m)
	w.odd = w.odd || len(m.GetMeta().ProtoReflect().GetUnknown()) > 0
	w.found(8, m.GetRequiredResources())
	//lint:ignore SA1019 cores before v2 send it
	w.found(6, m.GetExtraResources())
	if m.GetContext() != nil {
		w.object(5, m.GetContext(), nil)
	}
	if m.GetInput() != nil {
		w.object(4, m.GetInput(), nil)
	}
	w.state(2, m.GetObserved())
	w.hide = nil
	w.state(3, m.GetDesired())
	w.raw(light)
	return w.written(), !w.odd, nil
}

// unknown writes the fields that the protocol of this package does not have.
func (w *messageWriter) unknown(m proto.Message) {
	if more := m.ProtoReflect().GetUnknown(); len(more) > 0 {
		w.raw(more)
		w.odd = true
	}
}

func (w *messageWriter) text(num int, s string) {
	// Package proto refuses to encode such a text. Here it is written, and the request is then treated like bytes of
	// unknown origin, so that it is refused by the same rules as there.
	w.odd = w.odd || !utf8.ValidString(s)
	w.wireWriter.text(num, s)
}

func (w *messageWriter) found(num int, all map[string]*fnv1.Resources) {
	for name, m := range all {
		mark := w.size()
		w.unknown(m)
		for i := len(m.GetItems()) - 1; i >= 0; i-- {
			w.resource(1, m.Items[i])
		}
		w.close(2, mark)
		w.text(1, name)
		w.close(num, mark)
	}
}

func (w *messageWriter) state(num int, m *fnv1.State) {
	if m == nil {
		return
	}
	mark, left := w.size(), len(m.Resources)
	w.unknown(m)
	for name, r := range m.Resources {
		entry := w.size()
		w.resource(2, r)
		w.text(1, name)
		w.close(2, entry)
		if left--; left == len(m.Resources)-1 {
			// The resources of a request are much alike, and memory that has to grow costs as much as what is written.
			if others := left * (w.size() - mark); w.start < others+others/8 {
				w.grow(others + others/4)
			}
		}
	}
	if m.Composite != nil {
		w.resource(1, m.Composite)
	}
	w.close(num, mark)
}

func (w *messageWriter) resource(num int, m *fnv1.Resource) {
	mark := w.size()
	w.unknown(m)
	w.enum(3, uint64(m.GetReady()))
	for key, content := range m.GetConnectionDetails() {
		entry := w.size()
		w.bytes(2, content)
		w.text(1, key)
		w.close(2, entry)
	}
	if m.GetResource() != nil {
		w.object(1, m.Resource, w.hide)
	}
	w.close(num, mark)
}

func (w *messageWriter) object(num int, m *structpb.Struct, hide []string) {
	mark := w.size()
	for key, v := range m.GetFields() {
		var within []string
		if len(hide) > 0 && key == hide[0] {
			if len(hide) == 1 {
				continue
			}
			within = hide[1:]
		}
		entry := w.size()
		w.value(2, v, within)
		w.text(1, key)
		w.close(1, entry)
	}
	w.close(num, mark)
}

func (w *messageWriter) value(num int, m *structpb.Value, hide []string) {
	mark := w.size()
	switch k := m.GetKind().(type) {
	case *structpb.Value_NullValue:
		w.varint(uint64(k.NullValue))
		w.tag(1, protowire.VarintType)
	case *structpb.Value_NumberValue:
		binary.LittleEndian.PutUint64(w.room(8), math.Float64bits(k.NumberValue))
		w.tag(2, protowire.Fixed64Type)
	case *structpb.Value_StringValue:
		w.text(3, k.StringValue)
	case *structpb.Value_BoolValue:
		w.bool(k.BoolValue)
	case *structpb.Value_StructValue:
		w.object(5, k.StructValue, hide)
	case *structpb.Value_ListValue:
		list := w.size()
		for i := len(k.ListValue.GetValues()) - 1; i >= 0; i-- {
			w.value(1, k.ListValue.Values[i], nil)
		}
		w.close(6, list)
	}
	w.close(num, mark)
}
