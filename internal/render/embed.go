package render

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// EmbedProgram reads a Composition and puts a program into the input of its step for hclx, as a literal block. It returns the file as it is and as
// it has to be; every other line stays the same, byte for byte. The error is an [*InputError] wherever the file is to blame.
func EmbedProgram(path, program string) (before, after []byte, err error) {
	if before, err = readFile(path); err != nil {
		return nil, nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(before, &doc); err != nil {
		return nil, nil, &InputError{File: path, Message: "this is no YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	input := stepInput(&doc)
	if input == nil {
		return nil, nil, &InputError{File: path, Message: "this Composition has no pipeline step whose input has kind HclInput"}
	}
	key, value := mapEntry(input, "hcl")
	lines := strings.SplitAfter(string(before), "\n")
	if key == nil {
		return before, []byte(insertField(lines, input, program)), nil
	}
	if value.Style&yaml.LiteralStyle == 0 && value.Style&yaml.FoldedStyle == 0 && value.Line != key.Line {
		return nil, nil, &InputError{File: path, Line: key.Line, Column: key.Column, Message: `the field "hcl" has to be a literal block: write hcl: | and leave it empty`}
	}
	return before, []byte(replaceField(lines, key, value, program)), nil
}

// stepInput finds the input of the step for hclx.
func stepInput(doc *yaml.Node) *yaml.Node {
	if len(doc.Content) == 0 {
		return nil
	}
	_, spec := mapEntry(doc.Content[0], "spec")
	_, pipeline := mapEntry(spec, "pipeline")
	if pipeline == nil {
		return nil
	}
	for _, step := range pipeline.Content {
		_, input := mapEntry(step, "input")
		if _, k := mapEntry(input, "kind"); k != nil && k.Value == inputKind {
			return input
		}
	}
	return nil
}

// mapEntry returns key and value of an entry of a mapping, nil if there is none.
func mapEntry(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// block writes a text as the lines of a literal block.
func block(program string, indent int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	for line := range strings.Lines(program) {
		if strings.TrimRight(line, "\r\n") != "" {
			b.WriteString(pad)
		}
		b.WriteString(line)
	}
	if !strings.HasSuffix(program, "\n") {
		b.WriteString("\n")
	}
	return b.String()
}

// replaceField replaces the lines of a block that is there.
func replaceField(lines []string, key, value *yaml.Node, program string) string {
	first := key.Line - 1
	end := first + 1
	for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || indentOf(lines[end]) >= key.Column) {
		end++
	}
	if value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		end = first + 1
	}
	for end > first+1 && strings.TrimSpace(lines[end-1]) == "" {
		end-- // blank lines behind the block belong to what follows
	}
	head := lines[first][:key.Column-1] + key.Value + ": |\n"
	return strings.Join(lines[:first], "") + head + block(program, key.Column+1) + strings.Join(lines[end:], "")
}

// insertField adds the field behind the first line of the input.
func insertField(lines []string, input *yaml.Node, program string) string {
	at := input.Content[0]
	first := at.Line
	pad := strings.Repeat(" ", at.Column-1)
	return strings.Join(lines[:first], "") + pad + "hcl: |\n" + block(program, at.Column+1) + strings.Join(lines[first:], "")
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
