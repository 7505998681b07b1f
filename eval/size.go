package eval

import (
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value/host"
)

// sizeOf returns the approximate size of an expression in a program without its parts, in bytes, as measured: its code,
// the data of the code, and the nodes of the tree that it refers to.
//
// The figures need to be right on average only: the cache that uses them is bounded in bytes. A test compares them with
// the memory that real programs take.
func sizeOf(e syntax.Expr) int {
	switch e := e.(type) {
	case *syntax.Literal:
		return 32 + 16*int(host.Weight(e.Value))
	case *syntax.Traversal:
		if len(e.Steps) == 1 {
			return 32
		}
		return 100 + 80*len(e.Steps)
	case *syntax.RelTraversal:
		return 96 + 64*len(e.Steps)
	case *syntax.Call:
		return 400
	case *syntax.Template:
		return 160 + 48*len(e.Parts)
	case *syntax.Object:
		return 128 + 48*len(e.Items)
	case *syntax.Tuple:
		return 64 + 16*len(e.Items)
	case *syntax.For, *syntax.TemplateFor:
		return 440
	case *syntax.Conditional:
		return 600
	case *syntax.Splat, *syntax.TemplateIf:
		return 300
	case *syntax.Binary:
		return 0 // its operations count, see operationSize
	case *syntax.Unary:
		return 160
	case *syntax.Index:
		return 200
	}
	return 64
}

// operationSize is the size of a binary operation in bytes. Chains of them are compiled together.
const operationSize = 300

// preparedSize is the additional size of a call whose format or pattern is compiled with the program, in bytes.
const preparedSize = 1600

// Size returns the approximate size of the program in bytes, including the values of its constants. It is for caches
// that are limited in bytes.
func (p *Program) Size() int { return p.size }
