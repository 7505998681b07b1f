package main

import (
	"fmt"
	"slices"
	"strings"
)

// optional are the fields that the documents call required only because Go always writes them. The API server accepts
// an object without them, and fills them in or uses the zero value.
var optional = []string{
	"apps.v1.ControllerRevision.revision",
	"batch.v1.PodFailurePolicy.rules",
	"core.v1.HTTPHeader.value",
	"core.v1.ISCSIPersistentVolumeSource.lun",
	"core.v1.ISCSIVolumeSource.lun",
	"core.v1.LimitRangeSpec.limits",
	"core.v1.SleepAction.seconds",
	"core.v1.Sysctl.value",
	"discovery.v1.EndpointSlice.endpoints",
	"rbac.v1.RoleRef.apiGroup",
	"scheduling.v1.PriorityClass.value",
	"storage.v1.CSINodeSpec.drivers",
}

// relax makes fields optional that the API server does not require.
func (t *table) relax() error {
	for _, path := range optional {
		dot := strings.LastIndexByte(path, '.')
		definition, _ := t.schemas["io.k8s.api."+path[:dot]].(map[string]any)
		required, _ := definition["required"].([]any)
		i := slices.Index(required, any(path[dot+1:]))
		if i < 0 {
			return fmt.Errorf("%s is not required", path)
		}
		definition["required"] = slices.Delete(required, i, i+1)
	}
	return nil
}
