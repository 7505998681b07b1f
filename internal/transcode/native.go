package transcode

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
)

// ToNative writes a file of the JSON syntax in native syntax. Properties that the schema names become blocks, all
// others attributes; nil is the empty schema. What cannot be written gives diagnostics and no text.
func ToNative(src *source.File, schema *Schema) ([]byte, diag.List) {
	root, diags := jsonsyntax.ParseExpression(src)
	if diags.HasErrors() {
		return nil, diags
	}
	if schema == nil {
		schema = &Schema{}
	}
	w := &nativeWriter{}
	w.body(root, schema.Blocks)
	if w.diags.HasErrors() {
		w.diags.Sort()
		return nil, w.diags
	}
	return format.Source([]byte(w.b.String())), append(diags, w.diags...)
}

type nativeWriter struct {
	b     strings.Builder
	diags diag.List
}

func (w *nativeWriter) wrong(at hcl.Expression, summary, detail string) {
	w.diags.Add(&diag.Diagnostic{Code: code.NoNativeForm, Summary: summary, Subject: at.Range(), Detail: detail})
}

// key returns the text of a property's name.
func key(e hcl.Expression) string {
	x, ok := e.(*jsonsyntax.Expression)
	if !ok {
		return ""
	}
	if _, n := x.Native(true); n != nil {
		if l, ok := n.(*syntax.Literal); ok && l.Value.IsString() {
			return l.Value.AsString()
		}
	}
	return ""
}

func items(e hcl.Expression) ([]hcl.Expression, bool) {
	l, ok := e.(hcl.ListExpression)
	if !ok {
		return nil, false
	}
	return l.StaticList()
}

func pairs(e hcl.Expression) ([]hcl.KeyValue, bool) {
	m, ok := e.(hcl.MapExpression)
	if !ok {
		return nil, false
	}
	return m.StaticMap()
}

// body writes the properties of an object, or of an array of objects one behind the other.
func (w *nativeWriter) body(e hcl.Expression, blocks []BlockType) {
	if list, ok := items(e); ok {
		for _, item := range list {
			w.object(item, blocks, map[string]bool{})
		}
		return
	}
	w.object(e, blocks, map[string]bool{})
}

func (w *nativeWriter) object(e hcl.Expression, blocks []BlockType, seen map[string]bool) {
	properties, ok := pairs(e)
	if !ok {
		w.wrong(e, "Incorrect JSON value type", "The content of a file or block must be an object or an array of objects.")
		return
	}
	w.properties(properties, blocks, seen)
}

func (w *nativeWriter) properties(properties []hcl.KeyValue, blocks []BlockType, seen map[string]bool) {
	for _, p := range properties {
		name := key(p.Key)
		typ := find(blocks, name)
		switch {
		case name == commentName && typ == nil:
			w.comment(p.Value)
		case !syntax.ValidIdentifier(name):
			w.wrong(p.Key, "Invalid name",
				"In native syntax, the name of an argument or block type must be an identifier: letters, digits, \"_\" and "+
					"\"-\", with no digit at the start.")
		case typ != nil:
			w.blocks(typ, nil, p.Value)
		case seen[name]:
			w.wrong(p.Key, "Duplicate argument",
				"The argument \""+name+"\" is already set. If these are blocks, declare their type in a schema.")
		default:
			seen[name] = true
			w.b.WriteString(name + " = " + strings.TrimSuffix(w.expression(p.Value), "\n") + "\n")
		}
	}
}

// comment writes a text, or each text of an array, as lines of comment.
func (w *nativeWriter) comment(e hcl.Expression) {
	list, ok := items(e)
	if !ok {
		list = []hcl.Expression{e}
	}
	for _, item := range list {
		line := key(item)
		if line == "" && item.Range().Text() != `""` { // not a string
			line = strings.Join(strings.Fields(item.Range().Text()), " ")
		}
		for part := range strings.SplitSeq(line, "\n") {
			w.b.WriteString(strings.TrimRight("# "+strings.TrimRight(part, "\r"), " ") + "\n")
		}
	}
}

// blocks writes the blocks of one type below a property, whose labels so far are known.
func (w *nativeWriter) blocks(typ *BlockType, labels []string, e hcl.Expression) {
	if len(labels) < len(typ.Labels) {
		w.labels(typ, labels, e)
		return
	}
	if list, ok := items(e); ok {
		for _, item := range list {
			w.block(typ, labels, item)
		}
		return
	}
	if e.Range().Text() != "null" {
		w.block(typ, labels, e)
	}
}

// labels goes through a level of labels: an object, or an array of objects.
func (w *nativeWriter) labels(typ *BlockType, labels []string, e hcl.Expression) {
	levels, ok := items(e)
	if !ok {
		levels = []hcl.Expression{e}
	}
	for _, level := range levels {
		properties, ok := pairs(level)
		if !ok {
			w.wrong(level, "Incorrect JSON value type", "An object is required here, whose property names are the "+
				typ.Labels[len(labels)]+" of \""+typ.Type+"\" blocks.")
			continue
		}
		for _, p := range properties {
			w.blocks(typ, append(labels[:len(labels):len(labels)], key(p.Key)), p.Value)
		}
	}
}

// block writes a block. Comments at the start of its body are moved before it.
func (w *nativeWriter) block(typ *BlockType, labels []string, e hcl.Expression) {
	w.b.WriteByte('\n')
	properties, isObject := pairs(e)
	for len(properties) > 0 && key(properties[0].Key) == commentName && find(typ.Blocks, commentName) == nil {
		w.comment(properties[0].Value)
		properties = properties[1:]
	}
	w.b.WriteString(typ.Type)
	for _, l := range labels {
		w.b.WriteString(" " + print.Quote(l))
	}
	w.b.WriteString(" {\n")
	switch {
	case isObject:
		w.properties(properties, typ.Blocks, map[string]bool{})
	case e.Range().Text() != "null":
		w.body(e, typ.Blocks)
	}
	w.b.WriteString("}\n")
}

// expression returns an expression in native syntax.
func (w *nativeWriter) expression(e hcl.Expression) string {
	if list, ok := items(e); ok {
		parts := make([]string, len(list))
		for i, item := range list {
			parts[i] = w.expression(item)
		}
		if line := strings.Join(parts, ", "); len(line) < 80 && !strings.Contains(line, "\n") {
			return "[" + line + "]"
		}
		return "[\n" + strings.Join(parts, ",\n") + ",\n]"
	}
	if properties, ok := pairs(e); ok {
		return w.objectExpression(properties)
	}
	return w.scalar(e)
}

func (w *nativeWriter) objectExpression(properties []hcl.KeyValue) string {
	parts := make([]string, len(properties))
	seen := map[string]bool{}
	for i, p := range properties {
		name := key(p.Key)
		if seen[name] {
			w.wrong(p.Key, "Duplicate object attribute", "The attribute \""+name+"\" is already set.")
		}
		seen[name] = true
		parts[i] = w.key(p.Key) + " = " + w.expression(p.Value)
	}
	if len(parts) == 0 {
		return "{}"
	}
	return "{\n" + strings.Join(parts, "\n") + "\n}"
}

// key writes the key of an object, which is a template.
func (w *nativeWriter) key(e hcl.Expression) string {
	t := w.scalar(e)
	if x, ok := e.(*jsonsyntax.Expression); ok {
		switch _, n := x.Native(false); l := n.(type) {
		case *syntax.Literal:
			return print.Key(l.Value.AsString())
		case *syntax.TemplateWrap:
			return "(" + t + ")"
		}
	}
	return t
}

// scalar writes a number, bool, null or string. A string that is one interpolation is what is in it.
func (w *nativeWriter) scalar(e hcl.Expression) string {
	x, ok := e.(*jsonsyntax.Expression)
	if !ok {
		return "null"
	}
	_, n := x.Native(false)
	switch n := n.(type) {
	case *syntax.Bad:
		w.diags.Add(n.Problems...)
		return "null"
	case *syntax.TemplateWrap:
		return expressionText(n.Inner)
	}
	return expressionText(n)
}

// expressionText prints an expression with the line end that has to follow a heredoc.
func expressionText(e syntax.Expr) string {
	t := print.Expr(e)
	if strings.HasPrefix(t, "<<") {
		t += "\n"
	}
	return t
}
