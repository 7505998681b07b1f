package stdlib

import (
	"bytes"
	"crypto/md5"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"math/big"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var cryptoFuncs = []*function.Decl{rsadecryptFunc}

var rsadecryptFunc = &function.Decl{
	Name: "rsadecrypt", Group: groupHash, Since: since,
	Summary: "Decrypts data that was encrypted with an RSA public key.",
	Description: "The padding is PKCS #1 v1.5. The key is in PEM format (PKCS #1, PKCS #8 or OpenSSH) and not protected " +
		"by a password. The decrypted data must be UTF-8.",
	Params: []function.Param{text("ciphertext", "The encrypted data in base64."),
		text("privatekey", "The private key in PEM format.")},
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
		//lint:ignore SA1019 what was encrypted gives the padding, and nobody here can watch many attempts
		out, err := rsa.DecryptPKCS1v15(nil, key, in)
		if err != nil {
			return value.Value{}, errors.New("decryption failed: the data was not encrypted for this key")
		}
		return value.String(string(out)), nil
	},
	Examples: []function.Example{bad(`rsadecrypt("aGVsbG8=", "not a key")`, "not a private key in PEM format")},
}

var (
	errNoKey        = errors.New("not a private key in PEM format")
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
		key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
		if err != nil {
			return nil, errKeyDamaged
		}
		return key, nil
	case "PRIVATE KEY":
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, errKeyDamaged
		}
		if key, ok := key.(*rsa.PrivateKey); ok {
			return key, nil
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

const opensshMagic = "openssh-key-v1\x00"

// sshReader reads the fields of OpenSSH's key format, each of which begins with its length.
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

var hashFuncs = []*function.Decl{
	hashFunc("base64sha256", "Returns the SHA-256 hash of a string in base64.",
		func(b []byte) string { h := sha256.Sum256(b); return base64.StdEncoding.EncodeToString(h[:]) },
		ex(`base64sha256("hello world")`, `"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="`)),
	hashFunc("base64sha512", "Returns the SHA-512 hash of a string in base64.",
		func(b []byte) string { h := sha512.Sum512(b); return base64.StdEncoding.EncodeToString(h[:]) },
		ex(`base64sha512("hello world")`,
			`"MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXbw=="`)),
	hashFunc("md5", "Returns the MD5 hash of a string in hexadecimal.",
		func(b []byte) string { h := md5.Sum(b); return hex.EncodeToString(h[:]) },
		ex(`md5("hello world")`, `"5eb63bbbe01eeed093cb22bb8f5acdc3"`)),
	hashFunc("sha1", "Returns the SHA-1 hash of a string in hexadecimal.",
		func(b []byte) string { h := sha1.Sum(b); return hex.EncodeToString(h[:]) },
		ex(`sha1("hello world")`, `"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"`)),
	hashFunc("sha256", "Returns the SHA-256 hash of a string in hexadecimal.",
		func(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) },
		ex(`sha256("hello world")`, `"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"`)),
	hashFunc("sha512", "Returns the SHA-512 hash of a string in hexadecimal.",
		func(b []byte) string { h := sha512.Sum512(b); return hex.EncodeToString(h[:]) },
		ex(`sha512("hello world")`,
			`"309ecc489c12d6eb4cc40f50c902f2b4d0ed77ee511a7c7a9bcd3ca86d4cd86f`+
				`989dd35bc5ff499670da34255b45b0cfd830e81f605dcf7dc5542e93ae9cd76f"`)),
}

// hashFunc declares a function that returns the encoded hash of the UTF-8 bytes of a string.
func hashFunc(name, summary string, sum func([]byte) string, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupHash, Since: since, Summary: summary,
		Description: "The string is hashed as UTF-8.",
		Params:      []function.Param{text("str", "The string.")},
		Result:      types.String, Refine: notNull,
		Impl: func(c *function.Call) (value.Value, error) {
			return host.ASCIIString(sum([]byte(c.Args[0].AsString()))), nil
		},
		Examples: examples,
	}
}
