package cli

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/ignore"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// programsHelp describes paths of programs in the help of commands.
const programsHelp = "Directories with .hcl files (each is a program), .hcl files (all of them are one program), or " +
	"YAML files with Compositions (each step for hclx is a program)."

// recursiveHelp describes the flag -r of the commands that take programs.
const recursiveHelp = "Also use the programs in subdirectories: every directory with .hcl files, and Compositions in " +
	"YAML files."

// program is a program on the command line: sources, or the program of a pipeline step in a Composition.
type program struct {
	// path is the directory, the source file or the Composition that the program is from.
	path string
	// step is the pipeline step of an embedded program, and nil for sources.
	step *render.Step
	// files are the sources. Names are relative to the working directory, so that positions can be clicked.
	files []*source.File
	// archive is the program in the form of the input of the function.
	archive *txtar.Archive
	// diags are the diagnostics of the archive that contains the files.
	diags diag.List

	infos   []os.FileInfo // of the files, for sources
	ignored *ignore.Comments
	found   bool // below a directory, not named itself
}

// title returns the name of the program for output about several programs.
func (p *program) title() string {
	if p.step != nil {
		return p.path + ", step " + p.step.Name
	}
	return filepath.ToSlash(p.path)
}

// dir is the directory where the program is.
func (p *program) dir() string {
	if info, err := os.Stat(p.path); err == nil && info.IsDir() {
		return p.path
	}
	return filepath.Dir(p.path)
}

// compile checks the program as the server does. The compiled program is nil after errors.
func (p *program) compile() (*run.Program, diag.List) {
	if p.diags.HasErrors() {
		return nil, p.diags
	}
	if d := composition.TooLarge(p.files...); d != nil {
		return nil, diag.List{d}
	}
	compiled, diags := composition.Compile(p.files, composition.Options{Functions: stdlib.Table()})
	return compiled, p.comments().Filter(diags, false)
}

// comments returns the comments of the program that ignore diagnostics.
func (p *program) comments() *ignore.Comments {
	if p.ignored == nil {
		p.ignored = ignore.Read(p.files)
	}
	return p.ignored
}

// findPrograms finds the programs at paths. It continues after an invalid path; it returns the errors of all paths
// together with the programs.
func findPrograms(paths []string, recursive bool) ([]*program, error) {
	f := &finder{recursive: recursive}
	for _, path := range paths {
		f.path(path)
	}
	var programs []*program
	for i := range f.programs {
		if !f.repeats(i) {
			programs = append(programs, f.programs[i])
		}
	}
	if len(f.wrong) > 0 {
		return programs, f.wrong
	}
	return programs, nil
}

// finder collects programs.
type finder struct {
	recursive bool
	programs  []*program
	// single is the program of the files that are listed one by one.
	single *program
	wrong  render.ErrorList
}

// fail records an error, and reports whether there is one.
func (f *finder) fail(err error) bool {
	if err != nil {
		f.wrong = append(f.wrong, err)
	}
	return err != nil
}

func (f *finder) path(path string) {
	info, err := os.Stat(path)
	switch isDir := err == nil && info.IsDir(); {
	case isDir && f.recursive:
		before := len(f.programs) + len(f.wrong)
		f.below(path)
		if len(f.programs)+len(f.wrong) == before {
			f.fail(&render.InputError{File: path,
				Message: "no .hcl files and no Compositions with a program for hclx found in this directory or below it"})
		}
	case isDir:
		f.directory(path, false)
	case render.IsYAML(path):
		f.embedded(path, false)
	default:
		f.file(path)
	}
}

// file adds a file to the program of the files that are listed one by one.
func (f *finder) file(path string) {
	if strings.HasSuffix(path, ".hcltest.hcl") {
		f.fail(&render.InputError{File: path,
			Message: "is a test, judging by its name, and not part of a program; name the directory of the program, or its " +
				"files"})
		return
	}
	p := &program{path: path}
	if f.fail(p.read()) {
		return
	}
	if f.single == nil {
		f.single = p
		f.programs = append(f.programs, p)
		return
	}
	f.single.add(p.archive.Files[0], p.files[0], p.infos[0])
}

func (f *finder) directory(path string, found bool) {
	p := &program{path: path, found: found}
	err := p.read()
	if err != nil && !found {
		if n := programsBelow(path); n > 0 {
			err = &render.InputError{File: path,
				Message: fmt.Sprintf("no .hcl files found in this directory; -r would also use %s below it",
					wording.Count(n, "program"))}
		}
	}
	if !f.fail(err) {
		f.programs = append(f.programs, p)
	}
}

// programsBelow counts the programs below a directory that does not contain sources itself.
func programsBelow(dir string) int {
	entries, err := os.ReadDir(dir)
	if err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !e.IsDir() && render.IsSource(e.Name())
	}) {
		return 0
	}
	f := &finder{recursive: true}
	f.below(dir)
	return len(f.programs)
}

// embedded adds the programs in a YAML file.
func (f *finder) embedded(path string, found bool) {
	steps, err := render.LoadSteps(path)
	if f.fail(err) {
		return
	}
	for _, s := range steps {
		for _, p := range crossplane.CheckInput(s.Input) {
			f.fail(s.InputError(p.Field, p.Diagnostic.Detail))
		}
		if p := embeddedProgram(path, s); p != nil {
			p.found = found
			f.programs = append(f.programs, p)
		}
	}
}

// below adds the programs of a directory and of those below it. Links to directories are not followed.
func (f *finder) below(dir string) {
	f.fail(walkFolders(dir, func(dir string, files []string) {
		if slices.ContainsFunc(files, render.IsSource) {
			f.directory(dir, true)
		}
		for _, name := range files {
			if path := filepath.Join(dir, name); render.IsYAML(name) && mayHoldPrograms(path) {
				f.embedded(path, true)
			}
		}
	}))
}

// walkFolders visits a directory and those below it, with the names of their files. It skips hidden directories.
func walkFolders(root string, visit func(dir string, files []string)) error {
	return filepath.WalkDir(root, func(dir string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return plainError(dir, err)
		case !e.IsDir():
			return nil
		case dir != root && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return plainError(dir, err)
		}
		var files []string
		for _, e := range entries {
			if !e.IsDir() {
				files = append(files, e.Name())
			}
		}
		visit(dir, files)
		return nil
	})
}

// embeddings matches texts that every Composition with a step for hclx contains.
var embeddings = sync.OnceValues(func() (composition, ours *regexp.Regexp) {
	return regexp.MustCompile(`kind["']?\s*:\s*["']?Composition\b`), regexp.MustCompile(`HclInput|function-hclx?\b`)
})

// largestComposition is the maximum size of a file that is searched for a Composition, unless it is listed. Clusters
// cannot store larger ones.
const largestComposition = 8 << 20

// mayHoldPrograms reports whether a YAML file may be a Composition with a step for hclx.
func mayHoldPrograms(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largestComposition {
		return false
	}
	text, err := limited.File(path)
	kind, ours := embeddings()
	return err == nil && kind.Match(text) && ours.Match(text)
}

// repeats reports whether another program contains all files of a program, and thus has the same diagnostics: sources
// that are listed twice, library files of another program, and the program in a Composition that equals its sources.
func (f *finder) repeats(n int) bool {
	p := f.programs[n]
	for i, other := range f.programs {
		switch {
		case i == n || other.step != nil:
		case p.step != nil:
			if string(txtar.Format(other.archive)) == p.step.Program() {
				return true
			}
		case other.has(p) && (len(other.infos) > len(p.infos) && p.found || len(other.infos) == len(p.infos) && i < n):
			return true
		}
	}
	return false
}

// has reports whether all files of another program are in p.
func (p *program) has(other *program) bool {
	for _, info := range other.infos {
		if !slices.ContainsFunc(p.infos, func(i os.FileInfo) bool { return os.SameFile(i, info) }) {
			return false
		}
	}
	return true
}

// read reads the sources at the path of the program. A file that occurs twice, for example because of a link, is read
// once.
func (p *program) read() error {
	a, err := render.LoadSources(p.path)
	if err != nil {
		return err
	}
	p.archive = &txtar.Archive{}
	dir := p.dir()
	for _, f := range a.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		info, err := os.Stat(name)
		if err != nil {
			return plainError(name, err)
		}
		p.add(f, source.NewFile(name, f.Data), info)
	}
	return nil
}

// add adds a file unless it exists already.
func (p *program) add(f txtar.File, src *source.File, info os.FileInfo) {
	if slices.ContainsFunc(p.infos, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
		return
	}
	p.archive.Files = append(p.archive.Files, f)
	p.files = append(p.files, src)
	p.infos = append(p.infos, info)
}

// embeddedProgram returns the program of a pipeline step, or nil for a step of another function and for an input
// without a program.
func embeddedProgram(path string, s *render.Step) *program {
	if !s.Ours || s.Program() == "" {
		return nil
	}
	p := &program{path: path, step: s}
	whole := programFile(s)
	if d := composition.TooLarge(whole); d != nil {
		p.diags = diag.List{d}
		return p
	}
	p.files, p.diags = composition.ParseArchive(whole)
	if !p.diags.HasErrors() {
		p.archive = &txtar.Archive{}
		for _, f := range p.files {
			p.archive.Files = append(p.archive.Files, txtar.File{Name: f.Name(), Data: []byte(f.Text())})
		}
	}
	return p
}

// programDiagnostics returns the diagnostics of the program of a pipeline step without data. It returns none for steps
// of other functions, and for an input without a program.
func programDiagnostics(s *render.Step) diag.List {
	p := embeddedProgram("", s)
	if p == nil {
		return nil
	}
	_, diags := p.compile()
	return diags
}

// programFile returns a file for the program of a step, inside the files from which it was read.
func programFile(s *render.Step) *source.File {
	return source.NewInner(composition.ArchiveName, s.Program(), s.ProgramPieces())
}

// onlyOf returns the only program of a list.
func onlyOf(programs []*program) (*program, error) {
	if len(programs) == 1 {
		return programs[0], nil
	}
	titles := make([]string, len(programs))
	for i, p := range programs {
		titles[i] = p.title()
	}
	return nil, fmt.Errorf("found %s, but expected one (%s)", wording.Count(len(programs), "program"),
		strings.Join(titles, "; "))
}

// printDiagnostics prints diagnostics with their source lines.
func printDiagnostics(w io.Writer, list diag.List, color bool) {
	// nowhere to report a failing stderr to
	_ = diagrender.Text(w, list.Abridged(maxShown), diagrender.Options{Color: color})
}
