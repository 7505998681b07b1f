package function

import "github.com/hclx-lang/hclx/value"

// CallIn is [Site.Call] for evaluators that keep the memory of their calls: c is overwritten, and keeps what it was
// given until the next call. Nobody else may use it during the call.
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
