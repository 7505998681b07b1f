package stdlib

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var csvFuncs = []*function.Decl{csvdecodeFunc}

var csvdecodeFunc = &function.Decl{
	Name: "csvdecode", Group: groupEncoding, Since: since,
	Summary: "Decodes a table from comma-separated values.",
	Description: "The format is that of RFC 4180. The first row names the columns; the result is a list with an object " +
		"of strings for each further row.",
	Params: []function.Param{text("str", "The string.")},
	Infer:  always(types.List(types.Map(types.String))),
	Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		v, err := decodeCSV(c, c.Args[0].AsString())
		if err != nil {
			return v, function.Arg(0, err)
		}
		return v, nil
	},
	Examples: []function.Example{
		ex(`csvdecode("a,b,c\n1,2,3\n4,5,6")`, `[{ a = "1", b = "2", c = "3" }, { a = "4", b = "5", c = "6" }]`),
	},
}

// rows reads a table row by row. The slice is reused; the error is io.EOF at the end.
type rows interface{ Read() ([]string, error) }

func newRows(s string) rows {
	if strings.IndexByte(s, '"') < 0 {
		return &plainRows{rest: s}
	}
	r := csv.NewReader(strings.NewReader(s))
	r.ReuseRecord = true
	return r
}

// plainRows reads a table without quotes, like most tables: a row is a line, and empty lines are skipped.
//
// encoding/csv allocates for every row; without quotes, cutting at commas is all there is to do, and cells share the
// memory of the text.
type plainRows struct {
	rest   string
	line   int
	fields int // of the first row
	cells  []string
}

// Read returns the next row.
func (r *plainRows) Read() ([]string, error) {
	for r.rest != "" {
		line, rest, _ := strings.Cut(r.rest, "\n")
		r.rest = rest
		r.line++
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			return r.row(line)
		}
	}
	return nil, io.EOF
}

func (r *plainRows) row(line string) ([]string, error) {
	r.cells = r.cells[:0]
	for {
		cell, rest, more := strings.Cut(line, ",")
		r.cells = append(r.cells, cell)
		if !more {
			break
		}
		line = rest
	}
	if r.fields == 0 {
		r.fields = len(r.cells)
	}
	if len(r.cells) != r.fields {
		return nil, &csv.ParseError{Line: r.line, Err: csv.ErrFieldCount}
	}
	return r.cells, nil
}

func decodeCSV(c *function.Call, s string) (value.Value, error) {
	if err := c.Room(strings.Count(firstRow(s), ",") * columnBytes); err != nil {
		return value.Value{}, err
	}
	r := newRows(s)
	head, err := r.Read()
	if err == io.EOF {
		return value.Value{}, errors.New("the header line is missing")
	}
	if err != nil {
		return value.Value{}, csvFault(s, err)
	}
	shape, order, err := columns(c, head)
	if err != nil {
		return value.Value{}, err
	}
	rowType := types.ObjectOf(shape.Names(), slices.Repeat([]types.Type{types.String}, shape.Len()))
	var table []value.Value
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return value.ListOf(rowType, table), nil
		}
		if err != nil {
			return value.Value{}, csvFault(s, err)
		}
		if err := checkElements(c, len(table)+1, "rows"); err != nil {
			return value.Value{}, err
		}
		if err := c.Reserve(rowBytes + len(cells)*function.ElementBytes); err != nil {
			return value.Value{}, err
		}
		vals := make([]value.Value, len(cells))
		for i, cell := range cells {
			vals[order[i]] = value.String(cell)
		}
		table = append(table, host.ObjectOf(shape, vals))
	}
}

// columnBytes is the memory for one column while the names of the columns are read.
const columnBytes = 4 * function.ElementBytes

// firstRow returns the part of s that contains the first row. This is all of s if line breaks may be quoted.
func firstRow(s string) string {
	if strings.IndexByte(s, '"') < 0 {
		s, _, _ = strings.Cut(s, "\n")
	}
	return s
}

// columns returns the shape of the rows, and the index in the shape for each column.
func columns(c *function.Call, head []string) (*host.Shape, []int, error) {
	names := make([]string, len(head))
	for i, h := range head {
		names[i] = host.NFC(h)
	}
	sorted := slices.Sorted(slices.Values(names))
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return nil, nil, careful(c, "two columns have the same name", "two columns have the name %s",
				c.QuoteText(0, sorted[i]))
		}
	}
	shape := host.NewShape(sorted)
	order := make([]int, len(names))
	for i, n := range names {
		order[i] = shape.Index(n)
	}
	return shape, order, nil
}

// csvFault returns an error with its position in a text.
func csvFault(text string, err error) error {
	var pe *csv.ParseError
	if !errors.As(err, &pe) {
		return errors.New("the string is not CSV")
	}
	why := "the string is not CSV"
	switch pe.Err {
	case csv.ErrFieldCount:
		why = "the number of values differs from the number of columns"
	case csv.ErrBareQuote:
		why = "a value that does not begin with a quote contains one"
	case csv.ErrQuote:
		why = "a quoted value is not closed, or continues after its closing quote"
	}
	return function.At(text, offsetOf(text, pe.Line, 1), errors.New(why))
}
