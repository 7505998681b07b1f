package console

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// maxLine bounds a line of a batch, in bytes.
const maxLine = 64 << 20

// item is a request of a batch: an expression, or a template, with the scope that it is evaluated in.
type item struct {
	Expr           *string         `json:"expr"`
	ExprBase64     *string         `json:"exprBase64"`
	Template       *string         `json:"template"`
	TemplateBase64 *string         `json:"templateBase64"`
	Vars           json.RawMessage `json:"vars"`
	Scope          string          `json:"scope"`
}

// answer is the answer to a request. Exactly one of result and unknown is set, unless the text could not be parsed.
type answer struct {
	Result  *typed       `json:"result,omitempty"`
	Unknown *untyped     `json:"unknown,omitempty"`
	Diags   []diagnostic `json:"diags"`
	// Error says why the request could not be understood.
	Error string `json:"error,omitempty"`
}

type typed struct {
	Type    types.Type `json:"type"`
	Value   any        `json:"value"`
	Partial bool       `json:"partial,omitempty"`
}

type untyped struct {
	Type       types.Type  `json:"type"`
	Refinement *refinement `json:"refinement,omitempty"`
}

type diagnostic struct {
	Severity string  `json:"severity"`
	Summary  string  `json:"summary"`
	Detail   string  `json:"detail,omitempty"`
	Range    *[6]int `json:"range"`
}

// Batch reads requests, one JSON object {"expr": TEXT, "vars": {...}, "scope": NAME} on a line, and writes one line for each, in their order. Instead of "expr" a
// request may have "template", and either with "Base64" at its end. A request that cannot be understood is answered with an
// "error". The error is that of reading or writing.
func (c *Console) Batch(r io.Reader, w io.Writer) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := enc.Encode(c.answer(lines.Bytes())); err != nil {
			return err
		}
	}
	return errors.Join(lines.Err(), out.Flush())
}

func (c *Console) answer(line []byte) answer {
	a, err := c.evaluate(line)
	if err != nil {
		return answer{Diags: []diagnostic{}, Error: err.Error()}
	}
	return a
}

func (c *Console) evaluate(line []byte) (answer, error) {
	var it item
	if err := json.Unmarshal(line, &it); err != nil {
		return answer{}, fmt.Errorf("a request has to be a JSON object with \"expr\": %w", jsonProblem(err))
	}
	text, template, err := it.text()
	if err != nil {
		if errors.Is(err, errNoText) {
			err = fmt.Errorf("%w%s", err, misspelt(line))
		}
		return answer{}, err
	}
	var more map[string]value.Value
	if it.Vars != nil && string(it.Vars) != "null" {
		if more, err = readObject(it.Vars); err != nil {
			return answer{}, fmt.Errorf("vars: %w", err)
		}
	}
	ctx, err := c.context(it.Scope, more)
	if err != nil {
		return answer{}, err
	}
	parse := syntax.ParseExpression
	if template {
		parse = syntax.ParseTemplate
	}
	f := source.NewFileString("<expr>", text)
	e, diags := parse(f)
	a := answer{}
	if !diags.HasErrors() {
		v, found := eval.Value(syntax.NewExpression(f, e), ctx)
		diags = append(diags, found...)
		if err := a.set(v); err != nil {
			return answer{}, err
		}
	}
	a.Diags = diagnostics(diags)
	return a, nil
}

// texts are the properties of a request that say what to evaluate, one of which has to be given.
var texts = []struct {
	name             string
	of               func(*item) *string
	template, base64 bool
}{
	{"expr", func(it *item) *string { return it.Expr }, false, false},
	{"template", func(it *item) *string { return it.Template }, true, false},
	{"exprBase64", func(it *item) *string { return it.ExprBase64 }, false, true},
	{"templateBase64", func(it *item) *string { return it.TemplateBase64 }, true, true},
}

func (it *item) text() (text string, template bool, err error) {
	name := ""
	for _, t := range texts {
		given := t.of(it)
		if given == nil {
			continue
		}
		if name != "" {
			return "", false, fmt.Errorf("a request has both %q and %q; give one of them", name, t.name)
		}
		name, text, template = t.name, *given, t.template
		if t.base64 {
			b, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return "", false, fmt.Errorf("%q: %w", name, err)
			}
			text = string(b)
		}
	}
	if name == "" {
		return "", false, errNoText
	}
	return text, template, nil
}

var errNoText = errors.New("a request has to have \"expr\" or \"template\"")

// misspelt suggests the property that an unknown one of a request may stand for.
func misspelt(line []byte) string {
	var given map[string]json.RawMessage
	if json.Unmarshal(line, &given) != nil {
		return ""
	}
	names := make([]string, len(texts))
	for i, t := range texts {
		names[i] = t.name
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if slices.Contains(names, name) {
			continue
		}
		if hint := diag.DidYouMean(name, names); hint != "" {
			return fmt.Sprintf("; %q is not known.%s", name, hint)
		}
	}
	return ""
}

func (a *answer) set(v value.Value) error {
	t := v.Type()
	if v.IsUnknown() {
		a.Unknown = &untyped{Type: t, Refinement: writeRefinement(v.Refinement())}
		return nil
	}
	x, err := write(v)
	a.Result = &typed{Type: t, Value: x, Partial: !v.IsWhollyKnown()}
	return err
}

func diagnostics(list diag.List) []diagnostic {
	out := make([]diagnostic, len(list))
	for i, d := range list {
		out[i] = diagnostic{Severity: d.Severity.String(), Summary: d.Summary, Detail: d.Detail}
		if !d.Subject.IsZero() {
			s, e := d.Subject.Start(), d.Subject.End()
			out[i].Range = &[6]int{s.Line, s.Column, s.Byte, e.Line, e.Column, e.Byte}
		}
	}
	return out
}

func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

// JSON writes a value with its type as JSON.
func JSON(v value.Value) (string, error) {
	a := answer{}
	if err := a.set(v); err != nil {
		return "", err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	var err error
	if a.Unknown != nil {
		err = enc.Encode(map[string]any{"unknown": a.Unknown})
	} else {
		err = enc.Encode(a.Result)
	}
	return strings.TrimSuffix(b.String(), "\n"), err
}
