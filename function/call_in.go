package function

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// CallIn is [Site.Call] for evaluators that reuse the memory of calls. It overwrites c, which keeps its arguments until
// the next call, and must not be used otherwise during the call.
func (s *Site) CallIn(c *Call, args []value.Value, thunks []Thunk, host any) (out value.Value, err error) {
	c.Args, c.Thunks, c.Result, c.Hidden = args, thunks, s.decl.Result, 0
	if c.Profile != s.profile {
		c.Profile = s.profile
	}
	if host != nil || c.Host != nil {
		c.Host = host
	}
	defer func() {
		if r := recover(); r != nil {
			out, err = value.Value{}, s.panicked(r)
		}
	}()
	if s.ready(args) {
		return s.execute(c)
	}
	return s.callSlow(c)
}

// IsDirect reports whether the function has [Decl.Direct], and its parameter and result are scalars.
func (s *Site) IsDirect() bool { return s.direct != nil }

// CallDirect is [Site.CallIn] for a site that is direct. It returns false if the argument needs a conversion or check,
// or if the function panics; the caller must then use CallIn.
func (s *Site) CallDirect(v value.Value) (out value.Value, ok bool) {
	if !isScalar(v, s.takes) {
		return value.Value{}, false
	}
	defer func() {
		if recover() != nil { // CallIn will report it
			out, ok = value.Value{}, false
		}
	}()
	out = s.direct(v)
	return out, isScalar(out, s.gives)
}

// isScalar reports whether v is a known and unmarked scalar of the given kind.
func isScalar(v value.Value, kind types.Kind) bool {
	switch kind {
	case types.KindString:
		return v.IsString()
	case types.KindNumber:
		return v.IsNumber()
	case types.KindBool:
		return v.IsBool()
	}
	return false
}
