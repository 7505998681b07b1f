package coverage

import (
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed page.html
var pages string

var pageTemplates = template.Must(template.New("").Parse(pages))

// listed is a file on the index.
type listed struct {
	Name, Page, Percent string
	Met, Goals          int
}

// page is a file in colours.
type page struct {
	listed
	Lines []line
}

type line struct {
	Number int
	Parts  []part
}

// part is a piece of a line. Class is "hit", "part" or "miss", or "" for text that is not counted. Title describes the
// result.
type part struct{ Class, Title, Text string }

// HTML writes a page with coloured text for each file, and an index, to a folder, which is created if necessary. Pages
// have no scripts and no external resources.
func (p *Profile) HTML(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	met, goals := p.Met()
	index := struct {
		Percent string
		Files   []listed
	}{Percent: Percent(met, goals)}
	taken := map[string]bool{"index": true}
	for i := range p.Files {
		f := &p.Files[i]
		met, goals := f.Met()
		l := listed{Name: f.Name, Page: pageName(f.Name, taken), Percent: Percent(met, goals), Met: met, Goals: goals}
		index.Files = append(index.Files, l)
		if err := write(dir, l.Page, "file", page{l, f.lines()}); err != nil {
			return err
		}
	}
	return write(dir, "index.html", "index", index)
}

func write(dir, name, form string, data any) error {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := pageTemplates.ExecuteTemplate(f, form, data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// pageName returns a name for a page that no other page has, even if case is ignored.
//
// Case does not count because the folder may lie on a file system on which it does not, and one page would overwrite
// the other.
func pageName(file string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, filepath.ToSlash(file))
	name := base
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	taken[strings.ToLower(name)] = true
	return name + ".html"
}

// lines divides the text into parts that belong to one point.
func (f *File) lines() []line {
	owners := f.owners()
	var out []line
	at := 0
	for i, text := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
		l := line{Number: i + 1}
		for from := 0; from < len(text); {
			to := from + 1
			for to < len(text) && owners[at+to] == owners[at+from] {
				to++
			}
			p := part{Text: text[from:to]}
			if owner := owners[at+from]; owner >= 0 {
				p.Class, p.Title = f.Points[owner].shown()
			}
			l.Parts = append(l.Parts, p)
			from = to
		}
		out = append(out, l)
		at += len(text) + 1
	}
	return out
}

// shown returns the class and the title of a point.
func (p *Point) shown() (class, title string) {
	switch met, goals := p.met(); met {
	case goals:
		class = "hit"
	case 0:
		class = "miss"
	default:
		class = "part"
	}
	switch {
	case p.Kind == Block && p.CanWait:
		title = fmt.Sprintf("%s: rendered %d×, waited %d×", p.Name, p.Evaluated, p.Waited)
	case p.Kind == Block:
		title = fmt.Sprintf("%s: rendered %d×", p.Name, p.Evaluated)
	case p.Kind == Condition || p.Kind == Filter || p.Kind == Operand:
		title = fmt.Sprintf("%s: true %d×, false %d×", p.Kind, p.True, p.False)
	default:
		title = fmt.Sprintf("%s: evaluated %d×", strings.TrimSpace(string(p.Kind)+" "+p.Name), p.Evaluated)
	}
	if missed := p.Missed(); len(missed) > 0 {
		title += "; " + strings.Join(missed, ", and ")
	}
	return class, title
}
