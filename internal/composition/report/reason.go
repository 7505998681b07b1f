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

// group is the reasons that have one cause.
type group struct {
	first Reason
	items int    // how many items have it; reasons of one item stand together
	last  string // the item of the last one
	count int
}

// texts returns the reasons, those of one cause in one sentence, the most important ones first.
func texts(reasons []Reason) []text {
	type cause struct {
		kind  Kind
		code  string
		place source.Range
		path  string
	}
	var groups []*group
	known := map[cause]*group{}
	for _, r := range reasons {
		c := cause{r.Kind, r.Code, r.Place, r.Path}
		switch {
		case r.Kind == Missing || r.Kind == Wait:
			c.place = source.Range{} // one input is one cause, wherever it is read
		case r.Kind != Failure || r.Place.IsZero():
			c.code += "\n" + r.Text
		}
		g := known[c]
		if g == nil {
			g = &group{first: r}
			known[c] = g
			groups = append(groups, g)
		}
		g.count++
		if r.Item != g.last {
			g.items, g.last = g.items+1, r.Item
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return int(a.first.Kind) - int(b.first.Kind) })
	out := make([]text, len(groups))
	for i, g := range groups {
		out[i] = text{g.first.Kind, wording.Clip(g.sentence(), maxText)}
		if g.first.Kind == Missing && (i == 0 || groups[i-1].first.Kind != Missing) {
			out[i].text += "; " + wording.Clip(g.first.Hint, maxText) // once, since it is the same for all
		}
	}
	return out
}

func (g *group) sentence() string {
	switch g.first.Kind {
	case Missing:
		return g.first.Text + ", which " + g.who() + verb(g.items, " needs", " need")
	case Wait:
		return g.who() + verb(g.items, " waits", " wait") + " for " + g.first.Text
	}
	if g.count > 1 {
		return strings.TrimSuffix(g.first.Text, ".") + " (and " + strconv.Itoa(g.count-1) + " more like it)"
	}
	return g.first.Text
}

func (g *group) who() string {
	switch g.items {
	case 0:
		return "the program"
	case 1:
		return wording.Clip(g.first.Item, maxName)
	default:
		return wording.Clip(g.first.Item, maxName) + " and " + wording.Count(g.items-1, "more item")
	}
}

func verb(n int, one, many string) string {
	if n > 1 {
		return many
	}
	return one
}

// digest returns the digest of reasons; empty if there are none. Their order does not matter.
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
func add(h hash.Hash, part string) {
	_, _ = h.Write(append(strconv.AppendInt(nil, int64(len(part)), 10), ':')) // a hash does not fail
	_, _ = h.Write([]byte(part))
}
