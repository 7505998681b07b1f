module github.com/hclx-lang/hclx/schema/builtin/gen

go 1.26.0
