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
// wrapped. The parts of a large blob survive the end of the process; only Seal
// makes them survive a power cut.
func (u *Session) WritePart(ctx context.Context, n int, r io.Reader) error {
	if err := u.s.mayWrite(ctx); err != nil {
		return err
	}
	if u.small() {
		return u.writeSmall(ctx, n, r)
	}
	if n < 0 || n >= u.parts.len() {
		return fmt.Errorf("%w: part %d of %d", ErrPartRange, n, u.parts.len())
	}
	return u.writeLarge(ctx, n, r)
}

func (u *Session) writeLarge(ctx context.Context, n int, r io.Reader) error {
	if err := u.verify(); err != nil {
		return err
	}
	there, err := u.enter(ctx, n)
	if err != nil {
		return err
	}
	defer u.leave(n)
	in := stream{ctx: ctx, r: r, off: int64(n) * u.partSize, limit: u.partLen(n)}
	if !there {
		in.file = u.stage
		if err := u.ahead(); err != nil {
			return err
		}
	}
	if err := in.whole(); err != nil {
		return fmt.Errorf("part %d: %w", n, err)
	}
	if there {
		return u.compare(n, in.groups)
	}
	return u.record(n, &in)
}

// whole receives a part, which must have no byte too few.
func (in *stream) whole() error {
	if err := in.run(); err != nil {
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

// enter waits until no other call writes part n, and reports whether the part is
// stored. It fails with ErrBusy when maxStreams parts are being received.
func (u *Session) enter(ctx context.Context, n int) (there bool, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.waitFor(ctx, n); err != nil {
		return false, err
	}
	switch {
	case u.gone:
		return false, fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	case !u.s.streams.tryAdd():
		return false, ErrBusy
	}
	u.busy[n] = make(chan struct{})
	u.writers++
	if !u.parts.get(n).there {
		u.coming += u.partLen(n)
	}
	return u.parts.get(n).there, nil
}

// waitFor waits until no other call writes part n. The caller holds mu, which is free
// during the wait.
func (u *Session) waitFor(ctx context.Context, n int) error {
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

func (u *Session) leave(n int) {
	u.s.streams.done()
	u.mu.Lock()
	defer u.mu.Unlock()
	close(u.busy[n])
	delete(u.busy, n)
	if !u.parts.get(n).there {
		u.coming -= u.partLen(n)
	}
	u.writers--
	if u.gone {
		u.closeFiles()
	}
}

func (u *Session) compare(n int, groups []cv) error {
	got := appendBlocks(nil, groups)
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

// record notes a part whose bytes are written: first the hashes of its groups, at
// their place behind the content, then the journal, so that every part in the
// journal is complete.
func (u *Session) record(n int, in *stream) error {
	list := putCVs(nil, in.groups)
	if _, err := u.stage.WriteAt(list, u.size+in.off/groupSize*cvSize); err != nil {
		return named(err)
	}
	r := partRecord{part: n, length: in.n, crc: in.crc, groups: in.groups}
	if err := u.append(r.encode()); err != nil {
		return named(err)
	}
	// Spreads the work of the disk over the upload; Seal syncs for good.
	if err := u.stage.StartSync(in.off, in.n); err != nil {
		u.s.log.Debug("sync_file_range", "err", err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.note(&r, crcC(list))
	u.touched = u.s.o.Now()
	return nil
}

func (u *Session) append(b []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.gone {
		return fmt.Errorf("%w: %s", ErrSessionGone, u.sid)
	}
	if _, err := u.journal.WriteAt(b, u.end); err != nil {
		return err
	}
	u.end += int64(len(b))
	return nil
}

func (u *Session) note(r *partRecord, listCRC uint32) {
	u.parts.set(r.part, part{there: true, crc: r.crc, listCRC: listCRC})
	first := int(int64(r.part) * u.partSize / blockSize)
	for i, b := range appendBlocks(nil, r.groups) {
		u.blocks.set(first+i, b)
	}
}

// writeSmall takes the only part of a small blob and does not wait for the disk;
// Seal does. A restart forgets small sessions and their parts.
func (u *Session) writeSmall(ctx context.Context, n int, r io.Reader) error {
	if n != 0 {
		return fmt.Errorf("%w: part %d of 1", ErrPartRange, n)
	}
	p, err := u.readSmall(r)
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
		return u.landed() // sent again: this time wait for the disk
	}
	return u.queueSmall(d, p)
}

// readSmall reads the bytes of a small blob.
func (u *Session) readSmall(r io.Reader) ([]byte, error) {
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

// queueSmall queues the bytes of a small blob. The caller holds sealMu.
func (u *Session) queueSmall(d Digest, p []byte) error {
	if err := u.s.roomFor(int64(len(p))); err != nil {
		return err
	}
	l := u.s.lease(d)
	flights, err := u.s.queueSmall([]Digest{d}, [][]byte{p})
	if err != nil {
		l.Release()
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.digest, u.lease, u.flights, u.touched = d, l, flights, u.s.o.Now()
	if u.parts.len() > 0 {
		u.parts.set(0, part{there: true})
	}
	return nil
}

// landed waits until the bytes of a small session are durable. When the disk did
// not take them, the part is missing again. The caller holds sealMu.
func (u *Session) landed() error {
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
	h, parts, valid, ok := decodeJournal(text)
	if !ok {
		return nil, nil
	}
	u := s.newSession(sid, h.size, h.partSize)
	if u.stage, err = s.fs.OpenFile(u.stagePath(), os.O_RDWR); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // it has its final name already
	} else if err != nil {
		return nil, err
	}
	u.end, u.unverified = int64(valid), h.boot != s.boot
	if err := u.continueJournal(name, parts); err != nil {
		return nil, err
	}
	return u, nil
}

// continueJournal opens the journal that named the parts.
func (u *Session) continueJournal(name string, parts []partRecord) (err error) {
	if u.journal, err = u.s.fs.OpenFile(name, os.O_RDWR); err != nil {
		return err
	}
	info, err := u.s.fs.Stat(name)
	if err != nil {
		return err
	}
	u.touched = info.ModTime
	for i := range parts {
		u.note(&parts[i], crcC(putCVs(nil, parts[i].groups)))
	}
	u.count()
	// Without this, an incomplete record would hide the ones appended after it.
	return u.journal.Truncate(u.end)
}

// verify hashes the parts again when the stage file may not hold what the
// journal says, and forgets those that it does not hold.
func (u *Session) verify() error {
	u.mu.Lock()
	unverified := u.unverified
	u.mu.Unlock()
	if !unverified {
		return nil
	}
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	// No part is written meanwhile: WritePart calls verify first, and waits here.
	if !u.unverified || u.gone {
		return nil
	}
	return u.verifyParts()
}

// verifyParts renews the journal with the parts that the stage file holds. The caller
// holds sealMu.
func (u *Session) verifyParts() error {
	text := make([]byte, u.end)
	if err := readFull(u.journal, text, 0); err != nil {
		return err
	}
	_, parts, _, _ := decodeJournal(text)
	u.stage.Forget()
	h := journalHeader{size: u.size, partSize: u.partSize, boot: u.s.boot, created: u.touched.UnixMilli()}
	fresh := h.encode()
	good := parts[:0]
	for _, r := range parts {
		holds, err := u.stageHolds(&r)
		if err != nil {
			u.s.log.Warn("a part cannot be read and is asked for again", "sid", u.sid, "part", r.part, "err", err)
		}
		if holds {
			good = append(good, r)
			fresh = append(fresh, r.encode()...)
		}
	}
	return u.renewJournal(fresh, good)
}

// stageHolds reports whether the stage file holds a part, and writes its list.
func (u *Session) stageHolds(r *partRecord) (bool, error) {
	off := int64(r.part) * u.partSize
	in := stream{ctx: context.Background(), r: io.NewSectionReader(u.stage, off, r.length), off: off, limit: r.length}
	if err := in.run(); err != nil {
		return false, err
	}
	if in.n != r.length || !slices.Equal(in.groups, r.groups) {
		return false, nil
	}
	_, err := u.stage.WriteAt(putCVs(nil, r.groups), u.size+off/groupSize*cvSize)
	return err == nil, named(err)
}

// renewJournal replaces the journal by one whose parts hold in this run of the
// machine.
func (u *Session) renewJournal(text []byte, parts []partRecord) error {
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
	u.journal, u.end, u.unverified = f, int64(len(text)), false
	u.parts.clear()
	for i := range parts {
		u.note(&parts[i], crcC(putCVs(nil, parts[i].groups)))
	}
	u.count()
	return nil
}
