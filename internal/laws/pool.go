package laws

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"sync"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// sort names what a place in an expression wants, finer than a type: a string is not yet an address. Arguments that
// fit are what lets an unknown beside them get anywhere.
type sort string

// literals are the constants of each sort. Each is also a value that variables can have.
var literals = map[sort][]string{
	"any": {`null`, `"a"`, `1`, `true`, `[]`, `{}`, `[1, "a"]`, `{ a = 1 }`, `""`, `0`, `tolist(["a"])`,
		`toset(["a", "b"])`, `[[1], [2]]`, `"1"`},
	"scalar":   {`"a"`, `1`, `true`, `""`, `"1"`, `"true"`, `0`, `2.5`, `null`, `"5"`},
	"number":   {`0`, `1`, `2`, `3`, `-1`, `0.5`, `2.5`, `10`, `9007199254740993`, `"3"`, `-0.25`},
	"positive": {`1`, `2`, `10`, `16`, `0.5`, `100`},
	"small":    {`0`, `1`, `2`},
	"size":     {`1`, `2`, `3`},
	"base":     {`2`, `10`, `16`, `36`},
	"bits":     {`1`, `2`, `4`},
	"string": {`""`, `"a"`, `"b"`, `"abc"`, `"hello world"`, `"é"`, `"1"`, `"true"`, `"x-1"`, `"a,b"`, `" a\n"`,
		`5`},
	"word":     {`"a"`, `"b"`, `"x-1"`, `"web"`, `"a b"`},
	"key":      {`"a"`, `"b"`, `"c"`, `"k"`, `0`, `1`},
	"name":     {`"a"`, `"b"`, `"c"`, `"k"`},
	"bool":     {`true`, `false`, `true`, `false`, `"true"`},
	"digits":   {`"10"`, `"1"`, `"101"`, `"11"`, `10`},
	"cidr":     {`"10.0.0.0/16"`, `"172.16.0.0/12"`, `"fd00:fd12:3456:7890::/56"`},
	"cidr4":    {`"10.0.0.0/16"`, `"172.16.0.0/12"`},
	"time":     {`"2017-11-22T00:00:00Z"`, `"2018-01-02T23:12:01-08:00"`},
	"duration": {`"10m"`, `"-24h"`, `"1h"`},
	"date":     {`"DD MMM YYYY hh:mm ZZZ"`, `"EEEE"`, `"YYYY"`},
	"base64":   {`"SGVsbG8gV29ybGQ="`, `"YQ=="`, `""`},
	"utf16":    {`"SABlAA=="`, `"YQA="`},
	"encoding": {`"UTF-16LE"`, `"UTF-16BE"`},
	"pattern":  {`"[a-z]+"`, `"(a)(b)?"`, `"(?P<x>[a-z])"`, `"a"`},
	"letters":  {`"abc"`, `"ab"`, `"a"`, `"xay"`},
	"json":     {`"{\"a\":1}"`, `"[1,\"x\"]"`, `"null"`, `"12"`, `"\"a\""`},
	"yaml":     {`"a: 1"`, `"[1, x]"`, `"true"`},
	"csv":      {`"a,b\n1,2"`, `"a\nx\ny"`},
	"quantity": {`"1Gi"`, `"500m"`, `"2"`, `"1G"`},
	"format":   {`"%s"`, `"x-%v"`, `"%#v"`, `"%q"`, `"%%%s"`},
	"dformat":  {`"%d"`, `"%5.1f"`, `"n%03d"`},
	"type":     {`"Ready"`, `"Synced"`},
	"path":     {`"status.ip"`, `["status", "ip"]`, `"a"`, `"a.b"`, `"status.conditions.0.type"`},
	"cluster": {`{ status = { ip = "1.2.3.4", conditions = [{ type = "Ready", status = "True" }] } }`,
		`{ a = { b = 1 } }`,
		`{ status = { conditions = [{ type = "Synced", status = "False" }, { type = "Ready", status = "True" }] } }`,
		`{ metadata = { name = "x" } }`},
	"list": {`[]`, `["a", "b"]`, `[1, 2, 1]`, `["a", 1]`, `tolist(["a", "b", "a"])`, `[["a"], ["b"]]`,
		`[{ a = 1 }, { a = 2 }]`, `[null, "a"]`, `tolist([1, 2])`, `[{ id = "x", n = 1 }, { id = "y", n = 2 }]`,
		`tolist([{ id = "x" }, { id = "y" }])`},
	"list2":   {`["a", "b"]`, `[1, 2]`, `tolist(["b", "b"])`, `["a", 1]`},
	"names2":  {`["a", "b"]`, `["k", "a"]`, `tolist(["b", "c"])`},
	"atmost1": {`[]`, `["a"]`, `[1]`, `tolist(["a"])`, `toset(["a"])`, `toset([])`, `null`},
	"strings": {`["a", "b"]`, `[]`, `tolist(["b", "a", "b"])`, `["", "a"]`, `["b"]`, `toset(["a", "b"])`,
		`["1", 2]`},
	"numbers": {`[1, 2]`, `[3]`, `tolist([3, 1])`, `toset([1, 2])`, `[0.5, "2"]`},
	"bools":   {`[true, false]`, `[true]`, `[]`, `tolist([true, true])`, `[false, false]`},
	"nested":  {`[["a"], ["b", "c"]]`, `[[], [1]]`, `[[["a"]], "b"]`, `[toset(["a"]), []]`},
	"set": {`toset(["a", "b"])`, `toset([1, 2])`, `toset([])`, `["a", "b", "a"]`, `toset([["a"], ["b"]])`,
		`toset([{ a = 1 }, { a = 2 }])`},
	"map": {`{}`, `{ a = 1 }`, `{ a = "1", b = "2" }`, `tomap({ a = "x", k = "y" })`, `{ a = { b = 1 } }`,
		`{ a = null, b = [1] }`, `tomap({ a = 1 })`, `{ a = "x", c = 3 }`, `{ a = { b = 1, c = 2 }, k = "v" }`},
	"maps":  {`{ a = ["1", "2"], b = ["2"] }`, `tomap({ a = tolist(["x"]) })`, `{}`},
	"sized": {`[1, 2]`, `{ a = 1 }`, `"abc"`, `toset(["a", "b"])`, `tomap({ a = 1 })`, `[]`},
}

// pool has the values of all literals.
var pool = sync.OnceValue(func() map[sort][]value.Value {
	out := map[sort][]value.Value{}
	for s, texts := range literals {
		for _, t := range texts {
			out[s] = append(out[s], constant(t))
		}
	}
	s, n := types.String, types.Number
	out["list"] = append(out["list"], value.ListOf(types.Dynamic, nil), value.ListOf(s, nil),
		value.ListOf(types.Union(s, n), []value.Value{value.String("a"), value.Int(1)}))
	ab := host.NewShape([]string{"a", "b"})
	tup, obj := value.Tuple(value.String("a")), constant(`{ a = 1 }`)
	out["list"] = append(out["list"], value.ListOf(types.Union(tup.Type(), obj.Type()), []value.Value{tup, obj}))
	out["set"] = append(out["set"], value.SetOf(types.Union(s, n), []value.Value{value.String("a"), value.Int(1)}))
	out["map"] = append(out["map"], host.MapOf(types.Union(s, n), ab, []value.Value{value.String("a"), value.Int(1)}),
		host.MapOf(s, host.NewShape(nil), nil))
	out["rsa"], out["pem"] = secrets()
	return out
})

// basePool is the pool without values that hold types of the extended model.
var basePool = sync.OnceValue(func() map[sort][]value.Value {
	out := map[sort][]value.Value{}
	for s, values := range pool() {
		for _, v := range values {
			if types.Erase(v.Type()) == v.Type() {
				out[s] = append(out[s], v)
			}
		}
	}
	return out
})

// poolFor returns the values from which cases in a profile are made.
func poolFor(p *types.Profile) map[sort][]value.Value {
	if p == types.Extended {
		return pool()
	}
	return basePool()
}

// secrets returns an encrypted text and the key to it.
func secrets() (texts, keys []value.Value) {
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		panic(err)
	}
	//lint:ignore SA1019 it is what rsadecrypt takes, as Terraform's does
	cipher, err := rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, []byte("text"))
	if err != nil {
		panic(err)
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	secret, pemKey := base64.StdEncoding.EncodeToString(cipher), string(pem.EncodeToMemory(block))
	return []value.Value{value.String(secret)}, []value.Value{value.String(pemKey)}
}

func constant(text string) value.Value {
	f := source.NewFileString("literal", text)
	node, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		panic(fmt.Sprintf("%s: %v", text, diags))
	}
	p, _ := eval.Compile(node, &eval.Env{File: f, Profile: types.Extended, Functions: library()})
	thread := &eval.Thread{}
	v := p.Eval(eval.NewFrame(eval.NewLayout(), thread))
	if thread.Diags.HasErrors() {
		panic(fmt.Sprintf("%s: %v", text, thread.Diags))
	}
	return v
}

var library = sync.OnceValue(stdlib.Table)
