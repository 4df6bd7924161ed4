package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// CanBeAway reports whether an object can be read from afar: a sealed pack or a large blob can.
func CanBeAway(key string) bool {
	_, ok := awayName(key)
	return ok
}

// footerGuess is what is read at the end of a pack: the whole footer of most.
const footerGuess = 256 << 10

// LeaveAway notes an object that stays where it is for now. Of a pack the footer is read and proven; it fails with ErrCorrupt where that
// is damaged. Calls may run concurrently. Nothing is away before WriteAway.
func (r *Restorer) LeaveAway(ctx context.Context, remote Remote, key string, size int64) error {
	o := AwayObject{Key: key, Size: size}
	name, ok := awayName(key)
	if !ok {
		return errInvalidKey
	}
	_, isPack := ParsePackKey(key)
	if isPack {
		footer, err := readRemoteFooter(ctx, remote, key, size)
		if err == nil {
			err = r.writeFooter(name, footer)
		}
		if err != nil {
			return fmt.Errorf("blobstore: the footer of %s: %w", key, err)
		}
		o.Footer = int64(len(footer))
	} else if size <= trailerSize || largeFileSize(blobSize(size)) != size {
		return fmt.Errorf("blobstore: %w: %s has %d bytes", ErrCorrupt, key, size)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.away = append(r.away, o)
	return nil
}

// HasObject reports whether an object that can be away is on the disk.
func (r *Restorer) HasObject(key string) bool {
	name, ok := awayName(key)
	if !ok {
		return false
	}
	_, err := r.fs.Stat(filepath.Join(r.dir, name))
	return err == nil
}

func (r *Restorer) writeFooter(name string, footer []byte) error {
	dir := filepath.Join(r.dir, awayDir)
	return errors.Join(r.fs.Mkdir(dir), replaceFile(r.fs, filepath.Join(dir, filepath.Base(name)+footerSuffix), footer))
}

// readRemoteFooter reads the footer of a pack and proves it by the key.
func readRemoteFooter(ctx context.Context, remote Remote, key string, size int64) ([]byte, error) {
	var id, crc uint32
	if !parseKey(key, "packs/%d-%x.pk", &id, &crc) || size < packTrailerSize {
		return nil, errInvalidKey
	}
	end := make([]byte, min(size, footerGuess))
	if err := readRemote(ctx, remote, key, end, size-int64(len(end))); err != nil {
		return nil, err
	}
	t, ok := decodePackTrailer(end[len(end)-packTrailerSize:])
	if !ok || t.pack != id || t.crc != crc || t.length > uint64(min(size, math.MaxInt32)) {
		return nil, fmt.Errorf("%w: trailer", ErrCorrupt)
	}
	footer := make([]byte, t.length)
	if have := int(t.length) - len(end); have > 0 {
		copy(footer[have:], end)
		if err := readRemote(ctx, remote, key, footer[:have], size-int64(t.length)); err != nil {
			return nil, err
		}
	} else {
		copy(footer, end[-have:])
	}
	if _, ok := decodeEntries(t, footer[:len(footer)-packTrailerSize], size-int64(t.length)); !ok {
		return nil, fmt.Errorf("%w: entries", ErrCorrupt)
	}
	return footer, nil
}

func readRemote(ctx context.Context, remote Remote, key string, p []byte, off int64) error {
	in, err := remote.OpenRange(ctx, key, off, int64(len(p)))
	if err != nil {
		return err
	}
	_, err = io.ReadFull(in, p)
	return errors.Join(err, in.Close())
}

// WriteAway writes the list of the objects that stay away. From then on the store has them.
func (r *Restorer) WriteAway() error {
	last := uint32(0)
	for _, o := range r.away {
		name, _ := awayName(o.Key)
		if id, isPack := ParsePackKey(o.Key); isPack {
			last = max(last, id)
		}
		if err := r.fs.Mkdir(filepath.Join(r.dir, filepath.Dir(name))); err != nil {
			return fmt.Errorf("blobstore: %w", err)
		}
	}
	if err := r.reserveNumbers(last); err != nil {
		return fmt.Errorf("blobstore: %w", err)
	}
	if err := writeAway(r.fs, r.dir, r.away); err != nil {
		return fmt.Errorf("blobstore: the list of what is away: %w", err)
	}
	return nil
}

// reserveNumbers makes an empty pack behind all others, so that also a program that does not know the list gives none of their numbers
// to another pack.
func (r *Restorer) reserveNumbers(last uint32) error {
	names, err := r.fs.List(filepath.Join(r.dir, packsDir))
	if err != nil {
		return err
	}
	for _, name := range names {
		if id, ok := parsePackName(name); ok {
			last = max(last, id)
		}
	}
	f, err := r.fs.OpenFile(filepath.Join(r.dir, packsDir, packName(last+1)), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), r.fs.SyncDir(filepath.Join(r.dir, packsDir)))
}
