package render

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// labelComposite is the prefix for the names of composed resources. Crossplane puts it on every XR.
const labelComposite = "crossplane.io/composite"

// identify returns a copy of the XR with the uid and the label that a cluster would have given it.
func identify(xr *structpb.Struct) *structpb.Struct {
	xr = proto.CloneOf(xr)
	if Text(xr, "metadata", "uid") == "" {
		setText(xr, xrUID(xr), "metadata", "uid")
	}
	if Text(xr, "metadata", "labels", labelComposite) == "" {
		setText(xr, name(xr), "metadata", "labels", labelComposite)
	}
	return xr
}

// xrUID derives a UUID of version 5 under the nil namespace from what identifies the XR, as `crossplane render` does.
func xrUID(xr *structpb.Struct) string {
	version := apiVersion(xr)
	if !strings.Contains(version, "/") {
		version = "/" + version
	}
	h := sha1.New()
	h.Write(make([]byte, 16))
	fmt.Fprintf(h, "%s, Kind=%s\x00%s\x00%s", version, kind(xr), namespace(xr), name(xr))
	u := h.Sum(nil)[:16]
	u[6] = u[6]&0x0f | 0x50
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// generateName returns the name that Crossplane generates for a composed resource: the prefix, cut so that the name has
// at most 63 characters, and 12 hexadecimal digits that only depend on the XR and the resource.
func generateName(prefix, uid, resource string) string {
	const suffix = 12
	sum := sha256.Sum256([]byte(uid + resource))
	if most := 63 - suffix; len(prefix) > most {
		prefix = prefix[:most]
	}
	return prefix + hex.EncodeToString(sum[:])[:suffix]
}
