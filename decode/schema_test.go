package decode_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
)

type implied struct {
	Name    string            `hcl:"name"`
	Port    int               `hcl:"port,optional"`
	Service []impliedService  `hcl:"service,block"`
	Named   map[string]*named `hcl:"named,block"`
	Rest    hcl.Body          `hcl:",remain"`
}

type impliedService struct {
	Protocol string `hcl:"protocol,label"`
	ID       string `hcl:"id,label"`
}

// The schema of a struct is the one by which it is decoded.
func TestImpliedSchema(t *testing.T) {
	want := &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "name", Required: true}, {Name: "port"}},
		Blocks: []hcl.BlockSchema{{Type: "service", LabelNames: []string{"protocol", "id"}},
			{Type: "named", LabelNames: []string{"name"}}},
	}
	for _, of := range []any{implied{}, &implied{}, (*implied)(nil)} {
		got, err := decode.Schema(of)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%v (-want +got)\n%s", err, d)
		}
	}
	// It belongs to the caller.
	mine, _ := decode.Schema(implied{})
	mine.Attributes[0].Name, mine.Blocks[0].LabelNames[0] = "x", "y"
	if again, _ := decode.Schema(implied{}); cmp.Diff(want, again) != "" {
		t.Errorf("%+v", again)
	}
	for _, wrong := range []any{nil, 1, struct {
		A chan int `hcl:"a"`
	}{}} {
		if s, err := decode.Schema(wrong); s != nil || err == nil {
			t.Errorf("%T: %v", wrong, s)
		}
	}
}

// File reads either syntax by the name of the file.
func TestFile(t *testing.T) {
	for name, text := range map[string]string{"a.hcl": "name = \"x\"\n", "a.json": `{"name": "x"}`} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var c implied
		if err := decode.File(path, nil, &c); err != nil || c.Name != "x" {
			t.Errorf("%s: %+v %v", name, c, err)
		}
		if err := decode.File(path+".none", nil, &c); err == nil || diag.Of(err)[0].Code != "unreadable-file" {
			t.Errorf("%v", err)
		}
	}
}
