package render

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

// dumping dumps every call; the last dump counts.
type dumping struct {
	t    *testing.T
	text []byte
}

func (d *dumping) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	rsp, err := rendertest.Scripted{}.RunFunction(ctx, req)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if err := Dump(&buf, req, rsp); err != nil {
		d.t.Error(err)
	}
	d.text = buf.Bytes()
	return rsp, nil
}

// TestDumpsRenderAgain dumps the calls of all golden renders of one step and wants the dump to render to the same.
func TestDumpsRenderAgain(t *testing.T) {
	for _, name := range []string{"reference", "legacy", "requirements", "readiness", "credentials", "yaml"} {
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(filepath.Join("testdata/golden", name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			in, err := Load(goldenPaths(writeAll(t, archiveFiles(a))))
			if err != nil {
				t.Fatal(err)
			}
			d := &dumping{t: t}
			want, err := Render(t.Context(), in, Options{Function: d})
			if err != nil {
				t.Fatal(err)
			}
			got := renderDump(t, d.text)
			if d := cmp.Diff(texts(t, want), texts(t, got)); d != "" {
				t.Errorf("the dump renders to something else (-original +dump)\n%s", d)
			}
		})
	}
}

func TestDumpMasksSecrets(t *testing.T) {
	a, err := txtar.ParseFile("testdata/golden/legacy.txtar")
	if err != nil {
		t.Fatal(err)
	}
	in, err := Load(goldenPaths(writeAll(t, archiveFiles(a))))
	if err != nil {
		t.Fatal(err)
	}
	d := &dumping{t: t}
	if _, err := Render(t.Context(), in, Options{Function: d}); err != nil {
		t.Fatal(err)
	}
	shown := string(d.text[:bytes.Index(d.text, []byte("-- response/"))])
	for _, secret := range []string{"s3cr3t", "czNjcjN0", "YWRtaW4=", ": admin", "b2xk"} {
		if strings.Contains(shown, secret) {
			t.Errorf("the dump shows %s\n%s", secret, shown)
		}
	}
	for _, key := range []string{"password: masked", "username: masked", "old: masked"} {
		if !strings.Contains(shown, key) {
			t.Errorf("the dump lacks %q\n%s", key, shown)
		}
	}
}

// renderDump runs the command in the comment of a dump.
func renderDump(t *testing.T, text []byte) *Output {
	t.Helper()
	a := txtar.Parse(text)
	t.Chdir(writeAll(t, archiveFiles(a)))
	args := strings.Fields(strings.TrimPrefix(string(a.Comment), "# hclx render -r -c"))
	p := Paths{XR: args[len(args)-2], Composition: args[len(args)-1], ContextFiles: map[string]string{}}
	for i := 0; i+2 < len(args); i += 2 {
		switch args[i] {
		case "-o":
			p.Observed = args[i+1]
		case "-e":
			p.Required = []string{args[i+1]}
		case "--xrd":
			p.XRD = args[i+1]
		case "--context-files":
			k, v, _ := strings.Cut(strings.Trim(args[i+1], "'"), "=")
			p.ContextFiles[k] = v
		default:
			t.Fatalf("unknown flag %s in %s", args[i], a.Comment)
		}
	}
	in, err := Load(p)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	out, err := Render(t.Context(), in, Options{Function: rendertest.Scripted{}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func texts(t *testing.T, o *Output) string {
	t.Helper()
	var buf bytes.Buffer
	if err := o.Write(&buf, Include{}); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func archiveFiles(a *txtar.Archive) map[string]string {
	files := map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// goldenPaths are the inputs of a directory under their usual names.
func goldenPaths(dir string) Paths {
	at := func(f string) string {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			return ""
		}
		return filepath.Join(dir, f)
	}
	p := Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "composition.yaml"),
		Functions: at("functions.yaml"), Observed: at("observed.yaml"), Credentials: at("credentials.yaml"),
		XRD: at("xrd.yaml")}
	if e := at("required.yaml"); e != "" {
		p.Required = []string{e}
	}
	return p
}
