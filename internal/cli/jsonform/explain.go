package jsonform

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
)

// Explained is what "hclx explain --format json" prints.
type Explained struct {
	Version  int             `json:"version" doc:"The version of this format: 1."`
	Steps    []ExplainedStep `json:"steps" doc:"The pipeline steps that hclx ran, in order."`
	Hints    []Hint          `json:"hints" doc:"The flags that would provide what blocks wait for."`
	Problems []Problem       `json:"problems" doc:"Why the pipeline has no result; empty on success. The format is that of render."`
}

// ExplainedStep is a pipeline step.
type ExplainedStep struct {
	Step   string  `json:"step" doc:"The name of the step."`
	Blocks []Block `json:"blocks" doc:"The blocks that the run reached, in the order of the program. With a NAME, only the blocks with this name and the blocks inside them."`
}

// Block is a block of the program, and what became of it.
type Block struct {
	ID        int         `json:"id" doc:"The number of the block in this step."`
	Kind      string      `json:"kind" doc:"What it is: \"resource\", \"resources\", \"group\", \"composite status\", \"composite connection\", \"ready\", \"context\" or \"requirement\"."`
	Name      string      `json:"name,omitempty" doc:"The name of the resource or member, the label, or the key of the context; omitted if there is none."`
	Parent    *int        `json:"parent,omitempty" doc:"The id of the enclosing block; omitted at the top level."`
	State     string      `json:"state" doc:"\"rendered\", \"excluded\" by a condition, \"waiting\", or \"failed\"."`
	Range     *Range      `json:"range,omitempty" doc:"The position of its header."`
	Cause     *Cause      `json:"cause,omitempty" doc:"The attribute that makes it excluded, waiting or failed. It may belong to an enclosing block."`
	Waits     []Wait      `json:"waits,omitempty" doc:"What it waits for."`
	Errors    Diagnostics `json:"errors,omitempty" doc:"What failed, in the form of \"hclx check --format json\"."`
	Exists    bool        `json:"exists,omitempty" doc:"Whether a part of it exists in the cluster."`
	Kept      []string    `json:"kept,omitempty" doc:"The names of its incomplete resources that are returned as they were last applied, in order."`
	Deleted   bool        `json:"deleted,omitempty" doc:"Whether it exists in the cluster and will be deleted."`
	ReadsFrom []Relative  `json:"readsFrom,omitempty" doc:"The blocks that it reads from."`
	IsReadBy  []Relative  `json:"isReadBy,omitempty" doc:"The blocks that read from it."`
}

// Cause is an attribute that decided about a block.
type Cause struct {
	Block     int    `json:"block" doc:"The id of the block that has the attribute."`
	Attribute string `json:"attribute" doc:"The name of the attribute."`
	Text      string `json:"text" doc:"Its expression, as written."`
	Range     *Range `json:"range,omitempty" doc:"The position of the expression."`
}

// Wait is an input that a block waits for.
type Wait struct {
	Attribute string `json:"attribute" doc:"The attribute of the block that needs it."`
	Path      string `json:"path" doc:"The input, as written in a program: req.resource.vpc.status.id."`
	Range     *Range `json:"range,omitempty" doc:"The position where it is read."`
	Chain     []Hop  `json:"chain,omitempty" doc:"The locals that lead from the attribute to the input, in order."`
}

// Hop is the use of a local on the way to an input.
type Hop struct {
	Local string `json:"local" doc:"The name of the local."`
	Range *Range `json:"range,omitempty" doc:"The position where it is used."`
}

// Hint is a flag that would give what blocks wait for.
type Hint struct {
	Flag  string   `json:"flag" doc:"The flag, with a placeholder for its value."`
	Gives string   `json:"gives" doc:"What it provides, for people."`
	Names []string `json:"names" doc:"The names of the missing objects, in order."`
}

// Relative is a block as others name it.
type Relative struct {
	Kind string `json:"kind" doc:"What it is."`
	Name string `json:"name,omitempty" doc:"Its name."`
}

// ExplainOf makes the form of what became of the blocks of steps: of those with a name and what is in them, or of all
// where the name is empty. The error is that of the pipeline, nil if all went well. ExplainOf returns false where the
// pipeline did not run because of it, so that there is nothing to say.
func ExplainOf(steps []Step, name string, hints []Hint, err error) (*Explained, bool) {
	e := &Explained{Version: Version, Steps: []ExplainedStep{}, Hints: append([]Hint{}, hints...), Problems: []Problem{}}
	for _, s := range steps {
		e.Steps = append(e.Steps, explainStep(s, name))
	}
	if err == nil {
		return e, true
	}
	e.Problems = problemsOf(err, steps)
	return e, len(e.Problems) > 0
}

func explainStep(s Step, name string) ExplainedStep {
	out := ExplainedStep{Step: s.Name, Blocks: []Block{}}
	r := RelationsOf(s.Program.Graph())
	for i := range s.Output.Items {
		if name == "" || s.IsIn(i, name) {
			out.Blocks = append(out.Blocks, s.block(i, r))
		}
	}
	return out
}

// IsIn reports whether an item, or one around it, has a name.
func (s Step) IsIn(i int, name string) bool {
	for ; i >= 0; i = s.Output.Items[i].Parent {
		if s.Output.Items[i].Name == name {
			return true
		}
	}
	return false
}

func (s Step) block(i int, r Relations) Block {
	it := &s.Output.Items[i]
	b := Block{
		ID: i, Kind: it.Kind.String(), Name: it.Name, State: it.State.String(), Range: rangeOf(it.Range), Exists: it.Exists,
		Kept:    it.Kept,
		Deleted: s.IsDeleted(it),
	}
	if it.Parent >= 0 {
		b.Parent = &it.Parent
	}
	if it.State != report.Rendered {
		b.Cause = s.cause(i)
	}
	if it.State == report.Waiting {
		b.Waits = s.waits(it)
	}
	if it.State == report.Failed {
		b.Errors = diagnosticsOf(it.Errors)
	}
	b.ReadsFrom, b.IsReadBy = r.From[it.Node], r.By[it.Node]
	return b
}

// IsDeleted reports whether an item exists in the cluster and will be deleted.
func (s Step) IsDeleted(it *report.Item) bool {
	return it.State == report.Excluded && slices.Contains(s.Doomed, it.Name)
}

// Decided returns the number of the item whose attribute decided about an item: its own, or one around it. It is -1 if
// there is none.
func (s Step) Decided(i int) int {
	for i >= 0 && s.Output.Items[i].Cause.IsZero() {
		i = s.Output.Items[i].Parent
	}
	return i
}

func (s Step) cause(i int) *Cause {
	if i = s.Decided(i); i < 0 {
		return nil
	}
	it := &s.Output.Items[i]
	return &Cause{Block: i, Attribute: it.Attribute, Text: it.Cause.Text(), Range: rangeOf(it.Cause)}
}

func (s Step) waits(it *report.Item) []Wait {
	var out []Wait
	g := s.Program.Graph()
	for _, o := range it.Waits {
		w := Wait{Attribute: it.Attribute, Path: o.Path.String(), Range: rangeOf(o.Range)}
		if r := g.Chain(it.Node, it.Attribute, o); r != nil {
			for _, hop := range r.Through {
				w.Chain = append(w.Chain, Hop{Local: hop.Local, Range: rangeOf(hop.Range)})
			}
		}
		out = append(out, w)
	}
	return out
}

// Relations are the blocks that others read from, and that read from them, by the nodes of the graph.
type Relations struct {
	From, By map[int][]Relative
}

// RelationsOf reads the graph of a program. What is inside a resource belongs to that.
func RelationsOf(g *model.Graph) Relations {
	r := Relations{map[int][]Relative{}, map[int][]Relative{}}
	seen := map[[2]int]bool{}
	for _, e := range g.Edges {
		reader, read := owner(g, e.From), owner(g, e.To)
		if reader == read || seen[[2]int{reader, read}] {
			continue
		}
		seen[[2]int{reader, read}] = true
		r.From[reader] = append(r.From[reader], Relative{Kind: g.Nodes[read].Kind.String(), Name: g.Nodes[read].Name})
		r.By[read] = append(r.By[read], Relative{Kind: g.Nodes[reader].Kind.String(), Name: g.Nodes[reader].Name})
	}
	return r
}

// owner is the block that stands for a node, or the node itself if there is none.
func owner(g *model.Graph, node int) int {
	if top := g.Top(node); top >= 0 {
		return top
	}
	return node
}
