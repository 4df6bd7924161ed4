package blobstore

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const formatNumber = 1

// format is the file FORMAT, which a program must understand before it touches a
// store.
type format struct {
	Format    int       `json:"format"`
	Store     storeID   `json:"store"`
	Hash      string    `json:"hash"`
	Block     int       `json:"block"`
	Group     int       `json:"group"`
	SmallMax  int       `json:"small_max"`
	Mandatory mandatory `json:"mandatory"`
}

// mandatory lists features without which a kind of operation does damage. This
// program knows none, so any entry refuses the operation.
type mandatory struct {
	Read  []string `json:"read"`
	Write []string `json:"write"`
	GC    []string `json:"gc"`
}

// storeID is a random UUID; footers repeat it.
type storeID [16]byte

// MarshalText writes the usual form with four dashes.
func (id storeID) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]), nil
}

// UnmarshalText reads what MarshalText writes.
func (id *storeID) UnmarshalText(text []byte) error {
	digits := make([]byte, 0, 2*len(id))
	for _, c := range text {
		if c != '-' {
			digits = append(digits, c)
		}
	}
	if len(digits) != 2*len(id) {
		return fmt.Errorf("store id %q is no UUID", text)
	}
	_, err := hex.Decode(id[:], digits)
	return err
}

func newFormat() format {
	f := format{
		Format: formatNumber, Hash: "blake3-256",
		Block: blockSize, Group: groupSize, SmallMax: SmallMax,
		Mandatory: mandatory{Read: []string{}, Write: []string{}, GC: []string{}},
	}
	rand.Read(f.Store[:])
	f.Store[6] = f.Store[6]&0x0f | 0x40
	f.Store[8] = f.Store[8]&0x3f | 0x80
	return f
}

// check returns an error when this program must not read the store.
func (f *format) check() error {
	want := newFormat()
	switch {
	case f.Format != formatNumber:
		return fmt.Errorf("%w: format %d, known is %d", ErrFormat, f.Format, formatNumber)
	case f.Hash != want.Hash || f.Block != want.Block || f.Group != want.Group || f.SmallMax != want.SmallMax:
		return fmt.Errorf("%w: hash %q, block %d, group %d, small_max %d", ErrFormat, f.Hash, f.Block, f.Group, f.SmallMax)
	case f.Store == storeID{}:
		return fmt.Errorf("%w: no store id", ErrFormat)
	}
	return checkFeatures("read", f.Mandatory.Read)
}

// checkFeatures returns ErrFormat with the names of the features if there are any.
func checkFeatures(operation string, features []string) error {
	if len(features) == 0 {
		return nil
	}
	return fmt.Errorf("%w: to %s it, a program must know %q", ErrFormat, operation, features)
}

func readFormat(fsys FS, dir string) (format, error) {
	var f format
	text, err := readFile(fsys, filepath.Join(dir, formatFile))
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, fmt.Errorf("%w: FORMAT: %w", ErrFormat, err)
	}
	return f, f.check()
}

// readFile reads a file whole.
func readFile(fsys FS, name string) ([]byte, error) {
	f, err := fsys.OpenFile(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	p := make([]byte, size)
	if _, err := f.ReadAt(p, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return p, nil
}

// replaceFile gives a file new content: after a crash it has the old or the new.
func replaceFile(fsys FS, name string, content []byte) error {
	return replaceFileWith(fsys, name, func(f File) error {
		_, err := f.WriteAt(content, 0)
		return err
	})
}

const tempSuffix = ".tmp" // of a file that has not its name yet

func replaceFileWith(fsys FS, name string, write func(File) error) error {
	temp := name + tempSuffix
	f, err := fsys.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return wrapFull(err)
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = fsys.Rename(temp, name)
	}
	if err != nil {
		return wrapFull(errors.Join(err, removeIfExists(fsys, temp)))
	}
	return wrapFull(fsys.SyncDir(filepath.Dir(name)))
}

func removeIfExists(fsys FS, name string) error {
	if err := fsys.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func writeFormat(fsys FS, dir string, f format) error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(fsys, filepath.Join(dir, formatFile), append(text, '\n'))
}
