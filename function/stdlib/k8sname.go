package stdlib

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var k8sNameFuncs = []*function.Decl{k8sNameFunc, k8sLabelFunc}

const (
	maxLabel   = 63 // of a DNS-1123 label, and of the value of a label
	hashLength = 8  // characters of the suffix of a name
)

var k8sNameFunc = &function.Decl{
	Name: "k8s::name", Group: groupKubernetes, Since: since,
	Summary: "Makes a DNS-1123 label of at most 63 characters, which is a valid name for most kinds of Kubernetes objects.",
	Description: `Begin with a part that begins with a letter for the kinds that want one first, such as Service. The function joins the parts with dashes, converts to lower case, and puts dashes in the place of what a DNS-1123 label cannot have. If that
changed anything or the name is too long, the name ends with a hash of the parts, so that what was changed or cut off still makes a
difference. The result is stable, and a name that needs no change stays as it is.`,
	Params:   []function.Param{text("part", "The first part of the name.")},
	Variadic: variadic(text("parts", "Further parts.")),
	Result:   types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		parts := make([]string, len(c.Args))
		for i, a := range c.Args {
			parts[i] = a.AsString()
		}
		name := dnsLabel(parts)
		if name == "" {
			return value.Value{}, errors.New("a name needs at least one letter or digit")
		}
		return host.ASCIIString(name), nil
	},
	Examples: []function.Example{
		ex(`k8s::name("web", "frontend")`, `"web-frontend"`), ex(`k8s::name("My App")`, `"my-app-u5drif6c"`),
		bad(`k8s::name("", "")`, "at least one letter or digit"),
	},
}

// dnsLabel joins parts to a DNS-1123 label. The hash is that of the parts with a separator that no text is likely to
// hold, so that moving the border between two parts gives another name.
func dnsLabel(parts []string) string {
	joined := strings.Join(parts, "-")
	label := squeeze(strings.ToLower(joined), "-", isLabelByte)
	if label == "" && !strings.ContainsFunc(joined, func(r rune) bool { return r >= 0x80 }) {
		return ""
	}
	if label == joined && len(label) <= maxLabel {
		return label
	}
	hash := shortHash(strings.Join(parts, "\x00"))
	if label = label[:min(len(label), maxLabel-hashLength-1)]; label == "" {
		return hash
	}
	return strings.TrimRight(label, "-") + "-" + hash
}

func isLabelByte(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' }

// squeeze puts one dash in the place of every run of bytes that are not allowed, and takes what is in trim off the ends.
func squeeze(s, trim string, allowed func(byte) bool) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case allowed(s[i]):
			out = append(out, s[i])
		case len(out) == 0 || out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return strings.Trim(string(out), trim)
}

var hashAlphabet = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// shortHash is 40 bits of a SHA-256 hash, in characters that a name can have.
func shortHash(s string) string {
	h := sha256.Sum256([]byte(s))
	return hashAlphabet.EncodeToString(h[:5])
}

var k8sLabelFunc = &function.Decl{
	Name: "k8s::label", Group: groupKubernetes, Since: since,
	Summary: "Makes a valid value for a Kubernetes label, of at most 63 characters.",
	Description: "Puts a dash in the place of what a label value cannot have and cuts what is too long. The result may be empty, which is a " +
		"valid value. Different texts can give the same value: for something unique see `k8s::name`.",
	Params: []function.Param{text("str", "The text.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		v := squeeze(c.Args[0].AsString(), "-_.", isLabelValueByte)
		return host.ASCIIString(strings.TrimRight(v[:min(len(v), maxLabel)], "-_.")), nil
	},
	Examples: []function.Example{
		ex(`k8s::label("Jane Doe <jane@example.com>")`, `"Jane-Doe-jane-example.com"`), ex(`k8s::label("v1.2_3")`, `"v1.2_3"`),
	},
}

func isLabelValueByte(b byte) bool {
	return isLabelByte(b) || b >= 'A' && b <= 'Z' || b == '_' || b == '.'
}
