package blobstore

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
)

// Seal ends an upload and returns the digest of the blob, which is durable then, and
// a lease on it. It does not read the parts again, so its time does not depend on
// their size. When parts are missing it fails with an IncompleteError, and when want
// is not nil and not the digest with ErrChecksum; the session goes on in both cases.
func (u *Session) Seal(ctx context.Context, want *Digest) (Digest, *Lease, error) {
	if err := u.s.checkWritable(ctx); err != nil {
		return Digest{}, nil, err
	}
	if u.isSmall() {
		return u.sealSmall(ctx, want)
	}
	if err := u.ensureVerified(); err != nil {
		return Digest{}, nil, err
	}
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	t, err := u.buildTrailer(want)
	if err != nil {
		return Digest{}, nil, err
	}
	l := u.s.newLease(t.digest)
	used, err := u.s.commitStage(ctx, u.stagePath(), u.stage, t)
	u.mu.Lock()
	defer u.mu.Unlock()
	if err != nil {
		l.Release()
		// After a failed sync the pages are clean and perhaps not on disk.
		var lost *syncError
		u.unverified = u.unverified || errors.As(err, &lost)
		return Digest{}, nil, err
	}
	if used {
		u.s.log.Debug("upload sealed", "sid", u.sid, "digest", t.digest, "bytes", t.size)
	}
	if err := u.finish(); err != nil {
		u.s.log.Warn("remove the files of a finished upload", "sid", u.sid, "err", err)
	}
	return t.digest, l, nil
}

// buildTrailer returns the trailer of the finished file, or refuses with an IncompleteError or ErrChecksum, as Seal does. Where it
// succeeds, all parts are stored and none is being written: a part that is sent again is only compared.
func (u *Session) buildTrailer(want *Digest) (trailer, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.gone {
		return trailer{}, fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	}
	if missing := u.partRanges(false); len(missing) > 0 {
		return trailer{}, &IncompleteError{Missing: missing}
	}
	t := trailer{size: uint64(u.size), digest: rootDigest(mergeSubtrees(u.blocks.list())), time: u.s.o.Now().UnixMilli()}
	if want != nil && *want != t.digest {
		return t, fmt.Errorf("%w: %v, expected %v", ErrChecksum, t.digest, want)
	}
	for n := range u.parts.len() {
		p, length := u.parts.get(n), u.partLen(n)
		t.crc = combineCRC(crc32.IEEE, t.crc, p.crc, length)
		t.listCRC = combineCRC(crc32.Castagnoli, t.listCRC, p.listCRC, groupCount(length)*cvSize)
	}
	return t, nil
}

func (u *Session) sealSmall(ctx context.Context, want *Digest) (Digest, *Lease, error) {
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	if u.gone {
		return Digest{}, nil, fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	}
	if err := u.waitFlights(); err != nil {
		return Digest{}, nil, err
	}
	if err := u.ensureStored(ctx); err != nil {
		return Digest{}, nil, err
	}
	if want != nil && *want != u.digest {
		return Digest{}, nil, fmt.Errorf("%w: %v, expected %v", ErrChecksum, u.digest, want)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	l := u.lease
	u.lease = nil // it is the caller's now
	return u.digest, l, u.finish()
}

// ensureStored fails when the part of a small blob is missing. An empty blob has no part
// and is stored now.
func (u *Session) ensureStored(ctx context.Context) error {
	switch {
	case u.lease != nil:
		return nil
	case u.size > 0:
		return &IncompleteError{Missing: [][2]int{{0, 1}}}
	}
	d, l, err := u.s.Put(ctx, nil)
	if err != nil {
		return err
	}
	u.digest, u.lease = d, l
	return nil
}

// finish releases the lease, if the session has one still, makes the session gone and removes its files, those that are left.
// The caller holds mu.
func (u *Session) finish() error {
	u.gone = true
	u.lease.Release()
	// The sid may only be used again once the files are removed, since a new session
	// has files of the same names.
	err := u.removeFiles()
	u.s.sessions.remove(u.sid)
	return err
}
