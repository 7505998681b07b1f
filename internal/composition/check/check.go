// Package check finds errors and probable mistakes in a program without running it. It reads the model and the values
// of constants.
//
// # Terms
//
// An error is reported only if every run would fail, or if the program is meaningless. A warning is about something
// that may be intended: something that is not used, or that may drop existing resources. The content of a file with
// syntax errors, and names that may be declared there, are not reported.
//
// blocks.go has the rules of each block. References are checked in names.go; locals and functions in locals.go and
// functions.go. drop.go, drop_calls.go, drop_open.go and facts.go find places that mistake temporarily missing data for
// intent; members.go finds bodies that depend on which members are observed, constants.go constants that fail in every
// run, and exclusive.go blocks of one name that exclude each other.
package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Constants are the values of the expressions without dependencies, by file and [model.Expr.Index]; the zero Value for
// all others.
type Constants [][]value.Value

// Of returns the constant value of an expression, the zero Value if it has none; e may be nil.
func (c Constants) Of(e *model.Expr) value.Value {
	if e == nil {
		return value.Value{}
	}
	return c[e.File.Index][e.Index]
}

// Program checks a program as a whole. The diagnostics include those of compiling its expressions, and have no
// particular order.
func Program(m *model.Program, constants Constants, functions function.Table, compiled diag.List) diag.List {
	c := &checker{m: m, constants: constants, table: functions, named: map[named][]declared{}, facts: facts{},
		followed: map[model.ExprID]bool{}, diags: compiled}
	c.drops, c.calls = newDropWalk(c, c.facts), &callRisks{c: c, known: map[model.SymbolID]*argumentUse{}}
	c.byMember = &memberReads{m: m, known: map[model.ExprID][]memberRead{}, reported: map[source.Range]bool{}}
	for _, f := range m.Files {
		c.diags.Add(f.Problems...)
	}
	c.reserved()
	c.functions()
	c.locals(nil)
	c.cycles()
	for _, f := range m.Files {
		c.splats(f)
		c.keys(f)
		c.blocks(f.Top(), nil, true)
	}
	c.empty()
	c.duplicates()
	c.unread = unreadWords(m)
	if !m.IsBroken() { // a missing declaration may be in a part that could not be parsed
		c.undeclared()
		c.unused()
	}
	c.withHabits()
	return gathered(c.diags)
}

// checker checks one program.
type checker struct {
	m         *model.Program
	constants Constants
	table     function.Table
	diags     diag.List
	suggested int
	searched  int

	named    map[named][]declared
	facts    facts
	drops    *dropWalk
	calls    *callRisks
	byMember *memberReads
	followed map[model.ExprID]bool // locals whose constants were checked
	spent    int64                 // steps of constants that were evaluated
	budget   eval.Budget
	cyclic   map[model.ExprID]bool // locals that are part of a cycle, so that walks do not follow them
	exprs    []*model.Expr         // all that are evaluated
	visited  []model.Declared      // the locals
	members  *model.Members        // nil until needed
	unread   map[string]bool       // the words in unread parts
}

// unreadWords are the words in the blocks and arguments that are in no schema: a local may be used there, and names
// that are used elsewhere may be declared there.
func unreadWords(m *model.Program) map[string]bool {
	words := map[string]bool{}
	border := func(c rune) bool { return c != '-' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	for _, f := range m.Files {
		for _, part := range f.Unread {
			for word := range strings.FieldsFuncSeq(f.Range(part).Text(), border) {
				words[word] = true
			}
		}
	}
	return words
}

// empty reports a program without any block: it would render nothing, which deletes everything that it rendered before.
func (c *checker) empty() {
	if c.m.IsBroken() || c.diags.HasErrors() || slices.ContainsFunc(c.m.Files, func(f *model.File) bool {
		return !f.IsEmpty()
	}) {
		return
	}
	var at source.Range
	if len(c.m.Files) > 0 {
		at.File = c.m.Files[0].Source
	}
	c.error(code.EmptyProgram, at, "Empty program",
		"The program has no blocks, so it would render nothing, and existing resources would be deleted. Write at least "+
			"one, for example resource name { body = { ... } }.")
}

func (c *checker) error(code string, at source.Range, summary, detail string) {
	c.diags.Add(&diag.Diagnostic{Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (c *checker) warn(code string, at source.Range, summary, detail string) {
	c.diags.Add(&diag.Diagnostic{Severity: diag.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// cascade reports an error that may be the consequence of a syntax error, only if its file has no syntax errors.
func (c *checker) cascade(f *model.File, code string, at source.Range, summary, detail string) {
	if !f.IsBroken() {
		c.error(code, at, summary, detail)
	}
}

// twice reports a second definition.
func (c *checker) twice(code, summary string, at source.Range, detail, note string, first source.Range) {
	c.diags.Add(&diag.Diagnostic{
		Code: code, Summary: summary, Subject: at, Detail: detail, Notes: []diag.Note{{Message: note, Range: first}},
	})
}

// The maximum number of searches for a similar name, and of names in all searches, which take time in large programs.
const (
	maxSuggestions = 100
	maxSearched    = 200_000
)

// suggest returns a sentence with the nearest name, or "".
func (c *checker) suggest(name string, names func() []string) string {
	if c.suggested++; c.suggested > maxSuggestions || c.searched > maxSearched {
		return ""
	}
	candidates := names()
	c.searched += len(candidates)
	return diag.DidYouMean(name, candidates)
}

// mayDefine reports whether a file with syntax errors seems to assign to a name, so that an error about the name would
// mislead.
func (c *checker) mayDefine(name string) bool {
	if !c.m.IsBroken() {
		return false
	}
	assigns := regexp.MustCompile(regexp.QuoteMeta(name) + `[ \t]*=([^=]|$)`)
	return slices.ContainsFunc(c.m.Files, func(f *model.File) bool {
		return f.IsBroken() && assigns.MatchString(f.Source.Text())
	})
}

// isConstant reports whether an expression is a constant with a certain truth value.
func (c *checker) isConstant(e *model.Expr, want bool) bool {
	v := c.constants.Of(e)
	return v.IsBool() && v.AsBool() == want
}

// attribute applies rules to the constant parts of an attribute; certain is set if it is evaluated in every run.
func (c *checker) attribute(e *model.Expr, rules *contract.Rules, certain bool) {
	v := c.constants.Of(e)
	switch {
	case rules.Value == nil:
	case !v.IsZero():
		c.obeys(e, v, rules.Value)
	case rules.Items && !e.File.IsBroken():
		if v := model.Literals(e.Node, func(value.Value) bool { return true }); !v.IsZero() {
			c.obeys(e, v, rules.Value)
		}
	}
	if !certain || c.m.IsBroken() {
		return
	}
	if v.IsZero() {
		c.certain(e, e.Node, 0)
	}
	if rules.Written != nil {
		c.written(e, v, rules.Written)
	}
}

func (c *checker) obeys(e *model.Expr, v value.Value, holds contract.Rule) {
	for _, bad := range holds(v) {
		c.error(contract.Code, c.m.Place(e, bad.Path), bad.Summary, bad.Detail)
	}
}
