package check_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/source"
)

// Who writes what another tool would take is told what it is here, once.
func TestHabitsFromElsewhere(t *testing.T) {
	resource := func(x string) string {
		return "resource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = " + x + " }\n}\n"
	}
	in := func(x string) string {
		return "resource r {\n  " + x + "\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n"
	}
	const others = "resources many {\n  for_each = [1]\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n" +
		"resource one {\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n" +
		"requirement cfg {\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n  }\n}\n"
	for _, tt := range []struct{ name, program, want string }{
		{"Terraform: variable", `variable "region" {}`, "req.composite.spec.NAME"},
		{"Terraform: output", `output "x" {}`, "composite status { body = { ... } }"},
		{"Terraform: data", `data "aws_ami" "x" {}`, "requirement NAME { select { ... } }"},
		{"Terraform: module", `module "m" {}`, "all .hcl files of a directory are one program"},
		{"Terraform: provider", `provider "aws" {}`, "spec.providerConfigRef"},
		{"Terraform: terraform", `terraform {}`, "functions and providers are installed in the cluster"},
		{"Terraform: two labels", `resource "aws_vpc" "main" { body = { apiVersion = "v1", kind = "X" } }`,
			"A resource has one label, its name."},
		{"Terraform: for_each", in("for_each = [1]"), "block resources NAME { for_each = ... }"},
		{"Terraform: count", in("count = 2"), "block resources NAME { for_each = ... }"},
		{"Terraform: depends_on", in("depends_on = []"), "one that reads req.resource.NAME.status waits"},
		{"Terraform: lifecycle", in("lifecycle {}"), "spec.managementPolicies"},
		{"Terraform: var.x", resource("var.x"), "req.composite.spec.NAME"},
		{"Terraform: local.x", resource("local.x"), "Locals have no prefix"},
		{"Terraform: resource.svc.x", resource("resource.svc.x"), "req.resource.NAME"},
		{"Terraform: each outside", resource("each.key"),
			"available in the name argument and in the template block of a resources block"},
		{"Terraform: count.index", resource("count.index"), "each.value the element"},
		{"fields beside the body", in(`metadata = {}`), "Write the whole object in the body"},
		{"Helm: .Values", resource(".Values.x"), "req.composite.spec.x"},
		{"Helm: toYaml", resource(`toYaml("x")`), "yamlencode(x)"},
		{"Helm: include", resource(`include("x")`), "function NAME { ... }"},
		{"go-templating: getComposedResource", resource(`getComposedResource("x")`), "req.resource.NAME"},
		{"KCL: oxr", resource("oxr.spec.x"), "req.composite."},
		{"KCL: ocds", resource("ocds.x"), "req.resource.NAME"},
		{"a function with a dot", resource(`k8s.get({}, "x", 1)`), "two colons: k8s::get"},
		{"composite without a label", `composite { body = {} }`, "composite status { ... } for the status"},
		{"req.resource of a collection", others + resource("req.resource.many.x"),
			"There is a collection, whose members are read as req.resources.many."},
		{"req.resources of a resource", others + resource("req.resources.one[0].x"),
			"There is a resource, which is read as req.resource.one."},
		{"req.resource of a requirement", others + resource("req.resource.cfg.x"),
			"There is a requirement, whose answer is read as req.extra_resources.cfg."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", tt.program)},
				composition.Options{Functions: compositiontest.Functions()})
			told := 0
			for _, d := range diags {
				if strings.Contains(d.Detail, tt.want) {
					told++
				}
			}
			if told != 1 {
				t.Errorf("%q is told %d times in:\n%v", tt.want, told, diags)
			}
		})
	}
}
