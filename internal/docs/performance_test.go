package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ratioHead are the columns of a table of docs/performance.md that compares two implementations, behind its name.
const ratioHead = " | hclx | theirs | allocated | theirs | faster | least | target |"

// ratioRow is a row of such a table.
type ratioRow struct {
	name          string
	ours, theirs  float64 // nanoseconds
	faster, least float64
}

// ratioTables reads the tables of docs/performance.md that compare two implementations, by their names.
func ratioTables(page string) (map[string][]ratioRow, error) {
	tables, current := map[string][]ratioRow{}, ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			current = ""
			continue
		}
		if name, found := strings.CutSuffix(line, ratioHead); found {
			current = strings.TrimPrefix(name, "| ")
			continue
		}
		if current == "" || strings.HasPrefix(line, "|---") {
			continue
		}
		row, err := readRatioRow(line)
		if err != nil {
			return nil, fmt.Errorf("table %q: %s: %w", current, line, err)
		}
		tables[current] = append(tables[current], row)
	}
	return tables, nil
}

func readRatioRow(line string) (row ratioRow, err error) {
	cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "/"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if len(cells) != 8 {
		return row, fmt.Errorf("%d cells", len(cells))
	}
	row.name = cells[0]
	for _, number := range []struct {
		to   *float64
		text string
	}{{&row.ours, cells[1]}, {&row.theirs, cells[2]}, {&row.faster, cells[5]}, {&row.least, cells[6]}} {
		text, unit, _ := strings.Cut(strings.TrimSuffix(number.text, "x"), " ")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return row, err
		}
		*number.to = value * map[string]float64{"": 1, "ns": 1, "us": 1e3, "ms": 1e6}[unit]
	}
	return row, nil
}

func performanceTables(t *testing.T) map[string][]ratioRow {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(moduleRoot(t), "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := ratioTables(string(page))
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// Each ratio belongs to the times beside it. It is a median of ratios and they are medians of times, so they differ a
// little.
func TestRatiosBelongToTheirColumns(t *testing.T) {
	rows := 0
	for name, table := range performanceTables(t) {
		for _, row := range table {
			rows++
			if quotient := row.theirs / row.ours; !(row.faster < quotient*1.5 && row.faster > quotient/1.5) ||
				row.least > row.faster ||
				row.least <= 0 {
				t.Errorf(
					"%s, %s: %vx (%vx) does not belong to %v ns and %v ns",
					name,
					row.name,
					row.faster,
					row.least,
					row.ours,
					row.theirs,
				)
			}
		}
	}
	if rows < 100 {
		t.Errorf("docs/performance.md compares %d things", rows)
	}
}

// The figures of the README are those of the tables, rounded down.
func TestReadmeHeadline(t *testing.T) {
	tables := performanceTables(t)
	of := func(table, name string) int {
		for _, row := range tables[table] {
			if row.name == name {
				return int(row.faster)
			}
		}
		t.Fatalf("docs/performance.md has no row %q in the table %q", name, table)
		return 0
	}
	var evaluation []float64
	for _, row := range tables["evaluation"] {
		evaluation = append(evaluation, row.faster)
	}
	if len(evaluation) == 0 {
		t.Fatal("docs/performance.md has no table of evaluation")
	}
	slices.Sort(evaluation)
	want := fmt.Sprintf(
		"It parses files of 100 KB %d times faster than HashiCorp's library, parses files of half a kilobyte %d times "+
			"faster, and evaluates expressions %d times faster",
		of("parsing", "parse 100 KB"),
		of("small files", "parse, written"),
		int(evaluation[len(evaluation)/2]),
	)
	readme, err := os.ReadFile(filepath.Join(moduleRoot(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), want) {
		t.Errorf("README.md does not say: %s", want)
	}
}

func TestRatioTables(t *testing.T) {
	const head = "| values | hclx | theirs | allocated | theirs | faster | least | target " +
		"|\n|---|---:|---:|---:|---:|---:|---:|---:|\n"
	tables, err := ratioTables(
		"| a |\n|---|\n| b |\n\n" + head +
			"| `a \\|\\| b` | 3.16 ns | 1.5 us | 0 | 1.0 KB, 2 | 55.4x | 51.8x | 10x |\n\n| c |\n",
	)
	if want := (ratioRow{"`a // b`", 3.16, 1500, 55.4, 51.8}); err != nil || len(tables) != 1 ||
		!slices.Equal(tables["values"], []ratioRow{want}) {
		t.Errorf("%+v, %v", tables, err)
	}
	for _, row := range []string{"| a | 1 ns | x ns | | | 1x | 1x | |", "| a | 1 ns |"} {
		if _, err := ratioTables(head + row + "\n"); err == nil {
			t.Errorf("%s is read", row)
		}
	}
}
