package function

// ExpressionThunk is implemented by thunks that know their expression. It is for functions that read an argument as an
// expression, as convert reads a type. See [Param.Static].
type ExpressionThunk interface {
	Thunk
	// Expression returns the argument as an hcl.Expression. It returns nil if there is none, for example because the
	// argument comes from an expansion.
	Expression() any
}
