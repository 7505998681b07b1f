package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
)

// secret is what no output may show. It is of the characters that names may have, so that it can be one.
const secret = "zq7xwv9kplm3"

// traces of the secret, as the functions in the programs make them.
func secretTraces() []string {
	sum := sha256.Sum256([]byte(secret))
	reversed := []byte(secret)
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return []string{
		secret, strings.ToUpper(secret), base64.StdEncoding.EncodeToString([]byte(secret)), hex.EncodeToString(sum[:]),
		string(reversed), secret[3:9],
	}
}

const secretXR = `apiVersion: example.org/v1
kind: XThing
metadata: {name: one, namespace: team}
spec: {on: true}
`

var secretObserved = fmt.Sprintf(`apiVersion: v1
kind: Db
metadata:
  name: db
  namespace: team
  annotations: {crossplane.io/composition-resource-name: db}
spec: {writeConnectionSecretToRef: {name: db-secret}}
---
apiVersion: v1
kind: Secret
metadata:
  name: sec
  namespace: team
  annotations: {crossplane.io/composition-resource-name: sec}
data: {token: %s}
`, base64.StdEncoding.EncodeToString([]byte(secret)))

var secretRequired = fmt.Sprintf(`apiVersion: v1
kind: Secret
metadata: {name: db-secret, namespace: team}
stringData: {password: %s}
---
apiVersion: v1
kind: Secret
metadata: {name: creds, namespace: team}
data: {token: %s}
`, secret, base64.StdEncoding.EncodeToString([]byte(secret)))

const secretProgram = `
requirement creds {
  select {
    apiVersion = "v1"
    kind       = "Secret"
    matchName  = "creds"
    namespace  = "team"
  }
}
resource db {
  body = { apiVersion = "v1", kind = "Db", spec = { writeConnectionSecretToRef = { name = "db-secret" } } }
}
resource sec {
  body = { apiVersion = "v1", kind = "Secret", data = { token = req.resource.sec.data.token }, stringData = { plain = "not in the program for good" } }
}
`

// secretExpression draws an expression with the secret in it.
func secretExpression(t *rapid.T) string {
	x := rapid.SampledFrom([]string{
		"base64decode(req.connection.db.password)", "req.connection.db.password", "req.extra_resources.creds[0].data.token",
		"base64decode(req.extra_resources.creds[0].data.token)", "req.resource.sec.data.token",
		"base64decode(req.resource.sec.data.token)",
	}).Draw(t, "source")
	for range rapid.IntRange(0, 3).Draw(t, "depth") {
		x = fmt.Sprintf(rapid.SampledFrom([]string{
			"upper(%s)", `"a-${%s}-b"`, "[%s]", "{ k = %s }", "{ (%s) = 1 }", "base64encode(%s)", "jsonencode([%s])",
			"sha256(%s)", "reverse(%s)",
			"substr(%s, 3, 6)", "try(%s, null)", "merge({ a = 1 }, { b = %s })", "length(%s)", `%s == "x"`,
			"[for s in [%s] : s]", "{ for s in [%s] : s => s }",
			"join(\"\", reverse(split(\"\", %s)))", "tolist([%s])[0]", "coalesce(%s)", `split("-", %s)`,
			"req.resource[%s].status", "nothere(%s)", `tonumber(%s)`,
			"regex(\"[0-9]\", %s)", "cidrsubnet(%s, 8, 1)", "invoke(%s, {})", "parseint(%s, 36)", "jsondecode(%s)",
			"k8s::quantity(%s)",
			"%s[*]", "%s.a", "%s[0]", "[for k in %s : k]", "{ for k, v in { a = %s } : v => k }", "(%s) ? 1 : 2",
			"true ? %s : 1", "{ a = 1 }[%s]", "[%s...]",
			"try(%s[0], 1)", "can(%s)", "-(%s)", "!(%s)", "(%s) + 1", "(%s) && true", "tostring(%s)", "toset([%s])",
			"\"%%{ if %s == 1 }x%%{ endif }\"",
		}).Draw(t, "wrap"), x)
	}
	return x
}

// secretBlock draws a block that writes an expression somewhere.
func secretBlock(t *rapid.T, i int) string {
	x := secretExpression(t)
	return fmt.Sprintf(rapid.SampledFrom([]string{
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\", spec = { a = %s } }\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\", metadata = { name = %s } }\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\", metadata = { labels = { l = %s } } }\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\", metadata = { annotations = %s } }\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = %s }\n}\n",
		"resource r%d {\n  body = merge({ apiVersion = \"v1\", kind = \"X\" }, %s)\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\", status = %s }\n}\n",
		"resource r%d {\n  condition = %s == 1\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n",
		"resource r%d {\n  body = { apiVersion = \"v1\", kind = \"X\" }\n  ready {\n    value = %s\n  }\n}\n",
		"resources r%d {\n  for_each = %s\n  template {\n    body = { apiVersion = \"v1\", kind = \"X\", x = each.value " +
			"}\n  }\n}\n",
		"resources r%d {\n  for_each = [1]\n  name = %s\n  template {\n    body = { apiVersion = \"v1\", kind = \"X\" }\n  " +
			"}\n}\n",
		"composite status {\n  body = { s%d = %s }\n}\n",
		"composite connection {\n  body = { c%d = %s }\n}\n",
		"context {\n  key = \"k%d\"\n  value = %s\n}\n",
		"context {\n  key = \"k%d\" == \"\" ? \"\" : %s\n  value = 1\n}\n",
		"requirement q%d {\n  select {\n    apiVersion = \"v1\"\n    kind = \"ConfigMap\"\n    matchName = %s\n  }\n}\n",
		"requirement q%d {\n  select {\n    apiVersion = \"v1\"\n    kind = \"ConfigMap\"\n    matchLabels = { a = %s }\n  " +
			"}\n}\n",
	}).Draw(t, "sink"), i, x)
}

// The JSON of any program is one object, and what is sensitive is neither in it nor beside it.
func TestJSONShowsNoSecrets(t *testing.T) {
	dir := t.TempDir()
	write := func(t interface{ Fatal(...any) }, name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	xr, observed, required := write(t, "xr.yaml", secretXR), write(t, "observed.yaml", secretObserved),
		write(t, "required.yaml", secretRequired)
	rapid.Check(t, func(t *rapid.T) {
		program := secretProgram
		for i := range rapid.IntRange(1, 4).Draw(t, "blocks") {
			program += secretBlock(t, i)
		}
		if rapid.IntRange(0, 4).Draw(t, "broken") == 0 {
			at := rapid.IntRange(0, len(program)-1).Draw(t, "at")
			program = program[:at] + rapid.SampledFrom([]string{"", "{", "}", "\"", "]", "$", "é"}).Draw(t, "insert") +
				program[at+1:]
		}
		path := write(t, "main.hcl", program)
		for _, command := range [][]string{{"render", "-c", "-x"}, {"explain"}} {
			args := append(command, "--format", "json", "-o", observed, "-e", required, xr, path)
			var out, errs bytes.Buffer
			code := Main(args, nil, &out, &errs)
			if n, err := objects(&out, &errs); n != 1 || err != nil {
				t.Fatalf("%s: %d objects, exit code %d, %v\n%s%s\n%s", command[0], n, code, err, out.String(), errs.String(),
					program)
			}
			for _, trace := range secretTraces() {
				if text := out.String() + errs.String(); strings.Contains(text, trace) {
					t.Fatalf("%s shows %q:\n%s\n%s", command[0], trace, text, program)
				}
			}
		}
	})
}

// objects counts the JSON objects of an output.
func objects(out, errs *bytes.Buffer) (int, error) {
	d := json.NewDecoder(bytes.NewReader(out.Bytes()))
	for n := 0; ; n++ {
		var object map[string]any
		switch err := d.Decode(&object); {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, fmt.Errorf("%w (%s)", err, errs)
		}
	}
}
