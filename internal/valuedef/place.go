package valuedef

// Place is where in the outside world an open container was found: a root variable and the steps from there.
// The zero Place is a root without a name. A Place must not be changed once values were made with it.
type Place struct {
	parent  *Place
	name    string
	index   int // used if isIndex is set
	isIndex bool
}

// RootPlace returns the place of a root variable.
func RootPlace(name string) *Place { return &Place{name: name} }

// Child returns the place of an attribute below parent, or the root place of that name if parent is nil.
func Child(parent *Place, name string) Place { return Place{parent: parent, name: name} }

// Element returns the place of an element below parent.
func Element(parent *Place, i int) Place { return Place{parent: parent, index: i, isIndex: true} }

// Parent returns the place that p lies below; nil for a root.
func (p *Place) Parent() *Place { return p.parent }

// IsBareRoot reports whether p is a root without a name, which is no part of a path.
func (p *Place) IsBareRoot() bool { return p.parent == nil && p.name == "" && !p.isIndex }

// Step returns the last step to p: the name of an attribute, or an index.
func (p *Place) Step() (name string, index int, isIndex bool) { return p.name, p.index, p.isIndex }
