package eval

import (
	"slices"
	"sync"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// session is a frame with its own thread, for one evaluation of a unit in a context. Sessions are reused for other
// expressions, because most expressions are evaluated once.
type session struct {
	frame  Frame
	thread Thread
}

var sessions = sync.Pool{New: func() any {
	s := &session{}
	s.frame.Thread = &s.thread
	return s
}}

// remembering is implemented by expressions that cache their compiled form.
type remembering interface{ Memo() *syntax.Memo }

// prepare returns the compiled expression for a context, and a session with the variables of the context, or no session
// if the expression is constant.
func prepare(e hcl.Expression, file *source.File, node syntax.Expr, ctx *hcl.EvalContext) (*unit, *session) {
	r, remembers := e.(remembering)
	if remembers {
		// Another goroutine may store another program at the same time. Each is right for the context that it was
		// checked with.
		if u, ok := r.Memo().Load().(*unit); ok && u.fits(ctx) {
			if u.program.constant {
				return u, nil
			}
			if s, ok := u.session(ctx); ok {
				return u, s
			}
		}
	}
	u := compileIn(file, node, ctx)
	if remembers {
		r.Memo().Store(u)
	}
	if u.program.constant {
		return u, nil
	}
	s, _ := u.session(ctx)
	return u, s
}

// fits reports whether the program was compiled for the profile and the functions of a context. It does not check
// variables.
func (u *unit) fits(ctx *hcl.EvalContext) bool {
	if u.incomplete || shapeOf(ctx) != u.shape {
		return false
	}
	for i := range u.calls {
		if lookupFunction(ctx, u.calls[i].name) != u.calls[i].decl {
			return false
		}
	}
	return true
}

// session returns a session with the variables of a context. It returns false if one is missing.
func (u *unit) session(ctx *hcl.EvalContext) (s *session, ok bool) {
	s = sessions.Get().(*session)
	n := u.layout.Len()
	s.frame.layout, s.frame.slots = &u.layout, slices.Grow(s.frame.slots[:0], n)[:n]
	for i := range u.vars {
		v, ok := lookupVariable(ctx, u.vars[i].name)
		if !ok {
			s.done()
			return nil, false
		}
		s.frame.Set(u.vars[i].slot, v)
	}
	return s, true
}

// done returns a session for reuse. It keeps only the memory of the evaluation.
func (s *session) done() {
	s.thread.reset()
	clear(s.frame.slots)
	s.frame.layout = nil
	if cap(s.frame.slots) <= maxPooledSlots {
		sessions.Put(s)
	}
}
