package cli

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/console"
	"github.com/hclx-lang/hclx/types"
)

// typist is a terminal at which somebody presses keys, some at once.
type typist struct{ keys []string }

func (t *typist) Read(p []byte) (int, error) {
	if len(t.keys) == 0 {
		return 0, io.EOF
	}
	n := copy(p, t.keys[0])
	t.keys = t.keys[1:]
	return n, nil
}

const up, ctrlD = "\x1b[A", "\x04"

// converse runs the console on a terminal and returns what stands on the screen.
func converse(t *testing.T, keys ...string) string {
	var out bytes.Buffer
	con := &console.Console{Profile: types.Extended, Functions: stdlib.Table()}
	edit := newTerminal(&typist{keys}, &out)
	if err := con.Dialogue(edit, edit, false); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCtrlC(t *testing.T) {
	screen := converse(t, "[1,\r", "2,\r", "3\x03", "4 + 4\r", "999\x03typed ahead", "\x03", "\x1b[A\r", ctrlD)
	for part, n := range map[string]int{
		"^C\r\nThe input is discarded.\r\n> ": 1, "^C\r\nPress Ctrl-D or type :quit to leave.\r\n> ": 2, "\r\n8\r\n": 2,
		"Error": 0, "ahead": 0,
	} {
		if got := strings.Count(screen, part); got != n {
			t.Errorf("%q: %d times, want %d, in:\n%s", part, got, n, screen)
		}
	}
}

// An earlier input comes back as a whole, and means what it meant.
func TestHistory(t *testing.T) {
	screen := converse(t, "[1, # one\r", "2]\r", up, "\r", "<<E\r", "t\r", "E\r", up+"\r", up+up+"\r", "\"␤\"\r", up+"\r",
		ctrlD)
	for part, n := range map[string]int{
		"> [1, # one␤2]\r\n": 1, "\r\n[1, 2]\r\n": 3, "> <<E␤t␤E\r\n": 1, "\r\n\"t\\n\"\r\n": 2, "\r\n\"␤\"\r\n": 2,
		"Error": 0,
	} {
		if got := strings.Count(screen, part); got != n {
			t.Errorf("%q: %d times, want %d, in:\n%s", part, got, n, screen)
		}
	}
}

func TestHistoryIsBounded(t *testing.T) {
	var h history
	for i := range 2 * historySize {
		h.remember(strconv.Itoa(i))
	}
	h.remember("new")
	h.remember("new")
	if h.Len() != historySize || h.At(0) != "new" || h.At(historySize-1) != strconv.Itoa(historySize+1) {
		t.Errorf("%d inputs", h.Len())
	}
}

func TestScreenTellsErrors(t *testing.T) {
	in, out := io.Pipe()
	_ = in.Close()
	if _, err := (screen{out}).Write([]byte("a")); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
