package value

// gathering unites sets of marks, in time proportional to what they hold. The zero gathering is empty. It is not
// used any more once its set was handed on.
type gathering struct {
	set   *Marks            // nil for none
	own   bool              // the set was made here, so that it may grow
	index map[Mark]struct{} // the marks of the set, once they are many
}

func (g *gathering) add(s *Marks) {
	switch {
	case s == nil || s == g.set:
		return
	case g.set == nil:
		g.set = s
		return
	}
	for _, m := range s.list {
		g.addOne(m)
	}
}

func (g *gathering) addOne(m Mark) {
	if g.has(m) {
		return
	}
	if !g.own {
		g.set, g.own = &Marks{list: append([]Mark(nil), g.set.List()...)}, true
	}
	g.set.list = append(g.set.list, m)
	if g.index != nil {
		g.index[m] = struct{}{}
	}
}

// fewMarks is up to how many marks are looked at one by one.
const fewMarks = 8

func (g *gathering) has(m Mark) bool {
	if len(g.set.List()) <= fewMarks {
		return g.set.Has(m)
	}
	if g.index == nil {
		g.index = make(map[Mark]struct{}, len(g.set.list))
		for _, m := range g.set.list {
			g.index[m] = struct{}{}
		}
	}
	_, ok := g.index[m]
	return ok
}
