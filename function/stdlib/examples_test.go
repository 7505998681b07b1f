package stdlib_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/valuejson"
)

var profiles = map[string]*types.Profile{"Standard": types.Standard, "Compat": types.Compat, "Extended": types.Extended}

func sortedTable() []*function.Decl {
	var out []*function.Decl
	for _, d := range table {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *function.Decl) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// TestExamples runs the examples of all declarations under all profiles.
func TestExamples(t *testing.T) {
	for _, d := range sortedTable() {
		for _, e := range d.Examples {
			for name, p := range profiles {
				checkExample(t, name, p, e)
			}
		}
	}
}

func checkExample(t *testing.T, name string, p *types.Profile, e function.Example) {
	t.Helper()
	v, err := evaluate(e.Call, p, nil)
	switch {
	case e.Error != "" && err == nil:
		t.Errorf("%s: %s gives %s, but should fail", name, e.Call, show(v))
	case e.Error != "":
		if !strings.Contains(err.Error(), e.Error) {
			t.Errorf("%s: %s fails with %q, which does not contain %q", name, e.Call, err, e.Error)
		}
	case err != nil:
		t.Errorf("%s: %s: %v", name, e.Call, err)
	default:
		want := mustEvaluate(t, e.Result, p, nil)
		if !sameExample(v, want) {
			t.Errorf("%s: %s gives %s, not %s", name, e.Call, show(v), e.Result)
		}
	}
}

// sameExample compares, where a tuple in the text of a result may stand for a list, an object for a map, and null for
// any null.
func sameExample(got, want value.Value) bool {
	if got.IsNull() && want.IsNull() {
		return true
	}
	if converted, err := convert.Convert(want, got.Type(), types.Compat); err == nil {
		want = converted
	}
	return calc.Equal(got, want, types.Compat).AsBool()
}

func show(v value.Value) string {
	out, err := valuejson.Append(nil, v, valuejson.Style{Marked: true})
	if err != nil {
		return err.Error()
	}
	return string(out) + " : " + v.Type().String()
}

// TestDeclarations holds what the reference, completion and the checker rely on.
func TestDeclarations(t *testing.T) {
	for _, d := range sortedTable() {
		if d.Refused == "" && ((d.Impl == nil) == (d.Direct == nil) || len(d.Examples) == 0) {
			t.Errorf("%s lacks implementation or examples", d.Name)
		}
		if d.Summary == "" || !strings.HasSuffix(d.Summary, ".") || d.Since == "" ||
			!slices.Contains(stdlib.Groups, d.Group) {
			t.Errorf("%s lacks summary, version or group", d.Name)
		}
		for i := range d.Params {
			checkParam(t, d, &d.Params[i])
		}
		if d.Variadic != nil {
			checkParam(t, d, d.Variadic)
		}
	}
}

func checkParam(t *testing.T, d *function.Decl, p *function.Param) {
	if p.Name == "" || p.Description == "" || !strings.HasSuffix(p.Description, ".") {
		t.Errorf("parameter %q of %s lacks name or description", p.Name, d.Name)
	}
}

// TestList holds the list of functions that users were promised.
func TestList(t *testing.T) {
	promised := strings.Fields(
		`abs alltrue anytrue base64decode base64encode base64gzip base64sha256 base64sha512 can ceil chomp chunklist
		cidrhost cidrnetmask cidrsubnet cidrsubnets coalesce coalescelist compact concat contains csvdecode distinct element endswith
		flatten floor format formatdate formatlist indent index join jsondecode jsonencode keys length log lookup lower matchkeys max md5
		merge min nonsensitive one parseint pow range regex regexall replace reverse rsadecrypt sensitive setintersection setproduct
		setsubtract setunion sha1 sha256 sha512 signum slice sort split startswith strcontains strrev substr sum textdecodebase64
		textencodebase64 timeadd timecmp title tobool tolist tomap tonumber toset tostring transpose trim trimprefix trimspace trimsuffix
		try type upper urlencode values yamldecode yamlencode zipmap basename dirname
		k8s::name k8s::label k8s::quantity k8s::add k8s::scale k8s::compare k8s::condition k8s::get k8s::merge`)
	refused := strings.Fields(
		`abspath file filebase64 fileexists fileset pathexpand templatefile filebase64sha256 filebase64sha512 filemd5
		filesha1 filesha256 filesha512 bcrypt uuid uuidv5 timestamp plantimestamp list map`)
	for _, n := range promised {
		if d := table[n]; d == nil || d.Refused != "" {
			t.Errorf("%s is promised and missing or refused", n)
		}
	}
	for _, n := range refused {
		if d := table[n]; d == nil || d.Refused == "" {
			t.Errorf("%s should be refused", n)
		}
	}
	if n := len(promised) + len(refused); len(table) != n {
		t.Errorf("the library has %d functions, and %d are named here", len(table), n)
	}
}

func TestRefusedExplains(t *testing.T) {
	for _, call := range []string{`timestamp()`, `file("x")`, `uuid()`, `list("a")`} {
		_, err := evaluate(call, types.Extended, nil)
		if err == nil || !strings.Contains(err.Error(), table[call[:strings.IndexByte(call, '(')]].Refused) {
			t.Errorf("%s: %v", call, err)
		}
	}
}

func TestPick(t *testing.T) {
	got, err := stdlib.Pick("upper", "lower")
	if err != nil || len(got) != 2 || got["upper"] != table["upper"] {
		t.Errorf("got %v, %v", got, err)
	}
	got, err = stdlib.Pick("uper", "lower")
	if len(got) != 1 || err == nil || !strings.Contains(err.Error(), `Did you mean "upper"?`) {
		t.Errorf("got %v, %v", got, err)
	}
}
