package decode

import (
	"encoding"
	"reflect"
	"strconv"

	"github.com/hclx-lang/hclx/value"
)

// wellKnown describes the texts of types of the standard library, by the names of the types.
var wellKnown = map[string]string{
	"math/big.Rat":       `a fraction such as "3/4"`,
	"net.IP":             `an IP address such as "10.0.0.1"`,
	"net/netip.Addr":     `an IP address such as "10.0.0.1"`,
	"net/netip.AddrPort": `an IP address with a port, such as "10.0.0.1:80"`,
	"net/netip.Prefix":   `a range of IP addresses such as "10.0.0.0/8"`,
	"time.Time":          `a timestamp such as "2020-01-01T00:00:00Z"`,
}

// ownText reports whether a type has a method that reads texts.
func ownText(t reflect.Type) bool {
	return traitsFor(t).readsText && t != durationType && t != numberType && t != bigIntType && t != bigFloatType
}

// text stores a value in a type that reads its own text. A null is not a text.
func (d *decoder) text(v value.Value, x reflect.Value, at place) {
	wanted, known := wellKnown[x.Type().PkgPath()+"."+x.Type().Name()]
	if v.IsNull() {
		d.nullText(x, at, wanted)
		return
	}
	text := v.AsString()
	err := x.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
	switch {
	case err == nil:
	case known:
		d.unsuitable(at, "Expected "+wanted+", but found "+strconv.Quote(text)+".")
	default:
		d.unsuitable(at, "Expected a string that this field can read, but found "+strconv.Quote(text)+": "+sentence(err))
	}
}

func (d *decoder) nullText(x reflect.Value, at place, wanted string) {
	switch {
	case x.Kind() == reflect.Slice || x.Kind() == reflect.Map:
		x.SetZero()
		return
	case wanted == "":
		wanted = "a string"
	}
	d.unsuitable(at, "Expected "+wanted+", but this value is null.")
}
