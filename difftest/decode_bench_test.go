package difftest

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/function/stdlib"
	ourhcl "github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
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

// svcFile repeats a service until the text has at least the given size.
func svcFile(unit string, size int) []byte {
	var b strings.Builder
	b.WriteString("io_mode = \"async\"\n\n")
	for n := 0; b.Len() < size; n++ {
		b.WriteString(strings.ReplaceAll(unit, "@", strconv.Itoa(n)))
	}
	return []byte(b.String())
}

// svcVariables is svcUnit with expressions.
var svcVariables = strings.NewReplacer(
	`"127.0.0.1:8080"`,
	`"${host}:8080"`,
	`REGION    = "eu-west-1"`,
	"REGION    = region",
	`= 3`,
	`= replicas + 1`,
	`"server"]`,
	`upper("server")]`,
).Replace(
	svcUnit,
)

func structsOurs(src []byte, ctx *ourhcl.EvalContext) (c svcConfig) {
	check(decode.UnmarshalContext("f.hcl", src, ctx, &c))
	return c
}

func structsTheirs(src []byte, ctx *hcl.EvalContext) (c svcConfig) {
	check(hclsimple.Decode("f.hcl", src, ctx, &c))
	return c
}

func sameStructs(a, b svcConfig) bool { return len(a.Services) > 0 && reflect.DeepEqual(a, b) }

// decodeDuels fill structs from a text, from a body that was parsed before, and from a text with expressions, and make
// a value by a specification.
func decodeDuels(testing.TB) (duels []duel) {
	ours := &ourhcl.EvalContext{Profile: types.Compat, Functions: stdlib.Table(), Variables: map[string]value.Value{
		"host": value.String("127.0.0.1"), "region": value.String("eu-west-1"), "replicas": value.Int(2)}}
	theirs := &hcl.EvalContext{Functions: theirFunctions, Variables: map[string]cty.Value{
		"host": cty.StringVal("127.0.0.1"), "region": cty.StringVal("eu-west-1"), "replicas": cty.NumberIntVal(2)}}
	for _, size := range parseSizes {
		src, variables := svcFile(svcUnit, size), svcFile(svcVariables, size)
		mine, other := parseOurs(src).HCL(), parseTheirs(src).Body
		duels = append(duels,
			newDuel("from text, "+sizeName(size), 8, func() svcConfig { return structsOurs(src, nil) },
				func() svcConfig { return structsTheirs(src, nil) }, sameStructs),
			newDuel(
				"from text with variables and calls, "+sizeName(size),
				0,
				func() svcConfig { return structsOurs(variables, ours) },
				func() svcConfig { return structsTheirs(variables, theirs) },
				sameStructs,
			),
			newDuel("from body, "+sizeName(size), 8, func() (c svcConfig) {
				if diags := decode.Body(mine, nil, &c); diags.HasErrors() {
					panic(diags)
				}
				return c
			}, func() (c svcConfig) {
				if diags := gohcl.DecodeBody(other, nil, &c); diags.HasErrors() {
					panic(diags)
				}
				return c
			}, sameStructs),
		)
	}
	return append(duels, specDuel())
}
