package decode_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

type level int

func (l *level) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if s != "high" {
		return fmt.Errorf("level %q is not known", s)
	}
	*l = 3
	return nil
}

type meta struct {
	Owner string            `hcl:"owner,optional"`
	Tags  map[string]string `hcl:"tags,optional"`
}

type process struct {
	Name    string        `hcl:"name,label"`
	Command []string      `hcl:"command"`
	Timeout time.Duration `hcl:"timeout,optional" default:"30s"`
	Range   source.Range  `hcl:",def_range"`
}

type service struct {
	Protocol  string             `hcl:"protocol,label"`
	Name      string             `hcl:"name,label"`
	Addr      netip.Addr         `hcl:"addr"`
	Replicas  int                `hcl:"replicas,optional" default:"2"`
	Weight    float64            `hcl:"weight,optional"`
	Enabled   *bool              `hcl:"enabled,optional"`
	Any       any                `hcl:"any,optional"`
	Free      map[string]any     `hcl:"free,optional"`
	Level     level              `hcl:"level,optional"`
	Big       *big.Int           `hcl:"big,optional"`
	Raw       value.Value        `hcl:"raw,optional"`
	Expr      hcl.Expression     `hcl:"expr,optional"`
	Ports     [2]uint16          `hcl:"ports,optional"`
	Processes map[string]process `hcl:"process,block"`
	meta
}

type config struct {
	Mode     string       `hcl:"mode"`
	ModeAt   source.Range `hcl:"mode,attr_range"`
	Services []service    `hcl:"service,block"`
	Limits   *struct {
		CPU int `hcl:"cpu"`
	} `hcl:"limits,block"`
	Rest map[string]any `hcl:",remain"`
}

const native = `
mode = "async"
service "http" "web" {
  addr     = "10.0.0.1"
  weight   = "0.75"
  enabled  = true
  any      = [1, "x", { a = null }]
  free     = { n = 1.5, l = [true] }
  level    = "high"
  big      = 123456789012345678901234567890
  raw      = { a = 1 }
  expr     = anything.goes[0]
  ports    = [80, 443]
  process "main" {
    command = ["run", 1]
    timeout = "1m30s"
  }
  process "side" { command = [] }
}
service "tcp" "db" { addr = "::1" }
limits { cpu = 4 }
extra = { k = "v" }
`

func TestUnmarshalNative(t *testing.T) {
	var c config
	if err := decode.Unmarshal("t.hcl", []byte(native), &c); err != nil {
		t.Fatal(err)
	}
	web := c.Services[0]
	process := web.Processes["main"]
	got := fmt.Sprint(c.Mode, c.ModeAt, c.Limits.CPU, c.Rest, web.Protocol, web.Name, web.Addr, web.Replicas, web.Weight,
		*web.Enabled,
		web.Any, web.Free, web.Level, web.Big, web.Raw.Type(), web.Expr.Range().Text(), web.Ports, process.Command,
		process.Timeout, process.Range,
		web.Processes["side"].Timeout, c.Services[1].Addr, len(web.Processes))
	want := `asynct.hcl:2,1-154map[extra:map[k:v]]httpweb10.0.0.120.75true[1 x map[a:<nil>]]map[l:[true] n:1.5]3 ` +
		`123456789012345678901234567890 object({a = number})anything.goes[0][80 443] [run 1] 1m30s t.hcl:14,3-17 30s ::1 2`
	if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUnmarshalJSON(t *testing.T) {
	const text = `{"mode": "async", "service": {"http": {"web": {"addr": "10.0.0.1", "process": {"main": {"command": ` +
		`["run"]}}}}}, "limits": {"cpu": 4}, "extra": {"k": "v"}}`
	var c config
	if err := decode.Unmarshal("t.json", []byte(text), &c); err != nil {
		t.Fatal(err)
	}
	if s := c.Services[0]; s.Name != "web" || s.Processes["main"].Command[0] != "run" ||
		fmt.Sprint(c.Rest) != "map[extra:map[k:v]]" {
		t.Errorf("got %+v", c)
	}
}

func TestEmbedded(t *testing.T) {
	type Common struct {
		Owner string `hcl:"owner"`
		Inner struct {
			N int `hcl:"n"`
		} `hcl:"inner,block"`
	}
	var c struct {
		*Common
		Name string `hcl:"name"`
	}
	if err := decode.Unmarshal("t.hcl", []byte("owner = \"a\"\nname = \"b\"\ninner { n = 1 }\n"), &c); err != nil {
		t.Fatal(err)
	}
	if c.Owner != "a" || c.Name != "b" || c.Inner.N != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestContext(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"env": value.String("prod")}, Functions: stdlib.Table()}
	var c struct {
		Name string `hcl:"name"`
		Keep int    `hcl:"keep,optional"`
	}
	c.Keep = 7
	if err := decode.UnmarshalContext("t.hcl", []byte(`name = "${upper(env)}-1"`), ctx, &c); err != nil {
		t.Fatal(err)
	}
	if c.Name != "PROD-1" || c.Keep != 7 {
		t.Errorf("got %+v", c)
	}
}

// Everything that does not fit is reported, each at its own place.
func TestErrors(t *testing.T) {
	const text = `mode = null
service "http" "web" {
  addr     = "10.0.0"
  replicas = 1.5
  weight   = [1]
  enabled  = "perhaps"
  level    = "low"
  ports    = [1, 70000]
  free     = "x"
  process "a" {
    command = ["x", { y = 1 }]
    timeout = "soon"
  }
  process "a" { command = [] }
  proces "b" {}
}
limits {}
limits { cpu = 1 }
`
	var c config
	err := decode.Unmarshal("t.hcl", []byte(text), &c)
	list := diag.Of(err)
	if list == nil {
		t.Fatalf("got %v", err)
	}
	list.Sort()
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%s %s", d.Subject, d.Summary))
		if s := d.Error(); strings.Contains(s, "<nil>") || strings.Contains(s, "reflect") ||
			strings.Contains(s, "decode_test") || strings.Contains(s, "int(") {
			t.Errorf("message shows Go: %s", s)
		}
	}
	want := []string{
		"t.hcl:1,8-12 Missing required argument",
		"t.hcl:3,14-22 Unsuitable value",
		"t.hcl:4,14-17 Unsuitable value",
		"t.hcl:5,14-17 Unsuitable value",
		"t.hcl:6,14-23 Unsuitable value",
		"t.hcl:7,14-19 Unsuitable value",
		"t.hcl:8,18-23 Unsuitable value",
		"t.hcl:9,14-17 Unsuitable value",
		"t.hcl:11,21-30 Unsuitable value",
		"t.hcl:12,15-21 Unsuitable value",
		"t.hcl:14,3-14 Duplicate process block",
		"t.hcl:15,3-9 Unsupported block type",
		"t.hcl:17,8-8 Missing required argument",
		"t.hcl:18,1-7 Duplicate limits block",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s\n%v", d, list)
	}
}

func TestMisuse(t *testing.T) {
	type unexported struct {
		_ string `hcl:"a"`
	}
	for name, target := range map[string]any{
		"no pointer":     config{},
		"nil":            (*config)(nil),
		"scalar":         new(int),
		"unexported":     &unexported{},
		"hidden pointer": &struct{ *meta }{},
		"unknown kind": &struct {
			A string `hcl:"a,attribute"`
		}{},
		"block scalar": &struct {
			A string `hcl:"a,block"`
		}{},
		"label number": &struct {
			A int `hcl:"a,label"`
		}{},
		"no name": &struct {
			A int `hcl:""`
		}{},
		"bad default": &struct {
			A int `hcl:"a,optional" default:"x"`
		}{},
	} {
		if err := decode.Unmarshal("t.hcl", nil, target); err == nil ||
			!strings.Contains(err.Error(), "mistake in the program") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValue(t *testing.T) {
	var p struct {
		Host string `hcl:"host"`
		Port int    `hcl:"port,optional" default:"80"`
	}
	v := host.ObjectOf(host.NewShape([]string{"host"}), []value.Value{value.String("h")})
	if diags := decode.Value(v, &p); diags.HasErrors() || p.Host != "h" || p.Port != 80 {
		t.Errorf("got %+v, %v", p, diags)
	}
	if diags := decode.Value(value.Unknown(v.Type()), &p); !diags.HasErrors() {
		t.Error("an unknown value was decoded")
	}
	secret := value.String("hunter2").Mark(value.Sensitive)
	var n int
	if diags := decode.Value(secret, &n); !diags.HasErrors() || strings.Contains(diags.String(), "hunter2") {
		t.Errorf("got %v", diags)
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add("t.hcl", native)
	f.Add("t.json", `{"mode": 1, "service": [{"a": {"b": {}}}, null]}`)
	f.Fuzz(func(t *testing.T, name, text string) {
		var c config
		if err := decode.Unmarshal(name, []byte(text), &c); err != nil && strings.Contains(err.Error(), "<nil>") {
			t.Fatal(err)
		}
	})
}

func BenchmarkBody(b *testing.B) {
	text := []byte(native + strings.Repeat(
		"service \"http\" \"n\" {\n  addr = \"10.0.0.1\"\n  replicas = 3\n  weight = 0.75\n  process \"main\" { command = "+
			"[\"run\", \"x\"] }\n}\n", 200))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var c config
		if err := decode.Unmarshal("t.hcl", text, &c); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleUnmarshal() {
	var cfg struct {
		Listen  string        `hcl:"listen"`
		Timeout time.Duration `hcl:"timeout,optional" default:"30s"`
		Users   []struct {
			Name  string   `hcl:"name,label"`
			Roles []string `hcl:"roles,optional"`
		} `hcl:"user,block"`
	}
	err := decode.Unmarshal("server.hcl", []byte(`
listen = ":8080"
user "ada" { roles = ["admin"] }
user "bob" {}
`), &cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cfg.Listen, cfg.Timeout, cfg.Users[0].Name, cfg.Users[0].Roles, len(cfg.Users))
	// Output: :8080 30s ada [admin] 2
}
