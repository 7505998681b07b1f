// Package dynblock generates blocks from collections. In a body that [Expand] returns,
//
//	dynamic "rule" {
//	  for_each = var.ports
//	  iterator = port              # the name to read the element by; by default that of the block type
//	  labels   = [port.key]        # of the blocks; only if they have labels
//	  content {
//	    number = port.value
//	  }
//	}
//
// stands for one rule block for each element of var.ports, in the place where it is written. Inside, port.key is the index or key of the
// element and port.value the element; both are the element where the collection is a set. Contents can hold dynamic blocks, also in
// blocks below, and these see the iterators around them.
//
// Terms: the template is the content block; the iteration is what the iterators stand for in one generated block.
//
// If the collection is not known, one block is generated in which everything is unknown, and its body says so (see
// [Body.Unknown]). Marks of the collection are on everything inside, and on the body (see [Body.ValueMarks]). Package hcldec
// understands both.
//
// A schema that has something of the name dynamic itself is served without any expansion.
//
// [Walk] finds the variables that are needed, without evaluating anything.
package dynblock
