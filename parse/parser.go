package parse

import (
	"maps"
	"slices"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
)

// Parser parses files and keeps them by name, so that each file is parsed once. The zero Parser is ready to use. It is
// safe for concurrent use.
type Parser struct {
	mu    sync.Mutex
	files map[string]*File
}

// Text is like the function [Text]. If the parser already has a file with this name, Text returns that file, whatever
// the text, and no diagnostics.
func (p *Parser) Text(name string, text []byte) (*File, diag.List) {
	return p.once(name, func() (*File, diag.List) { return Text(name, text) })
}

// ReadFile is like the function [ReadFile]. A file that the parser already has is not read again. A file that cannot be
// read is not kept.
func (p *Parser) ReadFile(path string) (*File, diag.List) {
	return p.once(path, func() (*File, diag.List) { return ReadFile(path) })
}

func (p *Parser) once(name string, parse func() (*File, diag.List)) (*File, diag.List) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := p.files[name]; f != nil {
		return f, nil
	}
	f, diags := parse()
	if len(diags) == 1 && diags[0].Code == code.UnreadableFile {
		return f, diags
	}
	if p.files == nil {
		p.files = map[string]*File{}
	}
	p.files[name] = f
	return f, diags
}

// File returns the file with a name, or nil.
func (p *Parser) File(name string) *File {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.files[name]
}

// Files returns all files in the order of their names.
func (p *Parser) Files() []*File {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]*File, 0, len(p.files))
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		out = append(out, p.files[name])
	}
	return out
}

// Body returns the content of all files as one body, in the order of their names: see [hcl.MergeBodies].
func (p *Parser) Body() hcl.Body {
	var bodies []hcl.Body
	for _, f := range p.Files() {
		bodies = append(bodies, f.Body())
	}
	return hcl.MergeBodies(bodies)
}
