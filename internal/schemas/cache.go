package schemas

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// tooYoung is the minimum age of a change before the cache trusts the modification time, because file systems may use
// the same time for two changes.
//
// Without it, a file that is changed twice within one tick of the clock of the file system would keep the entry of the
// first change for ever, with the same size and the same time.
const tooYoung = 2 * time.Second

// cacheFormat changes with the content of the cache.
//
// It is a part of the first line, so the entries of an older release are no cache, and are replaced.
const cacheFormat = 2

// DefaultCache returns the folder of the cache in the user's cache folder, or "" where there is no such folder.
func DefaultCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hclx", "schemas")
}

// cache is the cache for one path. The zero cache stores nothing.
type cache struct{ file string }

// The name is a hash because a path has characters that file names cannot have everywhere, and may be longer than a
// name can be.
func cacheFor(path, dir string) cache {
	full, err := filepath.Abs(path)
	if dir == "" || err != nil {
		return cache{}
	}
	sum := sha256.Sum256([]byte(full))
	return cache{filepath.Join(dir, hex.EncodeToString(sum[:16])+".cache")}
}

// The file of a cache has its format and a checksum on the first line, and what was found as JSON below.

func (c cache) load() []*indexed {
	text, err := os.ReadFile(c.file) // there is no file ""
	if err != nil {
		return nil
	}
	head, list, _ := bytes.Cut(text, []byte("\n"))
	if string(head) != headOf(list) {
		return nil
	}
	var files []*indexed
	if json.Unmarshal(list, &files) != nil {
		return nil
	}
	return files
}

// store replaces the cache atomically, so that concurrent readers see the old or the new one. It ignores errors.
func (c cache) store(files []*indexed) {
	if c.file == "" {
		return
	}
	list, err := json.Marshal(files)
	if err != nil || os.MkdirAll(filepath.Dir(c.file), 0o755) != nil {
		return
	}
	temp, err := os.CreateTemp(filepath.Dir(c.file), "new-*")
	if err != nil {
		return
	}
	// It is written beside the old one and then renamed: a process that is killed in between, or a second one that
	// writes at the same time, leaves one whole cache and at worst a temporary file.
	_, err = temp.WriteString(headOf(list) + "\n" + string(list))
	if closed := temp.Close(); err != nil || closed != nil || os.Rename(temp.Name(), c.file) != nil {
		_ = os.Remove(temp.Name())
	}
}

// headOf returns the first line of a cache. A truncated or changed file has another one.
func headOf(list []byte) string {
	sum := sha256.Sum256(list)
	return "schemas " + strconv.Itoa(cacheFormat) + " " + hex.EncodeToString(sum[:8])
}
