package crossplane

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"go.yaml.in/yaml/v4"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/types/known/structpb"
)

// DumpTo returns a [DumpFunc] that writes calls as txtar archives. The files of a request are those that "hclx render" takes: the XR,
// the observed resources, extra resources and a file for each context key. Calls are written one at a time.
func DumpTo(w io.Writer) DumpFunc {
	var mu sync.Mutex
	return func(request *fnv1.RunFunctionRequest, response *fnv1.RunFunctionResponse) {
		text := section("request", requestFiles(request)) + section("response", responseFiles(response))
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.WriteString(w, text)
	}
}

func section(what string, files []txtar.File) string {
	return "## start " + what + " ##\n" + string(txtar.Format(&txtar.Archive{Files: files})) + "## end " + what + " ##\n"
}

func requestFiles(m *fnv1.RunFunctionRequest) []txtar.File {
	files := []txtar.File{{Name: "xr.yaml", Data: document(m.GetObserved().GetComposite().GetResource())}}
	if all := m.GetObserved().GetResources(); len(all) > 0 {
		files = append(files, txtar.File{Name: "observed.yaml", Data: stream(all, "crossplane name", withName)})
	}
	for _, key := range slices.Sorted(maps.Keys(m.GetContext().GetFields())) {
		text, _ := json.MarshalIndent(m.GetContext().GetFields()[key].AsInterface(), "", "  ")
		files = append(files, txtar.File{Name: "context-" + fileName(key) + ".json", Data: append(text, '\n')})
	}
	if extra := extraObjects(m); len(extra) > 0 {
		files = append(files, txtar.File{Name: "extra-resources.yaml", Data: extra})
	}
	return files
}

func extraObjects(m *fnv1.RunFunctionRequest) []byte {
	var out bytes.Buffer
	for _, found := range []map[string]*fnv1.Resources{m.GetRequiredResources(), m.GetExtraResources()} { //nolint:staticcheck // both are read
		for _, key := range slices.Sorted(maps.Keys(found)) {
			for _, r := range found[key].GetItems() {
				fmt.Fprintf(&out, "---\n# key: %s\n", key)
				out.Write(document(r.GetResource()))
			}
		}
	}
	return out.Bytes()
}

func responseFiles(m *fnv1.RunFunctionResponse) []txtar.File {
	rendered := stream(m.GetDesired().GetResources(), "crossplane name", withName)
	if xr := m.GetDesired().GetComposite().GetResource(); xr != nil {
		rendered = append(append([]byte("---\n# composite\n"), document(xr)...), rendered...)
	}
	files := []txtar.File{{Name: "rendered.yaml", Data: rendered}}
	if c := m.GetContext(); c != nil {
		files = append(files, txtar.File{Name: "context.yaml", Data: document(c)})
	}
	return append(files, txtar.File{Name: "results.yaml", Data: results(m)})
}

// results are conditions, results and requirements in the words of the protocol.
func results(m *fnv1.RunFunctionResponse) []byte {
	doc := map[string]any{}
	for _, c := range m.GetConditions() {
		doc["conditions"] = append(asList(doc["conditions"]), map[string]any{
			"type": c.GetType(), "status": strings.TrimPrefix(c.GetStatus().String(), "STATUS_CONDITION_"),
			"reason": c.GetReason(), "message": c.GetMessage(),
		})
	}
	for _, r := range m.GetResults() {
		doc["results"] = append(asList(doc["results"]), map[string]any{
			"severity": r.GetSeverity().String(), "reason": r.GetReason(), "message": r.GetMessage(),
		})
	}
	needs := map[string]any{}
	for _, all := range []map[string]*fnv1.ResourceSelector{m.GetRequirements().GetExtraResources(), m.GetRequirements().GetResources()} { //nolint:staticcheck // both are sent
		for name, s := range all {
			needs[name] = map[string]any{
				"apiVersion": s.GetApiVersion(), "kind": s.GetKind(), "namespace": s.GetNamespace(),
				"matchName": s.GetMatchName(), "matchLabels": s.GetMatchLabels().GetLabels(),
			}
		}
	}
	if len(needs) > 0 {
		doc["requirements"] = needs
	}
	return marshal(doc)
}

func asList(v any) []any {
	l, _ := v.([]any)
	return l
}

// noise are fields of metadata that differ from call to call and say nothing.
var noise = []string{"managedFields", "creationTimestamp", "generation", "resourceVersion", "uid"}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// document writes an object without what is only noise.
func document(s *structpb.Struct) []byte {
	if s == nil {
		return []byte("{}\n")
	}
	doc := s.AsMap()
	if metadata, ok := doc["metadata"].(map[string]any); ok {
		for _, field := range noise {
			delete(metadata, field)
		}
		if annotations, ok := metadata["annotations"].(map[string]any); ok {
			delete(annotations, lastApplied)
		}
	}
	return marshal(doc)
}

func marshal(doc any) []byte {
	text, err := yaml.Marshal(doc)
	if err != nil {
		return []byte("# this cannot be shown: " + err.Error() + "\n")
	}
	return text
}

// nameAnnotation is how render tells which resource an observed object is.
const nameAnnotation = "crossplane.io/composition-resource-name"

// stream writes resources in the order of their names, each with a comment that names it.
func stream(resources map[string]*fnv1.Resource, what string, prepare func(*structpb.Struct, string) *structpb.Struct) []byte {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(resources)) {
		fmt.Fprintf(&out, "---\n# %s: %s\n", what, strings.ReplaceAll(name, "\n", " "))
		out.Write(document(prepare(resources[name].GetResource(), name)))
	}
	return out.Bytes()
}

// withName returns an object that has the annotation with its name.
func withName(s *structpb.Struct, name string) *structpb.Struct {
	metadata := withField(s.GetFields()["metadata"].GetStructValue(), "annotations", nil)
	old := s.GetFields()["metadata"].GetStructValue().GetFields()["annotations"].GetStructValue()
	metadata.Fields["annotations"] = structpb.NewStructValue(withField(old, nameAnnotation, structpb.NewStringValue(name)))
	return withField(s, "metadata", structpb.NewStructValue(metadata))
}

var notInNames = regexp.MustCompile(`[^a-zA-Z0-9_.-]`)

func fileName(key string) string {
	return notInNames.ReplaceAllString(strings.ReplaceAll(key, "/", "--"), "_")
}
