package eval

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// All templates of a thread are written to one buffer, one behind the other: a template inside another one begins where
// the outer one is, and cuts its text off when it is done. The only allocation of a template is the string that it
// becomes. Once a part is unknown nothing more is written, but all parts are still evaluated for their mistakes; what
// was written until then is a prefix of the result, and known.

// template is the data of the code of a template.
type template struct {
	parts   []part
	file    *source.File
	whole   source.Span
	profile *types.Profile
}

// part is a part of a template: literal text, a for directive, or an expression.
type part struct {
	text string
	code Code
	each *eachPart
	at   source.Span
}

// eachPart is a for directive.
type eachPart struct {
	loop *loop
	body *template
}

// template compiles a template. Adjacent texts are joined.
func (c *Compiler) template(e *syntax.Template) node {
	t, n := c.templateParts(e)
	switch {
	case len(t.parts) == 0:
		return constantNode(host.ASCIIString(""))
	case len(t.parts) == 1 && t.parts[0].code == nil && t.parts[0].each == nil:
		return constantNode(value.String(t.parts[0].text))
	}
	n.loose = true
	n.code = t.eval
	if i, ok := t.onlyExpression(); ok {
		n.code = t.around(i)
	}
	return n
}

// onlyExpression returns the index of the only part that is not text, if it is an expression with at most one text
// before and one after it.
func (t *template) onlyExpression() (int, bool) {
	at := -1
	for i := range t.parts {
		switch {
		case t.parts[i].each != nil || t.parts[i].code != nil && at >= 0:
			return 0, false
		case t.parts[i].code != nil:
			at = i
		}
	}
	return at, at >= 0
}

// around compiles a template that consists of one expression with text around it.
func (t *template) around(i int) Code {
	code := t.parts[i].code
	var before, behind string
	if i > 0 {
		before = t.parts[0].text
	}
	if i+1 < len(t.parts) {
		behind = t.parts[i+1].text
	}
	return func(f *Frame) value.Value {
		th := f.Thread
		mark := len(th.Diags)
		v := code(f)
		// Text around one expression is the most frequent template. One concatenation is cheaper than the buffer.
		if v.IsString() && len(th.Diags) == mark {
			if !th.write(len(before) + len(v.AsString()) + len(behind)) {
				return th.ended(source.Range{File: t.file, Span: t.whole})
			}
			return value.String(before + v.AsString() + behind)
		}
		return t.evalWith(f, v, mark)
	}
}

// evalWith is eval for a template whose only expression has been evaluated; its diagnostics are those from mark on.
func (t *template) evalWith(f *Frame, v value.Value, mark int) value.Value {
	th := f.Thread
	start := len(th.text)
	var out output
	for i := range t.parts {
		p := &t.parts[i]
		switch {
		case p.code != nil:
			out.frozen = th.failedSince(mark)
			t.put(th, p, v, &out)
			out.frozen = out.unknown || th.failedSince(mark)
		case !out.frozen:
			th.add(p.text)
		}
	}
	x := t.finish(th, &out, start, mark)
	th.cut(start)
	return x.WithMarks(out.marks)
}

func (c *Compiler) templateParts(e *syntax.Template) (*template, node) {
	t := &template{parts: make([]part, 0, min(len(e.Parts), 8)), file: c.env.File, whole: e.Source, profile: c.profile}
	whole := over()
	var run []string
	for _, p := range e.Parts {
		if each, ok := p.(*syntax.TemplateFor); ok {
			c.size += sizeOf(each)
			t.endRun(run)
			run = run[:0]
			x, n := c.eachPart(each)
			whole.take(&n)
			t.parts = append(t.parts, part{each: x, at: each.Source})
			continue
		}
		n := c.expr(p)
		whole.take(&n)
		run = t.add(n, spanOf(p), run)
	}
	t.endRun(run)
	return t, whole
}

// add adds a part; constants become text. Adjacent texts are collected in run, and joined by endRun.
func (t *template) add(n node, at source.Span, run []string) []string {
	text, ok := literalText(n)
	if !ok {
		t.endRun(run)
		t.parts = append(t.parts, part{code: n.code, at: at})
		return run[:0]
	}
	if len(run) == 0 {
		t.parts = append(t.parts, part{at: at})
	}
	return append(run, text)
}

// endRun joins adjacent texts, in time linear in their length.
//
// A template of 40,000 constant parts took quadratic time while each part was added to the text before it.
func (t *template) endRun(run []string) {
	if len(run) > 0 {
		t.parts[len(t.parts)-1].text = strings.Join(run, "")
	}
}

// literalText returns the text of a constant in a template.
func literalText(n node) (string, bool) {
	if !n.constant {
		return "", false
	}
	return literalKey(n)
}

// output is the state of a template that is being written to the end of the buffer of the thread.
type output struct {
	marks   *value.Marks
	origins *value.Origins
	unknown bool
	// frozen: something is unknown or has failed, so nothing more is written. The text before it is a prefix of the
	// result.
	frozen bool
}

// eval writes the text of a template.
func (t *template) eval(f *Frame) value.Value {
	th := f.Thread
	start := len(th.text)
	mark := len(th.Diags)
	var out output
	t.write(f, &out)
	v := t.finish(th, &out, start, mark)
	th.cut(start)
	return v.WithMarks(out.marks)
}

// finish returns the value of the text from start on.
func (t *template) finish(th *Thread, out *output, start, mark int) value.Value {
	text := th.text[start:]
	if th.fatal != nil || !th.write(len(text)) {
		return th.ended(source.Range{File: t.file, Span: t.whole})
	}
	if !out.unknown {
		return value.String(string(text))
	}
	v := unknowns.WithOrigins(unknowns.NotNullOf(types.String), out.origins)
	if !th.weigh(v) {
		return th.ended(source.Range{File: t.file, Span: t.whole})
	}
	if len(text) == 0 || th.failedSince(mark) {
		return v
	}
	return v.Refine(value.Refinement{Prefix: prefixOf(text)})
}

// maxPrefix limits the prefix of an unknown text.
const maxPrefix = 128

// prefixOf returns the prefix of a text that does not depend on what follows.
func prefixOf(text []byte) string { return unknowns.PrefixOf(string(text[:min(len(text), maxPrefix)])) }

// write writes all parts. It evaluates all of them, even after one that fails, so that all errors are reported.
func (t *template) write(f *Frame, out *output) {
	th := f.Thread
	for i := range t.parts {
		p := &t.parts[i]
		if p.code == nil && p.each == nil {
			if !out.frozen {
				th.add(p.text)
			}
			continue
		}
		start, mark := len(th.text), len(th.Diags)
		if p.each != nil {
			p.each.write(f, out)
		} else {
			t.put(th, p, p.code(f), out)
		}
		if out.unknown || th.fatal != nil || th.failedSince(mark) {
			out.frozen = true
			// What a part wrote before it failed is not how the result begins.
			th.text = th.text[:start]
		}
	}
}

// put writes the value of a part.
func (t *template) put(th *Thread, p *part, v value.Value, out *output) {
	switch {
	case v.IsString():
		if !out.frozen {
			th.add(v.AsString())
		}
		return
	// Digits are written directly to the buffer, without a string for them.
	case numbers.IsInt64(v):
		if !out.frozen {
			th.text = numbers.AppendText(th.text, v)
		}
		return
	}
	v, marks := v.Unmark()
	out.marks = out.marks.Union(marks)
	switch {
	case v.IsNull():
		t.badPart(th, p, "The value is null, which cannot be part of a string. Write another value instead, as in: x == "+
			"null ? \"\" : x.")
	case v.IsUnknown():
		out.unknown = true
		out.origins = out.origins.Union(v.Origins())
	default:
		t.writeText(th, p, v, marks, out)
	}
}

// writeText writes a known value that is neither a string nor a small integer.
func (t *template) writeText(th *Thread, p *part, v value.Value, marks *value.Marks, out *output) {
	s, err := convertTo(v, types.String, t.profile)
	switch {
	case err != nil:
		t.badPart(th, p, "This value cannot be part of a string: "+messageUnless(marks, err)+".")
	case !out.frozen:
		th.add(s.AsString())
	}
}

func (t *template) badPart(th *Thread, p *part, detail string) {
	if th.full() {
		return
	}
	th.Report(&diag.Diagnostic{Code: code.TemplatePart, Summary: "Invalid template interpolation value", Detail: detail,
		Subject: source.Range{File: t.file, Span: p.at}, Context: source.Range{File: t.file, Span: t.whole}})
}

// eachPart compiles a for directive.
func (c *Compiler) eachPart(e *syntax.TemplateFor) (*eachPart, node) {
	c.size += sizeOf(e) // it is no expression of its own
	coll := c.expr(e.Collection)
	l := &loop{coll: coll.code, collAt: spanOf(e.Collection), whole: e.Source, file: c.env.File, profile: c.profile}
	bound := c.enter(l, e.KeyVar, e.ValueVar)
	body, n := c.templateParts(e.Body)
	return &eachPart{loop: l, body: body}, c.leave(l, bound, []node{coll, n})
}

// write writes the body of a for directive for each element.
func (p *eachPart) write(f *Frame, out *output) {
	r, instead, ok := p.loop.start(f)
	if !ok {
		v, marks := instead.Unmark()
		out.marks = out.marks.Union(marks)
		out.origins = out.origins.Union(v.Origins())
		out.unknown = true
		return
	}
	t := f.Thread
	out.marks = out.marks.Union(r.marks)
	for i := range r.elems {
		if !t.step(p.loop.weight) {
			t.ended(p.loop.at(p.loop.whole))
			out.unknown = true
			return
		}
		p.loop.round(f, &r, i)
		p.body.write(f, out)
		if !t.fits(len(t.text)) {
			t.ended(p.loop.at(p.loop.whole))
			out.unknown = true
			return
		}
	}
}

// templateFor compiles a for directive that is a whole template.
func (c *Compiler) templateFor(e *syntax.TemplateFor) node {
	return c.template(&syntax.Template{Source: e.Source, Parts: []syntax.Expr{e}, Kind: syntax.TemplateBare})
}

// templateIf compiles an if directive: a conditional with two templates. A missing one is empty.
func (c *Compiler) templateIf(e *syntax.TemplateIf) node {
	x := &choice{cond: c.expr(e.Cond), then: c.point(PointArm, e.Then.Source, c.expr(e.Then)), condAt: spanOf(e.Cond),
		thenAt: e.Then.Source,
		whole:  e.Source, file: c.env.File, profile: c.profile}
	x.els, x.elseAt = constantNode(host.ASCIIString("")), source.Span{Start: e.Source.End, End: e.Source.End}
	if e.Else != nil {
		x.els, x.elseAt = c.expr(e.Else), e.Else.Source
	}
	x.els = c.point(PointArm, x.elseAt, x.els)
	return x.compile()
}
