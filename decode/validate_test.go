package decode_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
)

type checked struct {
	Min int `hcl:"min"`
	Max int `hcl:"max"`
}

func (c *checked) Validate() error {
	if c.Min > c.Max {
		return errors.New("min is greater than max")
	}
	return nil
}

func TestValidate(t *testing.T) {
	var c struct {
		Range checked `hcl:"range,block"`
	}
	err := decode.Unmarshal("t.hcl", []byte("range {\n  min = 2\n  max = 1\n}\n"), &c)
	if err == nil || err.Error() != "t.hcl:1,1-6: Invalid content; min is greater than max" {
		t.Errorf("got %v", err)
	}
}

// asked is what the types below were asked, in order.
var asked []string

type port int

func (p port) Validate() error {
	asked = append(asked, fmt.Sprintf("port %d", p))
	if p > 9000 {
		return errors.New("the port is too high")
	}
	return nil
}

type ports []port

func (p *ports) Validate() diag.List {
	asked = append(asked, fmt.Sprintf("%d ports", len(*p)))
	if len(*p) < 2 {
		return diag.List{nil, {Summary: "Too few ports", Detail: "Two are needed."}}
	}
	return nil
}

type machine struct {
	Name  string          `hcl:"name"`
	Ports ports           `hcl:"ports,optional"`
	Named map[string]port `hcl:"named,optional"`
	Extra *port           `hcl:"extra,optional"`
}

func (h *machine) Validate() error {
	asked = append(asked, "host "+h.Name)
	if h.Name == "" {
		return errors.New("the name is empty")
	}
	return nil
}

// Types are asked wherever they are filled, the inner ones before the outer ones, and not where they are wrong already.
func TestValidateParts(t *testing.T) {
	const text = `
one   = { name = "a", ports = [1, 2], named = { x = 3 }, extra = 4 }
hosts = [{ name = "b", ports = [9001, 5] }, { name = "", ports = null }, { name = "c", ports = [6] }, { name = "d", extra = "x" }]
lone  = 9002
`
	var c struct {
		One   machine    `hcl:"one"`
		Hosts []*machine `hcl:"hosts"`
		Lone  port       `hcl:"lone"`
		None  port       `hcl:"none,optional"`
	}
	asked = nil
	err := decode.Unmarshal("t.hcl", []byte(text), &c)
	wantAsked := []string{"port 1", "port 2", "2 ports", "port 3", "port 4", "host a", "port 9001", "port 5", "host ",
		"port 6", "1 ports", "port 9002"}
	if d := cmp.Diff(wantAsked, asked); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	list := diag.Of(err)
	var got []string
	for _, d := range list {
		got = append(got, d.Error())
	}
	want := []string{
		`t.hcl:3,33-37: Invalid content; the port is too high`,
		`t.hcl:3,45-72: Invalid content; the name is empty`,
		`t.hcl:3,96-99: Too few ports; Two are needed.`,
		`t.hcl:3,125-128: Unsuitable value; Number required, but have "x".`,
		`t.hcl:4,9-13: Invalid content; the port is too high`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// settings is a whole body that checks itself.
type settings map[string]int

func (s settings) Validate() error {
	if s["min"] > s["max"] {
		return errors.New("min is greater than max")
	}
	return nil
}

func TestValidateMap(t *testing.T) {
	var s settings
	if err := decode.Unmarshal("t.hcl", []byte("min = 2\nmax = 1\n"), &s); err == nil ||
		err.Error() != "t.hcl:1,1-1: Invalid content; min is greater than max" {
		t.Errorf("got %v", err)
	}
}
