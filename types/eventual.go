package types

// ResolveEventuals returns t with every promise and output in it replaced by its element type:
// what a value of t is when everything has become available.
func ResolveEventuals(t Type) Type {
	return rewrite(t, hasPromise|hasOutput, func(t Type) (Type, bool) {
		switch t.Kind() {
		case KindPromise, KindOutput:
			return t.n.elem, true
		}
		return t, false
	})
}

// Lift returns the type of something that is computed from operands of the given types: an output
// of result if there is an output anywhere in an operand, else a promise of it if there is a promise, else
// result itself.
func Lift(result Type, operands ...Type) Type {
	var all facts
	for _, t := range operands {
		all |= t.facts()
	}
	switch {
	case all&hasOutput != 0:
		return Output(result)
	case all&hasPromise != 0:
		return Promise(result)
	}
	return result
}

// Await returns what an eventual type awaits of src: src with its eventuals resolved, wherever they are. A promise
// awaits no outputs, so src stays as it is if there is one in it.
func Await(src, eventual Type) Type {
	if eventual.Kind() == KindPromise && src.facts()&hasOutput != 0 {
		return src
	}
	return ResolveEventuals(src)
}
