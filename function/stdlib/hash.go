package stdlib

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var hashFuncs = []*function.Decl{
	base64sha256Func, base64sha512Func, md5Func, sha1Func, sha256Func, sha512Func,
}

// hashFunc declares a function that gives the hash of a text in some encoding. The hash is that of the text's UTF-8 bytes.
func hashFunc(name, summary string, sum func([]byte) string, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupHash, Since: since, Summary: summary,
		Description: "The hash is that of the bytes of the text in UTF-8.",
		Params:      []function.Param{text("str", "The text.")},
		Result:      types.String, Refine: notNull,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.ASCIIString(sum([]byte(c.Args[0].AsString()))), nil
		},
		Examples: examples,
	}
}

var base64sha256Func = hashFunc("base64sha256", "Gives the SHA-256 hash of a text in base64.",
	func(b []byte) string { h := sha256.Sum256(b); return base64.StdEncoding.EncodeToString(h[:]) },
	ex(`base64sha256("hello world")`, `"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="`))

var base64sha512Func = hashFunc("base64sha512", "Gives the SHA-512 hash of a text in base64.",
	func(b []byte) string { h := sha512.Sum512(b); return base64.StdEncoding.EncodeToString(h[:]) },
	ex(`base64sha512("hello world")`,
		`"MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXbw=="`))

var md5Func = hashFunc("md5", "Gives the MD5 hash of a text in hexadecimal.",
	func(b []byte) string { h := md5.Sum(b); return hex.EncodeToString(h[:]) },
	ex(`md5("hello world")`, `"5eb63bbbe01eeed093cb22bb8f5acdc3"`))

var sha1Func = hashFunc("sha1", "Gives the SHA-1 hash of a text in hexadecimal.",
	func(b []byte) string { h := sha1.Sum(b); return hex.EncodeToString(h[:]) },
	ex(`sha1("hello world")`, `"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"`))

var sha256Func = hashFunc("sha256", "Gives the SHA-256 hash of a text in hexadecimal.",
	func(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) },
	ex(`sha256("hello world")`, `"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"`))

var sha512Func = hashFunc("sha512", "Gives the SHA-512 hash of a text in hexadecimal.",
	func(b []byte) string { h := sha512.Sum512(b); return hex.EncodeToString(h[:]) },
	ex(`sha512("hello world")`,
		`"309ecc489c12d6eb4cc40f50c902f2b4d0ed77ee511a7c7a9bcd3ca86d4cd86f989dd35bc5ff499670da34255b45b0cfd830e81f605dcf7dc5542e93ae9cd76f"`))
