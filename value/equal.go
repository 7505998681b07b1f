package value

// Identical tells whether two values are the same in every respect: type, value, known-ness and marks.
func Identical(a, b Value) bool {
	if a.rep != b.rep {
		return false
	}
	switch a.rep {
	case repBool, repInt, repFloat:
		return a.n == b.n
	case repString:
		return a.str() == b.str()
	}
	return a.p == b.p
}
