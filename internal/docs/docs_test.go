package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/cli"
)

// documents lists the Markdown files that are checked, below the root of the module.
func documents(t *testing.T, root string) (files []string) {
	t.Helper()
	for _, pattern := range []string{"README.md", "docs/*.md", "examples/*/README.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("there is no documentation")
	}
	return files
}

// generatedPage matches the comment of a page that is generated; whoever generates it checks it.
var generatedPage = regexp.MustCompile(`(?m)^<!-- Generated .*Do not edit\. -->$`)

func moduleRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestDocumentation(t *testing.T) {
	root := moduleRoot(t)
	var programs []Block
	for _, path := range documents(t, root) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if generatedPage.Match(text) {
			continue
		}
		name, _ := filepath.Rel(root, path)
		blocks, err := ParseBlocks(name, string(text))
		if err != nil {
			t.Error(err)
		}
		for _, block := range blocks {
			if block.Language == "go" && !block.Fragment {
				programs = append(programs, block)
				continue
			}
			t.Run(block.String(), func(t *testing.T) { checkBlock(t, root, block) })
		}
	}
	checkPrograms(t, root, programs)
}

func checkBlock(t *testing.T, root string, block Block) {
	if block.Fragment {
		return
	}
	switch block.Language {
	case "", "text", "diff", "txtar", "proto":
	case "hcl":
		if err := checkHCL(block); err != nil {
			t.Error(err)
		}
	case "json":
		if !json.Valid([]byte(block.Text)) {
			t.Error("the block is no valid JSON; mark it as fragment when it is only a part")
		}
	case "yaml":
		if err := checkYAML(block.Text); err != nil {
			t.Errorf("the block is no valid YAML: %v", err)
		}
	case "console":
		checkConsole(t, root, block)
	case "sh", "bash":
		checkShell(t, root, block)
	default:
		t.Errorf("nothing checks blocks of language %q; the package comment of internal/docs lists those that are",
			block.Language)
	}
}

func checkYAML(text string) error {
	for decoder := yaml.NewDecoder(strings.NewReader(text)); ; {
		var document any
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// session runs the commands of one block, in a directory with a copy of the examples: there or, for the README of an
// example, in its folder.
type session struct {
	t    *testing.T
	code int // exit code of the last command
}

func newSession(t *testing.T, root string, block Block) *session {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if folder := filepath.Dir(block.File); strings.HasPrefix(folder, "examples") {
		dir = filepath.Join(dir, folder)
	}
	t.Chdir(dir)
	return &session{t: t}
}

// run gives what a command prints on its two outputs together, and whether it is one that can run here.
func (s *session) run(words []string) (output string, ok bool) {
	if arguments, ok := hclxArguments(words); ok && (len(arguments) == 0 || arguments[0] != "serve") {
		var out bytes.Buffer
		s.code = cli.Main(arguments, strings.NewReader(""), &out, &out)
		return out.String(), true
	}
	switch {
	case len(words) == 2 && words[0] == "cd":
		s.t.Chdir(words[1])
		return "", true
	case len(words) == 2 && words[0] == "cat":
		text, err := os.ReadFile(words[1])
		if err != nil {
			s.t.Error(err)
		}
		return string(text), true
	case len(words) == 2 && words[0] == "echo" && words[1] == "$?":
		return fmt.Sprintln(s.code), true
	}
	return "", false
}

func checkConsole(t *testing.T, root string, block Block) {
	commands, err := ParseConsole(block.Text)
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, root, block)
	for _, command := range commands {
		output, ok := s.run(command.Words)
		where := fmt.Sprintf("%s:%d: $ %s", block.File, block.Line+command.Line, strings.Join(command.Words, " "))
		if !ok {
			t.Errorf("%s\ncannot run in a test; mark the block as fragment", where)
			continue
		}
		if !matchOutput(command.Output, output) {
			t.Errorf("%s\nprints\n%s\nbut the text shows\n%s", where, output, command.Output)
		}
	}
}

func checkShell(t *testing.T, root string, block Block) {
	s := newSession(t, root, block)
	text := strings.ReplaceAll(block.Text, "\\\n", " ")
	for line := range strings.Lines(text) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), " #")
		words, err := splitWords(command)
		if _, ok := hclxArguments(words); err != nil || !ok && (len(words) == 0 || words[0] != "cd") {
			continue
		}
		if output, ok := s.run(words); ok && s.code != 0 {
			t.Errorf("%s: %s\nexits with code %d and prints\n%s", block, command, s.code, output)
		}
	}
}

// checkPrograms builds the Go files of the documentation together, each as a package of its own that exists only in an
// overlay, and runs those that say what they print.
func checkPrograms(t *testing.T, root string, programs []Block) {
	if len(programs) == 0 {
		return
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	arguments := []string{"build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", dir + string(filepath.Separator)}
	for i, block := range programs {
		name := programName(i)
		file := filepath.Join(dir, name+".go")
		writeFile(t, file, []byte(block.Text))
		overlay.Replace[filepath.Join(root, "internal", "docs", name, "main.go")] = file
		arguments = append(arguments, "./internal/docs/"+name)
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "overlay.json"), text)
	build := exec.Command("go", arguments...)
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the Go programs of the documentation (%v, in this order) do not build: %v\n%s", programs, err, output)
	}
	for i, block := range programs {
		want, ok := expectedOutput(block.Text)
		if !ok {
			continue
		}
		output, err := exec.Command(filepath.Join(dir, programName(i))).CombinedOutput()
		if err != nil || !matchOutput(want, string(output)) {
			t.Errorf("%s: the program prints (%v)\n%s\nbut the text shows\n%s", block, err, output, want)
		}
	}
}

func programName(i int) string { return fmt.Sprintf("program%d", i) }

func writeFile(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// expectedOutput is the comment that begins with "Output:" in a program, as in an example of package testing.
func expectedOutput(program string) (output string, ok bool) {
	_, comment, ok := strings.Cut(program, "// Output:\n")
	for line := range strings.Lines(comment) {
		text, isComment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !isComment {
			break
		}
		output += strings.TrimPrefix(text, " ") + "\n"
	}
	return output, ok
}

func TestExpectedOutput(t *testing.T) {
	output, ok := expectedOutput("func main() {\n\tx()\n\t// Output:\n\t// a\n\t//\n\t//  b\n}\n")
	if want := "a\n\n b\n"; !ok || output != want {
		t.Errorf("got %q, %v, want %q", output, ok, want)
	}
	if _, ok := expectedOutput("func main() {}\n"); ok {
		t.Error("found an output where none is shown")
	}
}
