package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// names checks the references in the attributes of a block.
func (c *checker) names(b *model.Block) {
	for i := range b.Attributes {
		c.expr(b.Attributes[i].Expr)
	}
}

// expr checks the references in an expression.
func (c *checker) expr(e *model.Expr) {
	c.exprs = append(c.exprs, e)
	refs := c.m.Refs(e)
	for i := range refs {
		ref := &refs[i]
		s := c.m.Symbol(e.File, ref.Symbol)
		switch {
		case s.Kind == model.Undeclared:
			c.unknown(e, ref, s)
		case s.Kind == model.Root && len(ref.Steps()) > 1:
			c.index(e, ref, s)
		}
	}
}

// nameCodes are the codes of diagnostics about an undeclared name.
var nameCodes = []string{code.UnknownLocal, code.UnknownMember, code.UnknownFunction, code.MisplacedVariable,
	code.FunctionState, code.Undeclared}

// maxUses limits the places that are shown for an undefined name.
const maxUses = 8

// gathered merges the diagnostics about one name into one: it is about the first use, and shows the others. The first
// sentence of a detail has the name and the place where it is missing: in the program, or in a function.
func gathered(diags diag.List) diag.List {
	type name struct{ code, missing string }
	uses := map[name]diag.List{}
	nameOf := func(d *diag.Diagnostic) name {
		missing, _, _ := strings.Cut(d.Detail, ". ")
		return name{d.Code, strings.TrimSuffix(missing, ".")}
	}
	var out diag.List
	for _, d := range diags {
		if slices.Contains(nameCodes, d.Code) {
			uses[nameOf(d)] = append(uses[nameOf(d)], d)
		} else {
			out = append(out, d)
		}
	}
	for _, d := range diags {
		if list := uses[nameOf(d)]; len(list) > 0 && list[0] == d {
			out = append(out, withUses(list))
		}
	}
	return out
}

// withUses returns the first of some diagnostics about one name, with the number and the places of the others.
func withUses(uses diag.List) *diag.Diagnostic {
	uses = uses.Dedupe()
	uses.Sort()
	if len(uses) == 1 {
		return uses[0]
	}
	told := *uses[0]
	told.Detail += " It is used " + strconv.Itoa(len(uses)) + " times."
	told.Notes = slices.Clone(told.Notes)
	for i, d := range uses[1:] {
		if i == maxUses {
			break
		}
		told.Notes = append(told.Notes, diag.Note{Message: "it is also used here", Range: d.Subject})
	}
	return &told
}

func stepRange(e *model.Expr, s syntax.Step) source.Range {
	return e.File.Range(s.Source)
}

// unknown reports an undeclared name. Blocks may be declared elsewhere; functions and their arguments are checked at
// their calls.
func (c *checker) unknown(e *model.Expr, ref *model.Reference, s *model.Symbol) {
	switch s.Wanted {
	case model.Local:
		c.unknownLocal(e, stepRange(e, ref.Steps()[0]), s.Name)
	case model.Root:
		c.misplaced(e, stepRange(e, ref.Steps()[0]), s.Name)
	case model.Member:
		c.unknownMember(stepRange(e, ref.Steps()[1]), s.Owner, s.Name, c.membersOf(e, s.Owner))
	}
}

// misplaced reports a variable of the language in a place where it does not exist.
func (c *checker) misplaced(e *model.Expr, at source.Range, root string) {
	if f := e.Scope.InFunction(); f != nil {
		c.error(code.FunctionState, at, "Function reads outside state", "The function "+wording.Quoted(f.Labels[0].Text)+
			" reads \""+root+
			"\", but a function can only read its arguments and its own locals. Pass the value as an argument.")
		return
	}
	detail := "\"self\" is available in resource and resources blocks, and in the blocks inside them."
	if root == model.RootEach {
		detail = "\"each\" is available in the name argument and in the template block of a resources block."
	}
	c.cascade(e.File, code.MisplacedVariable, at, "Variable not available here", detail)
}

func (c *checker) unknownLocal(e *model.Expr, at source.Range, name string) {
	f := e.Scope.InFunction()
	detail := "There is no local or variable named " + wording.Quoted(name) + " here"
	if f != nil {
		detail = "The function " + wording.Quoted(f.Labels[0].Text) + " has no argument or local named " +
			wording.Quoted(name)
	}
	detail += "." + c.suggest(name, func() []string { return c.m.Names(e.Scope) })
	switch {
	case c.mayDefine(name):
	case f != nil: // the arguments may be in a part that could not be parsed
		c.cascade(e.File, code.UnknownLocal, at, "Unknown local", detail)
	default:
		c.error(code.UnknownLocal, at, "Unknown local", detail)
	}
}

// membersOf returns the members of a root variable at the place of an expression.
func (c *checker) membersOf(e *model.Expr, root string) []string {
	switch root {
	case model.RootReq:
		return model.ReqMembers
	case model.RootEach:
		return model.EachMembers
	}
	self, _ := e.Scope.SelfHere()
	return self.Members()
}

// index checks an index of a root variable; all of these are objects.
func (c *checker) index(e *model.Expr, ref *model.Reference, s *model.Symbol) {
	step := ref.Steps()[1]
	if step.Kind == syntax.StepIndex && step.Key.Kind() != types.KindString {
		c.error(code.UnknownMember, stepRange(e, step), "Invalid index", "\""+s.Name+"\" is an object; its members are "+
			wording.All(c.membersOf(e, s.Name))+".")
	}
}

func (c *checker) unknownMember(at source.Range, root, name string, members []string) {
	hint := diag.DidYouMean(name, members)
	if hint == "" {
		hint = " Its members here are " + wording.All(members) + "."
	}
	c.error(code.UnknownMember, at, "Unknown member", "\""+root+"\" has no member named "+wording.Quoted(name)+" here."+
		hint)
}

// splats checks the members that are read through splats of root variables, as in req[*].composite.
func (c *checker) splats(f *model.File) {
	for _, s := range c.m.RootSplats(f) {
		each, ok := s.Node.Each.(*syntax.RelTraversal)
		if !ok || each.Of != syntax.Expr(s.Node.Item) || each.Steps[0].Kind != syntax.StepAttr {
			continue
		}
		root := c.m.Symbol(f, s.Root).Name
		name, members := each.Steps[0].Key.AsString(), c.membersOf(s.Expr, root)
		if !slices.Contains(members, name) {
			c.unknownMember(stepRange(s.Expr, each.Steps[0]), root, name, members)
		}
	}
}
