// Package schemas finds the schemas of a program on disk: the CRDs, XRDs and OpenAPI documents in files and folders,
// and the kinds that they define.
//
// An [Index] reads a few lines of each definition, and parses a definition when one of its kinds is looked up. The
// results are stored in the user's cache folder, by file, size and modification time. A missing, broken or old cache
// only costs time.
package schemas

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
)

// maxFile limits the size of a file of schemas.
const maxFile = 512 << 20

// PackageLine begins a file with all definitions of a package. The reference of the package follows it.
const PackageLine = "# package: "

// Options are the options of an Index.
type Options struct {
	// Cache is the folder of the cache; "" means no cache.
	Cache string
	// CompositesOnly ignores everything except XRDs, which is used for the YAML files beside a program.
	CompositesOnly bool
}

// Index is a [schema.Source] of the kinds in files and folders. It is safe for concurrent use.
type Index struct {
	entries  map[schema.Name]*entry
	groups   map[string][]schema.Name
	problems []error
}

// entry is a kind that was found.
type entry struct {
	found
	*definitions
}

// definitions are the kinds of a piece, which is parsed when one of them is looked up.
//
// All versions of a definition share one of these, and so does a claim with its composite: a document is parsed once,
// whichever of its kinds is asked for first.
type definitions struct {
	file  *indexed
	piece piece

	once  sync.Once
	kinds []*schema.Kind
	err   error
}

// Open searches files and folders, including subfolders. If a kind is defined twice, the first definition counts, in
// the order of paths and then of names. The error is for a path that cannot be read; errors in single files are in
// [Index.Problems].
func Open(paths []string, options Options) (*Index, error) {
	x := &Index{entries: map[schema.Name]*entry{}, groups: map[string][]schema.Name{}}
	return x, x.Include(paths, options)
}

// Include searches additional files and folders, whose definitions come after the existing ones. The index must not be
// used by others meanwhile.
func (x *Index) Include(paths []string, options Options) error {
	for _, path := range paths {
		files, err := look(path, options)
		if err != nil {
			return err
		}
		for _, f := range files {
			x.add(f, options)
		}
	}
	return nil
}

func (x *Index) add(f *indexed, options Options) {
	if f.Problem != "" {
		x.problems = append(x.problems, errors.New(f.Problem))
	}
	for _, p := range f.Pieces {
		d := &definitions{file: f, piece: p}
		for _, k := range p.Kinds {
			if options.CompositesOnly && k.Role == schema.Resource || x.entries[k.Name] != nil {
				continue
			}
			x.entries[k.Name] = &entry{k, d}
			x.groups[k.Name.Group] = append(x.groups[k.Name.Group], k.Name)
		}
	}
}

// Problems returns the errors in files. The readable parts of these files are used.
func (x *Index) Problems() []error { return x.problems }

// Len returns the number of kinds.
func (x *Index) Len() int { return len(x.entries) }

// Found is a kind of an index, with its position.
type Found struct {
	Name schema.Name
	Role schema.Role
	File string
}

// All returns the kinds of the index, by name.
func (x *Index) All() []Found {
	all := make([]Found, 0, len(x.entries))
	for _, e := range x.entries {
		all = append(all, Found{e.Name, e.Role, e.file.path})
	}
	slices.SortFunc(all, func(a, b Found) int { return cmp.Or(a.Name.Compare(b.Name), strings.Compare(a.File, b.File)) })
	return all
}

// Names returns the names of the kinds of a group.
func (x *Index) Names(group string) []schema.Name { return x.groups[group] }

// Groups returns the groups that have kinds.
func (x *Index) Groups() []string { return slices.Sorted(maps.Keys(x.groups)) }

// IsWhole reports whether the kinds of a group come from a package, which contains all of them; see [PackageLine].
func (x *Index) IsWhole(group string) bool {
	return slices.ContainsFunc(x.groups[group], func(n schema.Name) bool { return x.entries[n].file.Package })
}

// Lookup returns a kind, whose definition is parsed on first use. It returns nil for a kind that the index does not
// have.
//
// The file may have changed since it was indexed. That is noticed in two ways: the piece cannot be read to its end, or
// it no longer defines the kind. In both cases the next start finds the new state, so the message asks to try again. An
// edit that keeps both is simply read as it is now.
func (x *Index) Lookup(n schema.Name) (*schema.Kind, error) {
	e := x.entries[n]
	if e == nil {
		return nil, nil
	}
	kinds, err := e.load()
	for _, k := range kinds {
		if k.Name == n {
			return k, nil
		}
	}
	return nil, cmp.Or(err, fmt.Errorf("%s: the definition of %s no longer exists; try again", e.file.path, n))
}

func (d *definitions) load() ([]*schema.Kind, error) {
	d.once.Do(func() {
		var text []byte
		if text, d.err = d.file.read(d.piece); d.err == nil {
			d.kinds, d.err = parsePiece(d.file.path, text, d.piece)
		}
	})
	return d.kinds, d.err
}

// read returns the text of a piece.
func (f *indexed) read(p piece) ([]byte, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, limited.Plain(err)
	}
	defer func() { _ = file.Close() }()
	text := make([]byte, p.Length)
	if _, err := file.ReadAt(text, int64(p.Offset)); err != nil {
		return nil, fmt.Errorf("%s: the file changed while it was being read; try again", f.path)
	}
	return text, nil
}

// parsePiece returns the kinds of a piece, with their positions in the file.
func parsePiece(path string, text []byte, p piece) ([]*schema.Kind, error) {
	if i := indentOf(text); p.Item && i < len(text) {
		text = slices.Clone(text)
		// With a space for the dash the item reads as a mapping, and no character of it moves: lines and columns in
		// messages stay those of the file. The text may belong to the whole file, so a copy is changed.
		text[i] = ' ' // the dash
	}
	file := source.NewFragment(path, text, source.Position{Line: p.Line, Column: 1, Byte: p.Offset})
	docs, err := manifest.Parse(file)
	var kinds []*schema.Kind
	for _, d := range docs {
		more, wrong := schema.Read(d.Value, &schema.Document{File: path, Locate: d.Locate})
		kinds = append(kinds, more...)
		var e *schema.Error
		if errors.As(wrong, &e) && err == nil {
			err = &manifest.Error{Place: d.Locate(e.Path), Message: e.Message}
		}
	}
	return kinds, err
}

func foundOf(kinds []*schema.Kind) (all []found) {
	for _, k := range kinds {
		all = append(all, found{k.Name, k.Role})
	}
	return all
}

// indexed is the data of a file in an index. Exported fields are written to the cache.
type indexed struct {
	path    string
	Name    string // below the path that was given
	Size    int64
	Changed int64 // in nanoseconds; 0 if it is too young to tell a later change
	Pieces  []piece
	Problem string
	Package bool // it was taken out of a package
}

// look returns the files at a path, from the cache if they have not changed.
func look(path string, options Options) ([]*indexed, error) {
	known := map[string]*indexed{}
	c := cacheFor(path, options.Cache)
	for _, f := range c.load() {
		known[f.Name] = f
	}
	now := time.Now()
	var files []*indexed
	fresh := false
	err := walk(path, func(name, full string, info fs.FileInfo) {
		changed := info.ModTime().UnixNano()
		f := known[name]
		if f == nil || f.Size != info.Size() || f.Changed != changed {
			f = scanFile(full, info)
			f.Name, f.Size, fresh = name, info.Size(), true
			// A file that changed just now has another time than 0, so such an entry never fits, and the file is looked
			// at again next time.
			if f.Changed = changed; now.Sub(info.ModTime()) < tooYoung {
				f.Changed = 0
			}
		}
		f.path = full
		files = append(files, f)
	})
	if err != nil {
		return nil, err
	}
	// The second condition covers files that are gone: their entries have to leave the cache, although no other file
	// changed.
	if fresh || len(files) != len(known) {
		c.store(files)
	}
	return files, nil
}

// walk visits the YAML and JSON files at a path, by name.
//
// Files are visited in lexical order, which decides between two definitions of one kind and has to be the same on every
// machine. Links to files are followed. Links to folders are not, so that a link to a folder further up cannot lead in
// a circle.
func walk(path string, visit func(name, full string, info fs.FileInfo)) error {
	info, err := os.Stat(path)
	if err != nil {
		return limited.Plain(err)
	}
	if !info.IsDir() {
		visit("", path, info)
		return nil
	}
	return filepath.WalkDir(path, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return limited.Plain(err)
		}
		hidden := strings.HasPrefix(d.Name(), ".") && full != path
		switch {
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case d.IsDir() || hidden || !isDocument(full):
			return nil
		}
		info, err := d.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = os.Stat(full)
		}
		if err != nil {
			return limited.Plain(err)
		}
		if info.Mode().IsRegular() {
			name, _ := filepath.Rel(path, full)
			visit(filepath.ToSlash(name), full, info)
		}
		return nil
	})
}

func isDocument(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path))
}

func scanFile(path string, info fs.FileInfo) *indexed {
	f := &indexed{}
	if info.Size() > maxFile {
		f.Problem = fmt.Sprintf("%s: is larger than %d MiB", path, maxFile>>20)
		return f
	}
	text, err := limited.Large(path, maxFile)
	if err != nil {
		f.Problem = limited.Plain(err).Error()
		return f
	}
	f.Package = bytes.HasPrefix(text, []byte(PackageLine))
	whole := func(p piece) []found {
		kinds, err := parsePiece(path, text[p.Offset:p.Offset+p.Length], p)
		if err != nil && f.Problem == "" {
			f.Problem = err.Error()
		}
		return foundOf(kinds)
	}
	// JSON has no lines that could be trusted: a document may stand on a single one. It is parsed as a whole.
	if filepath.Ext(path) == ".json" {
		p := piece{Length: len(text), Line: 1}
		if p.Kinds = whole(p); len(p.Kinds) > 0 {
			f.Pieces = []piece{p}
		}
		return f
	}
	f.Pieces = scan(text, whole)
	return f
}

var _ schema.Source = (*Index)(nil)
