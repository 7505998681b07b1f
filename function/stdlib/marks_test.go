package stdlib_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

const (
	secret       = "s3cr3t"
	secretNumber = 7077
)

// secrets are marked values of all kinds that hold the secret in every text of theirs.
func secrets() []value.Value {
	text := value.String(secret + ": [\n'%z /[/")
	var b host.ObjectBuilder
	b.Set(secret, text)
	b.Set("b", value.Null)
	object := b.Object()
	m := host.MapOf(types.String, host.NewShape([]string{secret}), []value.Value{text})
	out := []value.Value{
		text, object, m, value.Tuple(text, value.Null),
		value.ListOf(types.String, []value.Value{text, value.NullOf(types.String)}),
		value.SetOf(types.String, []value.Value{text}), value.String("/" + secret + "[/"), value.String("!" + secret + "/8"),
		value.String(secret + "," + secret + "\n"), value.String("{\"" + secret + "\": " + secret),
		value.String("*" + secret),
		value.Int(secretNumber), value.Int(-secretNumber), value.Float(secretNumber + 0.5),
	}
	for i := range out {
		out[i] = out[i].Mark(value.Sensitive)
	}
	return append(out, value.Tuple(text.Mark(value.Sensitive)),
		value.Tuple(object.Mark(value.Sensitive), text.Mark(value.Sensitive)))
}

// open are arguments that many functions take, so that they go on to look at the others.
func open() []value.Value {
	return []value.Value{value.String("10.0.0.0/8"), value.Tuple(value.String("zz")), value.Int(1)}
}

// TestErrorsKeepSecrets calls every function with every combination of marked and open arguments: whatever fails, no
// error shows what a mark protects.
func TestErrorsKeepSecrets(t *testing.T) {
	marked := append(secrets(), open()...)
	failures := 0
	for _, d := range sortedTable() {
		if d.Refused != "" || len(d.Params) > 0 && d.Params[0].Lazy || d.Variadic != nil && d.Variadic.Lazy {
			continue
		}
		n := len(d.Params)
		if d.Variadic != nil {
			n++
		}
		combinations(len(marked), min(n, 3), func(at []int) {
			args := make([]value.Value, n)
			for i := range args {
				args[i] = marked[at[min(i, len(at)-1)]]
			}
			_, err := d.Call(args, types.Extended)
			if err == nil {
				return
			}
			failures++
			if text := err.Error(); strings.Contains(text, secret) || strings.Contains(text, strconv.Itoa(secretNumber)) {
				t.Errorf("%s: %s", d.Name, text)
			}
		})
	}
	if failures < 1000 {
		t.Errorf("only %d calls failed, so this test sees little", failures)
	}
}

func combinations(n, size int, f func([]int)) {
	at := make([]int, size)
	for {
		f(at)
		i := size - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < n {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// Not even a letter of a marked format is shown.
func TestErrorsKeepFormats(t *testing.T) {
	for _, name := range []string{"format", "formatlist"} {
		for _, text := range []string{"%hunter", "%[hunter", "%5.1hunter", "%d", "%t", "%d%d"} {
			format := value.String(text).Mark(value.Sensitive)
			_, err := table[name].Call([]value.Value{format, value.String("x")}, types.Extended)
			if err == nil || strings.Contains(err.Error(), "%") || strings.Contains(err.Error(), "h'") {
				t.Errorf("%s(%q): %v", name, text, err)
			}
		}
	}
}

// TestMarksTravel holds that the marks of arguments reach the result, wherever they sat.
func TestMarksTravel(t *testing.T) {
	vars := map[string]value.Value{
		"s": value.String("ab").Mark("m"), "n": value.Int(1).Mark("m"),
		"l": value.Tuple(value.String("a"), value.String("b")).Mark("m"),
		"e": value.Tuple(value.String("a").Mark("m"), value.String("b")),
		"o": mustObject("k", value.String("v").Mark("m")), "p": mustObject("k", value.String("v")).Mark("m"),
	}
	for _, c := range []struct {
		expr      string
		top, deep bool
	}{
		{`upper(s)`, true, true}, {`join(",", e)`, true, true}, {`format("%v", e)`, true, true}, {`length(e)`, false, false},
		{`length(l)`, true, true},
		{`concat(e, ["c"])`, false, true}, {`concat(l, ["c"])`, true, true}, {`element(e, 0)`, true, true},
		{`element(e, 1)`, false, false},
		{`reverse(e)`, false, true}, {`flatten([e])`, false, true}, {`flatten([l])`, true, true},
		{`merge(o, {})`, false, true},
		{`merge(p, {})`, true, true}, {`keys(o)`, false, false}, {`keys(p)`, true, true}, {`values(o)`, false, true},
		{`lookup(o, "k")`, true, true}, {`lookup(p, "x", 1)`, true, true}, {`zipmap(e, [1, 2])`, true, true},
		{`toset(e)`, true, true},
		{`tolist(e)`, false, true}, {`jsonencode(o)`, true, true}, {`contains(e, "b")`, true, true},
		{`slice(e, 1, 2)`, false, false},
		{`slice(e, 0, n)`, true, true}, {`coalesce(s, "x")`, true, true}, {`setproduct(e, ["x"])`, false, true},
		{`one([s])`, true, true},
		{`k8s::merge(o, { k = 1 })`, false, false}, {`k8s::merge(p, { k = 1 })`, true, true},
		{`k8s::get(o, "k", 1)`, true, true},
		{`try(o.k, 1)`, true, true}, {`can(o.k)`, false, false}, {`range(n)`, true, true}, {`sensitive(1)`, true, true},
		{`nonsensitive(sensitive(1))`, false, false}, {`type(o)`, true, true},
	} {
		v := mustEvaluate(t, c.expr, types.Extended, vars)
		if v.IsMarked() != c.top || (host.FlagsOf(v)&host.FlagMarked != 0) != c.deep {
			t.Errorf("%s: marked %t, within %t", c.expr, v.IsMarked(), host.FlagsOf(v)&host.FlagMarked != 0)
		}
	}
}

func mustObject(name string, v value.Value) value.Value {
	var b host.ObjectBuilder
	b.Set(name, v)
	return b.Object()
}
