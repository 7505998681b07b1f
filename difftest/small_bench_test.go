package difftest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/syntax/format"
)

// Real files are small: half of the configuration files in public modules have less than 500 bytes. These benchmarks
// take a set of whole files through the public API, one after the other, as a tool does that reads folders.

// smallFiles returns the files of at most 5 KB that parse: those below the folders of HCLX_CORPUS, or else written
// ones.
func smallFiles(tb testing.TB) (files [][]byte) {
	add := func(text []byte) {
		if _, diags := hclsyntax.ParseConfig(text, "f", hcl.InitialPos); !diags.HasErrors() && len(text) > 0 &&
			len(text) <= 5000 {
			files = append(files, text)
		}
	}
	roots := filepath.SplitList(os.Getenv("HCLX_CORPUS"))
	if len(roots) == 0 {
		for i, size := range smallSizes {
			add(smallFile(i, size))
		}
		return files
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".tf", ".tfvars", ".hcl", ".nomad", ".tofu"},
				filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			add(text)
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return files
}

// smallSizes are sizes of files as they are distributed in public modules.
var smallSizes = []int{20, 70, 100, 125, 140, 150, 165, 170, 185, 210, 250, 265, 270, 290, 295, 305, 310, 320, 340, 370,
	380, 385,
	410, 415, 430, 465, 470, 475, 650, 685, 760, 945, 995, 1010, 1020, 1090, 1500, 2400, 4900}

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

// BenchmarkSmallFiles runs both implementations over the whole set in turn and reports how many times faster ours is by
// processor time.
func BenchmarkSmallFiles(b *testing.B) {
	files := smallFiles(b)
	b.Run("parse", func(b *testing.B) {
		smallRatio(b, files, func(text []byte) { parseOurs(text) }, func(text []byte) { parseTheirs(text) })
	})
	b.Run("format", func(b *testing.B) {
		smallRatio(b, files, func(text []byte) { format.Source(text) }, func(text []byte) { hclwrite.Format(text) })
	})
}

// smallRatio measures both in turn, in rounds that are long enough for many collections. Each begins with a collected
// heap, so that it pays for its own garbage, as in a program, and not for that of the other.
func smallRatio(b *testing.B, files [][]byte, ours, theirs func([]byte)) {
	size := 0
	for _, text := range files {
		size += len(text)
	}
	all := func(f func([]byte)) float64 {
		runtime.GC()
		times, start := 0, cpuTime()
		for cpuTime()-start < 50*time.Millisecond {
			for _, text := range files {
				f(text)
			}
			times++
		}
		return float64(cpuTime()-start) / float64(times)
	}
	var ratios, mine, other []float64
	for b.Loop() {
		for range 20 {
			x, y := all(ours), all(theirs)
			ratios, mine, other = append(ratios, y/x), append(mine, x), append(other, y)
		}
	}
	at := func(list []float64, part float64) float64 {
		slices.Sort(list)
		return list[int(float64(len(list))*part)]
	}
	count := float64(len(files))
	b.ReportMetric(at(ratios, 0.5), "x-cpu-median")
	b.ReportMetric(at(ratios, 0.1), "x-cpu-tenth")
	b.ReportMetric(at(mine, 0.5)/count, "ns/file")
	b.ReportMetric(at(other, 0.5)/count, "theirs-ns/file")
	b.ReportMetric(count, "files")
	b.ReportMetric(float64(size)/count, "B/file")
	b.ReportMetric(allocated(files, ours)/float64(size), "B/byte")
	b.ReportMetric(allocated(files, theirs)/float64(size), "theirs-B/byte")
	b.ReportMetric(0, "ns/op")
}

func allocated(files [][]byte, f func([]byte)) float64 {
	return bytesOf(func() {
		for _, text := range files {
			f(text)
		}
	})
}
