package contract

import "github.com/hclx-lang/hclx/internal/composition/model"

// Rules are the rules for the finished value of an attribute.
type Rules struct {
	// Value is the rule for the value; nil allows any value.
	Value Rule
	// Written is the rule for the numbers in values that are written to objects; nil for other values.
	Written Rule
	// Items is set if Value checks each item of an object separately.
	Items bool
}

// Of returns the rules of an attribute of a block, whose fields may all be nil.
func Of(kind model.Kind, attr string) *Rules {
	if attr == model.AttrCondition {
		return condition
	}
	if r := rules[kind][attr]; r != nil {
		return r
	}
	return &Rules{}
}

var condition = &Rules{Value: conditionValue}

var rules = [...]map[string]*Rules{
	model.KindResource: {
		model.AttrBody: {Value: resourceBody, Written: writableRule("the body of a resource")},
	},
	model.KindTemplate: {
		model.AttrBody: {Value: memberBody, Written: writableRule("the body of a resource")},
	},
	model.KindCollection: {
		model.AttrForEach: {Value: forEach},
		model.AttrName:    {Value: textRule("name", nameText)},
	},
	model.KindStatus: {
		model.AttrBody: {Value: objectRule("status", "The body of a composite status block"),
			Written: writableRule("the status of the composite resource")},
	},
	model.KindConnection: {
		model.AttrBody: {Value: connection, Items: true},
	},
	model.KindContext: {
		model.AttrKey:   {Value: contextKey},
		model.AttrValue: {Written: writableRule("the value of a context block")},
	},
	model.KindReady: {
		model.AttrValue: {Value: ready},
	},
	model.KindSelect: {
		model.AttrAPIVersion:  {Value: textRule("apiVersion of a requirement", anyText)},
		model.AttrKind:        {Value: textRule("kind of a requirement", anyText)},
		model.AttrNamespace:   {Value: textRule("namespace of a requirement", anyText)},
		model.AttrMatchName:   {Value: textRule("matchName of a requirement", anyText)},
		model.AttrMatchLabels: {Value: matchLabels, Items: true},
	},
	model.KindArg: nil,
}
