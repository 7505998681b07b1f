package bridge

import (
	theirs "github.com/hashicorp/hcl/v2"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// ToHCLDiagnostics returns the diagnostics of hashicorp/hcl that diagnostics are. Code and notes, for which it has no
// fields, stay reachable: Extra holds the original [*diag.Diagnostic], which [theirs.DiagnosticExtra] finds, and
// [FromHCLDiagnostics] gives it back.
func ToHCLDiagnostics(list diag.List) theirs.Diagnostics {
	if len(list) == 0 {
		return nil
	}
	out := make(theirs.Diagnostics, 0, len(list))
	for _, d := range list {
		severity := theirs.DiagError
		if d.Severity == diag.Warning {
			severity = theirs.DiagWarning
		}
		out = append(out, &theirs.Diagnostic{Severity: severity, Summary: d.Summary, Detail: d.Detail,
			Subject: toRangePointer(d.Subject), Context: toRangePointer(d.Context), Extra: d})
	}
	return out
}

// FromHCLDiagnostics returns the diagnostics that those of hashicorp/hcl are. The files, by name, are those that the
// ranges speak of, such as hclparse.Parser.Files gives; a range in any other file is dropped.
func FromHCLDiagnostics(list theirs.Diagnostics, files map[string]*theirs.File) diag.List {
	sources := newSources(files)
	return sources.diagnostics(list)
}

func (s *sources) diagnostics(list theirs.Diagnostics) diag.List {
	var out diag.List
	for _, d := range list {
		if original, ok := theirs.DiagnosticExtra[*diag.Diagnostic](d); ok {
			out.Add(original)
			continue
		}
		n := &diag.Diagnostic{Summary: d.Summary, Detail: d.Detail}
		if d.Severity == theirs.DiagWarning {
			n.Severity = diag.Warning
		}
		if d.Subject != nil {
			n.Subject = s.rng(*d.Subject)
		}
		if d.Context != nil {
			n.Context = s.rng(*d.Context)
		}
		out.Add(n)
	}
	return out
}

func toRange(r source.Range) theirs.Range {
	return theirs.Range{Filename: r.Filename(), Start: theirs.Pos(r.Start()), End: theirs.Pos(r.End())}
}

func toRangePointer(r source.Range) *theirs.Range {
	if r.IsZero() {
		return nil
	}
	out := toRange(r)
	return &out
}

// sources are the texts that ranges of hashicorp/hcl speak of.
type sources struct{ files map[string]*source.File }

func newSources(files map[string]*theirs.File) *sources {
	s := &sources{files: make(map[string]*source.File, len(files))}
	for name, f := range files {
		s.files[name] = source.NewFile(name, f.Bytes)
	}
	return s
}

func (s *sources) rng(r theirs.Range) source.Range {
	f := s.files[r.Filename]
	if f == nil || r.Start.Byte < 0 || r.End.Byte < r.Start.Byte || r.Start.Byte > f.Len() {
		return source.Range{}
	}
	return source.Range{File: f, Span: source.Span{Start: uint32(r.Start.Byte), End: uint32(min(r.End.Byte, f.Len()))}}
}
