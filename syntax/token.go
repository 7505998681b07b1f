package syntax

import "github.com/hclx-lang/hclx/source"

// Token is a piece of source text.
type Token struct {
	Kind TokenKind
	Span source.Span
}

// TokenKind says what a token is. The zero value is the end of the source.
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

const firstBadToken = TokenBitAnd

// String describes the kind for people, as in "expected a comma".
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
