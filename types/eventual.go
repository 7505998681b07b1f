package types

// ResolveEventuals returns t with every promise and output in it replaced by its element type.
func ResolveEventuals(t Type) Type {
	return rewrite(t, hasPromise|hasOutput, func(t Type) (Type, bool) {
		switch t.Kind() {
		case KindPromise, KindOutput:
			return t.n.elem, true
		}
		return t, false
	})
}

// Lift returns the type of a result that is computed from operands of the given types: an output of result if an
// operand contains an output, otherwise a promise of it if an operand contains a promise, and otherwise result.
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

// Await returns src with its promises and outputs resolved, for an assignment to an eventual type. A promise does not
// resolve outputs: for a promise, it returns src unchanged if src contains an output.
func Await(src, eventual Type) Type {
	if eventual.Kind() == KindPromise && src.facts()&hasOutput != 0 {
		return src
	}
	return ResolveEventuals(src)
}
