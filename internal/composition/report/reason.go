package report

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// Kind is the kind of a reason. The most important kind is the smallest one.
type Kind uint8

// The kinds of reasons.
const (
	Refusal Kind = iota // an existing resource would be dropped, which makes the answer fatal
	Error               // any other error that makes the answer fatal
	Failure             // an expression failed
	Ring                // an item waits for itself, directly or through others
	Missing             // an item needs an input that the user did not give
	Wait                // an item waits for data that will appear without action
	Warning             // anything else that an author should know
	kinds
)

// fatal reports whether a reason of the kind makes an answer fatal.
func (k Kind) fatal() bool { return k <= Error }

// Reason is one fact to report.
type Reason struct {
	Kind Kind
	// Item is the name in messages of the block that it is about, such as "resource subnet"; empty if there is none.
	Item string
	// Code is the code of its diagnostic.
	Code string
	// Place is its place in the program; the zero Range if it has none.
	Place source.Range
	// Path is the missing input in a form that may be shown; empty if there is none.
	Path string
	// Text is the message, without the item if the kind is Missing or Wait. It has no secrets.
	Text string
	// Hint is the way to fix what is Missing.
	Hint string
}

// Limits of reports.
const (
	maxTexts = 10   // reasons in one condition
	maxText  = 500  // bytes of a reason in a condition
	maxItems = 3    // items in the condition FullyResolved
	maxName  = 300  // bytes of the name of an item
	maxShown = 4000 // bytes of a condition, without its digests
)

// text is a reason for a condition, or several that have the same cause.
type text struct {
	kind Kind
	text string
}

// group is the reasons with one cause; those of one item are adjacent.
type group []Reason

// cause is the common part of reasons that are one fact.
type cause struct {
	kind  Kind
	code  string
	place source.Range
	path  string
}

func causeOf(r Reason) cause {
	c := cause{r.Kind, r.Code, r.Place, r.Path}
	switch {
	case r.Kind == Missing || r.Kind == Wait:
		c.place = source.Range{} // one input is one cause, wherever it is read
	case r.Kind != Failure || r.Place.IsZero():
		c.code += "\n" + r.Text
	}
	return c
}

// texts returns the reasons, one sentence for each cause, the most important ones first.
func texts(reasons []Reason) []text {
	groups := grouped(reasons, causeOf)
	slices.SortStableFunc(groups, func(a, b []Reason) int { return int(a[0].Kind) - int(b[0].Kind) })
	out := make([]text, len(groups))
	for i, g := range groups {
		out[i] = text{g[0].Kind, wording.Clip(group(g).sentence(), maxText)}
		if g[0].Kind == Missing && (i == 0 || groups[i-1][0].Kind != Missing) {
			out[i].text += "; " + wording.Clip(g[0].Hint, maxText) // once, because it is the same for all
		}
	}
	return out
}

func (g group) sentence() string {
	who, one := g.who()
	switch {
	case g[0].Kind == Missing && one:
		return g[0].Text + ", which " + who + " needs"
	case g[0].Kind == Missing:
		return g[0].Text + ", which " + who + " need"
	case g[0].Kind == Wait && one:
		return who + " waits for " + g[0].Text
	case g[0].Kind == Wait:
		return who + " wait for " + g[0].Text
	case len(g) > 1:
		return strings.TrimSuffix(g[0].Text, ".") + alike(len(g))
	}
	return g[0].Text
}

// who names the items that have the cause, and reports whether there is only one.
func (g group) who() (name string, one bool) {
	items := slices.CompactFunc(slices.Clone(g), func(a, b Reason) bool { return a.Item == b.Item })
	name = wording.Clip(g[0].Item, maxName)
	switch {
	case len(items) > 1:
		return name + " and " + wording.Count(len(items)-1, "more item"), false
	case name == "":
		return "the program", true
	}
	return name, true
}

// digest returns the digest of reasons; empty if there are none. Their order does not matter.
//
// The digest contains no values, only names, codes, places and paths. A digest that changed with every value would send
// an event for each of them.
func digest(reasons []Reason) string {
	if len(reasons) == 0 {
		return ""
	}
	sums := make([]string, len(reasons))
	for i, r := range reasons {
		h := sha256.New()
		for _, part := range []string{r.Item, r.Code, r.Place.String(), r.Path} {
			add(h, part)
		}
		sums[i] = string(h.Sum(nil))
	}
	slices.Sort(sums)
	h := sha256.New()
	for _, s := range slices.Compact(sums) {
		add(h, s)
	}
	return hex.EncodeToString(h.Sum(nil))[:digestSize]
}

// add adds a part to a hash, so that different lists of parts have different inputs.
//
// The length in front distinguishes "ab", "c" from "a", "bc".
func add(h hash.Hash, part string) {
	_, _ = h.Write(append(strconv.AppendInt(nil, int64(len(part)), 10), ':')) // a hash does not fail
	_, _ = h.Write([]byte(part))
}
