package run

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
)

// input is an input that something waits for, by its place in req.
type input struct {
	path value.Path
	// secret tells of the last steps whether their keys may have been computed from something sensitive.
	secret []bool
}

// input finds out what an origin waits for. That is the whole way on which the program goes, also where a null or an
// absent part ends it early.
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

// headSteps is the number of steps that say where a path begins: req, or whose self it is.
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

// follow adds the steps of the way that leads through steps, and returns those beyond it.
func (in *input) follow(steps value.Path, w model.Way) value.Path {
	same := common(w, steps)
	if same < len(steps) && len(steps) >= len(w) {
		return steps // it came here by another way
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

// common returns the number of steps, from the first one on, that a path has in common with a way.
func common(w model.Way, p value.Path) int {
	n := 0
	for n < len(w) && n < len(p) && (w[n].Computed || model.StepText(w[n].Step) == model.StepText(p[n])) {
		n++
	}
	return n
}

// stands reports whether a step stands in the source text, so that it is not a secret.
func stands(s value.Step, text string) bool {
	name := model.StepText(s)
	return name != "" && strings.Contains(text, name)
}

// shown returns the path as messages show it. Of what is computed with something sensitive, keys may be secrets.
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
