package stdlib_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// attempt calls a function; that it fails is fine, that it panics is not.
func attempt(t *testing.T, name string, args ...value.Value) (value.Value, bool) {
	t.Helper()
	v, err := table[name].Call(args, types.Extended)
	var p *function.PanicError
	if errors.As(err, &p) {
		t.Fatalf("%s panicked", name)
	}
	return v, err == nil
}

// seed adds the string arguments of all examples of a function.
func seed(f *testing.F, names ...string) {
	for _, n := range names {
		for _, e := range table[n].Examples {
			_, rest, _ := strings.Cut(e.Call, `"`)
			if text, _, ok := strings.Cut(rest, `"`); ok {
				f.Add(text)
			}
		}
	}
}

func FuzzBase64(f *testing.F) {
	seed(f, "base64decode", "textdecodebase64")
	f.Add("aGVs\nbG8=")
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := attempt(t, "base64decode", value.String(s)); ok {
			again := mustCall(t, "base64decode", mustCall(t, "base64encode", v))
			if !equal(again, v) {
				t.Errorf("%q becomes %q", v.AsString(), again.AsString())
			}
		}
		for _, enc := range []string{"UTF-16", "GBK", "ISO-2022-JP", "Big5", "EUC-KR", "windows-1252"} {
			attempt(t, "textdecodebase64", value.String(s), value.String(enc))
			attempt(t, "textencodebase64", value.String(s), value.String(enc))
		}
	})
}

func FuzzGzip(f *testing.F) {
	seed(f, "base64gzip")
	f.Fuzz(func(t *testing.T, s string) {
		v, _ := attempt(t, "base64gzip", value.String(s))
		raw, err := base64.StdEncoding.DecodeString(v.AsString())
		if err != nil {
			t.Fatal(err)
		}
		r, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != host.NFC(s) {
			t.Errorf("%q becomes %q, %v", s, got, err)
		}
	})
}

func FuzzCSV(f *testing.F) {
	f.Add("a,b\n1,2\n")
	f.Add("a\n\"x\"\"y\nz\"\n")
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := attempt(t, "csvdecode", value.String(s)); ok && v.Kind() != types.KindList {
			t.Errorf("%q gives %s", s, host.DebugString(v))
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"a":[1,2.5e3,null,true,"x\u00e9"]}`)
	f.Add(`[[[[]]]]`)
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := attempt(t, "jsondecode", value.String(s)); ok {
			again, ok := attempt(t, "jsondecode", mustCall(t, "jsonencode", v))
			if !ok || !again.Equal(v) {
				t.Errorf("%q gives %s, then %s", s, host.DebugString(v), host.DebugString(again))
			}
		}
	})
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: &x {k: 1}\nb: *x\n", "- - 1\n  - 2\n", "a: |+\n  keep\n\n", "%YAML 1.1\n---\na",
		"<<: {a: 1}\nb: 2",
		"? [a]\n: b", "!!binary aGk=", "&a [*a]", "0x1F", "2020-01-01", "\"\\U0001F600\"", "a: 'it''s'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, ok := attempt(t, "yamldecode", value.String(s))
		if !ok {
			return
		}
		encoded := mustCall(t, "yamlencode", v)
		again, ok := attempt(t, "yamldecode", encoded)
		if !ok || !again.Equal(v) {
			t.Errorf("%q gives %s, then %q, then %s", s, host.DebugString(v), encoded.AsString(), host.DebugString(again))
		}
	})
}

func FuzzRegex(f *testing.F) {
	f.Add("(a)(?P<b>b)?", "xab", "$1${b}$$")
	f.Add("[a-z]+", "héllo", "$0")
	f.Add("(?i)x*", "aXb", "-")
	f.Fuzz(func(t *testing.T, pattern, s, repl string) {
		p, text := value.String(pattern), value.String(s)
		_, found := attempt(t, "regex", p, text)
		all, ok := attempt(t, "regexall", p, text)
		if ok && found != (all.Len() > 0) {
			t.Errorf("regex and regexall disagree about %q in %q", pattern, s)
		}
		attempt(t, "replace", text, value.String("/"+pattern+"/"), value.String(repl))
		attempt(t, "replace", text, p, value.String(repl))
	})
}

func FuzzFormatDate(f *testing.F) {
	f.Add("YYYY-MM-DD'T'hh:mm:ssZ", "2018-01-02T23:12:01Z")
	f.Add("EEEE D 'of' MMMM ''aa", "2018-01-02T23:12:01.5-08:00")
	f.Fuzz(func(t *testing.T, format, stamp string) {
		attempt(t, "formatdate", value.String(format), value.String(stamp))
		attempt(t, "timeadd", value.String(stamp), value.String(format))
		if c, ok := attempt(t, "timecmp", value.String(stamp), value.String(stamp)); ok && numbers.Sign(c) != 0 {
			t.Errorf("%q differs from itself", stamp)
		}
	})
}

func FuzzFormat(f *testing.F) {
	f.Add("%s-%03d|%-5v|%[2]q%%", "x", 7.0)
	f.Add("%.2f %e %x", "1", -2.5)
	f.Add("%#v% d%+d%t", "true", 1e21)
	f.Fuzz(func(t *testing.T, format, s string, n float64) {
		args := []value.Value{value.String(format), value.String(s), value.Float(n)}
		v, ok := attempt(t, "format", args...)
		prepared := table["format"].Prepared([]value.Value{value.String(format), {}, {}})
		w, err := prepared.Call(args, types.Extended)
		if ok != (err == nil) || ok && !equal(v, w) {
			t.Errorf("%q gives %s, prepared %s", format, host.DebugString(v), host.DebugString(w))
		}
	})
}

func FuzzCIDR(f *testing.F) {
	f.Add("10.0.0.0/8", int64(4), int64(2))
	f.Add("fd00::/56", int64(16), int64(-1))
	f.Add("::ffff:10.0.0.0/104", int64(1), int64(1))
	f.Add("010.001.000.000/8", int64(-1), int64(0))
	f.Fuzz(func(t *testing.T, prefix string, bits, num int64) {
		p := value.String(prefix)
		attempt(t, "cidrhost", p, value.Int(num))
		attempt(t, "cidrnetmask", p)
		attempt(t, "cidrsubnet", p, value.Int(bits), value.Int(num))
		attempt(t, "cidrsubnets", p, value.Int(bits), value.Int(num))
	})
}

func FuzzQuantity(f *testing.F) {
	seed(f, "k8s::quantity", "k8s::add")
	f.Fuzz(func(t *testing.T, s string) {
		q := value.String(s)
		if sum, ok := attempt(t, "k8s::add", q); ok {
			if c := mustCall(t, "k8s::compare", sum, sum); numbers.Sign(c) != 0 {
				t.Errorf("%q differs from itself", s)
			}
		}
		attempt(t, "k8s::name", q)
		attempt(t, "k8s::label", q)
		attempt(t, "k8s::scale", q, value.Float(0.3))
	})
}

// FuzzPlainCSV compares the fast path for tables without quotes with package csv.
func FuzzPlainCSV(f *testing.F) {
	f.Add("a,b\r\n\r\n1,2\n\n3,4\r")
	f.Add("a\n\r\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		s = host.NFC(s)
		if strings.Contains(s, `"`) {
			return
		}
		want, wantErr := csv.NewReader(strings.NewReader(s)).ReadAll()
		got, ok := attempt(t, "csvdecode", value.String(s))
		if wantErr != nil || len(want) == 0 {
			if ok {
				t.Errorf("%q gives %s, but %v", s, host.DebugString(got), wantErr)
			}
			return
		}
		if ok && got.Len() != len(want)-1 {
			t.Errorf("%q gives %s, not %q", s, host.DebugString(got), want)
		}
	})
}
