package check

import (
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/wording"
	"github.com/hclx-lang/hclx/syntax"
)

// Bounds of following calls. Beyond the contexts of a function all its arguments count as equal, so that the work grows with the program only.
const (
	maxCallContexts = 8
	maxCallWalk     = 1000 // calls in calls
)

// callRisks remembers which calls of the program's functions take missing data for intent. What a call does depends on which arguments
// come from observed data.
//
// Functions may call one another in circles, so the calls are walked as Tarjan's algorithm does: a call without a risk of its own is
// decided when all calls that it can lead to are.
type callRisks struct {
	c        *checker
	known    map[callKey]*callVerdict
	contexts map[model.SymbolID]int
	open     []*callVerdict // not decided yet, in the order of the visits
	current  *callVerdict
	depth    int
}

// callKey is a call as far as it matters here: a function, and a byte of facts for each of its arguments.
type callKey struct {
	fn   model.SymbolID
	args string
}

type callVerdict struct {
	risk  *dropRisk
	order int // the place among the open ones, from 1; 0 if decided
	low   int // the first open one that it leads to
}

// riskOfInvoke returns the risk in the function that is invoked, with the place of the call.
func (w *dropWalk) riskOfInvoke(e *model.Expr, call *syntax.Call) *dropRisk {
	if len(call.Args) != 2 {
		return nil
	}
	ref := w.c.m.Ref(e.File, call.Args[0])
	if ref == nil {
		return nil
	}
	f := w.c.m.Symbol(e.File, ref.Symbol)
	if f.Kind != model.Function || f.Block.Attr(model.AttrBody) == nil {
		return nil
	}
	inside := w.calls.risk(ref.Symbol, w.argumentFacts(e, f.Block, call.Args[1]))
	if inside == nil {
		return nil
	}
	if inside.inside != nil {
		inside = inside.inside
	}
	return &dropRisk{rng: e.At(call), why: "invokes the function " + wording.Quoted(f.Name) + ", which " + inside.why, advice: inside.advice, inside: inside}
}

// argumentFacts returns a byte of facts for each argument of a call.
func (w *dropWalk) argumentFacts(e *model.Expr, f *model.Block, given syntax.Expr) []byte {
	args := w.c.m.Arguments(f)
	out := make([]byte, len(args))
	obj, ok := given.(*syntax.Object)
	if !ok || !model.HasStaticKeys(obj) {
		all := byte(w.factsIn(e, given))
		for i := range out {
			out[i] = all
		}
		return out
	}
	for _, it := range obj.Items {
		if ref := w.c.m.Ref(e.File, it.Key); ref != nil {
			for i := range args {
				if args[i].ID == ref.Symbol {
					out[i] = byte(w.factsIn(e, it.Value))
				}
			}
		}
	}
	return out
}

// risk returns the risk of a call, nil if there is none.
func (c *callRisks) risk(f model.SymbolID, args []byte) *dropRisk {
	key, v := c.find(f, args)
	if v != nil {
		if v.order > 0 && c.current != nil {
			c.current.low = min(c.current.low, v.order)
		}
		return v.risk
	}
	if c.depth >= maxCallWalk {
		return nil
	}
	v = c.enter(key)
	caller := c.current
	c.current = v
	c.depth++
	v.risk = walkFunction(c, key)
	c.depth--
	c.current = caller
	c.leave(v)
	return v.risk
}

// walkFunction searches the body of a function for the risks of a call.
func walkFunction(c *callRisks, key callKey) *dropRisk {
	f := c.c.m.Symbol(nil, key.fn)
	known := facts{}
	for i, arg := range c.c.m.Arguments(f.Block) {
		known[model.SymbolKey{ID: arg.ID}] = fact(key.args[i])
	}
	w := newDropWalk(c.c, known)
	w.calls = c
	body := f.Block.Attr(model.AttrBody)
	return w.risk(body, body.Node)
}

// find returns the key of a call and what is known about it.
func (c *callRisks) find(f model.SymbolID, args []byte) (callKey, *callVerdict) {
	key := callKey{f, string(args)}
	v := c.known[key]
	if v != nil || c.contexts[f] < maxCallContexts {
		return key, v
	}
	var all byte
	for _, a := range args {
		all |= a
	}
	for i := range args {
		args[i] = all
	}
	key.args = string(args)
	return key, c.known[key]
}

func (c *callRisks) enter(key callKey) *callVerdict {
	if c.known == nil {
		c.known, c.contexts = map[callKey]*callVerdict{}, map[model.SymbolID]int{}
	}
	n := len(c.open) + 1
	v := &callVerdict{order: n, low: n}
	c.known[key] = v
	c.contexts[key.fn]++
	c.open = append(c.open, v)
	return v
}

// leave decides about a call, and about those that it is in a circle with. Every open one after a call leads to one before itself that is
// still being walked, so a risk of this one is a risk of them all.
func (c *callRisks) leave(v *callVerdict) {
	if v.risk == nil && v.low < v.order {
		if c.current != nil {
			c.current.low = min(c.current.low, v.low)
		}
		return
	}
	first := v.order - 1
	for _, o := range c.open[first:] {
		o.risk, o.order = v.risk, 0
	}
	c.open = c.open[:first]
}
