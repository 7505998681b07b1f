package stdlib_test

import (
	"math/big"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"pgregory.net/rapid"
)

// call calls a function of the library by name.
func call(name string, args ...value.Value) (value.Value, error) {
	return table[name].Call(args, types.Standard)
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func mustCall(t fataler, name string, args ...value.Value) value.Value {
	t.Helper()
	v, err := call(name, args...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func equal(a, b value.Value) bool { return calc.Equal(a, b, types.Standard).AsBool() }

func drawTexts(t *rapid.T, name string) []string {
	return rapid.SliceOfN(rapid.StringMatching(`[a-cé]{0,2}`), 0, 6).Draw(t, name)
}

func textList(items []string) value.Value {
	vals := make([]value.Value, len(items))
	for i, s := range items {
		vals[i] = value.String(s)
	}
	return value.ListOf(types.String, vals)
}

func TestSetAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := textList(drawTexts(t, "a")), textList(drawTexts(t, "b"))
		both, only := mustCall(t, "setintersection", a, b), mustCall(t, "setsubtract", a, b)
		if !equal(mustCall(t, "setunion", both, only), mustCall(t, "toset", a)) {
			t.Fatalf("what a shares with b and what it does not share are not a")
		}
		if !equal(mustCall(t, "setunion", a, b), mustCall(t, "setunion", b, a)) ||
			!equal(both, mustCall(t, "setintersection", b, a)) {
			t.Fatalf("the order of sets matters")
		}
		if mustCall(t, "setintersection", only, b).Len() != 0 {
			t.Fatalf("a without b has something of b")
		}
		n := mustCall(t, "setproduct", mustCall(t, "toset", a), mustCall(t, "toset", b)).Len()
		if n != mustCall(t, "toset", a).Len()*mustCall(t, "toset", b).Len() {
			t.Fatalf("%d combinations", n)
		}
	})
}

func TestSortAndDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := drawTexts(t, "items")
		list := textList(items)
		sorted := mustCall(t, "sort", list)
		if !slices.IsSortedFunc(sorted.Elems(), func(a, b value.Value) int { return calc.Compare(a, b) }) ||
			sorted.Len() != len(items) {
			t.Fatalf("%s is not sorted", host.DebugString(sorted))
		}
		if !equal(mustCall(t, "sort", sorted), sorted) {
			t.Fatalf("sorting twice changes something")
		}
		once := mustCall(t, "distinct", list)
		if !equal(mustCall(t, "distinct", once), once) || !equal(mustCall(t, "toset", once), mustCall(t, "toset", list)) ||
			once.Len() != mustCall(t, "toset", list).Len() {
			t.Fatalf("distinct gives %s", host.DebugString(once))
		}
		if !equal(mustCall(t, "reverse", mustCall(t, "reverse", list)), list) {
			t.Fatalf("reversing twice changes something")
		}
		chunks := mustCall(t, "chunklist", list, value.Int(rapid.Int64Range(1, 4).Draw(t, "size")))
		if !equal(mustCall(t, "tolist", mustCall(t, "flatten", chunks)), list) && len(items) > 0 {
			t.Fatalf("the chunks %s are not the list", host.DebugString(chunks))
		}
	})
}

// TestCases holds that the fast path for ASCII does what the tables of Unicode do.
func TestCases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.StringMatching(`[ -~\x00]{0,70}`), rapid.StringMatching(`[a-zA-Zéß]{0,20}`)).Draw(t, "s")
		for name, want := range map[string]string{"lower": strings.ToLower(s), "upper": strings.ToUpper(s)} {
			if got := mustCall(t, name, value.String(s)).AsString(); got != want {
				t.Fatalf("%s(%q) gives %q", name, s, got)
			}
		}
		// A letter beyond ASCII at the end sends the same text the other way.
		plain, other := mustCall(t, "title", value.String(s)).AsString(),
			mustCall(t, "title", value.String(s+" é")).AsString()
		if other != plain+" É" {
			t.Fatalf("title(%q) gives %q, and %q with more behind it", s, plain, other)
		}
	})
}

func TestSplitAndJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := value.String(rapid.StringMatching(`[ab,é👍]{0,40}`).Draw(t, "s"))
		sep := value.String(rapid.SampledFrom([]string{",", "a", "ab", ",,"}).Draw(t, "sep"))
		if got := mustCall(t, "join", sep, mustCall(t, "split", sep, s)); !equal(got, s) {
			t.Fatalf("%q becomes %q", s.AsString(), got.AsString())
		}
		if got := mustCall(t, "strrev", mustCall(t, "strrev", s)); !equal(got, s) {
			t.Fatalf("%q becomes %q", s.AsString(), got.AsString())
		}
		if got := mustCall(t, "split", sep, s); got.Len() != strings.Count(s.AsString(), sep.AsString())+1 {
			t.Fatalf("%q gives %s", s.AsString(), host.DebugString(got))
		}
		for _, repl := range []string{"-", "", "--"} {
			if got := mustCall(t, "replace", s, sep, value.String(repl)).AsString(); got != strings.ReplaceAll(s.AsString(),
				sep.AsString(), repl) {
				t.Fatalf("%q becomes %q", s.AsString(), got)
			}
		}
		n, _ := mustCall(t, "length", s).AsInt64()
		cut := rapid.Int64Range(0, n).Draw(t, "cut")
		head, tail := mustCall(t, "substr", s, value.Int(0), value.Int(cut)),
			mustCall(t, "substr", s, value.Int(cut), value.Int(-1))
		if head.AsString()+tail.AsString() != s.AsString() {
			t.Fatalf("%q and %q", head.AsString(), tail.AsString())
		}
	})
}

// drawValue makes a value that JSON and YAML give back as it is.
func drawValue(t *rapid.T, depth int) value.Value {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return value.Null
	case 1:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return value.Int(rapid.Int64().Draw(t, "int"))
	case 3:
		return value.String(random.Text().Draw(t, "string"))
	case 4:
		vals := make([]value.Value, rapid.IntRange(0, 3).Draw(t, "len"))
		for i := range vals {
			vals[i] = drawValue(t, depth-1)
		}
		return value.Tuple(vals...)
	}
	var b host.ObjectBuilder
	for range rapid.IntRange(0, 3).Draw(t, "len") {
		b.Set(random.Text().Draw(t, "name"), drawValue(t, depth-1))
	}
	return b.Object()
}

func TestEncodeAndDecode(t *testing.T) {
	for _, codec := range [][2]string{{"jsonencode", "jsondecode"}, {"yamlencode", "yamldecode"}} {
		t.Run(codec[0], func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				v := drawValue(t, 3)
				encoded := mustCall(t, codec[0], v)
				got, err := call(codec[1], encoded)
				if err != nil || !got.Equal(v) {
					t.Fatalf("%s\n%s\n%s %v", host.DebugString(v), encoded.AsString(), host.DebugString(got), err)
				}
			})
		})
	}
}

func TestTextEncodings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := value.String(rapid.StringMatching(`[a-zé€]{0,10}`).Draw(t, "s"))
		if got := mustCall(t, "base64decode", mustCall(t, "base64encode", s)); !equal(got, s) {
			t.Fatalf("%q becomes %q", s.AsString(), got.AsString())
		}
		enc := value.String(rapid.SampledFrom([]string{"UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "GB18030"}).Draw(t,
			"encoding"))
		if got := mustCall(t, "textdecodebase64", mustCall(t, "textencodebase64", s, enc), enc); !equal(got, s) {
			t.Fatalf("%q becomes %q", s.AsString(), got.AsString())
		}
	})
}

func TestAddressArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var addr netip.Addr
		if rapid.Bool().Draw(t, "v4") {
			addr = netip.AddrFrom4([4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "addr")))
		} else {
			addr = netip.AddrFrom16([16]byte(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "addr")))
			if addr.Is4In6() {
				return
			}
		}
		bits := rapid.IntRange(0, addr.BitLen()).Draw(t, "bits")
		outer := netip.PrefixFrom(addr, bits).Masked()
		prefix := value.String(netip.PrefixFrom(addr, bits).String())
		first := netip.MustParseAddr(mustCall(t, "cidrhost", prefix, value.Int(0)).AsString())
		last := netip.MustParseAddr(mustCall(t, "cidrhost", prefix, value.Int(-1)).AsString())
		if first != outer.Addr() || !outer.Contains(last) || last.Next().IsValid() && outer.Contains(last.Next()) {
			t.Fatalf("%s goes from %s to %s", outer, first, last)
		}
		checkSubnets(t, outer, prefix)
	})
}

func checkSubnets(t *rapid.T, outer netip.Prefix, prefix value.Value) {
	room := min(outer.Addr().BitLen()-outer.Bits(), 32)
	if room == 0 {
		return
	}
	extra := rapid.IntRange(1, room).Draw(t, "newbits")
	num := rapid.Int64Range(0, 1<<extra-1).Draw(t, "netnum")
	sub := netip.MustParsePrefix(mustCall(t, "cidrsubnet", prefix, value.Int(int64(extra)), value.Int(num)).AsString())
	if sub.Bits() != outer.Bits()+extra || !outer.Contains(sub.Addr()) || sub != sub.Masked() {
		t.Fatalf("%s is no part of %s", sub, outer)
	}
	args := []value.Value{prefix}
	for range rapid.IntRange(1, 4).Draw(t, "count") {
		args = append(args, value.Int(int64(rapid.IntRange(1, room).Draw(t, "bits"))))
	}
	list, err := call("cidrsubnets", args...)
	if err != nil {
		return // no room left
	}
	prev := netip.Prefix{}
	for _, e := range list.Elems() {
		p := netip.MustParsePrefix(e.AsString())
		if !outer.Contains(p.Addr()) || p != p.Masked() ||
			prev.IsValid() && (prev.Overlaps(p) || p.Addr().Less(prev.Addr())) {
			t.Fatalf("%s after %s in %s", p, prev, outer)
		}
		prev = p
	}
}

func TestQuantities(t *testing.T) {
	units := []string{"", "m", "k", "M", "G", "Ki", "Mi", "Gi"}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) value.Value {
			n := value.Int(rapid.Int64Range(-1e6, 1e6).Draw(t, name))
			return value.String(n.NumberText() + rapid.SampledFrom(units).Draw(t, name+" unit"))
		}
		a, b := draw("a"), draw("b")
		exact := func(q value.Value) *big.Rat {
			r, _ := new(big.Rat).SetString(mustCall(t, "k8s::quantity", q).NumberText())
			return r
		}
		text := mustCall(t, "k8s::add", a, b)
		if exact(text).Cmp(new(big.Rat).Add(exact(a), exact(b))) != 0 {
			t.Fatalf("%s + %s = %s", a.AsString(), b.AsString(), text.AsString())
		}
		if !equal(mustCall(t, "k8s::compare", text, mustCall(t, "k8s::add", b, a)), value.Int(0)) {
			t.Fatalf("the order of quantities matters")
		}
	})
}

func TestNames(t *testing.T) {
	seen := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-zA-Z0-9 ./é_-]{0,90}`).Draw(t, "s")
		label := mustCall(t, "k8s::label", value.String(s)).AsString()
		if len(label) > 63 || label != "" && (label[0] == '-' || label[0] == '_' || label[0] == '.') {
			t.Fatalf("%q becomes the label %q", s, label)
		}
		v, err := call("k8s::name", value.String(s))
		if err != nil {
			return
		}
		name := v.AsString()
		if len(name) > 63 || name == "" || name[0] == '-' || name[len(name)-1] == '-' {
			t.Fatalf("%q becomes %q", s, name)
		}
		if other, ok := seen[name]; ok && other != host.NFC(s) {
			t.Fatalf("%q and %q both become %q", s, other, name)
		}
		seen[name] = host.NFC(s)
	})
}
