package console

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// Vars are the variables that expressions may read: those outside scopes, and those of named scopes.
type Vars struct {
	Variables map[string]value.Value
	Scopes    map[string]Scope
}

// Scope is a named set of variables and functions.
type Scope struct {
	Variables map[string]value.Value
	// Functions are the names of the functions that expressions may call; nil means all.
	Functions []string
}

// ReadVars reads variables from JSON. Each property of the object is a variable. An object with the property "scopes"
// contains named scopes instead, each with "variables" and "functions". There a variable is an object with "type" and
// "value", with "null": TYPE, or with "unknown": TYPE and optionally "refinement".
func ReadVars(text []byte) (*Vars, error) {
	if err := checkEncoding(text); err != nil {
		return nil, err
	}
	if holdsScopes(text) {
		return readScopes(text)
	}
	variables, err := readObject(text)
	return &Vars{Variables: variables}, err
}

// holdsScopes reports whether a JSON object has a property "scopes" with the form of named scopes, so that it is not a
// variable.
func holdsScopes(text []byte) bool {
	var file struct {
		Scopes map[string]map[string]json.RawMessage
	}
	if json.Unmarshal(text, &file) != nil || file.Scopes == nil {
		return false
	}
	for _, s := range file.Scopes {
		if s["variables"] == nil && s["functions"] == nil {
			return false
		}
	}
	return true
}

func readScopes(text []byte) (*Vars, error) {
	var file struct {
		Scopes map[string]struct {
			Variables map[string]entry `json:"variables"`
			Functions []string         `json:"functions"`
		} `json:"scopes"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, jsonProblem(err)
	}
	out := &Vars{Scopes: map[string]Scope{}}
	for _, name := range slices.Sorted(maps.Keys(file.Scopes)) {
		s := file.Scopes[name]
		variables, err := readEntries(s.Variables)
		if err != nil {
			return nil, fmt.Errorf("scope %q: %w", name, err)
		}
		out.Scopes[name] = Scope{Variables: variables, Functions: s.Functions}
	}
	return out, nil
}

// readObject reads plain JSON.
func readObject(text []byte) (map[string]value.Value, error) {
	v, err := valuejson.Parse(string(text), valuejson.Limits{})
	if err != nil {
		return nil, err
	}
	if host.ShapeOf(v) == nil {
		return nil, fmt.Errorf("the variables must be a JSON object with a property for each variable")
	}
	out := make(map[string]value.Value, v.Len())
	for i, name := range v.Names() {
		out[name] = v.At(i)
	}
	return out, nil
}

// entry is a variable with its type.
type entry struct {
	Type       *types.Type
	Value      json.RawMessage
	Null       *types.Type
	Unknown    *types.Type
	Refinement *refinement
}

func readEntries(entries map[string]entry) (map[string]value.Value, error) {
	out := make(map[string]value.Value, len(entries))
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		v, err := entries[name].read()
		if err != nil {
			return nil, fmt.Errorf("variable %q: %w", name, err)
		}
		out[name] = v
	}
	return out, nil
}

func (e entry) read() (value.Value, error) {
	switch {
	case e.Null != nil:
		return value.NullOf(*e.Null), nil
	case e.Unknown != nil:
		r, err := e.Refinement.read()
		return value.Unknown(*e.Unknown).Refine(r), err
	case e.Type != nil && e.Value == nil:
		return value.Value{}, fmt.Errorf("\"value\" is missing; it is required with \"type\"")
	case e.Type != nil:
		return read(e.Value, *e.Type)
	}
	return value.Value{}, fmt.Errorf(
		"expected an object with \"type\" and \"value\", with \"null\" or with \"unknown\"")
}

// context returns the context of an expression: the variables of a scope, in addition to those outside scopes.
func (c *Console) context(scope string, more map[string]value.Value) (*hcl.EvalContext, error) {
	base := &hcl.EvalContext{Variables: c.Vars.Variables, Functions: c.Functions, Profile: c.Profile}
	if base.Variables == nil {
		base.Variables = map[string]value.Value{}
	}
	if scope != "" {
		s, ok := c.Vars.Scopes[scope]
		if !ok {
			return nil, c.Vars.noScope(scope)
		}
		base.Variables = s.Variables
		base.Functions = c.only(s.Functions)
	}
	if len(more) > 0 {
		base = &hcl.EvalContext{Variables: more, Parent: base}
	}
	return base, nil
}

func (v *Vars) noScope(name string) error {
	if len(v.Scopes) == 0 {
		return fmt.Errorf("there is no scope %q, because the variables are not in named scopes", name)
	}
	if hint := diag.DidYouMean(name, slices.Sorted(maps.Keys(v.Scopes))); hint != "" {
		return fmt.Errorf("there is no scope %q.%s", name, hint)
	}
	return fmt.Errorf("there is no scope %q, only %s", name, v.ScopeNames())
}

// ScopeNames lists the names of the scopes, or only the first ones if there are many.
func (v *Vars) ScopeNames() string { return wording.Few(slices.Sorted(maps.Keys(v.Scopes))) }

// only returns the functions with the given names; nil means all.
func (c *Console) only(names []string) function.Table {
	if names == nil {
		return c.Functions
	}
	out := make(function.Table, len(names))
	for _, name := range names {
		if f := c.Functions[name]; f != nil {
			out[name] = f
		}
	}
	return out
}
