package format

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// split divides the pieces into lines and the lines into cells.
func (l *layout) split() {
	first := 0
	for i := range l.pieces {
		if l.endsLine(&l.pieces[i]) {
			l.lines = append(l.lines, l.cells(first, i+1))
			first = i + 1
		}
	}
	if first < len(l.pieces) {
		l.lines = append(l.lines, l.cells(first, len(l.pieces)))
	}
}

// endsLine reports whether a piece holds the end of its line, as line comments do.
func (l *layout) endsLine(p *piece) bool {
	return p.kind == syntax.TokenNewline || p.kind == syntax.TokenComment && l.text[p.end-1] == '\n'
}

func (l *layout) cells(first, end int) line {
	ln := line{first: first, assign: end, comment: end, end: end}
	if end-first > 1 && l.pieces[end-1].kind == syntax.TokenComment {
		ln.comment = end - 1
	}
	ln.assign = ln.comment
	for i := first; i < ln.comment; i++ {
		switch {
		// An assignment before it would have been found already. The rest of the line is the text of the heredoc, in
		// which an equals sign means nothing.
		case l.pieces[i].kind == syntax.TokenOpenHeredoc:
			return ln
		case i > first && l.pieces[i].kind == syntax.TokenAssign:
			// A value that goes on on the next line is no one-line attribute: aligning it with its neighbours would
			// move them whenever somebody breaks it open.
			if l.brackets(i, ln.comment) == 0 {
				ln.assign = i
			}
			return ln
		}
	}
	return ln
}

// brackets returns how many more brackets the pieces open than they close.
func (l *layout) brackets(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		n += bracket(l.pieces[i].kind)
	}
	return n
}

func bracket(k syntax.TokenKind) int {
	switch k {
	case syntax.TokenOpenBrace, syntax.TokenOpenBracket, syntax.TokenOpenParen, syntax.TokenInterp, syntax.TokenDirective:
		return 1
	case syntax.TokenCloseBrace, syntax.TokenCloseBracket, syntax.TokenCloseParen, syntax.TokenSequenceEnd:
		return -1
	}
	return 0
}

// mostBlanks bounds the blanks of one kind in the whole result, so that it grows with the text: without a bound, lines
// nested into each other and a single line of enormous width would make it grow with the square. It depends on nothing
// that formatting changes.
//
// It counts everything but blanks, so that formatting the result again finds the same bound and makes the same choices.
func (l *layout) mostBlanks() int {
	n := 0
	for i := range l.pieces {
		n += int(l.pieces[i].end - l.pieces[i].start)
	}
	return 64*n + 1<<20
}

// indent sets the blanks before the first piece of every line: two for each line above that left brackets open, however
// many it left open.
func (l *layout) indent() {
	most := l.most / max(1, len(l.lines))
	var open []int // brackets left open, by line that opened them
	for i := range l.lines {
		ln := &l.lines[i]
		head := &l.pieces[ln.first]
		if head.kind == syntax.TokenNewline || head.kind == syntax.TokenSpace {
			continue
		}
		net := l.brackets(ln.first, ln.comment)
		if net < 0 {
			open = closeBrackets(open, -net)
		}
		head.blanks = uint32(min(2*min(len(open), syntax.MaxNesting), most))
		if net > 0 {
			open = append(open, net)
		}
	}
}

func closeBrackets(open []int, n int) []int {
	for n > 0 && len(open) > 0 {
		last := len(open) - 1
		if n < open[last] {
			open[last] -= n
			return open
		}
		n -= open[last]
		open = open[:last]
	}
	return open
}

// align sets the blanks before assignments and comments so that those of consecutive lines are aligned.
//
// Assignments come first, since the blanks before them move the comments behind.
func (l *layout) align() {
	l.alignCell((*line).hasAssign, func(ln *line) int { return ln.assign })
	l.alignCell((*line).hasComment, func(ln *line) int { return ln.comment })
}

// alignCell aligns one kind of cell over runs of lines that have it. A run that would take more blanks than are left to
// all runs is not aligned.
func (l *layout) alignCell(has func(*line) bool, cell func(*line) int) {
	left := l.most
	for i := 0; i < len(l.lines); i++ {
		if !has(&l.lines[i]) {
			continue
		}
		if i+1 == len(l.lines) || !has(&l.lines[i+1]) {
			l.pieces[cell(&l.lines[i])].blanks = 1
			continue
		}
		run, widest, total := i, 0, 0
		for ; i < len(l.lines) && has(&l.lines[i]); i++ {
			w := l.width(l.lines[i].first, cell(&l.lines[i]))
			widest = max(widest, w)
			total += w
		}
		total = widest*(i-run) - total
		// All of a run or nothing: a run of which only the first lines stand below each other would look like a
		// mistake.
		aligned := total <= left
		if aligned {
			left -= total
		}
		for j := run; j < i; j++ {
			at := cell(&l.lines[j])
			l.pieces[at].blanks = 1
			if aligned {
				l.pieces[at].blanks += uint32(widest - l.width(l.lines[j].first, at))
			}
		}
	}
}

// width returns how many columns the pieces take; of what reaches over several lines the last line counts.
func (l *layout) width(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		p := &l.pieces[i]
		text := l.str(p)
		n += int(p.blanks)
		if p.kind >= syntax.TokenOpenBrace && p.kind <= syntax.TokenCloseQuote || p.kind >= syntax.TokenInterp {
			n += len(text)
			continue
		}
		for j := len(text) - 1; j >= 0; j-- {
			if text[j] == '\n' {
				n, text = 0, text[j+1:]
				break
			}
		}
		n += source.Cells(text)
	}
	return n
}
