package difftest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

type mode int

const (
	config mode = iota
	expression
	template
	traversalAbs
	traversalPartial
	modes
)

func (m mode) String() string {
	return [...]string{"config", "expression", "template", "traversal", "partial traversal"}[m]
}

// Mistakes that a parser could make, which a test lets ours make.
const (
	noDiagnostics  = "diagnostics are lost"
	moreDiagnostic = "there is one diagnostic more"
	otherTokens    = "the last token is lost"
	otherTree      = "the tree is another one"
)

var parseMistakes = []string{noDiagnostics, moreDiagnostic, otherTokens, otherTree}

// compareParse parses a text both ways and returns the differences, each with its kind in front. With wrong ours makes
// a mistake.
func compareParse(m mode, text, wrong string) []string {
	f := source.NewFileString("f", text)
	c := &comparison{wrong: wrong, file: f, columns: strings.IndexFunc(text, joins) < 0, lines: utf8.ValidString(text)}
	c.tokens(m, text)
	switch m {
	case config:
		ours, ourDiags := syntax.ParseConfig(f)
		theirs, theirDiags := hclsyntax.ParseConfig([]byte(text), "f", hcl.InitialPos)
		if c.mistakes(ourDiags, theirDiags) {
			c.body("", ours.Body, theirs.Body.(*hclsyntax.Body), true)
		}
	case expression:
		ours, ourDiags := syntax.ParseExpression(f)
		theirs, theirDiags := hclsyntax.ParseExpression([]byte(text), "f", hcl.InitialPos)
		c.expr("", ours, theirs, c.mistakes(ourDiags, theirDiags))
	case template:
		ours, ourDiags := syntax.ParseTemplate(f)
		theirs, theirDiags := hclsyntax.ParseTemplate([]byte(text), "f", hcl.InitialPos)
		c.expr("", ours, theirs, c.mistakes(ourDiags, theirDiags))
	case traversalAbs:
		ours, ourDiags := syntax.ParseTraversalAbs(f)
		theirs, theirDiags := hclsyntax.ParseTraversalAbs([]byte(text), "f", hcl.InitialPos)
		c.mistakes(ourDiags, theirDiags)
		c.traversal(ours, theirs)
	case traversalPartial:
		ours, ourDiags := syntax.ParseTraversalPartial(f)
		theirs, theirDiags := hclsyntax.ParseTraversalPartial([]byte(text), "f", hcl.InitialPos)
		c.mistakes(ourDiags, theirDiags)
		c.traversal(ours, theirs)
	}
	return c.out
}

// joins reports whether a character may form one with its neighbours. The original looks at every token by itself, so
// that it counts columns differently where such a character begins a token.
func joins(r rune) bool {
	return r >= utf8.RuneSelf && !(r >= 0xA1 && r < 0x300 && r != 0xAD || r >= 0x4E00 && r < 0xA000)
}

type comparison struct {
	wrong string // the mistake that ours makes
	// ourDiags are those of a traversal, whose parts are compared although it is broken.
	ourDiags diag.List
	file     *source.File
	columns  bool // both count them alike
	lines    bool // also; the original loses line ends behind bytes that are not UTF-8
	out      []string
}

func (c *comparison) add(kind, path string, ours, theirs any) {
	c.out = append(c.out, fmt.Sprintf("%s %s\n\t  ours %v\n\ttheirs %v", kind, path, ours, theirs))
}

// place writes a range of ours; columns only where both count alike.
func (c *comparison) place(s source.Span) string {
	a, b := c.file.Position(s.Start), c.file.Position(s.End)
	switch {
	case !c.lines:
		return fmt.Sprintf("%d-%d", a.Byte, b.Byte)
	case !c.columns:
		return fmt.Sprintf("%d:%d-%d:%d", a.Line, a.Byte, b.Line, b.Byte)
	}
	return fmt.Sprintf("%d,%d:%d-%d,%d:%d", a.Line, a.Column, a.Byte, b.Line, b.Column, b.Byte)
}

func (c *comparison) theirPlace(r hcl.Range) string {
	a, b := r.Start, r.End
	switch {
	case !c.lines:
		return fmt.Sprintf("%d-%d", a.Byte, b.Byte)
	case !c.columns:
		return fmt.Sprintf("%d:%d-%d:%d", a.Line, a.Byte, b.Line, b.Byte)
	}
	return fmt.Sprintf("%d,%d:%d-%d,%d:%d", a.Line, a.Column, a.Byte, b.Line, b.Column, b.Byte)
}

func (c *comparison) check(path string, ours source.Span, theirs hcl.Range) {
	if a, b := c.place(ours), c.theirPlace(theirs); a != b {
		c.add("range", path, a, b)
	}
}

// mistakes compares only whether there are diagnostics, and returns whether there are none. How many there are, where,
// and what is left of a broken text differs on purpose: a mistake is reported once here, where it was made, and what
// comes after it is read.
func (c *comparison) mistakes(ours diag.List, theirs hcl.Diagnostics) bool {
	switch c.wrong {
	case noDiagnostics:
		ours = nil
	case moreDiagnostic:
		ours = append(ours, &diag.Diagnostic{Summary: c.wrong})
	}
	c.ourDiags = slices.Clone(ours)
	if (len(ours) == 0) != (len(theirs) == 0) {
		c.add("diagnostics", "", ours, theirs)
	}
	return len(ours) == 0 && len(theirs) == 0
}

func (c *comparison) expr(path string, ours syntax.Expr, theirs hclsyntax.Expression, clean bool) {
	if !clean {
		return
	}
	a, b := dumper{ends: true}, dumper{ends: true}
	a.our(ours)
	b.their(theirs)
	if c.wrong == otherTree {
		a.WriteString("other")
	}
	if x, y := a.String(), b.String(); x != y {
		c.add("tree", path, x, y)
	}
	if s, r := syntax.NewExpression(c.file, ours).StartRange(), theirs.StartRange(); c.place(s.Span) != c.theirPlace(r) {
		c.add("start", path, c.place(s.Span), c.theirPlace(r))
	}
	c.variables(path, ours, theirs)
}

func (c *comparison) variables(path string, ours syntax.Expr, theirs hclsyntax.Expression) {
	var a, b dumper
	for _, t := range syntax.Variables(ours) {
		a.ourSteps(t.Steps)
		a.WriteByte(' ')
	}
	for _, t := range theirs.Variables() {
		b.theirSteps(t)
		b.WriteByte(' ')
	}
	if x, y := a.String(), b.String(); x != y {
		c.add("variables", path, x, y)
	}
}

func (c *comparison) traversal(ours *syntax.Traversal, theirs hcl.Traversal) {
	var a, b dumper
	if ours != nil {
		a.ourSteps(ours.Steps)
	}
	b.theirSteps(theirs)
	if x, y := a.String(), b.String(); x != y {
		refused := slices.DeleteFunc(c.ourDiags, func(d *diag.Diagnostic) bool { return d.Summary != "Invalid number" })
		c.add("traversal", "", fmt.Sprint(x, " ", refused), y)
	}
}

func (c *comparison) body(path string, ours *syntax.Body, theirs *hclsyntax.Body, clean bool) {
	c.check(path+" body", ours.Source, theirs.SrcRange)
	c.check(path+" end", ours.End(), theirs.EndRange)
	attrs, blocks := 0, 0
	for _, item := range ours.Items {
		switch item := item.(type) {
		case *syntax.Attribute:
			attrs++
			c.attribute(path+"."+item.Name, item, theirs.Attributes[item.Name], clean)
		case *syntax.Block:
			if blocks < len(theirs.Blocks) {
				c.block(path+"."+item.Type, item, theirs.Blocks[blocks], clean)
			}
			blocks++
		}
	}
	if attrs != len(theirs.Attributes) || blocks != len(theirs.Blocks) {
		c.add("items", path, []int{attrs, blocks}, []int{len(theirs.Attributes), len(theirs.Blocks)})
	}
}

func (c *comparison) attribute(path string, ours *syntax.Attribute, theirs *hclsyntax.Attribute, clean bool) {
	if theirs == nil {
		c.add("attribute", path, "there", "not there")
		return
	}
	c.check(path, ours.Source, theirs.SrcRange)
	c.check(path+" name", ours.NameSpan(), theirs.NameRange)
	c.check(path+" equals", source.Span{Start: ours.Equals, End: ours.Equals + 1}, theirs.EqualsRange)
	if r := theirs.Expr.Range(); r.End.Line != 0 { // the end of a call that is not closed
		c.check(path+" expression", ours.Expr.Span(), r)
	}
	c.expr(path, ours.Expr, theirs.Expr, clean)
}

func (c *comparison) block(path string, ours *syntax.Block, theirs *hclsyntax.Block, clean bool) {
	if ours.Type != theirs.Type || len(ours.Labels) != len(theirs.Labels) {
		c.add("header", path, ours.Labels, theirs.Labels)
		return
	}
	c.check(path, ours.Source, theirs.Range())
	c.check(path+" open", ours.OpenBrace(), theirs.OpenBraceRange)
	c.check(path+" close", ours.CloseBrace(), theirs.CloseBraceRange)
	c.check(path+" header", ours.HeaderSpan(), theirs.DefRange())
	for i, l := range ours.Labels {
		if l.Text != theirs.Labels[i] {
			c.add("label", path, l.Text, theirs.Labels[i])
		}
		c.check(path+" label", l.Source, theirs.LabelRanges[i])
	}
	c.body(path, ours.Body, theirs.Body, clean)
}

// tokens compares the kinds and places of all tokens. White space is a token only here.
func (c *comparison) tokens(m mode, text string) {
	scan, lex := syntax.Scan, hclsyntax.LexConfig
	if m == template {
		scan, lex = syntax.ScanTemplate, hclsyntax.LexTemplate
	}
	var a, b []string
	for t := range scan(c.file) {
		if t.Kind != syntax.TokenSpace {
			a = append(a, fmt.Sprintf("%d@%d-%d", theirKinds[t.Kind], t.Span.Start, t.Span.End))
		}
	}
	if c.wrong == otherTokens && len(a) > 0 {
		a = a[:len(a)-1]
	}
	theirs, _ := lex([]byte(text), "f", hcl.InitialPos)
	for _, t := range theirs {
		if t.Type != hclsyntax.TokenEOF {
			b = append(b, fmt.Sprintf("%d@%d-%d", t.Type, t.Range.Start.Byte, t.Range.End.Byte))
		}
	}
	if !slices.Equal(a, b) {
		c.add("tokens", "", a, b)
	}
}

var theirKinds = map[syntax.TokenKind]hclsyntax.TokenType{
	syntax.TokenComment: hclsyntax.TokenComment, syntax.TokenNewline: hclsyntax.TokenNewline,
	syntax.TokenIdent:  hclsyntax.TokenIdent,
	syntax.TokenNumber: hclsyntax.TokenNumberLit, syntax.TokenOpenBrace: hclsyntax.TokenOBrace,
	syntax.TokenCloseBrace:  hclsyntax.TokenCBrace,
	syntax.TokenOpenBracket: hclsyntax.TokenOBrack, syntax.TokenCloseBracket: hclsyntax.TokenCBrack,
	syntax.TokenOpenParen:  hclsyntax.TokenOParen,
	syntax.TokenCloseParen: hclsyntax.TokenCParen, syntax.TokenOpenQuote: hclsyntax.TokenOQuote,
	syntax.TokenCloseQuote:  hclsyntax.TokenCQuote,
	syntax.TokenOpenHeredoc: hclsyntax.TokenOHeredoc, syntax.TokenCloseHeredoc: hclsyntax.TokenCHeredoc,
	syntax.TokenQuotedText: hclsyntax.TokenQuotedLit,
	syntax.TokenText:       hclsyntax.TokenStringLit, syntax.TokenInterp: hclsyntax.TokenTemplateInterp,
	syntax.TokenDirective:   hclsyntax.TokenTemplateControl,
	syntax.TokenSequenceEnd: hclsyntax.TokenTemplateSeqEnd, syntax.TokenAssign: hclsyntax.TokenEqual,
	syntax.TokenDot:   hclsyntax.TokenDot,
	syntax.TokenComma: hclsyntax.TokenComma, syntax.TokenColon: hclsyntax.TokenColon,
	syntax.TokenDoubleColon: hclsyntax.TokenDoubleColon,
	syntax.TokenEllipsis:    hclsyntax.TokenEllipsis, syntax.TokenArrow: hclsyntax.TokenFatArrow,
	syntax.TokenQuestion: hclsyntax.TokenQuestion,
	syntax.TokenBang:     hclsyntax.TokenBang, syntax.TokenOr: hclsyntax.TokenOr, syntax.TokenAnd: hclsyntax.TokenAnd,
	syntax.TokenEqual:    hclsyntax.TokenEqualOp,
	syntax.TokenNotEqual: hclsyntax.TokenNotEqual, syntax.TokenLess: hclsyntax.TokenLessThan,
	syntax.TokenLessEqual: hclsyntax.TokenLessThanEq,
	syntax.TokenGreater:   hclsyntax.TokenGreaterThan, syntax.TokenGreaterEqual: hclsyntax.TokenGreaterThanEq,
	syntax.TokenPlus:  hclsyntax.TokenPlus,
	syntax.TokenMinus: hclsyntax.TokenMinus, syntax.TokenStar: hclsyntax.TokenStar,
	syntax.TokenSlash:   hclsyntax.TokenSlash,
	syntax.TokenPercent: hclsyntax.TokenPercent, syntax.TokenBitAnd: hclsyntax.TokenBitwiseAnd,
	syntax.TokenBitOr:  hclsyntax.TokenBitwiseOr,
	syntax.TokenBitXor: hclsyntax.TokenBitwiseXor, syntax.TokenBitNot: hclsyntax.TokenBitwiseNot,
	syntax.TokenBacktick:   hclsyntax.TokenBacktick,
	syntax.TokenApostrophe: hclsyntax.TokenApostrophe, syntax.TokenSemicolon: hclsyntax.TokenSemicolon,
	syntax.TokenQuotedNewline: hclsyntax.TokenQuotedNewline,
	syntax.TokenInvalid:       hclsyntax.TokenInvalid, syntax.TokenBadUTF8: hclsyntax.TokenBadUTF8,
}
