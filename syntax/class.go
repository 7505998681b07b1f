package syntax

// The classes of ASCII bytes that the scanner's inner loops ask for.
const (
	classIdentStart = 1 << iota // letters and the underscore
	classIdent                  // what may follow: also digits and the dash
	classDigit
	classQuotedStop // ends a run of plain text between quotes
	classTextStop   // ends a run of plain text elsewhere
)

// class gives the classes of every byte. Bytes of longer characters end every run, so that
// they are looked at one by one.
var class = makeClasses()

func makeClasses() (t [256]uint8) {
	for c := range t {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' {
			t[c] |= classIdentStart | classIdent
		}
		if c >= '0' && c <= '9' {
			t[c] |= classDigit | classIdent
		}
		if c >= 0x80 {
			t[c] |= classQuotedStop | classTextStop
		}
	}
	t['-'] |= classIdent
	for _, c := range "$%\r\n" {
		t[c] |= classQuotedStop | classTextStop
	}
	t['"'] |= classQuotedStop
	t['\\'] |= classQuotedStop
	return t
}
