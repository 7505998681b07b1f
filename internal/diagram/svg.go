package diagram

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/source"
)

// The measures of the drawing, in pixels.
const (
	charWidth   = 8
	boxHeight   = 34
	rowDistance = 58
	columnGap   = 90
	margin      = 20
	boxPadding  = 14
)

// spot is where a box is drawn.
type spot struct{ x, y, width int }

// SVG draws the diagram: what waits stands to the right of what it waits for.
func (d *Diagram) SVG() string {
	spots, tops, width, height := d.layout()
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "+
		"font-family=\"monospace\" font-size=\"13\">\n", width, height, width, height)
	b.WriteString("<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" " +
		"markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n")
	b.WriteString("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n")
	for n, p := range d.parts {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", margin, tops[n]+margin, escape(p.title))
	}
	for _, e := range d.edges {
		drawArrow(&b, spots[e.from], spots[e.to], e.label(20))
	}
	for i, n := range d.nodes {
		s := spots[i]
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\" stroke=\"#555\"/>\n", s.x,
			s.y, s.width, boxHeight, cmp.Or(fills[n.kind], "#f5f5f5"))
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n", s.x+boxPadding, s.y+boxHeight/2+5, escape(n.title()))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// fills are the colours of boxes by what they are; others are grey.
var fills = map[string]string{"resource": "#e3f2fd", "resources": "#e8f5e9", "requirement": "#fff8e1"}

// layout puts each layer into a column as wide as its widest box, and each part below the one before. The tops are
// where the parts begin.
func (d *Diagram) layout() (spots []spot, tops []int, width, height int) {
	var widths []int
	for _, n := range d.nodes {
		for len(widths) <= n.layer {
			widths = append(widths, 0)
		}
		widths[n.layer] = max(widths[n.layer], boxWidth(n.title()))
	}
	height = margin
	rows := make([]int, len(widths))
	spots = make([]spot, len(d.nodes))
	for i, n := range d.nodes {
		for len(tops) < len(d.parts) && d.parts[len(tops)].first <= i {
			tops, height = append(tops, height), height+rowDistance
			width = max(width, boxWidth(d.parts[len(tops)-1].title)+2*margin)
			clear(rows)
		}
		top := margin
		if len(tops) > 0 {
			top = tops[len(tops)-1] + rowDistance - margin
		}
		x := margin
		for _, w := range widths[:n.layer] {
			if w > 0 {
				x += w + columnGap
			}
		}
		spots[i] = spot{x, top + rows[n.layer]*rowDistance, boxWidth(n.title())}
		rows[n.layer]++
		width = max(width, x+widths[n.layer]+margin)
		height = max(height, spots[i].y+boxHeight+margin)
	}
	for len(tops) < len(d.parts) { // without nodes
		tops, height = append(tops, height), height+rowDistance
	}
	return spots, tops, max(width, 2*margin), max(height, 2*margin)
}

func boxWidth(title string) int { return source.Cells(title)*charWidth + 2*boxPadding }

// drawArrow draws a curve from the right side of one box to the left side of another; the inputs show when pointed at.
func drawArrow(b *strings.Builder, from, to spot, label string) {
	x1, y1, x2, y2 := from.x+from.width, from.y+boxHeight/2, to.x, to.y+boxHeight/2
	bend := columnGap / 2
	fmt.Fprintf(b, "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"#555\" "+
		"marker-end=\"url(#a)\"><title>%s</title></path>\n",
		x1, y1, x1+bend, y1, x2-bend, y2, x2, y2, escape(label))
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
