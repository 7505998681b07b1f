package typing

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value/host"
)

// lookup returns the kind of a name, nil if it has no schema.
//
// Unknown kinds are remembered too, as a program with many resources needs the same few kinds again and again.
func (w *walker) lookupKind(n schema.Name) *schema.Kind {
	if k, known := w.kinds[n]; known {
		return k
	}
	k, err := w.with.Kinds.Lookup(n) // a schema, not a name of the program
	if err != nil {
		k = nil
	}
	w.kinds[n] = k
	if k != nil {
		w.misses.add(k.Schema())
	}
	return k
}

func (w *walker) compositeSchema() *schema.Schema {
	if w.with.Composite == nil {
		return nil
	}
	return w.with.Composite.Schema()
}

// observed returns the observed state of the resource that a block describes.
func (w *walker) observed(at place, b *model.Block) *term {
	return readTerm(at, w.schemaOf(b), true)
}

// schemaOf returns the schema of the resource that a block describes, nil if it is not known or varies.
func (w *walker) schemaOf(b *model.Block) *schema.Schema {
	if b == nil || b.Attr(model.AttrBody) == nil {
		return nil
	}
	if s, known := w.schemas[b]; known {
		return s
	}
	// The entry comes first, because inferring apiVersion or kind may lead back here: a resource whose kind depends on
	// its own observed state has no schema.
	w.schemas[b] = nil
	body := b.Attr(model.AttrBody)
	apiVersion, ok1 := w.textIn(body, body.Node, "apiVersion", 0)
	kind, ok2 := w.textIn(body, body.Node, "kind", 0)
	if ok1 == isIn && ok2 == isIn {
		if k := w.lookupKind(schema.NameOf(apiVersion, kind)); k != nil {
			w.schemas[b] = k.Schema()
		}
	}
	return w.schemas[b]
}

// whether is the answer whether an object has a field.
type whether uint8

const (
	unsure whether = iota
	isIn
	isNotIn
)

// textIn returns the constant text of a field of an object expression, without inferring the rest of it.
//
// A body can only be checked if its apiVersion and kind are known. They are searched without inferring the body, which
// may read the observed state of the same resource, whose schema is not known yet.
func (w *walker) textIn(e *model.Expr, n syntax.Expr, name string, depth int) (string, whether) {
	if depth > maxConditions {
		return "", unsure
	}
	switch n := n.(type) {
	case *syntax.Parens, *syntax.TemplateWrap:
		return w.textIn(e, model.StripParens(n), name, depth+1)
	case *syntax.Traversal:
		if l := w.localExpr(e, n); l != nil {
			return w.textIn(l, l.Node, name, depth+1)
		}
	case *syntax.Conditional:
		text, in := w.textIn(e, n.Then, name, depth+1)
		other, also := w.textIn(e, n.Else, name, depth+1)
		if in == also && text == other {
			return text, in
		}
	case *syntax.Call:
		if n.Name == model.InvokeName && len(n.Args) > 0 {
			if f := w.functionAt(e, n); f != nil {
				return w.textIn(f, f.Node, name, depth+1)
			}
		}
		if n.Name != "merge" || n.Expand {
			return "", unsure
		}
		for i := len(n.Args) - 1; i >= 0; i-- {
			if text, in := w.textIn(e, n.Args[i], name, depth+1); in != isNotIn {
				return text, in
			}
		}
		return "", isNotIn
	case *syntax.Object:
		return w.textOf(e, n, name)
	}
	return "", unsure
}

func (w *walker) textOf(e *model.Expr, n *syntax.Object, name string) (string, whether) {
	for i := len(n.Items) - 1; i >= 0; i-- {
		switch key, ok := model.StaticKey(n.Items[i].Key); {
		case !ok:
			return "", unsure
		case key == name:
			// Nothing may be reported and nothing counted here: the same expression is walked again when the body is
			// checked.
			w.dead++
			t := w.elsewhere(w.root, true, func() *term { return w.infer(e, n.Items[i].Value) })
			w.dead--
			if text, ok := t.text(); ok {
				return text, isIn
			}
			return "", unsure
		}
	}
	return "", isNotIn
}

// observedAs returns the observed state of the resource with a name: anything if no block or blocks of several kinds
// have such a name.
func (w *walker) observedAs(at place, name model.Pattern) *term {
	if w.members == nil {
		w.members = w.m.Members()
	}
	var s *schema.Schema
	for i, b := range w.members.Blocks(name) {
		if b.Kind == model.KindCollection {
			b = b.First(model.KindTemplate)
		}
		of := w.schemaOf(b)
		if of == nil || i > 0 && of != s {
			return &term{at: at, eventual: true}
		}
		s = of
	}
	return readTerm(at, s, true)
}

// pattern returns the known part of a text.
func (t *term) pattern() model.Pattern {
	t = t.plain()
	if text, ok := t.keyText(); ok {
		return model.Pattern{Prefix: host.NFC(text), Exact: true}
	}
	if t.texts == nil {
		return model.Pattern{}
	}
	texts := *t.texts
	p := model.Pattern{Prefix: texts[0], Suffix: texts[len(texts)-1]}
	if p.Prefix == computed {
		p.Prefix = ""
	}
	if p.Suffix == computed {
		p.Suffix = ""
	}
	return p
}

// isMember reports whether an expression is a member of req, self or each itself.
func (w *walker) isMember(e *model.Expr, n syntax.Expr, id model.SymbolID) bool {
	t, ok := model.StripParens(n).(*syntax.Traversal)
	if !ok || len(t.Steps) != 2 {
		return false
	}
	ref := w.m.Ref(e.File, t)
	return ref != nil && w.m.Member(e, ref) == id
}

func (w *walker) templateOf(name string) *model.Block {
	if s := w.m.Find(model.Collection, name); s != nil && len(s.Others) == 0 {
		return s.Block.First(model.KindTemplate)
	}
	return nil
}

// answer returns an object that a requirement requests.
func (w *walker) answer(at place, name string) *term {
	s := w.m.Find(model.Requirement, name)
	if s == nil || len(s.Others) > 0 {
		return unknownTerm
	}
	sel := s.Block.First(model.KindSelect)
	if sel == nil {
		return unknownTerm
	}
	text := func(attr string) (string, bool) {
		e := sel.Attr(attr)
		if e == nil {
			return "", false
		}
		w.dead++
		defer func() { w.dead-- }()
		return w.elsewhere(w.root, true, func() *term { return w.expr(e) }).text()
	}
	apiVersion, ok1 := text(model.AttrAPIVersion)
	kind, ok2 := text(model.AttrKind)
	if !ok1 || !ok2 {
		return unknownTerm
	}
	k := w.lookupKind(schema.NameOf(apiVersion, kind))
	if k == nil {
		return unknownTerm
	}
	return readTerm(at, k.Schema(), true)
}

// unknownKind reports an unknown kind, at the apiVersion or at the kind, or records that it is not checked.
func (a against) unknownKind(n schema.Name, apiVersion, kind *term) {
	names := a.with.Kinds.Names(n.Group)
	var versions, kinds []string
	for _, o := range names {
		if o.Kind == n.Kind {
			versions = append(versions, o.APIVersion())
		} else if !slices.Contains(kinds, o.Kind) {
			kinds = append(kinds, o.Kind)
		}
	}
	complain := func(t *term, detail string) {
		for t.form == byName {
			a, t = a.enter(t), t.parts[0]
		}
		a.see(t.at)
		a.refuse(t.at, code.UnknownKind, "Unknown kind", detail)
	}
	near := nearKind(n.Kind, kinds)
	switch {
	case len(versions) > 0:
		complain(apiVersion, "the kind "+n.Kind+" has no version "+wording.Quoted(n.APIVersion())+"; it has "+
			strings.Join(versions, ", "))
	case near != "":
		complain(kind, "there is no kind "+wording.Quoted(n.Kind)+" in "+n.APIVersion()+". Did you mean "+
			wording.Quoted(near)+"?")
	default:
		switch elsewhere, whole := a.inOtherGroups(n, len(names) > 0); {
		case len(elsewhere) > 0:
			complain(apiVersion, "there is no kind "+wording.Quoted(n.Kind)+" in "+n.APIVersion()+"; there is one in "+
				strings.Join(elsewhere[:min(len(elsewhere), maxListed)], ", "))
		case whole:
			complain(kind, "there is no kind "+wording.Quoted(n.Kind)+" in "+n.APIVersion())
		default:
			a.unchecked[n] = true
		}
	}
}

// nearKind returns the kind that a name is certainly meant for, or "". Names of existing kinds are often similar, as
// those of TCPRoute and HTTPRoute, so only small slips count.
func nearKind(name string, kinds []string) string {
	if i := slices.IndexFunc(kinds, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 {
		return kinds[i]
	}
	near := diag.Nearest(name, kinds)
	if near == "" || near[0] != name[0] || !isSlip(name, near) {
		return ""
	}
	return near
}

// isSlip reports whether two names differ by at most two letters in one place, as after a typing mistake.
//
// A wrong suggestion is worse than none, because kinds with similar names exist side by side.
func isSlip(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 2 && len(b) <= 2
}

// inOtherGroups returns the versions of other groups that have the kind, and reports whether all kinds of its own group
// are known.
func (a against) inOtherGroups(n schema.Name, known bool) (elsewhere []string, whole bool) {
	knowledge := SomeKinds
	if known && a.with.Groups != nil {
		knowledge = a.with.Groups(n.Group)
	}
	for _, g := range a.with.Kinds.Groups() {
		if knowledge == SomeKinds && !isTypo(n.Group, g) && (n.Group == "" || strings.Contains(n.Group, ".")) {
			continue
		}
		for _, o := range a.with.Kinds.Names(g) {
			if o.Kind == n.Kind && g != n.Group {
				elsewhere = append(elsewhere, o.APIVersion())
			}
		}
	}
	slices.Sort(elsewhere)
	return elsewhere, knowledge == AllKinds
}

// isTypo reports whether one group is probably meant for another one: only one of its parts differs, and that only a
// little.
func isTypo(group, other string) bool {
	a, b := strings.Split(group, "."), strings.Split(other, ".")
	if len(a) != len(b) {
		return false
	}
	differ := 0
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		isTop := i == len(a)-1 && i > 1
		if differ++; len(a[i]) < 3 && !isTop || !isSlip(a[i], b[i]) {
			return false
		}
	}
	return differ == 1
}

// kindChoice is an apiVersion and a kind that a body can have.
type kindChoice struct {
	name schema.Name
	// apiVersion and kind are the texts.
	apiVersion, kind *term
	chosen           *chosen
	alt              bool
}

// maxKinds limits how many kinds of a body are distinguished.
const maxKinds = 16

// kindsIn returns the kinds that a body can have; false if they are not known.
func kindsIn(apiVersion, kind *term, from *chosen) ([]kindChoice, bool) {
	var out []kindChoice
	versions, ok := textsOf(apiVersion, from, 0)
	if !ok {
		return nil, false
	}
	for _, v := range versions {
		kinds, ok := textsOf(kind, v.chosen, 0)
		if !ok {
			return nil, false
		}
		for _, k := range kinds {
			out = append(out, kindChoice{schema.NameOf(v.text, k.text), v.of, k.of, k.chosen,
				len(versions) > 1 || len(kinds) > 1})
		}
	}
	return out, len(out) <= maxKinds
}

type textChoice struct {
	text   string
	of     *term
	chosen *chosen
}

// textsOf returns the texts that a term can be; false if they are not known.
func textsOf(t *term, from *chosen, depth int) ([]textChoice, bool) {
	if text, ok := t.text(); ok {
		return []textChoice{{text, t, from}}, true
	}
	t = t.plain()
	if t.form != choice || depth > maxConditions {
		return nil, false
	}
	if which := from.of(t.cond); which >= 0 && len(t.parts) == 2 {
		return textsOf(t.parts[which], from, depth+1)
	}
	var out []textChoice
	for i, p := range t.parts {
		c := from
		if t.cond != "" {
			c = &chosen{t.cond, i, from}
		}
		if p.form == never {
			continue
		}
		more, ok := textsOf(p, c, depth+1)
		if out = append(out, more...); !ok || len(out) > maxKinds {
			return nil, false
		}
	}
	return out, true
}

// providerRule is the one rule that Upbound's generator writes: a parameter is required unless the resource is only
// observed.
//
// Rules are CEL expressions, which are not evaluated here. This one is on nearly every resource of Upbound's providers,
// and a missing parameter is the most frequent mistake with them.
var providerRule = regexp.MustCompile(`^!\('\*' in self\.managementPolicies .*\|\| has\(self\.forProvider\.(\w+)\)`)

// rules checks the rules of a schema that require a parameter of the provider. Others are not evaluated.
func (a against) rules(t *term, s *schema.Schema) {
	if len(s.Rules) == 0 || a.partial || !manages(t) {
		return
	}
	for _, r := range s.Rules {
		m := providerRule.FindStringSubmatch(r.Rule)
		if m == nil || !lacksField(t, "initProvider", m[1]) {
			continue
		}
		if f := t.field("forProvider"); f != nil {
			a.into("forProvider").lacking(f.val, s, m[1])
		}
	}
}

// lacking reports the alternatives of a term that lack a field.
func (a against) lacking(t *term, s *schema.Schema, name string) {
	switch t.form {
	case byName:
		a.enter(t).lacking(t.parts[0], s, name)
	case choice:
		a.alternatives(t, func(a against, t *term) { a.lacking(t, s, name) })
	case object:
		f := t.field(name)
		if t.open || f != nil && !f.val.isNull() {
			return
		}
		p, _ := s.Property("forProvider")
		for i := range t.fields {
			if p.Schema == nil {
				break
			}
			if _, known := p.Schema.Property(t.fields[i].name); known {
				continue
			}
			if near := diag.Nearest(t.fields[i].name, p.Schema.PropertyNames()); near == name || near == "" {
				return // its own mistake is enough
			}
		}
		at := t.at
		if f != nil {
			at = f.key
		}
		a.lacks(at, name)
	}
}

// lacksField reports whether an object certainly lacks a field of one of its fields.
func lacksField(t *term, outer, inner string) bool {
	f := t.field(outer)
	if f == nil {
		return !t.open
	}
	p := f.val.plain()
	return p.isNull() || p.form == object && !p.open && p.field(inner) == nil
}

// manages reports whether the resource is certainly created or updated by its provider, and not only observed.
func manages(t *term) bool {
	f := t.field("managementPolicies")
	if f == nil {
		return !t.open
	}
	p := f.val.plain()
	if p.form != tuple {
		return false
	}
	found := false
	for _, e := range p.parts {
		text, ok := e.text()
		if !ok {
			return false
		}
		found = found || text == "*" || text == "Create" || text == "Update"
	}
	return found
}

// misses finds fields at other levels of a schema.
type misses struct {
	roots []*schema.Schema
	told  int
}

func (m *misses) add(root *schema.Schema) {
	if !slices.Contains(m.roots, root) {
		m.roots = append(m.roots, root)
	}
}

const (
	maxTold     = 50     // searches for fields at other levels
	maxSearched = 20_000 // nodes
	maxLevels   = 12
)

// elsewhere returns the shortest path to a field with a name in the object that contains a schema, or "".
func (m *misses) elsewhere(s *schema.Schema, name string) string {
	if m.told++; m.told > maxTold {
		return ""
	}
	for _, root := range m.roots {
		if path, within := search(root, s, name); within {
			return path
		}
	}
	return ""
}

// search searches a schema level by level.
//
// Breadth first, so that the path found is the shortest.
func search(root, part *schema.Schema, name string) (path string, within bool) {
	type node struct {
		s    *schema.Schema
		path string
	}
	queue, seen := []node{{root, ""}}, map[*schema.Schema]bool{}
	for n := 0; len(queue) > 0 && n < maxSearched; n++ {
		at := queue[0]
		queue = queue[1:]
		within = within || at.s == part
		if seen[at.s] || strings.Count(at.path, ".") > maxLevels {
			continue
		}
		seen[at.s] = true
		for _, p := range at.s.Properties {
			full := strings.TrimPrefix(at.path+"."+p.Name, ".")
			if p.Name == name && path == "" {
				path = full
			}
			queue = append(queue, node{p.Schema, full})
		}
		if at.s.Items != nil {
			queue = append(queue, node{at.s.Items, at.path + "[0]"})
		}
		if at.s.Additional != nil {
			queue = append(queue, node{at.s.Additional, at.path + ".*"})
		}
	}
	return path, within
}
