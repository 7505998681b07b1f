package convert

import "github.com/hclx-lang/hclx/types"

// Recursive types are compared as such relations usually are: a pair that occurs inside itself is assumed to be valid,
// until something contradicts that. The result is the greatest solution of the rules, which is what one expects of
// types that are infinite when written out.

// recursion is the state of a planner for recursive types. If a pair of types occurs inside itself, the planner assumes
// that its conversion is safe. If an assumption that was used turns out to be wrong, the planner starts another round
// with what is known now. Kinds only decrease from one round to the next, so there are few rounds.
type recursion struct {
	open   bool                    // a pair with names is being worked out
	pairs  map[[2]types.Type]*pair // all such pairs of this round
	limits map[[2]types.Type]Kind  // how good those are at best about which an assumption was wrong
	again  bool                    // in another round
}

// pair is the outcome for two types, or the assumption while it is being computed.
type pair struct {
	outcome
	used bool
}

// withNames plans a pair with names in it.
func (pl *planner) withNames(src, dst types.Type) outcome {
	if pl.open {
		return pl.inRound(src, dst)
	}
	k := cacheKey{src.ID(), dst.ID(), pl.key}
	o, ok := cached(k)
	if !ok {
		o = pl.rounds(src, dst)
		// While a set of recursive types is being unified, outcomes may rest on its provisional result.
		if pl.busy() == 0 && max(src.Size(), dst.Size()) <= maxCached {
			remember(k, o)
		}
	}
	return o
}

func (pl *planner) rounds(src, dst types.Type) outcome {
	pl.open = true
	defer func() { pl.open = false }()
	for {
		pl.pairs, pl.again = map[[2]types.Type]*pair{}, false
		// None is final even if an assumption was wrong, because assumptions only make outcomes better.
		if o := pl.inRound(src, dst); o.kind == None || !pl.again {
			return o
		}
	}
}

func (pl *planner) inRound(src, dst types.Type) outcome {
	id := [2]types.Type{src, dst}
	if known := pl.pairs[id]; known != nil {
		// Only assumptions that were used make another round necessary.
		known.used = true
		return known.outcome
	}
	assumed := &pair{outcome: pl.assumption(id)}
	pl.pairs[id] = assumed
	o := pl.settle(src, dst)
	if assumed.used && o.kind < assumed.kind {
		pl.limit(id, o.kind)
	}
	assumed.outcome = o
	return o
}

func (pl *planner) assumption(id [2]types.Type) outcome {
	if kind, ok := pl.limits[id]; ok && kind == None {
		return noConversion
	} else if ok {
		return outcome{kind, settled(id[1], pl.p)}
	}
	return outcome{Safe, settled(id[1], pl.p)}
}

func (pl *planner) limit(id [2]types.Type, kind Kind) {
	if pl.limits == nil {
		pl.limits = map[[2]types.Type]Kind{}
	}
	pl.limits[id], pl.again = kind, true
}

// question is the shared state of planners and unifiers that call each other: whether a tuple converts to a list can
// depend on the unified type of its elements, and unification depends on conversions. Where the same set of recursive
// types occurs inside itself, it unifies to dynamic.
type question struct {
	unified map[string]unification
	open    int // how many sets with names are being unified, so that answers are not final
}

// busy returns the number of sets with names that are being unified.
func (pl *planner) busy() int {
	if pl.question == nil {
		return 0
	}
	return pl.question.open
}

// common unifies types as a part of the planner's question.
func (pl *planner) common(ts []types.Type, kind Kind) (types.Type, bool) {
	if t, ok := onlyOne(ts); ok {
		return t, true
	}
	u := unifier{planner: newPlanner(pl.p), kind: kind}
	u.lenient(!pl.p.DynamicAbsorbs)
	u.question = pl.question
	t, ok := u.unify(ts)
	pl.question = u.question
	return t, ok
}
