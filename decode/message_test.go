package decode_test

import (
	"errors"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/hcl"
)

// mood reads a text of its own.
type mood string

func (m *mood) UnmarshalText(text []byte) error {
	if string(text) != "good" {
		return errors.New("only good moods are allowed")
	}
	*m = mood(text)
	return nil
}

const programMistake = " This is a mistake in the program that reads the configuration, not in the configuration."

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		text   string
		target any
		want   string
	}{
		{"s {\n  x = 1\n}\n", &struct {
			S named `hcl:"s,optional"`
		}{}, `t.hcl:1,1-2: Unsupported block type; Blocks of type "s" are not expected here. There is an argument with ` +
			`that name: write s = ... with an equals sign. For the program to read a block, its field needs the tag ` +
			`hcl:"s,block".`},
		{`a = "2020-01-01"`, &struct {
			A time.Time `hcl:"a"`
		}{}, `t.hcl:1,5-17: Unsuitable value; Expected a timestamp such as "2020-01-01T00:00:00Z", but found "2020-01-01".`},
		{`a = ["x"]`, &struct {
			A []*netip.Addr `hcl:"a"`
		}{}, `t.hcl:1,6-9: Unsuitable value; Expected an IP address such as "10.0.0.1", but found "x".`},
		{`a = [null]`, &struct {
			A []netip.Prefix `hcl:"a"`
		}{}, `t.hcl:1,6-10: Unsuitable value; Expected a range of IP addresses such as "10.0.0.0/8", but this value is ` +
			`null.`},
		{`a = "x"`, &struct {
			A *big.Rat `hcl:"a"`
		}{}, `t.hcl:1,5-8: Unsuitable value; Expected a fraction such as "3/4", but found "x".`},
		{`a = "bad"`, &struct {
			A mood `hcl:"a"`
		}{}, `t.hcl:1,5-10: Unsuitable value; Expected a string that this field can read, but found "bad": Only good moods ` +
			`are allowed.`},
		{`a = {}`, &struct {
			A map[int]int `hcl:"a"`
		}{}, `t.hcl:1,1-1: Unsuitable target; The field A cannot be used: map keys must be strings.` + programMistake},
		{`a = 1`, &struct {
			A []chan int `hcl:"a,optional"`
		}{}, `t.hcl:1,1-1: Unsuitable target; The field A cannot be used: no value of a configuration is a channel.` +
			programMistake},
		{`a = 1`, &struct {
			A error `hcl:"a"`
		}{}, `t.hcl:1,1-1: Unsuitable target; The field A cannot be used: an interface with methods does not define what ` +
			`to store in it.` + programMistake},
		{`a = 1`, new(map[string]func()),
			`t.hcl:1,1-1: Unsuitable target; The target cannot be used: no value of a configuration is a function.` +
				programMistake},
		{``, &struct {
			A int `hcl:"a" default:"x"`
		}{}, `t.hcl:1,1-1: Unsuitable target; The default of "a" cannot be stored in its field: Number required, but have ` +
			`"x".` +
			programMistake},
	} {
		if err := decode.Unmarshal("t.hcl", []byte(c.text), c.target); err == nil || err.Error() != c.want {
			t.Errorf("%s: got\n%v\nwant\n%s", c.text, err, c.want)
		}
	}
}

// Expressions may be all that is wanted of a body.
func TestMapOfExpressions(t *testing.T) {
	var m map[string]hcl.Expression
	if err := decode.Unmarshal("t.hcl", []byte("a = b.c\n"), &m); err != nil || m["a"].Range().Text() != "b.c" {
		t.Errorf("got %v, %v", m, err)
	}
}
