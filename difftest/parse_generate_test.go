package difftest

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// grammar writes texts that are valid, of every form of the language.
type grammar struct {
	*rand.Rand
	b     strings.Builder
	depth int
}

func (g *grammar) one(list ...string) { g.b.WriteString(list[g.IntN(len(list))]) }

func (g *grammar) name() { g.one("a", "b", "foo", "each", "é", "x-y", "_z", "for_", "in", "true_") }

// gap writes what may stand between tokens; with lines also line ends.
func (g *grammar) gap(lines bool) {
	switch g.IntN(12) {
	case 0:
		g.one("  ", "\t", " /* c */ ")
	case 1:
		if lines {
			g.one("\n", " # c\n", "\r\n", "// d\n  ")
		}
	case 2, 3, 4:
		g.b.WriteByte(' ')
	}
}

func (g *grammar) expr(lines bool) {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 5 {
		g.leaf()
		return
	}
	switch g.IntN(16) {
	case 0, 1:
		g.expr(lines)
		g.gap(false)
		g.one("+", " - ", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||")
		g.gap(lines)
		g.expr(lines)
	case 2:
		g.one("-", "!")
		g.expr(lines)
	case 3:
		g.expr(lines)
		g.b.WriteString(" ? ")
		g.expr(lines)
		g.b.WriteString(" : ")
		g.expr(lines)
	case 4:
		g.b.WriteByte('(')
		g.gap(true)
		g.expr(true)
		g.gap(true)
		g.b.WriteByte(')')
	case 5:
		g.call()
	case 6:
		g.tuple()
	case 7:
		g.object()
	case 8:
		g.forExpr()
	case 9, 10:
		g.quoted()
	case 11:
		g.heredoc()
	case 12, 13:
		g.leaf()
		g.postfix()
	default:
		g.leaf()
	}
}

func (g *grammar) leaf() {
	switch g.IntN(6) {
	case 0:
		g.one("0", "1", "42", "1.5", "1e3", "2E-2", "007", strconv.Itoa(g.Int()))
	case 1:
		g.one("true", "false", "null")
	case 2:
		g.one(`""`, `"x"`, `"a\tb"`, `"é\u0301"`)
	default:
		g.name()
	}
}

func (g *grammar) postfix() {
	for range 1 + g.IntN(3) {
		switch g.IntN(7) {
		case 0:
			g.b.WriteString("[" + strconv.Itoa(g.IntN(3)) + "]")
		case 1:
			g.one(`["k"]`, "[ null ]", "[-1]", `["${k}"]`)
		case 2:
			g.b.WriteByte('[')
			g.gap(true)
			g.expr(true)
			g.b.WriteByte(']')
		case 3:
			g.one("[*]", "[ * ]")
		case 4:
			g.one(".*.a", ".*", ".*.b.c")
		default:
			g.one(".", " . ")
			g.one("a", "b", "0", "for", "null")
		}
	}
}

func (g *grammar) call() {
	g.one("f", "ns::f", "a :: b::c", "upper")
	g.b.WriteByte('(')
	n := g.IntN(3)
	for i := range n {
		g.gap(true)
		g.expr(true)
		g.gap(true)
		if i < n-1 {
			g.b.WriteByte(',')
		}
	}
	if n > 0 {
		g.one("", "", ",", "...")
	}
	g.gap(true)
	g.b.WriteByte(')')
}

func (g *grammar) tuple() {
	g.b.WriteByte('[')
	for i := range g.IntN(4) {
		if i > 0 {
			g.b.WriteByte(',')
		}
		g.gap(true)
		g.expr(true)
		g.gap(true)
	}
	g.b.WriteByte(']')
}

func (g *grammar) object() {
	g.b.WriteByte('{')
	n := g.IntN(4)
	for i := range n {
		g.gap(true)
		switch g.IntN(5) {
		case 0:
			g.expr(false)
		case 1:
			g.one("null", "true", `"k k"`, "(a)", "(a).b", "1")
		default:
			g.name()
		}
		g.one(" = ", "=", ": ")
		g.expr(false)
		if i < n-1 {
			g.one(",", "\n", ",\n", " # c\n")
		}
	}
	g.one("", "\n", " ")
	g.b.WriteByte('}')
}

func (g *grammar) forExpr() {
	isObject := g.IntN(2) == 0
	g.one(map[bool]string{true: "{", false: "["}[isObject])
	g.gap(true)
	g.b.WriteString("for ")
	g.one("v", "k, v", "a,a", "if , in")
	g.b.WriteString(" in ")
	g.expr(true)
	g.gap(true)
	g.b.WriteByte(':')
	g.gap(true)
	g.expr(true)
	if isObject {
		g.b.WriteString(" => ")
		g.expr(true)
		g.one("", "...")
	}
	if g.IntN(3) == 0 {
		g.b.WriteString(" if ")
		g.expr(true)
	}
	g.gap(true)
	g.one(map[bool]string{true: "}", false: "]"}[isObject])
}

// texts writes the inside of a template.
func (g *grammar) texts(pieces []string) {
	g.depth++
	defer func() { g.depth-- }()
	for range g.IntN(4) {
		switch {
		case g.depth < 6 && g.IntN(3) == 0:
			g.one("${", "${~ ")
			g.gap(true)
			g.expr(true)
			g.one("}", " ~}")
		case g.depth < 6 && g.IntN(6) == 0:
			g.directive(pieces)
		default:
			g.one(pieces...)
		}
	}
}

func (g *grammar) directive(pieces []string) {
	if g.IntN(2) == 0 {
		g.one("%{ if ", "%{~ if ")
		g.expr(true)
		g.one(" }", " ~}")
		g.texts(pieces)
		if g.IntN(2) == 0 {
			g.one("%{ else }", "%{~ else ~}")
			g.texts(pieces)
		}
		g.one("%{ endif }", "%{~ endif ~}")
		return
	}
	g.one("%{ for a in ", "%{ for a, b in ")
	g.expr(true)
	g.one(" }", " ~}")
	g.texts(pieces)
	g.one("%{ endfor }", "%{endfor ~}")
}

var quotedPieces = []string{"a", " ", "  b ", `\n`, `\\`, `\"`, `\u00e9`, "$", "%", "$$", "$${", "%%{", "$${~", "é",
	"{", "}", "#", "\t", "~"}
var textPieces = []string{"a", " ", "  ", "   b\n", "\n", "\t\n", "\\n", `"`, "$", "%", "$$", "$${", "%%{", "é\n", "{",
	"}\n", "\r\n", "\t", "$\n", "$x\n", "\u2003 c\n"}

func (g *grammar) quoted() {
	g.b.WriteByte('"')
	g.texts(quotedPieces)
	g.b.WriteByte('"')
}

// heredoc writes a heredoc in parentheses, since a line end must follow it.
func (g *grammar) heredoc() {
	g.one("(<<EOT\n", "(<<-EOT\n", "(<<-EOT\r\n")
	for range g.IntN(4) {
		g.one("", "  ", "    ", "\t", "")
		g.texts(textPieces)
		g.b.WriteByte('\n')
	}
	g.one("EOT\n)", "  EOT\n)", "\tEOT \n)")
}

func (g *grammar) body(level int) {
	for range g.IntN(4) {
		switch {
		case level < 4 && g.IntN(3) == 0:
			g.block(level)
		case g.IntN(6) == 0:
			g.one("\n", "# c\n", "/* d */\n", "// e\r\n")
		default:
			g.name()
			g.b.WriteString(strconv.Itoa(g.IntN(30)))
			g.one(" = ", "=", " /* c */ = ")
			g.expr(false)
			g.one("\n", " # c\n", "\r\n", "  // d\n")
		}
	}
}

func (g *grammar) block(level int) {
	g.name()
	for range g.IntN(3) {
		g.one(` "l"`, " l", `"$${l}"`, ` "\n"`)
	}
	g.one(" {", "{")
	switch g.IntN(4) {
	case 0:
		g.one("", " ", " /* c */ ")
	case 1:
		g.b.WriteString(" a = ")
		g.expr(false)
		g.b.WriteByte(' ')
	default:
		g.b.WriteByte('\n')
		g.body(level + 1)
	}
	g.one("}\n", "} # c\n", "}\r\n")
}

// text returns a text of one mode.
func (g *grammar) text(m mode) string {
	g.b.Reset()
	g.depth = 0
	switch m {
	case config:
		g.body(0)
	case template:
		g.texts(textPieces)
	case traversalAbs, traversalPartial:
		g.name()
		g.postfix()
	default:
		g.gap(true)
		g.expr(true)
		g.gap(true)
	}
	return g.b.String()
}
