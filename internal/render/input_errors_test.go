package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	goodXR          = "apiVersion: example.org/v1\nkind: XApp\nmetadata:\n  name: shop\n  namespace: team-a\n"
	goodComposition = `apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata:
  name: apps
spec:
  compositeTypeRef:
    apiVersion: example.org/v1
    kind: XApp
  mode: Pipeline
  pipeline:
  - step: app
    functionRef:
      name: function-hclx
    input:
      kind: HclInput
`
	observedHead = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  namespace: team-a\n"
)

// TestInputErrors gives one wrong file at a time. The want text is the whole message, with names relative to the
// folder.
func TestInputErrors(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(goodComposition, old, new, 1) }
	for _, tt := range []struct{ name, file, data, want string }{
		{"xr missing", "xr.yaml", "-", `xr.yaml: no such file or directory`},
		{"xr empty", "xr.yaml", "# nothing\n", "xr.yaml: is empty; one composite resource (XR) is expected"},
		{"xr twice", "xr.yaml", goodXR + "---\n" + goodXR,
			"xr.yaml:7:1: found 2 documents in this file; exactly one composite resource (XR) is expected"},
		{"xr not yaml", "xr.yaml", "a: [1\nb: 2\n", "xr.yaml:2:2: not YAML: did not find expected ',' or ']'"},
		{"xr not utf-8", "xr.yaml", "a: \"\xff\"\n",
			"xr.yaml:1:5: not UTF-8: byte 0xff, number 5 of the file, does not begin a character; save the file as UTF-8"},
		{"xr a list", "xr.yaml", "- a\n",
			"xr.yaml:1:1: found a list, but expected an object (a mapping with apiVersion and kind)"},
		{"xr text", "xr.yaml", "hello\n",
			`xr.yaml:1:1: found the string "hello", but expected an object (a mapping with apiVersion and kind)`},
		{"xr without kind", "xr.yaml", "apiVersion: v1\nKind: XApp\n",
			`xr.yaml:1:1: this object has no kind. Did you mean "Kind"?`},
		{"xr kind a number", "xr.yaml", "apiVersion: v1\nkind: 1\n",
			"xr.yaml:2:7: this object: kind must be a string that is not empty, found the number 1"},
		{"xr name a boolean", "xr.yaml", "apiVersion: v1\nkind: A\nmetadata: {name: no}\n",
			"xr.yaml:3:18: A: metadata.name must be a string that is not empty, found the boolean false (YAML reads a plain " +
				"no as one; quote it)"},
		{"xr without name", "xr.yaml", "apiVersion: v1\nkind: A\nmetadata:\n  naem: x\n",
			`xr.yaml:4:3: A has no metadata.name. Did you mean "naem"?`},
		{"xr is a composition", "xr.yaml", goodComposition,
			"xr.yaml:2:7: found a Composition, but expected the composite resource (XR); the order is XR COMPOSITION " +
				"[FUNCTIONS]"},
		{"xr with a duplicate key", "xr.yaml", "a: 1\nb: 2\na: 3\n", `xr.yaml:3:1: duplicate key "a", first set in line 1`},
		{"xr with a large integer", "xr.yaml", goodXR + "spec:\n  n: 9007199254740993\n",
			"xr.yaml:7:6: integer 9007199254740993 would be changed on its way to the function: Crossplane passes numbers as " +
				"64-bit floats, which hold integers exactly only up to 9007199254740992. Quote it to pass it as a string"},
		{"xr with infinity", "xr.yaml", goodXR + "spec: {n: -.inf}\n",
			"xr.yaml:6:11: number -.inf is not finite; JSON numbers are finite"},
		{"xr with a strange tag", "xr.yaml", goodXR + "spec: !secret x\n", "xr.yaml:6:7: unknown YAML tag !secret"},
		{"xr with a cyclic alias", "xr.yaml", goodXR + "spec: &a {b: *a}\n",
			"xr.yaml:6:7: values nested more than 1000 levels deep (does an alias contain itself?)"},
		{"xr with an alias bomb", "xr.yaml", goodXR + "spec: &a [*a, *a]\n",
			"xr.yaml:6:7: values nested more than 1000 levels deep (does an alias contain itself?)"},
		{"xr with a long alias bomb", "xr.yaml",
			"a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d " +
				"[*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n",
			"xr.yaml:1:12: the aliases of this document expand to more than 100000 values"},
		{"xr with a bad merge", "xr.yaml", goodXR + "spec: {<<: 1}\n",
			"xr.yaml:6:12: the value of a << key must be a mapping or a list of mappings"},

		{"composition not utf-8", "composition.yaml", edit("Pipeline", "é\xe9"),
			"composition.yaml:9:10: not UTF-8: byte 0xe9, number 167 of the file, does not begin a character; save the file " +
				"as UTF-8"},
		{"composition missing", "composition.yaml", "-", "composition.yaml: no such file or directory"},
		{"no composition", "composition.yaml", goodXR,
			`composition.yaml:2:7: not a Composition: found XApp "team-a/shop" of apiVersion example.org/v1; expected a ` +
				`Composition of apiextensions.crossplane.io/v1, an .hcl file or a directory of .hcl files`},
		{"old composition", "composition.yaml", edit("crossplane.io/v1", "crossplane.io/v1beta1"),
			"composition.yaml:1:13: unknown version apiextensions.crossplane.io/v1beta1 of Composition; expected " +
				"apiextensions.crossplane.io/v1"},
		{"other kind", "composition.yaml", edit("kind: XApp", "kind: XDb"),
			"composition.yaml:8:11: Composition's compositeTypeRef.kind (XDb) does not match the XR's kind (XApp, in xr.yaml)"},
		{"other version", "composition.yaml", edit("example.org/v1", "example.org/v2"),
			"composition.yaml:7:17: Composition's compositeTypeRef.apiVersion (example.org/v2) does not match the XR's " +
				"apiVersion (example.org/v1, in xr.yaml)"},
		{"no type", "composition.yaml", edit("compositeTypeRef", "compositeTyperef"),
			`composition.yaml:6:3: unknown field "compositeTyperef" in spec. Did you mean "compositeTypeRef"?`},
		{"mode", "composition.yaml", edit("Pipeline", "Resources"),
			`composition.yaml:9:9: spec.mode must be Pipeline, found the string "Resources"; Crossplane v2 has no other mode.`},
		{"no steps", "composition.yaml", edit("pipeline:", "steps:"),
			`composition.yaml:10:3: unknown field "steps" in spec. Expected here: compositeTypeRef, environment, mode, ` +
				`pipeline, publishConnectionDetailsWithStoreConfigRef, writeConnectionSecretsToNamespace.`},
		{"step without name", "composition.yaml", edit("- step: app", "- name: app"),
			`composition.yaml:11:5: unknown field "name" in spec.pipeline[0]. Expected here: credentials, functionRef, input, ` +
				`requirements, step.`},
		{"step without function", "composition.yaml", edit("functionRef", "functionref"),
			`composition.yaml:12:5: unknown field "functionref" in spec.pipeline[0]. Did you mean "functionRef"?`},
		{"step no object", "composition.yaml", edit("  - step: app\n", "  - app\n  - step: app\n"),
			"composition.yaml:11:5: pipeline step 1 is not an object"},
		{"input no object", "composition.yaml", edit("input:\n      kind: HclInput", "input: |\n      resource a {}"),
			`composition.yaml:14:12: pipeline step "app": input must be an object, found the string "resource a {}\n"`},
		{"step twice", "composition.yaml", goodComposition + "  - step: app\n    functionRef: {name: function-hclx}\n",
			`composition.yaml:16:11: pipeline step "app": an earlier step already has this name; step names must be unique`},
		{"no steps", "composition.yaml", strings.Split(goodComposition, "  pipeline:")[0],
			`composition.yaml:6:3: Composition "apps" has no pipeline steps; spec.pipeline must contain at least one`},
		{"step without a name", "composition.yaml", edit("step: app", `step: ""`),
			"composition.yaml:11:5: pipeline step 1 has no name; set step."},
		{"pipeline misspelt", "composition.yaml", edit("pipeline:", "pipelin:"),
			`composition.yaml:10:3: unknown field "pipelin" in spec. Did you mean "pipeline"?`},
		{"functionRef.name misspelt", "composition.yaml", edit("name: function", "nam: function"),
			`composition.yaml:13:7: unknown field "nam" in spec.pipeline[0].functionRef. Did you mean "name"?`},
		{"several unknown fields", "composition.yaml",
			strings.NewReplacer("mode:", "mod:", "metadata:\n", "metadata:\n  lables: {a: b}\n").Replace(goodComposition),
			"composition.yaml:4:3: unknown field \"lables\" in metadata. Did you mean \"labels\"?\ncomposition.yaml:10:3: " +
				"unknown field \"mod\" in spec. Did you mean \"mode\"?"},
		{"mode misspelt", "composition.yaml", edit("mode: Pipeline", "mode: pipeline"),
			`composition.yaml:9:9: spec.mode must be Pipeline, found the string "pipeline"; Crossplane v2 has no other mode. ` +
				`Did you mean "Pipeline"?`},
		{"kind misspelt", "composition.yaml", edit("kind: Composition", "kind: Compositon"),
			`composition.yaml:2:7: not a Composition: found Compositon "apps" of apiVersion apiextensions.crossplane.io/v1; ` +
				`expected a Composition of apiextensions.crossplane.io/v1, an .hcl file or a directory of .hcl files. Did you ` +
				`mean "Composition"?`},
		{"our input for another function", "composition.yaml", edit("function-hclx", "function-kcl"),
			`composition.yaml:13:13: pipeline step "app": the input is an HclInput, but function-kcl is not hclx, whose name ` +
				`is function-hclx or function-hcl.`},
		{"our input for a function misspelt", "composition.yaml", edit("function-hclx", "crossplane-contrib-function-hlc"),
			`composition.yaml:13:13: pipeline step "app": the input is an HclInput, but crossplane-contrib-function-hlc is ` +
				`not hclx, whose name is function-hclx or function-hcl. Did you mean "function-hcl"?`},
		{"input kind misspelt", "composition.yaml",
			strings.NewReplacer("function-hclx", "function-kcl", "HclInput", "HCLInput").Replace(goodComposition),
			`composition.yaml:15:13: pipeline step "app": the input has kind HCLInput. Did you mean "HclInput"?`},
		{"function misspelt", "composition.yaml",
			strings.NewReplacer("function-hclx", "function-hlc", "HclInput", "Other").Replace(goodComposition),
			`composition.yaml:13:13: pipeline step "app": hclx does not run function "function-hlc" itself, and no ` +
				`FUNCTIONS are given. Did you mean "function-hcl"?` + "\n" + missingHelp},
		{"function elsewhere", "composition.yaml",
			goodComposition + "  - step: names\n    functionRef: {name: function-kcl}\n",
			`composition.yaml:17:25: pipeline step "names": hclx does not run function "function-kcl" itself, and no ` +
				`FUNCTIONS are given.` + "\n" + missingHelp},
		{"bad requirement", "composition.yaml",
			goodComposition + "    requirements: {requiredResources: [{requirementName: a, apiversion: v1, kind: Pod}]}\n",
			`composition.yaml:16:61: unknown field "apiversion" in spec.pipeline[0].requirements.requiredResources[0]. Did ` +
				`you mean "apiVersion"?`},
		{"ambiguous requirement", "composition.yaml",
			goodComposition + "    requirements: {requiredResources: [{requirementName: a, apiVersion: v1, kind: Pod, name: " +
				"x, matchLabels: {a: b}}]}\n",
			`composition.yaml:16:40: pipeline step "app": required resource "a" has both name and matchLabels; set only one ` +
				`of them`},
		{"credentials without file", "composition.yaml",
			goodComposition + "    credentials: [{name: c, source: Secret, secretRef: {namespace: ns, name: aws}}]\n",
			`composition.yaml:16:18: pipeline step "app": credentials "c": there is no Secret "ns/aws"; pass it with ` +
				`--function-credentials`},
		{"credentials of no source", "composition.yaml", goodComposition + "    credentials: [{name: c}]\n",
			`composition.yaml:16:19: pipeline step "app": credentials "c": source must be Secret or None, found ""`},
		{"credentials without secret", "composition.yaml", goodComposition + "    credentials: [{name: c, source: Secret}]\n",
			`composition.yaml:16:19: pipeline step "app": credentials "c": secretRef needs a name and a namespace`},

		{"functions: no function", "functions.yaml", goodXR,
			`functions.yaml:2:7: not a Function: found XApp "team-a/shop" of apiVersion example.org/v1; expected a Function ` +
				`of pkg.crossplane.io/v1`},
		{"credentials: no secret", "credentials.yaml", goodXR,
			`credentials.yaml:2:7: found XApp "team-a/shop", but expected function credentials (v1 Secrets)`},
		{"required without kind", "required.yaml", goodXR + "---\napiVersion: v1\nmetadata: {name: x}\n",
			`required.yaml:7:1: this object "x" has no kind.`},

		{"observed without annotation", "observed.yaml",
			observedHead + "  annotations:\n    crossplane.io/composition-resource: a\n",
			`observed.yaml:7:5: observed resource ConfigMap "team-a/one" does not have the annotation ` +
				`crossplane.io/composition-resource-name with its name in the Composition. Did you mean ` +
				`"crossplane.io/composition-resource"?`},
		{"observed elsewhere", "observed.yaml", strings.Replace(observedHead, "team-a", "team-b", 1) +
			"  annotations: {crossplane.io/composition-resource-name: a}\n",
			`observed.yaml:5:14: observed resource ConfigMap "team-b/one" is not in the namespace of the XR, "team-a"`},
		{"observed twice", "observed.yaml",
			observedHead + "  annotations: {crossplane.io/composition-resource-name: a}\n---\n" + observedHead +
				"  annotations: {crossplane.io/composition-resource-name: a}\n",
			`observed.yaml:13:58: ConfigMap "team-a/one": composed resource "a" is already observed as ConfigMap "team-a/one"`},
		{"observed of another owner", "observed.yaml",
			observedHead + "  annotations: {crossplane.io/composition-resource-name: a}\n  ownerReferences: [{apiVersion: v1, " +
				"kind: XApp, name: x, uid: '', controller: true}]\n",
			`observed.yaml:7:20: observed resource ConfigMap "team-a/one" is controlled by XApp with uid "", not by the XR, ` +
				`whose uid is "2ea9aefe-84a0-59c1-819b-0557ab29c342"; leave ownerReferences out, or give the XR that metadata.uid`},
		{"observed secret not base64", "required.yaml",
			"apiVersion: v1\nkind: Secret\nmetadata: {name: conn, namespace: team-a}\ndata:\n  password: s3cr3t!\n",
			`required.yaml:5:13: Secret "team-a/conn": the value of "password" is not base64 (text that is not encoded goes ` +
				`into stringData)`},

		{"no xrd", "xrd.yaml", goodXR,
			`xrd.yaml:2:7: not an XRD: found XApp "team-a/shop" of apiVersion example.org/v1; a CompositeResourceDefinition ` +
				`of apiextensions.crossplane.io/v1 or v2 is expected`},
		{"xrd of another kind", "xrd.yaml", xrd("v2", "XDb", "example.org", "v1"),
			"xrd.yaml:4:42: the XRD defines kind XDb, the XR in xr.yaml has kind XApp"},
		{"xrd of another group", "xrd.yaml", xrd("v2", "XApp", "example.com", "v1"),
			`xrd.yaml:4:15: the XRD defines API group example.com, the XR in xr.yaml has group "example.org"`},
		{"xrd without the version", "xrd.yaml", xrd("v2", "XApp", "example.org", "v1beta1"),
			"xr.yaml:1:13: the XRD in xrd.yaml has no version example.org/v1."},
		{"xrd of strange scope", "xrd.yaml",
			strings.Replace(xrd("v2", "XApp", "example.org", "v1"), "{group", "{scope: namespaced, group", 1),
			`xrd.yaml:4:15: unknown scope "namespaced"; expected Namespaced or Cluster, or LegacyCluster in an XRD of v1. Did ` +
				`you mean "Namespaced"?`},
		{"legacy xrd of v2", "xrd.yaml",
			strings.Replace(xrd("v2", "XApp", "example.org", "v1"), "{group", "{scope: LegacyCluster, group", 1),
			`xrd.yaml:4:15: the scope LegacyCluster is only for XRDs of apiVersion apiextensions.crossplane.io/v1, but this ` +
				`one is of v2; Crossplane refuses it. Change the apiVersion`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := renderWith(t, tt.file, tt.data)
			if got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
			for _, bad := range []string{"<nil>", "structpb", "yaml.", "goroutine", "s3cr3t"} {
				if strings.Contains(got, bad) {
					t.Errorf("the message shows %q: %s", bad, got)
				}
			}
		})
	}
}

func xrd(version, kind, group, served string) string {
	return "apiVersion: apiextensions.crossplane.io/" + version +
		"\nkind: CompositeResourceDefinition\nmetadata: {name: x}\n" +
		"spec: {group: " + group + ", names: {kind: " + kind + "}, versions: [{name: " + served + "}]}\n"
}

// renderWith replaces one file of a render that works ("-" removes it) and returns the error.
func renderWith(t *testing.T, file, data string) string {
	t.Helper()
	files := map[string]string{"xr.yaml": goodXR, "composition.yaml": goodComposition}
	if file == "required.yaml" {
		files["observed.yaml"] = observedHead +
			"  annotations: {crossplane.io/composition-resource-name: a}\nspec: {writeConnectionSecretToRef: {name: conn}}\n"
	}
	files[file] = data
	if data == "-" {
		delete(files, file)
	}
	dir := writeAll(t, files)
	name, text := renderDir(dir, "")
	if name != "want.err" {
		t.Fatalf("no error; output\n%s", text)
	}
	return strings.TrimSuffix(strings.ReplaceAll(text, dir+string(filepath.Separator), ""), "\n")
}

// writeAll writes files into a new directory and returns it.
func writeAll(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for n, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(n))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
