package stdlib

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var formatFuncs = []*function.Decl{formatFunc, formatlistFunc}

const formatVerbs = `A verb consists of a percent sign, optional flags, width, precision and argument number, and a letter:

| verb | result |
|---|---|
| ` + "`%%`" + ` | a percent sign |
| ` + "`%v`" + ` | any value: strings as they are, numbers in their shortest form, everything else as JSON |
| ` + "`%#v`" + ` | any value as JSON |
| ` + "`%t`" + ` | a bool |
| ` + "`%b` `%o` `%d` `%x` `%X`" + ` | a whole number in base 2, 8, 10, 16 |
| ` + "`%e` `%E` `%f` `%g` `%G`" + ` | a number with exponent, without, or whichever is shorter |
| ` + "`%s` `%q`" + ` | a string as it is, or as a JSON string |

The flags are ` + "`-`" + ` (pad on the right), ` + "`0`" + ` (pad with zeros), ` + "`+`" +
	` (always print a sign) and space (print a space for a plus sign)
and ` + "`#`" + `. Width and precision of strings count characters. ` + "`%[2]s`" +
	` takes the second argument. Every argument must be used.`

var formatFunc = notation(&function.Decl{
	Name: "format", Group: groupString, Since: since,
	Summary:     "Formats values as a string. The verbs of a format are replaced by the values.",
	Description: formatVerbs,
	Params:      []function.Param{text("format", "The format.")},
	Variadic:    new(formatArgs),
	Result:      types.String, Refine: notNull,
	Infer: inferFormat,
	Examples: []function.Example{
		ex(`format("Hello, %s!", "Ander")`, `"Hello, Ander!"`),
		ex(`format("There are %d lights", 4)`, `"There are 4 lights"`),
		ex(`format("%05.1f|%-5s|%q", 3.14159, "ab", "x\"y")`, `"003.1|ab   |\"x\\\"y\""`),
		bad(`format("%d", "x")`, `%d at offset 0 of the format needs a number`),
	},
}, &formats, formatCost, parseFormat, formatCall)

// formatArgs are nullable and may be unknown: a null can be shown, and the text before the first verb is known anyway.
var formatArgs = maybe("args", "The values for the verbs.")

func formatCall(c *function.Call, f *format) (value.Value, error) {
	for _, a := range c.Args[1:] {
		if !a.IsWhollyKnown() {
			// What stands before the first verb is certain, however the arguments turn out. That is often enough to
			// decide a comparison or a condition.
			return waiting(types.String, c.Args[1:]...).Refine(value.Refinement{Prefix: f.prefix}), nil
		}
	}
	var buf [128]byte
	out, err := f.append(buf[:0], c, c.Args[1:])
	if err != nil {
		return value.Value{}, err
	}
	return value.String(string(out)), nil
}

var formatlistFunc = atBase(notation(&function.Decl{
	Name: "formatlist", Group: groupString, Since: since,
	Summary: "Formats lists of values as a list of strings.",
	Description: "The verbs are those of `format`. Arguments that are lists, sets or tuples must have the same length; " +
		"each string uses one element of each of them. Other arguments are the same for all strings.",
	Params:   []function.Param{text("format", "The format.")},
	Variadic: new(formatArgs),
	Result:   listOfString, Refine: notNull,
	Examples: []function.Example{
		ex(`formatlist("Hello, %s!", ["Valentina", "Ander"])`, `["Hello, Valentina!", "Hello, Ander!"]`),
		ex(`formatlist("%s, %s!", "Salutations", ["Valentina", "Ander"])`,
			`["Salutations, Valentina!", "Salutations, Ander!"]`),
	},
}, &formats, formatCost, parseFormat, formatListCall))

func formatListCall(c *function.Call, f *format) (value.Value, error) {
	args := c.Args[1:]
	n, known, err := formatLength(args)
	switch {
	case err != nil:
		return value.Value{}, err
	case !known:
		return waiting(listOfString, args...), nil
	case n < 0:
		n = 1
	}
	out, row := make([]value.Value, n), make([]value.Value, len(args))
	var buf []byte
	total := 0
	for i := range out {
		if !formatRow(row, args, i) {
			out[i] = waiting(types.String, row...)
			continue
		}
		if buf, err = f.append(buf[:0], c, row); err != nil {
			return value.Value{}, inText(i, err)
		}
		if total += len(buf); grown(c, total) != nil {
			return value.Value{}, grown(c, total)
		}
		out[i] = value.String(string(buf))
	}
	return value.ListOf(types.String, out), nil
}

// inText adds the index of a text in a list to an error.
func inText(i int, err error) error {
	var arg *function.ArgError
	if errors.As(err, &arg) {
		return function.Arg(arg.Index, fmt.Errorf("string %d: %w", i, arg.Err))
	}
	return fmt.Errorf("string %d: %w", i, err)
}

// formatRow collects the arguments of text i, and reports whether all of them are known.
func formatRow(row, args []value.Value, i int) bool {
	known := true
	for j, a := range args {
		if isSequence(a) {
			a = a.At(i)
		}
		row[j] = a
		known = known && a.IsWhollyKnown()
	}
	return known
}

// isSequence reports whether a value is a list, set or tuple that can be iterated.
func isSequence(v value.Value) bool {
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindTuple:
		return v.IsContainer()
	}
	return false
}

// formatLength returns the length of the lists among the arguments, or -1 if there are none.
func formatLength(args []value.Value) (n int, known bool, err error) {
	n, known = -1, true
	chooser := 0
	for i, a := range args {
		length, ok := 0, true
		switch {
		case a.IsUnknown():
			t := baseType(a.Type())
			length, ok = t.Len(), t.Kind() == types.KindTuple
			known = known && !t.IsDynamic() && !isSequenceKind(t.Kind())
		case isSequence(a):
			length = a.Len()
			if !unknowns.HasCertainElements(a) {
				known, ok = false, false
			}
		default:
			ok = false
		}
		switch {
		case !ok:
		case n < 0:
			n, chooser = length, i
		case n != length:
			return 0, false, function.Arg(i+1, fmt.Errorf("argument %d has %d elements, but argument %d has %d",
				i+1, length, chooser+1, n))
		}
	}
	return n, known, nil
}

func isSequenceKind(k types.Kind) bool {
	return k == types.KindList || k == types.KindSet || k == types.KindTuple
}

var formats cache[*format]

// formatCost returns the approximate memory of a parsed format: a verb and the text after it.
func formatCost(text string) int {
	return 2*len(text) + strings.Count(text, "%")*2*int(unsafe.Sizeof(formatPart{}))
}

// format is a parsed format string.
type format struct {
	parts  []formatPart
	prefix string // the text before the first verb
	used   int    // how many arguments the verbs use
	err    error
}

func (f *format) fault() error { return f.err }

// formatPart is a piece of text or a verb.
type formatPart struct {
	text string // text, or the verb as it is written
	verb byte   // 0 for text
	verbSpec
}

var errManyNoVerbs = errors.New("too many arguments: the format has no verbs")

// append renders the format with the given arguments. If the format is marked, errors do not quote it.
func (f *format) append(out []byte, c *function.Call, args []value.Value) ([]byte, error) {
	out, err := f.appendParts(out, c, args)
	if err != nil && c.Hides(0) {
		return nil, errHiddenFormat
	}
	return out, err
}

var errHiddenFormat = errors.New("the format (marked, so it is not shown) is not valid, or does not match the " +
	"arguments")

func (f *format) appendParts(out []byte, c *function.Call, args []value.Value) ([]byte, error) {
	var err error
	for i := range f.parts {
		p := &f.parts[i]
		if p.verb == 0 {
			out = append(out, p.text...)
		} else if err = grown(c, len(out)+p.argumentSize(args)); err != nil {
			return nil, err
		} else if out, err = p.append(out, c, args); err != nil {
			return nil, err
		}
	}
	if f.err != nil {
		return nil, f.err
	}
	return out, f.unused(len(args))
}

// unused returns the error of a call with n arguments that does not use all of them.
func (f *format) unused(n int) error {
	switch {
	case f.used >= n:
		return nil
	case f.used == 0:
		return function.Arg(1, errManyNoVerbs)
	}
	return function.Arg(f.used+1, fmt.Errorf("too many arguments: the format uses only %d", f.used))
}

// inferFormat checks the types of the arguments of a constant format.
func inferFormat(in *function.Inference) types.Type {
	if !in.Args[0].IsConst() {
		return types.String
	}
	text, args := in.Args[0].Value.AsString(), in.Args[1:]
	if formatCost(text) > mostCached {
		return types.String // the call says what is wrong
	}
	f := formats.get(text, formatCost(text), parseFormat)
	for i := range f.parts {
		if p := &f.parts[i]; p.verb != 0 && (p.arg <= len(args) || !in.IsOpen()) {
			if err := p.check(in, args); err != nil {
				in.Fail(err)
				return types.String
			}
		}
	}
	if f.err != nil {
		in.Fail(f.err)
	} else if err := f.unused(len(args)); err != nil && !in.IsOpen() {
		in.Fail(err)
	}
	return types.String
}

// argumentSize returns the size of the text that the argument of a verb adds, if it is a text.
func (p *formatPart) argumentSize(args []value.Value) int {
	size := p.width
	if p.arg <= len(args) && args[p.arg-1].IsString() {
		size += len(args[p.arg-1].AsString())
	}
	return size
}

// parseFormat reads a format string. An error in it is reported when the format is used, after the verbs before the
// error.
//
// Package fmt writes mistakes into its result, and Terraform reports them. The order matters for the message: the
// arguments before a mistake are judged first, as a program reads from the left.
func parseFormat(s string) *format {
	f := &format{prefix: s}
	if i := strings.IndexByte(s, '%'); i >= 0 {
		f.prefix = unknowns.PrefixOf(s[:i])
	}
	next, from := 1, 0
	var lit strings.Builder
	for from < len(s) {
		i := strings.IndexByte(s[from:], '%')
		if i < 0 {
			break
		}
		lit.WriteString(s[from : from+i])
		from += i
		if strings.HasPrefix(s[from:], "%%") {
			lit.WriteByte('%')
			from += 2
			continue
		}
		f.addText(&lit)
		p, size, err := parseVerb(s, from, next)
		if err != nil {
			f.err = err
			return f
		}
		f.parts = append(f.parts, p)
		next = p.arg + 1
		f.used = max(f.used, p.arg)
		from += size
	}
	lit.WriteString(s[from:])
	f.addText(&lit)
	return f
}

func (f *format) addText(b *strings.Builder) {
	if b.Len() > 0 {
		f.parts = append(f.parts, formatPart{text: b.String()})
		b.Reset()
	}
}
