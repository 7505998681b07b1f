package render

import (
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
)

// writeDocument writes one object as a YAML document after a separator.
func writeDocument(w io.Writer, s *structpb.Struct) error {
	data, err := YAML(structpb.NewStructValue(s))
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, "---\n"); err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// YAML returns a value as a document without a separator, in the layout of Kubernetes tools: keys in natural order,
// lists not indented below their key, long text folded near column 80, and quotes where a YAML 1.1 reader would not see
// a string.
func YAML(v *structpb.Value) ([]byte, error) {
	data, err := yaml.Dump(valueNode(v), yaml.WithIndent(2), yaml.WithCompactSeqIndent(), yaml.WithLineWidth(80))
	if err != nil {
		return nil, fmt.Errorf("cannot write YAML: %w", err)
	}
	return data, nil
}

func valueNode(v *structpb.Value) *yaml.Node {
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, name := range sortedKeys(k.StructValue.GetFields()) {
			n.Content = append(n.Content, stringNode(name), valueNode(k.StructValue.Fields[name]))
		}
		return n
	case *structpb.Value_ListValue:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, elem := range k.ListValue.GetValues() {
			n.Content = append(n.Content, valueNode(elem))
		}
		return n
	case *structpb.Value_StringValue:
		return stringNode(k.StringValue)
	case *structpb.Value_NumberValue:
		return numberNode(k.NumberValue)
	case *structpb.Value_BoolValue:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(k.BoolValue)}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
}

func numberNode(f float64) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!float"}
	switch {
	case f == math.Trunc(f) && math.Abs(f) < 1<<63:
		n.Tag, n.Value = "!!int", strconv.FormatFloat(f, 'f', 0, 64)
	case math.IsNaN(f):
		n.Value = ".nan"
	case math.IsInf(f, 0):
		n.Value = strings.ToLower(strings.Replace(strconv.FormatFloat(f, 'g', -1, 64), "Inf", ".inf", 1))
	default:
		n.Value = strconv.FormatFloat(f, 'g', -1, 64)
	}
	return n
}

func stringNode(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	switch {
	case !utf8.ValidString(s):
		n.Value, n.Style = strings.ToValidUTF8(s, "\uFFFD"), yaml.DoubleQuotedStyle
	case strings.Contains(s, "\n") && !strings.Contains(s, " \n") && !strings.HasSuffix(s, " "):
		n.Style = yaml.LiteralStyle // which would hide a blank at the end of a line from the reader
	case strings.Contains(s, "\n") || ambiguous(s):
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

var (
	likeNumber = onDemand(`^[-+]?(0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|` +
		`(\.[0-9_]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|\.(inf|Inf|INF))$`)
	likeDate   = onDemand(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?$`)
	likeBase60 = onDemand(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`)
)

// ambiguous reports whether a YAML 1.1 reader would not read plain s as a string.
func ambiguous(s string) bool {
	if _, ok := manifest.LegacyBool(s); ok {
		return true
	}
	switch s {
	case "", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", ".nan", ".NaN", ".NAN", "<<",
		"=":
		return true
	}
	if c := s[0]; c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') {
		return false
	}
	return likeNumber().MatchString(s) || likeDate().MatchString(s) || likeBase60().MatchString(s)
}

// sortedKeys sorts keys the way Kubernetes' YAML writer does: letters after other characters, runs of digits by number.
func sortedKeys[V any](m map[string]V) []string {
	// The natural order is not transitive for every set of keys; a fixed start makes the result a function of the set.
	keys := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(keys, compareKeys)
	return keys
}

func compareKeys(a, b string) int {
	ar, br := []rune(a), []rune(b)
	for i := 0; i < len(ar) && i < len(br); i++ {
		if ar[i] != br[i] {
			return compareAt(ar, br, i)
		}
	}
	return len(ar) - len(br)
}

// compareAt compares two keys that agree up to position i and differ there.
func compareAt(a, b []rune, i int) int {
	al, bl := unicode.IsLetter(a[i]), unicode.IsLetter(b[i])
	switch {
	case al && bl:
		return int(a[i] - b[i])
	case al:
		return 1
	case bl:
		return -1
	}
	da, db := digits(a[i:]), digits(b[i:])
	if !insideNumber(a, i) {
		if c := compareNumbers(da, db); c != 0 {
			return c
		}
	} else if len(da) != len(db) {
		return len(da) - len(db)
	}
	return int(a[i] - b[i])
}

// insideNumber reports whether a number that does not only consist of zeros ends at position i.
func insideNumber(r []rune, i int) bool {
	for j := i - 1; j >= 0 && unicode.IsDigit(r[j]); j-- {
		if r[j] != '0' {
			return true
		}
	}
	return false
}

func digits(r []rune) []rune {
	n := 0
	for n < len(r) && unicode.IsDigit(r[n]) {
		n++
	}
	return r[:n]
}

// compareNumbers compares two runs of digits by value. Of equal values the shorter one is less.
func compareNumbers(a, b []rune) int {
	at, bt := strings.TrimLeft(string(a), "0"), strings.TrimLeft(string(b), "0")
	switch {
	case len(at) != len(bt):
		return len(at) - len(bt)
	case at != bt:
		return strings.Compare(at, bt)
	}
	return len(a) - len(b)
}

// onDemand compiles a pattern on first use, because most runs of the server never need it.
func onDemand(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
