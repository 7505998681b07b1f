package syntax

import (
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
)

func smallSource(i int) *source.File {
	return source.NewFileString("f",
		fmt.Sprintf("# note %d\nresource \"kind\" \"name_%d\" {\n  a = \"text\"\n  b = [var.x.y, f(%d), \"${var.z}-%d\"]\n "+
			" c = { k = %d }\n}\n", i, i, i, i, i))
}

// The trees of sources that one parser reads one after the other share memory, and nothing else.
func TestTreesOfOneParserAreIndependent(t *testing.T) {
	const n = 200
	var files [n]*File
	var dumps [n]string
	for i := range files {
		f, diags := ParseConfig(smallSource(i))
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if i%3 == 0 { // what is parsed again because of a mistake leaves nothing behind
			ParseConfig(source.NewFileString("f", "a = [\nb = }\n"))
		}
		files[i], dumps[i] = f, dumpOf(f)
	}
	for i, f := range files {
		if got := dumpOf(f); got != dumps[i] {
			t.Fatalf("file %d has changed:\n%s\nbut was\n%s", i, got, dumps[i])
		}
		p := new(parser)
		p.begin(smallSource(i), scanMain, true)
		alone := &fileWithBody{}
		alone.Source, alone.Body = smallSource(i), &alone.body
		p.body(&alone.body, TokenEOF)
		alone.Comments = p.comments.take(0)
		if got := dumpOf(&alone.File); got != dumps[i] {
			t.Fatalf("file %d by a parser of its own:\n%s\nbut was\n%s", i, got, dumps[i])
		}
	}
}

func dumpOf(f *File) string {
	out := fmt.Sprintf("%v\n", f.Comments)
	Walk(f.Body, func(n Node) bool {
		out += fmt.Sprintf("%T %v %q", n, n.Span(), f.Source.Slice(n.Span()))
		switch n := n.(type) {
		case *Attribute:
			out += fmt.Sprint(n.Name, n.NameSpan(), n.Equals)
		case *Block:
			out += fmt.Sprint(n.Type, n.TypeSpan(), n.OpenBrace(), n.CloseBrace(), n.Labels)
		case *Literal:
			out += fmt.Sprint(n.Num, n.Value)
		case *Traversal:
			for _, s := range n.Steps {
				out += fmt.Sprint(n.Num, s.Source, s.Kind, s.Key)
			}
		case *Call:
			out += fmt.Sprint(n.Num, n.Name, n.NameSpan, n.Open, n.Close)
		}
		out += "\n"
		return true
	})
	return out
}

// Who keeps one small file of many keeps at most what shares a page with it.
func TestKeptFilesStaySmall(t *testing.T) {
	const kept, every, most = 200, 100, 64 << 10
	heap := func() uint64 {
		runtime.GC()
		runtime.GC() // the first leaves parsers at rest in their pool
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	files := make([]*File, 0, kept)
	for i := range kept * every {
		f, _ := ParseConfig(smallSource(i))
		if i%every == 0 {
			files = append(files, f)
		}
	}
	if each := (int64(heap()) - int64(before)) / kept; each > most {
		t.Errorf("a kept file takes %d bytes, more than %d", each, most)
	}
	runtime.KeepAlive(files)
}

// A page serves sources of 2*widePageSource bytes together. The first source of a parser and a larger one have chunks
// of their own, and once half of a page is used up it is given up.
func TestPagesServeSmallSources(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := new(parser)
		used, first := 0, true
		for range rapid.IntRange(1, 30).Draw(t, "sources") {
			size := rapid.OneOf(rapid.IntRange(1, 700), rapid.IntRange(1, 3*widePageSource),
				rapid.SampledFrom([]int{pageSource / 4, widePageSource, 2 * widePageSource, 2*widePageSource + 1})).Draw(t, "size")
			shared := used > 0 && used+size <= 2*widePageSource
			before := unsafe.SliceData(p.nodes.attribute.chunk)
			p.openPage(size)
			switch after := len(p.nodes.attribute.chunk); {
			case shared && (p.paged != used+size || unsafe.SliceData(p.nodes.attribute.chunk) != before):
				t.Fatalf("a source of %d bytes does not share a page of which %d are used", size, used)
			case !shared && p.paged != size:
				t.Fatalf("a source of %d bytes shares a page of which %d are used", size, used)
			case !shared && size > 2*widePageSource && after > 0,
				!shared && first && after != map[bool]int{true: 8}[size >= pageSource/4 && size <= 2*widePageSource]:
				t.Fatalf("a source of %d bytes gets a chunk of %d attributes", size, after)
			case !shared && !first && size <= 2*widePageSource && after != 90:
				t.Fatalf("a source of %d bytes gets a chunk of %d attributes, and no wide page", size, after)
			}
			if p.closePage(); shared {
				used += size
			} else {
				used = size
			}
			if used >= widePageSource || first {
				used = 0
			}
			if first = false; p.paged != used {
				t.Fatalf("%d bytes of a page are used, want %d", p.paged, used)
			}
		}
	})
}
