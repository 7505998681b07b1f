package schemas

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
)

// crd is a CRD as controller-gen writes them.
func crd(group, kind string, versions ...string) string {
	text := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: x\nspec:\n  group: " +
		group +
		"\n  names:\n    categories:\n    - all\n    kind: " + kind + "\n    plural: xs\n  scope: Namespaced\n  versions:\n"
	for _, v := range versions {
		text += "  - additionalPrinterColumns:\n    - name: other\n      jsonPath: .x\n    name: " + v +
			"\n    schema:\n      openAPIV3Schema:\n        description: |-\n          name: trap\n" +
			"        properties:\n          spec:\n            properties:\n              size:\n                type: " +
			"integer\n            type: object\n        type: object\n    served: true\n    storage: true\n"
	}
	return text
}

const xrdText = "apiVersion: apiextensions.crossplane.io/v1\nkind: CompositeResourceDefinition\nmetadata: {name: " +
	"x}\nspec:\n  group: example.org\n  names: \n    kind: XNet # the kind\n  claimNames:\n    kind: 'Net'\n  " +
	"versions:\n    - name: \"v1\"\n      served: true\n      referenceable: true\n    -\n      served: false\n      " +
	"name: v0\n"

// folder makes a folder of an archive, of files that are old enough to be trusted.
func folder(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		write(t, filepath.Join(dir, f.Name), f.Data)
	}
	return dir
}

func write(t testing.TB, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

func names(x *Index) string {
	var all []string
	for _, f := range x.All() {
		all = append(all, f.Name.String())
	}
	return strings.Join(all, " ")
}

func open(t testing.TB, o Options, paths ...string) *Index {
	t.Helper()
	x, err := Open(paths, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestOpen(t *testing.T) {
	dir := folder(t, "-- a.yaml --\n"+crd("a.org", "A", "v1", "v2")+
		"---\nkind: ConfigMap\napiVersion: v1\ndata:\n  kind: X\n---\n"+xrdText+
		"-- deep/b.yml --\n# comment\n---\n---\n"+crd("b.org", "B", "v1")+"-- .hidden/c.yaml --\n"+crd("c.org", "C", "v1")+
		"-- d.txt --\n"+crd("d.org", "D", "v1")+
		"-- e.yaml --\n{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {group: e.org, names: "+
		"{kind: E}, versions: [{name: v1}]}}\n-- list.yaml --\napiVersion: v1\nitems:\n- "+
		strings.ReplaceAll(strings.TrimSpace(crd("l.org", "L", "v1")), "\n", "\n  ")+"\n- apiVersion: v1\n  kind: Secret\n- "+
		strings.ReplaceAll(strings.TrimSpace(crd("l.org", "M", "v1")), "\n", "\n  ")+
		"\nkind: List\nmetadata:\n  resourceVersion: \"\"\n"+
		"-- z.yaml --\n"+crd("a.org", "A", "v2", "v3"))
	x := open(t, Options{}, dir)
	const want = "a.org/v1/A a.org/v2/A a.org/v3/A b.org/v1/B e.org/v1/E example.org/v1/Net example.org/v1/XNet " +
		"l.org/v1/L l.org/v1/M"
	if got := names(x); got != want || len(x.Problems()) > 0 || x.Len() != len(strings.Fields(want)) {
		t.Fatalf("found %s, %v", got, x.Problems())
	}
	for _, f := range x.All() {
		k, err := x.Lookup(f.Name)
		if err != nil || k == nil || k.Name != f.Name || k.Role != f.Role {
			t.Errorf("%s: found %+v, %v; the index says role %d", f.Name, k, err, f.Role)
		}
		if base := filepath.Base(f.File); f.Name.Kind == "A" && (base == "z.yaml") != (f.Name.Version == "v3") {
			t.Errorf("%s is taken from %s", f.Name, base)
		}
	}
	m, _ := x.Lookup(schema.Name{Group: "l.org", Version: "v1", Kind: "M"})
	place := m.Schema().At(value.Path{}.Attr("spec").Attr("size")).Place()
	text, _ := os.ReadFile(filepath.Join(dir, "list.yaml"))
	line := strings.Split(string(text), "\n")[place.Start().Line-1]
	if place.Filename() != filepath.Join(dir, "list.yaml") || strings.TrimSpace(line) != "type: integer" ||
		place.Start().Line < 30 {
		t.Errorf("the field stands at %s, %q", place, line)
	}
	if got := names(open(t, Options{CompositesOnly: true}, dir)); got != "example.org/v1/Net example.org/v1/XNet" {
		t.Errorf("composites only: %s", got)
	}
	if got := names(open(t, Options{}, filepath.Join(dir, "deep/b.yml"),
		filepath.Join(dir, "e.yaml"))); got != "b.org/v1/B e.org/v1/E" {
		t.Errorf("two files: %s", got)
	}
	if k, err := x.Lookup(schema.Name{Group: "a.org", Version: "v1", Kind: "B"}); k != nil || err != nil {
		t.Errorf("a kind that is not there: %v, %v", k, err)
	}
}

// TestNothingIsParsed checks that definitions as controller-gen and kubectl write them are not parsed to be indexed.
func TestNothingIsParsed(t *testing.T) {
	text := crd("a.org", "A", "v1", "v2") + "---\n" + xrdText + "---\n" + crd("b.org", "B", "v1") +
		"---\napiVersion: v1\nitems:\n- " + strings.ReplaceAll(strings.TrimSpace(crd("l.org", "L", "v1")), "\n", "\n  ") +
		"\nkind: List\nmetadata: {}\n"
	pieces := scan([]byte(text), func(p piece) []found {
		t.Errorf("the piece at line %d is parsed", p.Line)
		return nil
	})
	if len(pieces) != 4 {
		t.Errorf("found %v", pieces)
	}
}

func TestProblems(t *testing.T) {
	dir := folder(t, "-- a.yaml --\nkind: [\n-- b.yaml --\n"+crd("b.org", "B", "v1")+"-- c.yaml --\n"+
		strings.Replace(crd("c.org", "C", "v1"), "  group: c.org\n", "  group: ''\n", 1)+"-- d.json --\n{\n")
	x := open(t, Options{}, dir)
	if names(x) != "b.org/v1/B" || len(x.Problems()) != 3 {
		t.Fatalf("found %s, %v", names(x), x.Problems())
	}
	if got, want := x.Problems()[1].Error(),
		filepath.Join(dir, "c.yaml")+":6:10: the CustomResourceDefinition has no spec.group"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err := Open([]string{filepath.Join(dir, "nowhere")}, Options{})
	if err == nil || err.Error() != filepath.Join(dir, "nowhere")+": no such file or directory" {
		t.Errorf("a path that is not there: %v", err)
	}
}

// TestScanAgreesWithParser writes definitions in many styles and compares what a look at the lines finds with what the
// parser finds.
func TestScanAgreesWithParser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var docs []any
		for range rapid.IntRange(1, 4).Draw(t, "documents") {
			docs = append(docs, definitionOf(t))
		}
		if rapid.Bool().Draw(t, "list") {
			docs = []any{map[string]any{"apiVersion": "v1", "kind": "List", "items": docs}}
		}
		var text bytes.Buffer
		for _, d := range docs {
			text.WriteString("---\n")
			enc := yaml.NewEncoder(&text)
			enc.SetIndent(rapid.IntRange(2, 4).Draw(t, "indent"))
			if rapid.Bool().Draw(t, "compact") {
				enc.CompactSeqIndent()
			}
			var n yaml.Node
			if err := n.Encode(d); err != nil {
				t.Fatal(err)
			}
			restyle(t, &n)
			if err := enc.Encode(&n); err != nil {
				t.Fatal(err)
			}
		}
		data := text.Bytes()
		if rapid.Bool().Draw(t, "crlf") {
			data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
		}
		kinds, err := parsePiece("f.yaml", data, piece{Line: 1})
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		var want, got []string
		for _, k := range kinds {
			want = append(want, fmt.Sprint(k.Name, k.Role))
		}
		for _, p := range scan(data, func(p piece) (all []found) {
			kinds, _ := parsePiece("f.yaml", data[p.Offset:p.Offset+p.Length], p)
			for _, k := range kinds {
				all = append(all, found{k.Name, k.Role})
			}
			return all
		}) {
			loaded, err := parsePiece("f.yaml", data[p.Offset:p.Offset+p.Length], p)
			if err != nil || len(loaded) != len(p.Kinds) {
				t.Fatalf("%v: the piece has %v, %v\n%s", p, loaded, err, data)
			}
			for _, k := range p.Kinds {
				got = append(got, fmt.Sprint(k.Name, k.Role))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, want %v in\n%s", got, want, data)
		}
	})
}

func definitionOf(t *rapid.T) map[string]any {
	word := rapid.SampledFrom([]string{"A", "Thing", "kind", "v1", "no: thing", "x #y"})
	plain := rapid.SampledFrom([]string{"v1", "v1beta1", "Group", "a-b.c", "1", "true"})
	var versions []any
	for range rapid.IntRange(1, 3).Draw(t, "versions") {
		v := map[string]any{"name": plain.Draw(t, "version"), "note": word.Draw(t, "note") + "\nname: trap\n",
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "description": word.Draw(t, "text")}}}
		if rapid.Bool().Draw(t, "says served") {
			v["served"] = rapid.Bool().Draw(t, "served")
		}
		versions = append(versions, v)
	}
	spec := map[string]any{"group": plain.Draw(t, "group"), "versions": versions,
		"other": []any{map[string]any{"kind": "trap"}},
		"names": map[string]any{"kind": plain.Draw(t, "kind"), "plural": "x", "categories": []any{"kind", "names"}}}
	d := map[string]any{"metadata": map[string]any{"name": word.Draw(t, "name"), "kind": "trap"}, "spec": spec}
	switch rapid.IntRange(0, 3).Draw(t, "sort") {
	case 0:
		d["apiVersion"], d["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
	case 1:
		d["apiVersion"], d["kind"] = "apiextensions.crossplane.io/v1", "CompositeResourceDefinition"
		if scope := rapid.SampledFrom([]string{"", "Cluster", "Namespaced", "LegacyCluster"}).Draw(t, "scope"); scope != "" {
			spec["scope"] = scope
		}
		spec["claimNames"] = map[string]any{"kind": plain.Draw(t, "claim")}
	case 2:
		d["apiVersion"], d["kind"] = "apiextensions.crossplane.io/v2", "CompositeResourceDefinition"
		spec["scope"] = rapid.SampledFrom([]string{"Cluster", "Namespaced"}).Draw(t, "scope")
	default:
		d["apiVersion"], d["kind"] = "v1", "ConfigMap"
	}
	return d
}

// restyle writes some parts in other styles.
func restyle(t *rapid.T, n *yaml.Node) {
	if rapid.IntRange(0, 30).Draw(t, "restyle") == 0 {
		switch n.Kind {
		case yaml.ScalarNode:
			if n.ShortTag() == "!!str" && !strings.Contains(n.Value, "\n") { // the writer breaks these
				n.Style = rapid.SampledFrom([]yaml.Style{yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle}).Draw(t, "quotes")
			}
		default:
			n.Style = yaml.FlowStyle
			for _, c := range n.Content {
				if strings.Contains(c.Value, "\n") {
					c.Style = yaml.DoubleQuotedStyle
				}
			}
		}
	}
	for _, c := range n.Content {
		restyle(t, c)
	}
}

func TestCache(t *testing.T) {
	o := Options{Cache: t.TempDir()}
	dir := folder(t, "-- a.yaml --\n"+crd("a.org", "A", "v1")+"-- b.yaml --\n"+crd("b.org", "B", "v1")+
		"-- broken.yaml --\nkind: [\n")
	first := open(t, o, dir)
	file := cacheFor(dir, o.Cache).file
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if second := open(t, o, dir); names(second) != names(first) || len(second.Problems()) != 1 {
		t.Errorf("from the cache: %s, %v", names(second), second.Problems())
	}
	// A cache that says something else shows that it is the cache that counts.
	lie := cacheFor(dir, o.Cache).load()
	lie[0].Pieces[0].Kinds[0].Name.Kind = "Lie"
	cacheFor(dir, o.Cache).store(lie)
	if got := names(open(t, o, dir)); got != "a.org/v1/Lie b.org/v1/B" {
		t.Errorf("the cache is not used: %s", got)
	}
	// What the cache claims and the file does not have is an error, and no wrong kind.
	if k, err := open(t, o, dir).Lookup(schema.Name{Group: "a.org", Version: "v1", Kind: "Lie"}); k != nil || err == nil ||
		!strings.Contains(err.Error(), "try again") {
		t.Errorf("found %v, %v", k, err)
	}
	// A file that has changed is read again, others are not.
	write(t, filepath.Join(dir, "b.yaml"), []byte(crd("b.org", "Bee", "v1")))
	if got := names(open(t, o, dir)); got != "a.org/v1/Lie b.org/v1/Bee" {
		t.Errorf("after a change: %s", got)
	}
	if err := os.Remove(filepath.Join(dir, "b.yaml")); err != nil {
		t.Fatal(err)
	}
	if got := names(open(t, o, dir)); got != "a.org/v1/Lie" {
		t.Errorf("after a file was removed: %s", got)
	}
	for name, broken := range map[string][]byte{"empty": {}, "cut": text[:len(text)/2],
		"other": []byte("schemas 99 0\n[]"), "changed": bytes.Replace(text, []byte(`"A"`), []byte(`"Z"`), 1)} {
		write(t, file, broken)
		if got := names(open(t, o, dir)); got != "a.org/v1/A" {
			t.Errorf("%s cache: %s", name, got)
		}
	}
}

// TestYoungFiles: two changes within one tick of the file system's clock have the same time.
func TestYoungFiles(t *testing.T) {
	o := Options{Cache: t.TempDir()}
	dir := folder(t, "-- a.yaml --\n"+crd("a.org", "A", "v1"))
	now := time.Now()
	touch := func() {
		if err := os.Chtimes(filepath.Join(dir, "a.yaml"), now, now); err != nil {
			t.Fatal(err)
		}
	}
	touch()
	open(t, o, dir)
	write(t, filepath.Join(dir, "a.yaml"), []byte(crd("a.org", "B", "v1")))
	touch()
	if got := names(open(t, o, dir)); got != "a.org/v1/B" {
		t.Errorf("a change at the same time is not seen: %s", got)
	}
}

func TestConcurrentUse(t *testing.T) {
	o := Options{Cache: t.TempDir()}
	dir := folder(t, "-- a.yaml --\n"+crd("a.org", "A", "v1", "v2")+"---\n"+xrdText)
	var wg sync.WaitGroup
	shared := open(t, o, dir)
	for range 8 {
		wg.Go(func() {
			for _, x := range []*Index{open(t, o, dir), shared} {
				for _, f := range x.All() {
					if k, err := x.Lookup(f.Name); err != nil || k.Schema().ReadType().Len() == 0 {
						t.Errorf("%s: %v", f.Name, err)
					}
				}
			}
		})
	}
	wg.Wait()
}

// thousands makes n CRDs of about 50 KB each.
func thousands(b *testing.B, n int) string {
	dir := b.TempDir()
	filler := ""
	for i := range 330 {
		filler += fmt.Sprintf("              field%d:\n                description: A text of the length that descriptions "+
			"of fields of providers have, more or less.\n                type: string\n", i)
	}
	for i := range n {
		text := strings.Replace(crd(fmt.Sprintf("g%d.org", i%50), fmt.Sprintf("Kind%d", i), "v1"), "              size:\n",
			filler+"              size:\n", 1)
		write(b, filepath.Join(dir, fmt.Sprintf("%d.yaml", i)), []byte(text))
	}
	return dir
}

// BenchmarkOpen measures the first and the following uses of 2,000 CRDs, 100 MB of YAML.
func BenchmarkOpen(b *testing.B) {
	dir := thousands(b, 2000)
	for name, o := range map[string]Options{"first": {}, "cached": {Cache: b.TempDir()}} {
		open(b, o, dir)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if x := open(b, o, dir); x.Len() != 2000 {
					b.Fatal(x.Len())
				}
			}
		})
	}
}
