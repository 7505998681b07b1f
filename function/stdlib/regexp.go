package stdlib

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var regexFuncs = []*function.Decl{regexFunc, regexallFunc, replaceFunc}

// Package regexp takes linear time for one match, but compiling, storing and applying patterns must be bounded, too. A
// short pattern can be large when compiled: (ab){1000} is there a thousand times. So its size is worked out from the
// parsed form before it is compiled, memory and steps are asked for, and only then is it compiled. Compiled patterns
// are kept in a cache of bounded size, and a program keeps those of constant patterns if they are small.

// pattern is a compiled regular expression with the form of its results: a string without groups, a tuple with unnamed
// groups, an object with named ones.
type pattern struct {
	re     *regexp.Regexp
	result types.Type
	shape  *host.Shape // of objects
	groups []int       // the group that each attribute of the shape comes from
	err    error       // why it cannot be used

	instructions int

	further func() (*regexp.Regexp, error) // see search.next
}

var patterns cache[*pattern]

func compilePattern(text string) *pattern { return compileSized(text, instructions(text)) }

// compileSized compiles a pattern with a known number of instructions.
//
// The second form of the pattern is compiled when it is needed, because only searches in long texts use it.
func compileSized(text string, n int) *pattern {
	p := compiled(text, n)
	p.instructions = n
	p.further = sync.OnceValues(func() (*regexp.Regexp, error) { return regexp.Compile(afterOne + text + ")") })
	return p
}

func compiled(text string, n int) *pattern {
	if len(text) > maxPattern {
		return &pattern{err: fmt.Errorf("the pattern is longer than %d bytes", maxPattern)}
	}
	if n > maxInstructions {
		return &pattern{err: fmt.Errorf("the pattern is too large: its repetitions expand to more than %d steps",
			maxInstructions)}
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return &pattern{err: patternError(err)}
	}
	p := &pattern{re: re, result: types.String}
	p.err = p.inspectGroups()
	return p
}

func patternError(err error) error {
	var se *syntax.Error
	if errors.As(err, &se) {
		return fmt.Errorf("invalid pattern: %s in %s", se.Code, se.Expr)
	}
	return errors.New("invalid pattern")
}

func (p *pattern) inspectGroups() error {
	all := p.re.SubexpNames()[1:]
	names := slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "" })
	switch {
	case len(all) == 0:
		return nil
	case len(names) == 0:
		p.result = types.Tuple(slices.Repeat([]types.Type{types.String}, len(all))...)
		return nil
	case len(names) < len(all):
		return errors.New("the pattern has both named and unnamed groups; name all of them or none, " +
			"and write (?:...) for groups that should not be captured")
	}
	last := map[string]int{} // of several groups with one name the last one counts
	for i, n := range all {
		last[n] = i + 1
	}
	slices.Sort(names)
	names = slices.Compact(names)
	p.shape = host.NewShape(names)
	p.result = types.ObjectOf(names, slices.Repeat([]types.Type{types.String}, len(names)))
	for _, n := range names {
		p.groups = append(p.groups, last[n])
	}
	return nil
}

// scan counts the work of searching a text for a pattern, which depends on the size of both.
func (p *pattern) scan(c *function.Call, s string) error { return c.Work(p.work(len(s))) }

// work returns the maximum number of steps for reading n bytes once.
func (p *pattern) work(n int) int64 { return int64(n) * int64(p.instructions) / instructionsPerStep }

// bytesPerStep is the number of bytes of a pattern that are compiled in a unit of steps. instructionsPerStep is the
// number of instructions of a compiled pattern that run in one step.
const (
	bytesPerStep        = 32
	instructionsPerStep = 64
)

// patternOf returns the compiled form of a pattern that the program computes. It counts steps even if the pattern is
// cached, so that a program always takes the same number of steps.
func patternOf(c *function.Call, text string) (*pattern, error) {
	if err := c.Work(int64(compileSteps * (1 + len(text)/bytesPerStep))); err != nil {
		return nil, err
	}
	p, ok := patterns.find(text)
	if ok {
		return p, c.Work(int64(p.instructions))
	}
	cost := parseCost(text)
	if err := c.Room(cost); err != nil {
		return nil, err
	}
	n := instructions(text)
	if err := c.Work(int64(n)); err != nil {
		return nil, err
	}
	cost += n * instructionBytes
	if err := c.Room(cost); err != nil {
		return nil, err
	}
	return patterns.get(text, cost, func(text string) *pattern { return compileSized(text, n) }), nil
}

// A short pattern can be large when it is compiled, because repetitions are expanded.
const (
	maxInstructions  = 1 << 16
	instructionBytes = 160     // of the compiled form, and of what runs it
	patternBytes     = 128     // of the parsed form, for a byte of the text
	propertyBytes    = 8 << 10 // of a class such as \pL
)

// parseCost returns the maximum memory for parsing a pattern.
func parseCost(text string) int {
	return min(len(text), maxPattern)*patternBytes + (strings.Count(text, `\p`)+strings.Count(text, `\P`))*propertyBytes
}

// instructions returns the number of instructions of a compiled pattern, or one more than the limit if it exceeds the
// limit.
func instructions(text string) int {
	if len(text) > maxPattern {
		return 0 // it is refused for that
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0
	}
	return 1 + size(re)
}

// isSmall reports whether a pattern is small enough to be compiled with the program.
//
// Programs keep what is prepared for as long as they are kept, and many of them are. A large pattern is compiled when
// it is used, and shared in the cache.
func isSmall(text string) bool {
	return parseCost(text) <= function.MostPrepared && instructions(text)*instructionBytes <= function.MostPrepared
}

// size returns the number of instructions of a parsed pattern, up to one more than the limit.
func size(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCapture:
		n = 2
	case syntax.OpAlternate:
		n = len(re.Sub)
	}
	for _, sub := range re.Sub {
		n = min(n+size(sub), maxInstructions+1)
	}
	if re.Op == syntax.OpRepeat {
		// A repetition without an upper bound has -1 as Max.
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, maxInstructions+1)
}

// compileSteps is the number of steps for compiling 32 bytes of a pattern.
const compileSteps = 200

// captured returns the result for one match, given as offsets in s.
func (p *pattern) captured(s string, at []int) value.Value {
	if len(at) == 2 {
		return part(s[at[0]:at[1]])
	}
	n := len(at)/2 - 1
	if p.shape != nil {
		n = len(p.groups)
	}
	vals := make([]value.Value, n)
	for i := range vals {
		group := i + 1
		if p.shape != nil {
			group = p.groups[i]
		}
		vals[i] = value.NullOf(types.String)
		if from, to := at[2*group], at[2*group+1]; from >= 0 {
			vals[i] = part(s[from:to])
		}
	}
	if p.shape != nil {
		return host.ObjectOf(p.shape, vals)
	}
	return value.Tuple(vals...)
}

const patternDialect = "The syntax is that of RE2, without look-around and back references. Without groups, the " +
	"result is the matched text; with unnamed groups, a tuple of their matches; with named groups `(?P<name>...)`, an " +
	"object. A group that did not match is null."

var regexFunc = matching(&function.Decl{
	Name: "regex", Group: groupString, Since: since,
	Summary:     "Applies a regular expression to a string and returns the first match.",
	Description: patternDialect + " It is an error if nothing matches; use `can` to test whether the expression matches.",
	Examples: []function.Example{
		ex(`regex("[a-z]+", "53453453.345345aaabbbccc23454")`, `"aaabbbccc"`),
		ex(`regex("(\\d\\d\\d\\d)-(\\d\\d)-(\\d\\d)", "2019-02-01")`, `["2019", "02", "01"]`),
		ex(`regex("(?P<scheme>[^:/]+)://(?P<host>[^/]+)", "https://example.com/docs")`,
			`{ host = "example.com", scheme = "https" }`),
		ex(`regex("(?P<x>a)|(?P<x>b)", "b")`, `{ x = "b" }`),
		bad(`regex("[a-z]+", "53453453.34534523454")`, "the pattern does not match any part of the string"),
	},
}, func(p *pattern) types.Type {
	return p.result
}, types.Dynamic, func(c *function.Call, p *pattern, s string) (value.Value, error) {
	at, err := p.first(c, s)
	if err != nil {
		return value.Value{}, err
	}
	if at == nil {
		return value.Value{}, errors.New("the pattern does not match any part of the string")
	}
	return p.captured(s, at), nil
})

var regexallFunc = matching(&function.Decl{
	Name: "regexall", Group: groupString, Since: since,
	Summary:     "Applies a regular expression to a string and returns a list of all matches.",
	Description: patternDialect,
	Examples: []function.Example{
		ex(`regexall("[a-z]+", "1234abcd5678efgh9")`, `["abcd", "efgh"]`),
		ex(`length(regexall("[a-z]+", "1234"))`, `0`),
	},
}, func(p *pattern) types.Type {
	return types.List(p.result)
}, listOfDynamic, func(c *function.Call, p *pattern, s string) (value.Value, error) {
	all, err := p.matches(c, s)
	if err != nil {
		return value.Value{}, err
	}
	if groups := p.re.NumSubexp(); groups > 0 {
		if err := c.Reserve(len(all) * (rowBytes + groups*function.ElementBytes)); err != nil {
			return value.Value{}, err
		}
	}
	vals := make([]value.Value, len(all))
	for i, at := range all {
		vals[i] = p.captured(s, at)
	}
	return value.ListOf(p.result, vals), nil
})

// matching completes the declaration of a function that applies a pattern to a text.
func matching(d *function.Decl, result func(*pattern) types.Type, unknown types.Type,
	run func(*function.Call, *pattern, string) (value.Value, error)) *function.Decl {
	d.Params = []function.Param{text("pattern", "The regular expression."), text("string", "The string to search.")}
	d.Refine = notNull
	d.Infer = func(in *function.Inference) types.Type {
		if !in.Args[0].IsConst() {
			return unknown
		}
		text := in.Args[0].Value.AsString()
		if !isSmall(text) {
			return unknown // the call says what it is
		}
		p := patterns.get(text, function.MostPrepared, compilePattern)
		if p.err != nil {
			in.Fail(function.Arg(0, p.err))
			return unknown
		}
		return withNullGroups(result(p))
	}
	d.ResultType = func(c *function.Call) (types.Type, error) {
		if !c.Args[0].IsKnown() {
			return unknown, nil
		}
		p, err := patternOf(c, c.Args[0].AsString())
		if err != nil {
			return unknown, err
		}
		if p.err != nil {
			return unknown, hidden(c, 0, p.err, "invalid pattern")
		}
		return result(p), nil
	}
	d.Impl = func(c *function.Call) (value.Value, error) {
		p, err := patternOf(c, c.Args[0].AsString())
		if err != nil {
			return value.Value{}, err
		}
		if p.err != nil {
			return value.Value{}, hidden(c, 0, p.err, "invalid pattern")
		}
		return run(c, p, c.Args[1].AsString())
	}
	d.Prepare = func(args []value.Value) *function.Decl {
		if !args[0].IsString() || !isSmall(args[0].AsString()) {
			return nil
		}
		p := compilePattern(args[0].AsString())
		if p.err != nil {
			return nil
		}
		q := prepared(d, func(c *function.Call) (value.Value, error) { return run(c, p, c.Args[1].AsString()) })
		q.ResultType, q.Result = nil, result(p)
		return q
	}
	return d
}

// withNullGroups returns the static type of a match, in which groups that did not match are null.
func withNullGroups(t types.Type) types.Type {
	switch t.Kind() {
	case types.KindList:
		return types.List(withNullGroups(t.Elem()))
	case types.KindTuple:
		groups := tupleTypes(t)
		for i, g := range groups {
			groups[i] = types.Optional(g)
		}
		return types.Tuple(groups...)
	case types.KindObject:
		groups := map[string]types.Type{}
		for i := range t.Len() {
			groups[t.AttrAt(i).Name] = types.Optional(t.At(i))
		}
		return objectOf(groups)
	}
	return t
}

var replaceFunc = &function.Decl{
	Name: "replace", Group: groupString, Since: since,
	Summary: "Replaces every occurrence of a substring in a string.",
	Description: "If the second argument begins and ends with a slash, the text between the slashes is a regular " +
		"expression (RE2), and the replacement can refer to its groups: `$1` or `${1}`, `${name}` for a named one, `$0` " +
		"for the whole match, `$$` for a dollar sign.",
	Params: []function.Param{text("str", "The string."), text("substr", "The substring to search for."),
		text("replace", "The replacement.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		s, old, repl := c.Args[0].AsString(), c.Args[1].AsString(), c.Args[2].AsString()
		if !isPattern(old) {
			return replaceText(c, s, old, repl)
		}
		// Named and unnamed groups may be mixed here, so only a pattern that does not compile is an error.
		p, err := patternOf(c, old[1:len(old)-1])
		if err != nil {
			return value.Value{}, err
		}
		if p.re == nil {
			return value.Value{}, hidden(c, 1, p.err, "invalid pattern")
		}
		return p.replace(c, s, repl)
	},
	Examples: []function.Example{
		ex(`replace("1 + 2 + 3", "+", "-")`, `"1 - 2 - 3"`),
		ex(`replace("hello world", "/w.*d/", "everybody")`, `"hello everybody"`),
		ex(`replace("john smith", "/(\\w+) (\\w+)/", "$2, $1")`, `"smith, john"`),
	},
}

func isPattern(s string) bool { return len(s) > 1 && s[0] == '/' && s[len(s)-1] == '/' }

func init() { replaceFunc.Prepare = prepareReplace } // here, since the two refer to each other

func prepareReplace(args []value.Value) *function.Decl {
	if !args[1].IsString() || !isPattern(args[1].AsString()) || !isSmall(args[1].AsString()) {
		return nil
	}
	old := args[1].AsString()
	p := compilePattern(old[1 : len(old)-1])
	if p.re == nil {
		return nil
	}
	return prepared(replaceFunc, func(c *function.Call) (value.Value, error) {
		return p.replace(c, c.Args[0].AsString(), c.Args[2].AsString())
	})
}

func replaceText(c *function.Call, s, old, repl string) (value.Value, error) {
	if len(old) == 1 && len(repl) == 1 && len(s) <= shortText {
		return replaceByte(s, old[0], repl[0]), nil
	}
	n := strings.Count(s, old)
	if n == 0 {
		return part(s), nil
	}
	size := len(s) + n*(len(repl)-len(old))
	if err := checkText(c, size); err != nil {
		return value.Value{}, err
	}
	if old == "" {
		return value.String(strings.ReplaceAll(s, old, repl)), nil
	}
	var b strings.Builder
	b.Grow(size)
	for range n {
		i := strings.Index(s, old)
		b.WriteString(s[:i])
		b.WriteString(repl)
		s = s[i+len(old):]
	}
	b.WriteString(s)
	return value.String(b.String()), nil
}

// replaceByte is replaceText for the common case of replacing one byte by another.
func replaceByte(s string, old, repl byte) value.Value {
	var buf [shortText]byte
	found := false
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == old {
			b = repl
			found = true
		}
		buf[i] = b
	}
	if !found {
		return part(s)
	}
	return value.String(string(buf[:len(s)]))
}

// replace expands the template for each match, and stops when the result grows too long.
//
// The result is measured match by match: a template may refer to a group many times, so that neither the text nor the
// template says how long the result gets.
func (p *pattern) replace(c *function.Call, s, template string) (value.Value, error) {
	all, err := p.matches(c, s)
	if err != nil || all == nil {
		return part(s), err
	}
	references := strings.Count(template, "$")
	var out []byte
	from := 0
	for _, at := range all {
		out = append(out, s[from:at[0]]...)
		if err := grown(c, len(out)+len(template)+references*(at[1]-at[0])); err != nil {
			return value.Value{}, err
		}
		if references == 0 {
			out = append(out, template...)
		} else {
			out = p.re.ExpandString(out, template, s, at)
		}
		from = at[1]
	}
	out = append(out, s[from:]...)
	if err := checkText(c, len(out)); err != nil {
		return value.Value{}, err
	}
	return value.String(string(out)), nil
}

// onDemand compiles a pattern on first use, because most runs of the server never need it.
func onDemand(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
