package print

import (
	"strings"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// level is how tightly an expression binds; an expression inside one that binds more tightly needs parentheses.
type level int

const (
	lowest  level = iota // conditional
	binary               // binary operators have levels from here on
	unary   level = binary + 10
	postfix level = unary + 1
)

// levels are those of the binary operators.
var levels = [...]level{
	syntax.OpOr: binary, syntax.OpAnd: binary + 1, syntax.OpEqual: binary + 2, syntax.OpNotEqual: binary + 2,
	syntax.OpLess: binary + 3, syntax.OpLessEqual: binary + 3, syntax.OpGreater: binary + 3,
	syntax.OpGreaterEqual: binary + 3, syntax.OpAdd: binary + 4, syntax.OpSub: binary + 4,
	syntax.OpMul: binary + 5, syntax.OpDiv: binary + 5, syntax.OpMod: binary + 5,
}

func levelOf(e syntax.Expr) level {
	switch n := e.(type) {
	case *syntax.Conditional:
		return lowest
	case *syntax.Binary:
		return levels[n.Op]
	case *syntax.Unary:
		return unary
	case *syntax.Literal:
		// Such a literal cannot be parsed, but is made by programs. It is printed as a minus and a number, so it binds
		// as loosely as the minus.
		if n.Value.IsNumber() && numbers.Sign(n.Value) < 0 {
			return unary
		}
	}
	return postfix + 1
}

// whole prints an expression where a heredoc is allowed, because nothing follows it.
func (p *printer) whole(e syntax.Expr) {
	if t, ok := e.(*syntax.Template); ok && isHeredoc(t) {
		p.heredoc(t)
		return
	}
	p.expr(e, lowest)
}

// expr prints an expression inside one of the given level.
func (p *printer) expr(e syntax.Expr, in level) {
	if levelOf(e) < in {
		p.put("(")
		p.expr(e, lowest)
		p.put(")")
		return
	}
	switch n := e.(type) {
	case *syntax.Literal:
		p.literal(n.Value)
	case *syntax.Conditional:
		p.expr(n.Cond, binary)
		p.put(" ? ")
		p.expr(n.Then, lowest)
		p.put(" : ")
		p.expr(n.Else, lowest)
	case *syntax.Binary:
		p.expr(n.Left, levels[n.Op])
		p.put(" ", n.Op.String(), " ")
		// Operators are left-associative: on the right, an operator of the same level needs parentheses, and on the
		// left it does not.
		p.expr(n.Right, levels[n.Op]+1)
	case *syntax.Unary:
		p.put(map[syntax.UnaryOp]string{syntax.OpNegate: "-", syntax.OpNot: "!"}[n.Op])
		p.expr(n.Operand, unary)
	case *syntax.Parens:
		p.put("(")
		p.expr(n.Inner, lowest)
		p.put(")")
	case *syntax.Bad:
		if n.Partial != nil {
			p.expr(n.Partial, in)
		}
	case *syntax.Traversal:
		p.steps(n.Steps, false)
	case *syntax.RelTraversal:
		p.expr(n.Of, postfix)
		p.steps(n.Steps, false)
	case *syntax.Index:
		p.expr(n.Of, postfix)
		p.key(n.Key)
	case *syntax.Splat:
		p.expr(n.Of, postfix)
		p.splat(n)
	case *syntax.Call:
		p.call(n)
	case *syntax.Tuple:
		p.put("[")
		p.list(n.Items)
		p.put("]")
	case *syntax.Object:
		p.object(n)
	case *syntax.For:
		p.forExpr(n)
	case *syntax.Template:
		p.put("\"")
		p.parts(n, (*printer).quotedText, "")
		p.put("\"")
	case *syntax.TemplateWrap:
		p.put("\"${")
		p.expr(n.Inner, lowest)
		p.put("}\"")
	}
}

// list prints expressions between commas.
func (p *printer) list(items []syntax.Expr) {
	for i, item := range items {
		if i > 0 {
			p.put(", ")
		}
		p.whole(item)
	}
}

func (p *printer) literal(v value.Value) {
	switch {
	case v.IsString():
		p.put(Quote(v.AsString()))
	case v.IsBool() && v.AsBool():
		p.put("true")
	case v.IsBool():
		p.put("false")
	case v.IsNumber():
		p.put(v.NumberText())
	default:
		p.put("null")
	}
}

func (p *printer) key(key syntax.Expr) {
	p.put("[")
	p.expr(key, lowest)
	p.put("]")
}

// steps prints the steps of a traversal. Behind an attribute-only splat an index is written as .0, since [0] would be
// an index into the result.
func (p *printer) steps(steps []syntax.Step, dotted bool) {
	for _, s := range steps {
		switch {
		case s.Kind == syntax.StepRoot:
			p.put(s.Key.AsString())
		case s.Kind == syntax.StepAttr:
			p.put(".", s.Key.AsString())
		case s.Kind == syntax.StepSplat:
			p.put("[*]")
		case dotted:
			p.put(".", s.Key.NumberText())
		default:
			p.put("[")
			p.literal(s.Key)
			p.put("]")
		}
	}
}

// each prints what a splat does with every element.
func (p *printer) each(e syntax.Expr, dotted bool) {
	switch n := e.(type) {
	case *syntax.SplatItem:
	case *syntax.RelTraversal:
		p.each(n.Of, dotted)
		p.steps(n.Steps, dotted)
	case *syntax.Index:
		p.each(n.Of, dotted)
		p.key(n.Key)
	case *syntax.Splat:
		p.each(n.Of, dotted)
		p.splat(n)
	}
}

// splat prints the marker of a splat and what it does with every element.
func (p *printer) splat(n *syntax.Splat) {
	if n.Full {
		p.put("[*]")
	} else {
		p.put(".*")
	}
	p.each(n.Each, !n.Full)
}

func (p *printer) call(n *syntax.Call) {
	p.put(n.Name, "(")
	p.list(n.Args)
	if n.Expand {
		p.put("...")
	}
	p.put(")")
}

func (p *printer) object(n *syntax.Object) {
	p.put("{")
	for _, item := range n.Items {
		p.nextItem()
		p.objectKey(item.Key)
		if item.Colon {
			p.put(" : ")
		} else {
			p.put(" = ")
		}
		p.whole(item.Value)
	}
	if len(n.Items) > 0 {
		p.endLine()
	}
	p.put("}")
}

// nextItem begins the line of an object item.
func (p *printer) nextItem() {
	if s := p.b.String(); !strings.HasSuffix(s, "\n") {
		p.put("\n")
	}
}

func (p *printer) objectKey(key syntax.Expr) {
	if l, ok := key.(*syntax.Literal); ok && l.Value.IsString() {
		p.put(Quote(l.Value.AsString()))
		return
	}
	p.expr(key, lowest)
}

func (p *printer) forExpr(n *syntax.For) {
	open, end := "[", "]"
	if n.Object {
		open, end = "{", "}"
	}
	p.put(open, "for ")
	if n.KeyVar != "" {
		p.put(n.KeyVar, ", ")
	}
	p.put(n.ValueVar, " in ")
	p.expr(n.Collection, lowest)
	p.put(" : ")
	if n.Object {
		p.expr(n.Key, lowest)
		p.put(" => ")
	}
	p.expr(n.Value, lowest)
	if n.Group {
		p.put("...")
	}
	if n.Cond != nil {
		p.put(" if ")
		p.expr(n.Cond, lowest)
	}
	p.put(end)
}
