package composition

import (
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/value"
)

// selfOfResource declares self inside a resource block.
func (c *compiler) selfOfResource(s *scope, name string) *selfVar {
	code := func(f *eval.Frame) value.Value { return hostOf(f).selfOfResource(name) }
	return &selfVar{slot: s.layout.Lazy(code), members: selfInResource, name: name}
}

// selfOfCollection declares self directly inside a resources block.
func (c *compiler) selfOfCollection(s *scope, base string) *selfVar {
	code := func(f *eval.Frame) value.Value { return hostOf(f).selfOfCollection(base) }
	return &selfVar{slot: s.layout.Lazy(code), members: selfInCollection, base: base}
}

// selfOfMember declares self inside the template of a collection.
func (c *compiler) selfOfMember(s *scope, base string) *selfVar {
	code := func(f *eval.Frame) value.Value { return hostOf(f).selfOfMember(base) }
	return &selfVar{slot: s.layout.Lazy(code), members: selfInTemplate, base: base}
}

func hostOf(f *eval.Frame) *run { return f.Thread.Host.(*run) }
