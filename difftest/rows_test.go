package difftest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// A textRow is a difference that is meant in what the two implementations make of a text. It is as narrow as its
// reason: it shows what ours does, and without the reason there is no difference, or one of another row.
type textRow struct {
	reason string
	shows  []string // one of these is part of the difference
	// without returns the text without the reason: the text itself if it does not have it.
	without func(text string) string
}

// acceptText returns the reason of the row that the difference of a text is in, or "" if it is in none. A comparison of
// a text describes the difference, "" for none.
func acceptText(rows []textRow, text string, compare func(text string) string) string {
	difference := compare(text)
	for i, row := range rows {
		plain := row.without(text)
		shown := func(part string) bool { return strings.Contains(difference, part) }
		if plain == text || !slices.ContainsFunc(row.shows, shown) {
			continue
		}
		others := append(rows[:i:i], rows[i+1:]...)
		if compare(plain) == "" || acceptText(others, plain, compare) != "" {
			return row.reason
		}
	}
	return ""
}

// A row is a difference that is meant. It reports whether a difference is that one and nothing more.
type row[D any] struct {
	reason string
	is     func(d D) bool
}

// acceptRow returns the reason of the row that a difference is in, or "".
func acceptRow[D any](rows []row[D], d D) string {
	for _, r := range rows {
		if r.is(d) {
			return r.reason
		}
	}
	return ""
}

func reasonsOfRows[D any](rows []row[D]) (reasons []string) {
	for _, r := range rows {
		reasons = append(reasons, r.reason)
	}
	return reasons
}

// met counts by reason how often a test meets the differences that are meant.
type met map[string]int

// check makes sure that a test meets every row with the usual cases. A row that it never meets says nothing, and may
// hide something.
func (m met) check(t *testing.T, reasons []string, least int) {
	t.Helper()
	for _, reason := range reasons {
		t.Logf("%6d accepted: %s", m[reason], reason)
		if m[reason] < least && os.Getenv("HCLX_SEED") == "" && os.Getenv("HCLX_CASES") == "" {
			t.Errorf("only %d cases meet a row, not %d: %s", m[reason], least, reason)
		}
	}
}

func reasonsOf(rows []textRow) (reasons []string) {
	for _, row := range rows {
		reasons = append(reasons, row.reason)
	}
	return reasons
}

// agree stands for the row of a case without a difference.
const agree = "both agree"

// mistakes counts what becomes of deliberate mistakes, by the row in which the case without the mistake is and by the
// mistake.
type mistakes map[[2]string]*struct{ made, noticed int }

func (m mistakes) add(reason, mistake string, noticed bool) {
	key := [2]string{reason, mistake}
	if m[key] == nil {
		m[key] = new(struct{ made, noticed int })
	}
	m[key].made++
	if noticed {
		m[key].noticed++
	}
}

// check makes sure that the rows hide no mistakes: of each sort nearly all are noticed in the cases of each row, and
// every row has cases in which some could be made.
func (m mistakes) check(t *testing.T, reasons []string) {
	t.Helper()
	made := map[string]int{}
	for key, n := range m {
		t.Logf("%4d of %4d noticed: %s, where %s", n.noticed, n.made, key[1], key[0])
		if n.noticed*100 < n.made*90 {
			t.Errorf("only %d of %d are noticed: %s, where %s", n.noticed, n.made, key[1], key[0])
		}
		made[key[0]] += n.noticed
	}
	for _, reason := range reasons {
		if made[reason] == 0 {
			t.Errorf("no mistake was noticed where %s", reason)
		}
	}
}

// mistakenDiagnostics returns the diagnostics of a text with a mistake, and whether one could be made.
func mistakenDiagnostics(ds diag.List, wrong, text string) (out diag.List, made bool) {
	switch wrong {
	case noDiagnostics:
		return nil, len(ds) > 0
	case moreDiagnostic:
		return append(diag.List{{Summary: wrong, Subject: source.Range{File: source.NewFileString("c", text)}}}, ds...), true
	}
	for _, d := range ds {
		d := *d
		d.Subject.Span.Start += 1 - 2*min(1, d.Subject.Span.Start) // before, where there can be something
		out = append(out, &d)
	}
	return out, len(ds) > 0 && text != ""
}
