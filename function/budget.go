package function

// Budget is what an evaluation grants to the functions that it calls. [Call.Evaluation] implements it where the
// evaluation has limits.
type Budget interface {
	// Room returns an error if n more bytes of text, or of elements at [ElementBytes] each, are beyond the limit of the
	// evaluation, which ends then. It takes nothing away: what a function returns is counted when it is there.
	Room(n int) error
	// Reserve is Room for memory that belongs to the parts of what the function returns: the evaluation counts the text or
	// the elements of the result itself, and this counts the rest.
	Reserve(n int) error
	// Work counts steps for work that the size of the arguments does not show, such as compiling a pattern.
	Work(steps int64) error
}

// ElementBytes is what an element of a collection counts for, in bytes.
const ElementBytes = 24

// Room is called before memory is taken: it returns an error if there is no room for n more bytes, which the
// implementation returns. A call outside an evaluation has room for everything.
func (c *Call) Room(n int) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Room(n)
	}
	return nil
}

// Reserve is [Call.Room] for memory of the parts of the result, which is counted.
func (c *Call) Reserve(n int) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Reserve(n)
	}
	return nil
}

// Work counts steps of the evaluation for work of the implementation. The error, if any, is what the implementation
// returns.
func (c *Call) Work(steps int64) error {
	if b, ok := c.Evaluation.(Budget); ok {
		return b.Work(steps)
	}
	return nil
}
