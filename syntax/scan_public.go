package syntax

import (
	"iter"

	"github.com/hclx-lang/hclx/source"
)

// Scan returns the tokens of a configuration or expression, from the first byte to the last:
// every token begins where the one before it ended, inside templates too. The end of the file is not
// among them. It never fails; what has no meaning comes as tokens of the last kinds
// (see [TokenKind.IsBad]).
func Scan(f *source.File) iter.Seq[Token] { return tokens(f, scanMain) }

// ScanTemplate is [Scan] for a source that is one template, without quotes around it.
func ScanTemplate(f *source.File) iter.Seq[Token] { return tokens(f, scanBare) }

// IsBad tells whether tokens of the kind have no place in the language.
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
