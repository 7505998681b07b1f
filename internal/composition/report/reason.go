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

// Kind says what a reason is. The most important kind is the smallest one.
type Kind uint8

// The kinds of reasons.
const (
	Refusal Kind = iota // something that exists would be dropped, which makes the answer fatal
	Error               // any other error that makes the answer fatal
	Failure             // an expression failed
	Ring                // an item waits for itself, by others or directly
	Missing             // an item needs an input that the user did not give
	Wait                // an item waits for data that comes by itself
	Warning             // anything else that an author should know
	kinds
)

// fatal reports whether a reason of the kind makes an answer fatal.
func (k Kind) fatal() bool { return k <= Error }

// Reason is one thing to tell.
type Reason struct {
	Kind Kind
	// Item names the block that it is about as people know it, such as "resource subnet"; empty if it is about none.
	Item string
	// Code is the code of its diagnostic.
	Code string
	// Place is where the program has it; the zero Range if nowhere.
	Place source.Range
	// Path is the input that is missing, as it may be shown; empty if none is.
	Path string
	// Text says it to people, without the item where the kind is Missing or Wait. It has no secrets.
	Text string
	// Hint says what to do about what is Missing.
	Hint string
}

// Bounds of what is told.
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

// group is the reasons that have one cause; those of one item stand together.
type group []Reason

// cause is what reasons have in common that are one fact.
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

// texts returns the reasons, those of one cause in one sentence, the most important ones first.
func texts(reasons []Reason) []text {
	groups := grouped(reasons, causeOf)
	slices.SortStableFunc(groups, func(a, b []Reason) int { return int(a[0].Kind) - int(b[0].Kind) })
	out := make([]text, len(groups))
	for i, g := range groups {
		out[i] = text{g[0].Kind, wording.Clip(group(g).sentence(), maxText)}
		if g[0].Kind == Missing && (i == 0 || groups[i-1][0].Kind != Missing) {
			out[i].text += "; " + wording.Clip(g[0].Hint, maxText) // once, since it is the same for all
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

// who names the items that have the cause, and reports whether it is only one.
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

// add adds a part to a hash, so that different lists of parts never look alike.
//
// The length in front keeps "ab", "c" and "a", "bc" apart.
func add(h hash.Hash, part string) {
	_, _ = h.Write(append(strconv.AppendInt(nil, int64(len(part)), 10), ':')) // a hash does not fail
	_, _ = h.Write([]byte(part))
}
