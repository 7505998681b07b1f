package report

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
)

// Circle is a cycle of waits, none of which ever ends.
type Circle []Link

// Link is an item and the input that it waits for.
type Link struct {
	Item int
	Wait value.Origin
}

func (c Circle) waits() []value.Origin {
	list := make([]value.Origin, len(c))
	for i, l := range c {
		list[i] = l.Wait
	}
	return list
}

// ringWarning returns the warning about a ring. Its detail names places with the given function; notes show them.
func (t *Account) ringWarning(chain Circle, place placing) *diag.Diagnostic {
	first := chain[0]
	it := &t.Items[first.Item]
	d := &diag.Diagnostic{Severity: diag.Warning, Code: code.CircularWait, Subject: it.Cause}
	if len(chain) == 1 {
		d.Summary = wording.UpperFirst(t.names[first.Item]) + " waits for itself"
		d.Detail = "Its " + it.Attribute + " waits for " + describeWait(first.Wait, place) +
			", which does not exist before the block is rendered, so the block is never rendered. "
		if first.Wait.Range != it.Cause {
			d.Notes = append(d.Notes, diag.Note{Message: "it waits for this", Range: first.Wait.Range})
		}
	} else {
		names := make([]string, len(chain))
		parts := make([]string, len(chain))
		for i, l := range chain {
			names[i] = t.names[l.Item]
			parts[i] = "the " + t.Items[l.Item].Attribute + " of " + names[i] + " waits for " + describeWait(l.Wait, place)
			if l.Wait.Range != it.Cause {
				d.Notes = append(d.Notes, diag.Note{Message: names[i] + " waits for this", Range: l.Wait.Range})
			}
		}
		d.Summary = "Blocks wait for each other: " + brief(names, maxWaits, ", ", itself)
		d.Detail = wording.UpperFirst(brief(parts, maxWaits, ", ", itself)) +
			". None of them can be rendered first. "
	}
	d.Detail += "Read an input in another way, or make it optional, as in try(" + strings.TrimSuffix(pathText(first.Wait),
		"...") + ", \"a default\")."
	return d
}
