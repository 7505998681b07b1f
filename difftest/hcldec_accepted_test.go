package difftest

import (
	"slices"
	"strings"

	theirhcl "github.com/hashicorp/hcl/v2"

	"github.com/hclx-lang/hclx/diag"
)

// acceptedSpecs are the differences that are meant.
var acceptedSpecs = []row[*specDifference]{
	{"a block that is one too many is reported at its header; there at the start of its content",
		func(d *specDifference) bool {
			return d.pairs("too-many-blocks", "Too many ", func(header, content int) bool {
				return header <= content && content <= d.endOf(header)
			})
		}},
	{"blocks that do not go together are reported at the header of the second; there at the content of the first",
		func(d *specDifference) bool {
			return d.pairs("inconsistent-types", "Unconsistent argument types in ", func(header, content int) bool {
				return d.isSibling(header, content)
			})
		}},
	{"whether blocks go together is open after other errors", func(d *specDifference) bool {
		other := func(ours *diag.Diagnostic) bool { return ours.Code != "inconsistent-types" }
		return (d.ours != nil && d.ours.Code == "inconsistent-types" ||
			d.theirs != nil && strings.HasPrefix(d.theirs.Summary, "Unconsistent ")) &&
			slices.ContainsFunc(d.ourDiags, other)
	}},
	{"an error in an argument that two specifications read is reported once; there twice",
		func(d *specDifference) bool {
			if d.theirs == nil {
				return false
			}
			same := func(q *theirhcl.Diagnostic) bool { return *q.Subject == *d.theirs.Subject }
			here := func(p *diag.Diagnostic) bool { return samePlace(p, d.theirs) }
			return slices.ContainsFunc(d.ourDiags, here) &&
				slices.IndexFunc(d.theirDiags, same) < slices.Index(d.theirDiags, d.theirs)
		}},
}

// init adds a row that asks for the others.
func init() {
	acceptedSpecs = append(acceptedSpecs, row[*specDifference]{
		"the original panics where blocks of a list lack what has any type; with tuples of blocks both agree",
		func(d *specDifference) bool {
			if !d.panicked || d.kind != "panic" {
				return false
			}
			loose := decodeBySpecs(looseCases, d.seed, d.wrong)
			return loose.text == d.specDecoding.text && !loose.panicked && loose.isAccepted()
		}})
}

// pairs reports whether the difference is in a diagnostic of a sort, and the other side has its counterpart for blocks
// of the same type, at a place that goes with it. Places are the lines of the header and of the content.
func (d *specDifference) pairs(code, summary string, goTogether func(header, content int) bool) bool {
	for _, p := range d.ourDiags {
		for _, q := range d.theirDiags {
			rest, ok := strings.CutPrefix(q.Summary, summary)
			typ, _, _ := strings.Cut(rest, " ")
			header := p.Subject.Start()
			if !ok || p.Code != code || d.ours != nil && d.ours != p || d.theirs != nil && d.theirs != q {
				continue
			}
			line := d.line(header.Line)
			if header.Column == indentOf(line)+1 && strings.HasPrefix(line[indentOf(line):], typ+" ") &&
				goTogether(header.Line, q.Subject.Start.Line) {
				return true
			}
		}
	}
	return false
}

// line returns a line of the body, counted from 1.
func (d *specDifference) line(n int) string {
	lines := strings.Split(d.specDecoding.text, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// endOf returns the line in which a block ends, of which the header is given.
func (d *specDifference) endOf(header int) int {
	for n := header + 1; ; n++ {
		if line := d.line(n); line == "" || indentOf(line) <= indentOf(d.line(header)) {
			return n
		}
	}
}

// isSibling reports whether a line belongs to another block, in the body that has the one of the header.
func (d *specDifference) isSibling(header, line int) bool {
	depth := indentOf(d.line(header))
	for n := min(header, line); n < header; n++ {
		if indentOf(d.line(n)) < depth {
			return false
		}
	}
	return line < header || line > d.endOf(header)
}
