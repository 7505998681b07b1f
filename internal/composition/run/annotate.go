package run

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// memberShapes remembers the shapes of the members of one collection, which are usually all the same.
type memberShapes struct {
	body, metadata, base, index shapeStep
}

// shapeStep is the change of an object of one shape to one with a certain attribute.
type shapeStep struct {
	from, to *host.Shape
	at       int  // of the attribute
	has      bool // the object has the attribute already
}

// set returns an object with one attribute set.
func (s *shapeStep) set(of value.Value, name string, v value.Value) value.Value {
	of, marks := of.Unmark()
	if s.from == nil || s.from != host.ShapeOf(of) {
		s.learn(host.ShapeOf(of), name)
	}
	rest := of.Elems()[s.at:]
	if s.has {
		rest = rest[1:]
	}
	vals := append(append(make([]value.Value, 0, s.to.Len()), of.Elems()[:s.at]...), v)
	return host.ObjectOf(s.to, append(vals, rest...)).WithMarks(marks)
}

func (s *shapeStep) learn(from *host.Shape, name string) {
	s.from, s.to = from, from
	if s.at, s.has = slices.BinarySearch(from.Names(), name); !s.has {
		names := append(make([]string, 0, from.Len()+1), from.Names()[:s.at]...)
		s.to = host.NewShape(append(append(names, name), from.Names()[s.at:]...))
	}
}

// annotate sets the annotations of collections on a member whose body is valid. They override those of the body.
func annotate(body value.Value, m *memberOf) value.Value {
	meta := objectAt(body, "metadata")
	annotations := objectAt(meta, "annotations")
	s := m.shapes
	annotations = s.base.set(annotations, AnnotationBase, value.String(m.base))
	annotations = s.index.set(annotations, AnnotationIndex, host.ASCIIString(indexText(m.index)))
	return s.body.set(body, "metadata", s.metadata.set(meta, "annotations", annotations))
}

// indexText returns the value of the annotation: s000001.
func indexText(i int) string {
	digits := strconv.Itoa(i)
	const zeros = "s000000"
	return zeros[:max(1, len(zeros)-len(digits))] + digits
}

// objectAt returns the object at an attribute; a missing attribute counts as empty.
func objectAt(of value.Value, name string) value.Value {
	if v, ok := unmarked(of).Attr(name); ok {
		return v
	}
	return host.EmptyObject
}
