package syntax

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
)

const benchUnit = `# A service
service "http" "web" {
  listen_addr = "127.0.0.1:8080"
  replicas    = var.replicas > 0 && var.replicas <= 10 ? var.replicas : 3
  name        = "svc-${var.environment}-${each.key}"
  tags        = merge(var.common_tags, { Name = local.name, "cost/code" = 1200 })
  subnets     = [for s in data.aws_subnet.selected[*].id : s if s != null]
  script      = <<-EOT
    #!/bin/sh
    echo "hello ${local.name}"
    %{ for p in local.ports ~}
    ufw allow ${p}
    %{ endfor ~}
  EOT
}
`

func BenchmarkParseConfig(b *testing.B) {
	src := []byte(strings.Repeat(benchUnit, 200))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		ParseConfig(source.NewFile("f", src))
	}
}

func BenchmarkScan(b *testing.B) {
	f := source.NewFileString("f", strings.Repeat(benchUnit, 200))
	b.SetBytes(int64(f.Len()))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for t := range Scan(f) {
			n += t.Span.Len()
		}
	}
}

func BenchmarkParseExpression(b *testing.B) {
	f := source.NewFileString("f", `var.environment == "prod" ? "m5.large" : "t3.micro"`)
	b.ReportAllocs()
	for b.Loop() {
		ParseExpression(f)
	}
}

func BenchmarkVariables(b *testing.B) {
	file, _ := ParseConfig(source.NewFileString("f", strings.Repeat(benchUnit, 200)))
	b.ReportAllocs()
	for b.Loop() {
		Walk(file.Body, func(n Node) bool {
			a, ok := n.(*Attribute)
			if ok {
				Variables(a.Expr)
			}
			return !ok
		})
	}
}

// TestAllocations guards the hot paths: scanning allocates nothing for a token, parsing a fraction of an object for
// one.
func TestAllocations(t *testing.T) {
	f := source.NewFileString("f", strings.Repeat(benchUnit, 50))
	scan := testing.AllocsPerRun(5, func() {
		for range Scan(f) {
		}
	})
	if scan > 10 {
		t.Errorf("scanning allocates %v objects", scan)
	}
	tokens := 0
	for range Scan(f) {
		tokens++
	}
	if n := testing.AllocsPerRun(5, func() { ParseConfig(f) }); n > float64(tokens)/10 {
		t.Errorf("parsing %d tokens allocates %v objects", tokens, n)
	}
	e := source.NewFileString("e", "a + 1")
	if n := testing.AllocsPerRun(5, func() { ParseExpression(e) }); n > 10 {
		t.Errorf("parsing a + 1 allocates %v objects", n)
	}
}
