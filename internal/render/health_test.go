package render

import "testing"

// TestHealthy has rows of an object, without apiVersion, and whether it is ready.
func TestHealthy(t *testing.T) {
	const available = "conditions: [{type: Progressing, status: 'True'}, {type: Available, status: 'True'}]"
	for _, test := range []struct {
		apiVersion, object string
		want               bool
	}{
		{"example.org/v1", "kind: Bucket", false},
		{"example.org/v1", "{kind: Bucket, status: {conditions: [{type: Synced, status: 'True'}, {type: Ready, status: " +
			"'True'}]}}", true},
		{"example.org/v1", "{kind: Bucket, status: {conditions: [{type: Ready, status: Unknown}]}}", false},
		{"example.org/v1", "{kind: Bucket, status: {conditions: none}}", false},
		{"example.org/v1", "{kind: Deployment, status: {replicas: 1}}", false},
		{"v1", "kind: ConfigMap", true}, {"v1", "kind: Secret", true}, {"v1", "kind: Namespace", true},
		{"v1", "kind: ServiceAccount", true},
		{"v1", "kind: Service", true}, {"v1", "{kind: Service, spec: {type: LoadBalancer}}", false},
		{"v1", "{kind: Service, spec: {type: LoadBalancer}, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}", true},
		{"networking.k8s.io/v1", "kind: Ingress", false},
		{"networking.k8s.io/v1", "{kind: Ingress, status: {loadBalancer: {ingress: [{}]}}}", true},
		{"v1", "kind: PersistentVolumeClaim", false}, {"v1", "{kind: PersistentVolumeClaim, status: {phase: Bound}}", true},
		{"v1", "{kind: Pod, status: {phase: Pending}}", false}, {"v1", "{kind: Pod, status: {phase: Succeeded}}", true},
		{"v1", "{kind: Pod, spec: {restartPolicy: Always}, status: {phase: Running, conditions: [{type: Ready, status: " +
			"'True'}]}}", true},
		{"v1", "{kind: Pod, spec: {restartPolicy: Never}, status: {phase: Running, conditions: [{type: Ready, status: " +
			"'True'}]}}", false},
		{"apps/v1", "{kind: Deployment, status: {updatedReplicas: 1, availableReplicas: 1, " + available + "}}", true},
		{"apps/v1", "{kind: Deployment, spec: {replicas: 2}, status: {updatedReplicas: 2, availableReplicas: 1, " +
			available + "}}", false},
		{"apps/v1", "{kind: Deployment, spec: {replicas: 0}, status: {" + available + "}}", true},
		{"apps/v1", "{kind: Deployment, status: {updatedReplicas: 1, availableReplicas: 1}}", false},
		{"apps/v1", "{kind: ReplicaSet, metadata: {generation: 2}, status: {observedGeneration: 2, availableReplicas: 1}}",
			true},
		{"apps/v1", "{kind: ReplicaSet, metadata: {generation: 2}, status: {observedGeneration: 1, availableReplicas: 1}}",
			false},
		{"apps/v1", "{kind: ReplicaSet, status: {availableReplicas: 1, conditions: [{type: ReplicaFailure, status: " +
			"'True'}]}}", false},
		{"apps/v1", "{kind: StatefulSet, status: {readyReplicas: 1, currentReplicas: 1, currentRevision: a, " +
			"updateRevision: a}}", true},
		{"apps/v1", "{kind: StatefulSet, status: {readyReplicas: 1, currentReplicas: 1, currentRevision: a, " +
			"updateRevision: b}}", false},
		{"apps/v1", "{kind: DaemonSet, status: {desiredNumberScheduled: 0, numberReady: 0, updatedNumberScheduled: 0, " +
			"numberAvailable: 0}}", true},
		{"apps/v1", "{kind: DaemonSet, status: {desiredNumberScheduled: 0, numberReady: 0, updatedNumberScheduled: 0}}",
			false}, {"apps/v1", "kind: DaemonSet", false},
		{"batch/v1", "{kind: Job, status: {conditions: [{type: Complete, status: 'True'}]}}", true},
		{"batch/v1", "{kind: Job, status: {conditions: [{type: Failed, status: 'True'}, {type: Complete, status: 'True'}]}}",
			false},
		{"batch/v1", "{kind: Job, status: {conditions: [{type: Failed, status: 'False'}, {type: Complete, status: 'True'}]}}",
			true}, {"batch/v1", "kind: Job", false},
		{"batch/v1", "kind: CronJob", false}, {"batch/v1", "{kind: CronJob, spec: {suspend: true}}", true},
		{"batch/v1", "{kind: CronJob, status: {lastScheduleTime: '2024-01-01T00:00:00Z', active: [{name: a}]}}", true},
		{"batch/v1", "{kind: CronJob, status: {lastScheduleTime: '2024-01-01T00:00:00Z', lastSuccessfulTime: " +
			"'2024-01-01T00:00:00Z'}}", true},
		{"batch/v1", "{kind: CronJob, status: {lastScheduleTime: '2024-01-02T00:00:00Z', lastSuccessfulTime: " +
			"'2024-01-01T00:00:00Z'}}", false},
		{"autoscaling/v2", "{kind: HorizontalPodAutoscaler, status: {conditions: [{type: AbleToScale, status: 'True'}, " +
			"{type: ScalingActive, status: 'True'}]}}", true},
		{"autoscaling/v2", "{kind: HorizontalPodAutoscaler, status: {conditions: [{type: InvalidSelector, status: 'True'}, " +
			"{type: ScalingLimited, status: 'True'}]}}", false},
		{"autoscaling/v2", "kind: HorizontalPodAutoscaler", false},
	} {
		objects, err := parseObjects("object.yaml", []byte(test.object))
		if err != nil {
			t.Fatal(test.object, err)
		}
		o := objects[0].Fields
		setText(o, test.apiVersion, "apiVersion")
		if got := healthy(o); got != test.want {
			t.Errorf("%s %s: ready is %v", test.apiVersion, test.object, got)
		}
	}
}
