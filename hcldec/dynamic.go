package hcldec

import (
	"slices"

	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
)

// DynamicVariables is like [Variables] for a body that will be expanded by dynblock.Expand. It includes the variables
// of dynamic blocks, except their iterators.
func DynamicVariables(body hcl.Body, spec Spec) []hcl.Traversal {
	return inOrder(below(dynblock.Walk(body), spec))
}

// ExpansionVariables is like [DynamicVariables], but returns only the variables that are needed to expand the body.
func ExpansionVariables(body hcl.Body, spec Spec) []hcl.Traversal {
	return inOrder(below(dynblock.WalkExpansion(body), spec))
}

func below(n dynblock.Node, spec Spec) []hcl.Traversal {
	vars, nodes := n.Visit(ImpliedSchema(spec))
	if len(nodes) == 0 {
		return vars
	}
	nested, attrs := ChildBlockTypes(spec), attributeBlocks(spec)
	for _, node := range nodes {
		switch {
		case nested[node.Type] != nil:
			vars = append(vars, below(node, nested[node.Type])...)
		case attrs[node.Type]:
			vars = append(vars, node.JustAttributes()...)
		}
	}
	return vars
}

// attributeBlocks returns the types of blocks that are read as attributes only.
func attributeBlocks(spec Spec) map[string]bool {
	found := map[string]bool{}
	walk(spec, func(s Spec) {
		if b, ok := s.(*BlockAttrs); ok {
			found[b.Type] = true
		}
	})
	return found
}

func inOrder(ts []hcl.Traversal) []hcl.Traversal {
	slices.SortStableFunc(ts, func(a, b hcl.Traversal) int { return a.Range().Compare(b.Range()) })
	return ts
}
