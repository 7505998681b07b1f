package plane

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/hclx-lang/hclx/internal/render"
)

// created is the creation time of every object. Time does not pass here, so that output can be compared.
const created = "2024-01-01T00:00:00Z"

// unmanaged are fields that no manager owns, although all managers write them.
//
// The API server leaves the same fields out (stripMeta in package managedfields of k8s.io/apimachinery). Showing them
// here would give programs fields to read that a cluster does not have.
var unmanaged = fieldpath.NewSet(
	fieldpath.MakePathOrDie("apiVersion"), fieldpath.MakePathOrDie("kind"), fieldpath.MakePathOrDie("metadata"),
	fieldpath.MakePathOrDie("metadata", "name"), fieldpath.MakePathOrDie("metadata", "namespace"),
	fieldpath.MakePathOrDie("metadata", "creationTimestamp"), fieldpath.MakePathOrDie("metadata", "uid"),
	fieldpath.MakePathOrDie("metadata", "generation"), fieldpath.MakePathOrDie("metadata", "managedFields"),
)

// applier does server-side apply for one field manager. It treats all versions of a kind as equal.
type applier struct {
	kinds   *Kinds
	manager string
	updater *merge.Updater
}

func newApplier(kinds *Kinds, manager string) *applier {
	builder := merge.UpdaterBuilder{Converter: oneVersion{}}
	return &applier{kinds: kinds, manager: manager, updater: builder.BuildUpdater()}
}

// oneVersion converts between versions of a kind without changes.
type oneVersion struct{}

func (oneVersion) Convert(o *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return o, nil
}

func (oneVersion) IsMissingVersionError(error) bool { return false }

// apply returns the object after body has been applied to it. The object may be nil. If nothing changes, it is returned
// itself.
func (a *applier) apply(o *object, body *structpb.Struct) (*object, error) {
	k, err := a.kinds.of(kindOf(body))
	if err != nil {
		return nil, err
	}
	if k.hasStatus() {
		body = with(body, nil, "status")
	}
	// Applying the same body once more changes nothing, unless somebody else has written in between. Most rounds of
	// most objects end here, without a merge.
	if o != nil && !o.touched && proto.Equal(o.applied, body) {
		return o, nil
	}
	next := &object{applied: body}
	if o != nil {
		*next = *o
		next.applied, next.touched, next.fields = body, false, nil
	}
	if err := a.merge(k, next); err != nil {
		return nil, fmt.Errorf("%s %q: %w", render.Text(body, "kind"), render.Text(body, "metadata", "name"), err)
	}
	next.content = k.complete(next.content)
	switch {
	case o == nil:
		next.content = with(next.content, structpb.NewStringValue(uid(next.content)), "metadata", "uid")
		next.content = with(next.content, structpb.NewStringValue(created), "metadata", "creationTimestamp")
		next.content = with(next.content, structpb.NewNumberValue(1), "metadata", "generation")
	// The old content is kept rather than an equal one, because callers see by identity whether something changed.
	case proto.Equal(o.content, next.content):
		next.content = o.content
	default:
		next.content = counted(o.content, next.content)
	}
	return next, nil
}

// counted returns the new version of an object with its generation.
//
// Metadata and status do not count, as in an API server: the generation says how often somebody asked for something
// else. Providers and stubs compare it to see whether the status that they wrote is still about what is asked for.
func counted(before, after *structpb.Struct) *structpb.Struct {
	if proto.Equal(essence(before), essence(after)) {
		return after
	}
	n := render.Field(before, "metadata", "generation").GetNumberValue()
	return with(after, structpb.NewNumberValue(n+1), "metadata", "generation")
}

// merge applies the body of an object to its content.
func (a *applier) merge(k *kind, o *object) error {
	body, err := k.merging.FromUnstructured(o.applied.AsMap(), typed.AllowDuplicates)
	if err != nil {
		return err
	}
	live, err := k.merging.FromUnstructured(o.content.AsMap(), typed.AllowDuplicates)
	if err != nil {
		return err
	}
	version := fieldpath.APIVersion(render.Text(o.applied, "apiVersion"))
	// The last argument forces conflicts, as Crossplane does for composed objects: what it applies wins over what
	// somebody else wrote. The managers are copied because Apply writes to them, and the object they belong to must not
	// change.
	merged, managers, err := a.updater.Apply(live, body, version, o.managers.Copy(), a.manager, true)
	if err != nil {
		return err
	}
	// Nil means that the object stays as it was.
	if o.managers = managers; merged == nil {
		return nil
	}
	content, err := structpb.NewStruct(merged.AsValue().Unstructured().(map[string]any))
	if err != nil {
		return err
	}
	o.content = content
	return nil
}

// complete returns an object as the API server stores it: with the defaults of its schema, and without unknown fields.
//
// Without a schema the object stays as it is: nothing is known of it that could be wrong.
func (k *kind) complete(o *structpb.Struct) *structpb.Struct {
	if k.Kind == nil {
		return o
	}
	v, _ := k.Schema().Prune(k.Schema().ApplyDefaults(render.ValueOf(structpb.NewStructValue(o))))
	return render.MessageOf(v).GetStructValue()
}

// essence returns the parts of an object whose changes increase its generation.
func essence(o *structpb.Struct) *structpb.Struct {
	return with(with(o, nil, "status"), nil, "metadata")
}

// managedFields returns the managers of an object in the form of its metadata.
func managedFields(m fieldpath.ManagedFields) *structpb.Value {
	entries := &structpb.ListValue{}
	for manager, set := range m {
		data, err := set.Set().Difference(unmanaged).ToJSON()
		if err != nil {
			continue // a set of fields can always be written
		}
		fields := &structpb.Struct{}
		if fields.UnmarshalJSON(data) != nil {
			continue
		}
		entries.Values = append(entries.Values, structpb.NewStructValue(render.StructOf(map[string]any{
			"manager": manager, "operation": "Apply", "apiVersion": string(set.APIVersion()), "fieldsType": "FieldsV1",
			"fieldsV1": fields})))
	}
	return structpb.NewListValue(entries)
}
