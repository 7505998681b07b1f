package jsonsyntax

import (
	"errors"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Expressions are converted to the tree of the native syntax, so that one evaluator and one set of static analyses
// serve both syntaxes. Places in the tree are those in the JSON text. A template in a string is parsed from the decoded
// text, and its places are moved afterwards (syntax.Shift).

// lowerer creates nodes of the native syntax from JSON values.
type lowerer struct {
	doc     *document
	literal bool
	last    uint32 // the number of the node that was made last
	numbers int64  // what large numbers weigh so far
}

// num returns the number of the next node.
func (w *lowerer) num() uint32 {
	w.last++
	return w.last
}

func spanOf(n *node) source.Span { return source.Span{Start: n.start, End: n.end} }

func (w *lowerer) value(n *node) syntax.Expr {
	switch n.kind {
	case kindNull:
		return &syntax.Literal{Num: w.num(), Source: spanOf(n), Value: value.Null}
	case kindTrue, kindFalse:
		return &syntax.Literal{Num: w.num(), Source: spanOf(n), Value: value.Bool(n.kind == kindTrue)}
	case kindNumber:
		return w.number(n)
	case kindString:
		return w.string(n)
	case kindArray:
		return w.array(n)
	case kindObject:
		return w.object(n)
	}
	return &syntax.Bad{Num: w.num(), Source: spanOf(n)}
}

// A few bytes such as 1e16000 represent a number of several kilobytes, so the total size of the large numbers in an
// expression is limited.
const (
	smallNumber = 16      // a weight, see [value.Value.Weight]
	maxNumbers  = 1 << 18 // 4 MiB
)

var errNumbers = errors.New("all large numbers of an expression together can take at most 4 MiB")

func (w *lowerer) number(n *node) syntax.Expr {
	v, err := numbers.ParseLiteral(w.doc.src[n.start:n.end])
	if weight := host.Weight(v); weight > smallNumber {
		if w.numbers += weight; w.numbers > maxNumbers {
			err = errNumbers
		}
	}
	if err != nil {
		bad := &syntax.Bad{Num: w.num(), Source: spanOf(n)}
		bad.Problems.AddError(w.doc.rng(n), "Invalid number literal", "This number cannot be used: "+err.Error()+".")
		return bad
	}
	return &syntax.Literal{Num: w.num(), Source: spanOf(n), Value: v}
}

func (w *lowerer) array(n *node) syntax.Expr {
	elements := w.doc.elements(n)
	t := &syntax.Tuple{Num: w.num(), Source: spanOf(n), Items: make([]syntax.Expr, len(elements))}
	for i := range elements {
		t.Items[i] = w.value(&elements[i])
	}
	return t
}

func (w *lowerer) object(n *node) syntax.Expr {
	o := &syntax.Object{Num: w.num(), Source: spanOf(n), Items: make([]syntax.ObjectItem, 0, n.count), Unique: true}
	w.doc.properties(n, func(p property) {
		o.Items = append(o.Items, syntax.ObjectItem{Key: w.key(p.name), Value: w.value(p.value), Sep: p.name.end,
			Colon: true})
	})
	return o
}

// key returns the key of an item. A template is put in parentheses, so that the range of the key is the whole string.
func (w *lowerer) key(n *node) syntax.Expr {
	e := w.string(n)
	if _, literal := e.(*syntax.Literal); literal {
		return e
	}
	return &syntax.Parens{Num: w.num(), Source: spanOf(n), Inner: e}
}

// string returns a literal or, if templates are allowed and the text may contain one, a template.
func (w *lowerer) string(n *node) syntax.Expr {
	text := w.doc.text(n)
	// Nearly all strings have no template. Looking for its beginning is much cheaper than parsing one.
	if w.literal || !strings.Contains(text, "${") && !strings.Contains(text, "%{") {
		return &syntax.Literal{Num: w.num(), Source: spanOf(n), Value: value.String(text)}
	}
	in := w.doc.inside(n)
	expr, diags := syntax.ParseTemplate(in.file)
	if diags.HasErrors() {
		bad := &syntax.Bad{Num: w.num(), Source: spanOf(n)}
		for _, d := range diags {
			bad.Problems.Add(in.moved(w.doc, d))
		}
		return bad
	}
	// The template was numbered from 1 by its own parser. Shift moves its places and its numbers, so that numbers are
	// unique in the whole expression, as analyses that keep facts by number need it.
	w.last = syntax.Shift(expr, in.place, w.last)
	return expr
}

// inside is the decoded text of a string, with the mapping of its offsets to the document.
type inside struct {
	file   *source.File
	start  uint32 // of the text in the document
	pieces []piece
}

func (d *document) inside(n *node) *inside {
	in := &inside{start: n.start + 1}
	text := d.src[n.start+1 : n.end-1]
	if n.escaped {
		text, in.pieces = unescape(text)
	}
	in.file = source.NewFileString(d.file.Name(), text)
	return in
}

func (in *inside) place(offset uint32) uint32 {
	if in.pieces == nil {
		return in.start + offset
	}
	return in.start + sourceOffset(in.pieces, offset)
}

// moved maps the ranges of a diagnostic about the decoded text to the document.
func (in *inside) moved(doc *document, d *diag.Diagnostic) *diag.Diagnostic {
	m := *d
	m.Subject = in.rng(doc, d.Subject)
	m.Context = in.rng(doc, d.Context)
	m.Notes = nil
	for _, note := range d.Notes {
		note.Range = in.rng(doc, note.Range)
		m.Notes = append(m.Notes, note)
	}
	return &m
}

func (in *inside) rng(doc *document, r source.Range) source.Range {
	if r.File != in.file {
		return r
	}
	return doc.span(in.place(r.Span.Start), in.place(r.Span.End))
}
