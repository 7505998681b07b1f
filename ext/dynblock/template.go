package dynblock

import (
	"strconv"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
)

// template is a body in the source, which all blocks that are generated from it share. It is read once for each schema,
// so that its expressions are compiled once.
type template struct {
	body hcl.Body

	mu       sync.Mutex
	contents map[string]*reading
	attrs    map[string]*reading
	children map[hcl.Body]*template
}

// reading is the content of a body for a schema.
type reading struct {
	content *hcl.Content
	diags   diag.List
}

func newTemplate(b hcl.Body) *template {
	return &template{body: b, contents: map[string]*reading{}, attrs: map[string]*reading{}}
}

func (t *template) content(schema *hcl.Schema, complete bool) (*hcl.Content, diag.List) {
	r := t.remember(t.contents, key(schema, complete), func() *reading {
		if complete {
			content, diags := t.body.Content(schema)
			return &reading{content, diags}
		}
		content, _, diags := t.body.PartialContent(schema)
		return &reading{content, diags}
	})
	return r.content, r.diags
}

// justAttributes reads the body as attributes. It ignores hidden blocks and the dynamic blocks that generate them.
//
// Hidden dynamic blocks can only be hidden together, as the body below knows nothing of the types that they generate.
// As soon as one of them is not hidden, all are reported as blocks where only attributes may be.
func (t *template) justAttributes(hidden *hcl.Schema) (hcl.Attributes, diag.List) {
	if hidden == nil {
		hidden = &hcl.Schema{}
	}
	r := t.remember(t.attrs, key(hidden, false), func() *reading {
		aside := union(nil, hidden)
		dynamic := hcl.BlockSchema{Type: dynamicType, LabelNames: []string{"type"}}
		found, _, _ := t.body.PartialContent(&hcl.Schema{Blocks: []hcl.BlockSchema{dynamic}})
		if len(found.Blocks) > 0 && allHidden(found.Blocks, hidden) {
			aside.Blocks = append(aside.Blocks, dynamic)
		}
		_, rest, _ := t.body.PartialContent(aside)
		attrs, diags := rest.JustAttributes()
		return &reading{&hcl.Content{Attributes: attrs}, diags}
	})
	return r.content.Attributes, r.diags
}

func allHidden(dynamic hcl.Blocks, hidden *hcl.Schema) bool {
	for _, b := range dynamic {
		if hidden.Block(b.Labels[0]) == nil {
			return false
		}
	}
	return true
}

func (t *template) remember(in map[string]*reading, key string, read func() *reading) *reading {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := in[key]
	if r == nil {
		r = read()
		in[key] = r
	}
	return r
}

// child returns the template of an inner block, which all blocks that are generated from this template share. Contents
// are cached, so that equal schemas give the same blocks.
func (t *template) child(b *hcl.Block) *template {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !comparable(b.Body) {
		return newTemplate(b.Body)
	}
	if t.children == nil {
		t.children = map[hcl.Body]*template{}
	}
	c := t.children[b.Body]
	if c == nil {
		c = newTemplate(b.Body)
		t.children[b.Body] = c
	}
	return c
}

// key returns the cache key of a schema.
func key(s *hcl.Schema, complete bool) string {
	var b strings.Builder
	b.WriteString(strconv.FormatBool(complete))
	for _, a := range s.Attributes {
		b.WriteString("\x00a" + a.Name + "\x00" + strconv.FormatBool(a.Required))
	}
	for _, x := range s.Blocks {
		b.WriteString("\x00b" + x.Type + "\x00" + strings.Join(x.LabelNames, "\x01"))
	}
	return b.String()
}
