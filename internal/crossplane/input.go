package crossplane

import (
	"fmt"
	"hash/crc64"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/wording"
)

// DefaultTTL is the default time to live of a response.
const DefaultTTL = time.Minute

// input is the checked input of a pipeline step.
type input struct {
	program    string // txtar, or one plain file
	debug      bool
	debugNew   bool
	ttl        time.Duration
	keep       bool // what exists and has become incomplete
	connection *run.ConnectionSecret
}

var stepTable = crc64.MakeTable(crc64.ECMA)

// step identifies a pipeline step by its input.
func (in *input) step() string {
	sum := crc64.Checksum([]byte(in.program), stepTable)
	rest := fmt.Sprint(in.debug, in.debugNew, in.ttl)
	if in.keep {
		rest += "\x00keep"
	}
	if in.connection != nil {
		rest += "\x00" + in.connection.Name + "\x00" + in.connection.Namespace
	}
	return fmt.Sprintf("%016x", crc64.Update(sum, stepTable, []byte(rest)))
}

// inputFields are the fields that an HclInput may have. apiVersion and metadata are ignored, because installations use
// several API versions.
var inputFields = []string{"apiVersion", "connectionSecret", "debug", "debugNew", "hcl", "kind", "metadata",
	"onIncomplete", "source", "ttl"}

// connectionSecretFields are the fields that the connectionSecret of an input may have.
var connectionSecretFields = []string{"name", "namespace"}

// inputChecker collects the problems of an input.
//
// All mistakes are gathered before anything is said, so that an author who made three of them does not deploy three
// times.
type inputChecker struct {
	from  wireInput
	diags diag.List
	// places are the fields that diags are about.
	places [][]string
}

// InputProblem is a problem in the input of a pipeline step.
type InputProblem struct {
	// Field is the path of the field in the input, which may be missing. It is empty for the whole input.
	Field []string
	// Diagnostic is the diagnostic in the fatal result of the step.
	Diagnostic *diag.Diagnostic
}

// CheckInput returns the problems of an input, except those of the program in it.
func CheckInput(s *structpb.Struct) []InputProblem {
	var c inputChecker
	if s != nil {
		b, err := proto.Marshal(s)
		if err != nil {
			c.fail(nil, "Malformed input", "The input holds text that is not valid UTF-8.")
		}
		c.from = orEmpty(b)
	}
	if len(c.diags) == 0 {
		c.read()
	}
	out := make([]InputProblem, len(c.diags))
	for i, d := range c.diags {
		out[i] = InputProblem{c.places[i], d}
	}
	return out
}

func readInput(from wireInput) (input, diag.List) {
	c := &inputChecker{from: from}
	in := c.read()
	return in, c.diags
}

func (c *inputChecker) read() input {
	in := input{ttl: DefaultTTL}
	if c.from == nil {
		c.fail(nil, "Missing input", "The pipeline step has no input. Add an input of kind HclInput with the program in the "+
			"field \"hcl\".")
		return in
	}
	c.unknownFields(nil, c.from, inputFields)
	if kind, ok := c.from.text("kind"); ok && kind != "HclInput" {
		c.fail([]string{"kind"}, "Unexpected input", "The kind of the input is \""+kind+"\"; expected HclInput.")
	}
	if src, set := c.text("source"); set && src != "Inline" {
		c.fail([]string{"source"}, "Unsupported source", "The input field \"source\" is \""+src+
			"\", but only Inline is supported: put the program in the field \"hcl\".")
	}
	in.program, _ = c.text("hcl")
	if in.program == "" && len(c.diags) == 0 {
		c.fail([]string{"hcl"}, "Missing program",
			"The input field \"hcl\" is missing or empty. It contains the program: a txtar archive of .hcl files, or a single "+
				"file.")
	}
	in.debug, in.debugNew = c.flag("debug"), c.flag("debugNew")
	in.ttl = c.duration("ttl", DefaultTTL)
	in.keep = c.onIncomplete()
	in.connection = c.connectionSecret()
	return in
}

func (c *inputChecker) fail(field []string, summary, detail string) {
	c.places = append(c.places, field)
	c.diags.Add(&diag.Diagnostic{Code: code.InvalidInput, Summary: summary, Detail: detail})
}

func (c *inputChecker) unknownFields(within []string, from wireInput, known []string) {
	for _, name := range from.fields() {
		if !slices.Contains(known, name) {
			field := append(slices.Clip(within), name)
			c.fail(field, "Unknown input field", "The input has an unknown field \""+strings.Join(field, ".")+"\"."+
				diag.DidYouMean(name, known))
		}
	}
}

// mismatch reports a field with an unexpected value.
func (c *inputChecker) mismatch(from wireInput, field []string, expected string) {
	detail := "The input field \"" + strings.Join(field, ".") + "\" must be " + expected
	if found := foundIn(from, field[len(field)-1]); found != "" {
		detail += ", but is " + found
	}
	c.fail(field, "Invalid input field", detail+".")
}

// foundIn describes the value of a field, or returns "" if it is missing.
func foundIn(from wireInput, name string) string {
	if from.null(name) {
		return ""
	}
	if s, ok := from.text(name); ok {
		if s == "" {
			return "an empty string"
		}
		return "a string"
	}
	if _, ok := from.flag(name); ok {
		return "a boolean"
	}
	if _, ok := from.object(name); ok {
		return "an object"
	}
	if from.number(name) {
		return "a number"
	}
	return "a list"
}

// text returns a field that must be a string if it is set.
func (c *inputChecker) text(name string) (string, bool) {
	s, ok := c.from.text(name)
	if !ok && !c.from.null(name) {
		c.mismatch(c.from, []string{name}, "a string")
	}
	return s, ok
}

func (c *inputChecker) flag(name string) bool {
	b, ok := c.from.flag(name)
	if !ok && !c.from.null(name) {
		c.mismatch(c.from, []string{name}, "true or false")
	}
	return b
}

func (c *inputChecker) duration(name string, otherwise time.Duration) time.Duration {
	s, set := c.text(name)
	if !set {
		return otherwise
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		c.fail([]string{name}, "Invalid input field", "The input field \""+name+"\" is \""+wording.Clip(s, 40)+
			"\"; expected a duration such as 30s, 5m or 1h30m.")
		return otherwise
	}
	return d
}

// onIncomplete reports whether existing resources that have become incomplete are kept.
func (c *inputChecker) onIncomplete() bool {
	const field = "onIncomplete"
	s, set := c.text(field)
	if set && s != "Error" && s != "Keep" {
		c.fail([]string{field}, "Invalid input field", "The input field \""+field+"\" is \""+wording.Clip(s, 40)+
			"\"; expected Error or Keep."+diag.DidYouMean(s, []string{"Error", "Keep"}))
	}
	return s == "Keep"
}

func (c *inputChecker) connectionSecret() *run.ConnectionSecret {
	const field = "connectionSecret"
	from, ok := c.from.object(field)
	if !ok {
		if !c.from.null(field) {
			c.mismatch(c.from, []string{field}, "an object with a name and, where needed, a namespace")
		}
		return nil
	}
	c.unknownFields([]string{field}, from, connectionSecretFields)
	s := &run.ConnectionSecret{}
	var isText bool
	if s.Name, isText = from.text("name"); !isText || s.Name == "" {
		c.mismatch(from, []string{field, "name"}, "the name of the Secret, a string")
	}
	if s.Namespace, isText = from.text("namespace"); !isText && !from.null("namespace") {
		c.mismatch(from, []string{field, "namespace"}, "a string")
	}
	return s
}
