package check

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
)

// withHabits rewords diagnostics about names that other tools have, with their equivalent in this language.
func (c *checker) withHabits() {
	for i, d := range c.diags {
		if hint := habit(d); hint != "" {
			c.diags[i] = reworded(d, hint)
		}
	}
}

// reworded returns a diagnostic with the first sentence of its detail and a hint.
func reworded(d *diag.Diagnostic, hint string) *diag.Diagnostic {
	said, _, _ := strings.Cut(d.Detail, ". ")
	told := *d
	told.Detail = strings.TrimSuffix(said, ".") + ". " + hint
	return &told
}

// habit returns the hint for a diagnostic about a name that another tool has.
func habit(d *diag.Diagnostic) string {
	name := d.Subject.Text()
	switch d.Code {
	case code.BlockLabels:
		return labelHabits[d.Summary]
	case code.ExpressionExpected:
		return helmHabit(d.Subject)
	case code.UnknownFunction:
		return functionHabits[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
	}
	return habits[d.Code][name]
}

const (
	inputHabit = "The inputs of a composition are the fields of the composite resource, which the XRD declares. Read " +
		"req.composite.spec.NAME."
	dataHabit = "To read objects of the cluster, write a block requirement NAME { select { ... } }, and read them as " +
		"req.extra_resources.NAME."
	moduleHabit = "There are no modules: all .hcl files of a directory are one program. Share expressions with " +
		"function blocks."
	manyHabit = "For several similar resources, write one block resources NAME { for_each = ... }, whose template reads " +
		"each.key and each.value. For a resource that is optional, set condition."
	bodyHabit = "Write the whole object in the body: body = { apiVersion = ..., kind = ..., spec = { ... } }."
)

// habits are the hints for names of other tools, by the code of the diagnostic.
var habits = map[string]map[string]string{
	code.UnsupportedBlock: {
		"variable": inputHabit,
		"output": "A composition returns the status of the composite resource and its connection details: " +
			"composite status { body = { ... } }.",
		"data":   dataHabit,
		"module": moduleHabit,
		"provider": "Providers are installed in the cluster. A resource selects the configuration of its provider in its " +
			"body: spec.providerConfigRef.",
		"terraform": "There are no settings here: functions and providers are installed in the cluster, which also keeps " +
			"the state.",
		"lifecycle": "Set spec.managementPolicies in the body to limit what Crossplane does with an object. Existing " +
			"resources are not deleted while something is unknown.",
		"dynamic":  "To create a list in a body, use a for expression: [for x in xs : { name = x }].",
		"metadata": bodyHabit, "spec": bodyHabit,
	},
	code.UnsupportedArgument: {
		"for_each": manyHabit, "count": manyHabit,
		"depends_on": "The order follows from what a body reads: one that reads req.resource.NAME.status waits until it " +
			"exists.",
		"provider":   "A resource selects the configuration of its provider in its body: spec.providerConfigRef.",
		"apiVersion": bodyHabit, "kind": bodyHabit, "metadata": bodyHabit, "spec": bodyHabit,
	},
	code.UnknownLocal: {
		"var": inputHabit, "Values": inputHabit, "params": inputHabit,
		"local": "Locals have no prefix: write x for a local named x.",
		"data":  dataHabit, "module": moduleHabit,
		"resource": "Read the observed resource as req.resource.NAME, and the observed members of a collection as " +
			"req.resources.NAME.",
		"resources": "Read the observed members of a collection as req.resources.NAME, and a single observed resource " +
			"as req.resource.NAME.",
		"count": "In the template of a resources block, each.key is the key or the index of the element, and " +
			"each.value the element.",
		"xr":       "The composite resource is req.composite.",
		"oxr":      "The composite resource is req.composite.",
		"dxr":      "To write to the composite resource, use a block composite status { body = { ... } }.",
		"ocds":     "Read the observed resource as req.resource.NAME.",
		"dcds":     "A desired resource is a block resource NAME { body = { ... } }.",
		"observed": "The composite resource is req.composite, and an observed resource is req.resource.NAME.",
		"Release":  "The composite resource is req.composite, and its name is req.composite.metadata.name.",
		"k8s":      "Call the functions of a namespace with two colons: k8s::get(object, path, default).",
	},
}

var labelHabits = map[string]string{
	"Extraneous label for resource": "A resource has one label, its name. The body contains the " +
		"apiVersion and kind of the object.",
	"Missing kind for composite": "Write composite status { ... } for the status of the composite resource, or " +
		"composite connection { ... } for its connection details.",
}

// functionHabits are the hints for functions of other tools, in lower case and without underscores.
var functionHabits = map[string]string{
	"toyaml": instead("yamlencode(x)"), "yamlencode": instead("yamlencode(x)"), "fromyaml": instead("yamldecode(text)"),
	"tojson": instead("jsonencode(x)"), "jsonmarshal": instead("jsonencode(x)"), "fromjson": instead("jsondecode(text)"),
	"parsejson": instead("jsondecode(text)"),
	"b64enc":    instead("base64encode(text)"), "b64dec": instead("base64decode(text)"),
	"sha256sum": instead("sha256(text)"), "md5sum": instead("md5(text)"),
	"print": instead(`a template, "${x}"`), "printf": instead(`format("%s", x)`), "sprintf": instead(`format("%s", x)`),
	"quote":   instead(`a template, "${x}"`),
	"default": instead("coalesce(x, y) for null, or try(x, y) if x may be missing"),
	"ternary": instead("condition ? x : y"),
	"dict":    instead("an object, { a = 1 }"), "list": instead("a tuple, [1, 2]"), "tuple": instead("a tuple, [1, 2]"),
	"len": instead("length(x)"), "size": instead("length(x)"), "str": instead("tostring(x)"),
	"int": instead("tonumber(x)"), "typeof": instead("type(x)"),
	"tostring": instead("tostring(x)"), "nindent": instead("indent(2, text)"), "any": instead("anytrue(list)"),
	"all":     instead("alltrue(list)"),
	"haskey":  instead("contains(keys(x), name)"),
	"get":     instead("k8s::get(object, path, default), or lookup(map, key, default)"),
	"dig":     instead("k8s::get(object, path, default)"),
	"map":     instead("a for expression, [for x in xs : f(x)]"),
	"filter":  instead("a for expression with if, [for x in xs : x if x > 1]"),
	"include": instead("a block function NAME { ... }, called as NAME(...)"), "tpl": instead("a template, \"${x}\""),
	"getcomposedresource": instead("req.resource.NAME"), "getcompositeresource": instead("req.composite"),
	"getresourcecondition":      instead("k8s::condition(object, type)"),
	"getextraresources":         instead("req.extra_resources.NAME"),
	"setresourcenameannotation": "The label of a resource block is its name in the Composition.",
	"option":                    "Programs cannot read the input of the function. " + inputHabit,
}

func instead(of string) string { return "Here it is " + of + "." }

// helmHabit returns the hint for an expression that begins with a dot, as in Helm and go-templating.
func helmHabit(at source.Range) string {
	if at.File == nil {
		return ""
	}
	rest := at.File.Text()[min(int(at.Span.Start), at.File.Len()):]
	for _, name := range []string{".Values", ".observed", ".Release", ".spec"} {
		if strings.HasPrefix(rest, name) {
			return "Expressions begin with a name. The composite resource is req.composite, so its field spec.x is " +
				"req.composite.spec.x, and an observed resource is req.resource.NAME."
		}
	}
	return ""
}

// readAs has the syntax for reading the object of a block.
var readAs = []struct {
	kind model.SymbolKind
	how  string
}{
	{model.Resource, "a resource, which is read as req.resource."},
	{model.Collection, "a collection, whose members are read as req.resources."},
	{model.Requirement, "a requirement, whose answer is read as req.extra_resources."},
}

// otherKind returns the hint for an undeclared name that is the name of a block of another kind.
func (c *checker) otherKind(name string) string {
	for _, as := range readAs {
		if c.m.Find(as.kind, name) != nil {
			return "There is " + as.how + name + "."
		}
	}
	return ""
}
