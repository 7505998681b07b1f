package console

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// LineReader reads the lines that a user types.
type LineReader interface {
	// ReadLine shows a prompt and returns a line without its newline. The error is io.EOF at the end of the input, and
	// [ErrInterrupted] if the user interrupts it. An earlier input from the history is one line that may contain line
	// breaks.
	ReadLine(prompt string) (string, error)
	// Remember adds a complete input to the history.
	Remember(input string)
}

// ErrInterrupted is the error if a user interrupts an input.
var ErrInterrupted = errors.New("interrupted")

// The prompts of a dialogue.
const (
	prompt         = "> "
	promptContinue = ". "
)

const help = `Type an expression to see its value, or name = expression to keep it.
An expression continues on the next line while a bracket or heredoc is open; an empty line ends it.
  :type EXPR   show the type of an expression
  :vars        list the variables
  :help        show this text
  :quit        leave, like Ctrl-D
Ctrl-C discards the input. The up arrow recalls an earlier input, in which ␤ marks the end of a line.
`

// dialogue is one session with a user.
type dialogue struct {
	*Console
	in    LineReader
	out   io.Writer
	color bool
	count int
}

// Dialogue evaluates the input of a user until it ends. It keeps variables that the user sets for the session, not in
// the console.
func (c *Console) Dialogue(in LineReader, out io.Writer, color bool) error {
	session := *c
	session.Vars.Variables = maps.Clone(c.Vars.Variables)
	if session.Vars.Variables == nil {
		session.Vars.Variables = map[string]value.Value{}
	}
	d := &dialogue{Console: &session, in: in, out: out, color: color}
	for {
		text, err := d.read()
		text = strings.TrimSpace(text)
		switch {
		case errors.Is(err, ErrInterrupted):
			answer := "The input is discarded.\n"
			if text == "" {
				answer = "Press Ctrl-D or type :quit to leave.\n"
			}
			d.print(answer)
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case text != "":
			in.Remember(text)
		}
		if done := d.act(text); done {
			return nil
		}
	}
}

// read reads one input, which may have several lines.
func (d *dialogue) read() (string, error) {
	text, err := d.in.ReadLine(prompt)
	for err == nil && open(text) {
		line := ""
		if line, err = d.in.ReadLine(promptContinue); err == nil && line == "" {
			return text, nil
		}
		text += "\n" + line
	}
	return text, err
}

// open reports whether a bracket or heredoc of a text is not closed yet.
func open(text string) bool {
	depth := 0
	for t := range syntax.Scan(source.NewFileString("", text+"\n")) {
		switch t.Kind {
		case syntax.TokenOpenBrace, syntax.TokenOpenBracket, syntax.TokenOpenParen, syntax.TokenOpenHeredoc,
			syntax.TokenInterp, syntax.TokenDirective:
			depth++
		case syntax.TokenCloseBrace, syntax.TokenCloseBracket, syntax.TokenCloseParen, syntax.TokenCloseHeredoc,
			syntax.TokenSequenceEnd:
			depth--
		}
	}
	return depth > 0
}

// act executes an input, and reports whether the session ends.
func (d *dialogue) act(text string) (done bool) {
	command, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "":
	case text == ":quit" || text == "exit" || text == "quit":
		return true
	case text == ":help":
		d.print(help)
	case text == ":vars":
		for _, name := range slices.Sorted(maps.Keys(d.Vars.Variables)) {
			d.print(fmt.Sprintf("%s  %s\n", name, d.Vars.Variables[name].Type()))
		}
	case command == ":type":
		if v, ok := d.value(rest); ok {
			d.print(v.Type().String() + "\n")
		}
	case strings.HasPrefix(text, ":"):
		d.print(fmt.Sprintf("Unknown command %q.%s\n", command,
			diag.DidYouMean(command, []string{":type", ":vars", ":help", ":quit"})))
	default:
		d.evaluate(text)
	}
	return false
}

// evaluate evaluates an expression, or sets a variable.
func (d *dialogue) evaluate(text string) {
	name, expr := assignment(text)
	v, ok := d.value(expr)
	switch {
	case !ok:
	case name != "":
		d.Vars.Variables[name] = v
	default:
		d.print(Show(v) + "\n")
	}
}

// assignment splits name = expression. For anything else the name is empty.
func assignment(text string) (name, expr string) {
	f, diags := syntax.ParseConfig(source.NewFileString("", text+"\n"))
	if len(f.Body.Items) == 1 && !diags.HasErrors() {
		if a, ok := f.Body.Items[0].(*syntax.Attribute); ok {
			return a.Name, f.Source.Slice(a.Expr.Span())
		}
	}
	return "", text
}

// maxShown is the maximum number of diagnostics that are shown for an expression.
const maxShown = 20

func (d *dialogue) value(expr string) (value.Value, bool) {
	d.count++
	v, diags := d.Eval(fmt.Sprintf("<input %d>", d.count), expr)
	_ = render.Text(d.out, diags.Abridged(maxShown), render.Options{Color: d.color})
	return v, !diags.HasErrors()
}

func (d *dialogue) print(s string) { _, _ = io.WriteString(d.out, s) }
