// Package difftest compares hclx with HashiCorp's implementation: the same inputs through both, and
// benchmarks side by side. It is a module of its own, so that users of hclx never depend on what it is compared with.
package difftest

import (
	_ "github.com/hashicorp/hcl/v2"           // the implementation of HCL that others compare with
	_ "github.com/hashicorp/hcl/v2/hclsyntax" // its native syntax
)
