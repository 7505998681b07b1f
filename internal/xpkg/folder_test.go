package xpkg

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const (
	aFunction = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Function\nmetadata: {name: function-x}\n"
	aCRD      = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: xs.example.org}\n"
)

// inFolder makes a folder p of an archive and works beside it.
func inFolder(t *testing.T, archive string) {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte("-- p/empty --\n" + archive)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

func TestReadFolder(t *testing.T) {
	inFolder(t, "-- p/a.yaml --\n---\n# nothing\n---\n"+aCRD+"-- p/z/f.yml --\n"+aFunction+
		"-- p/README.md --\ntext\n-- p/z/b.yaml --\n"+aCRD)
	contents, err := ReadFolder("p")
	if err != nil {
		t.Fatal(err)
	}
	if contents.Name != "function-x" {
		t.Errorf("the name is %q", contents.Name)
	}
	if got, want := string(contents.stream), "---\n"+aFunction+"---\n"+aCRD+"---\n"+aCRD+"---\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWrongFolders(t *testing.T) {
	long := strings.Repeat("x", 55)
	for archive, want := range map[string]string{
		"":                             `p: there is no Function in this directory; the package of a function contains `,
		"-- p/a.yaml --\n" + aCRD:      `p: there is no Function in this directory; `,
		"-- p/a.yaml --\n- kind\n":     `p/a.yaml:1:1: this document is a list; `,
		"-- p/a.yaml --\na: [\n":       `p/a.yaml:2:1: not YAML: `,
		"-- p/a.yaml --\na: 1\na: 2\n": `p/a.yaml:2:1: duplicate key "a", first set in line 1`,
		"-- p/a.yaml --\n" + aFunction +
			"---\nkind: ConfigMap\n": `p/a.yaml:5:1: this document has no apiVersion or no kind; `,
		"-- p/a.yaml --\n" + aFunction +
			"---\napiVersion: v1\nkind: ConfigMap\n": `p/a.yaml:6:7: found the kind ConfigMap; the package of a function contains one ` +
			`Function `,
		"-- p/a.yaml --\n" + aFunction + "-- p/b.yaml --\n" +
			aFunction: `p/b.yaml:1:1: found a second Function, the first is at p/a.yaml:1:1; `,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "meta.", "",
			1): `p/a.yaml:1:13: found a Function of pkg.crossplane.io/v1, which installs a package; the one that describes a ` +
			`package has the apiVersion meta.pkg.crossplane.io/v1`,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "/v1", "/v9",
			1): `p/a.yaml:1:13: found a Function of meta.pkg.crossplane.io/v9; `,
		"-- p/a.yaml --\n" + aFunction + "---\n" +
			strings.Replace(aCRD, "v1", "v2", 1): `p/a.yaml:5:13: found a CustomResourceDefinition of apiextensions.k8s.io/v2; `,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "name:", "nome:",
			1): `p/a.yaml:3:11: the Function has no metadata.name; expected a name such as function-hclx`,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "function-x", "x",
			1): `p/a.yaml:3:18: the Function has the name "x", but the name of a function must begin with function-`,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "function-x", "function-X",
			1): `p/a.yaml:3:18: the Function has the name "function-X"; expected at most 63 lower-case letters, digits and hyphens`,
		"-- p/a.yaml --\n" + strings.Replace(aFunction, "-x", "-"+long,
			1): `p/a.yaml:3:18: the Function has the name "function-` + long + `"; expected at most 63 `,
	} {
		inFolder(t, archive)
		_, err := ReadFolder("p")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", archive, err, want)
		}
	}
	if _, err := ReadFolder("nowhere"); err == nil || err.Error() != "nowhere: no such file or directory" {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

// TestAllProblems checks that what is wrong is said at once.
func TestAllProblems(t *testing.T) {
	inFolder(t, "-- p/a.yaml --\napiVersion: v1\nkind: Secret\n---\napiVersion: v1\nkind: ConfigMap\n")
	_, err := ReadFolder("p")
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v", err)
	}
}
