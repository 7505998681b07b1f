package edit

import (
	"errors"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Text returns the source of the body with all changes: the whole file, or the text between the braces of a block.
func (b *Body) Text() string {
	if b.node == nil {
		a := applier{nl: "\n"}
		return a.newItems(b, "")
	}
	start, end := b.bounds()
	return b.file.part(start, end, func(a *applier) { a.body(b) })
}

// Range returns the range of the body in the original source, which is between the braces for a block. It is the zero
// Range for a new body.
func (b *Body) Range() source.Range {
	if b.node == nil {
		return source.Range{}
	}
	start, end := b.bounds()
	return source.Range{File: b.file.src, Span: source.Span{Start: start, End: end}}
}

// Text returns the source of the block with all changes, without the comments above and after it.
func (b *Block) Text() string {
	if b.node == nil {
		a := applier{nl: "\n"}
		return strings.TrimSuffix(a.newBlock(b, ""), a.nl)
	}
	at := b.node.Span()
	return b.body.file.part(at.Start, at.End, func(a *applier) { a.block(b) })
}

// Range returns the range of the block in the original source, without comments. It is the zero Range for a new block.
func (b *Block) Range() source.Range {
	if b.node == nil {
		return source.Range{}
	}
	return source.Range{File: b.body.file.src, Span: b.node.Span()}
}

// Text returns the source of the attribute with all changes, without the comments above and after it.
func (a *Attribute) Text() string {
	if a.node == nil {
		return a.name + " = " + a.expr
	}
	at := a.node.Span()
	return a.body.file.part(at.Start, at.End, func(p *applier) { p.attribute(a) })
}

// Range returns the range of the attribute in the original source, without comments. It is the zero Range for a new
// attribute.
func (a *Attribute) Range() source.Range {
	if a.node == nil {
		return source.Range{}
	}
	return source.Range{File: a.body.file.src, Span: a.node.Span()}
}

// part returns a part of the text with the changes that apply makes.
//
// The applier gets the text up to the end of the part only. What it knows of the beginning, the start of the line, is
// set by hand, because it would otherwise be found while copying what comes before.
func (f *File) part(start, end uint32, apply func(*applier)) string {
	text := f.src.Text()
	line := uint32(strings.LastIndexByte(text[:start], '\n') + 1)
	a := applier{text: text[:end], nl: lineEndOf(text), done: start, line: line, seen: start}
	apply(&a)
	return string(a.finish())
}

// Comment returns the comment lines directly above the block, without their indentation, or "" if there are none.
func (b *Block) Comment() string { return b.in.comment(b.entry) }

// SetComment sets the comment lines above the block; "" removes them. It adds a # to lines that do not begin with # or
// //.
func (b *Block) SetComment(text string) error { return b.in.setComment(b.entry, text) }

// LineComment returns the comment after the block on its last line, or "" if there is none.
func (b *Block) LineComment() string { return b.in.lineComment(b.entry) }

// SetLineComment sets the comment after the block; "" removes it. It adds a # to a text that does not begin with # or
// //.
func (b *Block) SetLineComment(text string) error { return b.in.setLineComment(b.entry, text) }

// Comment returns the comment lines directly above the attribute, without their indentation, or "" if there are none.
func (a *Attribute) Comment() string { return a.body.comment(a.entry) }

// SetComment sets the comment lines above the attribute; "" removes them. It adds a # to lines that do not begin with #
// or //.
func (a *Attribute) SetComment(text string) error { return a.body.setComment(a.entry, text) }

// LineComment returns the comment after the attribute on its last line, or "" if there is none.
func (a *Attribute) LineComment() string { return a.body.lineComment(a.entry) }

// SetLineComment sets the comment after the attribute; "" removes it. It adds a # to a text that does not begin with #
// or //. A comment after a heredoc is an error.
func (a *Attribute) SetLineComment(text string) error {
	if containsHeredoc(a.Expr()) {
		return errors.New("a heredoc cannot have a comment after it")
	}
	return a.body.setLineComment(a.entry, text)
}

// Comments returns the comments of the body that do not belong to an attribute or a block, in source order, each with
// all of its lines. It omits the comments of appended texts.
func (b *Body) Comments() []string {
	if b.node == nil {
		return nil
	}
	var out []string
	text := b.file.src.Text()
	for i := range len(b.node.Items) + 1 {
		g := b.gap(i)
		from, to := g.line, g.above
		if i == 0 {
			from, _ = b.bounds()
		}
		if i == len(b.node.Items) {
			_, to = b.bounds()
		}
		if i > 0 && g.line == 0 {
			continue // what is there stands behind an item on its line
		}
		if from < to {
			out = append(out, commentsIn(text[from:to])...)
		}
	}
	return out
}

// commentsIn returns the comments of a text that contains nothing else. Lines without a blank line between them are one
// comment.
func commentsIn(text string) []string {
	var out []string
	var run strings.Builder
	end := func() {
		if run.Len() > 0 {
			out = append(out, run.String())
		}
		run.Reset()
	}
	for t := range syntax.Scan(source.NewFileString("", text)) {
		switch t.Kind {
		case syntax.TokenComment:
			run.WriteString(strings.ReplaceAll(text[t.Span.Start:t.Span.End], "\r\n", "\n"))
		case syntax.TokenNewline:
			end()
		}
	}
	end()
	return out
}

// place returns the body whose source contains an entry, and the index of the entry there. It returns false if the
// entry is new.
func (*Body) place(e *entry) (*Body, int, bool) {
	switch {
	case e.isNew():
		return nil, 0, false
	case e.attr != nil:
		return e.attr.body, e.at, true
	}
	return e.block.home, e.at, true
}

func (b *Body) comment(e *entry) string {
	if e.above != nil {
		return *e.above
	}
	of, i, ok := b.place(e)
	if !ok {
		return ""
	}
	g := of.gap(i)
	var lines strings.Builder
	for line := range strings.Lines(of.file.src.Text()[g.above:g.lead]) {
		lines.WriteString(strings.TrimSpace(line) + "\n")
	}
	return lines.String()
}

func (b *Body) setComment(e *entry, text string) error {
	lines, err := commentText(text)
	if err != nil {
		return err
	}
	if of, i, ok := b.place(e); ok {
		if g := of.gap(i); !g.fresh && lines != "" {
			return errors.New("an item that does not begin its line cannot have a comment above it")
		}
	}
	e.above = &lines
	return nil
}

func (b *Body) lineComment(e *entry) string {
	if e.behind != nil {
		return *e.behind
	}
	of, i, ok := b.place(e)
	if !ok {
		return ""
	}
	from, to := of.behind(i)
	return strings.TrimSpace(of.file.src.Text()[from:to])
}

func (b *Body) setLineComment(e *entry, text string) error {
	lines, err := commentText(text)
	if err != nil {
		return err
	}
	line := strings.TrimSuffix(lines, "\n")
	if strings.Contains(line, "\n") {
		return errors.New("a comment at the end of a line has only one line")
	}
	if of, i, ok := b.place(e); ok {
		if g := of.gap(i + 1); g.line == 0 && of.block != nil && line != "" {
			return errors.New("a block on one line has no room for a comment")
		}
	}
	e.behind = &line
	return nil
}

// behind returns the offsets of the comment after an item, with the blanks before it and without the newline.
func (b *Body) behind(i int) (from, to uint32) {
	g := b.gap(i + 1)
	from, to = b.node.Items[i].Span().End, g.row
	text := b.file.src.Text()
	if g.line > 0 {
		to = uint32(len(strings.TrimRight(text[:g.line], "\r\n")))
	}
	return from, max(from, to)
}

// commentText converts a text to comment lines by adding a marker where it is missing. Text that is not a comment even
// then, such as text after a block comment, is an error.
func commentText(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			out.WriteString("#\n")
		case strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//"):
			out.WriteString(line + "\n")
		default:
			out.WriteString("# " + line + "\n")
		}
	}
	// The result is scanned as it will stand in the file: a text that the scanner does not take for comments only,
	// whatever the reason, could change the meaning of the file around it.
	for t := range syntax.Scan(source.NewFileString("", out.String())) {
		if t.Kind != syntax.TokenComment && t.Kind != syntax.TokenEOF {
			return "", errors.New("the text of the comment contains characters that a comment cannot contain")
		}
	}
	return out.String(), nil
}

// commentLines indents comment lines.
func (a *applier) commentLines(lines, indent string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		out.WriteString(indent + strings.TrimSuffix(line, "\n") + a.nl)
	}
	return out.String()
}

// spaced returns a comment with a blank before it.
func spaced(comment string) string {
	if comment == "" {
		return ""
	}
	return " " + comment
}
