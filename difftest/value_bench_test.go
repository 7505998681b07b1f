package difftest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

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

func must[T any](x T, err error) T {
	check(err)
	return x
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func valueDuels(testing.TB) []duel {
	return slices.Concat(constructionDuels(), numberDuels(), deepDuels(), growthDuels())
}

// constructionDuels make values. The targets are for values made from Go data; where a caller has values and puts them
// together, most of the work is the caller's own.
func constructionDuels() []duel {
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
	ourMap, theirMap := mapFrom(names, ourVals), mapFrom(names, theirVals)
	object, theirObject := value.Object(ourMap), cty.ObjectVal(theirMap)
	return append([]duel{
		newDuel("object of 20 from a map of values", 3, func() value.Value { return value.Object(ourMap) },
			func() cty.Value { return cty.ObjectVal(theirMap) }, sameValues),
		newDuel("object of 20, names and values", 3, func() value.Value {
			var b host.ObjectBuilder
			b.Grow(len(names))
			for i, n := range names {
				b.Set(n, ourVals[i])
			}
			return b.Object()
		}, func() cty.Value { return cty.ObjectVal(mapFrom(names, theirVals)) }, sameValues),
		newDuel("object of 20, names known before", 3,
			func() value.Value { return host.ObjectOf(shape, slices.Clone(ourVals)) },
			func() cty.Value {
				for i, n := range names {
					theirMap[n] = theirVals[i]
				}
				return cty.ObjectVal(theirMap)
			}, sameValues),
		newDuel("object of 20 from a Go map", 3, func() value.Value { return must(value.FromGo(plain)) },
			func() cty.Value { return must(gocty.ToCtyValue(plain, want)) }, sameValues),
		newDuel("attribute of 20", 5,
			func() value.Value { return must(calc.GetAttr(object, "attribute_13", types.Compat, source.Range{})) },
			func() cty.Value { return theirObject.GetAttr("attribute_13") }, sameValues),
	}, collectionDuels()...)
}

// collectionDuels make collections of a thousand elements.
func collectionDuels() []duel {
	texts, pairs, byText := make([]string, 1000), make(map[string][]int), make(map[string]string)
	for i := range texts {
		texts[i] = fmt.Sprintf("text number %d", i)
		pairs[texts[i]], byText[texts[i]] = []int{i, 1}, texts[i]
	}
	strings := func() []value.Value {
		elems := make([]value.Value, len(texts))
		for i, s := range texts {
			elems[i] = value.String(s)
		}
		return elems
	}
	theirStrings := func() []cty.Value {
		elems := make([]cty.Value, len(texts))
		for i, s := range texts {
			elems[i] = cty.StringVal(s)
		}
		return elems
	}
	return []duel{
		newDuel("list of 1000 strings from Go", 3, func() value.Value { return must(value.FromGo(texts)) },
			func() cty.Value { return must(gocty.ToCtyValue(texts, cty.List(cty.String))) }, sameValues),
		newDuel("map of 1000 strings from Go", 3, func() value.Value { return must(value.FromGo(byText)) },
			func() cty.Value { return must(gocty.ToCtyValue(byText, cty.Map(cty.String))) }, sameValues),
		newDuel("map of 1000 lists of two numbers from Go", 3, func() value.Value { return must(value.FromGo(pairs)) },
			func() cty.Value { return must(gocty.ToCtyValue(pairs, cty.Map(cty.List(cty.Number)))) }, sameValues),
		newDuel("list of 1000 strings", 1, func() value.Value { return value.ListOf(types.String, strings()) },
			func() cty.Value { return cty.ListVal(theirStrings()) }, sameValues),
		newDuel("map of 1000 lists of two numbers", 1, func() value.Value {
			var b host.ObjectBuilder
			b.Grow(len(texts))
			for i, s := range texts {
				b.Set(s, value.ListOf(types.Number, []value.Value{value.Int(int64(i)), value.Int(1)}))
			}
			return b.Map(types.List(types.Number))
		}, func() cty.Value {
			m := make(map[string]cty.Value, len(texts))
			for i, s := range texts {
				m[s] = cty.ListVal([]cty.Value{cty.NumberIntVal(int64(i)), cty.NumberIntVal(1)})
			}
			return cty.MapVal(m)
		}, sameValues),
		newDuel("set of 1000 strings", 10, func() value.Value { return value.SetOf(types.String, strings()) },
			func() cty.Value { return cty.SetVal(theirStrings()) }, sameValues),
	}
}

func mapFrom[T any](names []string, vals []T) map[string]T {
	m := make(map[string]T, len(names))
	for i, n := range names {
		m[n] = vals[i]
	}
	return m
}

// number is a number on both sides.
type number struct {
	ours   value.Value
	theirs cty.Value
}

func readNumberPair(text string) number {
	return number{must(numbers.ParseLiteral(text)), cty.MustParseNumberVal(text)}
}

// numberDuels calculate. Operands are read twice, so that none is compared with itself. The operators of calc take
// numbers that are known and unmarked, and fail for others; those of go-cty take others, too.
func numberDuels() []duel {
	div := func(a, b value.Value) (value.Value, error) { return calc.Div(a, b, types.Compat) }
	mod := func(a, b value.Value) (value.Value, error) { return calc.Mod(a, b, types.Compat) }
	equals := func(a, b value.Value) (value.Value, error) { return calc.Equal(a, b, types.Compat), nil }
	n := readNumberPair
	operation := func(name string, target float64, ours func(a, b value.Value) (value.Value, error),
		theirs func(a, b cty.Value) cty.Value, a, b number) duel {
		return newDuel(name, target, func() value.Value { return must(ours(a.ours, b.ours)) },
			func() cty.Value { return theirs(a.theirs, b.theirs) }, sameValues)
	}
	read := func(target float64, text string) duel {
		return newDuel("read "+text, target, func() value.Value { return must(numbers.ParseLiteral(text)) },
			func() cty.Value { return must(cty.ParseNumberVal(text)) }, sameValues)
	}
	text := func(name string, target float64, x number) duel {
		return newDuel(name+" to text", target,
			func() value.Value { return must(convert.Convert(x.ours, types.String, types.Compat)) },
			func() cty.Value { return must(ctyconvert.Convert(x.theirs, cty.String)) }, sameValues)
	}
	quotient := func(a, b string) number {
		return number{must(div(n(a).ours, n(b).ours)), n(a).theirs.Divide(n(b).theirs)}
	}
	x, y := quotient("42", "11"), quotient("7", "13")
	return []duel{
		operation("42 + 7", 10, calc.Add, cty.Value.Add, n("42"), n("7")),
		operation("42 / 11", 1, div, cty.Value.Divide, n("42"), n("11")),
		operation("8080 == 8080", 10, equals, cty.Value.Equals, n("8080"), n("8080")),
		operation("0.1 == 0.1", 10, equals, cty.Value.Equals, n("0.1"), n("0.1")),
		read(10, "8080"),
		read(1, "0.1"),
		text("8080", 10, n("8080")),
		text("0.1", 1, n("0.1")),
		text("42/11", 1, x),
		operation("0.1 + 0.1", 1, calc.Add, cty.Value.Add, n("0.1"), n("0.1")),
		operation("42/11 + 7/13", 2, calc.Add, cty.Value.Add, x, y),
		operation("42/11 - 7/13", 2, calc.Sub, cty.Value.Subtract, x, y),
		operation("42/11 * 7/13", 2, calc.Mul, cty.Value.Multiply, x, y),
		operation("42/11 / 7/13", 2, div, cty.Value.Divide, x, y),
		operation("42/11 % 7/13", 2, mod, cty.Value.Modulo, x, y),
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

// deepDuels work on a whole object of 10 KB.
func deepDuels() []duel {
	text := []byte(kubernetesJSON())
	read := func() (v value.Value) {
		check(v.UnmarshalJSON(text))
		return v
	}
	theirRead := func() cty.Value {
		var v ctyjson.SimpleJSONValue
		check(v.UnmarshalJSON(text))
		return v.Value
	}
	v1, v2, c1, c2 := read(), read(), theirRead(), theirRead()
	marked := transform(v1, func(s string) value.Value { return value.String(s).Mark(value.Sensitive) })
	theirMarked := theirTransform(c1, func(s string) cty.Value { return cty.StringVal(s).Mark(value.Sensitive) })
	return []duel{
		newDuel("equality of two 10 KB objects", 10, func() value.Value { return calc.Equal(v1, v2, types.Compat) },
			func() cty.Value { return c1.Equals(c2) }, sameValues),
		newDuel("10 KB of JSON in", 10, read, theirRead, sameValues),
		newDuel("10 KB of JSON out", 10,
			func() string { return string(must(valuejson.Append(nil, v1, valuejson.Style{EscapeHTML: true}))) },
			func() string { return string(must(ctyjson.SimpleJSONValue{Value: c1}.MarshalJSON())) }, equal),
		newDuel("take the marks off all texts", 0, func() value.Value { v, _ := marked.UnmarkDeep(); return v },
			func() cty.Value { v, _ := theirMarked.UnmarkDeep(); return v }, sameValues),
		newDuel("transform into the same", 3, func() value.Value { return transform(v1, value.String) },
			func() cty.Value { return theirTransform(c1, cty.StringVal) }, sameValues),
		newDuel(
			"transform every text",
			3,
			func() value.Value { return transform(v1, func(s string) value.Value { return value.String(s + "!") }) },
			func() cty.Value {
				return theirTransform(c1, func(s string) cty.Value { return cty.StringVal(s + "!") })
			},
			sameValues,
		),
	}
}

// transform replaces every text of a value.
func transform(v value.Value, f func(string) value.Value) value.Value {
	return must(value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
		if v.IsString() && !v.IsNull() {
			return f(v.AsString()), nil
		}
		return v, nil
	}))
}

func theirTransform(v cty.Value, f func(string) cty.Value) cty.Value {
	return must(cty.Transform(v, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if v.Type() == cty.String && !v.IsNull() {
			return f(v.AsString()), nil
		}
		return v, nil
	}))
}

// growthDuels have several sizes, to show growth. The target is for a thousand elements.
func growthDuels() (duels []duel) {
	for _, n := range []int{100, 1000, 10000} {
		ours, theirs, document := make([]value.Value, n), make([]cty.Value, n), make([]any, n)
		for i := range n {
			s := fmt.Sprintf("element %d", (i*7919)%n)
			ours[i], theirs[i], document[i] = value.String(s), cty.StringVal(s), s
			if i%2 == 0 {
				document[i] = i
			}
		}
		target := map[int]float64{1000: 10}[n]
		text := must(json.Marshal(document))
		duels = append(duels,
			newDuel(fmt.Sprintf("set of strings, %d", n), target,
				func() value.Value { return value.SetOf(types.String, slices.Clone(ours)) },
				func() cty.Value { return cty.SetVal(theirs) }, sameValues),
			newDuel(fmt.Sprintf("JSON in, %d", n), target, func() (v value.Value) {
				check(v.UnmarshalJSON(text))
				return v
			}, func() cty.Value {
				var v ctyjson.SimpleJSONValue
				check(v.UnmarshalJSON(text))
				return v.Value
			}, sameValues))
	}
	return duels
}
