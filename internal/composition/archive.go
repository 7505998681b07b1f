package composition

import (
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// ArchiveName is the name of an archive as a whole, for problems of the archive itself. The positions in it are not
// those of its files.
const ArchiveName = "<archive>"

// PlainFileName is the name in diagnostics of a program that is a single plain file, not an archive.
const PlainFileName = "main.hcl"

// ParseArchive splits a txtar archive into its files; a text without any file marker is one plain file. Positions in
// the files are those of the original files, and [source.Range.Outermost] leads to the archive, and to the file that
// contains it. Problems of the archive itself are in whole, which is named [ArchiveName] unless it has a name.
func ParseArchive(whole *source.File) ([]*source.File, diag.List) {
	var diags diag.List
	if whole.Len() > source.MaxSize {
		diags.Add(&diag.Diagnostic{Code: code.SourceSize, Summary: "Program too large",
			Detail: "The text of a program must be smaller than 4 GiB."})
		return nil, diags
	}
	text := whole.Text()
	plain := part(whole, PlainFileName, 0, len(text))
	if strings.TrimSpace(text) == "" {
		diags.Add(&diag.Diagnostic{
			Code: code.EmptyProgram, Summary: "Empty program", Subject: source.Range{File: plain},
			Detail: "The program contains no HCL. Write an HCL program, or a txtar archive in which each file follows a line " +
				"such as \"-- main.hcl --\".",
		})
		return nil, diags
	}
	start := len(text) - len(strings.TrimPrefix(text, byteOrderMark))
	a := txtar.Parse([]byte(text[start:]))
	if len(a.Files) == 0 {
		return []*source.File{plain}, nil
	}
	diags.Add(strayText(whole, start, string(a.Comment)))
	return splitFiles(whole, start, a, &diags), diags
}

// byteOrderMark is the mark that some editors put in front of a text.
const byteOrderMark = "\ufeff"

// part returns n bytes of the archive from an offset as a file. One byte more than the archive has is the line end that
// the last file lacks.
func part(whole *source.File, name string, at, n int) *source.File {
	text := whole.Text()[at:min(at+n, whole.Len())]
	piece := source.Piece{
		Inner: source.Span{End: uint32(len(text))},
		Outer: source.Range{File: whole, Span: source.Span{Start: uint32(at), End: uint32(at + len(text))}},
	}
	if len(text) < n {
		text += "\n"
	}
	return source.NewInner(name, text, []source.Piece{piece})
}

// strayText reports text before the first marker, which would otherwise be lost.
func strayText(whole *source.File, at int, comment string) *diag.Diagnostic {
	text := strings.TrimSpace(comment)
	if text == "" {
		return nil
	}
	start := uint32(at + strings.Index(comment, text))
	line, _, _ := strings.Cut(text, "\n")
	return &diag.Diagnostic{
		Code: code.ArchiveStrayText, Summary: "Text before the first file",
		Subject: source.Range{File: whole, Span: source.Span{Start: start, End: start + uint32(len(line))}},
		Detail: "The text before the first file does not belong to any file. Put a line such as \"-- main.hcl --\" before " +
			"it.",
	}
}

func splitFiles(whole *source.File, start int, a *txtar.Archive, diags *diag.List) []*source.File {
	files := make([]*source.File, 0, len(a.Files))
	seen := make(map[string]source.Range, len(a.Files))
	at := start + len(a.Comment)
	for _, f := range a.Files {
		marker, begin := markerLine(whole, at)
		at = min(begin+len(f.Data), whole.Len())
		if first, dup := seen[f.Name]; dup {
			diags.Add(&diag.Diagnostic{
				Code: code.ArchiveDuplicate, Summary: "Duplicate file name", Subject: marker,
				Detail: "The archive contains two files named " + wording.Quoted(f.Name) + ". File names must be unique.",
				Notes:  []diag.Note{{Message: "the first one is here", Range: first}},
			})
			continue
		}
		seen[f.Name] = marker
		if !strings.HasSuffix(f.Name, ".hcl") && !strings.HasSuffix(f.Name, ".hcl.json") {
			diags.Add(&diag.Diagnostic{
				Severity: diag.Warning, Code: code.ArchiveExtension, Summary: "Not an .hcl file", Subject: marker,
				Detail: "The file " + wording.Quoted(f.Name) + " is read as part of the program, but its name does not end " +
					"in \".hcl\".",
			})
		}
		files = append(files, part(whole, f.Name, begin, len(f.Data)))
	}
	return files
}

// markerLine returns the range of the marker line at an offset, without its line end, and where the next line begins.
func markerLine(whole *source.File, at int) (marker source.Range, next int) {
	line, _, ended := strings.Cut(whole.Text()[at:], "\n")
	next = at + len(line)
	if ended {
		next++
	}
	line = strings.TrimSuffix(line, "\r")
	return source.Range{File: whole, Span: source.Span{Start: uint32(at), End: uint32(at + len(line))}}, next
}
