package stdlib

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var ipFuncs = []*function.Decl{cidrhostFunc, cidrnetmaskFunc, cidrsubnetFunc, cidrsubnetsFunc}

const prefixDoc = "An address range in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32. Bits after the prefix are " +
	"ignored."

var cidrhostFunc = &function.Decl{
	Name: "cidrhost", Group: groupIP, Since: since,
	Summary:     "Returns the address of a host in an address range.",
	Description: "A negative number counts from the end of the range: -1 is the last address.",
	Params:      []function.Param{text("prefix", prefixDoc), number("hostnum", "The number of the host, from 0.")},
	Result:      types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		r, err := parseRange(c)
		if err != nil {
			return value.Value{}, err
		}
		n, ok := c.Args[1].BigInt()
		if !ok {
			return value.Value{}, function.Arg(1, errNotWhole)
		}
		return r.host(c, n)
	},
	Examples: []function.Example{
		ex(`cidrhost("10.12.112.0/20", 16)`, `"10.12.112.16"`), ex(`cidrhost("10.12.112.0/20", -1)`, `"10.12.127.255"`),
		ex(`cidrhost("fd00:fd12:3456:7890:00a2::/72", 34)`, `"fd00:fd12:3456:7890::22"`),
		bad(`cidrhost("10.0.0.0/30", 4)`, "a prefix of 30 bits has no host 4"),
	},
}

var errNotWhole = errors.New("must be a whole number")

var cidrnetmaskFunc = &function.Decl{
	Name: "cidrnetmask", Group: groupIP, Since: since,
	Summary: "Returns the mask of an IPv4 address range as an address.",
	Params:  []function.Param{text("prefix", "An IPv4 address range in CIDR notation, such as 10.0.0.0/8.")},
	Result:  types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		r, err := parseRange(c)
		if err != nil {
			return value.Value{}, err
		}
		if r.size != 32 {
			return value.Value{}, function.Arg(0, errors.New("is a range of IPv6 addresses, which have no mask"))
		}
		return r.address(lowMask(32).andNot(lowMask(32 - r.bits))), nil
	},
	Examples: []function.Example{ex(`cidrnetmask("172.16.0.0/12")`, `"255.240.0.0"`)},
}

var cidrsubnetFunc = &function.Decl{
	Name: "cidrsubnet", Group: groupIP, Since: since,
	Summary: "Returns an address range in another address range.",
	Params: []function.Param{text("prefix", prefixDoc), number("newbits", "How many bits to add to the prefix."),
		number("netnum", "The number of the range, from 0; it must fit into the bits that are added.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		r, err := parseRange(c)
		if err != nil {
			return value.Value{}, err
		}
		bits, err := integer(c, 1)
		if err != nil {
			return value.Value{}, err
		}
		n, ok := c.Args[2].BigInt()
		if !ok {
			return value.Value{}, function.Arg(2, errNotWhole)
		}
		return r.subnet(c, bits, n)
	},
	Examples: []function.Example{
		ex(`cidrsubnet("172.16.0.0/12", 4, 2)`, `"172.18.0.0/16"`),
		ex(`cidrsubnet("fd00:fd12:3456:7890::/56", 16, 162)`, `"fd00:fd12:3456:7800:a200::/72"`),
		bad(`cidrsubnet("10.1.2.0/24", 4, 16)`, "4 more bits have no range 16"),
	},
}

var cidrsubnetsFunc = &function.Decl{
	Name: "cidrsubnets", Group: groupIP, Since: since,
	Summary:  "Returns consecutive address ranges in another address range.",
	Params:   []function.Param{text("prefix", prefixDoc)},
	Variadic: new(number("newbits", "For each range, how many bits to add to the prefix: 1 to 32.")),
	Result:   listOfString, Refine: notNull,
	Impl: cidrsubnets,
	Examples: []function.Example{
		ex(`cidrsubnets("10.1.0.0/16", 4, 4, 8, 4)`, `["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24", "10.1.48.0/20"]`),
	},
}

func cidrsubnets(c *function.Call) (value.Value, error) {
	r, err := parseRange(c)
	if err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, len(c.Args)-1)
	next, full := r.base, false
	for i := range out {
		bits, err := r.extension(c, i+1)
		if err != nil {
			return value.Value{}, err
		}
		low := lowMask(r.size - bits)
		start, overflow := next.add(low)
		// Rounding up: a range begins at a multiple of its own size, so room may be left between two ranges of
		// different sizes.
		start = start.andNot(low)
		if full || overflow || r.last().less(start) {
			return value.Value{}, function.Arg(i+1,
				careful(c, "there is no room left for this range", "there is no room left for a range with a prefix of %d bits",
					bits))
		}
		out[i] = r.rangeText(start, bits)
		// Behind the last address there is no next one. The number of an IPv4 address goes on counting in 128 bits, so
		// that is noticed by its size.
		if next, full = start.or(low).add(uint128{0, 1}); r.size == 32 && next.lo > 1<<32-1 {
			full = true
		}
	}
	return value.ListOf(types.String, out), nil
}

// extension returns the prefix length in argument i.
func (r *ipRange) extension(c *function.Call, i int) (int, error) {
	n, err := integer(c, i)
	switch {
	case err != nil:
		return 0, err
	case n < 1 || n > 32:
		return 0, function.Arg(i, errors.New("must be between 1 and 32"))
	case r.bits+n > r.size:
		return 0, function.Arg(i,
			careful(c, "would give a prefix that is longer than an address",
				"would give a prefix of %d bits, but %s addresses have %d", r.bits+n, r.protocol(), r.size))
	}
	return r.bits + n, nil
}

// Addresses of both protocols are numbers of 128 bits here, so that each function has one way of calculating. Go's
// netip reads and writes them. Results follow Terraform 1.5.7 where it is odd, too: see "Odd behaviour of Terraform" in
// docs/decisions.md.

// ipRange is an address range.
type ipRange struct {
	base   uint128 // the first address
	size   int     // bits of an address: 32 or 128
	bits   int     // bits of the prefix
	mapped bool    // an IPv4 address in IPv6 form
}

func (r *ipRange) protocol() string {
	if r.size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

func (r *ipRange) last() uint128 { return r.base.or(lowMask(r.size - r.bits)) }

// parseRange reads the first argument. Leading zeros in the numbers of an IPv4 address are ignored, as in Terraform.
func parseRange(c *function.Call) (*ipRange, error) {
	s := c.Args[0].AsString()
	addrText, bitsText, ok := strings.Cut(s, "/")
	bits, err := strconv.Atoi(bitsText)
	if !ok || err != nil || bitsText[0] == '+' || bitsText[0] == '-' || len(s) > 128 {
		return nil, badRange(c)
	}
	addr, err := netip.ParseAddr(dropZeros(addrText))
	if err != nil || addr.Zone() != "" || bits > addr.BitLen() {
		return nil, badRange(c)
	}
	r := &ipRange{size: addr.BitLen(), bits: bits, mapped: addr.Is4In6()}
	u := uint128FromBytes(addr.As16())
	if r.size == 32 {
		u = u.and(lowMask(32))
	}
	r.base = u.andNot(lowMask(r.size - bits))
	return r, nil
}

func badRange(c *function.Call) error {
	return function.Arg(0, fmt.Errorf("%s is not an address range in CIDR notation, such as 10.0.0.0/8", c.Quote(0)))
}

// dropZeros removes leading zeros from the numbers of a dotted address.
//
// Go refuses such numbers since some programs read them as octal. Terraform accepts them as decimal, and existing
// configurations contain them.
func dropZeros(addr string) string {
	if strings.IndexByte(addr, ':') >= 0 || strings.IndexByte(addr, '.') < 0 {
		return addr
	}
	parts := strings.Split(addr, ".")
	for i, p := range parts {
		if t := strings.TrimLeft(p, "0"); t != "" || p == "" {
			parts[i] = t
		} else {
			parts[i] = "0"
		}
	}
	return strings.Join(parts, ".")
}

// address returns the text of an address in the protocol of the range.
func (r *ipRange) address(u uint128) value.Value {
	return host.ASCIIString(r.netip(u).String())
}

func (r *ipRange) netip(u uint128) netip.Addr {
	b := u.bytes()
	if r.size == 32 {
		return netip.AddrFrom4([4]byte(b[12:]))
	}
	return netip.AddrFrom16(b)
}

func (r *ipRange) rangeText(u uint128, bits int) value.Value {
	return host.ASCIIString(r.netip(u).String() + "/" + strconv.Itoa(bits))
}

// host returns the address with a number. For IPv4 addresses in IPv6 form Terraform counts in the wrong place. So does
// this function, because programs may rely on the result.
func (r *ipRange) host(c *function.Call, n *big.Int) (value.Value, error) {
	room := r.size - r.bits
	count := new(big.Int).Lsh(big.NewInt(1), uint(room))
	given := n.String()
	if n.Sign() < 0 {
		n.Add(count, n)
	}
	if n.Sign() < 0 || n.Cmp(count) >= 0 {
		return value.Value{}, careful(c, "the range has no host with this number", "a prefix of %d bits has no host %s",
			r.bits, given)
	}
	u, _ := fromBig(n)
	if r.mapped {
		u = u.shl(96)
	}
	return r.address(r.base.or(u)), nil
}

// subnet returns the range with a number. Like Terraform it accepts a negative number of bits with number 0, which
// widens the range.
func (r *ipRange) subnet(c *function.Call, newbits int, n *big.Int) (value.Value, error) {
	bits := r.bits + newbits
	if newbits > 128 || bits > r.size || newbits < -128 || bits < 0 {
		return value.Value{}, function.Arg(1,
			careful(c, "the prefix cannot be extended by so many bits", "a prefix of %d bits cannot be extended by %d bits",
				r.bits, newbits))
	}
	// Without new bits, 0 is the only number that fits.
	if n.Sign() < 0 || n.BitLen() > max(newbits, 0) {
		return value.Value{}, function.Arg(2,
			careful(c, "there is no new range with this number", "%d more bits have no range %s", newbits, n))
	}
	u, _ := fromBig(n)
	return r.rangeText(r.base.or(u.shl(r.size-bits)), bits), nil
}

// uint128 is an address as a number.
type uint128 struct{ hi, lo uint64 }

func (u uint128) or(v uint128) uint128     { return uint128{u.hi | v.hi, u.lo | v.lo} }
func (u uint128) and(v uint128) uint128    { return uint128{u.hi & v.hi, u.lo & v.lo} }
func (u uint128) andNot(v uint128) uint128 { return uint128{u.hi &^ v.hi, u.lo &^ v.lo} }

func (u uint128) add(v uint128) (sum uint128, overflow bool) {
	lo, carry := bits.Add64(u.lo, v.lo, 0)
	hi, carry := bits.Add64(u.hi, v.hi, carry)
	return uint128{hi, lo}, carry != 0
}

func (u uint128) less(v uint128) bool { return u.hi < v.hi || u.hi == v.hi && u.lo < v.lo }

func (u uint128) shl(n int) uint128 {
	switch {
	case n <= 0:
		return u
	case n >= 128:
		return uint128{}
	case n >= 64:
		return uint128{u.lo << (n - 64), 0}
	}
	return uint128{u.hi<<n | u.lo>>(64-n), u.lo << n}
}

// lowMask returns the number whose lowest n bits are set.
func lowMask(n int) uint128 {
	all := ^uint64(0)
	switch {
	case n <= 0:
		return uint128{}
	case n >= 128:
		return uint128{all, all}
	case n > 64:
		return uint128{all >> (128 - n), all}
	}
	return uint128{0, all >> (64 - n)}
}

// fromBig converts a number that is not negative, and reports whether it has at most 128 bits.
func fromBig(i *big.Int) (uint128, bool) {
	if i.BitLen() > 128 {
		return uint128{}, false
	}
	var b [16]byte
	i.FillBytes(b[:])
	return uint128FromBytes(b), true
}

func uint128FromBytes(b [16]byte) uint128 {
	return uint128{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}

func (u uint128) bytes() (b [16]byte) {
	binary.BigEndian.PutUint64(b[:8], u.hi)
	binary.BigEndian.PutUint64(b[8:], u.lo)
	return b
}
