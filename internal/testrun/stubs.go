package testrun

import (
	"errors"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/value"
)

// stubs are those of the run, then those of the file.
func (r *runner) stubs() []plane.Stub {
	var out []plane.Stub
	for _, list := range [][]*testfile.Stub{r.run.Stubs, r.file.Stubs} {
		for _, s := range list {
			out = append(out, r.stub(s))
		}
	}
	return out
}

func (r *runner) stub(s *testfile.Stub) plane.Stub {
	stub := plane.Stub{Name: s.Name, After: s.After}
	match := r.value(s.Match, nil)
	if !match.IsNull() {
		stub.Name = ""
		for i, name := range match.Names() {
			v := match.At(i)
			switch {
			case name == "kind" && v.IsString():
				stub.Kind = v.AsString()
			case name == "labels" && v.IsContainer():
				stub.Labels = map[string]string{}
				for j, label := range v.Names() {
					if text := v.At(j); text.IsString() {
						stub.Labels[label] = text.AsString()
					}
				}
			default:
				r.fault(s.Match, "The attribute match has kind, a string, and labels, an object of strings. Found "+name+"."+
					diag.DidYouMean(name, []string{"kind", "labels"}))
			}
		}
	}
	if testfile.IsAbsent(s.Status) {
		return stub
	}
	stub.Status = func(_ string, o *structpb.Struct) (*structpb.Struct, error) {
		self := render.ValueOf(structpb.NewStructValue(o))
		v, diags := eval.Value(s.Status, scope(map[string]value.Value{"self": self}))
		if diags.HasErrors() {
			return nil, diags.Err()
		}
		v, _ = v.UnmarkDeep()
		status := render.MessageOf(v).GetStructValue()
		if status == nil || !v.IsWhollyKnown() {
			return nil, errors.New("the status of a stub must be an object")
		}
		return status, nil
	}
	return stub
}

// ReadStubs reads a file that has nothing but stub blocks, in the form that they have in test files.
func ReadStubs(path string) ([]plane.Stub, diag.List) {
	file, diags := testfile.ReadStubs(path)
	if diags.HasErrors() {
		return nil, diags
	}
	r := &runner{file: file, run: &testfile.Run{}, result: &Result{}}
	stubs := r.stubs()
	return stubs, r.result.Failures
}
