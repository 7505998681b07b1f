package function

// ExpressionThunk is implemented by thunks that know the expression they stand for. A function that reads an argument
// by its shape, as convert reads a type, asks its thunk for it. See [Param.Static].
type ExpressionThunk interface {
	Thunk
	// Expression returns the argument as an hcl.Expression, or nil if it is not written out, as when the arguments
	// came from an expansion.
	Expression() any
}
