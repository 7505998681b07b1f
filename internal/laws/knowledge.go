package laws

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/value"
)

// Knowledge lists what is known about a value: for every known part where it is and what it is, with the number or the
// names of the parts below it. An error is a fact as well.
func (o Outcome) Knowledge() []string {
	if o.Failed {
		return []string{"error"}
	}
	return facts(nil, o.Value, "")
}

func facts(list []string, v value.Value, at string) []string {
	v, _ = v.Unmark()
	if v.IsUnknown() {
		return list
	}
	if !v.IsContainer() {
		return append(list, at+"="+value.DebugString(v))
	}
	list = append(list, fmt.Sprintf("%s=%s %d %q", at, v.Kind(), v.Len(), v.Names()))
	for i, e := range v.Elems() {
		list = facts(list, e, at+"/"+strconv.Itoa(i))
	}
	return list
}

// Undecided returns, for something that was known before and is not known now, two outcomes that differ in it, or false
// if so many attempts found none. The outcomes come with the values of the variables.
func (c *Case) Undecided(fact string, attempts int) (vals [2][]value.Value, pair [2]Outcome, ok bool) {
	p := c.compile()
	have := 0
	for range attempts {
		in := c.Draw()
		out := p.run(func(i int) value.Value { return in[i] }, nil)
		if out.Ended || out.Failed {
			continue
		}
		holds := slices.Contains(out.Knowledge(), fact)
		switch {
		case have == 0:
			vals[0], pair[0], have = in, out, 1
		case holds != slices.Contains(pair[0].Knowledge(), fact):
			vals[1], pair[1] = in, out
			return vals, pair, true
		case !holds && !value.Identical(out.Value, pair[0].Value):
			vals[1], pair[1] = in, out
			return vals, pair, true
		}
	}
	return vals, pair, false
}

// Less evaluates the case with the least known.
func (c *Case) Less() Outcome {
	return c.compile().run(func(i int) value.Value { return c.Variables[i].Less }, nil)
}
