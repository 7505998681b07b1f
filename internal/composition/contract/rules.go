package contract

import "github.com/hclx-lang/hclx/internal/composition/model"

// Rules are what the finished value of an attribute has to fulfil.
type Rules struct {
	// Value is what the value must be; nil if it may be anything.
	Value Rule
	// Written is the rule of the numbers in what is written to objects; nil for what is not.
	Written Rule
	// Items is set where Value judges each item of an object by itself.
	Items bool
}

// Of returns the rules of an attribute of a block; there may be none in them.
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
