package run

import (
	"strconv"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// memberShapes remembers the shapes of the members of one collection, which are usually all the same.
type memberShapes struct {
	body, metadata, base, index shapeStep
}

// shapeStep is how an object of one shape becomes one that has a certain attribute.
type shapeStep struct {
	from, to *host.Shape
	at       int  // of the attribute
	has      bool // the attribute was there
}

// set returns an object with one attribute set.
func (s *shapeStep) set(of value.Value, name string, v value.Value) value.Value {
	of, marks := of.Unmark()
	if s.from == nil || s.from != host.ShapeOf(of) {
		s.learn(host.ShapeOf(of), name)
	}
	old := of.Elems()
	vals := make([]value.Value, s.to.Len())
	copy(vals, old[:s.at])
	vals[s.at] = v
	rest := s.at
	if s.has {
		rest++
	}
	copy(vals[s.at+1:], old[rest:])
	return host.ObjectOf(s.to, vals).WithMarks(marks)
}

func (s *shapeStep) learn(from *host.Shape, name string) {
	names := from.Names()
	s.from, s.at = from, 0
	for s.at < len(names) && names[s.at] < name {
		s.at++
	}
	s.has = s.at < len(names) && names[s.at] == name
	if s.has {
		s.to = from
		return
	}
	to := append(append(append(make([]string, 0, len(names)+1), names[:s.at]...), name), names[s.at:]...)
	s.to = host.NewShape(to)
}

// annotate puts the annotations of collections on a member, of which the body is as it has to be. They go over what the
// body has.
func annotate(body value.Value, m *memberOf) value.Value {
	meta := objectAt(body, "metadata")
	annotations := objectAt(meta, "annotations")
	s := m.shapes
	annotations = s.base.set(annotations, AnnotationBase, value.String(m.base))
	annotations = s.index.set(annotations, AnnotationIndex, host.ASCIIString(indexText(m.index)))
	return s.body.set(body, "metadata", s.metadata.set(meta, "annotations", annotations))
}

// indexText is the value of the annotation: s000001.
func indexText(i int) string {
	digits := strconv.Itoa(i)
	const zeros = "s000000"
	return zeros[:max(1, len(zeros)-len(digits))] + digits
}

// objectAt returns the object at an attribute; an attribute that is missing counts as empty.
func objectAt(of value.Value, name string) value.Value {
	if v, ok := unmarked(of).Attr(name); ok {
		return v
	}
	return host.EmptyObject
}
