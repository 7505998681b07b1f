// Package dynblock generates blocks from collections. In a body that [Expand] returns,
//
//	dynamic "rule" {
//	  for_each = var.ports
//	  iterator = port              # the name of the element; the default is the block type
//	  labels   = [port.key]        # of the blocks; only if they have labels
//	  content {
//	    number = port.value
//	  }
//	}
//
// generates one rule block for each element of var.ports, in the place where it is written. Inside, port.key is the
// index or key of the element, and port.value is the element. If the collection is a set, both are the element. A
// content block may contain dynamic blocks, also in nested blocks, and these can use the enclosing iterators.
//
// The template is the content block. The iteration is the value of the iterators in one generated
// block.
//
// If the collection is not known, one block is generated in which everything is unknown. Its body
// reports this (see [Body.Unknown]). The marks of the collection are on everything inside, and on
// the body (see [Body.ValueMarks]). Package hcldec understands both.
//
// If a schema contains the name dynamic itself, nothing is expanded.
//
// [Walk] finds the variables that are needed, without evaluating anything.
package dynblock
