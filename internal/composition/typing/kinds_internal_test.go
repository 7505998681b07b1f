package typing

import "testing"

func TestNearKind(t *testing.T) {
	kinds := []string{"HTTPRoute", "PersistentVolume", "Deployment", "Bucket", "Role"}
	for name, want := range map[string]string{
		"TCPRoute": "", "PersistentVolumeClaim": "", "Deploymnet": "Deployment", "Deployments": "Deployment",
		"Buckte": "Bucket", "Bukcet": "Bucket",
		"BucketACL": "", "bucket": "Bucket", "Rol": "Role", "HTPRoute": "HTTPRoute", "RoleBinding": "",
	} {
		if got := nearKind(name, kinds); got != want {
			t.Errorf("%q is taken for %q, not %q", name, got, want)
		}
	}
	for other, want := range map[string]bool{
		"s3.aws.upbond.io": true, "s3.aws.m.upbound.io": false, "s4.aws.upbound.io": false, "ec2.aws.upbound.io": false,
		"s3.gcp.upbound.io": false,
	} {
		if got := isTypo(other, "s3.aws.upbound.io"); got != want {
			t.Errorf("%q as a slip: %v", other, got)
		}
	}
}
