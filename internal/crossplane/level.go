package crossplane

import "github.com/hclx-lang/hclx/value"

// makeLevel returns room for the names and values of one level of an object: one allocation for the small levels that
// most are.
func makeLevel(n int) ([]string, []value.Value) {
	switch {
	case n <= 2:
		l := &struct {
			names [2]string
			vals  [2]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 4:
		l := &struct {
			names [4]string
			vals  [4]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 6:
		l := &struct {
			names [6]string
			vals  [6]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 8:
		l := &struct {
			names [8]string
			vals  [8]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 12:
		l := &struct {
			names [12]string
			vals  [12]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	}
	return make([]string, 0, n), make([]value.Value, 0, n)
}
