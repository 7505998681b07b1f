package run

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The default limits of an answer. Ten thousand resources of five hundred values each are half of what fits.
const (
	defaultOutputValues = 10_000_000
	defaultOutputBytes  = 256 << 20
)

// maxOutputDepth limits how deep the values of an answer may be nested.
const maxOutputDepth = 1000

// Sizer is a loader whose content is copied into the answer unchanged. Size returns its length in bytes.
type Sizer interface {
	Size() int
}

// room is the remaining capacity of an answer. Values share their parts, so a few lines can describe more than any
// memory holds once it is written out; hence a part counts as often as it is used.
//
// The values of blocks are counted when they are finished, before anything is written out. Values share their parts in
// memory, but not in an answer: a few lines once described more than any memory holds, and writing them ended the
// process with all other calls in it.
type room struct {
	ctx    context.Context
	limits Limits
	values int
	bytes  int
	// refused is set if a number was among the values that cannot be written.
	refused bool
	// lack is the exceeded limit; nil if there is none.
	lack *lack
}

// lack is an exceeded limit: the title of an error, and its detail, in which %s is the place.
type lack struct{ summary, detail string }

func (m *room) lacks(summary, detail string) bool {
	m.lack = &lack{summary, detail}
	return false
}

// tooLarge records that the answer has more than n things.
func (m *room) tooLarge(n int, things string) bool {
	return m.lacks("Response too large", "With %s, the response has more than "+strconv.Itoa(n)+" "+things+
		". A part that is "+
		"used in several places counts each time. Look for nested loops over large collections, or for a large value "+
		"that is written many times.")
}

// take counts a value and everything in it. It returns false as soon as there is no room, without looking further.
func (m *room) take(v value.Value, depth int) bool {
	const checkEvery = 1 << 16
	if m.values--; m.values < 0 {
		return m.tooLarge(m.limits.OutputValues, "values")
	}
	if m.values%checkEvery == 0 && m.ctx != nil && m.ctx.Err() != nil {
		return m.lacks("Evaluation ended", "The time limit of this evaluation was exceeded at %s.")
	}
	v = unmarked(v)
	if v.IsString() {
		return m.write(len(v.AsString()))
	}
	if v.IsNumber() {
		if _, why := contract.Number(v, true); why != "" {
			m.refused = true
		}
		return true
	}
	if !v.IsContainer() {
		return true
	}
	if depth > maxOutputDepth {
		return m.lacks("Value nested too deeply", "In %s, values are nested more than "+strconv.Itoa(maxOutputDepth)+
			" levels deep. Look for a long chain of locals that wrap each other.")
	}
	if raw := host.Raw(v); raw != nil {
		// Parts of the request that are passed on are copied as bytes. Their length is known without reading them.
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
		return m.tooLarge(m.limits.OutputBytes, "bytes of text")
	}
	return true
}

// newRoom returns the room of one run.
func newRoom(ctx context.Context, l Limits) room {
	l.OutputValues = cmp.Or(l.OutputValues, defaultOutputValues)
	l.OutputBytes = cmp.Or(l.OutputBytes, defaultOutputBytes)
	return room{ctx: ctx, limits: l, values: l.OutputValues, bytes: l.OutputBytes}
}

// fits takes room for the finished value of an attribute. If there is none, it reports that, and the run ends: an
// answer with a missing part is useless.
func (r *run) fits(item int, a *Attribute, v value.Value) bool {
	if r.room.lack != nil {
		return false
	}
	if r.room.take(v, 0) {
		return true
	}
	it := &r.items[item]
	it.Attribute = a.Name
	r.breaks(item, a.Range, &diag.Diagnostic{Code: code.Limit, Subject: a.Range, Summary: r.room.lack.summary,
		Detail: fmt.Sprintf(r.room.lack.detail, "the "+a.Name+" of "+it.Describe(wording.Quoted))})
	return false
}
