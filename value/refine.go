package value

// Refinement is what is known about an unknown value.
type Refinement struct {
	NotNull bool
}
