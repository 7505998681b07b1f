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
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// maxLine limits a line of a batch, in bytes.
const maxLine = 64 << 20

// item is a request of a batch: an expression or a template, with its scope.
type item struct {
	Expr           *string         `json:"expr"`
	ExprBase64     *string         `json:"exprBase64"`
	Template       *string         `json:"template"`
	TemplateBase64 *string         `json:"templateBase64"`
	Vars           json.RawMessage `json:"vars"`
	Scope          string          `json:"scope"`
}

// answer is the answer to a request. One of result and unknown is set, unless the text could not be parsed or the value
// cannot be shown.
type answer struct {
	Result  *typed       `json:"result,omitempty"`
	Unknown *untyped     `json:"unknown,omitempty"`
	Diags   []diagnostic `json:"diags"`
	// Error is the reason why the request is invalid or the value is not shown.
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

// Batch reads requests, one JSON object {"expr": TEXT, "vars": {...}, "scope": NAME} on a line, and writes one line for
// each, in their order. Instead of "expr" a request may have "template", and either with "Base64" at its end. The
// answer to an invalid request contains an "error". Answers are written before Batch waits for more requests. The error
// is that of reading or writing.
func (c *Console) Batch(r io.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := bufio.NewScanner(&flushingReader{r, out})
	lines.Buffer(make([]byte, 64<<10), maxLine)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		a := c.answer(lines.Bytes())
		err := encode(out, a)
		if err != nil {
			err = encode(out, answer{Diags: a.Diags, Error: err.Error()})
		}
		if err != nil {
			return err
		}
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("a line of a batch can have at most %d MiB, but the next one has more", maxLine>>20)
	}
	return errors.Join(err, out.Flush())
}

// flushingReader flushes the output before it reads, because the sender may wait for answers.
type flushingReader struct {
	in  io.Reader
	out *bufio.Writer
}

// Read implements io.Reader.
func (f *flushingReader) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// encode writes a value as a line of JSON, or nothing if it has no JSON form.
func encode(w io.Writer, x any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err := enc.Encode(x)
	var form *json.MarshalerError
	if errors.As(err, &form) {
		return form.Err
	}
	return err
}

func (c *Console) answer(line []byte) answer {
	r, err := c.request(line)
	if err != nil {
		return answer{Diags: []diagnostic{}, Error: err.Error()}
	}
	return r.answer()
}

// request is a valid item.
type request struct {
	text     string
	template bool
	ctx      *hcl.EvalContext
}

func (c *Console) request(line []byte) (r request, err error) {
	if err := checkEncoding(line); err != nil {
		return r, err
	}
	var it item
	if err := json.Unmarshal(line, &it); err != nil {
		return r, fmt.Errorf("a request must be a JSON object with \"expr\": %w", jsonProblem(err))
	}
	r.text, r.template, err = it.text()
	if err != nil {
		if errors.Is(err, errNoText) {
			err = fmt.Errorf("%w%s", err, misspelt(line))
		}
		return r, err
	}
	var more map[string]value.Value
	if it.Vars != nil && string(it.Vars) != "null" {
		if more, err = readObject(it.Vars); err != nil {
			return r, fmt.Errorf("vars: %w", err)
		}
	}
	r.ctx, err = c.context(it.Scope, more)
	return r, err
}

func (r request) answer() (a answer) {
	parse := syntax.ParseExpression
	if r.template {
		parse = syntax.ParseTemplate
	}
	f := source.NewFileString("<expr>", r.text)
	e, diags := parse(f)
	if !diags.HasErrors() {
		v, found := evaluate(syntax.NewExpression(f, e), r.ctx)
		diags = append(diags, found...)
		if err := a.set(v); err != nil {
			a.Error = err.Error()
		}
	}
	a.Diags = diagnostics(diags)
	return a
}

// texts are the properties of a request for the text to evaluate, one of which is required.
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
			return "", false, fmt.Errorf("a request has both %q and %q; set only one of them", name, t.name)
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

var errNoText = errors.New("a request must have \"expr\" or \"template\"")

// misspelt suggests a property for an unknown property of a request.
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
	if inner, _ := v.Unmark(); inner.IsUnknown() {
		a.Unknown = &untyped{Type: t, Refinement: knownAbout(v)}
		return nil
	}
	x, err := write(v)
	if err != nil {
		return err
	}
	a.Result = &typed{Type: t, Value: x, Partial: !v.IsWhollyKnown()}
	return nil
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

// JSON returns a value with its type as JSON.
func JSON(v value.Value) (string, error) {
	a := answer{}
	if err := a.set(v); err != nil {
		return "", err
	}
	var b bytes.Buffer
	var err error
	if a.Unknown != nil {
		err = encode(&b, map[string]any{"unknown": a.Unknown})
	} else {
		err = encode(&b, a.Result)
	}
	return strings.TrimSuffix(b.String(), "\n"), err
}
