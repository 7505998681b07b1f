package edit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// checkExpr checks that a text is one expression that can be the value of an attribute, and returns it without the
// blanks around it.
func checkExpr(text string) (string, error) {
	f := source.NewFileString("expression", text)
	if containsHeredoc(text) {
		f = source.NewFileString("expression", text+"\n") // which the closing marker needs
	}
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		return "", fmt.Errorf("the expression is not valid: %w", diags.Errors()[0])
	}
	if err := checkLine(f, e.Span()); err != nil {
		return "", err
	}
	return f.Slice(e.Span()), nil
}

// checkLine checks that a text contains only the expression, and no newline that would end the expression.
func checkLine(f *source.File, expr source.Span) error {
	depth := 0
	for t := range syntax.Scan(f) {
		inside := t.Span.Start >= expr.Start && t.Span.End <= expr.End
		switch t.Kind {
		case syntax.TokenOpenBrace, syntax.TokenOpenBracket, syntax.TokenOpenParen, syntax.TokenInterp, syntax.TokenDirective:
			depth++
		case syntax.TokenCloseBrace, syntax.TokenCloseBracket, syntax.TokenCloseParen, syntax.TokenSequenceEnd:
			depth--
		case syntax.TokenComment:
			if !inside {
				return errors.New("an expression that is set cannot have comments before or after it")
			}
		}
		if inside && depth == 0 && endsLine(f, t) {
			return fmt.Errorf("the expression is not valid: %w", brokenLine(f, t.Span))
		}
	}
	return nil
}

// endsLine reports whether a token ends a line of the language.
func endsLine(f *source.File, t syntax.Token) bool {
	return t.Kind == syntax.TokenNewline || t.Kind == syntax.TokenComment && strings.HasSuffix(f.Slice(t.Span), "\n")
}

func brokenLine(f *source.File, at source.Span) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.LineEndInExpression, Summary: "Line end in an expression", Subject: source.Range{File: f, Span: at},
		Detail: "Outside brackets, an expression ends at the end of its line. Put it in parentheses, or write it on one " +
			"line.",
	}
}

func containsHeredoc(expr string) bool {
	if !strings.Contains(expr, "<<") {
		return false
	}
	for t := range syntax.Scan(source.NewFileString("", expr+"\n")) {
		if t.Kind == syntax.TokenOpenHeredoc {
			return true
		}
	}
	return false
}
