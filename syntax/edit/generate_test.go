package edit_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
)

// generator writes random sources with comments wherever the language has room for them. Names and comments are
// numbered, so that each can be found again. A comment says in its text what it belongs to: the names of the attribute,
// block or item that may take it along, or nothing.
type generator struct {
	t   *rapid.T
	n   int
	out strings.Builder
}

func (g *generator) flip(label string) bool    { return rapid.IntRange(0, 2).Draw(g.t, label) == 0 }
func (g *generator) up(most int, l string) int { return rapid.IntRange(0, most).Draw(g.t, l) }
func (g *generator) put(s ...string)           { g.out.WriteString(strings.Join(s, "")) }
func (g *generator) pick(from ...string) string {
	return from[rapid.IntRange(0, len(from)-1).Draw(g.t, "pick")]
}

func (g *generator) number() int {
	g.n++
	return g.n
}

// comment perhaps writes a block comment.
func (g *generator) comment(owner string) {
	if g.flip("comment") {
		g.put(g.pick("", " "), "/* ", g.pick("", "\n # "), fmt.Sprintf("c%d@%s.", g.number(), owner), g.pick("", "\n", ", }"),
			"*/", g.pick("", " "))
	}
}

func (g *generator) lineComment(owner string) {
	g.put(g.pick("#", "// /* "), fmt.Sprintf(" c%d@%s.\n", g.number(), owner))
}

// endLine ends a line, perhaps with comments that belong to what stands on it.
func (g *generator) endLine(owner string) {
	g.comment(owner)
	if g.flip("line comment") {
		g.lineComment(owner)
		return
	}
	g.put(g.pick("", " "), "\n")
}

// between writes lines between items.
func (g *generator) between(holder, next string) {
	for range g.up(2, "lines") {
		switch g.up(2, "line") {
		case 0:
			g.put(g.pick("", "  "), "\n")
		case 1:
			g.put("/* ", fmt.Sprintf("c%d@%s.", g.number(), holder), g.pick("", "\n"), " */\n")
		default:
			g.lineComment(holder)
			g.put("\n")
		}
	}
	if next != "" && g.flip("above") {
		g.put("  ")
		g.lineComment(next)
	}
}

// file writes a whole source.
func (g *generator) file() string {
	g.body("", 2)
	return g.finish()
}

// objectFile writes a source that is one object.
func (g *generator) objectFile() string {
	g.put("x = ")
	g.object("/x", 1)
	g.endLine("/x")
	return g.finish()
}

func (g *generator) finish() string {
	text := g.out.String()
	if g.flip("no last line end") && !strings.HasSuffix(text, "E\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	if g.flip("CRLF") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if g.up(9, "mark") == 0 {
		text = "\ufeff" + text
	}
	return text
}

// body writes items, each on lines of its own.
func (g *generator) body(holder string, depth int) {
	for range g.up(3, "items") {
		name := fmt.Sprintf("a%d", g.number())
		owner := holder + "/" + name
		g.between(holder, owner)
		g.put(strings.Repeat(g.pick(" ", "\t"), 2-depth))
		g.comment(owner)
		switch {
		case depth > 0 && g.flip("block"):
			g.block(name, owner, depth-1)
		case g.up(5, "heredoc") == 0:
			g.put(name, " = ", g.pick("<<E\n# no comment\nE\n", "<<-E\n  t ${ 1 } /*\n  E\n"))
			continue
		default:
			g.put(name)
			g.comment(owner)
			g.put(" = ")
			g.comment(owner)
			g.value(owner, 2)
		}
		g.endLine(owner)
	}
	g.between(holder, "")
}

func (g *generator) block(name, owner string, depth int) {
	g.put(name, " ")
	g.comment(owner)
	g.put(g.pick("", `"l"`, `"l" l`))
	g.comment(owner)
	g.put("{")
	switch g.up(2, "form") {
	case 0:
		g.comment(owner)
	case 1:
		inner := fmt.Sprintf("a%d", g.number())
		g.comment(owner + "/" + inner)
		g.put(g.pick("", " "), inner, " = ")
		g.value(owner+"/"+inner, 1)
		g.comment(owner + "/" + inner)
	default:
		g.endLine(owner)
		g.body(owner, depth)
		g.comment(owner)
	}
	g.put(g.pick("", " "), "}")
}

func (g *generator) value(owner string, depth int) {
	if depth > 0 && g.flip("object") {
		g.object(owner, depth-1)
		return
	}
	switch g.up(3, "value") {
	case 0:
		g.put("[1,")
		g.comment(owner + "/=")
		g.put("2\n]")
	case 1:
		g.put("(")
		g.comment(owner + "/=")
		g.put("1)")
	default:
		g.put(g.pick("1", `"x /* # ${ 1 }"`, "f(2)[0]", "-a.b"))
	}
}

// object writes an object whose items are separated by commas or line ends, as it comes.
func (g *generator) object(owner string, depth int) {
	inside := owner + "/="
	g.put("{")
	fresh := false // at the start of a line
	if g.flip("lines") {
		g.endLine(inside)
		fresh = true
	}
	items := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5}).Draw(g.t, "items")
	keyword := 1 + g.up(4, "for")
	for i := range items {
		name := fmt.Sprintf("k%d", g.number())
		switch {
		case i == keyword:
			name = "for"
		case g.up(5, "twice") == 0:
			name = "twice"
		}
		item := owner + "/" + name
		if fresh {
			g.between(inside, item)
		}
		g.comment(item)
		g.key(name)
		g.comment(item)
		g.put(g.pick(" = ", ":", "="))
		g.comment(item)
		g.value(item, depth)
		g.comment(item)
		fresh = g.separator(inside, item, i == items-1)
	}
	if fresh {
		g.between(inside, "")
	}
	if fresh || items == 0 {
		g.comment(inside)
	}
	g.put(g.pick("", " "), "}")
}

func (g *generator) key(name string) {
	switch g.up(5, "key") {
	case 0:
		g.put(`"`, name, `"`)
	case 1:
		if name != "for" {
			g.put("(", name, ")")
			return
		}
		g.put(name)
	case 2:
		g.put(`"${`, strings.TrimPrefix(name, "for"), `1}"`)
	default:
		g.put(name)
	}
}

// separator ends an item and reports whether a line begins behind it.
func (g *generator) separator(holder, item string, last bool) (fresh bool) {
	switch g.up(3, "separator") {
	case 0:
		g.endLine(item)
		return true
	case 1:
		g.put(",")
		g.endLine(item)
		return true
	}
	if !last || g.flip("last comma") {
		g.put(g.pick(",", ", "))
		if last {
			g.comment(holder)
		}
	}
	return false
}
