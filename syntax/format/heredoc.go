package format

import (
	"strings"

	"github.com/hclx-lang/hclx/syntax"
)

// heredocReader collects the pieces of heredocs. Their text stays as it is, and an interpolation in it is formatted
// only if it stands on one line: the lines of a longer one are indented with the text around them, which is the
// author's business.
type heredocReader struct {
	depth   int // heredocs that are open
	nesting int // interpolations and directives open in the outermost heredoc
	from    int // where the pieces of the outermost interpolation begin
}

// inside reports whether a token belongs to a heredoc. The introducer does not, the end does.
func (h *heredocReader) inside(kind syntax.TokenKind) bool {
	if kind == syntax.TokenOpenHeredoc {
		h.depth++
		return h.depth > 1
	}
	return h.depth > 0
}

func (h *heredocReader) add(pieces []piece, p piece, text string) []piece {
	switch p.kind {
	// Heredocs can be nested through interpolations. Only the outermost one counts for what is kept as it stands.
	case syntax.TokenCloseHeredoc:
		h.depth--
	case syntax.TokenInterp, syntax.TokenDirective:
		if h.nesting == 0 {
			h.from = len(pieces)
		}
		h.nesting++
	case syntax.TokenSequenceEnd:
		h.nesting = max(0, h.nesting-1)
		if h.nesting == 0 {
			return closeSequence(pieces, h.from, p, text)
		}
	case syntax.TokenSpace: // the blanks of the text are text
		return pieces
	}
	return append(pieces, p)
}

// closeSequence ends an interpolation or directive: one of several lines becomes a single piece that stays as it is.
func closeSequence(pieces []piece, from int, last piece, text string) []piece {
	if from >= len(pieces) {
		return append(pieces, last)
	}
	start := pieces[from].start
	if !strings.ContainsAny(text[start:last.end], "\n") {
		return append(pieces, last)
	}
	return append(pieces[:from], piece{start: start, end: last.end, kind: syntax.TokenText})
}

// flush ends a heredoc that the source does not end: an interpolation that is still open stays as it is.
func (h *heredocReader) flush(pieces []piece) []piece {
	if h.depth == 0 || h.nesting == 0 || h.from >= len(pieces) {
		return pieces
	}
	last := pieces[len(pieces)-1].end
	return append(pieces[:h.from], piece{start: pieces[h.from].start, end: last, kind: syntax.TokenText})
}
