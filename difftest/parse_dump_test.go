package difftest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Both trees are written as text of one form: every node as name@start-end and its parts.

type dumper struct {
	strings.Builder
	ends bool // with the ends of calls, which the original loses when a call is not closed
}

func (d *dumper) node(name string, start, end int) {
	if name == "call" && !d.ends {
		end = 0
	}
	fmt.Fprintf(d, "%s@%d-%d", name, start, end)
}

func (d *dumper) ours(name string, s source.Span) { d.node(name, int(s.Start), int(s.End)) }
func (d *dumper) theirs(name string, r hcl.Range) { d.node(name, r.Start.Byte, r.End.Byte) }

func ourValue(v value.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case !v.IsKnown():
		return "unknown"
	case v.IsBool():
		return strconv.FormatBool(v.AsBool())
	case v.IsString():
		return strconv.Quote(v.AsString())
	}
	return v.NumberText()
}

func theirValue(v cty.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case !v.IsKnown():
		return "unknown"
	case v.Type() == cty.Bool:
		return strconv.FormatBool(v.True())
	case v.Type() == cty.String:
		return strconv.Quote(v.AsString())
	}
	if exp := v.AsBigFloat().MantExp(nil); exp > 1<<20 || exp < -1<<20 {
		return "beyond the bounds of hclx" // it would take minutes to write it
	}
	s := v.AsBigFloat().Text('f', -1)
	return s
}

func (d *dumper) ourSteps(steps []syntax.Step) {
	for _, s := range steps {
		switch s.Kind {
		case syntax.StepRoot:
			d.ours("."+s.Key.AsString(), s.Source)
		case syntax.StepAttr:
			d.ours("."+s.Key.AsString(), s.Source)
		case syntax.StepSplat:
			d.ours("[*]", s.Source)
		default:
			d.ours("["+ourValue(s.Key)+"]", s.Source)
		}
	}
}

func (d *dumper) theirSteps(steps hcl.Traversal) {
	for _, s := range steps {
		switch s := s.(type) {
		case hcl.TraverseRoot:
			d.theirs("."+s.Name, s.SrcRange)
		case hcl.TraverseAttr:
			d.theirs("."+host.NFC(s.Name), s.SrcRange)
		case hcl.TraverseSplat:
			d.theirs("[*]", s.SrcRange)
		case hcl.TraverseIndex:
			d.theirs("["+theirValue(s.Key)+"]", s.SrcRange)
		}
	}
}

func (d *dumper) list(n int, each func(i int)) {
	d.WriteByte('(')
	for i := range n {
		if i > 0 {
			d.WriteByte(' ')
		}
		each(i)
	}
	d.WriteByte(')')
}

func (d *dumper) ourList(es ...syntax.Expr) { d.list(len(es), func(i int) { d.our(es[i]) }) }
func (d *dumper) theirList(es ...hclsyntax.Expression) {
	d.list(len(es), func(i int) { d.their(es[i]) })
}

var ourOps = map[syntax.BinaryOp]string{
	syntax.OpOr: "||", syntax.OpAnd: "&&", syntax.OpEqual: "==", syntax.OpNotEqual: "!=", syntax.OpLess: "<",
	syntax.OpLessEqual: "<=",
	syntax.OpGreater:   ">", syntax.OpGreaterEqual: ">=", syntax.OpAdd: "+", syntax.OpSub: "-", syntax.OpMul: "*",
	syntax.OpDiv: "/", syntax.OpMod: "%",
}

var theirOps = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=", hclsyntax.OpGreaterThan: ">",
	hclsyntax.OpGreaterThanOrEqual: ">=",
	hclsyntax.OpAdd:                "+", hclsyntax.OpSubtract: "-", hclsyntax.OpMultiply: "*", hclsyntax.OpDivide: "/",
	hclsyntax.OpModulo: "%",
}

func (d *dumper) our(e syntax.Expr) {
	switch n := e.(type) {
	case nil:
		d.WriteString("none")
	case *syntax.Literal:
		if n.Value.IsString() && !n.Text { // the original has a template of one part
			d.ours("template", n.Source)
			start := syntax.StartSpan(n)
			d.list(1, func(int) { d.ours("literal", start); d.WriteString(ourValue(n.Value)) })
			return
		}
		d.ours("literal", n.Source)
		d.WriteString(ourValue(n.Value))
	case *syntax.Bad:
		d.ours("bad", n.Source)
	case *syntax.Traversal:
		d.ours("traversal", n.Source)
		d.ourSteps(n.Steps)
	case *syntax.RelTraversal:
		d.ours("relative", n.Source)
		d.ourList(n.Of)
		d.ourSteps(n.Steps)
	case *syntax.Index:
		d.ours("index", n.Source)
		d.ours("open", source.Span{Start: n.Open, End: n.Open + 1})
		d.ourList(n.Of, n.Key)
	case *syntax.Splat:
		d.ours("splat", n.Source)
		d.ours("marker", n.Marker)
		d.ourList(n.Of, n.Each)
	case *syntax.SplatItem:
		d.ours("item", n.Source)
	case *syntax.Call:
		d.ours("call", n.Source)
		d.ours(n.Name, n.NameSpan)
		fmt.Fprintf(d, "%v", n.Expand)
		d.ourList(n.Args...)
	case *syntax.Conditional:
		d.ours("conditional", n.Source)
		d.ourList(n.Cond, n.Then, n.Else)
	case *syntax.Binary:
		d.ours(ourOps[n.Op], n.Source)
		d.ourList(n.Left, n.Right)
	case *syntax.Unary:
		d.ours("unary", n.Source)
		d.ourList(n.Operand)
	case *syntax.Parens:
		d.ours("parens", n.Source)
		d.ourList(n.Inner)
	default:
		d.ourCollection(e)
	}
}

func (d *dumper) ourCollection(e syntax.Expr) {
	switch n := e.(type) {
	case *syntax.Tuple:
		d.ours("tuple", n.Source)
		d.ourList(n.Items...)
	case *syntax.Object:
		d.ours("object", n.Source)
		d.list(len(n.Items), func(i int) { d.ourList(n.Items[i].Key, n.Items[i].Value) })
	case *syntax.For:
		d.ours("for", n.Source)
		fmt.Fprintf(d, "%s,%s,%v", n.KeyVar, n.ValueVar, n.Group)
		d.ourList(n.Collection, n.Key, n.Value, n.Cond)
	case *syntax.Template:
		d.ours("template", n.Source)
		d.ourList(n.Parts...)
	case *syntax.TemplateWrap:
		d.ours("wrap", n.Source)
		d.ourList(n.Inner)
	case *syntax.TemplateIf:
		d.ours("conditional", n.Source)
		d.list(3, func(i int) {
			switch {
			case i == 0:
				d.our(n.Cond)
			case i == 1:
				d.our(n.Then)
			case n.Else != nil:
				d.our(n.Else)
			default: // the original has an empty template
				at := source.Span{Start: n.Close.Start, End: n.Close.Start}
				d.ours("template", at)
				d.list(1, func(int) { d.ours("literal", at); d.WriteString(`""`) })
			}
		})
	case *syntax.TemplateFor:
		d.ours("for", n.Source)
		fmt.Fprintf(d, "%s,%s,false", n.KeyVar, n.ValueVar)
		d.ourList(n.Collection, nil, n.Body, nil)
	}
}

func (d *dumper) their(e hclsyntax.Expression) {
	switch n := e.(type) {
	case nil:
		d.WriteString("none")
	case *hclsyntax.LiteralValueExpr:
		if n.Val == cty.DynamicVal {
			d.theirs("bad", n.SrcRange)
			return
		}
		d.theirs("literal", n.SrcRange)
		d.WriteString(theirValue(n.Val))
	case *hclsyntax.ExprSyntaxError:
		d.theirs("bad", n.SrcRange)
	case *hclsyntax.ObjectConsKeyExpr:
		d.their(n.Wrapped)
	case *hclsyntax.ScopeTraversalExpr:
		d.theirs("traversal", n.SrcRange)
		d.theirSteps(n.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		d.theirs("relative", n.SrcRange)
		d.theirList(n.Source)
		d.theirSteps(n.Traversal)
	case *hclsyntax.IndexExpr:
		d.theirs("index", n.SrcRange)
		d.theirs("open", n.OpenRange)
		d.theirList(n.Collection, n.Key)
	case *hclsyntax.SplatExpr:
		d.theirs("splat", n.SrcRange)
		d.theirs("marker", n.MarkerRange)
		d.theirList(n.Source, n.Each)
	case *hclsyntax.AnonSymbolExpr:
		d.theirs("item", n.SrcRange)
	case *hclsyntax.FunctionCallExpr:
		d.theirs("call", n.Range())
		d.theirs(n.Name, n.NameRange)
		fmt.Fprintf(d, "%v", n.ExpandFinal)
		d.theirList(n.Args...)
	case *hclsyntax.ConditionalExpr:
		d.theirs("conditional", n.SrcRange)
		d.theirList(n.Condition, n.TrueResult, n.FalseResult)
	case *hclsyntax.BinaryOpExpr:
		d.theirs(theirOps[n.Op], n.SrcRange)
		d.theirList(n.LHS, n.RHS)
	case *hclsyntax.UnaryOpExpr:
		d.theirs("unary", n.SrcRange)
		d.theirList(n.Val)
	case *hclsyntax.ParenthesesExpr:
		d.theirs("parens", n.SrcRange)
		d.theirList(n.Expression)
	default:
		d.theirCollection(e)
	}
}

func (d *dumper) theirCollection(e hclsyntax.Expression) {
	switch n := e.(type) {
	case *hclsyntax.TupleConsExpr:
		d.theirs("tuple", n.SrcRange)
		d.theirList(n.Exprs...)
	case *hclsyntax.ObjectConsExpr:
		d.theirs("object", n.SrcRange)
		d.list(len(n.Items), func(i int) { d.theirList(n.Items[i].KeyExpr, n.Items[i].ValueExpr) })
	case *hclsyntax.ForExpr:
		d.theirs("for", n.SrcRange)
		fmt.Fprintf(d, "%s,%s,%v", n.KeyVar, n.ValVar, n.Group)
		d.theirList(n.CollExpr, n.KeyExpr, n.ValExpr, n.CondExpr)
	case *hclsyntax.TemplateExpr:
		d.theirs("template", n.SrcRange)
		d.theirList(n.Parts...)
	case *hclsyntax.TemplateWrapExpr:
		d.theirs("wrap", n.SrcRange)
		d.theirList(n.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		d.their(n.Tuple)
	default:
		fmt.Fprintf(d, "%T", e)
	}
}
