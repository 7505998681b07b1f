package stdlib

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Parameters of the common kinds.

func text(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.String}
}

func number(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Number}
}

// anything takes a known value of any type that is not null.
func anything(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic}
}

// structure takes a known value of any type, which may contain unknown or marked parts. It is for structural functions.
func structure(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic, AllowUnknownParts: true, AllowMarked: true}
}

// maybe takes any value, including null and unknown values, without its marks.
func maybe(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic, AllowUnknown: true, AllowDynamic: true,
		AllowNull: true}
}

// whatever takes any value, including null, unknown and marked values.
func whatever(name, doc string) function.Param {
	p := maybe(name, doc)
	p.AllowMarked = true
	return p
}

func nullable(p function.Param) function.Param {
	p.AllowNull = true
	return p
}

func dynamic(p function.Param) function.Param {
	p.AllowDynamic = true
	return p
}

func ex(call, result string) function.Example  { return function.Example{Call: call, Result: result} }
func bad(call, reason string) function.Example { return function.Example{Call: call, Error: reason} }

var (
	listOfDynamic = types.List(types.Dynamic)
	listOfString  = types.List(types.String)
	listOfNumber  = types.List(types.Number)
	listOfBool    = types.List(types.Bool)
	setOfDynamic  = types.Set(types.Dynamic)
	mapOfDynamic  = types.Map(types.Dynamic)
	mapOfLists    = types.Map(listOfString)
)

// textFunc declares a function from one text to another that cannot fail.
func textFunc(name, group, summary string, f func(string) string, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: group, Since: since, Summary: summary,
		Params: []function.Param{text("str", "The string.")},
		Result: types.String, Refine: notNull,
		Direct: func(v value.Value) value.Value {
			in := v.AsString()
			out := f(in)
			if out == in {
				return v
			}
			return value.String(out)
		},
		Examples: examples,
	}
}

// emptyShape is the shape of maps without elements.
var emptyShape = host.NewShape(nil)

// The limits for what a function may build. They are far above the needs of configuration, and prevent a call from
// exhausting the memory of its host.
const (
	maxText     = 64 << 20 // bytes of a text that a function builds
	maxElements = 1 << 20  // elements of a collection that a function makes from a text or multiplies out
	maxYAML     = 8 << 20  // bytes of a YAML text; its parser needs far more memory than that
	maxRange    = 1024     // elements of a range, as in Terraform
	maxWidth    = 1 << 16  // width and precision of a format verb
	maxIndent   = 4096     // blanks of an indentation
	maxPattern  = 1 << 16  // bytes of a regular expression
	maxNesting  = 1000     // depth of a decoded document
)

// rowBytes is the memory of a collection in a result, without its elements.
const rowBytes = 64

var errTextTooLong = fmt.Errorf("the result would be longer than %d MiB", maxText>>20)

// checkText checks the size of a text before it is built.
func checkText(c *function.Call, size int) error {
	if size > maxText {
		return errTextTooLong
	}
	return c.Room(size)
}

// grown is checkText for a text that is being built. It does not check small sizes.
func grown(c *function.Call, size int) error {
	if size < 4096 {
		return nil
	}
	return checkText(c, size)
}

// checkElements checks the size of a collection before it is created.
func checkElements(c *function.Call, n int, what string) error {
	if n > maxElements {
		return fmt.Errorf("there would be more than %d %s", maxElements, what)
	}
	return c.Room(n * function.ElementBytes)
}

// integer returns a whole-number argument.
func integer(c *function.Call, i int) (int, error) {
	n, ok := c.Args[i].AsInt64()
	switch v := c.Args[i]; {
	case ok:
		return int(n), nil
	case numbers.IsInteger(v):
		return 0, function.Arg(i, errors.New("must be a whole number between -9223372036854775808 and 9223372036854775807"))
	case c.Hides(i) || numbers.IsInfinite(v):
		return 0, function.Arg(i, errNotWhole)
	default:
		return 0, function.Arg(i, fmt.Errorf("must be a whole number, not %s", wording.Clip(v.NumberText(), 16)))
	}
}

// careful returns an error that shows parts of the arguments or, if any of them is marked, the plain one.
func careful(c *function.Call, plain, format string, args ...any) error {
	if c.Hidden != 0 {
		return errors.New(plain)
	}
	return fmt.Errorf(format, args...)
}

// hidden returns the error for argument i, or the plain one if the argument is marked and the error may quote it.
func hidden(c *function.Call, i int, err error, plain string) error {
	if c.Hides(i) {
		err = errors.New(plain)
	}
	return function.Arg(i, err)
}

// notation completes the declaration of a function whose first argument is a text that is parsed before run uses it,
// such as a date format. A constant text is parsed once per program if it is valid, others are kept in a cache. The
// cost of a text is the approximate memory of its parsed form.
func notation[T interface{ fault() error }](d *function.Decl, known *cache[T], cost func(string) int,
	parse func(string) T, run func(*function.Call, T) (value.Value, error)) *function.Decl {
	d.Impl = func(c *function.Call) (value.Value, error) {
		text := c.Args[0].AsString()
		if err := c.Room(cost(text)); err != nil {
			return value.Value{}, err
		}
		return run(c, known.get(text, cost(text), parse))
	}
	d.Prepare = func(args []value.Value) *function.Decl {
		if !args[0].IsString() || cost(args[0].AsString()) > function.MostPrepared {
			return nil
		}
		parsed := parse(args[0].AsString())
		if parsed.fault() != nil {
			return nil
		}
		return prepared(d, func(c *function.Call) (value.Value, error) { return run(c, parsed) })
	}
	return d
}

// comparing returns an implementation that parses two arguments and compares them.
func comparing[T interface{ Compare(T) int }](
	parse func(c *function.Call, i int) (T, error),
) func(*function.Call) (value.Value, error) {
	return func(c *function.Call) (value.Value, error) {
		a, err := parse(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		b, err := parse(c, 1)
		if err != nil {
			return value.Value{}, err
		}
		return value.Int(int64(a.Compare(b))), nil
	}
}

// prepared returns a declaration with another implementation, for a [function.Preparer].
func prepared(d *function.Decl, impl func(*function.Call) (value.Value, error)) *function.Decl {
	q := *d
	q.Prepare, q.Impl = nil, impl
	return &q
}

// The limits for one generation of a cache: its entries, their memory, and the memory of a single entry.
const (
	cacheSize  = 128
	cacheBytes = 1 << 20
	mostCached = cacheBytes / 16
)

// cache contains what was compiled from texts that a program computes, such as patterns. It has two generations: when
// the young one is full, it becomes the old one, and entries that are used again move back. This approximates an LRU
// cache with cheap accesses.
type cache[V any] struct {
	mu         sync.Mutex
	young, old map[string]V
	used       int // bytes of the young ones
}

// get returns the entry for a text, which it creates with build if necessary. The cost is the approximate memory of the
// entry.
func (c *cache[V]) get(key string, cost int, build func(string) V) V {
	if cost > mostCached {
		return build(key)
	}
	if v, ok := c.find(key); ok {
		return v
	}
	return c.refill(key, cost, build)
}

// find returns the entry for a text if there is one.
func (c *cache[V]) find(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.young[key]
	return v, ok
}

func (c *cache[V]) refill(key string, cost int, build func(string) V) V {
	c.mu.Lock()
	v, ok := c.old[key]
	c.mu.Unlock()
	if !ok {
		v = build(key)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young == nil || len(c.young) >= cacheSize || c.used+cost > cacheBytes {
		c.young, c.old, c.used = make(map[string]V, cacheSize), c.young, 0
	}
	c.young[strings.Clone(key)] = v // the text may be a part of a much longer one
	c.used += cost
	return v
}
