// Package architecture holds the tests that keep the tree as ARCHITECTURE.md describes it. It has no other code than
// what those tests read the tree with.
//
// A *row* is a line of the layer table in ARCHITECTURE.md: the packages that stand on one level. A package may import
// the packages of the rows above its own, and no others of this module.
package architecture

import (
	"fmt"
	"regexp"
	"strings"
)

// Module is the import path that every package of the module begins with.
const Module = "github.com/hclx-lang/hclx"

// Layers is the level of each package of the table, 0 at the top, by its path below the module.
type Layers map[string]int

var codeSpan = regexp.MustCompile("`([^`]+)`")

// ParseLayers reads the layer table out of the text of ARCHITECTURE.md: the first Markdown table below a heading that
// contains the word "Layers", with the packages in backquotes in its first column.
func ParseLayers(markdown string) (Layers, error) {
	layers := Layers{}
	inSection, row := false, 0
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			inSection = strings.Contains(line, "Layers")
		case !inSection || !strings.HasPrefix(line, "|"):
			// Prose around the table.
		default:
			names := codeSpan.FindAllStringSubmatch(strings.Split(line, "|")[1], -1)
			for _, name := range names {
				if _, twice := layers[name[1]]; twice {
					return nil, fmt.Errorf("the layer table has %s twice", name[1])
				}
				layers[name[1]] = row
			}
			if len(names) > 0 {
				row++
			}
		}
	}
	if len(layers) == 0 {
		return nil, fmt.Errorf("there is no layer table: a heading with the word Layers and below it rows such as | " +
			"`source` | ... |")
	}
	return layers, nil
}

// Check reports why a package of the module may not import another one, or "" where it may. Both are paths below the
// module.
func (l Layers) Check(importer, imported string) string {
	from, ok := l[importer]
	if !ok {
		return fmt.Sprintf("%s is not in the layer table", importer)
	}
	to, ok := l[imported]
	if !ok {
		return fmt.Sprintf("%s imports %s, which is not in the layer table", importer, imported)
	}
	if to >= from {
		return fmt.Sprintf("%s (row %d) imports %s (row %d), which is not above it", importer, from+1, imported, to+1)
	}
	return ""
}
