package crossplane

import (
	"slices"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
)

// DefaultTTL is how long a response may be used when the input does not say.
const DefaultTTL = time.Minute

// input is the checked input of a pipeline step (C16).
type input struct {
	program    string // txtar, or one plain file
	debug      bool
	debugNew   bool
	ttl        time.Duration
	connection *composition.ConnectionSecret
}

// inputFields are the fields that an HclInput may have. apiVersion and metadata are accepted and not looked at, since
// installations use several API versions.
var inputFields = []string{"apiVersion", "connectionSecret", "debug", "debugNew", "hcl", "kind", "metadata", "source", "ttl"}

// inputChecker gathers what is wrong with an input.
type inputChecker struct {
	from  inputObject
	diags diag.List
}

func readInput(from inputObject) (input, diag.List) {
	in := input{ttl: DefaultTTL}
	c := &inputChecker{from: from}
	if from == nil {
		c.fail("Missing input", "The pipeline step has no input. Give it one of kind HclInput whose field \"hcl\" holds the program.")
		return in, c.diags
	}
	c.unknownFields("", from, inputFields)
	if kind, ok := from.text("kind"); ok && kind != "HclInput" {
		c.fail("Unexpected input", "The kind of the input is \""+kind+"\", but HclInput is expected.")
	}
	if src, set := c.text("source"); set && src != "Inline" {
		c.fail("Unsupported source", "The input field \"source\" is \""+src+"\", but only Inline is supported: the program stands in the field \"hcl\".")
	}
	in.program, _ = c.text("hcl")
	if in.program == "" && len(c.diags) == 0 {
		c.fail("Missing program", "The input field \"hcl\" is missing or empty. It holds the program: a txtar archive of .hcl files, or one plain file.")
	}
	in.debug, in.debugNew = c.flag("debug"), c.flag("debugNew")
	in.ttl = c.duration("ttl", DefaultTTL)
	in.connection = c.connectionSecret()
	return in, c.diags
}

func (c *inputChecker) fail(summary, detail string) {
	c.diags.Add(&diag.Diagnostic{Code: "invalid-input", Summary: summary, Detail: detail})
}

func (c *inputChecker) unknownFields(prefix string, from inputObject, known []string) {
	for _, name := range from.fields() {
		if !slices.Contains(known, name) {
			c.fail("Unknown input field", "The input has a field \""+prefix+name+"\", which is not known."+diag.DidYouMean(name, known))
		}
	}
}

// text returns a field that has to be a string if it is set.
func (c *inputChecker) text(name string) (string, bool) {
	s, ok := c.from.text(name)
	if !ok && !c.from.null(name) {
		c.fail("Invalid input field", "The input field \""+name+"\" has to be a string.")
	}
	return s, ok
}

func (c *inputChecker) flag(name string) bool {
	b, ok := c.from.flag(name)
	if !ok && !c.from.null(name) {
		c.fail("Invalid input field", "The input field \""+name+"\" has to be true or false.")
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
		c.fail("Invalid input field", "The input field \""+name+"\" is \""+clip(s)+"\", but a duration such as 30s, 5m or 1h30m is expected.")
		return otherwise
	}
	return d
}

func (c *inputChecker) connectionSecret() *composition.ConnectionSecret {
	from, ok := c.from.object("connectionSecret")
	if !ok {
		if !c.from.null("connectionSecret") {
			c.fail("Invalid input field", "The input field \"connectionSecret\" has to be an object with a name and, where needed, a namespace.")
		}
		return nil
	}
	c.unknownFields("connectionSecret.", from, []string{"name", "namespace"})
	s := &composition.ConnectionSecret{}
	var isText bool
	if s.Name, isText = from.text("name"); !isText || s.Name == "" {
		c.fail("Invalid input field", "The input field \"connectionSecret.name\" has to be the name of the Secret, a string.")
	}
	if s.Namespace, isText = from.text("namespace"); !isText && !from.null("namespace") {
		c.fail("Invalid input field", "The input field \"connectionSecret.namespace\" has to be a string.")
	}
	return s
}
