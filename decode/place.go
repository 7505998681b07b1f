package decode

import (
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// place is where a part of a value comes from: an expression, and the way from its value to the part.
type place struct {
	expr hcl.Expression
	path value.Path
}

func (p place) below(step value.Step) place {
	p.path = append(p.path[:len(p.path):len(p.path)], step)
	return p
}

// find follows the path through list and map constructors as far as they are written out, and returns the innermost expression and the
// steps that are left.
func (p place) find() (hcl.Expression, value.Path) {
	e, path := p.expr, p.path
	for len(path) > 0 && e != nil {
		next := step(e, path[0])
		if next == nil {
			break
		}
		e, path = next, path[1:]
	}
	return e, path
}

func step(e hcl.Expression, s value.Step) hcl.Expression {
	if s.IsAttr() {
		return item(e, s.Name)
	}
	if i, ok := s.Key.AsInt64(); ok {
		if l, ok := e.(hcl.ListExpression); ok {
			if items, ok := l.StaticList(); ok && int(i) < len(items) {
				return items[i]
			}
		}
		return nil
	}
	return item(e, s.Key.AsString())
}

// item returns the last item of a map constructor that has a key which is plainly the name.
func item(e hcl.Expression, name string) hcl.Expression {
	m, ok := e.(hcl.MapExpression)
	if !ok {
		return nil
	}
	items, _ := m.StaticMap()
	for i := len(items) - 1; i >= 0; i-- {
		key := items[i].Key
		if hcl.KeywordOf(key) == name || key.Range().Text() == "\""+name+"\"" {
			return items[i].Value
		}
	}
	return nil
}

func (p place) rng() source.Range {
	if e, _ := p.find(); e != nil {
		return e.Range()
	}
	return source.Range{}
}

// context is the whole expression where the subject is only a part of it.
func (p place) context() source.Range {
	if p.expr == nil || p.expr.Range() == p.rng() {
		return source.Range{}
	}
	return p.expr.Range()
}

// prefix names the part where the subject alone does not show it.
func (p place) prefix() string {
	_, rest := p.find()
	if len(rest) == 0 {
		return ""
	}
	return "At " + rest.String() + ": "
}
