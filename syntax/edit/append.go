package edit

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/value"
)

// NewBlock returns an empty block outside a file, which can be filled and then passed to [Body.AppendBlock]. It returns
// an error if the type is invalid.
func NewBlock(typ string, labels ...string) (*Block, error) {
	return New().root.AddBlock(typ, labels...)
}

// Append adds a text with attributes, blocks, comments and blank lines at the end of the body, in canonical form and
// without a blank line before it. The attributes and blocks are then part of the body. It returns an error if the text
// is invalid or contains an attribute that the body already has.
func (b *Body) Append(text string) error {
	f, diags := Parse(source.NewFileString("appended", text))
	if diags.HasErrors() {
		return fmt.Errorf("the text is not valid: %w", diags.Errors()[0])
	}
	for _, a := range f.root.Attributes() {
		if b.names[a.name] != nil {
			return fmt.Errorf("there is already an attribute %q", a.name)
		}
	}
	for e := range f.root.entries {
		if e.attr != nil {
			b.names[e.attr.name] = e
		} else {
			e.block.in = b
		}
	}
	f.root.names = b.names
	b.items = append(b.items, &entry{added: f})
	return nil
}

// AddBlankLine adds a blank line at the end of the body.
func (b *Body) AddBlankLine() { b.items = append(b.items, &entry{added: blankLine()}) }

func blankLine() *File {
	f, _ := Parse(source.NewFileString("", "\n"))
	return f
}

// AddComment adds comment lines at the end of the body: see [Block.SetComment] for the text.
func (b *Body) AddComment(text string) error {
	lines, err := commentText(text)
	if err != nil {
		return err
	}
	return b.Append(lines)
}

// AppendBlock adds a copy of a block, with its comments and changes, at the end of the body, without a blank line
// before it. The block may be from another file. It returns the copy.
func (b *Body) AppendBlock(blk *Block) *Block {
	// What a block is made of parses as a block.
	_ = b.Append(blk.Comment() + blk.Text() + spaced(blk.LineComment()) + "\n")
	blocks := b.Blocks()
	return blocks[len(blocks)-1]
}

// AppendBody adds a copy of the content of another body, including comments and blank lines. An attribute that exists
// already is an error.
func (b *Body) AppendBody(from *Body) error {
	text := strings.Trim(from.Text(), " \t\r\n")
	if text == "" {
		return nil
	}
	return b.Append(text + "\n")
}

// SetValue is like [Body.Set] for a value, which is written as a literal. A value without a literal, such as an unknown
// value, is an error.
func (b *Body) SetValue(name string, v value.Value) (*Attribute, error) {
	expr, err := print.Value(v)
	if err != nil {
		return nil, err
	}
	return b.Set(name, expr)
}

// SetTraversal is like [Body.Set] for a traversal.
func (b *Body) SetTraversal(name string, t hcl.Traversal) (*Attribute, error) {
	return b.Set(name, t.String())
}

// appendedText is a text that was appended, with its changes, as lines of the body.
func (a *applier) appendedText(f *File, indent string) string {
	text := f.Bytes()
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	return a.placedLines(string(format.Source(text)), indent)
}

// placedLines indents all lines of a text that are not blank.
func (a *applier) placedLines(text, indent string) string {
	trimmed := strings.TrimLeft(text, "\n")
	blank := strings.Repeat(a.nl, len(text)-len(trimmed))
	if trimmed == "" {
		return blank
	}
	return blank + indent + a.placed(trimmed, indent)
}
