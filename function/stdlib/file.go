package stdlib

import (
	"path"
	"strings"

	"github.com/hclx-lang/hclx/function"
)

// Of the functions that deal with files, these two only cut a text. They know slashes and nothing else, so that
// they give the same on every system.
var pathFuncs = []*function.Decl{basenameFunc, dirnameFunc}

func pathFunc(name, summary string, f func(string) string, examples ...function.Example) *function.Decl {
	d := textFunc(name, groupFile, summary, f, examples...)
	d.Description = "Only the text is looked at, no file. Slashes separate the parts of a path on every system."
	d.Params[0].Name, d.Params[0].Description = "path", "The path."
	return d
}

var basenameFunc = pathFunc("basename", "Gives the last part of a path.", path.Base,
	ex(`basename("foo/bar/baz.txt")`, `"baz.txt"`), ex(`basename("")`, `"."`))

var dirnameFunc = pathFunc("dirname", "Gives a path without its last part.", dirname,
	ex(`dirname("foo/bar/baz.txt")`, `"foo/bar"`), ex(`dirname("baz.txt")`, `"."`))

// dirname drops everything behind the last slash and cleans the rest.
func dirname(s string) string {
	i := strings.LastIndexByte(s, '/')
	return path.Clean(s[:i+1])
}

const (
	noFiles = "Files are not available, so that a program gives the same result wherever it runs. "
	noClock = "The clock is not available, so that a program gives the same result whenever it runs. "
	noDice  = "Random values are not available, so that a program gives the same result each time it runs. "
	passIt  = "Put the content into the program, or pass it in as a variable."
	hashIt  = "Pass the hash in as a variable, or hash a text with "
)

var refusedFuncs = []*function.Decl{
	refuse("abspath", groupFile, "Resolves a path against the working directory.", noFiles+"Write the full path."),
	refuse("file", groupFile, "Reads a file.", noFiles+passIt),
	refuse("filebase64", groupFile, "Reads a file and encodes it in base64.", noFiles+passIt),
	refuse("fileexists", groupFile, "Tells whether a file exists.", noFiles+passIt),
	refuse("fileset", groupFile, "Lists the files that match a pattern.", noFiles+"Write the names as a list."),
	refuse("pathexpand", groupFile, "Replaces ~ by the home directory.", noFiles+"Write the full path."),
	refuse("templatefile", groupFile, "Renders a template from a file.", noFiles+
		"Write the template as a template expression or a heredoc in the program."),
	refuse("filebase64sha256", groupHash, "Hashes a file.", noFiles+hashIt+"base64sha256."),
	refuse("filebase64sha512", groupHash, "Hashes a file.", noFiles+hashIt+"base64sha512."),
	refuse("filemd5", groupHash, "Hashes a file.", noFiles+hashIt+"md5."),
	refuse("filesha1", groupHash, "Hashes a file.", noFiles+hashIt+"sha1."),
	refuse("filesha256", groupHash, "Hashes a file.", noFiles+hashIt+"sha256."),
	refuse("filesha512", groupHash, "Hashes a file.", noFiles+hashIt+"sha512."),
	refuse("bcrypt", groupHash, "Hashes a password with a random salt.", noDice+
		"Hash the password elsewhere and pass the hash in as a variable."),
	refuse("uuid", groupHash, "Makes a random identifier.", noDice+
		"For an identifier that stays the same use sha1 of what identifies the object, or k8s::name."),
	refuse("uuidv5", groupHash, "Makes an identifier from a namespace and a name.",
		"Identifiers in the form of UUIDs are not offered. For a stable identifier use sha1 of the namespace and the name, or k8s::name."),
	refuse("timestamp", groupTime, "Gives the current time.", noClock+
		"Pass the time in as a variable, or read one from the data that the program works on."),
	refuse("plantimestamp", groupTime, "Gives the time of the plan.", noClock+
		"Pass the time in as a variable, or read one from the data that the program works on."),
	refuse("list", groupCollection, "Made a list.", "This function is gone since Terraform 0.12. Write tolist([...]) instead."),
	refuse("map", groupCollection, "Made a map.", "This function is gone since Terraform 0.12. Write tomap({...}) instead."),
}

func refuse(name, group, summary, why string) *function.Decl {
	return &function.Decl{
		Name: name, Group: group, Since: since, Summary: summary, Refused: why,
		Variadic: variadic(whatever("args", "Not looked at.")),
	}
}
