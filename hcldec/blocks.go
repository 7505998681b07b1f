package hcldec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// item is the value of a block or attribute, with the labels that are its keys in the result.
type item struct {
	keys []string
	val  value.Value
	at   source.Range
}

// repeated is the common part of all specs for any number of blocks.
type repeated struct {
	typ    string
	nested Spec     // nil if only the attributes are read
	labels []string // by which the result is keyed
}

func (r repeated) schema() hcl.BlockSchema {
	return hcl.BlockSchema{Type: r.typ, LabelNames: slices.Concat(r.labels, labelNames(r.nested))}
}

func (r repeated) variables(content *hcl.Content) []hcl.Traversal {
	var out []hcl.Traversal
	for _, b := range content.Blocks.OfType(r.typ) {
		out = append(out, gatherVariables(b.Body, r.nested)...)
	}
	return out
}

// place returns the range of the first block.
func (r repeated) place(s *scope) source.Range {
	found := s.content.Blocks.OfType(r.typ)
	if len(found) == 0 {
		return s.content.MissingItemRange
	}
	content, _, _ := found[0].Body.PartialContent(ImpliedSchema(r.nested))
	labels := labelsOf(found[0])
	return place(r.nested, &scope{content: content, labels: labels[min(len(r.labels), len(labels)):]})
}

// decode decodes all blocks. If the number of blocks is unknown, known is false, and pending is an unknown value with
// the origins and marks of the result.
func (r repeated) decode(d *decoder, s *scope) (items []item, pending value.Value, known bool) {
	known = true
	schema := ImpliedSchema(r.nested)
	for _, b := range s.content.Blocks.OfType(r.typ) {
		labels := labelsOf(b)
		n := min(len(r.labels), len(labels))
		v, o, isUnknown := d.block(b, r.nested, schema, labels[n:])
		if isUnknown {
			// The other blocks are decoded nevertheless, for their messages. Their values are given up: a list of which
			// the length is not known cannot say at which position they stand.
			known = false
			pending = unknowns.From(types.Dynamic, pending.Origins().Union(o)).WithMarks(pending.Marks()).WithMarks(
				host.MarksDeep(v))
			continue
		}
		items = append(items, item{keys: b.Labels[:n], val: v, at: b.DefRange})
	}
	return items, pending, known
}

// waiting returns the unknown result with a type.
func waiting(t types.Type, pending value.Value) value.Value {
	return unknowns.WithOrigins(unknown(t), pending.Origins()).WithMarks(pending.Marks())
}

// count checks the number of blocks.
func (d *decoder) count(s *scope, typ string, items []item, least, most int) {
	switch n := len(items); {
	case n < least:
		d.diags.Add(&diag.Diagnostic{
			Code: code.TooFewBlocks, Summary: "Insufficient " + typ + " blocks", Subject: s.content.MissingItemRange,
			Detail: "At least " + blocks(least, typ) + " required here, but there " + areBlocks(n) + ".",
		})
	case most > 0 && n > most:
		d.diags.Add(&diag.Diagnostic{
			Code: code.TooManyBlocks, Summary: "Too many " + typ + " blocks", Subject: items[most].at,
			Detail: "At most " + blocks(most, typ) + " allowed here, but there " + areBlocks(n) + ".",
		})
	}
}

func blocks(n int, typ string) string {
	if n == 1 {
		return "1 block of type " + strconv.Quote(typ) + " is"
	}
	return strconv.Itoa(n) + " blocks of type " + strconv.Quote(typ) + " are"
}

func areBlocks(n int) string {
	switch n {
	case 0:
		return "is none"
	case 1:
		return "is 1"
	}
	return "are " + strconv.Itoa(n)
}

// BlockList returns a list of all blocks of a type. Blocks of different types are converted to one element type.
type BlockList struct {
	Type     string
	Nested   Spec
	MinItems int
	MaxItems int // 0 means no limit
}

func (b *BlockList) repeated() repeated { return repeated{typ: b.Type, nested: given(b.Nested)} }

func (b *BlockList) decode(d *decoder, s *scope) value.Value {
	items, elem, pending, ok := d.sequence(s, b.repeated(), b.MinItems, b.MaxItems)
	if !ok {
		return waiting(b.impliedType(), pending)
	}
	return value.ListOf(elem, valuesOf(items))
}

// sequence decodes blocks to values of one type. It returns false if there is no value.
func (d *decoder) sequence(s *scope, r repeated, least, most int) (items []item, elem types.Type, pending value.Value,
	ok bool) {
	before := len(d.diags)
	items, pending, known := r.decode(d, s)
	if !known {
		return items, elem, pending, false
	}
	flawed := d.diags[before:].HasErrors()
	d.count(s, r.typ, items, least, most)
	elem, ok = d.unify(items, r.nested.impliedType(), group{"the " + strconv.Quote(r.typ) + " blocks", flawed})
	return items, elem, pending, ok
}

func (b *BlockList) impliedType() types.Type { return types.List(given(b.Nested).impliedType()) }

// BlockTuple returns a tuple of all blocks of a type, which may have different types.
type BlockTuple struct {
	Type     string
	Nested   Spec
	MinItems int
	MaxItems int // 0 means no limit
}

func (b *BlockTuple) repeated() repeated { return repeated{typ: b.Type, nested: given(b.Nested)} }

func (b *BlockTuple) decode(d *decoder, s *scope) value.Value {
	items, pending, known := b.repeated().decode(d, s)
	if !known {
		return waiting(types.Dynamic, pending)
	}
	d.count(s, b.Type, items, b.MinItems, b.MaxItems)
	return value.Tuple(valuesOf(items)...)
}

func (b *BlockTuple) impliedType() types.Type { return types.Dynamic }

// BlockSet returns a set of all blocks of a type. Equal blocks become one element.
type BlockSet struct {
	Type     string
	Nested   Spec
	MinItems int
	MaxItems int // 0 means no limit
}

func (b *BlockSet) repeated() repeated { return repeated{typ: b.Type, nested: given(b.Nested)} }

func (b *BlockSet) decode(d *decoder, s *scope) value.Value {
	items, elem, pending, ok := d.sequence(s, b.repeated(), b.MinItems, b.MaxItems)
	if !ok {
		return waiting(b.impliedType(), pending)
	}
	return value.SetOf(elem, valuesOf(items))
}

func (b *BlockSet) impliedType() types.Type { return types.Set(given(b.Nested).impliedType()) }

// distinct removes and reports blocks with the same labels as an earlier block.
//
// The first one is kept, so that what depends on the map has a value; the error stops the host anyway.
func (d *decoder) distinct(items []item, typ string) []item {
	first := make(map[string]source.Range, len(items))
	kept := items[:0]
	for _, it := range items {
		key := quoteAll(it.keys)
		if earlier, dup := first[key]; dup {
			d.diags.Add(&diag.Diagnostic{
				Code: code.DuplicateBlock, Summary: "Duplicate " + typ + " block", Subject: it.at,
				Detail: "There is already a block " + typ + " " + key + ". The labels of these blocks must differ.",
				Notes:  []diag.Note{{Message: "The first one is here.", Range: earlier}},
			})
			continue
		}
		first[key] = it.at
		kept = append(kept, it)
	}
	return kept
}

func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, s := range texts {
		quoted[i] = strconv.Quote(s)
	}
	return strings.Join(quoted, " ")
}
