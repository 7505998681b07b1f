package difftest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	ctystdlib "github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// counterpart is a function of the library that go-cty has as well.
type counterpart struct {
	name   string
	theirs function.Function
	args   []argument
	// more, if not nil, makes further arguments, up to three.
	more argument
}

var counterparts = []counterpart{
	{"abs", ctystdlib.AbsoluteFunc, []argument{anyNumber}, nil},
	{"ceil", ctystdlib.CeilFunc, []argument{anyNumber}, nil},
	{"floor", ctystdlib.FloorFunc, []argument{anyNumber}, nil},
	{"log", ctystdlib.LogFunc, []argument{someNumbers("1", "2", "10", "0.5"), someNumbers("2", "10", "3")}, nil},
	{"max", ctystdlib.MaxFunc, nil, anyNumber},
	{"min", ctystdlib.MinFunc, nil, anyNumber},
	{"parseint", ctystdlib.ParseIntFunc,
		[]argument{oneOf(texts("ff", "-10", "zz", "12", "0x1f", "+5", "1_0", ""), anyNumber),
			someNumbers("2", "10", "16", "36", "62", "1", "63", "2.5")}, nil},
	{"pow", ctystdlib.PowFunc,
		[]argument{someNumbers("2", "3", "0", "10", "1.5"), someNumbers("0", "1", "2", "0.5", "10", "-1")}, nil},
	{"signum", ctystdlib.SignumFunc, []argument{anyNumber}, nil},
	{"chomp", ctystdlib.ChompFunc, []argument{anyText}, nil},
	{"format", ctystdlib.FormatFunc, []argument{formatStrings}, anything},
	{"formatlist", ctystdlib.FormatListFunc, []argument{formatStrings},
		oneOf(anyText, textList, numberList, tupleOf(scalar))},
	{"indent", ctystdlib.IndentFunc, []argument{someNumbers("0", "1", "4", "1.5"), anyText}, nil},
	{"join", ctystdlib.JoinFunc, []argument{anyText}, oneOf(sequence, textList)},
	{"lower", ctystdlib.LowerFunc, []argument{anyText}, nil},
	{"upper", ctystdlib.UpperFunc, []argument{anyText}, nil},
	{"regex", ctystdlib.RegexFunc, []argument{patternTexts, anyText}, nil},
	{"regexall", ctystdlib.RegexAllFunc, []argument{patternTexts, anyText}, nil},
	{"split", ctystdlib.SplitFunc, []argument{texts(",", "", "a", "l", "日"), anyText}, nil},
	{"strrev", ctystdlib.ReverseFunc, []argument{anyText}, nil},
	{"substr", ctystdlib.SubstrFunc, []argument{anyText, someNumbers("0", "1", "2", "-1", "-3", "5", "0.5"),
		someNumbers("0", "1", "2", "-1", "100")}, nil},
	{"title", ctystdlib.TitleFunc, []argument{anyText}, nil},
	{"trim", ctystdlib.TrimFunc, []argument{anyText, texts("", "a", "he", " \n", "日")}, nil},
	{"trimprefix", ctystdlib.TrimPrefixFunc, []argument{anyText, texts("", "a", "he", "日")}, nil},
	{"trimsuffix", ctystdlib.TrimSuffixFunc, []argument{anyText, texts("", "b", "ld", "語")}, nil},
	{"trimspace", ctystdlib.TrimSpaceFunc, []argument{anyText}, nil},
	{"chunklist", ctystdlib.ChunklistFunc, []argument{sequence, someNumbers("0", "1", "2", "3", "-1", "1.5")}, nil},
	{"coalescelist", ctystdlib.CoalesceListFunc, nil, oneOf(textList, tupleOf(scalar), anyText)},
	{"compact", ctystdlib.CompactFunc, []argument{sequence}, nil},
	{"concat", ctystdlib.ConcatFunc, nil, oneOf(textList, numberList, tupleOf(scalar), textSet)},
	{"contains", ctystdlib.ContainsFunc, []argument{oneOf(sequence, mapping), scalar}, nil},
	{"distinct", ctystdlib.DistinctFunc, []argument{oneOf(sequence, nested)}, nil},
	{"element", ctystdlib.ElementFunc, []argument{oneOf(sequence, mapping), someNumbers("0", "1", "2", "5", "1.5")}, nil},
	{"flatten", ctystdlib.FlattenFunc, []argument{oneOf(nested, sequence, mapping)}, nil},
	{"keys", ctystdlib.KeysFunc, []argument{oneOf(mapping, sequence)}, nil},
	{"merge", ctystdlib.MergeFunc, nil, oneOf(mapping, mapping, sequence)},
	{"range", ctystdlib.RangeFunc, []argument{smallNumber}, smallNumber},
	{"reverse", ctystdlib.ReverseListFunc, []argument{oneOf(sequence, mapping)}, nil},
	{"setintersection", ctystdlib.SetIntersectionFunc, []argument{sequence}, sequence},
	{"setunion", ctystdlib.SetUnionFunc, []argument{sequence}, sequence},
	{"setsubtract", ctystdlib.SetSubtractFunc, []argument{sequence, sequence}, nil},
	{"setproduct", ctystdlib.SetProductFunc, []argument{sequence}, sequence},
	{"slice", ctystdlib.SliceFunc, []argument{oneOf(sequence, mapping), smallNumber, smallNumber}, nil},
	{"sort", ctystdlib.SortFunc, []argument{sequence}, nil},
	{"values", ctystdlib.ValuesFunc, []argument{oneOf(mapping, sequence)}, nil},
	{"zipmap", ctystdlib.ZipmapFunc, []argument{textList, sequence}, nil},
	{"csvdecode", ctystdlib.CSVDecodeFunc,
		[]argument{texts("a,b\n1,2\n", "a,b\n1\n", "a,a\n1,2", "", "x\n\"q\"\"q\"\n", "a\nb\"c\n")}, nil},
	{"jsondecode", ctystdlib.JSONDecodeFunc,
		[]argument{texts(`{"a":[1,null,"x"]}`, `12`, `"x"`, `{"a":1,"a":2}`, `[1,`, ``, `true`, `1e3`)}, nil},
	{"jsonencode", ctystdlib.JSONEncodeFunc, []argument{anything}, nil},
	{"formatdate", ctystdlib.FormatDateFunc,
		[]argument{texts("YYYY-MM-DD'T'hh:mm:ssZ", "EEE, D MMM YY H:mm aa ZZZ", "MMMM EEEE ZZZZ", "Q", "'x", "''h"),
			timestamps}, nil},
	{"timeadd", ctystdlib.TimeAddFunc, []argument{timestamps, texts("1h", "-10m", "1.5s", "1d", "")}, nil},
	{"lookup", ctystdlib.LookupFunc, []argument{oneOf(mapping, sequence), texts("a", "b", "z"), scalar}, nil},
}

var (
	formatStrings = texts("%s", "%d", "%v", "%#v", "%q", "%5s|%-5s", "%05d", "%.2f", "x%%", "%t", "%[2]s %[1]s", "%x",
		"%e", "a%sb%vc", "%z", "%", "%+d % d", "%.1s", "none")
	patternTexts = texts("a", "[a-z]+", "(a)(b)?", "(?P<x>h)(?P<y>z)?", "(?P<x>h)(e)", "[", "x*", "^$")
	timestamps   = texts("2020-02-29T01:02:03Z", "2018-01-02T23:12:01-08:00", "2020-13-01T00:00:00Z", "x", "",
		"2020-01-01", "2021-02-29T00:00:00Z", "0001-01-01T00:00:00+00:30")
)

// TestStdlibAsCty compares each function with go-cty's on generated arguments, among them unknown, null and marked
// ones.
func TestStdlibAsCty(t *testing.T) {
	rounds := random.Cases(400)
	known, noticed := met{}, mistakes{}
	for i := range counterparts {
		cp := &counterparts[i]
		t.Run(cp.name, func(t *testing.T) {
			r := random.New(t, uint64(i))
			for range rounds {
				args := cp.arguments(r)
				call := cp.call(args, nil)
				difference := call.difference()
				if difference == "" {
					continue
				}
				reason := acceptRow(acceptedCalls, call)
				if reason == "" {
					t.Errorf("%s(%s): %s", cp.name, describeAll(args), difference)
				}
				if known[reason]++; known[reason] <= 200 {
					callWrongly(noticed, reason, call)
				}
			}
		})
	}
	known.check(t, reasonsOfRows(acceptedCalls), 3)
	noticed.check(t, reasonsOfRows(acceptedCalls))
}

// callWrongly makes mistakes in a call with a difference that is meant.
func callWrongly(noticed mistakes, reason string, right *stdlibCall) {
	try := func(name string, mistake func(c *stdlibCall)) {
		c := right.cp.call(right.args, mistake)
		if d := c.difference(); d != "" && d != right.difference() {
			noticed.add(reason, name, acceptRow(acceptedCalls, c) == "")
		}
	}
	try("a call fails", func(c *stdlibCall) {
		if c.gotErr == nil {
			c.gotErr = errors.New("fails")
		}
	})
	try("an error is lost", func(c *stdlibCall) {
		if c.gotErr != nil {
			c.gotErr, c.got = nil, value.String("called")
		}
	})
	for name, mistake := range valueMistakes {
		try(name, func(c *stdlibCall) {
			if wrong, ok := mistake(c.got); c.gotErr == nil && ok {
				c.got = wrong
			}
		})
	}
}

func (cp *counterpart) arguments(r *rand.Rand) []value.Value {
	var args []value.Value
	if near := nearArguments[cp.name]; near != nil && r.IntN(8) == 0 {
		for _, a := range near {
			args = append(args, spoil(r, a(r), 20))
		}
		return args
	}
	for _, a := range cp.args {
		args = append(args, spoil(r, a(r), 8))
	}
	if cp.more != nil {
		for range r.IntN(4) {
			args = append(args, spoil(r, cp.more(r), 8))
		}
	}
	return args
}

// stdlibCall is what both sides give for a call.
type stdlibCall struct {
	cp      *counterpart
	args    []value.Value
	mistake func(*stdlibCall) // that ours makes, if not nil

	got     value.Value
	gotErr  error
	want    cty.Value
	wantErr error
	without bool // the other side cannot hold such arguments, or panics: whatever we do is better
}

func (cp *counterpart) call(args []value.Value, mistake func(*stdlibCall)) *stdlibCall {
	c := &stdlibCall{cp: cp, args: args, mistake: mistake}
	theirs := make([]cty.Value, len(args))
	c.without = !survives(func() {
		for i, a := range args {
			theirs[i] = ctyValueOf(a)
		}
	})
	if c.without {
		return c
	}
	c.want, c.wantErr = callTheirs(cp.theirs, theirs)
	c.without = c.wantErr != nil && strings.Contains(c.wantErr.Error(), "panic in function")
	c.got, c.gotErr = stdlib.Table()[cp.name].Call(slices.Clone(args), types.Compat)
	if mistake != nil {
		mistake(c)
	}
	return c
}

func (c *stdlibCall) difference() string {
	switch {
	case c.without, c.gotErr != nil && c.wantErr != nil:
		return ""
	case c.gotErr != nil:
		return fmt.Sprintf("error %v, but they give %#v", c.gotErr, c.want)
	case c.wantErr != nil:
		return fmt.Sprintf("%s, but they fail with %v", host.DebugString(c.got), c.wantErr)
	}
	return resultDifference(c.got, c.want)
}

// callTheirs calls as the evaluator of HashiCorp's implementation does: arguments are converted first.
func callTheirs(f function.Function, args []cty.Value) (out cty.Value, err error) {
	params := f.Params()
	for i := range args {
		p := f.VarParam()
		if i < len(params) {
			p = &params[i]
		}
		if p == nil {
			return cty.NilVal, fmt.Errorf("too many arguments")
		}
		if args[i], err = ctyconvert.Convert(args[i], p.Type); err != nil {
			return cty.NilVal, err
		}
	}
	return f.Call(args)
}

func describeAll(args []value.Value) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = host.DebugString(a)
	}
	return strings.Join(parts, ", ")
}

// resultDifference compares results without regard to refinements that only one side has.
func resultDifference(got value.Value, want cty.Value) string {
	ours := ctyValueOf(got)
	a, am := ours.UnmarkDeep()
	b, bm := want.UnmarkDeep()
	switch {
	// the marks of an unknown result are sometimes lost on the other side
	case !am.Equal(bm) && (b.IsKnown() || len(bm) > 0):
		return fmt.Sprintf("marks %v, but theirs are %v", am, bm)
	case !a.Type().Equals(b.Type()):
		return fmt.Sprintf("type %#v, but theirs is %#v", a.Type(), b.Type())
	case !sameKnown(a, b):
		return fmt.Sprintf("%#v, but theirs is %#v", a, b)
	}
	return ""
}

// sameKnown compares values of one type; unknowns are the same whatever is known of them.
func sameKnown(a, b cty.Value) bool {
	switch {
	case a.IsKnown() != b.IsKnown():
		return false
	case !a.IsKnown():
		return true
	case a.IsNull() || b.IsNull():
		return a.IsNull() && b.IsNull()
	case !a.CanIterateElements():
		return looksAlike(a, b)
	case a.LengthInt() != b.LengthInt():
		return false
	}
	as, bs := a.ElementIterator(), b.ElementIterator()
	for as.Next() && bs.Next() {
		ak, av := as.Element()
		bk, bv := bs.Element()
		if a.Type().IsMapType() || a.Type().IsObjectType() {
			if ak.AsString() != bk.AsString() {
				return false
			}
		}
		if !sameKnown(av, bv) {
			return false
		}
	}
	return true
}
