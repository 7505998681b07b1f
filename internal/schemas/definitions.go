package schemas

import "bytes"

// Definitions returns the documents of a YAML stream that define kinds, as they are written there, and how many kinds
// they define.
func Definitions(stream []byte) (text []byte, kinds int) {
	var out bytes.Buffer
	whole := func(p piece) []found {
		list, _ := parsePiece("", stream[p.Offset:p.Offset+p.Length], p) // what cannot be read defines nothing
		return foundOf(list)
	}
	for _, p := range scan(stream, whole) {
		if p.Item { // a package has no lists
			continue
		}
		doc := stream[p.Offset : p.Offset+p.Length]
		if !bytes.HasPrefix(doc, []byte("---")) {
			out.WriteString("---\n")
		}
		out.Write(doc)
		if !bytes.HasSuffix(doc, []byte("\n")) {
			out.WriteByte('\n')
		}
		kinds += len(p.Kinds)
	}
	return out.Bytes(), kinds
}
