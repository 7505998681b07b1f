package report

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// State is the result of an item.
type State uint8

// The states of items.
const (
	Rendered State = iota // it is in the answer
	Excluded              // its condition is known to be false
	Waiting               // it is incomplete
	Failed                // an expression in it failed
)

// String returns the state as a word.
func (s State) String() string {
	return [...]string{"rendered", "excluded", "waiting", "failed"}[s]
}

// Item is a block in one run.
type Item struct {
	Kind  model.Kind
	State State
	// Name is the crossplane name of a resource, the label of a collection or requirement, the key of a context; empty
	// if the block has none. A member with an unknown name has the name of its collection with an index, as in node[0].
	Name string
	// Parent is the index in Output.Items of the block that contains it, -1 at the top level.
	Parent int
	// Node is the index of the block in the graph of the program.
	Node int
	// Range is the header of the block. Cause is the attribute that excluded, deferred or failed it; it is zero for an
	// item that has its state from the block that contains it.
	Range source.Range
	Cause source.Range
	// Attribute is the name of that attribute.
	Attribute string
	// Waits are the inputs that it waits for, without repetitions.
	Waits []value.Origin
	// Errors are the errors in it.
	Errors diag.List
	// Exists is set if the observed state has something that the item governs, so that it must not be dropped.
	Exists bool
	// Kept are the names of governed resources that stay in the answer as last applied; see the input of a run.
	Kept []string
}

// Describe returns the words for an item in messages, its name being written by text.
func (it *Item) Describe(text func(string) string) string {
	switch {
	case it.Name == "":
		return "this " + it.Kind.String() + " block"
	case it.Kind == model.KindReady:
		return "the ready block of " + text(it.Name)
	}
	return it.Kind.String() + " " + text(it.Name)
}

func plainName(name string) string { return name }
