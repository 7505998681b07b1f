package run

import (
	"sync"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Program is a compiled program. It is immutable and safe for concurrent use. It holds no syntax tree and no model.
type Program struct {
	// Layout has the slots of the one frame of a run; Req is that of req.
	Layout *eval.Layout
	Req    int
	// Blocks are the top-level blocks that are evaluated on their own, in the order of the source.
	Blocks []*Block
	// Points are the parts of expressions whose evaluations runs count, if the program was compiled for that; see
	// [eval.Env.Points].
	Points []eval.Point
	// Size is roughly the number of bytes that the program occupies, for caches with a limit in bytes.
	Size int

	files []*source.File
	nodes int
	graph func() *model.Graph
	facts func() *facts
}

// Block is a compiled block.
type Block struct {
	Kind  model.Kind // the template of a collection is a resource
	Node  int32      // in the graph
	Label string     // the first label, "" if the block has none
	Range source.Range
	// Attributes are the attributes, the condition first. Those of a select block belong to its requirement.
	Attributes []Attribute
	// Blocks are the inner blocks that are evaluated on their own, in the order of evaluation.
	Blocks []*Block
	// Member has the parts that are evaluated for every member of a collection; nil in other blocks.
	Member *Member
}

// Member is the template of a collection. Its members use the same slots one after the other: from First up to but not
// including End. Each is that of the variable each.
type Member struct {
	*Block
	Each, First, End int
}

// Attribute is a compiled attribute of a block.
type Attribute struct {
	Name    string
	Expr    model.ExprID
	Range   source.Range
	Program *eval.Program
	// Constant is the value of an attribute without dependencies; the zero Value otherwise, and in programs that count
	// evaluations.
	Constant value.Value
	// Rules are the rules for its finished value.
	Rules *contract.Rules
}

// attr returns an attribute, or nil if the block does not have it.
func (b *Block) attr(name string) *Attribute {
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return &b.Attributes[i]
		}
	}
	return nil
}

// condition returns the condition of the block, or nil if it has none.
func (b *Block) condition() *Attribute {
	if len(b.Attributes) > 0 && b.Attributes[0].Name == model.AttrCondition {
		return &b.Attributes[0]
	}
	return nil
}

// others returns the attributes without the condition.
func (b *Block) others() []Attribute {
	if b.condition() != nil {
		return b.Attributes[1:]
	}
	return b.Attributes
}

// facts are the facts about the text of a program that runs need.
type facts struct {
	inputs *model.Inputs
	keys   map[int]*model.Keys // the paths that status blocks write, by node
}

// New returns a program without blocks for the files of a model.
func New(files []*source.File, m *model.Program) *Program {
	p := &Program{files: files, nodes: m.Nodes(), Layout: eval.NewLayout()}
	p.Req = p.Layout.Slot()
	// Both of these resolve the text again and keep only what runs need. A program whose blocks never wait never does
	// that.
	p.graph = sync.OnceValue(func() *model.Graph { return p.Model().Graph() })
	p.facts = sync.OnceValue(func() *facts {
		m := p.Model()
		return &facts{inputs: m.Inputs(), keys: m.Written()}
	})
	return p
}

// Model resolves the program again. It is for rare uses: a program that runs does not keep its model.
func (p *Program) Model() *model.Program { return model.New(p.files) }

// Graph returns the dependency graph of the program.
func (p *Program) Graph() *model.Graph { return p.graph() }

// place returns the place in the text of the part of an expression's value at a path.
func (p *Program) place(e model.ExprID, path value.Path) source.Range {
	m := p.Model()
	return m.Place(m.Expr(e), path)
}
