package convert

import (
	"github.com/hclx-lang/hclx/types"
)

// A plan answers questions about a conversion that can be asked without a value: whether it exists, whether it is safe,
// and of which type its results are. It recurses over both types at once. Types are interned, so pairs of them are
// cheap keys: results are remembered for all callers, which makes a plan of frequent types a single look-up, and keeps
// plans linear in types that share their parts.

// outcome is what is known about a conversion from the types alone.
type outcome struct {
	kind Kind
	// result is the type of the converted values: the target without optional attributes, with its dynamic parts replaced
	// by the parts of the source.
	result types.Type
}

var noConversion = outcome{}

// Conversion returns the kind of the conversion from src to dst. A nil profile means [types.Standard].
func Conversion(src, dst types.Type, p *types.Profile) Kind { return plan(src, dst, p).kind }

// Result returns the type of values of type src after their conversion to dst. It is dst with its dynamic parts
// replaced by the parts of src, and without optional attributes: they are required, and may be none if the profile has
// NullIsNone. If there is no conversion, it is Dynamic.
func Result(src, dst types.Type, p *types.Profile) types.Type { return plan(src, dst, p).result }

func plan(src, dst types.Type, p *types.Profile) outcome {
	if p == nil {
		p = types.Standard
	}
	if o, ok := trivial(src, dst, p); ok {
		return o
	}
	pl := newPlanner(p)
	return pl.plan(src, dst)
}

// trivial handles conversions that do not depend on the profile or on the parts of types.
func trivial(src, dst types.Type, p *types.Profile) (outcome, bool) {
	switch {
	case takesAll(dst):
		return outcome{Safe, settled(src, p)}, true
	case src == dst:
		return outcome{Safe, settled(dst, p)}, true
	case src.IsDynamic() && awaitsAll(dst):
		return outcome{Safe, settled(dst, p)}, true
	case src.IsDynamic():
		return outcome{Unsafe, settled(dst, p)}, true
	}
	return noConversion, false
}

// settled returns t without optional attributes: they are required and, in the extended model, may be none.
func settled(t types.Type, p *types.Profile) types.Type {
	if p.NullIsNone {
		return types.ReadOptional(t)
	}
	return types.WithoutOptional(t)
}

// takesAll reports whether every value belongs to a type without a conversion: to dynamic, and to unions with it.
func takesAll(t types.Type) bool {
	t = t.Definition()
	return t.IsDynamic() || t.Kind() == types.KindUnion && t.At(0).IsDynamic()
}

// awaitsAll reports whether a type accepts every value as a value that becomes known later: a promise or output of a
// type that takes all values, or a union with one (extensions, Eventual Type Conversions).
func awaitsAll(t types.Type) bool {
	t = t.Definition()
	if t.Kind() == types.KindUnion {
		for i := range t.Len() {
			if m := t.At(i); isEventual(m) && takesAll(m.Elem()) {
				return true
			}
		}
	}
	return isEventual(t) && takesAll(t.Elem())
}

// planner computes the conversion of one pair of types.
type planner struct {
	p           *types.Profile
	key         uint32
	dynamicKind Kind // of the conversion from dynamic, if not unsafe
	recursion
	question *question
	// large are the outcomes for large types, which the shared cache does not store.
	large map[[2]types.Type]outcome
	// required counts the attributes of object types that no source may lack.
	required map[types.Type]int
	// settledUnions are unions that types were converted to, with nothing optional in them.
	settledUnions map[types.Type]types.Type
}

func newPlanner(p *types.Profile) planner { return planner{p: p, key: p.Key()} }

// lenient makes the planner treat the conversion of dynamic, as a placeholder, as safe.
func (pl *planner) lenient(on bool) {
	if pl.dynamicKind = Unsafe; on {
		pl.dynamicKind = Safe
		// The outcomes differ from those of an ordinary planner, so they need a separate key in the shared cache. Profiles
		// use the lower bits.
		pl.key |= 1 << 31
	}
}

func (pl *planner) plan(src, dst types.Type) outcome {
	if o, ok := trivial(src, dst, pl.p); ok {
		// trivial cannot know how a planner regards placeholders. This is the only one of its answers that is Unsafe.
		if o.kind == Unsafe {
			o.kind = max(Unsafe, pl.dynamicKind)
		}
		return o
	}
	// Outcomes of recursive types are assumptions until the outermost pair is finished, so they must not reach the
	// cache earlier.
	if src.HasNamed() || dst.HasNamed() {
		return pl.withNames(src, dst)
	}
	if max(src.Size(), dst.Size()) > maxCached {
		return pl.planLarge(src, dst)
	}
	k := cacheKey{src.ID(), dst.ID(), pl.key}
	o, ok := cached(k)
	if !ok {
		o = pl.settle(src, dst)
		remember(k, o)
	}
	return o
}

// maxCached is the maximum size of types in the shared cache. The cache keeps results alive, and large types come from
// data, which is rarely the same again.
const maxCached = 500

// planLarge caches outcomes only in this planner, which is enough to take linear time if parts are shared.
func (pl *planner) planLarge(src, dst types.Type) outcome {
	pair := [2]types.Type{src, dst}
	o, ok := pl.large[pair]
	if !ok {
		o = pl.settle(src, dst)
		if pl.large == nil {
			pl.large = map[[2]types.Type]outcome{}
		}
		pl.large[pair] = o
	}
	return o
}

func (pl *planner) settle(src, dst types.Type) outcome {
	o := pl.work(src, dst)
	if o.kind == None {
		return noConversion
	}
	return o
}

// work applies the rules in this order: names, the union of the source (all members must convert), the union of the
// target (one member must match), promises and outputs, and then the kinds of the base model.
func (pl *planner) work(src, dst types.Type) outcome {
	switch {
	case src.Kind() == types.KindNamed || dst.Kind() == types.KindNamed:
		return pl.named(src, dst)
	case src == types.None:
		return pl.fromNone(dst)
	case src.Kind() == types.KindUnion:
		return pl.fromUnion(src, dst)
	case dst.Kind() == types.KindUnion:
		return pl.toUnion(src, dst)
	case dst.Kind() == types.KindPromise || dst.Kind() == types.KindOutput:
		return pl.toEventual(src, dst)
	// What is not converted to a promise or output stays eventual, and no other type holds it.
	case isEventual(src):
		return noConversion
	}
	return pl.base(src, dst)
}

func isEventual(t types.Type) bool {
	return t.Kind() == types.KindPromise || t.Kind() == types.KindOutput
}

// named plans for the definitions of names.
func (pl *planner) named(src, dst types.Type) outcome {
	o := pl.plan(src.Definition(), dst.Definition())
	if o.kind != None && dst.Kind() == types.KindNamed {
		o.result = dst
	}
	return o
}

// fromNone plans conversions of null. It converts to every type, but in the extended model only to types that admit
// none.
func (pl *planner) fromNone(dst types.Type) outcome {
	if pl.p.NullIsNone && !types.AdmitsNull(dst) {
		return noConversion
	}
	return outcome{Safe, settled(dst, pl.p)}
}

// toEventual follows the section Eventual Type Conversions of the extensions. Promises and outputs do not convert to
// other types, and outputs do not convert to promises.
func (pl *planner) toEventual(src, dst types.Type) outcome {
	o := pl.plan(types.Await(src, dst), dst.Elem())
	if o.kind == None {
		return noConversion
	}
	if dst.Kind() == types.KindPromise {
		return outcome{o.kind, types.Promise(o.result)}
	}
	return outcome{o.kind, types.Output(o.result)}
}
