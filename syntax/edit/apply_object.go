package edit

import (
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax/print"
)

// object applies the changes inside an object constructor.
func (a *applier) object(o *Object) {
	kept := 0
	for _, it := range o.items {
		if it.node != nil && !it.removed {
			kept++
		}
	}
	for i, it := range o.items {
		switch {
		case it.node == nil:
		case it.removed:
			a.removeItem(o, i, kept)
		default:
			a.changeItem(it)
		}
	}
	a.appendItems(o, kept)
}

func (a *applier) changeItem(it *Item) {
	if it.renamed {
		at := it.node.Key.Span()
		a.replace(at.Start, at.End, print.Key(it.key))
	}
	a.value(it.node.Value.Span(), it.expr, it.nested)
}

// itemEnd returns the offset behind an item and the comma that follows it, and whether there is a comma.
func itemEnd(text string, it *Item) (uint32, bool) {
	end := it.node.Value.Span().End
	rest := text[end:]
	trimmed := strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(trimmed, ",") {
		return end + uint32(len(rest)-len(trimmed)) + 1, true
	}
	return end, false
}

// removeItem takes out an item: its lines if it has them for itself, else the item and one comma.
func (a *applier) removeItem(o *Object, i, kept int) {
	it := o.items[i]
	start := it.node.Key.Span().Start
	end, comma := itemEnd(a.text, it)
	rest := strings.TrimLeft(a.text[end:lineEnd(a.text, end)], " \t\r")
	if alone(a.text, start) && (rest == "\n" || isCommentLine(rest)) {
		a.remove(source.Span{Start: start, End: end})
		return
	}
	if comma {
		for int(end) < len(a.text) && a.text[end] == ' ' {
			end++
		}
	} else if before := lastComma(a.text[:start]); before > 0 && kept > 0 && before >= int(a.done) {
		start = uint32(before)
	}
	a.replace(max(start, a.done), end, "")
}

// lastComma returns the offset of a comma that only blanks separate from the end of a text, or -1.
func lastComma(text string) int {
	trimmed := strings.TrimRight(text, " \t")
	if strings.HasSuffix(trimmed, ",") {
		return len(trimmed) - 1
	}
	return -1
}

// appendItems adds the new items of an object: on lines of their own if the closing brace has one, else behind the last item.
func (a *applier) appendItems(o *Object, kept int) {
	var added []*Item
	for _, it := range o.items {
		if it.node == nil && !it.removed {
			added = append(added, it)
		}
	}
	if len(added) == 0 {
		return
	}
	brace := o.node.Source.End - 1
	if alone(a.text, brace) && strings.Contains(a.text[o.node.Source.Start:brace], "\n") {
		a.appendLines(added, brace)
		return
	}
	a.appendInline(o, added, kept, brace)
}

func (a *applier) appendLines(added []*Item, brace uint32) {
	indent := indentOf(a.text, brace) + "  "
	at := max(lineStart(a.text, brace), a.done)
	var out strings.Builder
	for _, it := range added {
		out.WriteString(indented(it.text(), indent))
	}
	a.replace(at, at, out.String())
}

func (a *applier) appendInline(o *Object, added []*Item, kept int, brace uint32) {
	texts := make([]string, len(added))
	for i, it := range added {
		texts[i] = it.text()
	}
	text := strings.Join(texts, ", ")
	end := brace
	for int(end) > int(o.node.Source.Start)+1 && (a.text[end-1] == ' ' || a.text[end-1] == '\t') {
		end--
	}
	end = max(end, a.done)
	switch {
	case kept == 0:
		text = " " + text + " "
	case a.text[end-1] == ',' || strings.HasSuffix(strings.TrimRight(a.out.String(), " "), ",") && end == a.done:
		text = " " + text + " "
	default:
		text = ", " + text + " "
	}
	a.replace(end, brace, text)
}
