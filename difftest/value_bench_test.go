package difftest

import (
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// valueRow is one kind of work in both implementations. The target is how many times faster ours has to be; that of
// construction is for what is made of Go data, and 1 where a caller that has the values already puts them together.
type valueRow struct {
	name         string
	target       float64
	ours, theirs func()
}

// Results are stored here, so that no work is optimised away.
var (
	sinkOurs   value.Value
	sinkTheirs cty.Value
	sinkBool   bool
	sinkText   string
	sinkBytes  []byte
)

// BenchmarkValueRatio runs both implementations in turn, eleven rounds, and reports how many times faster ours is.
func BenchmarkValueRatio(b *testing.B) {
	for _, row := range valueRows() {
		b.Run(row.name, func(b *testing.B) {
			ratios, ns := interleave(row.ours, row.theirs)
			b.ReportMetric(ns[0], "ns/ours")
			b.ReportMetric(ns[1], "ns/theirs")
			b.ReportMetric(slices.Min(ratios), "min-ratio")
			b.ReportMetric(median(ratios), "median-ratio")
			b.ReportMetric(row.target, "target")
			b.ReportMetric(testing.AllocsPerRun(5, row.ours), "allocs/ours")
			b.ReportMetric(testing.AllocsPerRun(5, row.theirs), "allocs/theirs")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// interleave returns the ratio of every round, and the least time of one run of each.
func interleave(ours, theirs func()) (ratios []float64, least [2]float64) {
	n := [2]int{calibrate(ours), calibrate(theirs)}
	for i, f := range []func(){ours, theirs} {
		least[i] = perRun(f, n[i])
	}
	for range 11 {
		runtime.GC()
		o, t := perRun(ours, n[0]), perRun(theirs, n[1])
		ratios = append(ratios, t/o)
		least[0], least[1] = min(least[0], o), min(least[1], t)
	}
	return ratios, least
}

// calibrate returns how often f runs in about twenty milliseconds.
func calibrate(f func()) int {
	n := 1
	for {
		if d := perRun(f, n) * float64(n); d > 5e6 {
			return max(1, int(float64(n)*20e6/d))
		}
		n *= 4
	}
}

// perRun returns how many nanoseconds of processor time one run takes, garbage collection included. Unlike time on the
// wall it hardly depends on what else the machine does.
func perRun(f func(), n int) float64 {
	start := processorTime()
	for range n {
		f()
	}
	return float64((processorTime() - start).Nanoseconds()) / float64(n)
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func valueRows() []valueRow {
	return slices.Concat(constructionRows(), numberRows(), deepRows(), growthRows())
}

func constructionRows() []valueRow {
	names, ourVals, theirVals := make([]string, 20), make([]value.Value, 20), make([]cty.Value, 20)
	plain, attrTypes := map[string]any{}, map[string]cty.Type{}
	for i := range names {
		names[i] = fmt.Sprintf("attribute_%02d", i)
		ourVals[i], theirVals[i] = value.Int(int64(i)), cty.NumberIntVal(int64(i))
		plain[names[i]], attrTypes[names[i]] = i, cty.Number
		if i%2 == 0 {
			ourVals[i], theirVals[i] = value.String(names[i]), cty.StringVal(names[i])
			plain[names[i]], attrTypes[names[i]] = names[i], cty.String
		}
	}
	shape, want := host.NewShape(names), cty.Object(attrTypes)
	object, theirObject := host.ObjectOf(shape, ourVals), cty.ObjectVal(attrsOf(names, theirVals))
	texts, pairs, byText := make([]string, 1000), make(map[string][]int), make(map[string]string)
	for i := range texts {
		texts[i] = fmt.Sprintf("text number %d", i)
		pairs[texts[i]], byText[texts[i]] = []int{i, 1}, texts[i]
	}
	return []valueRow{
		{"object of 20, names and values", 3, func() {
			var b host.ObjectBuilder
			b.Grow(20)
			for i, n := range names {
				b.Set(n, ourVals[i])
			}
			sinkOurs = b.Object()
		}, func() { sinkTheirs = cty.ObjectVal(attrsOf(names, theirVals)) }},
		{"object of 20, names known before", 3, func() { sinkOurs = host.ObjectOf(shape, slices.Clone(ourVals)) },
			func() { sinkTheirs = cty.ObjectVal(attrsOf(names, theirVals)) }},
		{"object of 20 from a Go map", 3, func() { sinkOurs = must(value.FromGo(plain)) },
			func() { sinkTheirs = must(gocty.ToCtyValue(plain, want)) }},
		{"attribute of 20", 5, func() {
			sinkOurs = must(calc.GetAttr(object, "attribute_13", types.Standard, source.Range{}))
		},
			func() { sinkTheirs = theirObject.GetAttr("attribute_13") }},
		{"list of 1000 strings from Go", 3, func() { sinkOurs = must(value.FromGo(texts)) },
			func() { sinkTheirs = must(gocty.ToCtyValue(texts, cty.List(cty.String))) }},
		{"map of 1000 strings from Go", 3, func() { sinkOurs = must(value.FromGo(byText)) },
			func() { sinkTheirs = must(gocty.ToCtyValue(byText, cty.Map(cty.String))) }},
		{"map of 1000 lists of two numbers from Go", 3, func() { sinkOurs = must(value.FromGo(pairs)) },
			func() { sinkTheirs = must(gocty.ToCtyValue(pairs, cty.Map(cty.List(cty.Number)))) }},
		{"list of 1000 strings", 1, func() {
			elems := make([]value.Value, len(texts))
			for i, s := range texts {
				elems[i] = value.String(s)
			}
			sinkOurs = value.ListOf(types.String, elems)
		}, func() {
			elems := make([]cty.Value, len(texts))
			for i, s := range texts {
				elems[i] = cty.StringVal(s)
			}
			sinkTheirs = cty.ListVal(elems)
		}},
		{"map of 1000 lists of two numbers", 1, func() {
			var b host.ObjectBuilder
			b.Grow(len(texts))
			for i, s := range texts {
				b.Set(s, value.ListOf(types.Number, []value.Value{value.Int(int64(i)), value.Int(1)}))
			}
			sinkOurs = b.Map(types.List(types.Number))
		}, func() {
			m := make(map[string]cty.Value, len(texts))
			for i, s := range texts {
				m[s] = cty.ListVal([]cty.Value{cty.NumberIntVal(int64(i)), cty.NumberIntVal(1)})
			}
			sinkTheirs = cty.MapVal(m)
		}},
		{"set of 1000 strings", 10, func() {
			elems := make([]value.Value, len(texts))
			for i, s := range texts {
				elems[i] = value.String(s)
			}
			sinkOurs = value.SetOf(types.String, elems)
		}, func() {
			elems := make([]cty.Value, len(texts))
			for i, s := range texts {
				elems[i] = cty.StringVal(s)
			}
			sinkTheirs = cty.SetVal(elems)
		}},
	}
}

func attrsOf(names []string, vals []cty.Value) map[string]cty.Value {
	m := make(map[string]cty.Value, len(names))
	for i, n := range names {
		m[n] = vals[i]
	}
	return m
}

func numberRows() []valueRow {
	parse := func(s string) (value.Value, cty.Value) {
		return must(numbers.ParseLiteral(s)), cty.MustParseNumberVal(s)
	}
	a, ca := parse("42")
	b, cb := parse("7")
	port, cport := parse("8080")
	tenth, ctenth := parse("0.1")
	x, cx := must(calc.Div(a, value.Int(11), types.Standard)), ca.Divide(cty.MustParseNumberVal("11"))
	y, cy := must(calc.Div(b, value.Int(13), types.Standard)), cb.Divide(cty.MustParseNumberVal("13"))
	text := func(v cty.Value) string { return must(ctyconvert.Convert(v, cty.String)).AsString() }
	return []valueRow{
		{"42 + 7", 10, func() { sinkOurs = must(calc.Add(a, b)) }, func() { sinkTheirs = ca.Add(cb) }},
		{"42 < 7", 10, func() { sinkBool = calc.Compare(a, b) < 0 }, func() { sinkBool = ca.LessThan(cb).True() }},
		{"8080 == 8080", 10, func() {
			sinkOurs = calc.Equal(port, port, types.Standard)
		}, func() { sinkTheirs = cport.Equals(cport) }},
		{"0.1 == 0.1", 10, func() {
			sinkOurs = calc.Equal(tenth, tenth, types.Standard)
		}, func() { sinkTheirs = ctenth.Equals(ctenth) }},
		{"read 8080", 10, func() {
			sinkOurs = must(numbers.ParseLiteral("8080"))
		}, func() { sinkTheirs = must(cty.ParseNumberVal("8080")) }},
		{"read 0.1", 1, func() {
			sinkOurs = must(numbers.ParseLiteral("0.1"))
		}, func() { sinkTheirs = must(cty.ParseNumberVal("0.1")) }},
		{"8080 to text", 10, func() { sinkText = port.NumberText() }, func() { sinkText = text(cport) }},
		{"0.1 to text", 1, func() { sinkText = tenth.NumberText() }, func() { sinkText = text(ctenth) }},
		{"42/11 to text", 1, func() { sinkText = x.NumberText() }, func() { sinkText = text(cx) }},
		{"42/11 + 7/13", 2, func() { sinkOurs = must(calc.Add(x, y)) }, func() { sinkTheirs = cx.Add(cy) }},
		{"42/11 - 7/13", 2, func() { sinkOurs = must(calc.Sub(x, y)) }, func() { sinkTheirs = cx.Subtract(cy) }},
		{"42/11 * 7/13", 2, func() { sinkOurs = must(calc.Mul(x, y)) }, func() { sinkTheirs = cx.Multiply(cy) }},
		{"42/11 / 7/13", 2, func() {
			sinkOurs = must(calc.Div(x, y, types.Standard))
		}, func() { sinkTheirs = cx.Divide(cy) }},
		{"42/11 % 7/13", 2, func() {
			sinkOurs = must(calc.Mod(x, y, types.Standard))
		}, func() { sinkTheirs = cx.Modulo(cy) }},
		{"42/11 < 7/13", 1, func() { sinkBool = calc.Compare(x, y) < 0 }, func() { sinkBool = cx.LessThan(cy).True() }},
		{"0.1 + 0.1", 1, func() { sinkOurs = must(calc.Add(tenth, tenth)) }, func() { sinkTheirs = ctenth.Add(ctenth) }},
		{"42 / 11", 1, func() {
			sinkOurs = must(calc.Div(a, value.Int(11), types.Standard))
		}, func() { sinkTheirs = ca.Divide(cb) }},
	}
}

// kubernetesJSON is a Deployment of about 10 KB.
func kubernetesJSON() string {
	var b strings.Builder
	b.WriteString(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"prod","generation":7,"labels":{"app":"web","tier":"front"},`)
	b.WriteString(`"annotations":{"note":"a text <with> & \"quotes\" and a ` +
		`line\nbreak"}},"spec":{"replicas":3,"template":{"spec":{"containers":[`)
	for i := range 12 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"c%d","image":"registry.example.com/team/app-%d:1.%d.0","args":["--port","80%d","--verbose"],"ports":[{"containerPort":80%d,"name":"http","protocol":"TCP"}],`, i, i, i, i, i)
		fmt.Fprintf(&b, `"env":[{"name":"A_%d","value":"one"},{"name":"B_%d","value":"two"},{"name":"C","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],`, i, i)
		b.WriteString(`"resources":{"limits":{"cpu":"500m","memory":"256Mi"},"requests":{"cpu":0.25,"memory":"128Mi"}},"volumeMounts":[{"mountPath":"/data","name":"data","readOnly":false}],`)
		b.WriteString(`"livenessProbe":{"httpGet":{"path":"/healthz","port":8080,"scheme":"HTTP"},"initialDelaySeconds":10,"periodSeconds":5,"timeoutSeconds":1},"securityContext":{"runAsNonRoot":true,"runAsUser":1000}}`)
	}
	b.WriteString(`],"restartPolicy":"Always","terminationGracePeriodSeconds":30}}},"status":{"observedGeneration":7,"readyReplicas":null}}`)
	return b.String()
}

func deepRows() []valueRow {
	text := kubernetesJSON()
	read := func() cty.Value {
		return must(ctyjson.Unmarshal([]byte(text), must(ctyjson.ImpliedType([]byte(text)))))
	}
	v1, v2 := must(valuejson.Parse(text, valuejson.Limits{})), must(valuejson.Parse(text, valuejson.Limits{}))
	c1, c2 := read(), read()
	objects := make([]types.Type, 100)
	theirs := make([]cty.Type, 100)
	for i := range objects {
		objects[i] = types.Object(types.Attr{Name: "id", Type: types.String},
			types.Attr{Name: "n", Type: []types.Type{types.Number, types.String}[i%2]},
			types.Attr{Name: "on", Type: []types.Type{types.Bool, types.String, types.String}[i%3]})
		theirs[i] = typeToCty(objects[i])
	}
	return []valueRow{
		{"equality of two 10 KB objects", 10, func() {
			sinkOurs = calc.Equal(v1, v2, types.Standard)
		}, func() { sinkTheirs = c1.Equals(c2) }},
		{"10 KB of JSON in", 10, func() {
			sinkOurs = must(valuejson.Parse(text, valuejson.Limits{}))
		}, func() { sinkTheirs = read() }},
		{"10 KB of JSON out", 10, func() {
			sinkBytes = must(valuejson.Append(sinkBytes[:0], v1, valuejson.Style{EscapeHTML: true}))
		},
			func() { sinkBytes = must(ctyjson.Marshal(c1, c1.Type())) }},
		{"wholly known?", 10, func() { sinkBool = v1.IsWhollyKnown() }, func() { sinkBool = c1.IsWhollyKnown() }},
		{"anything marked?", 10, func() {
			sinkBool = host.FlagsOf(v1)&host.FlagMarked != 0
		}, func() { sinkBool = c1.ContainsMarked() }},
		{"take off all marks", 10, func() { sinkOurs, _ = v1.UnmarkDeep() }, func() { sinkTheirs, _ = c1.UnmarkDeep() }},
		{"transform into the same", 3, func() {
			sinkOurs = must(value.Transform(v1, func(_ value.Path, v value.Value) (value.Value, error) { return v, nil }))
		}, func() {
			sinkTheirs = must(cty.Transform(c1, func(_ cty.Path, v cty.Value) (cty.Value, error) { return v, nil }))
		}},
		{"unify 100 object types", 10, func() { _, sinkBool = convert.Unify(objects, convert.Unsafe, types.Compat) },
			func() { t, _ := ctyconvert.UnifyUnsafe(theirs); sinkBool = t != cty.NilType }},
	}
}

// growthRows are the rows whose cost has to grow with the size alone.
func growthRows() []valueRow {
	var rows []valueRow
	for _, n := range []int{100, 1000, 10000} {
		ours, theirs, tuple, theirTuple := make([]value.Value, n), make([]cty.Value, n), make([]value.Value, n),
			make([]cty.Value, n)
		for i := range n {
			s := fmt.Sprintf("element %d", (i*7919)%n)
			ours[i], theirs[i] = value.String(s), cty.StringVal(s)
			tuple[i], theirTuple[i] = ours[i], theirs[i]
			if i%2 == 0 {
				tuple[i], theirTuple[i] = value.Int(int64(i)), cty.NumberVal(new(big.Float).SetPrec(512).SetInt64(int64(i)))
			}
		}
		v, cv := value.Tuple(tuple...), cty.TupleVal(theirTuple)
		text := string(must(valuejson.Append(nil, v, valuejson.Style{})))
		rows = append(rows,
			valueRow{fmt.Sprintf("set of strings, %d", n), 10, func() {
				sinkOurs = value.SetOf(types.String, slices.Clone(ours))
			}, func() { sinkTheirs = cty.SetVal(theirs) }},
			valueRow{fmt.Sprintf("JSON in, %d", n), 10, func() { sinkOurs = must(valuejson.Parse(text, valuejson.Limits{})) },
				func() {
					sinkTheirs = must(ctyjson.Unmarshal([]byte(text), must(ctyjson.ImpliedType([]byte(text)))))
				}})
		if n > 1000 {
			theirTuple = nil // quadratic: a second each
		}
		row := valueRow{fmt.Sprintf("tuple of mixed to list(string), %d", n), 10, func() {
			sinkOurs = must(convert.Convert(v, types.List(types.String), types.Standard))
		}, func() { sinkTheirs = must(ctyconvert.Convert(cv, cty.List(cty.String))) }}
		rows = append(rows, row)
	}
	return rows
}
