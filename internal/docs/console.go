package docs

import (
	"errors"
	"slices"
	"strings"
)

// Command is one command of a console block with the output that the text shows.
type Command struct {
	Line   int      // of the block's text, from 1
	Words  []string // the command, split as a shell would
	Output string
}

// ParseConsole splits the text of a console block into its commands. Lines before the first command are an error.
func ParseConsole(text string) (commands []Command, err error) {
	var source string // of the last command, while a backslash continues it
	continued := false
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		prompt, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case continued:
			source += " " + strings.TrimSpace(line)
		case isCommand:
			source = prompt
			commands = append(commands, Command{Line: number})
		case len(commands) == 0:
			return nil, errors.New("a console block begins with a command: a line that begins with \"$ \"")
		default:
			commands[len(commands)-1].Output += line + "\n"
			continue
		}
		if source, continued = strings.CutSuffix(source, `\`); continued {
			continue
		}
		if commands[len(commands)-1].Words, err = splitWords(source); err != nil {
			return nil, err
		}
	}
	return commands, nil
}

// splitWords splits a command line at spaces that are not quoted. What needs a real shell is refused.
func splitWords(line string) (words []string, err error) {
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && c == ' ':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		case quote == 0 && strings.ContainsRune("|&;<>`", c):
			return nil, errors.New("the command needs a shell, which the test does not have; mark the block as fragment: " +
				line)
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed: " + line)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// hclxArguments gives the arguments of a command that is hclx under one of the names it has in the documentation.
func hclxArguments(words []string) (arguments []string, ok bool) {
	for _, name := range [][]string{{"hclx"}, {"go", "run", "./cmd/hclx"}, {"go", "tool", "hclx"}} {
		if len(words) >= len(name) && slices.Equal(words[:len(name)], name) {
			return words[len(name):], true
		}
	}
	return nil, false
}

// matchOutput reports whether the output of a command is what the text shows, where a line "..." stands for any lines.
// Space at the end of lines does not count.
func matchOutput(shown, got string) bool {
	return matchLines(outputLines(shown), outputLines(got))
}

func outputLines(text string) []string {
	lines := strings.Split(strings.TrimRight(text, " \t\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return lines
}

// matchLines matches greedily from "..." to "...": the first place where a run of lines fits is as good as a later one.
func matchLines(shown, got []string) bool {
	for len(shown) > 0 && shown[0] != "..." {
		if len(got) == 0 || shown[0] != got[0] {
			return false
		}
		shown, got = shown[1:], got[1:]
	}
	if len(shown) == 0 {
		return len(got) == 0
	}
	if shown = shown[1:]; len(shown) == 0 {
		return true
	}
	for i := range got {
		if matchLines(shown, got[i:]) {
			return true
		}
	}
	return false
}
