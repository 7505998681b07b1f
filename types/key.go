package types

// Key returns a number that is the same for two profiles exactly if all their rules are the same, for use as a key of
// caches. A nil profile means [Standard].
//
// A caller may make a profile of its own, so profiles are told apart by their rules and not by their address. A test
// checks that every field counts.
func (p *Profile) Key() uint32 {
	if p == nil {
		return 0
	}
	var k keyBits
	for _, b := range [...]bool{p.StrictNulls, p.NullIsNone, p.NoSequenceToTuple, p.DropExtraKeys,
		p.UnifyToCollection, p.DynamicAbsorbs, p.InfiniteDivision, p.LogicalNulls, p.EagerArms, p.LaxSafety, p.UnifyGiven,
		p.IterateUnknown, p.TryWaits, p.ChosenArm} {
		k.flag(b)
	}
	for _, e := range [...]uint8{uint8(p.NumberText), uint8(p.MissingAttrs), uint8(p.TupleLengths),
		uint8(p.ObjectAttrs), uint8(p.Unrelated), uint8(p.NullEquality)} {
		k.choice(e)
	}
	return uint32(k)
}

type keyBits uint32

func (k *keyBits) flag(b bool) {
	*k <<= 1
	if b {
		*k |= 1
	}
}

func (k *keyBits) choice(e uint8) { *k = *k<<2 | keyBits(e&3) }
