package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/hclx-lang/hclx/internal/console"
)

// dialogue runs the console on a terminal, with line editing and history.
func dialogue(c *Context, con *console.Console, in *os.File) error {
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return con.Dialogue(&plainLines{bufio.NewScanner(in), c.Stdout}, c.Stdout, c.Color)
	}
	restore := func() { _ = term.Restore(int(in.Fd()), old) }
	defer restore()
	c.restore.Store(&restore)
	t := newTerminal(in, c.Stdout)
	_, _ = fmt.Fprintln(t, "Type an expression, or :help.")
	return con.Dialogue(t, t, c.Color)
}

// terminal edits lines on a terminal in raw mode.
type terminal struct {
	*term.Terminal
	keys    keys
	screen  screen
	history history
}

func newTerminal(in io.Reader, out io.Writer) *terminal {
	t := &terminal{keys: keys{in}, screen: screen{out}}
	t.reset()
	return t
}

// reset discards the current line, which the editor itself cannot do.
func (t *terminal) reset() {
	t.Terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{t.keys, t.screen}, "")
	t.History = &t.history
}

// ReadLine implements console.LineReader.
func (t *terminal) ReadLine(prompt string) (string, error) {
	t.SetPrompt(prompt)
	line, err := t.Terminal.ReadLine()
	if errors.Is(err, console.ErrInterrupted) {
		_, _ = io.WriteString(t.screen, "^C\r\n")
		t.reset()
	}
	return line, err
}

// Remember implements console.LineReader.
func (t *terminal) Remember(input string) { t.history.remember(input) }

// keys reads the keyboard. The editor treats Ctrl-C as the end of the input, so it gets [console.ErrInterrupted]
// instead. Pending input is dropped, as terminals do.
type keys struct{ in io.Reader }

const ctrlC = 3

// Read implements io.Reader.
func (k keys) Read(p []byte) (int, error) {
	n, err := k.in.Read(p)
	if i := bytes.IndexByte(p[:n], ctrlC); i >= 0 {
		return i, console.ErrInterrupted
	}
	return n, err
}

// screen replaces the line breaks in an earlier input, which the editor treats as one line, by a symbol. Line breaks of
// the editor have a CR.
type screen struct{ out io.Writer }

// Write implements io.Writer.
func (s screen) Write(p []byte) (int, error) {
	var shown []byte
	for i, c := range p {
		if c == '\n' && (i == 0 || p[i-1] != '\r') {
			shown = append(shown, "␤"...)
		} else {
			shown = append(shown, c)
		}
	}
	if _, err := s.out.Write(shown); err != nil {
		return 0, err
	}
	return len(p), nil
}

// history contains earlier inputs, oldest first.
type history struct{ inputs []string }

const historySize = 100

// remember adds an input, unless it equals the last one.
func (h *history) remember(input string) {
	if h.Len() > 0 && h.At(0) == input {
		return
	}
	h.inputs = append(h.inputs, input)
	h.inputs = h.inputs[max(0, len(h.inputs)-historySize):]
}

// Add implements term.History. It ignores the lines of the editor, because an input may have several lines.
func (*history) Add(string) {}

// Len implements term.History.
func (h *history) Len() int { return len(h.inputs) }

// At implements term.History: the newest input is the first one.
func (h *history) At(i int) string { return h.inputs[len(h.inputs)-1-i] }

// plainLines reads lines without editing.
type plainLines struct {
	in  *bufio.Scanner
	out io.Writer
}

// ReadLine implements console.LineReader.
func (p *plainLines) ReadLine(prompt string) (string, error) {
	if _, err := io.WriteString(p.out, prompt); err != nil {
		return "", err
	}
	if p.in.Scan() {
		return p.in.Text(), nil
	}
	if err := p.in.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}

// Remember implements console.LineReader.
func (*plainLines) Remember(string) {}
