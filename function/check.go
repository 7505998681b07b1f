package function

import (
	"errors"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// state is the result of checking the arguments.
type state struct {
	marks   *value.Marks   // taken off the arguments, for the result
	origins *value.Origins // of what is unknown in the arguments
	unknown bool           // an argument is unknown whose parameter does not take that
	dynamic bool           // the same for the dynamic value
}

var errNull = errors.New("argument must not be null")

// callSlow handles calls in which at least one argument is not a known, unmarked value of the right type. It checks all
// arguments before it returns early.
func (s *Site) callSlow(c *Call) (value.Value, error) {
	var st state
	if err := s.check(c, &st); err != nil {
		return value.Value{}, err
	}
	out, err := s.result(c, &st)
	if err != nil {
		return value.Value{}, err
	}
	if host.FlagsOf(out)&host.FlagUnknown != 0 {
		out = s.finishUnknown(out, &st)
	}
	return out.WithMarks(st.marks), nil
}

func (s *Site) result(c *Call, st *state) (value.Value, error) {
	if st.dynamic || st.unknown {
		for _, v := range c.Args { // those of parameters with AllowMarked, since the implementation is not called
			st.marks = st.marks.Union(host.MarksDeep(v))
		}
	}
	switch {
	case st.dynamic:
		return value.DynamicUnknown, nil
	case st.unknown:
		if err := s.resultType(c); err != nil {
			return value.Value{}, err
		}
		return value.Unknown(types.ResolveEventuals(types.WithoutOptional(c.Result))), nil
	}
	return s.execute(c)
}

// finishUnknown adds the refinement of the declaration and the origins to an unknown result.
func (s *Site) finishUnknown(v value.Value, st *state) value.Value {
	v, marks := v.Unmark()
	if v.IsUnknown() {
		if s.decl.Refine != nil && !v.Type().IsDynamic() {
			v = s.decl.Refine(v)
		}
		v = unknowns.WithOrigins(v, st.origins)
	}
	return v.WithMarks(marks)
}

// check checks the arguments and converts them to the form that the implementation receives.
func (s *Site) check(c *Call, st *state) error {
	for i, p := range s.params {
		if p.Lazy {
			continue
		}
		if host.FlagsOf(c.Args[i])&host.FlagMarked != 0 {
			c.Hidden |= 1 << min(i, 63)
		}
		v, err := s.argument(c.Args[i], p)
		if err != nil {
			return Arg(i, err)
		}
		c.Args[i] = st.admit(v, p)
	}
	return nil
}

// argument converts one argument. It still has its marks, so that errors do not show it.
func (s *Site) argument(v value.Value, p *Param) (value.Value, error) {
	if v.IsNull() && !p.AllowNull {
		return v, errNull
	}
	return convert.Convert(v, p.Type, s.args)
}

// admit removes the marks, and records what the parameter does not accept.
func (st *state) admit(v value.Value, p *Param) value.Value {
	if host.FlagsOf(v)&host.FlagMarked != 0 && !p.AllowMarked {
		var m *value.Marks
		v, m = v.UnmarkDeep()
		st.marks = st.marks.Union(m)
	}
	if host.FlagsOf(v)&host.FlagUnknown == 0 {
		return v
	}
	st.origins = st.origins.Union(v.Origins())
	switch {
	case v.IsKnown():
		st.unknown = st.unknown || !p.AllowUnknown && !p.AllowUnknownParts
	case v.Type().IsDynamic() && !p.AllowDynamic:
		st.dynamic = true
	default:
		st.unknown = st.unknown || !p.AllowUnknown
	}
	return v
}
