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
	for groups, want := range map[[2]string]bool{
		{"s3.aws.upbond.io", "s3.aws.upbound.io"}: true, {"s3.aws.m.upbound.io", "s3.aws.upbound.io"}: false,
		{"s4.aws.upbound.io", "s3.aws.upbound.io"}: false, {"ec2.aws.upbound.io", "s3.aws.upbound.io"}: false,
		{"s3.gcp.upbound.io", "s3.aws.upbound.io"}: false, {"s3.aws.upbound.io", "s3.aws.upbound.io"}: false,
		{"s3.aws.upbond.oi", "s3.aws.upbound.io"}: false, {"s3.aws.upbound.oi", "s3.aws.upbound.io"}: true,
		{"example.oi", "example.io"}: false, {"exmple.io", "example.io"}: true, {"gi.example.io", "ci.example.io"}: false,
		{"git.example.io", "gti.example.io"}: true, {"giants.example.io", "gardens.example.io"}: false,
	} {
		if got := isTypo(groups[0], groups[1]); got != want {
			t.Errorf("%q as a slip: %v", groups, got)
		}
	}
	for names, want := range map[[2]string]bool{
		{"abcd", "abcd"}: true, {"abcd", "bacd"}: true, {"abcd", "abcdef"}: true, {"abcd", "abcdefg"}: false,
		{"abcd", "ab"}: true, {"abcde", "ab"}: false, {"abcd", "xbcy"}: false, {"abcd", "abxy"}: true,
		{"abcd", "axyz"}: false, {"", "ab"}: true, {"", "abc"}: false, {"aab", "ab"}: true, {"aaaa", "aa"}: true,
	} {
		if got := isSlip(names[0], names[1]); got != want || isSlip(names[1], names[0]) != want {
			t.Errorf("%q are a slip: %v", names, got)
		}
	}
}
