package render

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

// TestNoFieldIsTrusted replaces every field of every input file by values of all kinds, one at a time. Each render has
// to end in output, or in an error that says more than a Go value.
func TestNoFieldIsTrusted(t *testing.T) {
	replacements := []*structpb.Value{
		nil, structpb.NewNullValue(), structpb.NewNumberValue(1), structpb.NewStringValue("x"),
		structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewStringValue("x")}}),
		structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{"x": structpb.NewNullValue()}}),
	}
	for _, golden := range []string{"legacy", "requirements", "credentials"} {
		a, err := txtar.ParseFile(filepath.Join("testdata/golden", golden+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		dir := writeAll(t, archiveFiles(a))
		for _, f := range a.Files {
			if strings.HasPrefix(f.Name, "want") {
				continue
			}
			path := filepath.Join(dir, f.Name)
			mutate(t, f, replacements, func(text []byte) {
				if err := os.WriteFile(path, text, 0o666); err != nil {
					t.Fatal(err)
				}
				checkAnswer(t, dir, f.Name, text)
			})
			if err := os.WriteFile(path, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mutate calls try with the file after each single replacement; nil takes a field away.
func mutate(t *testing.T, f txtar.File, replacements []*structpb.Value, try func([]byte)) {
	t.Helper()
	docs, err := parseObjects(f.Name, f.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		visit(doc.Fields, func(s *structpb.Struct, key string) {
			old := s.Fields[key]
			for _, v := range replacements {
				s.Fields[key] = v
				if v == nil {
					delete(s.Fields, key)
				}
				var buf bytes.Buffer
				for _, d := range docs {
					if err := writeDocument(&buf, d.Fields); err != nil {
						t.Fatal(err)
					}
				}
				try(buf.Bytes())
			}
			s.Fields[key] = old
		})
	}
}

// visit calls f for every field of s and of the objects in it.
func visit(s *structpb.Struct, f func(*structpb.Struct, string)) {
	for _, key := range sortedKeys(s.GetFields()) {
		f(s, key)
		if key == "input" {
			continue // the script of the test function
		}
		values := []*structpb.Value{s.Fields[key]}
		if l := s.Fields[key].GetListValue(); l != nil {
			values = l.Values
		}
		for _, v := range values {
			visit(v.GetStructValue(), f)
		}
	}
}

func checkAnswer(t *testing.T, dir, file string, text []byte) {
	t.Helper()
	in, err := Load(goldenPaths(dir))
	if err == nil {
		before := proto.CloneOf(in.XR.Fields)
		var out *Output
		if out, err = Render(t.Context(), in, Options{Function: rendertest.Scripted{}, SkipMissing: true}); err == nil {
			err = out.Write(&bytes.Buffer{}, Include{FullXR: true, Results: true, Context: true, Connection: true})
		}
		if !proto.Equal(before, in.XR.Fields) {
			t.Errorf("the XR was modified; %s:\n%s", file, text)
		}
	}
	if err == nil {
		return
	}
	for _, bad := range []string{"<nil>", "structpb", "%!", "*"} {
		if err.Error() == "" || strings.Contains(err.Error(), bad) {
			t.Errorf("message %q of\n%s", err, text)
		}
	}
}
