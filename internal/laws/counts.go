package laws

import (
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Counts says how often an unknown reached a parameter of a function beside arguments that fit: the call was no error,
// neither then nor with everything known.
type Counts struct {
	byParam map[param]int
}

type param struct {
	function string
	name     string
}

// add counts one call.
func (c *Counts) add(name string, args []value.Value) {
	if c.byParam == nil {
		c.byParam = map[param]int{}
	}
	for i, v := range args {
		if host.FlagsOf(v)&host.FlagUnknown != 0 {
			c.byParam[param{name, library()[name].Param(i).Name}]++
		}
	}
}

// Each calls f for every parameter of every function that the generator calls.
func (c *Counts) Each(f func(function, name string, n int)) {
	last := ""
	for _, s := range signatures {
		if s.name == last {
			continue
		}
		last = s.name
		d := library()[s.name]
		for i := range d.Params {
			f(s.name, d.Params[i].Name, c.byParam[param{s.name, d.Params[i].Name}])
		}
		if d.Variadic != nil {
			f(s.name, d.Variadic.Name, c.byParam[param{s.name, d.Variadic.Name}])
		}
	}
}
