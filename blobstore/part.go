package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

// maxStreams bounds the parts that are received at a time, and so the memory
// for them.
const maxStreams = 256

// WritePart stores part n, counted from 0, which must have exactly its length; else
// the error is ErrPartRange. A part that was stored before is not written again,
// only compared: other bytes are ErrPartConflict. An error of r is returned, perhaps
// wrapped; what came of a large blob before it is kept for WritePartAt. The parts of a
// large blob survive the end of the process; only Seal makes them survive a power cut.
func (u *Session) WritePart(ctx context.Context, n int, r io.Reader) error {
	if err := u.s.checkWritable(ctx); err != nil {
		return err
	}
	if u.isSmall() {
		return u.writeSmallPart(ctx, n, r)
	}
	if n < 0 || n >= u.parts.len() {
		return fmt.Errorf("%w: part %d of %d", ErrPartRange, n, u.parts.len())
	}
	return u.writeLargePart(ctx, n, 0, r)
}

func (u *Session) writeLargePart(ctx context.Context, n int, at int64, r io.Reader) error {
	if err := u.ensureVerified(); err != nil {
		return err
	}
	there, err := u.acquirePart(ctx, n)
	if err != nil {
		return err
	}
	defer u.releasePart(n)
	switch {
	case there && at > 0:
		return u.compareRest(ctx, n, at, r)
	case there:
		in := stream{ctx: ctx, r: r, off: int64(n) * u.partSize, limit: u.partLen(n)}
		if err := in.consumeExactly(); err != nil {
			return fmt.Errorf("part %d: %w", n, err)
		}
		return u.checkGroups(n, in.groups)
	}
	if err := u.reserveAhead(); err != nil {
		return err
	}
	in, err := u.resumeStream(ctx, n, at, r)
	if err != nil {
		return err
	}
	if err := in.consumeExactly(); err != nil {
		u.storePrefix(n, in.cut)
		return fmt.Errorf("part %d: %w", n, err)
	}
	return u.recordPart(n, in)
}

// consumeExactly receives a part, which must have no byte too few.
func (in *stream) consumeExactly() error {
	if err := in.consume(); err != nil {
		return err
	}
	if in.n != in.limit {
		return ErrPartRange
	}
	return nil
}

func (u *Session) partLen(n int) int64 {
	return min(u.partSize, u.size-int64(n)*u.partSize)
}

// acquirePart waits until no other call writes part n, and reports whether the part is
// stored. It fails with ErrBusy when maxStreams parts are being received.
func (u *Session) acquirePart(ctx context.Context, n int) (there bool, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.waitForPart(ctx, n); err != nil {
		return false, err
	}
	switch {
	case u.gone:
		return false, fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	case !u.s.streams.tryAcquire():
		return false, ErrBusy
	}
	u.busy[n] = make(chan struct{})
	u.writers++
	if !u.parts.get(n).stored {
		u.partBytes += u.partLen(n)
	}
	return u.parts.get(n).stored, nil
}

// waitForPart waits until no other call writes part n. The caller holds mu, which is free
// during the wait.
func (u *Session) waitForPart(ctx context.Context, n int) error {
	for u.busy[n] != nil {
		wait := u.busy[n]
		u.mu.Unlock()
		select {
		case <-wait:
			u.mu.Lock()
		case <-ctx.Done():
			u.mu.Lock()
			return ctx.Err()
		}
	}
	return nil
}

func (u *Session) releasePart(n int) {
	u.s.streams.release()
	u.mu.Lock()
	defer u.mu.Unlock()
	close(u.busy[n])
	delete(u.busy, n)
	if !u.parts.get(n).stored {
		u.partBytes -= u.partLen(n)
	}
	u.writers--
	if u.gone {
		u.closeFiles()
	}
}

func (u *Session) checkGroups(n int, groups []cv) error {
	got := appendBlockCVs(nil, groups)
	first := int64(n) * u.partSize / blockSize
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range got {
		if got[i] != u.blocks.get(int(first)+i) {
			return fmt.Errorf("%w: part %d", ErrPartConflict, n)
		}
	}
	return nil
}

// recordPart notes a part whose bytes are written: first the hashes of its groups, at
// their place behind the content, then the journal, so that every part in the
// journal is complete.
func (u *Session) recordPart(n int, in *stream) error {
	list := appendCVs(nil, in.groups)
	if _, err := u.stage.WriteAt(list, u.size+in.off/groupSize*cvSize); err != nil {
		return wrapFull(err)
	}
	r := partRecord{part: n, length: in.n, crc: in.crc, groups: in.groups}
	if err := u.appendJournal(r.encode()); err != nil {
		return wrapFull(err)
	}
	// Spreads the work of the disk over the upload; Seal syncs for good.
	if err := u.stage.StartSync(in.off, in.n); err != nil {
		u.s.log.Debug("sync_file_range", "err", err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.setPart(&r, crc32C(list))
	u.touched = u.s.o.Now()
	return nil
}

func (u *Session) appendJournal(b []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.gone {
		return fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	}
	if _, err := u.journal.WriteAt(b, u.journalEnd); err != nil {
		return err
	}
	u.journalEnd += int64(len(b))
	return nil
}

func (u *Session) setPart(r *partRecord, listCRC uint32) {
	u.parts.set(r.part, part{stored: true, crc: r.crc, listCRC: listCRC})
	first := int(int64(r.part) * u.partSize / blockSize)
	for i, b := range appendBlockCVs(nil, r.groups) {
		u.blocks.set(first+i, b)
	}
}

// writeSmallPart takes the only part of a small blob and does not wait for the disk;
// Seal does. A restart forgets small sessions and their parts.
func (u *Session) writeSmallPart(ctx context.Context, n int, r io.Reader) error {
	if n != 0 {
		return fmt.Errorf("%w: part %d of 1", ErrPartRange, n)
	}
	p, err := u.readSmallPart(r)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	d := Sum(p)
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	switch {
	case u.gone:
		return fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	case u.lease != nil && u.digest != d:
		return fmt.Errorf("%w: part 0", ErrPartConflict)
	case u.lease != nil:
		return u.waitFlights() // sent again: this time wait for the disk
	}
	return u.queueSmallPart(d, p)
}

// readSmallPart reads the bytes of a small blob.
func (u *Session) readSmallPart(r io.Reader) ([]byte, error) {
	// The store keeps it until it is on the disk, so it is no larger than the queue
	// counts it: a buffer of the pool would be.
	p := make([]byte, u.size+1)
	got, err := io.ReadFull(r, p)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if int64(got) != u.size {
		return nil, fmt.Errorf("%w: part 0 has %d bytes of %d", ErrPartRange, got, u.size)
	}
	return p[:got:got], nil
}

// queueSmallPart queues the bytes of a small blob. The caller holds sealMu.
func (u *Session) queueSmallPart(d Digest, p []byte) error {
	if err := u.s.reserveSpace(int64(len(p))); err != nil {
		return err
	}
	l := u.s.newLease(d)
	flights, err := u.s.queueSmall([]Digest{d}, [][]byte{p})
	if err != nil {
		l.Release()
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.digest, u.lease, u.flights, u.touched = d, l, flights, u.s.o.Now()
	if u.parts.len() > 0 {
		u.parts.set(0, part{stored: true})
	}
	return nil
}

// waitFlights waits until the bytes of a small session are durable. When the disk did
// not take them, the part is missing again. The caller holds sealMu.
func (u *Session) waitFlights() error {
	var err error
	for _, f := range u.flights {
		err = errors.Join(err, f.wait())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.flights = nil
	if err != nil {
		u.lease.Release()
		u.lease = nil
		u.parts.clear()
	}
	return err
}

// recoverSession reads the journal of a session, or returns nil when it does not
// describe an upload that can go on.
func (s *Store) recoverSession(sid string) (*Session, error) {
	name := s.path(stageDir, sid+journalSuffix)
	text, err := readFile(s.fs, name)
	if err != nil {
		return nil, err
	}
	j, ok := decodeJournal(text)
	if !ok {
		return nil, nil
	}
	u := s.newSession(sid, j.size, j.partSize)
	if u.stage, err = s.fs.OpenFile(u.stagePath(), os.O_RDWR); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // it has its final name already
	} else if err != nil {
		return nil, err
	}
	u.journalEnd, u.unverified = int64(j.valid), j.boot != s.boot
	if err := u.reopenJournal(name, j.parts); err != nil {
		return nil, err
	}
	return u, nil
}

// reopenJournal opens the journal that named the parts.
func (u *Session) reopenJournal(name string, parts []partRecord) (err error) {
	if u.journal, err = u.s.fs.OpenFile(name, os.O_RDWR); err != nil {
		return err
	}
	info, err := u.s.fs.Stat(name)
	if err != nil {
		return err
	}
	u.touched = info.ModTime
	for i := range parts {
		u.setPart(&parts[i], crc32C(appendCVs(nil, parts[i].groups)))
	}
	u.recountBytes()
	// Without this, an incomplete record would hide the ones appended after it.
	return u.journal.Truncate(u.journalEnd)
}

// ensureVerified hashes the parts again when the stage file may not hold what the
// journal says, and forgets those that it does not hold.
func (u *Session) ensureVerified() error {
	u.mu.Lock()
	unverified := u.unverified
	u.mu.Unlock()
	if !unverified {
		return nil
	}
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	// No part is written meanwhile: WritePart calls ensureVerified first, and waits here.
	if !u.unverified || u.gone {
		return nil
	}
	return u.verifyParts()
}

// verifyParts renews the journal with the parts that the stage file holds. The caller
// holds sealMu.
func (u *Session) verifyParts() error {
	text := make([]byte, u.journalEnd)
	if err := readFull(u.journal, text, 0); err != nil {
		return err
	}
	j, _ := decodeJournal(text)
	u.stage.Forget()
	h := journalHeader{size: u.size, partSize: u.partSize, boot: u.s.boot, created: u.touched.UnixMilli()}
	fresh := h.encode()
	good := j.parts[:0]
	for _, r := range j.parts {
		holds, err := u.verifyPart(&r)
		if err != nil {
			u.s.log.Warn("a part cannot be read and is asked for again", "sid", u.sid, "part", r.part, "err", err)
		}
		if holds {
			good = append(good, r)
			fresh = append(fresh, r.encode()...)
		}
	}
	return u.replaceJournal(fresh, good)
}

// verifyPart reports whether the stage file holds a part, and writes its list.
func (u *Session) verifyPart(r *partRecord) (bool, error) {
	off := int64(r.part) * u.partSize
	in := stream{ctx: context.Background(), r: io.NewSectionReader(u.stage, off, r.length), off: off, limit: r.length}
	if err := in.consume(); err != nil {
		return false, err
	}
	if in.n != r.length || !slices.Equal(in.groups, r.groups) {
		return false, nil
	}
	_, err := u.stage.WriteAt(appendCVs(nil, r.groups), u.size+off/groupSize*cvSize)
	return err == nil, wrapFull(err)
}

// replaceJournal replaces the journal by one whose parts hold in this run of the
// machine.
func (u *Session) replaceJournal(text []byte, parts []partRecord) error {
	if err := replaceFile(u.s.fs, u.journalPath(), text); err != nil {
		return err
	}
	f, err := u.s.fs.OpenFile(u.journalPath(), os.O_RDWR)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	// The old file has no name any more; an error to close it changes nothing.
	_ = u.journal.Close()
	u.journal, u.journalEnd, u.unverified = f, int64(len(text)), false
	u.parts.clear()
	clear(u.cut)
	for i := range parts {
		u.setPart(&parts[i], crc32C(appendCVs(nil, parts[i].groups)))
	}
	u.recountBytes()
	return nil
}
