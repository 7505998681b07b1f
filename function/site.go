package function

import (
	"sync"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Site is a place in a program that calls a function. It contains everything that does not depend on the values of the
// arguments. It is immutable and safe for concurrent use.
type Site struct {
	decl    *Decl
	profile *types.Profile
	// args are the rules for converting arguments: those of the profile, but with the base model, in which every type has
	// a null. The flag of a parameter decides whether it accepts null.
	args   *types.Profile
	params []*Param // one for each argument
	// direct, if not nil, is the Direct of a function from scalar to scalar.
	direct       func(value.Value) value.Value
	takes, gives types.Kind
}

// Site returns a call site with n arguments. A nil profile means [types.Standard]. The error is an [*ArityError] or a
// [*RefusedError].
func (d *Decl) Site(n int, p *types.Profile) (*Site, error) {
	if d.Refused != "" {
		return nil, &RefusedError{Name: d.Name, Reason: d.Refused}
	}
	if n < len(d.Params) || n > len(d.Params) && d.Variadic == nil {
		return nil, &ArityError{Decl: d, Got: n}
	}
	if p == nil {
		p = types.Standard
	}
	s := &Site{decl: d, profile: p, args: baseNulls(p), params: make([]*Param, n)}
	for i := range s.params {
		s.params[i] = d.Param(i)
	}
	if n == 1 && d.Impl == nil && d.ResultType == nil && !s.params[0].Lazy && s.params[0].Type.IsPrimitive() &&
		d.Result.IsPrimitive() {
		s.direct, s.takes, s.gives = d.Direct, s.params[0].Type.Kind(), d.Result.Kind()
	}
	return s, nil
}

// Param returns the parameter of argument i, or nil if there is none.
func (d *Decl) Param(i int) *Param {
	if i < len(d.Params) {
		return &d.Params[i]
	}
	return d.Variadic
}

var extendedArgs = withBaseNulls(types.Extended)

func baseNulls(p *types.Profile) *types.Profile {
	switch {
	case !p.NullIsNone:
		return p
	case p == types.Extended:
		return extendedArgs
	}
	return withBaseNulls(p)
}

func withBaseNulls(p *types.Profile) *types.Profile {
	q := *p
	q.NullIsNone = false
	return &q
}

// Decl returns the declaration that is called.
func (s *Site) Decl() *Decl { return s.decl }

// Call calls the function. It may change the slice of arguments. The arguments of lazy parameters are in thunks, at
// their positions; thunks is nil if there are none. The host is passed to the implementation.
//
// An error that one argument causes is an [*ArgError]. A panic of the implementation is a [*PanicError].
func (s *Site) Call(args []value.Value, thunks []Thunk, host any) (out value.Value, err error) {
	c := calls.Get().(*Call)
	*c = Call{Args: args, Thunks: thunks, Profile: s.profile, Result: s.decl.Result, Host: host}
	// The structure goes back to the pool without anything that the call refers to, also after a panic.
	defer func() {
		if r := recover(); r != nil {
			out, err = value.Value{}, s.panicked(r)
		}
		*c = Call{}
		calls.Put(c)
	}()
	if s.ready(args) {
		return s.execute(c)
	}
	return s.callSlow(c)
}

// calls contains Call structures for reuse, because they escape to the implementations.
var calls = sync.Pool{New: func() any { return new(Call) }}

// Call calls the function once. Programs that call it often should use a [Site]. It may change args. For the errors see
// [Site.Call] and [Decl.Site].
func (d *Decl) Call(args []value.Value, p *types.Profile) (value.Value, error) {
	s, err := d.Site(len(args), p)
	if err != nil {
		return value.Value{}, err
	}
	return s.Call(args, nil, nil)
}

// Type checks arguments as a call does, and returns the type of the result without computing the result. Checkers call
// it with unknown values of the types of the arguments. Like Call it may change args.
func (s *Site) Type(args []value.Value, thunks []Thunk, host any) (t types.Type, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = types.Dynamic, s.panicked(r)
		}
	}()
	c := &Call{Args: args, Thunks: thunks, Profile: s.profile, Result: s.decl.Result, Host: host}
	var st state
	if err := s.check(c, &st); err != nil || st.dynamic {
		return types.Dynamic, err
	}
	return c.Result, s.resultType(c)
}

// ready reports whether all arguments can be passed to the implementation without conversions and checks.
func (s *Site) ready(args []value.Value) bool {
	for i, p := range s.params {
		if !p.Lazy && !p.ready(args[i]) {
			return false
		}
	}
	return true
}

// ready reports whether v is a known and unmarked scalar of the parameter's type, or a known and unmarked value for a
// parameter that accepts all types.
func (p *Param) ready(v value.Value) bool {
	switch p.Type.Kind() {
	case types.KindString:
		return v.IsString()
	case types.KindNumber:
		return v.IsNumber()
	case types.KindBool:
		return v.IsBool()
	case types.KindDynamic:
		return host.FlagsOf(v)&(host.FlagUnknown|host.FlagMarked) == 0 && !v.IsNull()
	case types.KindList, types.KindSet, types.KindMap:
		return v.IsContainer() && v.Kind() == p.Type.Kind() && v.ElemType() == p.Type.Elem() &&
			host.FlagsOf(v)&(host.FlagUnknown|host.FlagMarked) == 0
	}
	return false
}

// Converts reports whether argument i is converted or copied before it is passed to the implementation, so that a host
// can limit the memory for it.
func (s *Site) Converts(i int, v value.Value) bool { return !s.params[i].Lazy && !s.params[i].ready(v) }

// execute runs the implementation on arguments that have passed all checks.
func (s *Site) execute(c *Call) (value.Value, error) {
	if err := s.resultType(c); err != nil {
		return value.Value{}, err
	}
	var out value.Value
	if s.decl.Impl != nil {
		var err error
		if out, err = s.decl.Impl(c); err != nil {
			return value.Value{}, err
		}
	} else {
		out = s.decl.Direct(c.Args[0])
	}
	// What a function declares is relied on by the checker and by whoever uses the result. A function that breaks its
	// promise is found here, and not where the result is used.
	if out.IsZero() || !convert.Conforms(out, c.Result) {
		return value.Value{}, &ResultError{Name: s.decl.Name, Want: c.Result, Have: out.Type()}
	}
	return out, nil
}

func (s *Site) resultType(c *Call) error {
	if s.decl.ResultType == nil {
		return nil
	}
	t, err := s.decl.ResultType(c)
	c.Result = t
	return err
}
