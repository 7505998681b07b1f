package syntax

import "sync/atomic"

// Memo is where an evaluator remembers the compiled form of an expression for as long as the expression lives. The zero value is
// empty; it is safe for concurrent use.
type Memo struct{ p atomic.Pointer[any] }

// Load returns what was stored last, or nil.
func (m *Memo) Load() any {
	if p := m.p.Load(); p != nil {
		return *p
	}
	return nil
}

// Store remembers v.
func (m *Memo) Store(v any) { m.p.Store(&v) }

// Memo returns the place for the compiled form of the expression.
func (e *Expression) Memo() *Memo { return &e.memo }
