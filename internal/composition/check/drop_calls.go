package check

import (
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/syntax"
)

// A function may swallow missing data in an argument. Searching its body for every call would take time proportional to
// calls times bodies, so each argument of each function is searched once, and the result holds for all calls. Single
// arguments are enough: a function mistakes missing data for intent in several arguments only if it does so in one of
// them.

// maxSingle is the maximum number of arguments of a function that are searched separately, so that the work grows with
// the program only.
const maxSingle = 16

// callRisks finds the arguments of the program's functions that must not be observed data, because the function
// mistakes missing data in them for intent. A function does so with several arguments only if it does with one of them,
// so each is searched separately. The number of a function means all its arguments, if they cannot be distinguished or
// are very many.
type callRisks struct {
	c     *checker
	known map[model.SymbolID]*argumentUse
}

// argumentUse is the use of an observed argument in its function.
type argumentUse struct {
	risk   *dropRisk        // the first place with a risk; nil if there is none
	passed []model.SymbolID // the arguments of further calls that depend on it
}

// riskOfInvoke returns the risk in an invoked function, with the place of the call. In a function, it records the call.
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
	for _, arg := range w.observedArguments(e, ref.Symbol, call.Args[1]) {
		if w.in != nil {
			w.in.passed = append(w.in.passed, arg)
		} else if inside := w.c.calls.risk(arg); inside != nil {
			return &dropRisk{rng: e.At(call), why: "invokes the function " + wording.Quoted(f.Name) + ", which " + inside.why,
				advice: inside.advice, inside: inside}
		}
	}
	return nil
}

// observedArguments returns the arguments of a call that come from observed data, or the function for all of them.
func (w *dropWalk) observedArguments(e *model.Expr, function model.SymbolID, given syntax.Expr) []model.SymbolID {
	obj, ok := given.(*syntax.Object)
	if !ok || !model.HasStaticKeys(obj) || len(w.c.m.Symbol(nil, function).Block.Blocks) > maxSingle {
		if w.isObserved(e, given) {
			return []model.SymbolID{function}
		}
		return nil
	}
	var out []model.SymbolID
	for _, it := range obj.Items {
		if ref := w.c.m.Ref(e.File, it.Key); ref != nil && ref.Symbol > 0 && w.isObserved(e, it.Value) {
			out = append(out, ref.Symbol)
		}
	}
	return out
}

// risk returns the nearest risk of an argument, in its function or through the calls there. It remembers the result for
// all arguments on the path, so that the work grows with the program only.
func (r *callRisks) risk(arg model.SymbolID) *dropRisk {
	from := map[model.SymbolID]model.SymbolID{arg: 0}
	for queue := []model.SymbolID{arg}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		use := r.use(at)
		if use.risk != nil {
			// All arguments on the path lead to the risk as well, so none of them is searched again.
			for ; at != 0; at = from[at] {
				r.use(at).risk = use.risk
			}
			return use.risk
		}
		for _, next := range use.passed {
			if _, seen := from[next]; !seen {
				from[next] = at
				queue = append(queue, next)
			}
		}
	}
	// None of these leads to a risk, so they need not be followed again.
	for at := range from {
		r.use(at).passed = nil
	}
	return nil
}

// use searches the function of an argument.
func (r *callRisks) use(arg model.SymbolID) *argumentUse {
	use := r.known[arg]
	if use != nil {
		return use
	}
	use = &argumentUse{}
	r.known[arg] = use
	known := facts{}
	f := r.c.m.Symbol(nil, arg).Block
	if f.Kind == model.KindArg {
		f = f.Parent
		known[model.SymbolKey(arg)] = factObserved
	} else {
		for _, a := range r.c.m.Arguments(f) {
			known[model.SymbolKey(a.ID)] = factObserved
		}
	}
	w := newDropWalk(r.c, known)
	w.in = use
	if body := f.Attr(model.AttrBody); body != nil {
		use.risk = w.risk(body, body.Node)
	}
	return use
}
