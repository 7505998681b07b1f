package syntax

import (
	"strings"
	"unicode"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Templates are read in two steps. The first one makes a flat list of parts: texts, interpolations, and the single
// sequences of directives. Strip markers and indentation apply to neighbouring tokens, whatever directives they belong
// to, so they are applied to this list. The second step (template_tree.go) builds the tree of if and for directives.

// templatePart is an atom of a template: literal text, an interpolation, or one of the sequences that
// directives are made of, which are put together when all parts are known.
type templatePart struct {
	kind partKind
	// verbatim says that text is the source text from offset from on.
	verbatim bool
	from     uint32
	height   int32
	at       source.Span
	text     string
	expr     Expr // the interpolated expression; for "if" and "for" the node to be completed
}

type partKind uint8

const (
	partText partKind = iota
	partInterp
	partIf
	partFor
	partElse
	partEndIf
	partEndFor
)

// quoted parses a quoted template.
func (p *parser) quoted() Expr {
	open := p.span()
	if text, ok := p.plainText(); ok {
		return p.literal(open.To(p.prev), host.ASCIIString(text))
	}
	p.advance()
	if p.kind == TokenQuotedText && p.scan.pos < len(p.scan.src) && p.scan.src[p.scan.pos] == '"' {
		text := p.quotedText()
		p.advance()
		at := open.To(p.span())
		p.advance()
		return p.literal(at, value.String(text))
	}
	base := len(p.parts.list)
	p.templateParts(TokenCloseQuote)
	return p.template(base, Template{Kind: TemplateQuoted, Source: open.To(p.prev)})
}

// plainText consumes a quoted text whose opening quote is the current token, if [scanner.plainText] can.
func (p *parser) plainText() (text string, ok bool) {
	if text, ok = p.scan.plainText(); ok {
		p.here = span(p.scan.from, p.scan.pos)
		p.advance()
	}
	return text, ok
}

// textLiteral makes a node of literal text inside a template.
func (p *parser) textLiteral(at source.Span, text string) Expr {
	n := p.nodes.literal.new()
	n.Num = p.num()
	n.Source, n.Value, n.Text = at, value.String(text), true
	return n
}

// heredoc parses a heredoc.
func (p *parser) heredoc() Expr {
	open := p.span()
	marker := strings.TrimRight(p.text()[2:], "\r\n")
	kind := TemplateHeredoc
	if marker[0] == '-' {
		marker, kind = marker[1:], TemplateFlushHeredoc
	}
	p.advance()
	base := len(p.parts.list)
	p.templateParts(TokenCloseHeredoc)
	if kind == TemplateFlushHeredoc {
		trimIndentation(p.parts.list[base:])
	}
	return p.template(base, Template{Kind: kind, Heredoc: marker, Source: open.To(p.prev)})
}

// bareTemplate parses a template that is the whole source.
func (p *parser) bareTemplate() Expr {
	where := p.templateParts(TokenEOF)
	return p.template(0, Template{Kind: TemplateBare, Source: where})
}

// template makes a node of the parts above the first base ones. The closing token has just been consumed.
func (p *parser) template(base int, t Template) Expr {
	parts := p.parts.list[base:]
	e := p.templateNode(parts[:joinTexts(p.scan.src, parts)], t)
	p.parts.drop(base)
	return e
}

func (p *parser) templateNode(parts []templatePart, t Template) Expr {
	if len(parts) == 1 {
		switch part := &parts[0]; {
		case part.kind == partInterp:
			n := p.nodes.templateWrap.new()
			n.Num = p.num()
			n.Source, n.Inner = t.Source, part.expr
			p.grow(int(part.height))
			return n
		// A quoted text without sequences is a literal: see "Plain strings in the tree" in docs/decisions.md.
		case part.kind == partText && t.Kind == TemplateQuoted:
			p.height = 0
			return p.literal(t.Source, value.String(part.text))
		}
	}
	n := p.nodes.template.new()
	*n = t
	n.Num = p.num()
	tree := templateTree{p: p, parts: parts, end: p.prev}
	n.Parts = tree.root()
	p.grow(tree.height)
	return n
}

// templateParts reads the parts of a template up to a token of kind end, which it consumes. It returns the
// place of everything between the delimiters, with the closing one.
func (p *parser) templateParts(end TokenKind) source.Span {
	first, depth, base := p.span(), p.depth, len(p.parts.list)
	r := partReader{p: p, end: end, first: first, depth: depth}
	for p.kind != end {
		if !r.part() {
			break
		}
	}
	p.depth = depth
	last := p.span()
	p.advance()
	if len(p.parts.list) == base {
		p.parts.push(templatePart{at: behind(first), verbatim: true, from: first.Start})
	}
	return first.To(last)
}

// partReader reads the parts of one template.
type partReader struct {
	p     *parser
	end   TokenKind
	first source.Span // the first token of the template
	depth int         // of nesting around the template

	// The strip markers work on the literal token next to them only.
	stripNext bool // the part before ended in "~}"
	afterText bool // the part before was literal text
}

// part reads one part. It returns false if the template is broken; then the current token is its end.
func (r *partReader) part() bool {
	p := r.p
	strip, afterText := r.stripNext, r.afterText
	r.stripNext, r.afterText = false, false
	switch p.kind {
	case TokenQuotedText, TokenText:
		r.text(strip)
	case TokenInterp:
		r.stripBefore(afterText)
		r.interpolation()
	case TokenDirective:
		r.stripBefore(afterText)
		r.directive()
	default:
		if !p.recovering {
			p.reportIn(code.UnclosedTemplate, p.span(), r.first.To(p.span()), "Unclosed text", r.unclosed())
		}
		p.advance()
		p.skipTo(r.end)
		return false
	}
	return true
}

func (r *partReader) unclosed() string {
	switch {
	case r.p.kind == TokenEOF && r.end == TokenCloseHeredoc:
		return "The text ends before the closing marker of the heredoc, which must be on its own line and end with " +
			"a newline."
	case r.p.kind == TokenEOF:
		return "The text ends before the closing quote."
	}
	return "Expected text or the end of the text, but " + r.p.found() + "."
}

// text reads a literal token.
func (r *partReader) text(strip bool) {
	p := r.p
	part := templatePart{at: p.span()}
	raw := p.text()
	if p.kind == TokenQuotedText {
		part.text = p.quotedText()
	} else {
		part.text = p.bareText()
	}
	if len(part.text) == len(raw) {
		part.verbatim, part.from = true, part.at.Start
	} else if strings.HasSuffix(raw, part.text) { // an escaped opener
		part.verbatim, part.from = true, part.at.End-uint32(len(part.text))
	}
	if strip {
		part.dropPrefix(len(part.text) - len(strings.TrimLeftFunc(part.text, unicode.IsSpace)))
	}
	p.parts.push(part)
	p.advance()
	r.afterText = true
}

// dropPrefix drops the first n bytes of the text.
func (t *templatePart) dropPrefix(n int) {
	t.text = t.text[n:]
	t.from += uint32(n)
}

// stripBefore applies the "~" of the current opener to the text before it.
func (r *partReader) stripBefore(afterText bool) {
	if p := r.p; afterText && p.here.Len() == 3 && len(p.parts.list) > 0 {
		last := &p.parts.list[len(p.parts.list)-1]
		last.text = strings.TrimRightFunc(last.text, unicode.IsSpace)
	}
}

// interpolation reads ${ ... }.
func (r *partReader) interpolation() {
	p := r.p
	open := p.span()
	before := p.newlines
	p.newlines = false
	p.advance()
	e := p.expression()
	last := p.span()
	if p.kind != TokenSequenceEnd {
		r.unclosedInterpolation(open)
	}
	p.parts.push(templatePart{kind: partInterp, at: open.To(last), expr: e, height: int32(p.height)})
	r.sequenceEnd(before)
}

// sequenceEnd goes behind the brace that ends an interpolation or directive.
func (r *partReader) sequenceEnd(before bool) {
	p := r.p
	if p.kind != TokenSequenceEnd {
		p.skipTo(TokenSequenceEnd)
	} else {
		r.stripNext = p.here.Len() == 2
	}
	p.close(before)
}

func (r *partReader) unclosedInterpolation(open source.Span) {
	p := r.p
	if p.recovering {
		return
	}
	inQuotes := r.end == TokenCloseQuote && (p.kind == TokenCloseQuote || p.kind == TokenOpenQuote)
	switch {
	case p.kind == TokenEOF:
		p.report(code.UnclosedInterpolation, r.first, "Unclosed interpolation",
			`The text ends before the "}" that closes an interpolation of this template. For the characters "${" themselves, `+
				`write "$${".`)
		p.note("The interpolation begins here.", open)
	case inQuotes:
		p.report(code.UnclosedInterpolation, r.first, "Unclosed interpolation",
			`There is no "}" that closes the interpolation before the quoted string ends. For the characters "${" themselves, `+
				`write "$${".`)
		p.note("The interpolation begins here.", open)
	default:
		p.reportIn(code.InterpolationEndExpected, p.span(), r.first.To(p.span()), "End of the interpolation expected",
			`Expected the "}" that closes the interpolation, but `+p.found()+
				`. If "${" belongs to another language, such as that of a shell, write "$${".`)
	}
}

// directive reads one %{ ... }.
func (r *partReader) directive() {
	p := r.p
	open := p.span()
	before := p.newlines
	p.newlines = false
	p.advance()
	keyword := p.span()
	part, complete := r.directiveBody(open)
	if !complete {
		p.skipTo(TokenSequenceEnd)
		p.close(before)
		return
	}
	part.at = open.To(p.span())
	p.parts.push(part)
	if p.kind != TokenSequenceEnd && !p.recovering {
		p.reportIn(code.DirectiveEndExpected, p.span(), r.first.To(p.span()), "End of the directive expected",
			`Expected the "}" that closes the "`+p.file.Slice(keyword)+`" directive, but `+p.found()+".")
	}
	r.sequenceEnd(before)
	r.nest(part.kind)
}

// directiveBody reads the content between the braces.
func (r *partReader) directiveBody(open source.Span) (part templatePart, complete bool) {
	p := r.p
	if p.kind != TokenIdent {
		r.badDirective(open, p.span(), `Expected if, else, endif, for or endfor after "%{", but `+
			p.found()+
			`. For the characters "%{" themselves, write "%%{".`)
		return part, false
	}
	word, at := p.text(), p.span()
	p.advance()
	switch word {
	case "if":
		n := &TemplateIf{Num: p.num(), Cond: p.expression()}
		return templatePart{kind: partIf, expr: n, height: int32(p.height)}, true
	case "else":
		return templatePart{kind: partElse}, true
	case "endif":
		return templatePart{kind: partEndIf}, true
	case "endfor":
		return templatePart{kind: partEndFor}, true
	case "for":
		return r.forDirective()
	}
	r.badDirective(open, at, "There is no template directive "+quoteShort(word)+
		". The directives are if, else, endif, for and endfor."+
		diag.DidYouMean(word, []string{"if", "for", "else", "endif", "endfor"}))
	return part, false
}

func (r *partReader) badDirective(open, at source.Span, detail string) {
	if !r.p.recovering {
		r.p.reportIn(code.InvalidDirective, at, open.To(at), "Invalid template directive", detail)
	}
}

// forDirective reads the names and the collection of a for directive.
func (r *partReader) forDirective() (part templatePart, complete bool) {
	p := r.p
	var intro forIntro
	if detail := p.forNames(&intro); detail != "" {
		if !p.recovering {
			p.report(code.InvalidForDirective, p.span(), "Invalid for directive", detail)
		}
		return part, false
	}
	n := &TemplateFor{Num: p.num(), KeyVar: intro.key, KeyVarSpan: intro.keySpan, ValueVar: intro.val,
		ValueVarSpan: intro.valSpan}
	n.Collection = p.expression()
	return templatePart{kind: partFor, expr: n, height: int32(p.height)}, true
}

// nest counts the directives that are open, since the tree is built by recursion.
//
// A directive is not closed by the token that ends its sequence, so that levels are counted here.
func (r *partReader) nest(k partKind) {
	switch k {
	case partIf, partFor:
		r.p.nest()
	case partEndIf, partEndFor:
		r.p.depth = max(r.p.depth-1, r.depth)
	}
}
