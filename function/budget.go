package function

// Budget is the interface to the limits of the evaluation that calls a function. [Call.Evaluation] implements it if the
// evaluation has limits.
type Budget interface {
	// Room ends the evaluation and returns an error if n more bytes of text, or of elements at [ElementBytes] each, would
	// exceed the limit of the evaluation. It does not count them: the evaluation counts the result of the function.
	Room(n int) error
	// Reserve is like Room, but counts the bytes. It is for the memory of parts of the result: the evaluation itself only
	// counts the text or the elements of the result.
	Reserve(n int) error
	// Work counts steps for work that does not depend on the size of the arguments, such as compiling a pattern.
	Work(steps int64) error
}

// ElementBytes is the size in bytes that is counted for an element of a collection.
const ElementBytes = 24

// Room returns an error if there is no room for n more bytes. Implementations call it before they allocate, and return
// its error. Outside an evaluation there is no limit.
func (c *Call) Room(n int) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Room(n)
	}
	return nil
}

// Reserve is like [Call.Room], and counts the bytes. It is for the memory of parts of the result.
func (c *Call) Reserve(n int) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Reserve(n)
	}
	return nil
}

// Work counts steps of the evaluation for work of the implementation, which must return the error.
func (c *Call) Work(steps int64) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Work(steps)
	}
	return nil
}
