package crossplane

import (
	"strings"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// object is a random object as a value and as a message.
func object(t *rapid.T, label string) (value.Value, *structpb.Struct) {
	text, number := value.String(random.Text().Draw(t, label)), rapid.Float64Range(-9, 9).Draw(t, label)
	flag := rapid.Bool().Draw(t, label)
	v := value.Object(map[string]value.Value{
		"t": text, "n": value.Float(number), "b": value.Bool(flag), "null": value.Null,
		"l": value.Tuple(value.String("e"), value.Tuple(), value.Object(nil)),
		"m": value.Map(types.String, map[string]value.Value{"k": text}).Mark(value.Sensitive),
	})
	s, err := structpb.NewStruct(map[string]any{"t": text.AsString(), "n": number, "b": flag, "null": nil,
		"l": []any{"e", []any{}, map[string]any{}}, "m": map[string]any{"k": text.AsString()}})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// optional is nil for what the protocol leaves out.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// The bytes of a response say what the output of the program says, and pass on what earlier steps desire.
func TestResponseProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, yes := random.Text(), rapid.Bool()
		req := &fnv1.RunFunctionRequest{Meta: &fnv1.RequestMeta{Tag: text.Draw(t, "tag")}}
		if yes.Draw(t, "earlier steps") {
			req.Desired, req.Context = &fnv1.State{}, &structpb.Struct{}
			fill(t, req.Desired.ProtoReflect(), 0)
			fill(t, req.Context.ProtoReflect(), 6)
		}
		ttl := rapid.Int64Range(0, 5e9).Draw(t, "ttl")
		out := &run.Output{Fatal: yes.Draw(t, "fatal")}
		rep := reply{ttl: time.Duration(ttl), out: out, legacy: yes.Draw(t, "legacy")}
		want := &fnv1.RunFunctionResponse{Meta: &fnv1.ResponseMeta{Tag: req.Meta.Tag,
			Ttl: durationpb.New(time.Duration(ttl))}, Desired: proto.CloneOf(req.Desired), Context: req.Context}
		for range rapid.IntRange(0, 3).Draw(t, "conditions") {
			c := report.Condition{Type: text.Draw(t, "type"), Status: yes.Draw(t, "status"), Reason: text.Draw(t, "reason"),
				Message: text.Draw(t, "message")}
			out.Conditions = append(out.Conditions, c)
			status := fnv1.Status_STATUS_CONDITION_FALSE
			if c.Status {
				status = fnv1.Status_STATUS_CONDITION_TRUE
			}
			want.Conditions = append(want.Conditions, &fnv1.Condition{Type: c.Type, Status: status, Reason: c.Reason,
				Message: optional(c.Message), Target: fnv1.Target_TARGET_COMPOSITE.Enum()})
		}
		for range rapid.IntRange(0, 3).Draw(t, "results") {
			r := report.Result{Reason: text.Draw(t, "reason"), Message: text.Draw(t, "message")}
			severity := fnv1.Severity_SEVERITY_WARNING
			if r.Severity = report.SeverityWarning; yes.Draw(t, "fatal result") {
				r.Severity, severity = report.SeverityFatal, fnv1.Severity_SEVERITY_FATAL
			}
			out.Results = append(out.Results, r)
			want.Results = append(want.Results, &fnv1.Result{Severity: severity, Message: r.Message,
				Reason: optional(r.Reason)})
		}
		requirements(t, rep, want)
		desired(t, out, req, want)
		plain, err := proto.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		b, diags := rep.wire(readRequest(plain), rapid.IntRange(0, 4096).Draw(t, "size"))
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		got := &fnv1.RunFunctionResponse{}
		if err := proto.Unmarshal(b, got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, protocmp.Transform(), protocmp.IgnoreEmptyMessages()); d != "" {
			t.Fatalf("the response is another one (-want +got):\n%s", d)
		}
	})
}

// requirements makes random requirements, which a fatal answer does not have.
func requirements(t *rapid.T, rep reply, want *fnv1.RunFunctionResponse) {
	all := map[string]*fnv1.ResourceSelector{}
	for _, name := range rapid.SliceOfNDistinct(random.Text(), 0, 3, rapid.ID).Draw(t, "requirements") {
		text := random.Text()
		q := run.Requirement{Name: name, APIVersion: text.Draw(t, "apiVersion"), Kind: text.Draw(t, "kind"),
			HasLabels: rapid.Bool().Draw(t, "labels")}
		if rapid.Bool().Draw(t, "namespaced") {
			q.Namespace = text.Draw(t, "namespace")
		}
		selector := &fnv1.ResourceSelector{ApiVersion: q.APIVersion, Kind: q.Kind, Namespace: optional(q.Namespace)}
		if q.HasLabels {
			labels := map[string]string{}
			for key, v := range rapid.MapOfN(text, text, 0, 3).Draw(t, "match") {
				q.MatchLabels = append(q.MatchLabels, run.Label{Key: key, Value: v})
				labels[key] = v
			}
			selector.Match = &fnv1.ResourceSelector_MatchLabels{MatchLabels: &fnv1.MatchLabels{Labels: labels}}
		} else {
			q.MatchName = text.Draw(t, "name")
			selector.Match = &fnv1.ResourceSelector_MatchName{MatchName: q.MatchName}
		}
		rep.out.Requirements = append(rep.out.Requirements, q)
		all[name] = selector
	}
	switch {
	case rep.out.Fatal || len(all) == 0:
	case rep.legacy:
		//lint:ignore SA1019 cores before v2 read it
		want.Requirements = &fnv1.Requirements{ExtraResources: all}
	default:
		want.Requirements = &fnv1.Requirements{Resources: all}
	}
}

// desired makes a random desired state and context.
func desired(t *rapid.T, out *run.Output, req *fnv1.RunFunctionRequest, want *fnv1.RunFunctionResponse) {
	yes, before := rapid.Bool(), proto.CloneOf(req.GetDesired())
	if !out.Fatal && want.Desired == nil {
		want.Desired = &fnv1.State{}
	}
	names := rapid.SliceOfNDistinct(random.Text(), 0, 3, rapid.ID).Draw(t, "resources")
	for name := range before.GetResources() {
		names = append(names, name)
		break
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		v, s := object(t, "body")
		ready := rapid.SampledFrom([]run.Ready{run.ReadyUnspecified, run.ReadyTrue, run.ReadyFalse}).Draw(t, "ready")
		out.Resources = append(out.Resources, run.Resource{Name: name, Body: v, Ready: ready})
		if out.Fatal {
			continue
		}
		if want.Desired.Resources == nil {
			want.Desired.Resources = map[string]*fnv1.Resource{}
		}
		want.Desired.Resources[name] = &fnv1.Resource{Resource: s, Ready: fnv1.Ready(ready)}
	}
	xr := proto.CloneOf(before.GetComposite())
	if xr == nil {
		xr = &fnv1.Resource{}
	}
	if yes.Draw(t, "with status") {
		v, s := object(t, "status")
		out.Status = v
		if xr.Resource == nil {
			xr.Resource = &structpb.Struct{}
		}
		if xr.Resource.Fields == nil {
			xr.Resource.Fields = map[string]*structpb.Value{}
		}
		xr.Resource.Fields["status"] = structpb.NewStructValue(s)
	}
	if yes.Draw(t, "with connection") {
		out.Connection = map[string][]byte{}
		for key, v := range rapid.MapOfN(random.Text(), random.Text(), 0, 3).Draw(t, "connection") {
			out.Connection[key] = []byte(v)
		}
		xr.ConnectionDetails = out.Connection
	}
	if out.Ready = rapid.SampledFrom([]run.Ready{0, run.ReadyTrue, run.ReadyFalse}).Draw(t, "ready"); out.Ready != 0 {
		xr.Ready = fnv1.Ready(out.Ready)
	}
	if !out.Fatal && (before.GetComposite() != nil || proto.Size(xr) > 0) {
		want.Desired.Composite = xr
	}
	if yes.Draw(t, "with context") {
		v, s := object(t, "context")
		out.Context = v
		if !out.Fatal {
			want.Context = s
		}
	}
}

// What the protocol cannot carry is refused with its place, in each part of a response.
func TestWhatIsNotWritten(t *testing.T) {
	nest := func(v value.Value, levels int) value.Value {
		for range levels {
			v = value.Tuple(v)
		}
		return v
	}
	fields := func(v value.Value) value.Value {
		return value.Object(map[string]value.Value{"a": value.Null, "b": value.Object(map[string]value.Value{
			"c": value.Tuple(value.Null, v)})})
	}
	nestObjects := func(levels int) value.Value {
		v := value.Object(nil)
		for range levels {
			v = value.Object(map[string]value.Value{"o": v})
		}
		return v
	}
	for name, tt := range map[string]struct {
		v    value.Value
		want string
	}{
		"unknown":      {fields(value.Unknown(types.String)), "b.c[1]: this value is not known yet"},
		"large number": {fields(value.Int(1<<53 + 1)), "b.c[1]: "},
		"secret":       {fields(value.Int(1<<53 + 1).Mark(value.Sensitive)), "b.c[1]: "},
		"tuples":       {fields(nest(value.Null, maxEncodeDepth-2)), ""},
		"deep tuples":  {fields(nest(value.Null, maxEncodeDepth-1)), "nested too deeply"},
		"objects":      {nestObjects(maxEncodeDepth), ""},
		"deep objects": {nestObjects(maxEncodeDepth + 1), "nested too deeply"},
	} {
		for part, out := range map[string]*run.Output{
			"the context":                          {Context: tt.v},
			`the body of resource "r"`:             {Resources: []run.Resource{{Name: "r", Body: tt.v}}},
			"the status of the composite resource": {Status: tt.v},
		} {
			_, diags := reply{out: out}.wire(readRequest(nil), 0)
			if tt.want == "" {
				if len(diags) > 0 {
					t.Errorf("%s: %v", name, diags)
				}
				continue
			}
			if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, "In "+part+", ") ||
				!strings.Contains(diags[0].Detail, tt.want) {
				t.Errorf("%s in %s: %v", name, part, diags)
			}
			if name == "secret" && strings.Contains(diags[0].Detail, "9007199254740993") {
				t.Errorf("the number is shown: %v", diags)
			}
		}
	}
}
