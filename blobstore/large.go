package blobstore

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// missingError returns ErrCorrupt for a blob in quarantine and ErrNotFound otherwise.
func (s *Store) missingError(d Digest) error {
	if _, err := s.fs.Stat(s.path(quarantineDir, d.String())); err == nil {
		return fmt.Errorf("%w: %v lies in quarantine", ErrCorrupt, d)
	}
	return fmt.Errorf("%w: %v", ErrNotFound, d)
}

// ensureLargeDurable returns the trailer of a large blob and makes sure that its name is
// durable, so that a writer of the same bytes may be answered. Without it, the error
// is fs.ErrNotExist.
func (s *Store) ensureLargeDurable(d Digest) (trailer, error) {
	f, err := s.fs.OpenFile(s.largePath(d), os.O_RDONLY)
	if err != nil {
		return trailer{}, err
	}
	t, err := readTrailer(f, d)
	if err = errors.Join(err, f.Close()); err != nil {
		return t, err
	}
	// A process that was killed may have left a name that is not durable yet.
	return t, s.fs.SyncDir(filepath.Dir(s.largePath(d)))
}

// commitStage writes the trailer of a stage file and renames it to its final name. Of
// several writers of the same blob one does so; the others wait and keep their stage
// file, which the caller removes. used reports whether this one was renamed.
func (s *Store) commitStage(ctx context.Context, stage string, f File, t trailer) (used bool, err error) {
	d := t.digest
	for {
		flight, mine, err := s.claimWrite(d, func() (bool, error) { return s.hasSoundLarge(t), nil })
		switch {
		case err != nil:
			return false, err
		case mine:
			err := s.renameStage(stage, f, t)
			s.landFlight(d, flight, err)
			return err == nil, err
		case flight == nil:
			return false, nil
		}
		select {
		case <-flight.done:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// hasSoundLarge reports whether the blob of the trailer is stored and not to be replaced.
func (s *Store) hasSoundLarge(t trailer) bool {
	if s.suspects.has(t.digest) || s.away.find(s.largePath(t.digest)) != nil { // the bytes are at hand: they need not come from afar
		return false
	}
	old, err := s.ensureLargeDurable(t.digest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn("a stored blob is replaced", "digest", t.digest, "err", err)
	}
	return err == nil && old.size == t.size
}

// renameStage commits a large blob: it syncs the file, renames it, and syncs the
// directory.
func (s *Store) renameStage(stage string, f File, t trailer) error {
	end := largeFileSize(int64(t.size))
	if _, err := f.WriteAt(t.encode(), end-trailerSize); err != nil {
		return wrapFull(err)
	}
	if err := f.Truncate(end); err != nil {
		return wrapFull(err)
	}
	if err := f.Sync(); err != nil {
		return &syncError{err}
	}
	path := s.largePath(t.digest)
	if err := s.ensurePrefix(filepath.Dir(path)); err != nil {
		return wrapFull(err)
	}
	if err := s.replaceLarge(stage, t.digest); err != nil {
		return wrapFull(err)
	}
	if err := s.fs.SyncDir(filepath.Dir(path)); err != nil {
		// The name may be durable or not. Back on the stage, the session can go on.
		return errors.Join(wrapFull(err), s.fs.Rename(path, stage))
	}
	s.watchers.add(t.digest)
	return nil
}

// replaceLarge gives a file the name of a large blob. Nobody takes it for a damaged one that was there before.
func (s *Store) replaceLarge(from string, d Digest) error {
	st := s.stripe(d)
	st.mu.Lock()
	defer st.mu.Unlock()
	err := s.fs.Rename(from, s.largePath(d))
	if err == nil {
		s.suspects.remove(d)
	}
	return err
}

// syncError is a failed sync of a stage file. Its parts must be read and verified
// again, since the kernel may have dropped pages that were not written.
type syncError struct{ err error }

func (e *syncError) Error() string { return "blobstore: sync: " + e.err.Error() }

func (e *syncError) Unwrap() error { return wrapFull(e.err) }

// PutResult is a blob that a call stored, with its size in bytes.
type PutResult struct {
	Digest Digest
	Size   int64
}

// PutReader stores a blob of any length. It is durable when PutReader returns. An error of r is returned.
func (s *Store) PutReader(ctx context.Context, r io.Reader) (PutResult, *Lease, error) {
	if err := s.checkWritable(ctx); err != nil {
		return PutResult{}, nil, err
	}
	small := buffers.get(SmallMax + 1)
	defer buffers.put(small)
	n, err := io.ReadFull(r, *small)
	switch {
	case err == nil:
		return s.putLarge(ctx, io.MultiReader(bytes.NewReader((*small)[:n]), r))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		d, l, err := s.Put(ctx, (*small)[:n])
		return PutResult{d, int64(n)}, l, err
	}
	return PutResult{}, nil, err
}

func (s *Store) putLarge(ctx context.Context, r io.Reader) (PutResult, *Lease, error) {
	if err := s.reserveSpace(2 * SmallMax); err != nil {
		return PutResult{}, nil, err
	}
	stage := s.path(stageDir, "put-"+rand.Text()+stageSuffix)
	f, err := s.fs.OpenFile(stage, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return PutResult{}, nil, wrapFull(err)
	}
	var l *Lease
	used := false
	t, err := s.writeStage(ctx, f, r)
	if err == nil {
		l = s.newLease(t.digest)
		used, err = s.commitStage(ctx, stage, f, t)
	}
	err = errors.Join(err, f.Close())
	if !used {
		err = errors.Join(err, s.fs.Remove(stage))
	}
	if err != nil {
		l.Release()
		return PutResult{}, nil, err
	}
	return PutResult{t.digest, int64(t.size)}, l, nil
}

// writeStage writes what comes and returns the trailer that belongs behind it.
func (s *Store) writeStage(ctx context.Context, f File, r io.Reader) (trailer, error) {
	in := stream{ctx: ctx, r: r, file: f, limit: maxBlobSize, reserve: s.reserveSpace, spread: true}
	if err := in.consume(); err != nil {
		return trailer{}, err
	}
	list := appendCVs(nil, in.groups)
	if _, err := f.WriteAt(list, in.n); err != nil {
		return trailer{}, wrapFull(err)
	}
	return trailer{
		size: uint64(in.n), crc: in.crc, listCRC: crc32C(list), time: s.o.Now().UnixMilli(),
		digest: rootDigest(mergeSubtrees(appendBlockCVs(nil, in.groups))),
	}, nil
}
