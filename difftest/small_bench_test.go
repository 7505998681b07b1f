package difftest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// Real files are small: half of the configuration files in public modules have less than 500 bytes. These duels take a
// set of whole files through the public API, one after the other, as a tool does that reads folders.

// writtenFiles have the sizes of files in public modules.
func writtenFiles() (files [][]byte) {
	for i, size := range smallSizes {
		files = append(files, smallFile(i, size))
	}
	return files
}

// publicFiles are the files of public modules that come with terraform-config-inspect, or those below the folders of
// HCLX_CORPUS, if they parse and have at most 5 KB.
func publicFiles(tb testing.TB) (files [][]byte) {
	roots := filepath.SplitList(os.Getenv("HCLX_CORPUS"))
	if len(roots) == 0 {
		roots = []string{moduleFolder(tb, "github.com/hashicorp/terraform-config-inspect")}
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() ||
				!slices.Contains([]string{".tf", ".tfvars", ".hcl", ".nomad", ".tofu"}, filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			if _, diags := hclsyntax.ParseConfig(text, "f", hcl.InitialPos); !diags.HasErrors() && len(text) > 0 &&
				len(text) <= 5000 {
				files = append(files, text)
			}
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	if len(files) == 0 {
		tb.Fatal("there are no small files")
	}
	return files
}

// smallSizes are sizes of files as they are distributed in public modules.
var smallSizes = []int{
	20,
	70,
	100,
	125,
	140,
	150,
	165,
	170,
	185,
	210,
	250,
	265,
	270,
	290,
	295,
	305,
	310,
	320,
	340,
	370,
	380,
	385,
	410,
	415,
	430,
	465,
	470,
	475,
	650,
	685,
	760,
	945,
	995,
	1010,
	1020,
	1090,
	1500,
	2400,
	4900,
}

// smallFile writes the n-th file: blocks of smallBlocks, begun at another one each time.
func smallFile(n, size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, smallBlocks[(n+i)%len(smallBlocks)], n+i)
	}
	return []byte(b.String())
}

// smallBlocks are blocks as they stand in modules; the verb is for a number.
var smallBlocks = []string{`
variable "name_%d" {
  type = string
}
`, `
output "id_%d" {
  value = module.server.id
}
`, `
variable "zones_%d" {
  description = "The zones to use"
  default     = ["a", "b"]
}
`, `
module "network_%d" {
  source = "./modules/network"
  cidr   = "10.0.0.0/16"
}
`, `
resource "null_resource" "a%d" {
}
`, `# Where things are kept.
resource "aws_s3_bucket" "logs_%d" {
  bucket = "${var.name}-logs"
  tags = {
    Name  = var.name
    Owner = "platform"
  }
}
`, `
terraform {
  required_version = ">= 1.%d"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}
`, `
provider "aws" {
  region = var.region_%d
}
`, `
locals {
  subnets_%d = [for i, zone in var.zones : cidrsubnet(var.cidr, 8, i)]
}
`, `
data "aws_ami" "image_%d" {
  most_recent = true
  owners      = ["099720109477"]

  filter {
    name   = "name"
    values = ["ubuntu-*"]
  }
}
`}

// smallDuels take both implementations through the sets.
func smallDuels(tb testing.TB) (duels []duel) {
	for _, set := range []struct {
		name  string
		files [][]byte
	}{{"written", writtenFiles()}, {"public modules", publicFiles(tb)}} {
		files := set.files
		duels = append(duels,
			newDuel(
				"parse, "+set.name,
				20,
				func() []*syntax.File { return each(files, parseOurs) },
				func() []*hcl.File { return each(files, parseTheirs) },
				func(a []*syntax.File, b []*hcl.File) bool { return slices.EqualFunc(a, b, sameTrees) },
			),
			newDuel(
				"format, "+set.name,
				20,
				func() [][]byte { return each(files, format.Source) },
				func() [][]byte { return each(files, hclwrite.Format) },
				func(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) },
			),
		)
	}
	return duels
}

func each[T any](files [][]byte, f func([]byte) T) []T {
	out := make([]T, len(files))
	for i, text := range files {
		out[i] = f(text)
	}
	return out
}
