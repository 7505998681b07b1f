package edit_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
)

// Whatever is edited, the result parses and means what the edits say, every comment that does not belong to what was
// removed is still there, and so is every byte of what was not touched.
func TestEditProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := newEditor(t, (&generator{t: t}).file())
		for range rapid.SampledFrom([]int{1, 1, 2, 8}).Draw(t, "edits") {
			e.body(e.file.Body(), e.root)
		}
		e.check()
	})
}

// TestObjectProperty does the same with one object, where most of the cases are.
func TestObjectProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := newEditor(t, (&generator{t: t}).objectFile())
		e.root.touched, e.root.kids[0].touched = true, true
		for range rapid.SampledFrom([]int{1, 1, 3, 5}).Draw(t, "edits") {
			e.object(e.file.Body().Attribute("x").Object(), e.root.kids[0])
		}
		e.check()
	})
}

// editor does random edits, on a file and on its nodes.
type editor struct {
	t       *rapid.T
	text    string
	file    *edit.File
	root    *node
	n       int
	removed []string    // paths of nodes that are gone
	changed []string    // paths of nodes whose value is gone
	where   source.Span // of the only edit
	edits   int
}

func newEditor(t *rapid.T, text string) *editor {
	src := source.NewFileString("t.hcl", text)
	root, err := readFile(src)
	if err != nil {
		t.Fatalf("generated a text that does not parse: %v\n%q", err, text)
	}
	file, _ := edit.Parse(src)
	return &editor{t: t, text: text, file: file, root: root}
}

func (e *editor) check() {
	result := string(e.file.Bytes())
	got, err := readFile(source.NewFileString("result", result))
	if err != nil {
		e.t.Fatalf("%v\n%q\nbecame\n%q", err, e.text, result)
	}
	if got, want := got.dump(""), e.root.dump(""); got != want {
		e.t.Fatalf("%q\nbecame\n%q\nwith\n%s\nwant\n%s", e.text, result, got, want)
	}
	e.checkComments(e.text, result)
	e.checkUntouched(e.root, result)
	e.checkSurroundings(e.text, result)
	checkLineEnds(e.t, e.text, result)
}

var newValues = []string{"1", `"x"`, "[1, 2]", "{ q = 1 }", "{\n  q = 1\n}", "[\n  1, # one\n  2, /* two\n */\n]",
	"(\n1)", "<<E\n # t\n${\n1}\nE", "<<-E\n  t\r\n  E"}

func (e *editor) fresh() string {
	e.n++
	return fmt.Sprintf("new%d", e.n)
}

func (e *editor) choose(most int, label string) int {
	return rapid.IntRange(0, most).Draw(e.t, label)
}

func (e *editor) ok(err error) {
	if err != nil {
		e.t.Fatal(err)
	}
}

// at notes where an edit takes place, before it does.
func (e *editor) at(holder, n *node) {
	holder.touched = true
	if n != nil {
		n.touched = true
	}
	e.edits++
	e.where = holder.surroundings(n)
}

func (e *editor) remove(holder *node, name string, k kind, which *node) {
	var kept []*node
	for _, n := range holder.kids {
		if n == which || which == nil && n.kind == k && n.name == name {
			e.removed = append(e.removed, n.path)
			continue
		}
		kept = append(kept, n)
	}
	holder.kids = kept
}

// body does one edit in a body or below it.
func (e *editor) body(b *edit.Body, n *node) {
	attrs, blocks := n.of(attribute), n.of(block)
	switch what := e.choose(4, "what"); {
	case what == 0:
		e.setNew(b, n)
	case what == 1:
		e.addBlock(b, n)
	case what == 2 && len(attrs) > 0:
		i := e.choose(len(attrs)-1, "attribute")
		e.attribute(b, n, b.Attributes()[i], attrs[i])
	case len(blocks) > 0:
		i := e.choose(len(blocks)-1, "block")
		e.block(b, n, b.Blocks()[i], blocks[i])
	case len(attrs) > 0:
		i := e.choose(len(attrs)-1, "attribute")
		e.attribute(b, n, b.Attributes()[i], attrs[i])
	}
}

func (e *editor) setNew(b *edit.Body, n *node) {
	name, expr := e.fresh(), rapid.SampledFrom(newValues).Draw(e.t, "value")
	e.at(n, nil)
	_, err := b.Set(name, expr)
	e.ok(err)
	n.kids = append(n.kids, newNode(attribute, name, expr))
}

func (e *editor) addBlock(b *edit.Body, n *node) {
	e.at(n, nil)
	where := e.where
	blk, err := b.AddBlock("new", "l")
	e.ok(err)
	kid := &node{kind: block, name: `new "l"`, touched: true}
	n.kids = append(n.kids, kid)
	if e.choose(1, "content") == 0 {
		e.setNew(blk.Body(), kid)
		e.edits--
	}
	e.where = where
}

func (e *editor) block(b *edit.Body, n *node, blk *edit.Block, kid *node) {
	n.touched, kid.touched = true, true
	switch e.choose(4, "change") {
	case 0:
		e.at(n, kid)
		b.RemoveBlock(blk)
		e.remove(n, "", block, kid)
	case 1:
		e.at(n, kid)
		labels := rapid.SampledFrom([][]string{nil, {"m"}, {"l", "${x}"}, {"l", "l", "l"}}).Draw(e.t, "labels")
		e.ok(blk.Rename("renamed", labels...))
		kid.name = "renamed"
		for _, l := range labels {
			kid.name += " " + strings.ReplaceAll(fmt.Sprintf("%q", l), "${", "$${")
		}
	default:
		e.body(blk.Body(), kid)
	}
}

func (e *editor) attribute(b *edit.Body, n *node, a *edit.Attribute, kid *node) {
	n.touched = true
	switch what := e.choose(5, "change"); {
	case what == 0:
		e.at(n, kid)
		b.Remove(a.Name())
		e.remove(n, "", attribute, kid)
	case what == 1:
		e.at(n, kid)
		name := e.fresh()
		e.ok(a.Rename(name))
		kid.name = name
	case a.Object() != nil:
		kid.touched = true
		e.object(a.Object(), kid)
	default:
		expr := rapid.SampledFrom(newValues).Draw(e.t, "value")
		if err := a.Set(expr); err != nil && strings.Contains(err.Error(), "heredoc") {
			return
		}
		e.at(n, kid)
		kid.set(expr)
		e.changed = append(e.changed, kid.path)
	}
}

// object does one edit in an object or below it.
func (e *editor) object(o *edit.Object, n *node) {
	keys := o.Keys()
	if len(keys) == 0 || e.choose(2, "new item") == 0 {
		e.setItem(o, n, rapid.SampledFrom([]string{e.fresh(), "a b", "for"}).Draw(e.t, "key"))
		return
	}
	key := keys[e.choose(len(keys)-1, "item")]
	kid := n.find(item, key)
	if kid == nil {
		e.t.Fatalf("there should be no item %q", key)
	}
	switch what := e.choose(4, "change"); {
	case what <= 1:
		e.at(n, kid)
		if key == "twice" {
			e.edits++ // several items
		}
		o.Remove(key)
		e.remove(n, key, item, nil)
	case what == 2:
		to := rapid.SampledFrom([]string{e.fresh(), "for", "${x}"}).Draw(e.t, "key")
		if o.Item(to) != nil {
			return
		}
		e.at(n, kid)
		e.ok(o.Item(key).Rename(to))
		kid.name = to
	case o.Item(key).Object() != nil:
		n.touched, kid.touched = true, true
		e.object(o.Item(key).Object(), kid)
	default:
		e.setItem(o, n, key)
	}
}

func (e *editor) setItem(o *edit.Object, n *node, key string) {
	expr := rapid.SampledFrom(newValues).Draw(e.t, "value")
	if _, err := o.Set(key, expr); err != nil {
		return // a heredoc
	}
	kid := n.find(item, key)
	e.at(n, kid)
	if kid == nil {
		n.kids = append(n.kids, newNode(item, key, expr))
		return
	}
	kid.set(expr)
	e.changed = append(e.changed, kid.path)
}

var numbered = regexp.MustCompile(`c\d+@([^.]*)\.`)

// checkComments looks for every comment that should still be there.
func (e *editor) checkComments(text, result string) {
	for _, m := range numbered.FindAllStringSubmatch(text, -1) {
		if !e.gone(m[1]) && strings.Count(result, m[0]) != 1 {
			e.t.Fatalf("the comment %s is %d times in\n%q\nwhich was\n%q", m[0], strings.Count(result, m[0]), result, text)
		}
	}
}

// gone reports whether a comment may have gone with what it belongs to.
func (e *editor) gone(owner string) bool {
	for _, p := range e.removed {
		if p != "" && strings.HasPrefix(owner+"/", p+"/") {
			return true
		}
	}
	for _, p := range e.changed {
		if p != "" && strings.HasPrefix(owner, p+"/") {
			return true
		}
	}
	return false
}

// checkUntouched looks for the source of every node that no edit touched.
func (e *editor) checkUntouched(n *node, result string) {
	for _, k := range n.kids {
		if k.touched {
			e.checkUntouched(k, result)
		} else if k.name != "for" && !strings.Contains(result, k.text) {
			e.t.Fatalf("%q was changed in\n%q", k.text, result)
		}
	}
}

// checkSurroundings makes sure that a single edit left everything outside its surroundings alone.
func (e *editor) checkSurroundings(text, result string) {
	if e.edits != 1 {
		return
	}
	before, after := text[:e.where.Start], text[e.where.End:]
	if !strings.HasPrefix(result, before) || !strings.HasSuffix(result, after) {
		e.t.Fatalf("the edit of %q changed more:\n%q\nbecame\n%q", text[e.where.Start:e.where.End], text, result)
	}
}

// checkLineEnds makes sure that all lines end alike but those of heredocs.
func checkLineEnds(t *rapid.T, text, result string) {
	crlf := strings.Contains(text, "\r\n")
	for tok := range syntax.Scan(source.NewFileString("", result)) {
		s := result[tok.Span.Start:tok.Span.End]
		if tok.Kind != syntax.TokenText && crlf && strings.Count(s, "\n") != strings.Count(s, "\r\n") {
			t.Fatalf("%q has other line ends in\n%q\nwhich was\n%q", s, result, text)
		}
		if tok.Kind != syntax.TokenText && !crlf && strings.Contains(s, "\r") {
			t.Fatalf("%q has other line ends in\n%q\nwhich was\n%q", s, result, text)
		}
	}
}
