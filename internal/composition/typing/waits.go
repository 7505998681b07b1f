package typing

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Only reads that certainly happen, and inputs that certainly come from one block, make an edge. A cycle of such edges
// never ends, so the warning is right for all values.

// waits finds waits that never end: for fields of the XR that may be missing, and cycles of blocks. It uses only
// certain reads.
type waits struct {
	*walker
	reader *model.Reader
	diags  diag.List
	// next are the blocks that a block waits for. A template counts as its collection.
	next map[*model.Block][]wait
	// blocks are the keys of next, in the order of the source.
	blocks []*model.Block
	// writing are the status blocks by their keys; nil until needed.
	writing map[string][]writing
}

// writing is a status block with its keys.
type writing struct {
	block *model.Block
	keys  *model.Keys
}

// wait is an awaited block, and the place of the wait; no place if it is the block that contains this one.
type wait struct {
	to *model.Block
	at source.Range
}

// waits reports waits that never end.
func (w *walker) waits() diag.List {
	c := waits{walker: w, reader: w.m.Reader(), next: map[*model.Block][]wait{}}
	for _, f := range w.m.Files {
		c.all(f.Top(), nil)
	}
	c.circles()
	return c.diags
}

func (c *waits) all(blocks []*model.Block, conditions []*model.Expr) {
	for _, b := range blocks {
		if b.Kind == model.KindFunction {
			continue
		}
		inside := conditions
		if e := b.Attr(model.AttrCondition); e != nil {
			// The capacity is cut, so that each block gets its own list: siblings would otherwise overwrite each
			// other's conditions.
			inside = append(conditions[:len(conditions):len(conditions)], e)
		}
		c.reads(b, inside)
		c.all(b.Blocks, inside)
	}
}

// reads checks the reads of a block.
func (c *waits) reads(b *model.Block, conditions []*model.Expr) {
	told := map[string]bool{}
	node := c.node(b)
	if node != nil && node == b {
		c.blocks = append(c.blocks, b)
		if around := c.around(b); around != nil {
			c.next[b] = append(c.next[b], wait{to: around})
		}
	}
	for _, a := range b.Attributes {
		c.reader.Reads(a.Expr, func(r *model.Read) {
			switch name := model.PathName(r.Path, 1); {
			case !r.Certain:
			case name == "composite" && model.PathName(r.Path, 2) == "spec":
				if a.Name != model.AttrCondition {
					c.optional(b, r, conditions, told)
				}
			case node != nil:
				if to := c.target(r.Path); to != nil {
					c.next[node] = append(c.next[node], wait{to, r.In.At(r.Ref.Node)})
				}
			}
		})
	}
}

// optional reports the first field in the path of a read that may be missing, unless a condition checks it: then that
// decides.
//
// Only the first such field is reported. With a default or an alternative for it, later ones may be right as well.
func (c *waits) optional(b *model.Block, r *model.Read, conditions []*model.Expr, told map[string]bool) {
	s := c.compositeSchema()
	for i := 2; i < len(r.Path) && s != nil && s.Type != schema.Array; i++ {
		name := model.PathName(r.Path, i)
		p, ok := s.Property(name)
		if !ok || name == "crossplane" && i == 3 {
			return
		}
		path := r.Path[:i+1]
		if p.MayBeAbsent() && i > 2 && !c.looksAt(conditions, path) {
			if text := path.String(); !told[text] {
				told[text] = true
				c.diags.Add(unguarded(b, r, text, p.Schema.Document() != nil))
			}
			return
		}
		s = p.Schema
	}
}

// looksAt reports whether any condition reads a path.
func (c *waits) looksAt(conditions []*model.Expr, path value.Path) bool {
	return slices.ContainsFunc(conditions, func(e *model.Expr) bool {
		found := false
		c.reader.Reads(e, func(r *model.Read) {
			found = found || len(r.Path) >= len(path) && r.Path[:len(path)].Equal(path)
		})
		return found
	})
}

// unguarded returns the warning that a block waits for a field. Only fields of the XRD can have a default.
func unguarded(b *model.Block, r *model.Read, path string, own bool) *diag.Diagnostic {
	out := "Write"
	if own {
		out = "Give it a default in the XRD, or write"
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning, Code: code.Unguarded, Summary: "Optional, but not guarded", Subject: r.In.At(r.Ref.Node),
		Detail: "The " + titleOf(b) + " waits forever if " + path +
			" is not set: the field is not required and has no default. " +
			out + " an alternative: try(" + path + ", ...), or condition = can(" + path + ").",
	}
	if hops := r.Hops(); len(hops) > 0 {
		d.Notes = []diag.Note{{Message: "it is read here", Range: d.Subject}}
		d.Subject = hops[0].Range
	}
	return d
}

// titleOf returns the words for a block in a sentence.
func titleOf(b *model.Block) string {
	for b.Kind == model.KindTemplate || b.Kind == model.KindSelect {
		b = b.Parent
	}
	return strings.TrimSpace(b.Kind.String() + " block " + b.Label)
}

// node returns the waiting block that includes a block, nil if no block waits for it.
//
// A status block counts only if no other step can write the status, because that could end the cycle.
func (c *waits) node(b *model.Block) *model.Block {
	switch b.Kind {
	case model.KindResource, model.KindCollection, model.KindGroup:
		return b
	case model.KindTemplate:
		return b.Parent
	case model.KindStatus:
		if !c.with.Shared && !c.with.Filled {
			return b
		}
	}
	return nil
}

// around returns the block that contains another one and must be rendered first.
func (c *waits) around(b *model.Block) *model.Block {
	for p := b.Parent; p != nil; p = p.Parent {
		if n := c.node(p); n != nil && n != b {
			return n
		}
	}
	return nil
}

// target returns the only block that supplies an input.
func (c *waits) target(path value.Path) *model.Block {
	kind, name := model.Resource, model.PathName(path, 2)
	switch model.PathName(path, 1) {
	case "resource", "connection":
	case "resources", "connections":
		kind = model.Collection
	case "composite":
		if name == "status" && len(path) > 3 {
			return c.writer(path[3:])
		}
		return nil
	default:
		return nil
	}
	if s := c.m.Find(kind, name); s != nil && len(s.Others) == 0 {
		return s.Block
	}
	return nil
}

// maxWriters limits the blocks that are searched for one path.
const maxWriters = 20

// writer returns the status block that writes a path, if there is only one.
func (c *waits) writer(path value.Path) *model.Block {
	if c.writing == nil {
		c.index()
	}
	first := model.PathName(path, 0)
	// Clip makes append copy the list, which stays in the index.
	candidates := append(slices.Clip(c.writing[""]), c.writing[first]...)
	if first == "" || len(candidates) > maxWriters {
		return nil
	}
	var only *model.Block
	for _, s := range candidates {
		switch {
		case !s.keys.Overlaps(path):
		case only != nil:
			return nil
		default:
			only = s.block
		}
	}
	if only == nil {
		return nil
	}
	return c.node(only)
}

// index finds the status blocks by the first name that they write; those under "" may write any.
func (c *waits) index() {
	c.writing = map[string][]writing{}
	for _, f := range c.m.Files {
		for _, b := range f.Blocks {
			body := b.Attr(model.AttrBody)
			if b.Kind != model.KindStatus || body == nil {
				continue
			}
			w := writing{b, c.m.Keys(body)}
			if w.keys.All || len(w.keys.Kids) == 0 {
				c.writing[""] = append(c.writing[""], w)
			}
			for _, kid := range w.keys.Kids {
				c.writing[kid.Name] = append(c.writing[kid.Name], w)
			}
		}
	}
}

// circles reports every cycle once, at its first block.
//
// Blocks of a reported cycle are left out, so that a cycle of ten blocks is one warning. A cycle that shares a block
// with it is found after the first one has been corrected.
func (c *waits) circles() {
	told := map[*model.Block]bool{}
	for _, b := range c.blocks {
		if told[b] || len(c.next[b]) == 0 {
			continue
		}
		path := c.circle(b)
		for _, p := range path {
			told[p.to] = true
		}
		if path != nil {
			c.diags.Add(circular(b, path))
		}
	}
}

// circle returns the shortest cycle through a block, nil if there is none.
//
// The shortest cycle makes the shortest explanation: a program with a cycle often has many paths around it.
func (c *waits) circle(from *model.Block) []wait {
	type step struct {
		wait
		before *step
	}
	seen := map[*model.Block]bool{}
	for queue := []*step{{wait: wait{to: from}}}; len(queue) > 0; queue = queue[1:] {
		for _, n := range c.next[queue[0].to] {
			s := &step{n, queue[0]}
			if n.to == from {
				var path []wait
				for ; s.before != nil; s = s.before {
					path = append(path, s.wait)
				}
				slices.Reverse(path)
				return path
			}
			if !seen[n.to] {
				seen[n.to] = true
				queue = append(queue, s)
			}
		}
	}
	return nil
}

func circular(first *model.Block, path []wait) *diag.Diagnostic {
	name := func(b *model.Block) string { return strings.TrimSpace(b.Kind.String() + " " + b.Label) }
	d := &diag.Diagnostic{Severity: diag.Warning, Code: code.WaitsForItself, Summary: "Waits for itself",
		Subject: first.Range()}
	names, placed := []string{name(first)}, false
	for _, p := range path {
		names = append(names, name(p.to))
		switch {
		case p.at.IsZero():
		case !placed:
			d.Subject, placed = p.at, true
		default:
			d.Notes = append(d.Notes, diag.Note{Message: "and this is what it waits for", Range: p.at})
		}
	}
	if len(path) == 1 {
		d.Detail = "The " + names[0] + " reads its own observed state, which does not exist before it is rendered, so " +
			"it is never rendered. Write an alternative: try(..., default)."
		return d
	}
	d.Detail = "These blocks wait for each other, so none of them is ever rendered: " + strings.Join(names, " → ") +
		". Write an alternative at one of the reads: try(..., default)."
	return d
}
