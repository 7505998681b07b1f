// Package docs checks the documentation: its tests run every fenced code block of README.md, docs/*.md and the README
// files of the examples, so that what stands there is true.
//
// What is done with a block depends on the first word behind the fence:
//
//	hcl      must parse without errors
//	console  lines that begin with "$ " are commands. hclx ... (or go run ./cmd/hclx ...) runs in this process; what it
//	         prints must be the lines below the command. A line "..." stands for any lines. $ cd DIR, $ cat FILE and
//	         $ echo $? work too.
//	sh       the lines that are hclx commands must succeed; other lines are not run
//	go       a whole file: it must compile, and where its main ends in an "// Output:" comment, print just that
//	json     must be valid
//	yaml     must be valid
//	text     or nothing: not checked
//
// An indented line that is an hclx command is checked as sh. Commands run in a copy of the tree's examples: those of an
// example's README in its folder, others above them, as in the root of the project.
//
// A page with a comment "Generated ... Do not edit." is left to the tests of what generates it.
//
// A second word "fragment" says that a block is only a part of something, or cannot run here, and is not checked.
package docs

import (
	"fmt"
	"strings"
)

// Block is a fenced code block of a Markdown text.
type Block struct {
	File     string // the file that it stands in
	Line     int    // of the opening fence, from 1
	Language string // the first word behind the fence
	Fragment bool   // whether "fragment" stands behind the language
	Text     string // the lines between the fences, without the indentation of the fence
}

// String says where the block is.
func (b Block) String() string { return fmt.Sprintf("%s:%d", b.File, b.Line) }

// ParseBlocks finds the fenced code blocks of a Markdown text, and the indented lines that are hclx commands. A fence
// that is not closed is an error.
func ParseBlocks(file, markdown string) (blocks []Block, err error) {
	var (
		current Block
		text    strings.Builder
		fence   string // the closing fence that is waited for, "" outside of blocks
		indent  string
		line    int
	)
	for content := range strings.Lines(markdown) {
		line++
		content = strings.TrimRight(content, "\r\n")
		trimmed := strings.TrimLeft(content, " ")
		switch {
		case fence == "" && opens(trimmed):
			fence = trimmed[:fenceLength(trimmed)]
			indent = content[:len(content)-len(trimmed)]
			info := strings.Fields(trimmed[len(fence):])
			current = Block{File: file, Line: line}
			if len(info) > 0 {
				current.Language = info[0]
				current.Fragment = len(info) > 1 && info[1] == "fragment"
			}
			text.Reset()
		case fence != "" && strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]+" ") == "":
			current.Text = text.String()
			blocks = append(blocks, current)
			fence = ""
		case fence == "" && strings.HasPrefix(content, "    ") && strings.HasPrefix(trimmed, "hclx "):
			blocks = append(blocks, Block{File: file, Line: line, Language: "sh", Text: trimmed + "\n"})
		case fence != "":
			text.WriteString(strings.TrimPrefix(content, indent) + "\n")
		}
	}
	if fence != "" {
		return blocks, fmt.Errorf("%s: the code block is not closed", current)
	}
	return blocks, nil
}

func opens(line string) bool {
	n := fenceLength(line)
	return n >= 3 && (line[0] == '~' || !strings.Contains(line[n:], "`"))
}

// fenceLength is the length of the run of one fence character that line begins with.
func fenceLength(line string) int {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return 0
	}
	return len(line) - len(strings.TrimLeft(line, line[:1]))
}
