package syntax

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// The limits of the parser. Exceeding one of them causes one diagnostic.
const (
	// MaxNesting is the maximum nesting of brackets, templates, blocks, unary operators and conditionals.
	MaxNesting = 500
	// MaxHeight is the maximum height of the tree of an expression, and thus the maximum length of chains such as a + b +
	// c. Code that walks over trees can rely on it.
	MaxHeight = 5000
	// MaxSourceSize is the maximum size of a source in bytes.
	MaxSourceSize = 64 << 20
	// maxDiagnostics is the maximum number of problems that are reported for one source.
	maxDiagnostics = 1000
)

// The parser is one of recursive descent, with a table of operators for expressions (parse_expr.go). It builds the tree
// directly: tokens are not stored, nodes come from chunks (slab.go), and lists under construction lie on stacks.
//
// Errors. The parser never gives up. Where a part is broken, it reports the problem once, skips to the end of the part
// (recover.go), and puts what it understood into a node of kind Bad. While it is recovering, further problems are
// likely consequences and are not reported. A configuration with errors is then read a second time, with missing
// brackets put in and superfluous ones left out (repair.go), so that one missing quote is one error and not one for
// every line below. All of this costs nothing for a source without errors.
//
// Bounds. Nesting and the height of expressions are limited here, once, and everything that walks over trees by
// recursion relies on that.

// A parser reads the tokens of one source and builds the tree. The current token is one that was not
// consumed yet. Whether line ends are tokens depends on the brackets around; comments never are.
//
// Once it had to skip something, the parser is recovering: from then on problems that may be
// consequences of the first are not reported.
type parser struct {
	state
	nodes nodes
	stacks
	paged int  // bytes of the sources whose nodes come from the current chunks
	warm  bool // another source was read before
}

// state is what a parser knows about one source.
type state struct {
	scan scanner
	file *source.File

	kind TokenKind
	here source.Span // the current token
	prev source.Span // the token consumed last; at first the current one

	newlines   bool // line ends are tokens
	recovering bool
	broken     bool // the item before this one has problems, so that what looks like none may belong to it
	stopped    bool // a bound was exceeded; nothing more is read or reported

	depth  int // of nesting
	height int // of the tree of the expression parsed last

	problems int // reported by the parser so far; tells whether a part of the source has any
	diags    diag.List
	lexical  lexicalProblems

	numbers  int64  // what large numbers weigh so far
	numbered uint32 // expression nodes so far
}

// parsers are those at rest. A parser and its lists take more than the tree of a small source.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// parseMended is parse for a configuration. If there are errors it is read a second time with balanced brackets.
//
// The result of the first reading is thrown away if there are repairs. Parsing is so fast that a second pass over a
// broken file is not noticed.
func parseMended(f *source.File, rule func(*parser)) diag.List {
	diags := parse(f, scanMain, true, nil, rule)
	if len(diags) == 0 || f.Len() > MaxSourceSize {
		return diags
	}
	repairs, mistakes := mend(f)
	if len(repairs) == 0 {
		return diags
	}
	diags = firstOfLines(append(mistakes, parse(f, scanMain, true, repairs, rule)...))
	return diags[:min(len(diags), maxDiagnostics)]
}

// firstOfLines drops what is reported about a line after something else was: most often that is a consequence.
func firstOfLines(diags diag.List) diag.List {
	lines := map[int]bool{}
	diags = slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool {
		line := d.Subject.File.Position(d.Subject.Span.Start).Line
		dropped := lines[line]
		lines[line] = true
		return dropped
	})
	slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int {
		return cmp.Compare(a.Subject.Span.Start, b.Subject.Span.Start)
	})
	return diags
}

// parse reads a source by one rule of the grammar and returns all diagnostics: those of the scanner first.
func parse(f *source.File, mode scanMode, newlines bool, repairs []repair, rule func(*parser)) diag.List {
	p := parsers.Get().(*parser)
	p.scan.repairs = repairs
	p.begin(f, mode, newlines)
	rule(p)
	diags := p.finish()
	p.rest()
	parsers.Put(p)
	return diags
}

// rest forgets the source and everything that was made of it.
func (p *parser) rest() {
	p.stacks.empty()
	p.closePage()
	interps := p.scan.interps[:0]
	// One source with a million open braces must not leave its memory to the pool.
	if cap(interps) > mostKept {
		interps = nil
	}
	p.state = state{scan: scanner{interps: interps}}
}

func (p *parser) begin(f *source.File, mode scanMode, newlines bool) {
	p.file, p.newlines = f, newlines
	if f.Len() > MaxSourceSize {
		p.tooLarge()
		return
	}
	p.openPage(f.Len())
	p.scan.start(f.Text(), mode)
	p.scanToken()
	p.prev = p.span()
}

// num returns the number of the next expression node.
func (p *parser) num() uint32 {
	p.numbered++
	return p.numbered
}

// span returns the place of the current token.
func (p *parser) span() source.Span { return p.here }

// text returns the text of the current token.
func (p *parser) text() string { return p.scan.src[p.here.Start:p.here.End] }

// behind returns the empty span at the end of s.
func behind(s source.Span) source.Span { return source.Span{Start: s.End, End: s.End} }

// advance consumes the current token.
func (p *parser) advance() {
	p.prev = p.here
	p.scanToken()
}

// scanToken makes the next token that matters the current one.
func (p *parser) scanToken() {
	for {
		var k TokenKind
		// Most tokens are outside texts. Calling their loop directly saves a switch for each of them.
		if p.scan.mode == scanMain && len(p.scan.repairs) == 0 {
			k = p.scan.nextMain()
		} else {
			k = p.scan.next()
		}
		p.here = span(p.scan.from, p.scan.pos)
		switch {
		case k == TokenComment:
			if !p.comment() {
				continue
			}
			k = TokenNewline
		case k == TokenNewline:
			if !p.newlines {
				continue
			}
		case k >= firstBadToken:
			p.badToken(k)
		}
		p.kind = k
		return
	}
}

// comment records a comment, and reports whether it includes a newline.
func (p *parser) comment() bool {
	text := p.text()
	line := strings.TrimSuffix(text, "\n")
	ended := len(line) < len(text) && (text[0] == '#' || text[1] == '/')
	if ended {
		line = strings.TrimSuffix(line, "\r")
	}
	p.comments.push(Comment{span(int(p.here.Start), int(p.here.Start)+len(line))})
	return ended && p.newlines
}

// skipNewlines goes over line ends without consuming anything.
func (p *parser) skipNewlines() {
	for p.kind == TokenNewline {
		p.scanToken()
	}
}

// ignoreNewlines makes line ends white space and returns what they were before.
func (p *parser) ignoreNewlines() (before bool) {
	before = p.newlines
	p.newlines = false
	p.skipNewlines()
	return before
}

// close consumes a closing token, behind which line ends are again what they were before.
func (p *parser) close(before bool) {
	p.newlines = before
	p.advance()
}

// at reports whether the current token is the given keyword.
func (p *parser) at(keyword string) bool {
	return p.kind == TokenIdent && p.text() == keyword
}

// nest enters one more level of nesting. It is undone by p.depth--.
func (p *parser) nest() {
	p.depth++
	if p.depth > MaxNesting {
		p.tooDeep()
	}
}

func (p *parser) tooDeep() {
	if p.stopped {
		return
	}
	p.report(code.NestingTooDeep, p.span(), "Nesting too deep",
		"Brackets, templates, blocks and operators can be nested at most "+itoa(MaxNesting)+
			" levels deep. Move inner parts to separate values.")
	p.stop()
}

// grow sets the height of a node whose highest child has height h.
func (p *parser) grow(h int) {
	p.height = h + 1
	if p.height > MaxHeight {
		p.tooHigh()
	}
}

func (p *parser) tooHigh() {
	if p.stopped {
		return
	}
	p.report(code.ExpressionTooLong, p.span(), "Expression too long",
		"An expression can have at most "+itoa(MaxHeight)+" operators that depend on each other. "+
			"Group the operands with a list and a function, or split the expression.")
	p.stop()
}

// stop makes the rest of the source invisible.
//
// At the end of the source, every rule of the grammar ends.
func (p *parser) stop() {
	p.stopped, p.recovering = true, true
	p.scan = scanner{src: p.scan.src, pos: len(p.scan.src)}
	p.kind, p.here = TokenEOF, span(len(p.scan.src), len(p.scan.src))
}

// finish reads what the parser left over, for the sake of its lexical problems, and returns all
// diagnostics: those of the scanner first.
func (p *parser) finish() diag.List {
	for p.kind != TokenEOF {
		p.advance()
	}
	// HashiCorp's implementation scans the whole source before it parses, so problems of single tokens come first. The
	// order of diagnostics is part of what is compared with it.
	if len(p.lexical.diags) == 0 {
		return p.diags
	}
	return append(p.lexical.diags, p.diags...)
}

// ParseConfig parses a configuration. The file is never nil. Parts that could not be parsed are a [BadItem] or [Bad] in
// its body, and the diagnostics contain the reasons.
func ParseConfig(f *source.File) (*File, diag.List) {
	var n *fileWithBody
	diags := parseMended(f, func(p *parser) {
		n = p.nodes.file.new()
		n.Source, n.Body = f, &n.body
		p.body(&n.body, TokenEOF)
		n.Comments, n.Nodes = p.comments.take(0), p.numbered
	})
	return &n.File, diags
}

// ParseExpression parses a source that is one expression, in which newlines are white space. The node is never nil; it
// is [Bad] if nothing could be parsed.
func ParseExpression(f *source.File) (Expr, diag.List) {
	var e Expr
	diags := parse(f, scanMain, false, nil, func(p *parser) {
		e = p.expression()
		if p.kind != TokenEOF && !p.recovering {
			p.report(code.EndExpected, p.span(), "End of the expression expected",
				"Expected the end of the expression, but "+p.found()+".")
		}
	})
	return e, diags
}

// ParseTemplate parses a source that is one template, like text between quotes but without backslash escapes. The node
// is never nil.
func ParseTemplate(f *source.File) (Expr, diag.List) {
	var e Expr
	diags := parse(f, scanBare, true, nil, func(p *parser) { e = p.bareTemplate() })
	return e, diags
}
