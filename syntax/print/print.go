// Package print prints values and syntax trees as native syntax, so that tools can generate
// configuration.
//
// [Value] prints a value as a literal, [Typed] prints it as an expression of the same type, and
// [Expr] and [Body] print trees. The result parses to a tree of the same shape and is in canonical
// form; see syntax/format. Comments are not part of the tree. To change a file and keep its
// comments, use package syntax/edit.
package print

import (
	"strings"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// Expr returns the source of an expression. A heredoc does not include the newline that must follow it.
func Expr(e syntax.Expr) string {
	p := printer{}
	p.whole(e)
	return p.formatted()
}

// Body returns the source of the attributes and blocks of a body, each on its own line. It omits regions that could not
// be parsed.
func Body(b *syntax.Body) []byte {
	p := printer{}
	p.body(b)
	return format.Source([]byte(p.b.String()))
}

// printer collects text. The formatter indents it.
type printer struct {
	b strings.Builder
	// line is set where a newline would end the expression.
	line bool
	// typed is set if collections are written with the functions that create them.
	typed bool
}

func (p *printer) formatted() string {
	return strings.TrimSuffix(string(format.Source([]byte(p.b.String()))), "\n")
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
}

func (p *printer) body(b *syntax.Body) {
	for i, item := range b.Items {
		switch it := item.(type) {
		case *syntax.Attribute:
			p.put(it.Name, " = ")
			p.line = true
			p.whole(it.Expr)
			p.endLine()
		case *syntax.Block:
			if i > 0 {
				p.put("\n")
			}
			p.block(it)
		}
	}
}

// endLine ends a line unless a heredoc just did.
func (p *printer) endLine() {
	if !strings.HasSuffix(p.b.String(), "\n") {
		p.put("\n")
	}
}

func (p *printer) block(b *syntax.Block) {
	p.put(b.Type)
	for _, l := range b.Labels {
		if l.Quoted || !syntax.ValidIdentifier(l.Text) {
			p.put(" ", Quote(l.Text))
		} else {
			p.put(" ", l.Text)
		}
	}
	if len(b.Body.Items) == 0 {
		p.put(" {}\n")
		return
	}
	p.put(" {\n")
	p.body(b.Body)
	p.put("}\n")
}
