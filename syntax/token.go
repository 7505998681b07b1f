package syntax

import (
	"iter"

	"github.com/hclx-lang/hclx/source"
)

// Token is a piece of source text.
type Token struct {
	Kind TokenKind
	Span source.Span
}

// TokenKind is the kind of a token. The zero value is the end of the source.
type TokenKind uint8

// The kinds of tokens.
const (
	TokenEOF TokenKind = iota

	TokenSpace   // spaces and tabs, and a byte order mark at the start
	TokenComment // with its delimiters; a line comment holds its line end
	TokenNewline

	TokenIdent
	TokenNumber

	TokenOpenBrace
	TokenCloseBrace
	TokenOpenBracket
	TokenCloseBracket
	TokenOpenParen
	TokenCloseParen

	TokenOpenQuote
	TokenCloseQuote
	TokenOpenHeredoc  // the introducer with its line end
	TokenCloseHeredoc // the line of the closing marker, without the line end
	TokenQuotedText   // literal text between quotes, escapes not yet resolved
	TokenText         // literal text of a heredoc or a bare template
	TokenInterp       // ${ or ${~
	TokenDirective    // %{ or %{~
	TokenSequenceEnd  // } or ~} of an interpolation or directive

	TokenAssign // =
	TokenDot
	TokenComma
	TokenColon
	TokenDoubleColon
	TokenEllipsis
	TokenArrow // =>
	TokenQuestion
	TokenBang

	TokenOr
	TokenAnd
	TokenEqual
	TokenNotEqual
	TokenLess
	TokenLessEqual
	TokenGreater
	TokenGreaterEqual
	TokenPlus
	TokenMinus
	TokenStar
	TokenSlash
	TokenPercent

	// What follows has no meaning in the language; each such token is an error.

	TokenBitAnd     // &
	TokenBitOr      // |
	TokenBitXor     // ^
	TokenBitNot     // ~
	TokenBacktick   // `
	TokenApostrophe // '
	TokenSemicolon
	TokenQuotedNewline // a line end between quotes
	TokenInvalid       // any other character
	TokenBadUTF8       // a byte that is not UTF-8

	tokenKinds = iota
)

// Kinds from here on are errors wherever they occur, so one comparison finds them.
const firstBadToken = TokenBitAnd

// String returns the name of the kind for messages, as in "expected a comma".
func (k TokenKind) String() string {
	if int(k) < len(tokenNames) {
		return tokenNames[k]
	}
	return "unknown token"
}

var tokenNames = [tokenKinds]string{
	TokenEOF:           "the end of the file",
	TokenSpace:         "a space",
	TokenComment:       "a comment",
	TokenNewline:       "the end of the line",
	TokenIdent:         "an identifier",
	TokenNumber:        "a number",
	TokenOpenBrace:     `"{"`,
	TokenCloseBrace:    `"}"`,
	TokenOpenBracket:   `"["`,
	TokenCloseBracket:  `"]"`,
	TokenOpenParen:     `"("`,
	TokenCloseParen:    `")"`,
	TokenOpenQuote:     "a quote",
	TokenCloseQuote:    "a closing quote",
	TokenOpenHeredoc:   "a heredoc",
	TokenCloseHeredoc:  "the end of a heredoc",
	TokenQuotedText:    "text",
	TokenText:          "text",
	TokenInterp:        `"${"`,
	TokenDirective:     `"%{"`,
	TokenSequenceEnd:   `"}"`,
	TokenAssign:        `"="`,
	TokenDot:           `"."`,
	TokenComma:         "a comma",
	TokenColon:         "a colon",
	TokenDoubleColon:   `"::"`,
	TokenEllipsis:      `"..."`,
	TokenArrow:         `"=>"`,
	TokenQuestion:      `"?"`,
	TokenBang:          `"!"`,
	TokenOr:            `"||"`,
	TokenAnd:           `"&&"`,
	TokenEqual:         `"=="`,
	TokenNotEqual:      `"!="`,
	TokenLess:          `"<"`,
	TokenLessEqual:     `"<="`,
	TokenGreater:       `">"`,
	TokenGreaterEqual:  `">="`,
	TokenPlus:          `"+"`,
	TokenMinus:         `"-"`,
	TokenStar:          `"*"`,
	TokenSlash:         `"/"`,
	TokenPercent:       `"%"`,
	TokenBitAnd:        `"&"`,
	TokenBitOr:         `"|"`,
	TokenBitXor:        `"^"`,
	TokenBitNot:        `"~"`,
	TokenBacktick:      "a backtick",
	TokenApostrophe:    "a single quote",
	TokenSemicolon:     "a semicolon",
	TokenQuotedNewline: "a line break inside quotes",
	TokenInvalid:       "an invalid character",
	TokenBadUTF8:       "a byte that is not UTF-8",
}

// The classes of ASCII bytes that the scanner's inner loops ask for.
const (
	classIdentStart = 1 << iota // letters and the underscore
	classIdent                  // what may follow: also digits and the dash
	classDigit
	classQuotedStop // ends a run of plain text between quotes
	classTextStop   // ends a run of plain text elsewhere
)

// class gives the classes of every byte. Bytes of longer characters end every run, so that
// they are looked at one by one.
var class = makeClasses()

// The table is computed when the program starts, because these rules are easier to check than 256 numbers.
func makeClasses() (t [256]uint8) {
	for c := range t {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' {
			t[c] |= classIdentStart | classIdent
		}
		if c >= '0' && c <= '9' {
			t[c] |= classDigit | classIdent
		}
		if c >= 0x80 {
			t[c] |= classQuotedStop | classTextStop
		}
	}
	t['-'] |= classIdent
	for _, c := range "$%\r\n" {
		t[c] |= classQuotedStop | classTextStop
	}
	t['"'] |= classQuotedStop
	t['\\'] |= classQuotedStop
	return t
}

// Scan returns the tokens of a configuration or expression. They cover the text from the first byte to the last: every
// token begins where the one before it ends, even inside templates. There is no token for the end of the file. Scan
// never fails; invalid text consists of tokens of special kinds (see [TokenKind.IsBad]).
func Scan(f *source.File) iter.Seq[Token] { return tokens(f, scanMain) }

// ScanTemplate is like [Scan] for a source that is one template, without quotes around it.
func ScanTemplate(f *source.File) iter.Seq[Token] { return tokens(f, scanBare) }

// IsBad reports whether tokens of the kind are always an error.
func (k TokenKind) IsBad() bool { return k >= firstBadToken }

func tokens(f *source.File, mode scanMode) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		var s scanner
		s.start(f.Text(), mode)
		for last := 0; ; {
			k := s.next()
			if s.from > last && !yield(Token{TokenSpace, span(last, s.from)}) {
				return
			}
			if k == TokenEOF || !yield(Token{k, span(s.from, s.pos)}) {
				return
			}
			last = s.pos
		}
	}
}

func span(start, end int) source.Span {
	return source.Span{Start: uint32(start), End: uint32(end)}
}
