package deploy

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	pkgv1 "github.com/crossplane/crossplane/apis/v2/pkg/v1"
	pkgv1beta1 "github.com/crossplane/crossplane/apis/v2/pkg/v1beta1"
	"github.com/prometheus/prometheus/promql/parser"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

// read reads a file into a typed object. A field that the type does not have is an error.
func read[T any](t *testing.T, file string) *T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := new(T)
	if err := yaml.UnmarshalStrict(text, out); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return out
}

// podLabel is how Crossplane labels the pods of a function.
const podLabel = "pkg.crossplane.io/function"

// Ports as the function and Crossplane agree on them.
const (
	grpcPort    = 9443
	metricsPort = 8080
)

func TestFunctionRefersToItsRuntime(t *testing.T) {
	fn := read[pkgv1.Function](t, "function.yaml")
	runtime := read[pkgv1beta1.DeploymentRuntimeConfig](t, "runtime.yaml")
	ref := fn.Spec.RuntimeConfigReference
	if ref == nil || ref.Name != runtime.Name || *ref.Kind != runtime.Kind || *ref.APIVersion != runtime.APIVersion {
		t.Errorf("function.yaml refers to %+v, runtime.yaml is %s %s", ref, runtime.Kind, runtime.Name)
	}
}

// pod is the pod that Crossplane makes of runtime.yaml: it adds image, ports and certificates, and leaves what is set.
func pod(t *testing.T) *corev1.PodTemplateSpec {
	t.Helper()
	runtime := read[pkgv1beta1.DeploymentRuntimeConfig](t, "runtime.yaml")
	template := &runtime.Spec.DeploymentTemplate.Spec.Template
	template.Labels = map[string]string{podLabel: read[pkgv1.Function](t, "function.yaml").Name}
	c := &template.Spec.Containers[0]
	if len(template.Spec.Containers) != 1 || c.Name != "package-runtime" {
		t.Fatalf("there are %d containers, the first is %s; Crossplane runs package-runtime", len(template.Spec.Containers),
			c.Name)
	}
	c.Image = "registry.example.org/platform/function-hclx:v0.1.0"
	c.Ports = append(c.Ports, corev1.ContainerPort{Name: "metrics", ContainerPort: metricsPort},
		corev1.ContainerPort{Name: "grpc", ContainerPort: grpcPort})
	template.Spec.Volumes = append(template.Spec.Volumes, corev1.Volume{Name: "tls-server-certs",
		VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "x"}}})
	return template
}

func TestPodMeetsTheRestrictedStandard(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	p := pod(t)
	if got := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &p.ObjectMeta, &p.Spec)); !got.Allowed {
		t.Errorf("%s: %s", got.ForbiddenReason(), got.ForbiddenDetail())
	}
	p.Spec.Containers[0].SecurityContext.Capabilities = nil
	if policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &p.ObjectMeta, &p.Spec)).Allowed {
		t.Error("a pod that keeps its capabilities is admitted, so this test shows nothing")
	}
}

func TestPodIsBoundedAndProbed(t *testing.T) {
	p := pod(t)
	c := p.Spec.Containers[0]
	limit := c.Resources.Limits.Memory().Value()
	if c.Resources.Requests.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() || limit == 0 {
		t.Errorf("requests and limits are incomplete: %+v", c.Resources)
	}
	var goLimit int64
	for _, e := range c.Env {
		if e.Name == "GOMEMLIMIT" {
			goLimit = mebibytes(t, e.Value)
		}
	}
	if goLimit < limit*7/10 || goLimit > limit*9/10 {
		t.Errorf("GOMEMLIMIT is %d bytes with a limit of %d; about 80 %% is right", goLimit, limit)
	}
	for name, probe := range map[string]*corev1.Probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
		if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != name ||
			probe.HTTPGet.Port.IntValue() != metricsPort {
			t.Errorf("the probe for %s is %+v", name, probe)
		}
	}
	if grace := p.Spec.TerminationGracePeriodSeconds; grace == nil || *grace < 30 {
		t.Error("the grace period is shorter than the drain of 25 seconds and some more")
	}
}

func mebibytes(t *testing.T, text string) int64 {
	t.Helper()
	var n json.Number
	digits, ok := strings.CutSuffix(text, "MiB")
	if err := json.Unmarshal([]byte(digits), &n); err != nil || !ok {
		t.Fatalf("GOMEMLIMIT %q is not a number of MiB", text)
	}
	v, err := n.Int64()
	if err != nil {
		t.Fatal(err)
	}
	return v << 20
}

func TestSelectorsFindThePods(t *testing.T) {
	labels := pod(t).Labels
	budget := read[policyv1.PodDisruptionBudget](t, "disruption-budget.yaml")
	network := read[networkingv1.NetworkPolicy](t, "network-policy.yaml")
	monitor := read[struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata"`
		Spec              struct {
			Selector            *metav1.LabelSelector `json:"selector"`
			PodMetricsEndpoints []struct{ Port, Path string }
		} `json:"spec"`
	}](t, filepath.Join("monitoring", "pod-monitor.yaml"))
	for name, selector := range map[string]*metav1.LabelSelector{
		"disruption-budget.yaml": budget.Spec.Selector, "network-policy.yaml": &network.Spec.PodSelector,
		"pod-monitor.yaml": monitor.Spec.Selector,
	} {
		s, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil {
			t.Fatal(err)
		}
		if s.Empty() || !matches(selector, labels) {
			t.Errorf("%s selects %v, the pods have %v", name, selector, labels)
		}
	}
	open := map[int]bool{}
	for _, rule := range network.Spec.Ingress {
		for _, p := range rule.Ports {
			open[p.Port.IntValue()] = len(rule.From) > 0
		}
	}
	if !open[grpcPort] || !open[metricsPort] || len(open) != 2 || len(network.Spec.Egress) != 0 ||
		len(network.Spec.PolicyTypes) != 2 {
		t.Errorf("the network policy opens %v, egress %v", open, network.Spec.Egress)
	}
}

func matches(selector *metav1.LabelSelector, labels map[string]string) bool {
	for k, v := range selector.MatchLabels {
		if labels[k] != v {
			return false
		}
	}
	return true
}

// queries returns the queries of rules and dashboard by where they stand.
func queries(t *testing.T) map[string]string {
	t.Helper()
	type rule struct {
		Alert       string            `json:"alert"`
		Expr        string            `json:"expr"`
		For         string            `json:"for"`
		Labels      map[string]string `json:"labels"`
		Annotations map[string]string `json:"annotations"`
	}
	rules := read[struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata"`
		Spec              struct {
			Groups []struct {
				Name  string `json:"name"`
				Rules []rule `json:"rules"`
			} `json:"groups"`
		} `json:"spec"`
	}](t, filepath.Join("monitoring", "rules.yaml"))
	out := map[string]string{}
	for _, g := range rules.Spec.Groups {
		for _, r := range g.Rules {
			out["alert "+r.Alert] = r.Expr
			if r.Annotations["summary"] == "" || r.Annotations["action"] == "" || r.Labels["severity"] == "" {
				t.Errorf("alert %s does not say what is wrong, how bad it is and what to do", r.Alert)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join("monitoring", "dashboard.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&board); err != nil {
		t.Fatal(err)
	}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			out["panel "+p.Title+": "+target.Expr] = target.Expr
		}
	}
	return out
}

// metricName finds the names of metrics as docs/operations.md lists them.
var metricName = regexp.MustCompile("`((?:grpc|hclx|go|process)_[a-z_]+)`")

// TestQueriesParseAndNameMetricsThatExist also holds every metric name against the list in the operations page, which
// the main module's tests hold against the code.
func TestQueriesParseAndNameMetricsThatExist(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"process_resident_memory_bytes": true}
	for _, m := range metricName.FindAllStringSubmatch(string(page), -1) {
		known[m[1]] = true
	}
	all := queries(t)
	if len(all) < 15 {
		t.Fatalf("found only %d queries", len(all))
	}
	for where, query := range all {
		expr, err := parser.NewParser(parser.Options{}).ParseExpr(query)
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		for _, selectors := range parser.ExtractSelectors(expr) {
			for _, m := range selectors {
				name := strings.TrimSuffix(m.Value, "_bucket")
				if m.Name == "__name__" && !known[name] {
					t.Errorf("%s: docs/operations.md has no metric %s", where, name)
				}
			}
		}
	}
}
