// Package hcldec decodes bodies into values as a specification says, for programs whose schema is data and not a Go type.
//
// A [Spec] says which attributes and blocks a body has and which value is made of them. Specs are put together like the
// value that comes out:
//
//	spec := hcldec.Object{
//		"name": &hcldec.Attr{Name: "name", Type: types.String, Required: true},
//		"rule": &hcldec.BlockList{Type: "rule", Nested: hcldec.Object{
//			"port": &hcldec.Attr{Name: "port", Type: types.Number},
//		}},
//	}
//	v, diags := hcldec.Decode(body, spec, ctx)
//
// The structure of values: [Object], [Tuple]. What is read from a body: [Attr], [Block], [BlockList], [BlockTuple], [BlockSet],
// [BlockMap], [BlockObject], [BlockAttrs], [BlockLabel]. What comes from elsewhere: [Literal], [Expr]. What works on the result of another
// spec: [Default], [Transform], [TransformFunc], [Refine], [Validate].
//
// From a spec follow, without any body, the type of the result ([ImpliedType]) and the schema that bodies are read with
// ([ImpliedSchema]). Several specs may read the same attribute or block.
//
// The rules of values are those of the profile in the evaluation context; without one they are types.Standard's. There and in the extended
// profile an attribute that is null counts as absent, as the information model asks; in the profile for compatibility a null is a value like any
// other. A context that has neither variables nor functions is literal-only mode, as no context is.
//
// Specs are immutable once they are in use, and then safe for concurrent use. Mistakes in specs (no nested spec, a label that no block
// has) are diagnostics that say so; nothing panics.
package hcldec
