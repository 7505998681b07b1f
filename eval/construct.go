package eval

import (
	"slices"
	"sort"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// tuple compiles a tuple constructor.
func (c *Compiler) tuple(e *syntax.Tuple) node {
	base := c.pushed()
	for _, item := range e.Items {
		c.push(c.expr(item))
	}
	n := tupleOf(c.parts(base), c.Range(e))
	c.pop(base)
	return n
}

func tupleOf(parts []node, at source.Range) node {
	if allConstant(parts) {
		vals := make([]value.Value, len(parts))
		for i := range parts {
			vals[i] = parts[i].val
		}
		// Constants in constants are the normal case in configuration. Making the value here takes no code and no
		// evaluation.
		if v := value.Tuple(vals...); host.Weight(v) <= maxWeight {
			return constantNode(v)
		}
	}
	n := over(parts...)
	n.loose = true
	codes := codesOf(parts)
	n.code = func(f *Frame) value.Value {
		// Room is asked for before memory is taken, here and wherever something is built: a bound on what exists
		// already would come too late.
		if !f.Thread.write(len(codes) * function.ElementBytes) {
			return f.Thread.ended(at)
		}
		vals := make([]value.Value, len(codes))
		for i, code := range codes {
			vals[i] = code(f)
		}
		return f.Thread.bear(value.Tuple(vals...), at)
	}
	return n
}

func codesOf(ns []node) []Code {
	codes := make([]Code, len(ns))
	for i := range ns {
		codes[i] = ns[i].code
	}
	return codes
}

// object compiles an object constructor. If all keys are literal, it creates the shape of the object.
func (c *Compiler) object(e *syntax.Object) node {
	if len(e.Items) == 0 {
		return constantNode(host.EmptyObject)
	}
	base := c.pushed()
	for i := range e.Items {
		c.push(c.objectKey(e.Items[i].Key))
		c.push(c.expr(e.Items[i].Value))
	}
	n := c.objectNode(e, c.parts(base))
	c.pop(base)
	return n
}

// objectNode returns the node of an object from its keys and values, which alternate in parts.
func (c *Compiler) objectNode(e *syntax.Object, parts []node) node {
	names, literal := literalKeys(parts)
	if literal && !(e.Unique && repeats(names)) {
		return shaped(names, parts, c.Range(e))
	}
	items := make([]objectItem, len(e.Items))
	for i := range items {
		key, item := &parts[2*i], &e.Items[i]
		items[i] = objectItem{key: key.code, value: parts[2*i+1].code, keyAt: spanOf(item.Key), valueAt: spanOf(item.Value)}
		items[i].name, items[i].literal = literalKey(*key)
	}
	n := over(parts...)
	n.loose = true
	b := &objectBuilder{items: items, file: c.env.File, whole: c.Range(e), profile: c.profile, unique: e.Unique}
	n.code = b.build
	return n
}

// literalKeys returns the names of the items if all of them are known.
func literalKeys(parts []node) ([]string, bool) {
	names := make([]string, len(parts)/2)
	for i := range names {
		name, ok := literalKey(parts[2*i])
		if !ok {
			return nil, false
		}
		names[i] = name
	}
	return names, true
}

// objectItem is an item of an object constructor.
type objectItem struct {
	key, value     Code
	keyAt, valueAt source.Span
	name           string
	literal        bool
}

// literalKey returns the name of a constant key.
func literalKey(key node) (string, bool) {
	if !key.constant {
		return "", false
	}
	switch {
	case key.val.IsString():
		return key.val.AsString(), true
	case key.val.IsNumber():
		return key.val.NumberText(), true
	case key.val.IsBool():
		return boolText(key.val.AsBool()), true
	}
	return "", false
}

// objectKey compiles a key. A bare identifier is its own name. Steps after it are an error, because they would be
// ambiguous.
func (c *Compiler) objectKey(e syntax.Expr) node {
	switch e := e.(type) {
	case *syntax.Traversal:
		if len(e.Steps) == 1 {
			return keyNode(value.String(e.Steps[0].Key.AsString()))
		}
		return c.failing(&diag.Diagnostic{Code: code.AmbiguousKey, Summary: "Ambiguous attribute key", Subject: c.Range(e),
			Detail: "Put a reference that is a key in parentheses: (" + c.env.File.Slice(e.Source) +
				"). Put a name that contains dots in quotes."})
	case *syntax.Literal:
		if name := keyword(e.Value); name != "" {
			return keyNode(host.ASCIIString(name))
		}
		if e.Value.IsString() {
			return keyNode(e.Value)
		}
	}
	return c.expr(e)
}

// keyNode returns the node of a key that is a known string. It has no code, because the code is never run.
func keyNode(v value.Value) node {
	return node{val: v, constant: true, needs: closed, weight: 1, slot: noSlot}
}

// keyword returns the word of a literal that is true, false or null.
func keyword(v value.Value) string {
	switch {
	case v.IsBool():
		return boolText(v.AsBool())
	case v.IsNull():
		return "null"
	}
	return ""
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// shaped compiles an object whose keys are known. If several items have the same key, the last one counts, but all are
// evaluated.
func shaped(names []string, parts []node, at source.Range) node {
	// All objects that this constructor makes share one shape, so that names are sorted once, while compiling.
	shape := shapeOfKeys(names)
	if allConstant(parts) {
		vals := make([]value.Value, shape.Len())
		for i := 0; i < len(parts); i += 2 {
			vals[place(shape, parts[i])] = parts[i+1].val
		}
		if v := host.ObjectOf(shape, vals); host.Weight(v) <= maxWeight {
			return constantNode(v)
		}
	}
	n := over(parts...)
	n.loose = true
	places := make([]placed, len(parts)/2)
	for i := range places {
		places[i] = placed{code: parts[2*i+1].code, at: place(shape, parts[2*i])}
	}
	size := shape.Len()
	n.code = func(f *Frame) value.Value {
		if !f.Thread.write(size * function.ElementBytes) {
			return f.Thread.ended(at)
		}
		vals := make([]value.Value, size)
		for i := range places {
			// Values are evaluated in the order of the source, for the order of diagnostics, and stored in the order of
			// the names.
			vals[places[i].at] = places[i].code(f)
		}
		return f.Thread.bear(host.ObjectOf(shape, vals), at)
	}
	return n
}

// placed is the code of an attribute and its index in the shape.
type placed struct {
	code Code
	at   int
}

// shapeOfKeys returns the shape of an object with keys in any order. The shape keeps the slice.
func shapeOfKeys(names []string) *host.Shape {
	if ascending(names) {
		return host.NewShape(names)
	}
	slices.Sort(names)
	return host.NewShape(slices.Compact(names))
}

// place returns the index of an item with a literal key.
func place(shape *host.Shape, key node) int {
	name, _ := literalKey(key)
	return shape.Index(name)
}

// objectBuilder builds objects with computed keys.
type objectBuilder struct {
	items   []objectItem
	file    *source.File
	whole   source.Range
	profile *types.Profile
	unique  bool // a key that comes twice is an error
}

// repeats reports whether two literal keys are the same.
func repeats(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// keep reports whether an item counts. If keys must be unique, the first item with a key counts and the others are
// errors.
func (b *objectBuilder) keep(f *Frame, item *objectItem, key value.Value, seen map[string]bool) bool {
	if !b.unique {
		return true
	}
	name := key.AsString()
	if !seen[name] {
		seen[name] = true
		return true
	}
	detail := "The object already has this attribute; only the first one is used."
	if !key.IsMarked() {
		detail = "The object already has an attribute " + strconv.Quote(name) + "; only the first one is used."
	}
	f.Thread.Report(&diag.Diagnostic{Code: code.DuplicateKey, Summary: "Duplicate object attribute",
		Subject: source.Range{File: b.file, Span: item.keyAt}, Detail: detail})
	return false
}

// objectItemBytes is the size of an attribute with a computed name: the name and the value.
const objectItemBytes = 2 * function.ElementBytes

// build evaluates all items, even after one that fails, so that all errors are reported. If a key is unknown, the whole
// object is unknown.
func (b *objectBuilder) build(f *Frame) value.Value {
	if !f.Thread.write(len(b.items) * objectItemBytes) {
		return f.Thread.ended(b.whole)
	}
	names := make([]string, 0, len(b.items))
	vals := make([]value.Value, 0, len(b.items))
	var marks *value.Marks
	var origins *value.Origins
	known := true
	var seen map[string]bool
	if b.unique {
		seen = make(map[string]bool, len(b.items))
	}
	for i := range b.items {
		item := &b.items[i]
		key, ok := b.key(f, item)
		v := item.value(f)
		if key.IsMarked() {
			_, m := key.Unmark()
			marks = marks.Union(m)
		}
		switch {
		case !ok || !key.IsKnown():
			known = false
			origins = origins.Union(key.Origins())
		case b.keep(f, item, key, seen):
			names = append(names, key.AsString())
			vals = append(vals, v)
		}
	}
	if !known {
		return unknowns.From(types.Dynamic, origins).WithMarks(marks)
	}
	return f.Thread.bear(objectOf(names, vals), b.whole).WithMarks(marks)
}

// key evaluates the key of an item; ok is false if it fails.
func (b *objectBuilder) key(f *Frame, item *objectItem) (key value.Value, ok bool) {
	if item.literal {
		return host.ASCIIString(item.name), true
	}
	t := f.Thread
	mark := len(t.Diags)
	key = item.key(f)
	if t.failedSince(mark) {
		return value.DynamicUnknown, false
	}
	if key.IsString() {
		return key, true
	}
	if key.IsNull() {
		t.Report(&diag.Diagnostic{Code: code.NullKey, Summary: "Null value as key", Subject: b.at(item.valueAt),
			Context: b.at(item.keyAt.To(item.valueAt)),
			Detail:  "The key of this item is null. A key must be a string."})
		return value.DynamicUnknown, false
	}
	out, err := convertTo(key, types.String, b.profile)
	if err != nil {
		t.Report(&diag.Diagnostic{Code: code.KeyType, Summary: "Incorrect key type", Subject: b.at(item.keyAt),
			Detail: "This value cannot be a key: " + message(err) + "."})
		return value.DynamicUnknown, false
	}
	return out, true
}

func (b *objectBuilder) at(s source.Span) source.Range { return source.Range{File: b.file, Span: s} }

// objectOf returns an object with names in any order. If a name occurs more than once, the last value counts.
func objectOf(names []string, vals []value.Value) value.Value {
	if !ascending(names) {
		s := &byName{names, vals}
		sort.Stable(s)
		names, vals = s.last()
	}
	return host.ObjectOf(host.NewShape(names), vals)
}

func ascending(names []string) bool {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return false
		}
	}
	return true
}

// byName sorts names with their values.
type byName struct {
	names []string
	vals  []value.Value
}

func (b *byName) Len() int           { return len(b.names) }
func (b *byName) Less(i, j int) bool { return b.names[i] < b.names[j] }
func (b *byName) Swap(i, j int) {
	b.names[i], b.names[j] = b.names[j], b.names[i]
	b.vals[i], b.vals[j] = b.vals[j], b.vals[i]
}

// last keeps the last one of equal neighbours.
func (b *byName) last() ([]string, []value.Value) {
	n := 0
	for i := range b.names {
		if i+1 < len(b.names) && b.names[i] == b.names[i+1] {
			continue
		}
		b.names[n], b.vals[n] = b.names[i], b.vals[i]
		n++
	}
	return b.names[:n], b.vals[:n]
}
