// Package code contains the codes of diagnostics. A code identifies a kind of problem for tools and
// for comments that ignore diagnostics.
//
// Codes do not change. A new kind of problem gets a new code, and the code of a problem that is no
// longer reported is not used again. docs/diagnostics.md is generated from this file and has an
// example of each code.
package code

// Syntax: Errors that the parser of the native syntax reports. You cannot ignore them.
const (
	// The name of a function is not followed by arguments in parentheses.
	ArgumentsExpected = "arguments-expected"
	// A dot is not followed by the name of an attribute.
	AttributeNameExpected = "attribute-name-expected"
	// A block on one line contains another block. Write it on several lines.
	BlockInOneLineBlock = "block-in-one-line-block"
	// A comma is missing between the elements of a list, or between arguments.
	CommaExpected = "comma-expected"
	// A template directive contains more than it accepts.
	DirectiveEndExpected = "directive-end-expected"
	// An argument is set twice in one body.
	DuplicateArgument = "duplicate-argument"
	// The expression is complete, but more text follows.
	EndExpected = "end-expected"
	// A value is missing.
	ExpressionExpected = "expression-expected"
	// An expression has more parts than the parser accepts. Split it, for example with locals.
	ExpressionTooLong = "expression-too-long"
	// Three dots group the items of an object. A list has no keys to group by.
	ForGroupInList = "for-group-in-list"
	// A for expression in brackets makes a list, which has no keys.
	ForKeyInList = "for-key-in-list"
	// A for expression in braces makes an object and needs a key, as in {for x in list : key => value}.
	ForKeyMissing = "for-key-missing"
	// Two colons in the name of a function are not followed by a name.
	FunctionNameExpected = "function-name-expected"
	// An index in a fixed path is neither a number nor a quoted string.
	IndexExpected = "index-expected"
	// An interpolation contains more than one expression.
	InterpolationEndExpected = "interpolation-end-expected"
	// A label or another fixed string contains an interpolation.
	InterpolationInLabel = "interpolation-in-label"
	// The text between the type of a block and its brace is not a label.
	InvalidBlockHeader = "invalid-block-header"
	// A character is not allowed here.
	InvalidCharacter = "invalid-character"
	// A template directive is not if, else, endif, for or endfor.
	InvalidDirective = "invalid-directive"
	// The text is not UTF-8.
	InvalidEncoding = "invalid-encoding"
	// A backslash in a string is not followed by a valid escape.
	InvalidEscape = "invalid-escape"
	// A part of a for expression is missing, such as "in".
	InvalidFor = "invalid-for"
	// A part of a for directive is missing, such as "in".
	InvalidForDirective = "invalid-for-directive"
	// A number is not valid, such as 1e.
	InvalidNumber = "invalid-number"
	// A block on one line is not closed on that line.
	InvalidOneLineBlock = "invalid-one-line-block"
	// A quoted string contains something that is not allowed in it.
	InvalidString = "invalid-string"
	// An argument or a block is expected.
	ItemExpected = "item-expected"
	// A name is followed by neither "=" nor "{".
	ItemIncomplete = "item-incomplete"
	// A chain such as a.0.1 is ambiguous. Write indexes in brackets.
	LegacyIndexChain = "legacy-index-chain"
	// A quoted string continues after the end of its line. Use \\n or a heredoc.
	LineBreakInString = "line-break-in-string"
	// An argument or a block is not followed by a newline.
	LineEndExpected = "line-end-expected"
	// The opening brace of a block is missing.
	MissingBrace = "missing-brace"
	// A conditional has no ":" with the value for a false condition.
	MissingElse = "missing-else"
	// A splat directly within a splat needs parentheses.
	NestedSplat = "nested-splat"
	// Expressions or blocks are nested deeper than the parser accepts.
	NestingTooDeep = "nesting-too-deep"
	// The items of an object are not separated by commas or newlines.
	ObjectSeparatorExpected = "object-separator-expected"
	// The key of an object is followed by neither "=" nor ":".
	ObjectValueExpected = "object-value-expected"
	// The name of an argument is quoted.
	QuotedName = "quoted-name"
	// A file is too large.
	SourceTooLarge = "source-too-large"
	// A fixed path contains a splat.
	SplatInTraversal = "splat-in-traversal"
	// A fixed path continues with something that is not a step.
	StepExpected = "step-expected"
	// A quoted string is expected here.
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
	// The closing quote of a fixed string is missing.
	UnclosedQuotes = "unclosed-quotes"
	// The closing bracket of [*] is missing.
	UnclosedSplat = "unclosed-splat"
	// The closing quote of a string is missing.
	UnclosedTemplate = "unclosed-template"
	// A bracket or brace closes nothing.
	UnexpectedClosing = "unexpected-closing"
	// A directive such as %{ else } does not belong to an open directive.
	UnexpectedDirective = "unexpected-directive"
	// An operator of another language does not exist in HCL.
	UnsupportedOperator = "unsupported-operator"
	// A fixed path does not begin with a name.
	VariableNameExpected = "variable-name-expected"
)

// Bodies: Errors in attributes and blocks, in either syntax, by the schema of the host program.
const (
	// A block has more or fewer labels than its type requires.
	BlockLabels = "block-labels"
	// A block occurs twice, but only one is allowed.
	DuplicateBlock = "duplicate-block"
	// A JSON object contains a property that is not expected there.
	ExtraneousProperty = "extraneous-property"
	// The schema of the host contradicts itself.
	InvalidSchema = "invalid-schema"
	// A JSON value has the wrong kind for a body, block or label.
	JSONKind = "json-kind"
	// A required argument is missing.
	MissingArgument = "missing-argument"
	// A required block is missing.
	MissingBlock = "missing-block"
	// A JSON object has no level for a label.
	MissingLabel = "missing-label"
	// An expression does not have the required form, such as a list of names.
	StaticShape = "static-shape"
	// A block occurs where only arguments are allowed.
	UnexpectedBlock = "unexpected-block"
	// There is no argument of this name here.
	UnsupportedArgument = "unsupported-argument"
	// There is no block of this type here.
	UnsupportedBlock = "unsupported-block"
)

// Expressions: Errors in expressions, found during evaluation, during compilation, or by static types before
// there are values.
const (
	// A path as the key of an object is ambiguous. Use parentheses or quotes.
	AmbiguousKey = "ambiguous-key"
	// No possible value of the argument fits the parameter.
	ArgumentType = "argument-type"
	// A function is called with too many or too few arguments.
	Arity = "arity"
	// A step of a path is not possible, for a reason that has no code of its own.
	BadStep = "bad-step"
	// A function failed, and no single argument is the cause.
	CallFailed = "call-failed"
	// A function is called where only constants are allowed.
	CallsNotAllowed = "calls-not-allowed"
	// A condition is neither true nor false.
	ConditionType = "condition-type"
	// The arms of a conditional have no common type, and the profile requires one.
	ConditionalTypes = "conditional-types"
	// Two items of an object have the same key.
	DuplicateKey = "duplicate-key"
	// The key of a for expression is not a string, or is null.
	ForKey = "for-key"
	// A host provided an expression that cannot be evaluated.
	ForeignExpression = "foreign-expression"
	// An argument does not fit its parameter, or the function rejects it.
	InvalidArgument = "invalid-argument"
	// Three dots expand something that is not a list, set or tuple.
	InvalidExpansion = "invalid-expansion"
	// A list or tuple has no element at this position.
	InvalidIndex = "invalid-index"
	// An operand cannot be converted to the type that the operator requires.
	InvalidOperand = "invalid-operand"
	// The key of an object cannot be converted to a string.
	KeyType = "key-type"
	// The evaluation exceeds a limit of steps, memory or depth.
	Limit = "limit"
	// A host provided no expression.
	NoExpression = "no-expression"
	// A value without elements is iterated over.
	NotIterable = "not-iterable"
	// A condition is null.
	NullCondition = "null-condition"
	// Null is iterated over.
	NullIteration = "null-iteration"
	// The key of an object is null.
	NullKey = "null-key"
	// An operand is null.
	NullOperand = "null-operand"
	// A splat is applied to a null list.
	NullSplat = "null-splat"
	// A path reads a part of null.
	NullStep = "null-step"
	// An operation fails for these operands, such as a division by zero.
	OperationFailed = "operation-failed"
	// The function is not available. The message says what to use instead.
	RefusedFunction = "refused-function"
	// The results of a splat over a list have different types, and the profile has no unions.
	SplatTypes = "splat-types"
	// An argument that is read by its form, such as a type, has no value or comes from an expansion.
	StaticArgument = "static-argument"
	// A value in a template cannot be converted to a string.
	TemplatePart = "template-part"
	// A host uses a path that is not suitable here.
	Traversal = "traversal"
	// An object has no such attribute, or a map has no such key.
	UnknownAttribute = "unknown-attribute"
	// There is no function of this name.
	UnknownFunction = "unknown-function"
	// There is no variable of this name.
	UnknownVariable = "unknown-variable"
	// A variable is read where only constants are allowed.
	VariablesNotAllowed = "variables-not-allowed"
)

// Decoding: Errors when configuration is decoded to Go values, or by a specification of hcldec.
const (
	// A name cannot be written in the other syntax without changing its meaning.
	AmbiguousName = "ambiguous-name"
	// A Go type cannot store the configuration. The Go program has to be changed.
	DecodeTarget = "decode-target"
	// Two functions have the same name.
	DuplicateFunction = "duplicate-function"
	// Two parameters of a function have the same name.
	DuplicateParameter = "duplicate-parameter"
	// Blocks in the same list or map have different types.
	InconsistentTypes = "inconsistent-types"
	// An attribute cannot be converted to the type in the specification.
	IncorrectType = "incorrect-type"
	// The condition of a validation in a specification cannot be evaluated.
	InvalidCondition = "invalid-condition"
	// A validation of the host rejects the content.
	InvalidContent = "invalid-content"
	// The default of an optional attribute does not fit its type.
	InvalidDefault = "invalid-default"
	// A part of a dynamic block is missing, or its collection cannot be iterated over.
	InvalidDynamicBlock = "invalid-dynamic-block"
	// The name of a parameter is not an identifier.
	InvalidParameter = "invalid-parameter"
	// A specification is not valid.
	InvalidSpec = "invalid-spec"
	// A type expression is not a type.
	InvalidType = "invalid-type"
	// A validation in a specification rejects the value.
	InvalidValue = "invalid-value"
	// An expression for a file contains a newline at which it would end.
	LineEndInExpression = "line-end-in-expression"
	// An expression in JSON syntax cannot be written in native syntax.
	NoNativeForm = "no-native-form"
	// There are fewer blocks of a type than the specification requires.
	TooFewBlocks = "too-few-blocks"
	// There are more blocks of a type than the specification allows.
	TooManyBlocks = "too-many-blocks"
	// The function with which a specification changes a value failed.
	TransformFailed = "transform-failed"
	// A file cannot be read.
	UnreadableFile = "unreadable-file"
	// A value does not fit in the variable of the host.
	UnsuitableValue = "unsuitable-value"
	// The default of a specification is never used.
	UselessDefault = "useless-default"
)

// Compositions: Errors and warnings about a composition that are found without running it. A comment can
// ignore the warnings.
const (
	// Two files of an archive have the same name.
	ArchiveDuplicate = "archive-duplicate"
	// The name of a file in an archive does not end in .hcl. The file is still part of the program.
	ArchiveExtension = "archive-extension"
	// There is text before the first file of an archive.
	ArchiveStrayText = "archive-stray-text"
	// The default of a function's argument is not a constant.
	ArgumentDefault = "argument-default"
	// The label of a composite block is neither status nor connection.
	CompositeLabel = "composite-label"
	// A constant breaks a rule of the language, of Kubernetes or of Crossplane.
	Contract = "contract"
	// The description of a function is not a constant string.
	Description = "description"
	// An existing resource may be deleted when data is missing that was there before.
	Droppable = "droppable"
	// Two locals have the same name.
	DuplicateLocal = "duplicate-local"
	// Two blocks have the same name.
	DuplicateName = "duplicate-name"
	// A requirement has more than one select block.
	DuplicateSelect = "duplicate-select"
	// A block has more than one template.
	DuplicateTemplate = "duplicate-template"
	// A name is empty.
	EmptyName = "empty-name"
	// A program has no blocks.
	EmptyProgram = "empty-program"
	// Connection details are written where everybody can read them.
	ExposedSecret = "exposed-secret"
	// The name of a function or of its argument is not valid.
	FunctionName = "function-name"
	// A function reads something from outside. Pass it as an argument.
	FunctionState = "function-state"
	// A call of invoke is not valid: it takes the name of a function of the program and an object with its
	// arguments.
	Invoke = "invoke"
	// Locals depend on each other in a cycle.
	LocalCycle = "local-cycle"
	// A variable is not available in this block, such as self.
	MisplacedVariable = "misplaced-variable"
	// A requirement has no select block.
	MissingSelect = "missing-select"
	// A resources block has neither a template nor a body.
	MissingTemplate = "missing-template"
	// A body depends on which members of a collection are observed, so that a lost member does not come back.
	ObservedMembers = "observed-members"
	// Requirements depend on each other's answers in a cycle.
	RequirementCycle = "requirement-cycle"
	// A select block has both matchName and matchLabels, or neither.
	RequirementSelector = "requirement-selector"
	// A name is reserved for the language.
	ReservedName = "reserved-name"
	// A local has the same name as a local in an enclosing block.
	ShadowedLocal = "shadowed-local"
	// The program is too large.
	SourceSize = "source-size"
	// The program reads something that none of its blocks declares.
	Undeclared = "undeclared"
	// There is no local or variable of this name.
	UnknownLocal = "unknown-local"
	// A namespace, such as req, has no such member.
	UnknownMember = "unknown-member"
	// A condition is always false, so that the block has no effect.
	Unreachable = "unreachable"
	// Nothing uses a local.
	UnusedLocal = "unused-local"
)

// Runs: What a run of a composition reports in conditions and results, and in the output of render and test.
const (
	// Calls of functions are nested too deeply.
	CallDepth = "call-depth"
	// Blocks wait for each other, so that none of them can become complete.
	CircularWait = "circular-wait"
	// Connection details are ignored, because the composite resource cannot have any.
	ConnectionIgnored = "connection-ignored"
	// Published connection details are kept, because a part of the new ones is not known.
	ConnectionKept = "connection-kept"
	// The connectionSecret setting is not valid.
	ConnectionSecret = "connection-secret"
	// An existing resource would be deleted although nobody asked for it. The call changes nothing.
	ExistingDropped = "existing-dropped"
	// An existing resource that has become incomplete is returned as it was last applied.
	ExistingKept = "existing-kept"
	// A block is left out because something is missing.
	Incomplete = "incomplete"
	// The function has a bug.
	InternalError = "internal-error"
	// The input of the pipeline step cannot be read.
	InvalidInput = "invalid-input"
	// A function of the program is called with wrong arguments.
	InvokeArguments = "invoke-arguments"
	// A value cannot be written to the answer, such as an infinite number.
	UnwritableValue = "unwritable-value"
)

// Schemas: Differences from the schemas of objects: in programs without data (check), and in data (render,
// explain and test).
const (
	// Two items of a list are equal or have the same keys.
	DuplicateItem = "duplicate-item"
	// Kubernetes rejects the key or value of a label, or the key of an annotation.
	InvalidLabel = "invalid-label"
	// A required field is missing.
	MissingField = "missing-field"
	// A value fits none of the alternatives of a schema.
	NoAlternative = "no-alternative"
	// A value is not one of the allowed values.
	NotInEnum = "not-in-enum"
	// A value is null, but null is not allowed.
	NullValue = "null-value"
	// Kubernetes rejects the name of an object.
	ObjectName = "object-name"
	// A number is smaller or larger than allowed.
	OutOfBounds = "out-of-bounds"
	// A string does not match the pattern of the schema.
	PatternMismatch = "pattern-mismatch"
	// Two blocks write different constants to the same field of the status.
	StatusContradiction = "status-contradiction"
	// A body sets the status of a resource. Only the controller of the resource can do that.
	StatusSubresource = "status-subresource"
	// A block waits forever if an optional field of the XR is omitted. Give the field a default, or use try.
	Unguarded = "unguarded"
	// The field does not exist. The API server would reject it or drop it.
	UnknownField = "unknown-field"
	// The kind does not exist, or not in this version.
	UnknownKind = "unknown-kind"
	// The schema of an object, or a constant, does not have the part that is read.
	UnknownPath = "unknown-path"
	// A resource needs its own observed state before it can be rendered, or blocks wait for each other.
	WaitsForItself = "waits-for-itself"
	// A string does not have the format of the schema.
	WrongFormat = "wrong-format"
	// A string, list or object is shorter or longer than allowed.
	WrongLength = "wrong-length"
	// A value has a different type than the field.
	WrongType = "wrong-type"
)

// Tests: Differences from what a test of a composition expects.
const (
	// The condition of an assert block is not true.
	AssertionFailed = "assertion-failed"
	// An object was deleted, but neither the test nor a condition of the program asked for it.
	DroppedByAccident = "dropped-by-accident"
	// The objects differ from the file of the round's want attribute.
	GoldenDiffers = "golden-differs"
	// The API server would reject an object.
	InvalidObject = "invalid-object"
	// An object differs from what the test expects, does not exist, or waits for something else.
	NotAsExpected = "not-as-expected"
	// The program does not settle: every round changes something.
	NotSettled = "not-settled"
	// The test file is not valid, for example because a file does not exist.
	TestInput = "test-input"
	// A round ended with a fatal result that the test does not expect.
	UnexpectedFatal = "unexpected-fatal"
)

// Comments: Problems of comments that ignore diagnostics.
const (
	// A comment ignores a code that does not exist.
	UnknownCode = "unknown-code"
	// A comment ignores a code that is not reported there. Delete the comment.
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
