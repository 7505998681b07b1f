package syntax

import (
	"slices"
	"sort"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// How broken sources are mended. A mender reads the tokens and keeps a stack of what is open. As long as everything
// closes in order there is nothing to do. Where it does not, there are always two explanations: a token is missing, or
// one is too many. The mender has these clues, from the most to the least reliable:
//
//   - a text in quotes cannot contain a line end, so an open quote ends with its line;
//   - an argument or block header ("name =", "name {") cannot be inside parentheses or brackets;
//   - of two ways to read the rest of a line, the one with fewer unmatched brackets is right;
//   - people indent: text inside braces is indented more than the line that opens them.
//
// Indentation is only used where the number of braces is wrong, and only if the file is indented at all. Some decisions
// can be made in two ways; the source is then read again with the other one, and the reading with the fewest mistakes
// wins. So the tokens of a file are read at most six times, and only if it has errors. Every mistake of one character
// in the examples gives at most three errors; a test makes them all.

// A repair is a token that a broken source lacks, or one that is too many. A parser that reads a source with its
// repairs meets balanced brackets only: what is broken inside them stays there.
type repair struct {
	at   uint32    // the end of the token before
	skip uint32    // the end of a token that is left out, and otherwise
	kind TokenKind // what is put in
}

// A mender works out the repairs of a source by reading its tokens once more, which is done only for a source with
// errors. Each missing or superfluous token is reported once, with the place where it was opened; what follows from it
// is not.
//
// A text in quotes ends with its line, and so does a sequence in it if what follows looks like the next argument. Which
// brace is not closed is guessed from the indentation, but only where their number is wrong.
type mender struct {
	scan    scanner
	file    *source.File
	repairs []repair
	diags   diag.List

	open []opener
	prev uint32 // the end of the last token that is neither white space nor comment

	line   int  // the number of the current line, from 1
	unsure int  // the last line in which a quote was taken for the end of a text that it did not seem to end
	indent int  // how far it is indented
	above  int  // how far the line with tokens before it is
	first  bool // the current token is the first of its line
	ending bool // all tokens of the line so far close something

	forced  []uint32 // texts and sequences that end with the line where they begin
	indents indents
	missing bool // closing braces were missing at the end
	extra   bool // closing braces were left over
	lacking bool // indentation says which braces are missing
	tooMany bool // indentation says which braces are left over
	drops   bool // a closing token that does not fit is always one too many
	keeps   bool // a closing token that does not fit is always right, if it closes anything
	budget  int  // bytes that may be read again
}

// opener is a token that another one has to close.
type opener struct {
	kind   TokenKind
	at     source.Span
	line   int
	indent int  // of its line
	inner  int  // indentation of the first line inside; -1 if there is none yet
	leads  bool // nothing but closing tokens stands before it in its line
	before scanner
	prev   uint32
}

// indents counts how the first lines inside braces are indented.
type indents struct{ deeper, flat int }

// mend returns the repairs of a source and the mistakes that they repair.
func mend(f *source.File) ([]repair, diag.List) {
	best := menderOf(f)
	best.read()
	missing, extra := best.missing, best.extra
	// The file is not indented, so indentation would only mislead.
	if best.indents.flat > best.indents.deeper {
		return best.result()
	}
	// Read once more: now it is known which braces are missing or left over.
	if missing {
		m := menderOf(f)
		m.lacking = true
		best = fewer(best, m)
	}
	if extra {
		m := menderOf(f)
		m.tooMany = true
		best = fewer(best, m)
	}
	for _, other := range []mender{{drops: true}, {drops: true, tooMany: true}, {keeps: true}} {
		if len(best.diags) > 1 {
			m := menderOf(f)
			m.drops, m.tooMany, m.keeps = other.drops, other.tooMany, other.keeps
			best = fewer(best, m)
		}
	}
	return best.result()
}

// With as many mistakes, the reading that knows which braces are missing is preferred, but not one with blunt rules.
func fewer(best, m *mender) *mender {
	m.read()
	if len(m.diags) < len(best.diags) || len(m.diags) == len(best.diags) && !m.drops && !m.keeps {
		return m
	}
	return best
}

func menderOf(f *source.File) *mender {
	// Going back and looking ahead both count against the budget, so that mending stays linear in the size of the
	// source.
	m := &mender{file: f, line: 1, first: true, ending: true, budget: 16*f.Len() + 1024}
	m.scan.start(f.Text(), scanMain)
	m.prev = uint32(m.scan.pos)
	return m
}

func (m *mender) result() ([]repair, diag.List) {
	sort.SliceStable(m.diags, func(i, j int) bool { return m.diags[i].Subject.Span.Start < m.diags[j].Subject.Span.Start })
	return m.repairs, m.diags
}

// read goes over the source.
func (m *mender) read() {
	for len(m.repairs) < maxDiagnostics && len(m.open) <= MaxNesting {
		before := m.scan
		k := m.scan.next()
		switch k {
		case TokenNewline:
			m.lineEnds()
			continue
		case TokenComment:
			if m.scan.src[m.scan.pos-1] == '\n' {
				m.lineEnds()
			}
			continue
		case TokenQuotedNewline:
			m.quoteBreaks()
			continue
		case TokenEOF:
			if m.end() {
				return
			}
			continue
		}
		if m.first && m.lineBegins(k, before) {
			continue
		}
		switch k {
		case TokenOpenBrace, TokenOpenBracket, TokenOpenParen, TokenOpenQuote, TokenInterp, TokenDirective, TokenOpenHeredoc:
			m.open = append(m.open, opener{kind: k, at: m.span(), line: m.line, indent: m.indent, inner: -1, before: before,
				prev: m.prev, leads: m.ending})
			m.ending = false
		case TokenCloseBrace, TokenCloseBracket, TokenCloseParen, TokenCloseQuote, TokenSequenceEnd, TokenCloseHeredoc:
			if m.closes(k, before) {
				continue
			}
		default:
			m.ending = false
		}
		m.prev, m.first = uint32(m.scan.pos), false
		if m.scan.src[m.scan.pos-1] == '\n' { // of a text or the introducer of a heredoc
			m.nextLine()
		}
	}
}

func (m *mender) span() source.Span { return span(m.scan.from, m.scan.pos) }

func (m *mender) top() *opener {
	if len(m.open) == 0 {
		return nil
	}
	return &m.open[len(m.open)-1]
}

func (m *mender) nextLine() {
	m.line++
	m.first, m.ending = true, true
}

// lineEnds is called after a newline outside texts.
func (m *mender) lineEnds() {
	for i := range m.open {
		if m.isForced(&m.open[i]) {
			m.closeAll(i)
			m.swallowed()
			return
		}
	}
	if m.unsure == m.line {
		m.swallowed()
	}
	m.nextLine()
}

func (m *mender) isForced(o *opener) bool {
	return slices.Contains(m.forced, o.at.Start)
}

// put closes the innermost open token at an offset.
func (m *mender) put(at uint32) {
	k := closer(m.top().kind)
	m.repairs = append(m.repairs, repair{at: at, kind: k})
	m.scan.insert(k)
	m.open = m.open[:len(m.open)-1]
	m.prev = at
}

// closeAll closes what is open from m.open[i] on behind the last token, and goes on there.
func (m *mender) closeAll(i int) {
	m.scan.pos, m.scan.mode = int(m.prev), scanMain
	for len(m.open) > i {
		m.put(m.prev)
	}
}

// closer returns the kind that closes what the given kind opens.
func closer(open TokenKind) TokenKind {
	switch open {
	case TokenOpenBrace:
		return TokenCloseBrace
	case TokenOpenBracket:
		return TokenCloseBracket
	case TokenOpenParen:
		return TokenCloseParen
	case TokenOpenQuote:
		return TokenCloseQuote
	case TokenOpenHeredoc:
		return TokenCloseHeredoc
	case TokenInterp, TokenDirective:
		return TokenSequenceEnd
	}
	return tokenKinds // no token
}

func (m *mender) diagnose(code string, at source.Span, summary, detail string, outer source.Span) {
	d := &diag.Diagnostic{Code: code, Summary: summary, Detail: detail, Subject: source.Range{File: m.file, Span: at}}
	if outer != (source.Span{}) {
		d.Notes = append(d.Notes, diag.Note{Message: "The text begins here.", Range: source.Range{File: m.file, Span: outer}})
	}
	m.diags = append(m.diags, d)
}

// lineBegins is called at the first token of a line. It returns true if it put something in before it, or went back.
func (m *mender) lineBegins(k TokenKind, before scanner) bool {
	m.above = m.indent
	m.indent = m.scan.from - m.lineStart(m.scan.from)
	o := m.top()
	if m.tooMany && m.indent > m.above && before.mode == scanMain && (o == nil ||
		o.line < m.line-1 && o.kind == TokenOpenBrace) && m.startsInside(k) {
		m.unopened(before)
		return true
	}
	if o == nil || o.line == m.line || before.mode != scanMain {
		return false
	}
	item := k == TokenIdent && m.looksLikeItem()
	switch o.kind {
	case TokenOpenBrace:
		if !m.leaves(o, k, item) {
			return false
		}
	case TokenOpenParen, TokenOpenBracket, TokenInterp, TokenDirective:
		if !item {
			return false
		}
		if m.tooMany && m.indent > m.above && closingByte(o.kind) != 0 {
			m.unopened(before)
			return true
		}
		if i := m.region(); i >= 0 {
			return m.again(i)
		}
	default:
		return false
	}
	m.unclosed(o)
	m.scan = before
	m.put(m.prev)
	return true
}

func (m *mender) lineStart(at int) int {
	for at > 0 && m.scan.src[at-1] != '\n' {
		at--
	}
	return at
}

// leaves reports whether, judging by its indentation, the first token of a line is after the end of the content of a
// brace.
func (m *mender) leaves(o *opener, k TokenKind, item bool) bool {
	if k == TokenCloseBrace {
		return m.lacking && m.indent < o.indent
	}
	if o.inner < 0 {
		o.inner = m.indent
		if m.indent > o.indent {
			m.indents.deeper++
		} else {
			m.indents.flat++
		}
	}
	return m.lacking && item && m.indent <= o.indent
}

// startsInside reports whether the line, which is indented more than the one above, seems to be inside a brace that
// is missing there: the line above ends as one before a brace, and this one begins with a key.
func (m *mender) startsInside(k TokenKind) bool {
	if m.prev == 0 || k != TokenIdent && k != TokenOpenQuote {
		return false
	}
	switch c := m.scan.src[m.prev-1]; {
	case c == '=', c == '"', class[c]&classIdent != 0:
		line, _, _ := strings.Cut(m.scan.src[m.scan.from:], "\n")
		return strings.ContainsAny(line, "={:")
	}
	return false
}

// unopened puts in a brace behind the last token.
func (m *mender) unopened(before scanner) {
	m.diagnose(code.MissingBrace, source.Span{Start: m.prev - 1, End: m.prev}, "Missing brace",
		`A "{" seems to be missing here, judging by the lines that follow and their indentation.`, source.Span{})
	m.scan = before
	m.putOpen(TokenOpenBrace)
	// The brace belongs to the line above, to which the indentation is compared.
	m.top().line--
	m.top().indent = m.above
}

// putOpen puts in an opening token behind the last one.
func (m *mender) putOpen(k TokenKind) {
	at := source.Span{Start: m.prev, End: m.prev}
	m.open = append(m.open, opener{kind: k, at: at, line: m.line, indent: m.indent, inner: -1, before: m.scan,
		prev: m.prev})
	m.repairs = append(m.repairs, repair{at: m.prev, kind: k})
	m.scan.insert(k)
}

// looksLikeItem reports whether an argument or a block begins at the current token, an identifier: no expression goes
// on like that.
func (m *mender) looksLikeItem() bool {
	s := m.scan
	s.interps, s.heredocs = nil, nil
	switch s.next() {
	case TokenAssign, TokenOpenBrace:
		return true
	case TokenIdent, TokenOpenQuote:
		return m.file.Slice(m.span()) != "for" && m.file.Slice(m.span()) != "if"
	}
	return false
}

// unclosed reports a bracket that is not closed.
func (m *mender) unclosed(o *opener) {
	what, which := "block or object", code.UnclosedBrace
	switch o.kind {
	case TokenOpenParen:
		what, which = "parenthesis", code.UnclosedParenthesis
	case TokenOpenBracket:
		what, which = "bracket", code.UnclosedBracket
	case TokenOpenHeredoc:
		m.diagnose(code.UnclosedHeredoc, o.at, "Unclosed heredoc",
			"The text ends before the closing marker of this heredoc, which must be on its own line and end with a "+
				"newline.", source.Span{})
		return
	}
	m.diagnose(which, o.at, "Unclosed "+what, "There is no "+closer(o.kind).String()+" that closes this "+o.kind.String()+
		". Judging by the lines that follow, it is missing on line "+itoa(m.file.Position(m.prev).Line)+".", source.Span{})
}

// closes matches a closing token with what is open. It returns true if the token is left out, or if something was put
// in before it.
//
// A closing token that does not fit: either what is open inside was not closed, or this token is superfluous. The rest
// of the line is read both ways and the brackets that do not match are counted. A brace is rather taken for
// superfluous, since closing everything around it by mistake would make the rest of the file wrong.
func (m *mender) closes(k TokenKind, before scanner) bool {
	top := m.top()
	if top != nil && closer(top.kind) == k && !m.tooDeep(k, top) {
		m.open = m.open[:len(m.open)-1]
		return false
	}
	lacks := false // something inside of what the token closes is not closed
	if i := m.closed(k); i >= 0 && !m.drops {
		with, without := m.mismatches(before, 1), m.mismatches(m.scan, 0)
		ending := (m.ending || top.leads && top.at.End == m.prev) && m.lineGoesOnClosing()
		switch {
		case ending, m.keeps, m.open[i].line == m.line:
			lacks = with <= without
		case k == TokenCloseBrace: // rather one that was written by mistake than the end of something above
			lacks = with+1 < without
		default:
			lacks = with < without
		}
	}
	m.scan = before
	if !lacks {
		m.stray(k)
		return true
	}
	m.unclosed(top)
	m.put(m.prev)
	return true
}

// lineGoesOnClosing reports whether the next token ends the line, closes something too, or separates.
func (m *mender) lineGoesOnClosing() bool {
	s := m.scan
	if s.mode != scanMain {
		return false
	}
	s.interps, s.heredocs = slices.Clone(s.interps), nil
	switch s.next() {
	case TokenEOF, TokenNewline, TokenComment, TokenComma, TokenCloseBrace, TokenCloseBracket, TokenCloseParen,
		TokenSequenceEnd:
		return true
	}
	return false
}

// closed returns the index of what a closing token could close although something inside it is open; -1 if there is
// none.
func (m *mender) closed(k TokenKind) int {
	for i := len(m.open) - 1; i >= 0; i-- {
		switch kind := m.open[i].kind; {
		case closer(kind) == k:
			return i
		case closingByte(kind) == 0:
			return -1
		}
	}
	return -1
}

// mismatches counts the brackets of the rest of the line that would not fit to each other if the scanner went on with
// the given state, and with so many open tokens closed.
func (m *mender) mismatches(s scanner, closed int) (n int) {
	s.interps, s.heredocs = slices.Clone(s.interps), slices.Clone(s.heredocs)
	var open []TokenKind
	known := len(m.open) - closed // the tokens m.open[:known] are open as well
	inner := func() TokenKind {
		switch {
		case len(open) > 0:
			return open[len(open)-1]
		case known > 0:
			return m.open[known-1].kind
		}
		return TokenEOF
	}
	pop := func() {
		if len(open) > 0 {
			open = open[:len(open)-1]
		} else if known > 0 {
			known--
		}
	}
	from := s.pos
	for i := range closed {
		s.insert(closer(m.open[len(m.open)-1-i].kind))
	}
	for m.budget > 0 {
		k := s.next()
		switch k {
		case TokenEOF, TokenNewline, TokenComment, TokenQuotedNewline, TokenOpenHeredoc:
			m.budget -= s.pos - from
			n += len(open)
			for known > 0 && m.open[known-1].line == m.line {
				known--
				n++
			}
			return n
		case TokenOpenBrace, TokenOpenBracket, TokenOpenParen, TokenOpenQuote, TokenInterp, TokenDirective:
			open = append(open, k)
		case TokenCloseBrace, TokenCloseBracket, TokenCloseParen, TokenCloseQuote, TokenSequenceEnd:
			if closer(inner()) == k {
				pop()
			} else {
				n++
			}
		}
	}
	return n
}

// tooDeep reports whether a brace is one too many: what it would close began on another line, and it is indented more
// than that line or stands behind something else.
func (m *mender) tooDeep(k TokenKind, o *opener) bool {
	return m.tooMany && k == TokenCloseBrace && o.line != m.line && (!m.ending || !m.lineGoesOnClosing() ||
		m.first && m.indent > o.indent)
}

// stray leaves the next token out, which closes nothing.
func (m *mender) stray(k TokenKind) {
	state := m.scan
	m.scan.next()
	at := m.span()
	// The state of the scanner stays as it was before the token: it has not closed anything.
	state.pos = m.scan.pos
	m.scan = state
	m.extra = m.extra || k == TokenCloseBrace
	m.diagnose(code.UnexpectedClosing, at, "Unexpected "+k.String(),
		"There is no "+openerOf(k).String()+" for this "+k.String()+" to close. Remove it.", source.Span{})
	m.repairs = append(m.repairs, repair{at: m.prev, skip: at.End})
	m.prev, m.first = at.End, false
}

// end is called at the end of the source. It returns true if nothing is left to do.
func (m *mender) end() bool {
	if i := m.region(); i >= 0 {
		if !m.again(i) {
			m.closeAll(i)
		}
		return false
	}
	if len(m.open) == 0 {
		return true
	}
	m.unclosed(m.top())
	for _, o := range m.open {
		m.missing = m.missing || o.kind == TokenOpenBrace
	}
	m.closeAll(0)
	return true
}
