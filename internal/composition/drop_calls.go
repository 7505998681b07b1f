package composition

import (
	"github.com/hclx-lang/hclx/syntax"
)

// Bounds of following calls. Beyond the contexts of a function all its arguments count as equal, so that the work grows with the program only.
const (
	maxCallContexts = 8
	maxCallWalk     = 1000 // calls in calls
)

// callRisks remembers which calls of the program's functions take missing data for intent (C3). What a call does depends on which arguments
// come from observed data.
//
// Functions may call one another in circles, so the calls are walked as Tarjan's algorithm does: a call without a risk of its own is
// decided when all calls that it can lead to are.
type callRisks struct {
	functions map[string]*userFunction
	known     map[callKey]*callVerdict
	contexts  map[*userFunction]int
	open      []*callVerdict // not decided yet, in the order of the visits
	current   *callVerdict
	depth     int
}

// callKey is a call as far as it matters here: a function, and a byte of facts for each of its arguments.
type callKey struct {
	fn   *userFunction
	args string
}

type callVerdict struct {
	risk  *dropRisk
	order int // the place among the open ones, from 1; 0 if decided
	low   int // the first open one that it leads to
}

// riskOfInvoke returns the risk in the function that is invoked, with the place of the call.
func (w *dropWalk) riskOfInvoke(e expression, call *syntax.Call) *dropRisk {
	if len(call.Args) != 2 {
		return nil
	}
	name, _ := staticText(call.Args[0])
	f := w.calls.functions[name]
	if f == nil || f.body == nil {
		return nil
	}
	inside := w.calls.risk(f, w.argumentFacts(e, f, call.Args[1]))
	if inside == nil {
		return nil
	}
	if inside.inside != nil {
		inside = inside.inside
	}
	return &dropRisk{rng: e.at(call), why: "invokes the function " + quoted(name) + ", which " + inside.why, advice: inside.advice, inside: inside}
}

// argumentFacts returns a byte of facts for each argument of a call.
func (w *dropWalk) argumentFacts(e expression, f *userFunction, given syntax.Expr) []byte {
	out := make([]byte, len(f.args))
	if obj, ok := given.(*syntax.Object); ok {
		if items, ok := staticItems(obj); ok {
			for i, a := range f.args {
				if it, given := items[a.local.name]; given {
					out[i] = byte(w.factsIn(e, it.Value))
				}
			}
			return out
		}
	}
	all := byte(w.factsIn(e, given))
	for i := range out {
		out[i] = all
	}
	return out
}

// risk returns the risk of a call, nil if there is none.
func (c *callRisks) risk(f *userFunction, args []byte) *dropRisk {
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
	known := facts{}
	for i, a := range key.fn.args {
		known[a.local] = fact(key.args[i])
	}
	body := key.fn.body.expr
	return newDropWalk(c, known).risk(body, body.node)
}

// find returns the key of a call and what is known about it.
func (c *callRisks) find(f *userFunction, args []byte) (callKey, *callVerdict) {
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
		c.known, c.contexts = map[callKey]*callVerdict{}, map[*userFunction]int{}
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
