package testrun

import (
	"path/filepath"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// scope is what expressions of tests are evaluated in, with the functions and rules of compositions.
func scope(variables map[string]value.Value) *hcl.EvalContext {
	return &hcl.EvalContext{Variables: variables, Functions: stdlib.Table(), Profile: types.Extended}
}

// input is an attribute that is a path or a value.
type input struct {
	path  string // "" if it is a value
	given *structpb.Value
}

func (r *runner) input(e hcl.Expression) input {
	v := r.value(e, nil)
	if v.IsString() {
		return input{path: r.path(v.AsString())}
	}
	if v.IsNull() {
		return input{}
	}
	return input{given: render.MessageOf(v)}
}

// path is a path of the test file, which is relative to its folder.
func (r *runner) path(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(filepath.Dir(r.file.Path), p)
}

// value evaluates an attribute of the test file: null where it is absent or wrong.
func (r *runner) value(e hcl.Expression, variables map[string]value.Value) value.Value {
	if testfile.IsAbsent(e) {
		return value.Null
	}
	v, diags := eval.Value(e, scope(variables))
	r.wrong(diags)
	if diags.HasErrors() {
		return value.Null
	}
	if v, _ = v.UnmarkDeep(); !v.IsWhollyKnown() {
		r.fault(e, "The value is not known.")
		return value.Null
	}
	return v
}

// setting is an attribute of the run or, if that does not have it, of the defaults.
func (r *runner) setting(get func(*testfile.Settings) hcl.Expression) hcl.Expression {
	if e := get(&r.run.Settings); !testfile.IsAbsent(e) || r.file.Defaults == nil {
		return e
	}
	return get(r.file.Defaults)
}

// Defaults returns what the defaults of a file say of the program, and of the composite resource; nil if nothing.
func Defaults(file *testfile.File) (source string, xr *structpb.Struct, err error) {
	r := &runner{file: file, run: &testfile.Run{}, result: &Result{}}
	var e hcl.Expression
	if file.Defaults != nil {
		e = file.Defaults.Source
		xr, err = r.given(file.Defaults.XR, nil)
	}
	source = r.source(e)
	if err == nil {
		err = r.result.Failures.Err()
	}
	return source, xr, err
}

// Schemas returns the paths of schemas that the defaults of a file name.
func Schemas(file *testfile.File) (out []string) {
	if file.Defaults == nil {
		return nil
	}
	r := &runner{file: file, run: &testfile.Run{}, result: &Result{}}
	for _, s := range r.texts(file.Defaults.Schemas) {
		out = append(out, r.path(s))
	}
	return out
}

// guesses reports whether schemas make up what no stub says.
func (r *runner) guesses() bool {
	if r.run.Guess != nil {
		return *r.run.Guess
	}
	return r.file.Defaults != nil && r.file.Defaults.Guess != nil && *r.file.Defaults.Guess
}

// paths are what a plane begins with.
func (r *runner) paths() (render.Paths, error) {
	p := render.Paths{SchemaCache: r.options.SchemaCache,
		Composition: r.source(r.setting(func(s *testfile.Settings) hcl.Expression { return s.Source }))}
	xr, err := r.composite()
	if err != nil {
		return p, err
	}
	p.Given.XR = xr
	r.objects(r.setting(func(s *testfile.Settings) hcl.Expression { return s.Observed }), &p.Observed, &p.Given.Observed)
	var required string
	r.objects(r.setting(func(s *testfile.Settings) hcl.Expression { return s.Required }), &required, &p.Given.Required)
	if required != "" {
		p.Required = []string{required}
	}
	if p.Given.Context, err = r.context(r.setting(func(s *testfile.Settings) hcl.Expression {
		return s.Context
	})); err != nil {
		return p, err
	}
	for _, s := range r.texts(r.setting(func(s *testfile.Settings) hcl.Expression { return s.Schemas })) {
		p.Schemas = append(p.Schemas, r.path(s))
	}
	if e := r.setting(func(s *testfile.Settings) hcl.Expression { return s.Functions }); !testfile.IsAbsent(e) {
		p.Functions = r.input(e).path
	}
	return p, nil
}

// source is the path of what is tested: by default the folder of the file or, if that is called tests, the one around
// it.
func (r *runner) source(e hcl.Expression) string {
	path := r.input(e).path
	if path == "" {
		if path = filepath.Dir(r.file.Path); filepath.Base(path) == "tests" {
			path = filepath.Dir(path)
		}
	}
	return path
}

// composite is the composite resource with which a run begins.
func (r *runner) composite() (xr *structpb.Struct, err error) {
	if r.file.Defaults != nil {
		if xr, err = r.given(r.file.Defaults.XR, nil); err != nil {
			return nil, err
		}
	}
	if xr, err = r.given(r.run.XR, xr); err != nil {
		return nil, err
	}
	if xr == nil {
		r.fail(code.TestInput, r.run.Range,
			"The run has no composite resource. Give one with xr, a path or an object, in the run or in defaults.")
	}
	return xr, nil
}

// given reads a composite resource: a path, or an object that is merged over another one. Where the attribute is absent
// it is that one.
func (r *runner) given(e hcl.Expression, over *structpb.Struct) (*structpb.Struct, error) {
	switch in := r.input(e); {
	case in.path != "":
		return render.LoadXR(in.path)
	case in.given != nil:
		return plane.Overlay(over, in.given.GetStructValue()), nil
	}
	return over, nil
}

// objects reads an attribute with objects: the path of a file or folder, an object or a list of objects.
func (r *runner) objects(e hcl.Expression, path *string, given *[]*structpb.Struct) {
	in := r.input(e)
	*path = in.path
	if o := in.given.GetStructValue(); o != nil {
		*given = append(*given, o)
	}
	for _, v := range in.given.GetListValue().GetValues() {
		if o := v.GetStructValue(); o != nil {
			*given = append(*given, o)
		} else {
			r.fault(e, "Expected a list of objects, but this list contains something else.")
		}
	}
}

// context reads the context with which the pipeline begins: an object, or the path of a file with one.
func (r *runner) context(e hcl.Expression) (map[string]*structpb.Value, error) {
	in := r.input(e)
	if in.path == "" {
		return in.given.GetStructValue().GetFields(), nil
	}
	v, err := render.LoadValue(in.path)
	return v.GetStructValue().GetFields(), err
}

// texts reads a text or a list of texts.
func (r *runner) texts(e hcl.Expression) []string {
	v := r.value(e, nil)
	if v.IsString() {
		return []string{v.AsString()}
	}
	var out []string
	if v.IsContainer() {
		for _, t := range v.Elems() {
			if !t.IsString() {
				r.fault(e, "Expected strings.")
				return nil
			}
			out = append(out, t.AsString())
		}
	}
	return out
}

// fault reports an attribute of the test file that is wrong.
func (r *runner) fault(e hcl.Expression, detail string) {
	r.wrong(diag.List{{Code: code.TestInput, Summary: "Wrong value in a test", Subject: e.Range(), Detail: detail}})
}
