package decode

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
)

// maxDiags limits the diagnostics of one decoding. Nobody reads more, and a large text can have one for every element.
const maxDiags = 1000

// report adds problems unless there are too many. It always keeps the first error.
func (d *decoder) report(problems ...*diag.Diagnostic) {
	for _, p := range problems {
		if p == nil {
			continue
		}
		failure := p.Severity == diag.Error
		if len(d.diags) < maxDiags || failure && d.errors == 0 {
			d.diags.Add(p)
		}
		if failure {
			d.errors++
		}
	}
}

func (d *decoder) unsuitable(at place, detail string) {
	if len(d.diags) >= maxDiags && d.errors > 0 { // nobody would see it
		d.errors++
		return
	}
	d.report(at.locate(&diag.Diagnostic{Code: code.UnsuitableValue, Summary: "Unsuitable value", Detail: detail}))
}
