package run

import (
	"context"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The default limits of an answer. Ten thousand resources of five hundred values each are half of what fits.
const (
	defaultOutputValues = 10_000_000
	defaultOutputBytes  = 256 << 20
)

// maxOutputDepth bounds how deep the values of an answer may be nested.
const maxOutputDepth = 1000

// Sizer is a loader whose content is passed on as it is by those who write the answer. Size is how many bytes that
// takes.
type Sizer interface {
	Size() int
}

// room is what an answer may still hold. Values share their parts, so a few lines can describe more than any memory
// holds once it is written out; hence a part counts as often as it is used.
type room struct {
	ctx    context.Context
	values int
	bytes  int
	// refused tells that a number was among the values that cannot be written.
	refused bool
	// lack is what there was too much of.
	lack lack
}

type lack uint8

const (
	lackNone lack = iota
	lackValues
	lackBytes
	lackDepth
	lackTime
)

// take counts a value and everything in it. It is false if there is no room for it; nothing is looked at beyond that
// point.
func (m *room) take(v value.Value, depth int) bool {
	const checkEvery = 1 << 16
	if m.values--; m.values < 0 {
		m.lack = lackValues
		return false
	}
	if m.values%checkEvery == 0 && m.ctx != nil && m.ctx.Err() != nil {
		m.lack = lackTime
		return false
	}
	v = unmarked(v)
	if v.IsString() {
		return m.write(len(v.AsString()))
	}
	if v.IsNumber() {
		if _, why := Number(v, true); why != "" {
			m.refused = true
		}
		return true
	}
	if !v.IsContainer() {
		return true
	}
	if depth > maxOutputDepth {
		m.lack = lackDepth
		return false
	}
	if raw := host.Raw(v); raw != nil {
		if s, ok := raw.(Sizer); ok {
			return m.write(s.Size())
		}
	}
	for _, name := range v.Names() {
		m.bytes -= len(name)
	}
	for _, e := range v.Elems() {
		if !m.take(e, depth+1) {
			return false
		}
	}
	return m.write(0)
}

func (m *room) write(n int) bool {
	if m.bytes -= n; m.bytes < 0 {
		m.lack = lackBytes
		return false
	}
	return true
}

// newRoom returns the room of one run.
func newRoom(ctx context.Context, l Limits) room {
	return room{ctx: ctx, values: orDefault(l.OutputValues, defaultOutputValues),
		bytes: orDefault(l.OutputBytes, defaultOutputBytes)}
}

func orDefault(n, d int) int {
	if n == 0 {
		return d
	}
	return n
}

// fits takes room for the finished value of an attribute. If there is none, that is reported, and the run ends: an
// answer of which a part is missing is of no use.
func (r *run) fits(item int, a *Attribute, v value.Value) bool {
	if r.room.lack != lackNone {
		return false
	}
	if r.room.take(v, 0) {
		return true
	}
	it := &r.items[item]
	d := &diag.Diagnostic{Code: code.Limit, Subject: a.Range}
	what := "the " + a.Name + " of " + it.Describe(wording.Quoted)
	shared := " A part that is used in several places counts in each. Look for a loop over a product of large " +
		"collections, or for a large value that is written many times."
	switch r.room.lack {
	case lackValues:
		d.Summary = "Answer too large"
		d.Detail = "With " + what + ", the answer has more than " +
			strconv.Itoa(orDefault(r.in.Limits.OutputValues, defaultOutputValues)) + " values." + shared
	case lackBytes:
		d.Summary = "Answer too large"
		d.Detail = "With " + what + ", the answer has more than " +
			strconv.Itoa(orDefault(r.in.Limits.OutputBytes, defaultOutputBytes)) + " bytes of text." + shared
	case lackDepth:
		d.Summary = "Value nested too deeply"
		d.Detail = "In " + what + ", values are nested more than " + strconv.Itoa(maxOutputDepth) +
			" levels deep. Look for locals that wrap one another in a long chain."
	default:
		d.Summary = "Evaluation ended"
		d.Detail = "The time for this evaluation was over at " + what + "."
	}
	it.Attribute = a.Name
	r.breaks(item, a.Range, d)
	return false
}
