package stdlib

import (
	"bytes"
	"crypto/rsa"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"math/big"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var cryptoFuncs = []*function.Decl{rsadecryptFunc}

var rsadecryptFunc = &function.Decl{
	Name: "rsadecrypt", Group: groupHash, Since: since,
	Summary: "Decrypts a text that was encrypted with an RSA public key.",
	Description: "The padding is that of PKCS #1 v1.5. The key is in PEM form (PKCS #1, PKCS #8 or OpenSSH) and not protected " +
		"by a password. The result is what the plain text says in UTF-8.",
	Params: []function.Param{text("ciphertext", "The encrypted text in base64."), text("privatekey", "The private key in PEM form.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		in, err := decodeBase64(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		key, err := parsePrivateKey([]byte(c.Args[1].AsString()))
		if err != nil {
			return value.Value{}, function.Arg(1, err)
		}
		//lint:ignore SA1019 the padding is given by what was encrypted, and there is no attacker here who could watch many attempts
		out, err := rsa.DecryptPKCS1v15(nil, key, in)
		if err != nil {
			return value.Value{}, errors.New("decryption failed: the text was not encrypted for this key")
		}
		return value.String(string(out)), nil
	},
	Examples: []function.Example{bad(`rsadecrypt("aGVsbG8=", "not a key")`, "no private key in PEM form")},
}

var (
	errNoKey        = errors.New("there is no private key in PEM form")
	errKeyProtected = errors.New("the private key is protected by a password; only keys without a password can be used")
	errKeyNotRSA    = errors.New("the private key is not an RSA key")
	errKeyDamaged   = errors.New("the private key is damaged")
)

// parsePrivateKey reads the first block of a PEM text.
func parsePrivateKey(text []byte) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode(text)
	switch {
	case block == nil:
		return nil, errNoKey
	case bytes.Contains([]byte(block.Headers["Proc-Type"]), []byte("ENCRYPTED")):
		return nil, errKeyProtected
	}
	switch block.Type {
	case "RSA PRIVATE KEY":
		return checkedKey(x509.ParsePKCS1PrivateKey(block.Bytes))
	case "PRIVATE KEY":
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, errKeyDamaged
		}
		if key, ok := key.(*rsa.PrivateKey); ok {
			return checkedKey(key, nil)
		}
		return nil, errKeyNotRSA
	case "OPENSSH PRIVATE KEY":
		return parseOpenSSH(block.Bytes)
	case "ENCRYPTED PRIVATE KEY":
		return nil, errKeyProtected
	case "EC PRIVATE KEY", "DSA PRIVATE KEY":
		return nil, errKeyNotRSA
	}
	return nil, errNoKey
}

func checkedKey(key *rsa.PrivateKey, err error) (*rsa.PrivateKey, error) {
	if err != nil {
		return nil, errKeyDamaged
	}
	return key, nil
}

const opensshMagic = "openssh-key-v1\x00"

// sshReader reads the fields of OpenSSH's key format, each led by its length.
type sshReader struct {
	rest []byte
	bad  bool
}

func (r *sshReader) uint32() uint32 {
	if len(r.rest) < 4 {
		r.rest, r.bad = nil, true
		return 0
	}
	n := binary.BigEndian.Uint32(r.rest)
	r.rest = r.rest[4:]
	return n
}

func (r *sshReader) field() []byte {
	n := r.uint32()
	if uint64(n) > uint64(len(r.rest)) {
		r.rest, r.bad = nil, true
		return nil
	}
	f := r.rest[:n]
	r.rest = r.rest[n:]
	return f
}

func (r *sshReader) number() *big.Int { return new(big.Int).SetBytes(r.field()) }

// parseOpenSSH reads a private key in the form that OpenSSH's PROTOCOL.key describes.
func parseOpenSSH(b []byte) (*rsa.PrivateKey, error) {
	b, ok := bytes.CutPrefix(b, []byte(opensshMagic))
	if !ok {
		return nil, errKeyDamaged
	}
	r := &sshReader{rest: b}
	cipher, kdf := r.field(), r.field()
	r.field() // options of the kdf
	if keys := r.uint32(); r.bad || keys != 1 {
		return nil, errKeyDamaged
	}
	if string(cipher) != "none" || string(kdf) != "none" {
		return nil, errKeyProtected
	}
	r.field() // the public key
	r = &sshReader{rest: r.field(), bad: r.bad}
	if check, again := r.uint32(), r.uint32(); check != again {
		return nil, errKeyDamaged
	}
	if kind := r.field(); r.bad || string(kind) != "ssh-rsa" {
		return nil, errKeyNotRSA
	}
	return r.rsaKey()
}

func (r *sshReader) rsaKey() (*rsa.PrivateKey, error) {
	n, e, d := r.number(), r.number(), r.number()
	r.number() // inverse of q
	p, q := r.number(), r.number()
	if r.bad || !e.IsInt64() || e.Int64() > 1<<31-1 || n.BitLen() > 16384 {
		return nil, errKeyDamaged
	}
	key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n, E: int(e.Int64())}, D: d, Primes: []*big.Int{p, q}}
	if key.Validate() != nil {
		return nil, errKeyDamaged
	}
	key.Precompute()
	return key, nil
}
