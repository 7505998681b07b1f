package difftest

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var measured = flag.String(
	"measure",
	"",
	"measure the tables whose names match this regular expression, and write them to docs/performance.md",
)

const performancePage = "../docs/performance.md"

// TestPerformancePage checks that the tables of docs/performance.md have the rows that are measured here, with their
// targets. With -measure it measures and writes them.
func TestPerformancePage(t *testing.T) {
	text, err := os.ReadFile(performancePage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, c := range contests {
		if *measured != "" && regexp.MustCompile(*measured).MatchString(c.name) {
			if page, err = replaceTable(page, c.name, measuredTable(t, c)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(performancePage, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		checkTable(t, page, c)
	}
}

func tableHead(name string) string {
	return "| " + name + " | hclx | theirs | allocated | theirs | faster | least | target |\n" +
		"|---|---:|---:|---:|---:|---:|---:|---:|\n"
}

func measuredTable(t *testing.T, c contest) string {
	table := tableHead(c.name)
	for _, d := range c.duels(t) {
		r := d.measure()
		row := fmt.Sprintf(
			"| %s | %s | %s | %s | %s | %sx | %sx | %s |\n",
			d.name,
			duration(r.ours),
			duration(r.theirs),
			allocated(r.ours),
			allocated(r.theirs),
			figures(r.median),
			figures(r.least),
			targetCell(d.target),
		)
		t.Log(row)
		table += row
	}
	return table
}

// tableSpan finds a table by its name: from its first line to behind its last one.
func tableSpan(page, name string) (from, to int, err error) {
	if from = strings.Index(page, "\n| "+name+" |") + 1; from == 0 {
		return 0, 0, fmt.Errorf("%s has no table %q", performancePage, name)
	}
	to = from
	for line := range strings.Lines(page[from:]) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		to += len(line)
	}
	return from, to, nil
}

func replaceTable(page, name, table string) (string, error) {
	from, to, err := tableSpan(page, name)
	return page[:from] + table + page[to:], err
}

func checkTable(t *testing.T, page string, c contest) {
	from, to, err := tableSpan(page, c.name)
	if err != nil {
		t.Error(err)
		return
	}
	head := tableHead(c.name)
	rows, found := strings.CutPrefix(page[from:to], head)
	if !found {
		t.Errorf("table %q does not begin with\n%s", c.name, head)
		return
	}
	lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
	duels := c.duels(t)
	if len(lines) != len(duels) {
		t.Errorf("table %q has %d rows, and %d are measured", c.name, len(lines), len(duels))
		return
	}
	for i, d := range duels {
		if !strings.HasPrefix(lines[i], "| "+d.name+" | ") || !strings.HasSuffix(lines[i], " | "+targetCell(d.target)+" |") {
			t.Errorf(
				"table %q, row %d: %s\nshould be %q with the target %q",
				c.name,
				i+1,
				lines[i],
				d.name,
				targetCell(d.target),
			)
		}
	}
}

func targetCell(target float64) string {
	if target == 0 {
		return ""
	}
	return fmt.Sprintf("%.0fx", target)
}

// duration shows a time with three figures.
func duration(c cost) string {
	switch ns := c.nanoseconds; {
	case ns < 1e3:
		return figures(ns) + " ns"
	case ns < 1e6:
		return figures(ns/1e3) + " us"
	default:
		return figures(ns/1e6) + " ms"
	}
}

// allocated shows bytes and how many allocations they take. The benchmark itself allocates a little now and then.
func allocated(c cost) string {
	switch {
	case c.allocations < 0.5:
		return "0"
	case c.bytes < 1e3:
		return fmt.Sprintf("%.0f B, %.0f", c.bytes, c.allocations)
	case c.bytes < 1e6:
		return fmt.Sprintf("%s KB, %.0f", figures(c.bytes/1e3), c.allocations)
	default:
		return fmt.Sprintf("%s MB, %.0f", figures(c.bytes/1e6), c.allocations)
	}
}

// figures shows a number with three figures, or all digits before the point.
func figures(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	default:
		return fmt.Sprintf("%.0f", x)
	}
}
