package decode

import "reflect"

// unfit returns the reason why no value can be stored in a type, or "". Such a type is a mistake of the program,
// whatever the configuration contains.
func unfit(t reflect.Type) string { return unfitInside(t, 0) }

func unfitInside(t reflect.Type, depth int) string {
	if tr := traitsFor(t); tr.readsText || tr.readsJSON || t == valueType || t == expressionType && depth == 0 ||
		depth > maxFillerDepth {
		return ""
	}
	switch k := t.Kind(); {
	case k == reflect.Map && t.Key().Kind() != reflect.String:
		return "map keys must be strings"
	case k == reflect.Interface && t.NumMethod() > 0:
		return "an interface with methods does not define what to store in it"
	case k == reflect.Chan || k == reflect.Func || k == reflect.UnsafePointer || k == reflect.Complex64 ||
		k == reflect.Complex128:
		return "no value of a configuration is a " + kindNames[k]
	case k == reflect.Pointer || k == reflect.Slice || k == reflect.Array || k == reflect.Map:
		return unfitInside(t.Elem(), depth+1)
	}
	return ""
}

var kindNames = map[reflect.Kind]string{reflect.Chan: "channel", reflect.Func: "function",
	reflect.UnsafePointer: "pointer without a type",
	reflect.Complex64:     "complex number", reflect.Complex128: "complex number"}
