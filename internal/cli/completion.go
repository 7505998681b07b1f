package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help describes how to use the script.
func (*completionCommand) Help() string {
	return `Prints a script with which a shell completes commands, flags, their values and files. To load it in every
session:

    echo 'source <(hclx completion bash)' >> ~/.bashrc
    echo 'source <(hclx completion zsh)' >> ~/.zshrc
    hclx completion fish > ~/.config/fish/completions/hclx.fish`
}

// Run prints the script.
func (s *completionCommand) Run(c *Context) error {
	parser, err := newParser(&grammar{}, c)
	if err != nil {
		return err
	}
	words := completions(parser.Model.Node, "")
	script := map[string]func([]completion) string{"bash": bashScript, "zsh": zshScript,
		"fish": fishScript}[s.Shell](words)
	if _, err := io.WriteString(c.Stdout, script); err != nil {
		return fmt.Errorf("cannot write the script: %w", err)
	}
	return nil
}

// completion contains the words that can follow a command.
type completion struct {
	// path is the command, such as "schemas add"; empty for hclx itself.
	path     string
	commands []word
	flags    []word
	// values are the values of arguments with a limited set of values.
	values []string
}

// word is a word that can be completed.
type word struct {
	text, help string
	short      rune
	takesValue bool
	values     []string
}

// completions returns the completions of a command and its subcommands.
func completions(n *kong.Node, path string) []completion {
	c := completion{path: path}
	for _, group := range n.AllFlags(false) {
		for _, f := range group {
			c.flags = append(c.flags, word{text: "--" + f.Name, help: firstSentence(f.Help), short: f.Short,
				takesValue: !f.IsBool() && !f.IsCounter(), values: enumOf(f.Value)})
		}
	}
	for _, p := range n.Positional {
		c.values = append(c.values, enumOf(p)...)
	}
	var below []completion
	for _, child := range n.Children {
		c.commands = append(c.commands, word{text: child.Name, help: firstSentence(child.Help)})
		below = append(below, completions(child, strings.TrimSpace(path+" "+child.Name))...)
	}
	if path == "help" {
		for _, other := range n.Parent.Children {
			if other != n {
				c.commands = append(c.commands, word{text: other.Name, help: firstSentence(other.Help)})
			}
		}
	}
	return append([]completion{c}, below...)
}

// enumOf returns the values of a flag or argument, or none if they are not limited.
func enumOf(v *kong.Value) []string {
	return slices.DeleteFunc(v.EnumSlice(), func(e string) bool { return e == "" })
}

// firstSentence shortens help to one sentence.
func firstSentence(help string) string {
	s, _, _ := strings.Cut(help, ". ")
	s, _, _ = strings.Cut(s, ": ")
	return strings.TrimSuffix(strings.Join(strings.Fields(s), " "), ".")
}

func texts(words []word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.text)
		if w.short != 0 {
			out = append(out, "-"+string(w.short))
		}
	}
	return strings.Join(out, " ")
}

// bashScript completes by the command that the words before form.
func bashScript(all []completion) string {
	var b strings.Builder
	b.WriteString(`# bash completion for hclx; load it by: source <(hclx completion bash)
_hclx() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path="" word i commands="" flags="" values=""
  if [[ $cur == "=" ]]; then cur=""; fi
  if [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case "${path:+$path }$word" in
`)
	for _, c := range all {
		if c.path != "" {
			fmt.Fprintf(&b, "    %q) path=%q ;;\n", c.path, c.path)
		}
	}
	b.WriteString("    esac\n  done\n  case \"$path,$prev\" in\n")
	for _, c := range all {
		for _, f := range c.flags {
			if len(f.values) > 0 {
				fmt.Fprintf(&b, "  %q) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", c.path+","+f.text,
					strings.Join(f.values, " "))
			}
		}
	}
	b.WriteString("  esac\n  case \"$path\" in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %q) commands=%q flags=%q ;;\n", c.path,
			strings.TrimSpace(texts(c.commands)+" "+strings.Join(c.values, " ")), texts(c.flags))
	}
	b.WriteString(`  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _hclx hclx
`)
	return b.String()
}

// zshScript uses the function _arguments.
func zshScript(all []completion) string {
	var b strings.Builder
	b.WriteString("#compdef hclx\n# zsh completion for hclx; load it by: source <(hclx completion zsh)\n")
	for _, c := range all {
		fmt.Fprintf(&b, "\n%s() {\n", zshName(c.path))
		if len(c.commands) > 0 {
			b.WriteString("  local -a commands=(\n")
			for _, w := range c.commands {
				fmt.Fprintf(&b, "    %s\n", shellQuote(strings.ReplaceAll(w.text, ":", "\\:")+":"+w.help))
			}
			b.WriteString("  )\n")
		}
		b.WriteString("  local state line\n  _arguments -C \\\n")
		for _, f := range c.flags {
			value := ""
			switch {
			case len(f.values) > 0:
				value = ":value:(" + strings.Join(f.values, " ") + ")"
			case f.takesValue:
				value = ":value:_files"
			}
			help := strings.NewReplacer("[", "(", "]", ")", ":", " ").Replace(f.help)
			mark := ""
			if f.takesValue {
				mark = "="
			}
			fmt.Fprintf(&b, "    %s \\\n", shellQuote("*"+f.text+mark+"["+help+"]"+value))
			if f.short != 0 {
				fmt.Fprintf(&b, "    %s \\\n", shellQuote("*-"+string(f.short)+"["+help+"]"+value))
			}
		}
		switch {
		case len(c.values) > 0:
			fmt.Fprintf(&b, "    %s\n}\n", shellQuote("*:value:("+strings.Join(c.values, " ")+")"))
		case len(c.commands) == 0:
			b.WriteString("    '*:file:_files'\n}\n")
		case c.path == "help":
			b.WriteString("    '*: :->command'\n  [[ $state == command ]] && _describe command commands\n}\n")
		default:
			b.WriteString("    '1: :->command' \\\n    '*:: :->rest'\n  case $state in\n  command) _describe command commands " +
				";;\n  rest)\n    case $line[1] in\n")
			for _, w := range c.commands {
				fmt.Fprintf(&b, "    %s) %s ;;\n", w.text, zshName(strings.TrimSpace(c.path+" "+w.text)))
			}
			b.WriteString("    esac ;;\n  esac\n}\n")
		}
	}
	b.WriteString("\nif [[ $funcstack[1] == _hclx ]]; then\n  _hclx \"$@\"\nelse\n  compdef _hclx hclx\nfi\n")
	return b.String()
}

func zshName(path string) string {
	return strings.TrimSuffix("_hclx_"+strings.ReplaceAll(path, " ", "_"), "_")
}

// fishScript has a line for every word.
func fishScript(all []completion) string {
	var b strings.Builder
	b.WriteString("# fish completion for hclx; put it into ~/.config/fish/completions/hclx.fish\n")
	for _, c := range all {
		when := "__fish_use_subcommand"
		if c.path != "" {
			seen := strings.Fields(c.path)
			when = "__fish_seen_subcommand_from " + seen[len(seen)-1]
			if len(seen) > 1 {
				when = "__fish_seen_subcommand_from " + seen[0] + "; and " + when
			}
		}
		line := func(rest string, args ...any) {
			fmt.Fprintf(&b, "complete -c hclx -n %s %s\n", shellQuote(when), fmt.Sprintf(rest, args...))
		}
		for _, w := range c.commands {
			line("-f -a %s -d %s", shellQuote(w.text), shellQuote(w.help))
		}
		if len(c.values) > 0 {
			line("-f -a %s", shellQuote(strings.Join(c.values, " ")))
		}
		for _, f := range c.flags {
			flag := "-l " + strings.TrimPrefix(f.text, "--")
			if f.short != 0 {
				flag = "-s " + string(f.short) + " " + flag
			}
			switch {
			case len(f.values) > 0:
				flag += " -x -a " + shellQuote(strings.Join(f.values, " "))
			case f.takesValue:
				flag += " -r"
			}
			line("%s -d %s", flag, shellQuote(f.help))
		}
	}
	return b.String()
}

// shellQuote quotes a text for all three shells.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
