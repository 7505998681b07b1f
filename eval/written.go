package eval

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// A function that decodes a text, such as yamldecode, finds mistakes at an offset of that text. A person needs the
// place in the source. The text is not traced while it is evaluated: that would cost something in every program. Only
// when there is an error, the source of the argument is read again side by side with the text, and pieces are recorded
// in which both agree. If that does not work out, the message says in which line of the text the mistake is.

// writtenArg is an argument that is a variable whose text is written elsewhere.
type writtenArg struct {
	arg  int
	file *source.File
	expr syntax.Expr
}

// followText records where the text of an argument is written, if the argument is a variable.
func (c *Compiler) followText(x *call, arg int) {
	v, ok := x.node.Args[arg].(*syntax.Traversal)
	if !ok || c.env.Written == nil {
		return
	}
	if f, e := c.env.Written(v); e != nil {
		x.texts = append(x.texts, writtenArg{arg, f, e})
	}
}

// writtenText returns a file over the text of an argument, inside the file where it is written. It is nil if the
// text comes from elsewhere.
func (x *call) writtenText(arg int, text string) *source.File {
	for _, t := range x.texts {
		if t.arg == arg {
			return writtenText(t.file, t.expr, text)
		}
	}
	return writtenText(x.file, x.node.Args[arg], text)
}

// writtenText returns a file for the text of an expression, inside the file in which a literal or a template contains
// it. It returns nil if the text comes from elsewhere.
func writtenText(f *source.File, e syntax.Expr, text string) *source.File {
	w := &writing{Mapper: source.Mapper{Outer: f}, src: f.Text()}
	switch e := e.(type) {
	case *syntax.Parens:
		return writtenText(f, e.Inner, text)
	case *syntax.TemplateWrap:
		return writtenText(f, e.Inner, text)
	case *syntax.Literal:
		if e.Source.Len() < 2 || w.src[e.Source.Start] != '"' {
			return nil
		}
		w.quoted = true
		w.literal(source.Span{Start: e.Source.Start + 1, End: e.Source.End - 1}, text)
	case *syntax.Template:
		w.quoted = e.Kind == syntax.TemplateQuoted
		if !w.template(e.Parts, text) {
			return nil
		}
	default:
		return nil
	}
	if len(w.Pieces()) == 0 {
		return nil
	}
	return source.NewInner(f.Name(), text, w.Pieces())
}

// writing maps a text to its source, by reading both side by side.
type writing struct {
	source.Mapper
	src    string
	quoted bool // there are escapes by backslash; else the text is that of a heredoc
}

// template maps the text of a template by finding its literal parts in the text. The text between two of them, and
// literal parts that occur more than once, are mapped to the part of the template between their neighbours.
func (w *writing) template(parts []syntax.Expr, text string) bool {
	// Values of interpolations can contain anything, also text like that around them. Only literal parts whose place is
	// the same from the start and from the end of the text are certain.
	first, ok := places(parts, text)
	if !ok {
		return false
	}
	open := -1 // the first part that is not mapped yet
	for i, p := range parts {
		lit, isText := p.(*syntax.Literal)
		if !isText || !lit.Text || first[i] < 0 {
			if open < 0 {
				open = i
			}
			continue
		}
		if open >= 0 {
			w.Write(first[i]-w.Done(), parts[open].Span().To(parts[i-1].Span()))
			open = -1
		}
		w.literal(lit.Source, lit.Value.AsString())
	}
	if open >= 0 {
		w.Write(len(text)-w.Done(), parts[open].Span().To(parts[len(parts)-1].Span()))
	}
	return w.Done() == len(text)
}

// places returns the positions of the literal parts in a text, and -1 for the other parts and for literal parts with
// several possible positions.
func places(parts []syntax.Expr, text string) (first []int, ok bool) {
	first = make([]int, len(parts))
	at := 0
	for i, p := range parts {
		first[i] = -1
		if lit, isText := p.(*syntax.Literal); isText && lit.Text {
			n := strings.Index(text[at:], lit.Value.AsString())
			if n < 0 || i == 0 && n > 0 {
				return nil, false
			}
			first[i] = at + n
			at = first[i] + len(lit.Value.AsString())
		}
	}
	end := len(text)
	for i := len(parts) - 1; i >= 0; i-- {
		if first[i] < 0 {
			continue
		}
		lit := parts[i].(*syntax.Literal).Value.AsString()
		n := strings.LastIndex(text[:end], lit)
		switch {
		case n < 0 || i == len(parts)-1 && n+len(lit) != len(text):
			return nil, false
		case i == 0:
			n = 0 // nothing is before it
		case i == len(parts)-1:
			first[i] = n // nothing is behind it
		}
		if end = n; n != first[i] {
			first[i] = -1
		}
	}
	return first, true
}

// literal maps a literal text to its source. If the source has an unknown form, the text is mapped as a whole.
func (w *writing) literal(at source.Span, text string) {
	rest := text
	for i := at.Start; rest != ""; {
		if !w.quoted && len(rest) == len(text) || !w.quoted && text[len(text)-len(rest)-1] == '\n' {
			i += uint32(max(0, blanks(w.src[i:at.End])-blanks(rest))) // the indentation that a heredoc drops
		}
		written, value := w.next(w.src[i:at.End], rest)
		switch {
		case written == 0:
			w.Write(len(rest), source.Span{Start: i, End: at.End})
			return
		case written == len(value) && value == w.src[i:i+uint32(written)]:
			w.Copy(i, written)
		case value != "":
			w.Write(len(value), source.Span{Start: i, End: i + uint32(written)})
		}
		i, rest = i+uint32(written), rest[len(value):]
	}
}

// next returns the number of bytes at the start of a source that represent a text at the start of rest, and this text.
// The text is empty for white space that a strip marker removes. It returns 0 bytes if source and text do not match.
func (w *writing) next(src, rest string) (written int, value string) {
	if written, value = w.escape(src); written > 0 && strings.HasPrefix(rest, value) {
		return written, value
	}
	r, n := utf8.DecodeRuneInString(src)
	switch {
	case n > 0 && strings.HasPrefix(rest, src[:n]):
		return n, src[:n]
	case unicode.IsSpace(r):
		return n, ""
	}
	return 0, ""
}

// escape decodes an escape at the start of a source, if there is one.
func (w *writing) escape(src string) (written int, value string) {
	switch {
	case strings.HasPrefix(src, "$${"), strings.HasPrefix(src, "%%{"):
		return 2, src[:1]
	case !w.quoted || len(src) < 2 || src[0] != '\\':
		return 0, ""
	}
	digits := map[byte]int{'u': 4, 'U': 8}[src[1]]
	if digits == 0 {
		return 2, map[byte]string{'n': "\n", 'r': "\r", 't': "\t", '"': `"`, '\\': `\`}[src[1]]
	}
	if len(src) < 2+digits {
		return 0, ""
	}
	r, _ := strconv.ParseUint(src[2:2+digits], 16, 32) // the parser has checked it
	return 2 + digits, string(rune(r))
}

// blanks counts the blanks and tabs at the start of a text.
func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
