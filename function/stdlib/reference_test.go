package stdlib_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/docs"
)

var update = flag.Bool("update", false, "write what the tests compare with")

// TestReferencePage holds that docs/functions.md says what the declarations say. go generate writes it.
func TestReferencePage(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "functions.md")
	want := referencePage()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("docs/functions.md is stale (%v): run go generate ./function/stdlib", err)
	}
}

const referenceIntro = `# Functions

<!-- Generated from the declarations in function/stdlib by go generate. Do not edit. -->

These are the functions of Terraform 1.5.7 that need no files, no clock and no random numbers, and functions for Kubernetes
objects in the namespace ` + "`k8s::`" + `. All of them are pure: equal arguments give equal results. The examples on this page run as
tests.

Unless a function says otherwise:

- An argument is converted to the type of its parameter.
- Null is an error.
- The result is unknown if an argument, or a part of it, is not known yet.
- The result has the marks (such as sensitive) of all arguments.

` + "`any`" + ` is a value of any type. ` + "`list(dynamic)`" +
	` is a list whose elements have the same type; if they have different types, they are
converted to one type. If an argument "may be unknown" or "may have unknown parts", the function uses what is known, and the result
is known as far as missing data cannot change it.

`

func referencePage() string {
	var b strings.Builder
	b.WriteString(referenceIntro)
	byGroup := map[string][]*function.Decl{}
	for _, d := range sortedTable() {
		byGroup[d.Group] = append(byGroup[d.Group], d)
	}
	for _, g := range stdlib.Groups {
		b.WriteString("- " + g + ":")
		for _, d := range byGroup[g] {
			if d.Refused == "" {
				b.WriteString(" [" + d.Name + "](#" + anchor(d.Name) + ")")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("- [Functions that are not available](#functions-that-are-not-available)\n")
	var refused []*function.Decl
	for _, g := range stdlib.Groups {
		b.WriteString("\n## " + g + "\n")
		for _, d := range byGroup[g] {
			if d.Refused != "" {
				refused = append(refused, d)
				continue
			}
			writeFunction(&b, d)
		}
	}
	b.WriteString("\n## Functions that are not available\n\n| function | why, and what to do |\n|---|---|\n")
	for _, d := range refused {
		b.WriteString("| `" + d.Name + "` | " + d.Refused + " |\n")
	}
	return docs.Wrap(b.String())
}

// anchor is the name that renderers give to a heading.
func anchor(name string) string { return strings.ReplaceAll(name, "::", "") }

func writeFunction(b *strings.Builder, d *function.Decl) {
	b.WriteString("\n### " + d.Name + "\n\n```hcl\n" + d.Signature() + "\n```\n\n" + d.Summary)
	if d.Description != "" {
		sep := " "
		if strings.Contains(d.Description, "\n\n") {
			sep = "\n\n"
		}
		b.WriteString(sep + d.Description)
	}
	b.WriteString("\n\n")
	for i := range d.Params {
		writeParam(b, &d.Params[i], "")
	}
	if d.Variadic != nil {
		writeParam(b, d.Variadic, "...")
	}
	if d.Inspects {
		b.WriteString("\nInspects what is known: the result may change when missing data arrives.\n")
	}
	b.WriteString("\n```hcl\n")
	for _, e := range d.Examples {
		if e.Error != "" {
			b.WriteString(e.Call + "\n# error: " + e.Error + "\n")
		} else {
			b.WriteString(e.Call + "\n# " + e.Result + "\n")
		}
	}
	b.WriteString("```\n\nSince " + d.Since + ".\n")
}

func writeParam(b *strings.Builder, p *function.Param, dots string) {
	b.WriteString("- `" + p.Name + dots + "`: " + p.Description)
	switch {
	case p.AllowUnknown:
		b.WriteString(" May be unknown.")
	case p.AllowUnknownParts:
		b.WriteString(" May have unknown parts.")
	}
	b.WriteString("\n")
}
