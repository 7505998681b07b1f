package cli

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
)

// evalName names the subcommand whose arguments are expressions.
const evalName = "eval"

// readString reads a string argument unchanged. The parser would convert it by way of JSON, which replaces bytes that
// are not UTF-8.
func readString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	target.SetString(fmt.Sprint(token.Value))
	return nil
}

// readDuration reads a length of time.
func readDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("duration")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is not a duration such as 30s or 5m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// negative matches arguments that begin with a minus but cannot be a flag, because a number, a bracket, a quote or a
// function call follows.
var negative = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-+(\s|[0-9("\[{]|[\pL_][\pL\pN_:-]*\()`)
})

// expressionsLast moves the expressions of eval after all flags and a "--", so that -1 is not a flag. It does not
// change other arguments.
func expressionsLast(app *kong.Application, args []string) []string {
	var flags, others []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			others = append(others, args[i+1:]...)
			i = len(args)
		case !strings.HasPrefix(arg, "-") || arg == "-" || negative().MatchString(arg):
			others = append(others, arg)
		case !takesValue(app, arg):
			flags = append(flags, arg)
		case i+1 == len(args):
			return args // the value is missing, which the parser says
		default:
			flags = append(flags, arg, args[i+1])
			i++
		}
	}
	if len(others) < 2 || others[0] != evalName {
		return args
	}
	return slices.Concat(others[:1], flags, []string{"--"}, others[1:])
}

// takesValue reports whether an argument is a flag, of eval or of all subcommands, whose value is the next argument.
func takesValue(app *kong.Application, arg string) bool {
	for _, cmd := range app.Children {
		if cmd.Name != evalName {
			continue
		}
		for _, flag := range slices.Concat(cmd.AllFlags(false)...) {
			if "--"+flag.Name == arg {
				return !flag.IsBool()
			}
		}
	}
	return false
}

// expressionHint explains how to write the expression that was probably meant by an unknown short flag, or returns "".
func expressionHint(err *kong.ParseError) string {
	cmd := err.Context.Selected()
	flag, unknown := strings.CutPrefix(err.Error(), "unknown flag -")
	if cmd == nil || cmd.Name != evalName || !unknown || strings.HasPrefix(flag, "-") {
		return ""
	}
	i := slices.IndexFunc(err.Context.Args, func(arg string) bool {
		return len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && arg != "-h"
	})
	if i < 0 {
		return ""
	}
	quoted := "'" + strings.ReplaceAll(err.Context.Args[i], "'", `'\''`) + "'"
	return "If this is an expression, write: hclx eval -- " + quoted
}
