package run

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
)

// input is an awaited input, by its place in req.
type input struct {
	path value.Path
	// secret holds for the last steps whether their keys may have been computed from sensitive values.
	secret []bool
}

// input returns the input of an origin. It has the whole way in the program, even if a null or an absent part ends it
// early.
func (r *run) input(o value.Origin) input {
	n := headSteps(o.Path)
	in := input{path: slices.Clone(o.Path[:n])}
	rest := o.Path[n:]
	if w := r.p.facts().inputs.At(o.Range); len(w) > 0 {
		rest = in.follow(rest, w[1:])
	}
	text := o.Range.Text()
	for _, s := range rest {
		in.add(s, len(in.secret) > 0 && !stands(s, text))
	}
	in.path = inputPath(in.path)
	return in
}

// headSteps is the number of steps that identify the beginning of a path: req, or the self of a block.
func headSteps(p value.Path) int {
	n := 1
	switch model.PathName(p, 0) {
	case placeResource, placeCollection:
		n = 2
	case placeMember:
		n = 3
	}
	return min(n, len(p))
}

func (in *input) add(s value.Step, secret bool) {
	in.path, in.secret = append(in.path, s), append(in.secret, secret)
}

// follow adds the steps of a way that begins with steps, and returns the steps beyond it.
func (in *input) follow(steps value.Path, w model.Way) value.Path {
	same := common(w, steps)
	if same < len(steps) && len(steps) >= len(w) {
		return steps // the value has another way
	}
	for i, s := range w {
		switch {
		case !s.Computed:
			in.add(s.Step, false)
		case i < same:
			in.add(steps[i], s.Secret)
		default:
			return nil
		}
	}
	return steps[min(len(w), len(steps)):]
}

// common returns the number of leading steps that a path has in common with a way.
func common(w model.Way, p value.Path) int {
	n := 0
	for n < len(w) && n < len(p) && (w[n].Computed || model.StepText(w[n].Step) == model.StepText(p[n])) {
		n++
	}
	return n
}

// stands reports whether the source text contains a step, so that it is not a secret.
func stands(s value.Step, text string) bool {
	name := model.StepText(s)
	return name != "" && strings.Contains(text, name)
}

// shown returns the path for messages. Keys in the path of a value computed from sensitive ones may be secrets.
func (in *input) shown(sensitive bool) value.Path {
	if !sensitive {
		return in.path
	}
	out := slices.Clone(in.path)
	for i, secret := range in.secret {
		if secret {
			out[len(out)-len(in.secret)+i] = model.Hidden
		}
	}
	return out
}
