package cli

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/console"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/types"
)

type evalCommand struct {
	Profile string   `enum:"standard,compat,extended" default:"extended" help:"Rules for evaluation: standard (the specification), compat (HashiCorp's implementation) or extended (compositions)."`
	Vars    string   `placeholder:"FILE|JSON" help:"Variables: a JSON object, or a file with a JSON object or with named scopes."`
	Type    bool     `help:"Print the types instead of the values."`
	JSON    bool     `name:"json" help:"Print values with their types as JSON."`
	Batch   bool     `help:"Read JSON lines {\"expr\": ...} from standard input and answer each with a JSON line."`
	Exprs   []string `arg:"" optional:"" name:"expr" help:"Expressions. Without any, they are read from standard input."`
}

// Help describes the three ways to use the command.
func (*evalCommand) Help() string {
	return `Evaluates expressions with the function library:

    hclx eval 'cidrsubnet("10.0.0.0/8", 8, 2)'
    hclx eval --vars '{"env": "prod"}' 'upper(env)'
    hclx eval --vars '{"n": 2}' -- '-n'

Put an expression that begins with a minus sign after --. This is not necessary if a digit, a bracket, a
quote or a function call follows the minus sign.

Without an expression, the command starts a console if standard input is a terminal. Otherwise all of
standard input is one expression.

With --batch, every line of standard input is a request {"expr": TEXT, "vars": {...}, "scope": NAME}. For a
template, use "template" instead of "expr". The answer is one line with "result", which has "type" and
"value" (numbers are strings with all digits), or with "unknown", which is the type. It always has "diags".
"error" explains why a request is not valid or why a value cannot be printed. Each answer is printed before
the next request is read.`
}

// Run evaluates.
func (e *evalCommand) Run(c *Context) error {
	con, err := e.console(c)
	if err != nil {
		return err
	}
	e.warnOfScopes(c, con)
	switch {
	case e.Batch && len(e.Exprs) > 0:
		return fmt.Errorf("--batch reads expressions from standard input, so none can be given as arguments")
	case e.Batch:
		return con.Batch(c.Stdin, c.Stdout)
	case len(e.Exprs) > 0:
		return e.all(c, con, "<argument %d>", e.Exprs)
	}
	if in, ok := c.Stdin.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		return dialogue(c, con, in)
	}
	text, err := limited.All(c.Stdin)
	if err != nil {
		return err
	}
	return e.all(c, con, "<stdin>", []string{string(text)})
}

// warnOfScopes warns that variables in named scopes cannot be read if no request names a scope.
func (e *evalCommand) warnOfScopes(c *Context, con *console.Console) {
	if e.Batch || len(con.Vars.Scopes) == 0 {
		return
	}
	printLine(c.Stderr, fmt.Sprintf("hclx: warning: --vars has named scopes (%s), which only requests of --batch with "+
		"\"scope\" use; for other expressions, give a JSON object with a property for each variable", con.Vars.ScopeNames()))
}

func (e *evalCommand) console(c *Context) (*console.Console, error) {
	profile := map[string]*types.Profile{"standard": types.Standard, "compat": types.Compat,
		"extended": types.Extended}[e.Profile]
	con := &console.Console{Profile: profile, Functions: stdlib.Table()}
	if e.Vars == "" {
		return con, nil
	}
	text := []byte(e.Vars)
	what := "--vars"
	if !strings.HasPrefix(strings.TrimSpace(e.Vars), "{") {
		what = e.Vars
		var err error
		if text, err = c.file(e.Vars); err != nil {
			return nil, err
		}
	}
	vars, err := console.ReadVars(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	con.Vars = *vars
	return con, nil
}

// all evaluates expressions. It continues after an expression with errors.
func (e *evalCommand) all(c *Context, con *console.Console, name string, exprs []string) error {
	failed := false
	for i, expr := range exprs {
		if strings.Contains(name, "%d") {
			failed = !e.one(c, con, fmt.Sprintf(name, i+1), expr) || failed
		} else {
			failed = !e.one(c, con, name, strings.TrimRight(expr, "\n")+"\n") || failed
		}
	}
	if failed {
		return endErrors
	}
	return nil
}

func (e *evalCommand) one(c *Context, con *console.Console, name, expr string) bool {
	v, diags := con.Eval(name, expr)
	showDiagnostics(c, diags)
	if diags.HasErrors() {
		return false
	}
	text := ""
	switch {
	case e.Type:
		text = v.Type().String()
	case e.JSON:
		var err error
		if text, err = console.JSON(v); err != nil {
			fail(c.Stderr, err)
			return false
		}
	default:
		text = console.Show(v)
	}
	_, err := fmt.Fprintln(c.Stdout, text)
	return err == nil
}
