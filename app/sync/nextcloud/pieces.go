package nextcloud

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// piece is a part of a block that is not whole, in a file of its own. The name of the file says what it has to hold: after a
// power cut it may hold less.
type piece struct {
	span
	sum uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newPiece(at int64, b []byte) piece {
	return piece{span{at, at + int64(len(b))}, crc32.Checksum(b, castagnoli)}
}

const pieceName = "piece-%d-%d-%08x"

func (p piece) path(dir string) string {
	return filepath.Join(dir, fmt.Sprintf(pieceName, p.from, p.to, p.sum))
}

func (p piece) store(dir string, b []byte) error {
	return writeFileAtomic(p.path(dir), func(f *os.File) error {
		_, err := f.Write(b)
		return err
	})
}

// writeFileAtomic writes a file under another name first, so that there is never a part of it at its path.
func writeFileAtomic(path string, fill func(f *os.File) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	err = fill(f)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// load reads the piece into the start of b.
func (p piece) load(dir string, b []byte) error {
	f, err := os.Open(p.path(dir))
	if err != nil {
		return err
	}
	b = b[:p.to-p.from]
	_, err = io.ReadFull(f, b)
	if err = errors.Join(err, f.Close()); err == nil && crc32.Checksum(b, castagnoli) != p.sum {
		err = errors.New("nextcloud: a piece is damaged: " + p.path(dir))
	}
	return err
}

func (p piece) remove(dir string) error { return ignoreNotExist(os.Remove(p.path(dir))) }

// parsePieceName is the piece that the name of a file says.
func parsePieceName(name string) (p piece, ok bool) {
	n, _ := fmt.Sscanf(name, pieceName, &p.from, &p.to, &p.sum) // other names have fewer numbers
	return p, n == 3 && p.from >= 0 && p.to > p.from && p.to-p.from <= blockSize
}

// recoverPieces finds the pieces that an earlier run of the process left, and removes those that are not whole, and those that a
// larger one was made of. Two of the same place of which neither is the newer are both removed: the app sends them again.
func recoverPieces(dir string) (map[int64][]piece, error) {
	all := map[int64][]piece{}
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	buf := blockBuffers.Get().(*[blockSize]byte)
	defer blockBuffers.Put(buf)
	for _, e := range list {
		p, ok := parsePieceName(e.Name())
		if !ok {
			continue
		}
		if p.load(dir, buf[:]) != nil {
			err = errors.Join(err, p.remove(dir))
			continue
		}
		all[p.from/blockSize] = insertPiece(all[p.from/blockSize], p)
	}
	for n, pieces := range all {
		kept, rerr := removeOverlapping(dir, pieces)
		all[n], err = kept, errors.Join(err, rerr)
	}
	return all, err
}

// removeOverlapping removes the pieces of a block that overlap others which they do not cover, and returns the rest.
func removeOverlapping(dir string, pieces []piece) (kept []piece, err error) {
	kept = slices.DeleteFunc(slices.Clone(pieces), func(p piece) bool {
		return slices.ContainsFunc(pieces, func(o piece) bool {
			return o != p && p.from < o.to && p.to > o.from &&
				!p.containsSpan(o.span)
		})
	})
	for _, p := range pieces {
		if !slices.Contains(kept, p) {
			err = errors.Join(err, p.remove(dir))
		}
	}
	return kept, err
}

// containsSpan reports whether the piece holds more than a place, and all of it.
func (p piece) containsSpan(s span) bool { return p.from <= s.from && p.to >= s.to && p.span != s }

// insertPiece adds a piece, in the order of the file.
func insertPiece(all []piece, p piece) []piece {
	all = append(slices.DeleteFunc(slices.Clone(all), func(o piece) bool { return o == p }), p)
	slices.SortFunc(all, func(a, b piece) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return all
}

// coverageEnd is how far pieces reach from a place without a gap.
func coverageEnd(all []piece, from int64) int64 {
	for _, p := range all {
		if p.from <= from && p.to > from {
			from = p.to
		}
	}
	return from
}

// ignoreNotExist takes the error of a file that is not there for none.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
