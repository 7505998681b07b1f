package edit

import (
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
)

// value changes an expression: as a whole, or items inside it.
//
// A heredoc ends with a line that contains nothing but its marker. At the very end of a text without a line end there
// is none, so one is added.
func (a *applier) value(at source.Span, expr string, object *Object) {
	switch {
	case expr != "" && int(a.skip(at.End)) == len(a.text) && containsHeredoc(expr): // whose marker needs a line end
		a.replace(at.Start, uint32(len(a.text)), a.hung(expr, at.Start)+a.nl)
	case expr != "":
		a.replace(at.Start, at.End, a.hung(expr, at.Start))
	case object != nil:
		a.object(object)
	}
}

// object applies the changes inside an object constructor.
func (a *applier) object(o *Object) {
	gaps := o.gaps()
	first, separated := true, true // whether an item may follow what was written last
	for i := range o.node.Items {
		it, after := o.items[i], &gaps[i+1]
		if it.removed {
			from, to := a.extent(&gaps[i], after)
			a.replace(from, to, "")
			separated = separated || after.line > 0
			continue
		}
		a.item(it, first)
		first, separated = false, after.separates()
		if o.endsRow(gaps, i) {
			a.replace(after.comma-1, after.comma, "")
			separated = after.line > 0
		}
	}
	a.newObjectItems(o, separated)
}

// item changes the key and value of an item that stays; first says that none before it does.
func (a *applier) item(it *Item, first bool) {
	at := it.node.Key.Span()
	switch {
	case it.renamed:
		a.replace(at.Start, at.End, print.Key(it.key))
	case first && beginsWithFor(a.text[at.Start:at.End]):
		a.replace(at.Start, at.End, firstKey(it))
	}
	a.value(it.node.Value.Span(), it.expr, it.nested)
}

// beginsWithFor reports whether a key would make a for expression of the object whose first key it is.
//
// It matters when items before the key are removed: what was the second key is then the first one, and the object would
// parse as something else.
func beginsWithFor(key string) bool {
	if strings.HasPrefix(key, "for") {
		for t := range syntax.Scan(source.NewFileString("", key)) {
			return t.Span.End == uint32(len("for"))
		}
	}
	return false
}

// firstKey writes a key that begins with the word for so that it can be the first one.
func firstKey(it *Item) string {
	if it.fixed {
		return print.Key(it.key)
	}
	return "(" + it.object.src.Slice(it.node.Key.Span()) + ")"
}

// extent returns what goes with an item of an object: its lines, with the comment lines directly above, if it has them
// for itself; else everything between the separators on both sides, and the comma behind it. Blanks stay on one side.
func (a *applier) extent(before, after *gap) (from, to uint32) {
	lost := before.comma > 0 && before.comma < a.done // what stood before it on its line
	switch {
	case before.fresh && after.line > 0:
		return before.above, after.line
	case after.comma == 0 && lost:
		return before.lead, after.row
	case after.comma == 0:
		return before.lead, a.skipBack(after.row)
	case before.comma == 0 || lost:
		return a.skip(before.lead), a.skip(after.comma)
	}
	return before.lead, after.comma
}

// endsRow reports whether the comma behind an item has to go, because all items that follow on the line do and the last
// of them has none.
//
// Without this, removing the last items of a line would leave a comma before the closing brace on that line, which the
// author did not have there.
func (o *Object) endsRow(gaps []gap, i int) bool {
	if gaps[i+1].comma == 0 {
		return false
	}
	for i++; i < len(o.node.Items) && o.items[i].removed && gaps[i].line == 0; i++ {
		if gaps[i+1].comma == 0 {
			return true
		}
	}
	return false
}

// newObjectItems adds the new items of an object, on separate lines if the closing brace is on its own line, and before
// the brace otherwise.
func (a *applier) newObjectItems(o *Object, separated bool) {
	var added []string
	for _, it := range o.items[len(o.node.Items):] {
		if !it.removed {
			added = append(added, it.text())
		}
	}
	brace := o.brace()
	end := a.skipBack(brace)
	switch {
	case len(added) == 0:
	case end == a.lineStart(brace):
		indent := a.indentOf(brace) + "  "
		for _, text := range added {
			a.replace(end, end, a.newLine(text, indent))
		}
	default:
		a.replace(end, end, "")
		lead := ", "
		switch {
		case separated && isBlank(a.out[len(a.out)-1]):
			lead = ""
		case separated:
			lead = " "
		}
		a.replace(end, brace, lead+a.hung(strings.Join(added, ", "), brace)+" ")
	}
}
