package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"time"
)

// epoch stands for the time of every file, so that an archive depends on nothing but its content.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// archive packs the commands with license and README: as .tar.gz, for Windows as .zip.
func (r *release) archive(base, goos string, files []string) (err error) {
	files = append([]string{filepath.Join(r.root, "LICENSE"), filepath.Join(r.root, "README.md")}, files...)
	name, write := base+".tar.gz", writeTar
	if goos == "windows" {
		name, write = base+".zip", writeZip
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	return write(out, files)
}

func mode(file string) os.FileMode {
	if ext := filepath.Ext(file); ext == "" && filepath.Base(file) != "LICENSE" || ext == ".exe" {
		return 0o755
	}
	return 0o644
}

func writeTar(out io.Writer, files []string) error {
	compressed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: filepath.Base(file), Mode: int64(mode(file)), Size: int64(len(text)), ModTime: epoch,
			Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(text); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func writeZip(out io.Writer, files []string) error {
	archive := zip.NewWriter(out)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: filepath.Base(file), Method: zip.Deflate, Modified: epoch}
		header.SetMode(mode(file))
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return archive.Close()
}
