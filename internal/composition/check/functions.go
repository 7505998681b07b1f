package check

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
)

// functions checks the function blocks, except those with an invalid name or the name of another one.
func (c *checker) functions() {
	for _, f := range c.m.Files {
		for _, b := range f.Top() {
			if b.Kind == model.KindFunction {
				c.functionName(b, "function")
			}
		}
	}
	for _, d := range c.m.Functions() {
		for _, o := range d.Symbol.Others {
			c.twice(code.DuplicateFunction, "Duplicate function", o.Range(), "There is another function named "+
				wording.Quoted(d.Symbol.Name)+". Rename one of them.", "the first one is here", d.Symbol.Range())
		}
		c.function(d.Symbol.Block)
	}
}

func (c *checker) functionName(b *model.Block, what string) {
	if name := b.Labels[0].Text; !model.IsFunctionName(name) {
		c.error(code.FunctionName, b.LabelRange(), "Invalid "+what+" name",
			"The name of "+article[what]+" must consist of letters, digits, \"_\" and \"-\", and begin with a letter or "+
				"\"_\", but this is "+wording.Quoted(name)+".")
	}
}

var article = map[string]string{"function": "a function", "argument": "an argument"}

func (c *checker) function(b *model.Block) {
	name := b.Labels[0].Text
	c.description(b, "function")
	for _, arg := range b.Blocks {
		c.functionName(arg, "argument")
	}
	for _, arg := range c.m.Arguments(b) {
		text := arg.Symbol.Name
		for _, o := range arg.Symbol.Others {
			if o.Block.Parent == b {
				c.twice(code.DuplicateArgument, "Duplicate argument", o.Range(), "The function "+wording.Quoted(name)+
					" has another argument named "+wording.Quoted(text)+". Rename one of them.", "the first one is here",
					arg.Symbol.Range())
			}
		}
		c.description(arg.Symbol.Block, "argument")
		if e := arg.Symbol.Block.Attr(model.AttrDefault); e != nil && !c.hasConstant(e) {
			c.error(code.ArgumentDefault, e.Range(), "Default is not constant",
				"The default of argument "+wording.Quoted(text)+" of function "+wording.Quoted(name)+
					" must be a constant. It cannot read variables or invoke functions of the program.")
		}
	}
	c.locals(b.Scope)
	if body := b.Attr(model.AttrBody); body != nil {
		c.expr(body)
	}
}

func (c *checker) description(b *model.Block, what string) {
	e := b.Attr(model.AttrDescription)
	if e == nil {
		return
	}
	if v := c.constants.Of(e); !c.hasConstant(e) || !v.IsZero() && !v.IsString() {
		c.error(code.Description, e.Range(), "Invalid description",
			"The description of "+article[what]+" must be a constant string.")
	}
}

// hasConstant reports whether an expression that must be constant is, or has another error that has been reported: in
// the expression, or in the syntax of its file.
func (c *checker) hasConstant(e *model.Expr) bool {
	if e.File.IsBroken() {
		return true
	}
	if !c.m.IsClosed(e) {
		return false
	}
	if c.constants.Of(e).IsZero() {
		c.evaluate(e, e.Node)
	}
	at := e.Range()
	wrong := func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Subject.File == at.File && at.Span.Covers(d.Subject.Span)
	}
	return !c.constants.Of(e).IsZero() || slices.ContainsFunc(c.diags, wrong)
}
