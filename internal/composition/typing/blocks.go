package typing

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Surroundings are the schemas and functions for checking a program.
type Surroundings struct {
	// Kinds are the known schemas.
	Kinds schema.Source
	// Composite is the kind of the composite; nil if it is not known.
	Composite *schema.Kind
	// Functions are the functions that programs can call, besides invoke.
	Functions function.Table
	// Groups returns how much is known about a group of kinds; nil if nothing is.
	Groups func(group string) GroupKnowledge
	// Filled is set if a later step of the pipeline may write missing fields of composed resources.
	Filled bool
	// Shared is set if other steps of the pipeline may write the status of the composite.
	Shared bool
}

// GroupKnowledge is how much is known about a group of kinds.
type GroupKnowledge uint8

// How much is known about a group.
const (
	SomeKinds  GroupKnowledge = iota
	Kubernetes                // a group of Kubernetes itself, whose kinds nobody adds to
	AllKinds                  // all of its kinds are known
)

// Result is the result of checking a program.
type Result struct {
	// Diagnostics are ordered by position.
	Diagnostics diag.List
	// Unchecked are the kinds for which there is no schema, by name.
	Unchecked []schema.Name

	terms [][]*term
}

// Type returns the type of a part of an expression: an output if it is, or contains, a value that is only known later
// in the cluster. It is dynamic if nothing is known.
func (r *Result) Type(f *model.File, n syntax.Expr) types.Type {
	if i := n.Number(); i > 0 && int(i) < len(r.terms[f.Index]) {
		if t := r.terms[f.Index][i]; t != nil {
			if out := t.typ(); !t.plain().eventual && !t.eventual {
				return out
			}
			return types.Output(t.typ())
		}
	}
	return types.Dynamic
}

// Limits of the work. It grows with the program, so that large ones are checked as thoroughly as small ones; the least
// is for small programs with loops over long lists.
const (
	workPerNode = 40
	leastWork   = 20_000
)

// Program checks a program. It returns no findings for one with syntax errors.
func Program(m *model.Program, with Surroundings) *Result {
	w := &walker{
		m: m, with: with, findings: newFindings(), fuel: leastWork, terms: make([][]*term, len(m.Files)),
		plain: make([][]bool, len(m.Files)),
		kinds: map[schema.Name]*schema.Kind{}, declared: map[*model.Block][]model.Declared{},
		schemas: map[*model.Block]*schema.Schema{}, unchecked: map[schema.Name]bool{},
	}
	for i, f := range m.Files {
		w.terms[i], w.plain[i] = make([]*term, f.Nodes+1), make([]bool, f.Nodes+1)
		w.fuel += workPerNode * int(f.Nodes)
	}
	r := &Result{terms: w.terms}
	if m.IsBroken() {
		return r
	}
	w.root = w.newScope()
	w.scope = w.root
	if s := w.compositeSchema(); s != nil {
		w.misses.add(s)
	}
	for _, f := range m.Files {
		w.blocks(f.Top(), true)
	}
	w.rest()
	r.Diagnostics = append(w.diagnostics(w.needed), w.waits()...)
	slices.SortStableFunc(r.Diagnostics, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	for n := range w.unchecked {
		r.Unchecked = append(r.Unchecked, n)
	}
	slices.SortFunc(r.Unchecked, schema.Name.Compare)
	return r
}

// rest infers the expressions that no block needs, so that they have types, too.
//
// Editors show the type under the cursor, whether or not a block uses the expression. Its mistakes cannot make the
// program fail, but it may be the text that is being written.
func (w *walker) rest() {
	for _, l := range w.m.Locals(nil) {
		if _, known := w.root.locals[w.m.Key(l.File, l.ID)]; !known {
			w.owner = nil
			w.local(l.Symbol.Expr, l.ID, l.Symbol)
		}
	}
	for _, f := range w.m.Functions() {
		body := f.Symbol.Block.Attr(model.AttrBody)
		if body == nil || body.File.IsBroken() || w.terms[body.File.Index][body.Node.Number()] != nil {
			continue
		}
		s := w.newScope()
		s.function = f.Symbol.Block
		w.elsewhere(s, false, func() *term { return w.expr(body) })
	}
}

// attr infers an attribute of a block, which owns the findings from then on.
func (w *walker) attr(b *model.Block, name string, runs bool) (*model.Expr, *term) {
	e := b.Attr(name)
	if e == nil || e.File.IsBroken() {
		return nil, unknownTerm
	}
	if runs {
		w.needed = append(w.needed, e)
	}
	w.owner = e
	return e, w.expr(e)
}

// within checks an attribute against a schema.
func (w *walker) within(b *model.Block, name string, s *schema.Schema, runs bool) {
	e, t := w.attr(b, name, runs)
	if e == nil || t.form == constant {
		return // constants have been checked
	}
	w.against().check(t, s)
}

func (w *walker) against() against { return against{walker: w, pass: comparing, alt: w.alt} }

// The schemas of attributes.
var (
	truthSchema  = &schema.Schema{Type: schema.Boolean}
	textSchema   = &schema.Schema{Type: schema.String}
	textsSchema  = &schema.Schema{Type: schema.Object, Additional: textSchema}
	objectSchema = &schema.Schema{Type: schema.Object, Preserve: true}
)

// blocks checks blocks. runs is set if they are evaluated in some run.
func (w *walker) blocks(list []*model.Block, runs bool) {
	for _, b := range list {
		switch b.Kind {
		case model.KindFunction, model.KindTemplate, model.KindSelect:
		default:
			w.block(b, runs)
		}
	}
}

func (w *walker) block(b *model.Block, runs bool) {
	guards := len(w.guards)
	runs = w.condition(b, runs)
	switch b.Kind {
	case model.KindResource, model.KindTemplate:
		if e, t := w.attr(b, model.AttrBody, runs); e != nil {
			w.body(w.against(), t)
		}
	case model.KindCollection:
		w.collection(b, runs)
	case model.KindStatus:
		w.status(b, runs)
	case model.KindConnection:
		w.within(b, model.AttrBody, textsSchema, runs)
	case model.KindContext:
		w.within(b, model.AttrKey, textSchema, runs)
		w.attr(b, model.AttrValue, runs)
	case model.KindReady:
		w.within(b, model.AttrValue, textSchema, runs)
	case model.KindRequirement:
		w.requirement(b, runs)
	}
	w.blocks(b.Blocks, runs)
	w.guards = w.guards[:guards]
}

// condition checks the condition of a block, and adds the facts that follow from it.
//
// A block whose condition is constantly false is still checked, but not counted among those that run: a mistake in it
// cannot make a call fail.
func (w *walker) condition(b *model.Block, runs bool) bool {
	e, t := w.attr(b, model.AttrCondition, runs)
	if e == nil {
		return runs
	}
	if v := t.constant(); v.IsBool() && !v.AsBool() {
		return false
	}
	if t.form != constant {
		w.against().check(t, truthSchema)
	}
	w.assume(e, e.Node, true, 0)
	return runs
}

// collection checks a collection for every known member.
func (w *walker) collection(b *model.Block, runs bool) {
	e, t := w.attr(b, model.AttrForEach, runs)
	template := b.First(model.KindTemplate)
	if e == nil {
		return
	}
	o := over{items: []item{{unknownTerm, unknownTerm}}}
	if t.form != constant {
		o = w.wantLoop(e, e.Node, t)
	}
	before, alt := w.scope, w.alt
	// With several members a mistake may concern only some of them, which is decided after all are visited.
	w.alt = alt || len(o.items) > 1
	for _, it := range o.items {
		w.scope = w.newScope()
		w.scope.key, w.scope.val, w.scope.over = it.key, it.val, at(e, e.Node)
		if e, t := w.attr(b, model.AttrName, runs); e != nil {
			w.wantText(e, e.Node, t)
		}
		if template != nil {
			w.block(template, runs)
		}
	}
	w.scope, w.alt = before, alt
}

// body checks the body of a resource against the schema of its kind, for every kind that it can have.
func (w *walker) body(a against, t *term) {
	switch t.form {
	case byName:
		w.body(a.enter(t), t.parts[0])
	case choice:
		a.alternatives(t, w.body)
	case object:
		w.objectBody(a, t)
	case constant: // it has been checked
	default:
		a.check(t, objectSchema)
	}
}

func (w *walker) objectBody(a against, t *term) {
	apiVersion, kind := t.field("apiVersion"), t.field("kind")
	a.lenient = w.with.Filled
	switch {
	case t.open && (apiVersion == nil || kind == nil), apiVersion == nil && kind == nil:
		return // nothing is known about it
	case apiVersion == nil:
		a.lacks(t.at, "apiVersion")
		return
	case kind == nil:
		a.lacks(t.at, "kind")
		return
	}
	kinds, ok := kindsIn(apiVersion.val, kind.val, a.chosen)
	if !ok {
		a.anyMetadata(t)
		return
	}
	for _, k := range kinds {
		inner := a
		inner.chosen, inner.alt = k.chosen, a.alt || k.alt
		known := w.lookupKind(k.name)
		if known == nil {
			inner.unknownKind(k.name, k.apiVersion, k.kind)
			if len(kinds) == 1 {
				inner.anyMetadata(t)
			}
			continue
		}
		inner.check(t, known.Schema())
		inner.metadata(t, known)
		if f := t.field("status"); known.HasStatus && f != nil {
			inner.see(f.key)
			inner.soft = true
			inner.refuse(f.key, code.StatusSubresource, "Status of a resource",
				"the status of "+k.name.Kind+" is written only by its controller; the API server drops what this block writes")
		}
	}
}

// status checks the values that a block writes to the status of the composite.
func (w *walker) status(b *model.Block, runs bool) {
	e, t := w.attr(b, model.AttrBody, runs)
	if e == nil || t.form == constant {
		return
	}
	a, s := w.against(), objectSchema
	if root := w.compositeSchema(); root != nil {
		p, _ := root.Property("status")
		s = p.Schema
	}
	a.partial, a.writers = true, w.statusWriters()
	a.path = &pathStep{name: "status"}
	a.check(t, s)
	if !a.alt && !isConditional(b) {
		w.constants(a, t, "")
	}
}

// isConditional reports whether a block, or one that contains it, has a condition.
func isConditional(b *model.Block) bool {
	for ; b != nil; b = b.Parent {
		if b.Attr(model.AttrCondition) != nil {
			return true
		}
	}
	return false
}

// statusWriters counts the blocks that write the fields of the composite's status.
//
// If any block may write anything, a field cannot be reported as missing because only one block writes it.
func (w *walker) statusWriters() map[string]int {
	if w.writers != nil {
		return w.writers
	}
	w.writers = map[string]int{}
	for _, k := range w.m.Written() {
		if k.All || w.with.Shared {
			clear(w.writers)
			break
		}
		for _, kid := range k.Kids {
			w.writers[kid.Name]++
		}
	}
	return w.writers
}

// requirement checks the selector of a requirement.
func (w *walker) requirement(b *model.Block, runs bool) {
	sel := b.First(model.KindSelect)
	if sel == nil {
		return
	}
	for _, name := range []string{model.AttrMatchName, model.AttrNamespace} {
		w.within(sel, name, textSchema, runs)
	}
	w.within(sel, model.AttrMatchLabels, textsSchema, runs)
	e1, apiVersion := w.attr(sel, model.AttrAPIVersion, runs)
	e2, kind := w.attr(sel, model.AttrKind, runs)
	if e1 == nil || e2 == nil {
		return
	}
	a := w.against()
	a.check(apiVersion, textSchema)
	a.check(kind, textSchema)
	kinds, ok := kindsIn(apiVersion, kind, nil)
	for _, k := range kinds {
		if ok && w.lookupKind(k.name) == nil {
			inner := a
			inner.alt = a.alt || k.alt
			inner.unknownKind(k.name, k.apiVersion, k.kind)
		}
	}
}

// written is a constant in the status, and its place.
type written struct {
	val value.Value
	at  place
}

// constants compares the constants of a status body with those of the other blocks.
//
// Only constants outside of conditions are compared: these are written in every run, so one of the two blocks is always
// overridden.
func (w *walker) constants(a against, t *term, path string) {
	p := t.plain()
	switch p.form {
	case object:
		for i := range p.fields {
			if !p.fields[i].maybe {
				w.constants(a.into(p.fields[i].name), p.fields[i].val, path+"."+p.fields[i].name)
			}
		}
	case constant:
		old, known := w.constantStatus[path]
		if !known {
			if w.constantStatus == nil {
				w.constantStatus = map[string]written{}
			}
			w.constantStatus[path] = written{p.val, p.at}
			return
		}
		if same := calc.Equal(old.val, p.val, types.Extended); same.IsBool() && !same.AsBool() &&
			old.at.spot() != p.at.spot() {
			a.refuse(p.at, code.StatusContradiction, "Contradicting status",
				"another block writes a different value to this field of the status, at "+old.at.rng().String())
		}
	}
}
