package decode

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// While decoding, a place is only an expression and a path. Which part of the source that is, is looked for when a
// mistake is reported, because most values have none.

// place is the origin of a part of a value: an expression, and the path from its value to the part.
type place struct {
	root *part
	path value.Path
}

func placeOf(e hcl.Expression) place { return place{root: &part{expr: e}} }

func (p place) below(step value.Step) place {
	// The capacity is cut so that places of siblings do not share the step.
	p.path = append(p.path[:len(p.path):len(p.path)], step)
	return p
}

// part is an expression and its parts. They are looked up once, when the first problem below it is reported, so that
// the cost for many problems in a large collection is linear.
type part struct {
	expr  hcl.Expression
	known bool             // whether the fields below are filled
	list  []*part          // of a list constructor
	items map[string]*part // of a map constructor, by their keys; of several items with one key the last one, which counts
}

// Many problems in one list would otherwise each take its constructor apart again, which is quadratic.
func (p *part) child(s value.Step) *part {
	if !p.known {
		p.known = true
		p.look()
	}
	if s.IsAttr() {
		return p.items[s.Name]
	}
	i, ok := s.Key.AsInt64()
	switch {
	case !ok:
		return p.items[s.Key.AsString()]
	case int(i) < len(p.list):
		return p.list[i]
	}
	return nil
}

func (p *part) look() {
	if l, ok := p.expr.(hcl.ListExpression); ok {
		exprs, _ := l.StaticList()
		p.list = make([]*part, len(exprs))
		for i, e := range exprs {
			p.list[i] = &part{expr: e}
		}
	}
	if m, ok := p.expr.(hcl.MapExpression); ok {
		items, _ := m.StaticMap()
		p.items = make(map[string]*part, len(items))
		for _, item := range items {
			if key, ok := plainKey(item.Key); ok {
				p.items[key] = &part{expr: item.Value}
			}
		}
	}
}

// plainKey returns the name of a key that is a bare word or a text without escapes.
func plainKey(e hcl.Expression) (string, bool) {
	if word := hcl.ExprKeyword(e); word != "" {
		return word, true
	}
	text, opened := strings.CutPrefix(e.Range().Text(), "\"")
	text, closed := strings.CutSuffix(text, "\"")
	return text, opened && closed
}

// find follows the path through list and map constructors. It returns the innermost expression and the remaining steps.
func (p place) find() (*part, value.Path) {
	at, path := p.root, p.path
	for len(path) > 0 && at != nil {
		next := at.child(path[0])
		if next == nil {
			break
		}
		at, path = next, path[1:]
	}
	return at, path
}

func (p place) rng() source.Range {
	if at, _ := p.find(); at != nil {
		return at.expr.Range()
	}
	return source.Range{}
}

// locate completes a diagnostic: the subject is the innermost expression, and the context the whole expression. If the
// subject does not show the part, the detail names it.
func (p place) locate(d *diag.Diagnostic) *diag.Diagnostic {
	at, rest := p.find()
	if at != nil {
		d.Subject = at.expr.Range()
		if at != p.root {
			d.Context = p.root.expr.Range()
		}
	}
	if len(rest) > 0 {
		d.Detail = "At " + rest.String() + ": " + d.Detail
	}
	return d
}
