package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/hclx-lang/hclx/diag"
)

// GitHub writes the diagnostics as workflow commands, so that GitHub shows them beside the changed lines. The error is
// that of the writer.
func GitHub(w io.Writer, list diag.List) error {
	for _, d := range list {
		place := ""
		if at := d.Subject.Outermost(); !at.IsZero() {
			s, e := at.Start(), at.End()
			place = fmt.Sprintf("file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,", property(at.Filename()), s.Line, e.Line,
				s.Column, e.Column)
		}
		text := d.Summary
		if d.Detail != "" {
			text += "\n" + d.Detail
		}
		title := d.Summary
		if d.Code != "" {
			title += " [" + d.Code + "]"
		}
		if _, err := fmt.Fprintf(w, "::%s %stitle=%s::%s\n", d.Severity, place, property(title), message(text)); err != nil {
			return err
		}
	}
	return nil
}

var (
	messageEscapes  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func message(s string) string  { return messageEscapes.Replace(s) }
func property(s string) string { return propertyEscapes.Replace(s) }
