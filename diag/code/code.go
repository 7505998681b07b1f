// Package code contains the codes of diagnostics. A code identifies a kind of problem for tools and
// for comments that ignore diagnostics.
//
// Codes do not change. A new kind of problem gets a new code, and the code of a problem that is no
// longer reported is not used again. docs/diagnostics.md is generated from this file and has an
// example of each code.
package code

// Syntax: What the parser of the native syntax reports. None of these can be ignored.
const (
	// The arguments of a function call, in parentheses, are missing behind its name.
	ArgumentsExpected = "arguments-expected"
	// A dot is not followed by the name of an attribute.
	AttributeNameExpected = "attribute-name-expected"
	// A block on one line holds another block, which needs lines of its own.
	BlockInOneLineBlock = "block-in-one-line-block"
	// A comma is missing between the elements of a list, or between arguments.
	CommaExpected = "comma-expected"
	// A template directive has more in it than it takes.
	DirectiveEndExpected = "directive-end-expected"
	// An argument is set twice in one body.
	DuplicateArgument = "duplicate-argument"
	// The expression is complete, but the text goes on.
	EndExpected = "end-expected"
	// There is no value where one is needed.
	ExpressionExpected = "expression-expected"
	// An expression has more parts than the parser takes. Split it up, for example with local values.
	ExpressionTooLong = "expression-too-long"
	// Three dots group the items of an object; a list has no keys to group by.
	ForGroupInList = "for-group-in-list"
	// A for expression in brackets makes a list, which has no keys.
	ForKeyInList = "for-key-in-list"
	// A for expression in braces makes an object and needs a key, as in {for x in list : key => value}.
	ForKeyMissing = "for-key-missing"
	// Two colons in the name of a function are not followed by a name.
	FunctionNameExpected = "function-name-expected"
	// An index where only fixed paths are taken is neither a number nor a text in quotes.
	IndexExpected = "index-expected"
	// An interpolation holds more than one expression.
	InterpolationEndExpected = "interpolation-end-expected"
	// A label or another fixed text holds an interpolation.
	InterpolationInLabel = "interpolation-in-label"
	// What stands between the type of a block and its brace is no label.
	InvalidBlockHeader = "invalid-block-header"
	// A character has no meaning here.
	InvalidCharacter = "invalid-character"
	// A template directive is none of if, else, endif, for and endfor.
	InvalidDirective = "invalid-directive"
	// The text is not UTF-8.
	InvalidEncoding = "invalid-encoding"
	// A backslash in a text is not followed by an escape that there is.
	InvalidEscape = "invalid-escape"
	// A for expression lacks a part, such as "in".
	InvalidFor = "invalid-for"
	// A for directive lacks a part, such as "in".
	InvalidForDirective = "invalid-for-directive"
	// A number is written in a way that there is none, such as 1e.
	InvalidNumber = "invalid-number"
	// A block on one line is not closed on it.
	InvalidOneLineBlock = "invalid-one-line-block"
	// A text in quotes holds what a text there cannot hold.
	InvalidString = "invalid-string"
	// An argument or a block is expected.
	ItemExpected = "item-expected"
	// A name is followed by neither "=" nor "{".
	ItemIncomplete = "item-incomplete"
	// A chain such as a.0.1 is ambiguous; write indexes in brackets.
	LegacyIndexChain = "legacy-index-chain"
	// A text in quotes goes on over the end of its line. Use \\n or a heredoc.
	LineBreakInString = "line-break-in-string"
	// An argument or a block is not followed by a line end.
	LineEndExpected = "line-end-expected"
	// The opening brace of a block is missing.
	MissingBrace = "missing-brace"
	// A conditional has no ":" with a value for when the condition is false.
	MissingElse = "missing-else"
	// A splat directly within a splat needs parentheses.
	NestedSplat = "nested-splat"
	// Expressions or blocks are nested deeper than the parser takes.
	NestingTooDeep = "nesting-too-deep"
	// Items of an object are separated by commas or line ends.
	ObjectSeparatorExpected = "object-separator-expected"
	// The key of an object is followed by neither "=" nor ":".
	ObjectValueExpected = "object-value-expected"
	// The name of an argument is in quotes.
	QuotedName = "quoted-name"
	// A file is larger than offsets in it can be.
	SourceTooLarge = "source-too-large"
	// A fixed path cannot contain a splat.
	SplatInTraversal = "splat-in-traversal"
	// A fixed path goes on with something that is no step.
	StepExpected = "step-expected"
	// A text in quotes is expected and something else stands there.
	StringExpected = "string-expected"
	// The closing brace of a block is missing.
	UnclosedBlock = "unclosed-block"
	// The closing brace of an object is missing.
	UnclosedBrace = "unclosed-brace"
	// The closing bracket of a list is missing.
	UnclosedBracket = "unclosed-bracket"
	// The closing parenthesis of a call is missing.
	UnclosedCall = "unclosed-call"
	// A directive such as %{ if } has no end directive.
	UnclosedDirective = "unclosed-directive"
	// The end marker of a heredoc is missing.
	UnclosedHeredoc = "unclosed-heredoc"
	// The closing bracket of an index is missing.
	UnclosedIndex = "unclosed-index"
	// The closing brace of an interpolation is missing.
	UnclosedInterpolation = "unclosed-interpolation"
	// A closing parenthesis is missing.
	UnclosedParenthesis = "unclosed-parenthesis"
	// The closing quote of a fixed text is missing.
	UnclosedQuotes = "unclosed-quotes"
	// The closing bracket of [*] is missing.
	UnclosedSplat = "unclosed-splat"
	// The closing quote of a text is missing.
	UnclosedTemplate = "unclosed-template"
	// A bracket or brace closes something that is not open.
	UnexpectedClosing = "unexpected-closing"
	// A directive such as %{ else } stands where none is open that it belongs to.
	UnexpectedDirective = "unexpected-directive"
	// An operator of other languages is used that HCL does not have.
	UnsupportedOperator = "unsupported-operator"
	// A fixed path does not begin with a name.
	VariableNameExpected = "variable-name-expected"
)

// Bodies: What is wrong with attributes and blocks, in any syntax, measured by the schema of a host.
const (
	// A block has more or fewer labels than blocks of its type.
	BlockLabels = "block-labels"
	// A block is there twice that may be there once.
	DuplicateBlock = "duplicate-block"
	// A JSON object holds a property that means nothing there.
	ExtraneousProperty = "extraneous-property"
	// The schema with which a host reads a body contradicts itself.
	InvalidSchema = "invalid-schema"
	// A JSON value is of another kind than what stands for a body, block or label.
	JSONKind = "json-kind"
	// A required argument is missing.
	MissingArgument = "missing-argument"
	// A required block is missing.
	MissingBlock = "missing-block"
	// A JSON object lacks a level for a label.
	MissingLabel = "missing-label"
	// An expression is not of the fixed shape that is read here, such as a list of names.
	StaticShape = "static-shape"
	// A block stands where there may be arguments only.
	UnexpectedBlock = "unexpected-block"
	// There is no argument of this name here.
	UnsupportedArgument = "unsupported-argument"
	// There is no block of this type here.
	UnsupportedBlock = "unsupported-block"
)

// Expressions: What is wrong with an expression: in evaluation, in compilation, or, with static types, before there are values.
const (
	// A path as a key of an object could mean two things; parentheses or quotes tell them apart.
	AmbiguousKey = "ambiguous-key"
	// No value that an argument can have fits the parameter.
	ArgumentType = "argument-type"
	// A function is called with too many or too few arguments.
	Arity = "arity"
	// A step of a path is not possible in a way that has no code of its own.
	BadStep = "bad-step"
	// A function failed in a way that is not the fault of one argument.
	CallFailed = "call-failed"
	// Functions cannot be called where a value has to depend on nothing.
	CallsNotAllowed = "calls-not-allowed"
	// A condition is neither true nor false.
	ConditionType = "condition-type"
	// The arms of a conditional have no type in common, where the profile asks for one.
	ConditionalTypes = "conditional-types"
	// Two items of an object have one key.
	DuplicateKey = "duplicate-key"
	// The key of a for expression is no text, or null.
	ForKey = "for-key"
	// A host gave an expression that cannot be evaluated.
	ForeignExpression = "foreign-expression"
	// An argument does not fit its parameter, or the function refuses it.
	InvalidArgument = "invalid-argument"
	// What is expanded by three dots into arguments is no list, set or tuple.
	InvalidExpansion = "invalid-expansion"
	// A list or tuple has no such position.
	InvalidIndex = "invalid-index"
	// An operand does not convert to what the operator takes.
	InvalidOperand = "invalid-operand"
	// The key of an object does not convert to a text.
	KeyType = "key-type"
	// The evaluation needs more steps, memory or depth than it is granted.
	Limit = "limit"
	// A host gave no expression.
	NoExpression = "no-expression"
	// Something is iterated over that has no elements.
	NotIterable = "not-iterable"
	// A condition is null.
	NullCondition = "null-condition"
	// What is iterated over is null.
	NullIteration = "null-iteration"
	// The key of an object is null.
	NullKey = "null-key"
	// An operand is null.
	NullOperand = "null-operand"
	// A splat is applied to a null list.
	NullSplat = "null-splat"
	// A path leads through null.
	NullStep = "null-step"
	// An operation fails for these operands, such as a division by zero.
	OperationFailed = "operation-failed"
	// A function exists only to say that it is not available and what to do instead.
	RefusedFunction = "refused-function"
	// The results of a splat over a list differ in type, where the profile has no unions.
	SplatTypes = "splat-types"
	// An argument that is read as it is written, such as a type, comes from an expansion.
	StaticArgument = "static-argument"
	// A value in a text does not convert to text.
	TemplatePart = "template-part"
	// A fixed path does not lead anywhere.
	Traversal = "traversal"
	// An object has no such attribute, or a map no such key.
	UnknownAttribute = "unknown-attribute"
	// There is no function of this name.
	UnknownFunction = "unknown-function"
	// There is no variable of this name.
	UnknownVariable = "unknown-variable"
	// Variables cannot be read where a value has to depend on nothing.
	VariablesNotAllowed = "variables-not-allowed"
)

// Decoding: What is wrong when configuration is decoded into Go values, or by a specification of hcldec.
const (
	// A name cannot be written in the other syntax without changing its meaning.
	AmbiguousName = "ambiguous-name"
	// A Go type cannot hold what the configuration has; the program has to change.
	DecodeTarget = "decode-target"
	// Two functions have one name.
	DuplicateFunction = "duplicate-function"
	// Two parameters of a function have one name.
	DuplicateParameter = "duplicate-parameter"
	// Blocks that go into one list or map have different types.
	InconsistentTypes = "inconsistent-types"
	// An attribute does not convert to the type of the specification.
	IncorrectType = "incorrect-type"
	// The condition of a validation in a specification cannot be evaluated.
	InvalidCondition = "invalid-condition"
	// A validation of the host refuses the content.
	InvalidContent = "invalid-content"
	// The default of an optional attribute does not fit its type.
	InvalidDefault = "invalid-default"
	// A dynamic block lacks something, or its collection cannot be iterated over.
	InvalidDynamicBlock = "invalid-dynamic-block"
	// The name of a parameter is no name.
	InvalidParameter = "invalid-parameter"
	// A specification cannot be used as it is.
	InvalidSpec = "invalid-spec"
	// A type expression names no type.
	InvalidType = "invalid-type"
	// A validation of a specification refuses the value.
	InvalidValue = "invalid-value"
	// An expression that is put into a file would end before its end.
	LineEndInExpression = "line-end-in-expression"
	// An expression of JSON syntax has no form in the native syntax.
	NoNativeForm = "no-native-form"
	// There are fewer blocks of a type than the specification asks for.
	TooFewBlocks = "too-few-blocks"
	// There are more blocks of a type than the specification takes.
	TooManyBlocks = "too-many-blocks"
	// The function of a specification that changes a value failed.
	TransformFailed = "transform-failed"
	// A file cannot be read.
	UnreadableFile = "unreadable-file"
	// A value does not fit into the place that the host has for it.
	UnsuitableValue = "unsuitable-value"
	// The default of a specification is never used.
	UselessDefault = "useless-default"
)

// Compositions: What is wrong with a composition, found without running it. Warnings can be ignored by a comment.
const (
	// Two files of an archive have one name.
	ArchiveDuplicate = "archive-duplicate"
	// A file of an archive is no .hcl file, and is left out.
	ArchiveExtension = "archive-extension"
	// There is text before the first file of an archive.
	ArchiveStrayText = "archive-stray-text"
	// A parameter without a default follows one with a default.
	ArgumentDefault = "argument-default"
	// The block composite has a label that is neither status nor connection.
	CompositeLabel = "composite-label"
	// A constant breaks a rule that Kubernetes or Crossplane has for it.
	Contract = "contract"
	// A description is no constant text.
	Description = "description"
	// A resource that exists could be left out of the answer, and so be deleted, when something is missing that was there before.
	Droppable = "droppable"
	// Two locals have one name.
	DuplicateLocal = "duplicate-local"
	// Two blocks have one name.
	DuplicateName = "duplicate-name"
	// A requirement has more than one block select.
	DuplicateSelect = "duplicate-select"
	// A block has more than one template.
	DuplicateTemplate = "duplicate-template"
	// A name is empty.
	EmptyName = "empty-name"
	// A program has no blocks.
	EmptyProgram = "empty-program"
	// Connection details are written to where everybody can read them.
	ExposedSecret = "exposed-secret"
	// A function has a name that it cannot have.
	FunctionName = "function-name"
	// A function reads the state of the call, which it cannot; pass it as an argument.
	FunctionState = "function-state"
	// A call of another program is not possible here.
	Invoke = "invoke"
	// Locals need each other in a circle.
	LocalCycle = "local-cycle"
	// A variable exists in other blocks only, such as self.
	MisplacedVariable = "misplaced-variable"
	// A requirement does not say what it asks for.
	MissingSelect = "missing-select"
	// A block resources does not say what its members are.
	MissingTemplate = "missing-template"
	// Which members there are depends on which are observed, so that one that is lost does not come back.
	ObservedMembers = "observed-members"
	// Requirements need each other's answers.
	RequirementCycle = "requirement-cycle"
	// A selector asks by both name and labels, or by neither.
	RequirementSelector = "requirement-selector"
	// A name is reserved for the language.
	ReservedName = "reserved-name"
	// A variable of a for expression hides a local of the same name.
	ShadowedLocal = "shadowed-local"
	// The text of a program is too large.
	SourceSize = "source-size"
	// Something is read that no block of the program declares.
	Undeclared = "undeclared"
	// There is no local or variable of this name.
	UnknownLocal = "unknown-local"
	// A namespace, such as req, has no such member.
	UnknownMember = "unknown-member"
	// A condition is always false, so that a block never counts.
	Unreachable = "unreachable"
	// A local is not used anywhere.
	UnusedLocal = "unused-local"
)

// Runs: What a run of a composition tells: on the composite, in results, and in the output of render and test.
const (
	// Functions call each other too deep.
	CallDepth = "call-depth"
	// Blocks wait for each other, so that none of them can become complete.
	CircularWait = "circular-wait"
	// Connection details were written for a composite that keeps none.
	ConnectionIgnored = "connection-ignored"
	// Connection details are kept from before, since a part of them is not known.
	ConnectionKept = "connection-kept"
	// The setting of the connection secret is not valid.
	ConnectionSecret = "connection-secret"
	// A resource that exists would have been deleted although nobody asked for it; the run changes nothing.
	ExistingDropped = "existing-dropped"
	// A resource that exists and has become incomplete is sent again as it was last applied.
	ExistingKept = "existing-kept"
	// A block is left out because something is missing.
	Incomplete = "incomplete"
	// Something failed that never should: a defect of the function.
	InternalError = "internal-error"
	// The input of the pipeline step cannot be read.
	InvalidInput = "invalid-input"
	// A program is invoked with arguments that it does not take.
	InvokeArguments = "invoke-arguments"
	// A value cannot be written to the answer, such as an infinite number.
	UnwritableValue = "unwritable-value"
)

// Schemas: What is read and written, compared with the schemas of objects: of programs without data by check, of data by render, explain and test.
const (
	// Two items of a list have the same keys, or are the same.
	DuplicateItem = "duplicate-item"
	// Kubernetes refuses the key or the value of a label, or the key of an annotation.
	InvalidLabel = "invalid-label"
	// A required field is missing.
	MissingField = "missing-field"
	// None of the alternatives of a schema fits.
	NoAlternative = "no-alternative"
	// A value is none of those that are allowed.
	NotInEnum = "not-in-enum"
	// A value is null where null is refused.
	NullValue = "null-value"
	// Kubernetes refuses the name of an object.
	ObjectName = "object-name"
	// A number is less or more than is allowed.
	OutOfBounds = "out-of-bounds"
	// A text does not match the pattern of the schema.
	PatternMismatch = "pattern-mismatch"
	// Two blocks write different constants to one field of the status.
	StatusContradiction = "status-contradiction"
	// A body writes the status of a resource, which only its controller can.
	StatusSubresource = "status-subresource"
	// A block waits for ever where an optional field of the XR is left out. Give the field a default, or say what holds without it.
	Unguarded = "unguarded"
	// There is no such field; the API server would refuse it, or drop it.
	UnknownField = "unknown-field"
	// There is no such kind of object, or not in this version.
	UnknownKind = "unknown-kind"
	// What is read has no such part: the schema of the object lacks it, or the constant.
	UnknownPath = "unknown-path"
	// A resource needs its own observed state before it can be rendered, or blocks wait for each other.
	WaitsForItself = "waits-for-itself"
	// A text is not of the format of the schema.
	WrongFormat = "wrong-format"
	// A text, list or object is shorter or longer than is allowed.
	WrongLength = "wrong-length"
	// A value is of another type than the field.
	WrongType = "wrong-type"
)

// Tests: What is not as a test of a composition says.
const (
	// A condition of an assert block is not true.
	AssertionFailed = "assertion-failed"
	// An object was deleted although neither the test nor a condition of the program asked for that.
	DroppedByAccident = "dropped-by-accident"
	// What exists differs from the file that the round wants.
	GoldenDiffers = "golden-differs"
	// The API server would refuse an object.
	InvalidObject = "invalid-object"
	// An object is not as the test expects, or not there, or waits for something else.
	NotAsExpected = "not-as-expected"
	// The program does not come to an end: every round changes something.
	NotSettled = "not-settled"
	// The test file asks for what cannot be done, such as to read a file that is not there.
	TestInput = "test-input"
	// A round ended with a fatal result that the test does not expect.
	UnexpectedFatal = "unexpected-fatal"
)

// Comments: What the comments that ignore diagnostics report.
const (
	// A comment ignores a code that there is not.
	UnknownCode = "unknown-code"
	// A comment ignores a code that is not reported where it counts. Delete the comment.
	UnusedIgnore = "unused-ignore"
)

// All are all codes, in order. It must not be changed.
var All = []string{
	AmbiguousKey, AmbiguousName, ArchiveDuplicate, ArchiveExtension, ArchiveStrayText, ArgumentDefault, ArgumentType,
	ArgumentsExpected, Arity, AssertionFailed, AttributeNameExpected, BadStep, BlockInOneLineBlock, BlockLabels,
	CallDepth, CallFailed, CallsNotAllowed, CircularWait, CommaExpected, CompositeLabel, ConditionType,
	ConditionalTypes, ConnectionIgnored, ConnectionKept, ConnectionSecret, Contract, DecodeTarget, Description,
	DirectiveEndExpected, Droppable, DroppedByAccident, DuplicateArgument, DuplicateBlock, DuplicateFunction,
	DuplicateItem, DuplicateKey, DuplicateLocal, DuplicateName, DuplicateParameter, DuplicateSelect, DuplicateTemplate,
	EmptyName, EmptyProgram, EndExpected, ExistingDropped, ExistingKept, ExposedSecret, ExpressionExpected,
	ExpressionTooLong, ExtraneousProperty, ForGroupInList, ForKey, ForKeyInList, ForKeyMissing, ForeignExpression,
	FunctionName, FunctionNameExpected, FunctionState, GoldenDiffers, Incomplete, InconsistentTypes, IncorrectType,
	IndexExpected, InternalError, InterpolationEndExpected, InterpolationInLabel, InvalidArgument, InvalidBlockHeader,
	InvalidCharacter, InvalidCondition, InvalidContent, InvalidDefault, InvalidDirective, InvalidDynamicBlock,
	InvalidEncoding, InvalidEscape, InvalidExpansion, InvalidFor, InvalidForDirective, InvalidIndex, InvalidInput,
	InvalidLabel, InvalidNumber, InvalidObject, InvalidOneLineBlock, InvalidOperand, InvalidParameter, InvalidSchema,
	InvalidSpec, InvalidString, InvalidType, InvalidValue, Invoke, InvokeArguments, ItemExpected, ItemIncomplete,
	JSONKind, KeyType, LegacyIndexChain, Limit, LineBreakInString, LineEndExpected, LineEndInExpression, LocalCycle,
	MisplacedVariable, MissingArgument, MissingBlock, MissingBrace, MissingElse, MissingField, MissingLabel,
	MissingSelect, MissingTemplate, NestedSplat, NestingTooDeep, NoAlternative, NoExpression, NoNativeForm,
	NotAsExpected, NotInEnum, NotIterable, NotSettled, NullCondition, NullIteration, NullKey, NullOperand, NullSplat,
	NullStep, NullValue, ObjectName, ObjectSeparatorExpected, ObjectValueExpected, ObservedMembers, OperationFailed,
	OutOfBounds, PatternMismatch, QuotedName, RefusedFunction, RequirementCycle, RequirementSelector, ReservedName,
	ShadowedLocal, SourceSize, SourceTooLarge, SplatInTraversal, SplatTypes, StaticArgument, StaticShape,
	StatusContradiction, StatusSubresource, StepExpected, StringExpected, TemplatePart, TestInput, TooFewBlocks,
	TooManyBlocks, TransformFailed, Traversal, UnclosedBlock, UnclosedBrace, UnclosedBracket, UnclosedCall,
	UnclosedDirective, UnclosedHeredoc, UnclosedIndex, UnclosedInterpolation, UnclosedParenthesis, UnclosedQuotes,
	UnclosedSplat, UnclosedTemplate, Undeclared, UnexpectedBlock, UnexpectedClosing, UnexpectedDirective,
	UnexpectedFatal, Unguarded, UnknownAttribute, UnknownCode, UnknownField, UnknownFunction, UnknownKind, UnknownLocal,
	UnknownMember, UnknownPath, UnknownVariable, Unreachable, UnreadableFile, UnsuitableValue, UnsupportedArgument,
	UnsupportedBlock, UnsupportedOperator, UnusedIgnore, UnusedLocal, UnwritableValue, UselessDefault,
	VariableNameExpected, VariablesNotAllowed, WaitsForItself, WrongFormat, WrongLength, WrongType,
}
