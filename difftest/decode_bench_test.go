package difftest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/gohcl"

	"github.com/hclx-lang/hclx/decode"
)

// The types of the benchmark, whose tags both implementations read.
type (
	svcConfig struct {
		IOMode   string       `hcl:"io_mode"`
		Region   *string      `hcl:"region,optional"`
		Services []svcService `hcl:"service,block"`
	}
	svcService struct {
		Protocol   string            `hcl:"protocol,label"`
		Name       string            `hcl:"name,label"`
		ListenAddr string            `hcl:"listen_addr"`
		Replicas   int               `hcl:"replicas,optional"`
		Weight     float64           `hcl:"weight,optional"`
		Enabled    bool              `hcl:"enabled,optional"`
		Tags       []string          `hcl:"tags,optional"`
		Env        map[string]string `hcl:"env,optional"`
		Owner      *string           `hcl:"owner,optional"`
		Processes  []*svcProcess     `hcl:"process,block"`
	}
	svcProcess struct {
		Type    string   `hcl:"type,label"`
		Command []string `hcl:"command"`
		Timeout *int     `hcl:"timeout,optional"`
	}
)

const svcUnit = `service "http" "web_@" {
  listen_addr = "127.0.0.1:8080"
  replicas    = 3
  weight      = 0.75
  enabled     = true
  tags        = ["edge", "public", "eu-west-1"]
  env = {
    LOG_LEVEL = "info"
    REGION    = "eu-west-1"
  }
  process "main" {
    command = ["/usr/local/bin/awesome-app", "server"]
    timeout = 30
  }
  process "mgmt" {
    command = ["/usr/local/bin/awesome-app", "mgmt"]
    timeout = 10
  }
}
`

// svcFile repeats a block of services until the text has at least the given size.
func svcFile(size int) []byte {
	var b strings.Builder
	b.WriteString("io_mode = \"async\"\n\n")
	for n := 0; b.Len() < size; n++ {
		b.WriteString(strings.ReplaceAll(svcUnit, "@", strconv.Itoa(n)))
	}
	return []byte(b.String())
}

func structsOurs(src []byte) (c svcConfig) {
	if err := decode.Unmarshal("f.hcl", src, &c); err != nil {
		panic(err)
	}
	return c
}

func structsTheirs(src []byte) (c svcConfig) {
	if diags := gohcl.DecodeBody(parseTheirs(src).Body, nil, &c); diags.HasErrors() {
		panic(diags)
	}
	return c
}

// BenchmarkDecodeRatio fills structs in turn: "all" from the text on, "decode" from a body that was parsed before.
func BenchmarkDecodeRatio(b *testing.B) {
	for _, size := range parseSizes {
		src := svcFile(size)
		b.Run(fmt.Sprintf("all-%d", size), func(b *testing.B) {
			ratio(b, src, func() { structsOurs(src) }, func() { structsTheirs(src) })
		})
		b.Run(fmt.Sprintf("decode-%d", size), func(b *testing.B) {
			mine, other := parseOurs(src).HCL(), parseTheirs(src).Body
			var x, y svcConfig
			ratio(b, src, func() {
				x = svcConfig{}
				decode.Body(mine, nil, &x)
			}, func() { y = svcConfig{}; gohcl.DecodeBody(other, nil, &y) })
		})
	}
}

func TestDecodeBenchmarkAgrees(t *testing.T) {
	src := svcFile(20_000)
	if a, b := structsOurs(src), structsTheirs(src); !reflect.DeepEqual(a, b) || len(a.Services) < 20 {
		t.Errorf("%+v\ntheirs %+v", a, b)
	}
}
