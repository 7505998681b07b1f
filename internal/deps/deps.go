// Package deps pins, while the tree is being built up, the modules the design names.
package deps

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/apparentlymart/go-textseg/v17/textseg"
	_ "github.com/clipperhouse/uax29/v2/graphemes"
	_ "github.com/crossplane/function-sdk-go/proto/v1"
	_ "github.com/crossplane/function-sdk-go/proto/v1beta1"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/go-containerregistry/pkg/v1/mutate"
	_ "github.com/prometheus/client_golang/prometheus/promhttp"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "go.yaml.in/yaml/v4"
	_ "golang.org/x/text/unicode/norm"
	_ "golang.org/x/tools/txtar"
	_ "google.golang.org/grpc"
	_ "google.golang.org/grpc/health"
	_ "google.golang.org/grpc/reflection"
	_ "google.golang.org/grpc/test/bufconn"
	_ "google.golang.org/protobuf/encoding/protowire"
	_ "pgregory.net/rapid"
)
