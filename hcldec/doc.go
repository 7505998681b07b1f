// Package hcldec decodes bodies to values by a specification. It is for programs whose schema is
// data and not a Go type.
//
// A [Spec] describes which attributes and blocks a body has, and which value is made of them. The
// structure of a spec is that of the value:
//
//	spec := hcldec.Object{
//		"name": &hcldec.Attr{Name: "name", Type: types.String, Required: true},
//		"rule": &hcldec.BlockList{Type: "rule", Nested: hcldec.Object{
//			"port": &hcldec.Attr{Name: "port", Type: types.Number},
//		}},
//	}
//	v, diags := hcldec.Decode(body, spec, ctx)
//
// There are four groups of specs:
//
//   - The structure of values: [Object], [Tuple].
//   - Parts of a body: [Attr], [Block], [BlockList], [BlockTuple], [BlockSet], [BlockMap],
//     [BlockObject], [BlockAttrs], [BlockLabel].
//   - Values from elsewhere: [Literal], [Expr].
//   - Operations on the result of another spec: [Default], [Transform], [TransformFunc], [Refine],
//     [Validate].
//
// A spec determines, without a body, the type of the result ([ImpliedType]) and the schema for
// bodies ([ImpliedSchema]). Several specs may read the same attribute or block.
//
// The profile in the evaluation context selects the rules for values. Without a context, the
// profile is types.Standard. In Standard and Extended, an attribute that is null counts as absent,
// as the information model requires. In Compat, a null is a value like any other. A nil context,
// and a context with neither variables nor functions, allow only literals.
//
// Specs must not be changed while they are in use, and are then safe for concurrent use. Mistakes
// in specs (no nested spec, a label that no block has) are reported as diagnostics. Nothing panics.
package hcldec
