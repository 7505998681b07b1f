package composition

import (
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// ArchiveName is the name of an archive as a whole, in which its own problems stand: positions in it are not those of its files.
const ArchiveName = "<archive>"

// PlainFileName is the name under which a program is reported that came as a single plain file, not as an archive.
const PlainFileName = "main.hcl"

// ParseArchive splits the text of a txtar archive into its files; a text without any file marker is one plain file (C16).
// Positions in the files are those of the original files. What is wrong with an archive itself stands in the file [ArchiveName].
func ParseArchive(text string) ([]*source.File, diag.List) {
	var diags diag.List
	if len(text) > source.MaxSize {
		diags.Add(&diag.Diagnostic{Code: "source-size", Summary: "Program too large", Detail: "The text of a program must be smaller than 4 GiB."})
		return nil, diags
	}
	if strings.TrimSpace(text) == "" {
		diags.Add(&diag.Diagnostic{
			Code: "empty-program", Summary: "Empty program", Subject: source.Range{File: source.NewFileString(PlainFileName, text)},
			Detail: "There is no HCL here. Write the program itself, or a txtar archive: each file led by a line such as \"-- main.hcl --\".",
		})
		return nil, diags
	}
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		return []*source.File{source.NewFileString(PlainFileName, text)}, nil
	}
	whole := source.NewFileString(ArchiveName, text)
	diags.Add(strayText(whole, string(a.Comment)))
	return splitFiles(whole, a, &diags), diags
}

// strayText complains about text before the first marker, which would otherwise be lost.
func strayText(whole *source.File, comment string) *diag.Diagnostic {
	text := strings.TrimSpace(comment)
	if text == "" {
		return nil
	}
	start := uint32(strings.Index(comment, text))
	line, _, _ := strings.Cut(text, "\n")
	return &diag.Diagnostic{
		Code: "archive-stray-text", Summary: "Text before the first file", Subject: source.Range{File: whole, Span: source.Span{Start: start, End: start + uint32(len(line))}},
		Detail: "The archive begins with text that belongs to no file. Put a line such as \"-- main.hcl --\" before it.",
	}
}

func splitFiles(whole *source.File, a *txtar.Archive, diags *diag.List) []*source.File {
	files := make([]*source.File, 0, len(a.Files))
	seen := make(map[string]source.Range, len(a.Files))
	at := len(a.Comment)
	for _, f := range a.Files {
		marker := markerRange(whole, at)
		at = min(int(marker.Span.End)+len(lineEnd(whole.Text()[marker.Span.End:]))+len(f.Data), whole.Len())
		if first, dup := seen[f.Name]; dup {
			diags.Add(&diag.Diagnostic{
				Code: "archive-duplicate", Summary: "Duplicate file name", Subject: marker,
				Detail: "The archive holds two files named " + quoted(f.Name) + ". Every file needs a name of its own.",
				Notes:  []diag.Note{{Message: "the first one is here", Range: first}},
			})
			continue
		}
		seen[f.Name] = marker
		if !strings.HasSuffix(f.Name, ".hcl") {
			diags.Add(&diag.Diagnostic{
				Severity: diag.Warning, Code: "archive-extension", Summary: "File is no .hcl file", Subject: marker,
				Detail: "The file " + quoted(f.Name) + " is read as part of the program although its name does not end in \".hcl\".",
			})
		}
		files = append(files, source.NewFile(f.Name, f.Data))
	}
	return files
}

// markerRange returns the range of the marker line at an offset, without its line end.
func markerRange(whole *source.File, at int) source.Range {
	end := strings.IndexByte(whole.Text()[at:], '\n')
	if end < 0 {
		end = whole.Len() - at
	}
	line := strings.TrimSuffix(whole.Text()[at:at+end], "\r")
	return source.Range{File: whole, Span: source.Span{Start: uint32(at), End: uint32(at + len(line))}}
}

func lineEnd(s string) string {
	if strings.HasPrefix(s, "\r\n") {
		return "\r\n"
	}
	if strings.HasPrefix(s, "\n") {
		return "\n"
	}
	return ""
}
