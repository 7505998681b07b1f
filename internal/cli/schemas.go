package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/internal/xpkg"
	"github.com/hclx-lang/hclx/schema"
)

type schemasCommand struct {
	Add  schemasAdd  `cmd:"" help:"Extract the schemas from a provider or configuration package."`
	List schemasList `cmd:"" help:"List the available schemas."`
}

type schemasAdd struct {
	Dir      string `default:"schemas" placeholder:"DIR" help:"Directory for the schemas."`
	Insecure bool   `help:"Allow plain http to registries on other machines."`
	Ref      string `arg:"" name:"ref" help:"A package file (.xpkg), or REGISTRY/REPOSITORY:TAG."`
}

// Help describes what is written.
func (*schemasAdd) Help() string {
	return `Writes the CustomResourceDefinitions and CompositeResourceDefinitions of a package to one file in the
directory. The file is named after the package, and records its version and digest. It replaces a file of
another version of the package. Credentials for a registry are read from the Docker configuration, which
"docker login" writes.`
}

// The lines at the top of a file that schemas add wrote.
const (
	packageLine = schemas.PackageLine
	digestLine  = "# digest: "
)

// Run fetches and writes.
func (a *schemasAdd) Run(c *Context) error {
	docs, err := xpkg.FetchDocuments(c, a.Ref, xpkg.PushOptions{Insecure: a.Insecure, UserAgent: versionText()})
	if err != nil {
		return err
	}
	text, kinds := schemas.Definitions(docs.Stream)
	if kinds == 0 {
		return fmt.Errorf("%s: the package defines no kinds; expected the package of a provider or a configuration", a.Ref)
	}
	file := filepath.Join(a.Dir, fileFor(a.Ref))
	if err := os.MkdirAll(a.Dir, 0o755); err != nil {
		return err
	}
	head := packageLine + docs.Reference + "\n" + digestLine + docs.Digest + "\n"
	if err := os.WriteFile(file, append([]byte(head), text...), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s of %s\n", file, wording.Count(kinds, "kind"), docs.Reference)
	return err
}

// fileFor returns the name of the file, which is that of the repository without the tag, so that the next version
// replaces it.
func fileFor(ref string) string {
	base := path.Base(filepath.ToSlash(ref))
	base, _, _ = strings.Cut(base, "@")
	base, _, _ = strings.Cut(base, ":")
	return strings.TrimSuffix(base, ".xpkg") + ".yaml"
}

type schemasList struct {
	Schemas []string `sep:"none" placeholder:"PATH" help:"File or directory with schemas, instead of the directory schemas. Repeatable."`
	Name    string   `arg:"" optional:"" help:"Show only kinds with this text in GROUP/VERSION/KIND."`
}

// Help describes what is listed.
func (*schemasList) Help() string {
	return `Prints every kind that CRDs, XRDs and OpenAPI documents define, with the file that defines it. If "hclx
schemas add" wrote the file, the package is printed, too. The built-in kinds of Kubernetes need no file and
are not listed.`
}

// Run prints one kind on a line.
func (l *schemasList) Run(c *Context) error {
	paths := l.Schemas
	if len(paths) == 0 {
		paths = []string{"schemas"}
	}
	x, err := schemas.Open(paths, schemas.Options{Cache: schemas.DefaultCache()})
	if err != nil {
		return err
	}
	for _, p := range x.Problems() {
		printLine(c.Stderr, "hclx: warning: "+p.Error())
	}
	origins := map[string]string{}
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	all := slices.DeleteFunc(x.All(), func(f schemas.Found) bool { return !strings.Contains(f.Name.String(), l.Name) })
	for _, f := range all {
		if _, ok := origins[f.File]; !ok {
			origins[f.File] = originOf(f.File)
		}
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, roleName(f.Role), filepath.ToSlash(f.File),
			origins[f.File]); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return cmp.Or(err, fmt.Errorf("no kind in %s has %q in its name", strings.Join(paths, ", "), l.Name))
	}
	return w.Flush()
}

func roleName(r schema.Role) string {
	switch r {
	case schema.LegacyComposite:
		return "legacy composite"
	case schema.ModernComposite:
		return "composite"
	case schema.Claim:
		return "claim"
	}
	return "resource"
}

// originOf returns the package from which a file was extracted, or "" if it is not known.
func originOf(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	ref, digest := "", ""
	for s := bufio.NewScanner(f); s.Scan() && strings.HasPrefix(s.Text(), "#"); {
		if text, ok := strings.CutPrefix(s.Text(), packageLine); ok {
			ref = text
		}
		if text, ok := strings.CutPrefix(s.Text(), digestLine); ok {
			digest = text
		}
	}
	if ref == "" {
		return ""
	}
	return ref + " " + digest
}
