package blobstore

import (
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	maxPackAge     = 24 * time.Hour
	maxPackEntries = 1 << 17 // bounds the footer, which an active pack keeps in memory
)

// committer appends batches to a pack of its own.
type committer struct {
	s       *Store
	pack    *pack
	file    File
	entries []Entry
	opened  time.Time
}

func (c *committer) run() {
	for {
		jobs, ok := c.s.queue.nextBatch()
		if !ok {
			break
		}
		if len(jobs) == 0 {
			if c.pack != nil && c.s.o.Now().Sub(c.opened) > maxPackAge {
				c.sealPack()
			}
			continue
		}
		c.notifyWriters(jobs, c.commit(jobs))
	}
	c.sealPack()
}

// notifyWriters hands the outcome to the callers: compaction waits for the job, writers of
// new blobs wait for their flights.
func (c *committer) notifyWriters(jobs []*job, err error) {
	for _, j := range jobs {
		for _, w := range j.writes {
			if w.flight != nil {
				c.s.landFlight(w.rec.digest, w.flight, err)
			}
		}
		if j.done != nil {
			j.done <- err
		}
	}
}

func (c *committer) commit(jobs []*job) error {
	var total int64
	var writes []*write
	for _, j := range jobs {
		total += j.bytes
		writes = append(writes, j.writes...)
	}
	if err := c.ensurePack(total, len(writes)); err != nil {
		return wrapFull(err)
	}
	start := c.pack.data
	entries, vec := layOutWrites(writes, c.pack.id, start)
	if err := c.file.WriteVec(vec, start); err != nil {
		c.truncatePack(err)
		return wrapFull(fmt.Errorf("append to pack %d: %w", c.pack.id, err))
	}
	if err := c.file.Sync(); err != nil {
		id := c.pack.id
		c.abandonPack(err)
		return wrapFull(fmt.Errorf("sync pack %d: %w", id, err))
	}
	c.entries = append(c.entries, entries...)
	c.s.packs.grow(c.pack, start+total)
	return c.s.indexWrites(writes, entries)
}

// layOutWrites gives each write its place and returns the buffers to write there.
func layOutWrites(writes []*write, pack uint32, pos int64) ([]Entry, [][]byte) {
	entries := make([]Entry, len(writes))
	vec := make([][]byte, 0, 2*len(writes)+1)
	headers := make([]byte, len(writes)*(recordSize+align))
	pad := 0 // of the record before, written together with the next header
	for i, w := range writes {
		entries[i] = entryOf(&w.rec, pack, pos)
		h := headers[:pad+recordSize]
		headers = headers[pad+recordSize:]
		w.rec.encode((*[recordSize]byte)(h[pad:]))
		vec = append(vec, h)
		if len(w.data) > 0 {
			vec = append(vec, w.data)
		}
		pos += w.span()
		pad = int(w.span()) - recordSize - len(w.data)
	}
	return entries, append(vec, headers[:pad])
}

// indexWrites enters durable records into the index.
func (s *Store) indexWrites(writes []*write, entries []Entry) error {
	fresh := make([]Entry, 0, len(entries))
	for i, w := range writes {
		if w.movedFrom == nil {
			fresh = append(fresh, entries[i])
		}
	}
	// The new blobs first: they are durable, and a move that fails must not leave them out.
	if err := s.index.Put(fresh); err != nil {
		return err
	}
	for i, w := range writes {
		if w.movedFrom == nil {
			continue
		}
		if err := s.moveEntry(entries[i], *w.movedFrom); err != nil {
			return err
		}
	}
	for _, w := range writes {
		if w.replaces != nil {
			s.packs.addDead(*w.replaces)
		}
		if w.movedFrom == nil {
			s.suspects.remove(w.rec.digest)
		}
	}
	return nil
}

// moveEntry lets the index point at the copy that compaction made.
func (s *Store) moveEntry(to Entry, from Loc) error {
	st := s.stripe(to.Digest)
	st.mu.Lock()
	defer st.mu.Unlock()
	loc, ok, err := s.index.Get(to.Digest)
	if err != nil {
		return err
	}
	if !ok || loc != from || st.flights[to.Digest] != nil {
		s.packs.addDead(to.Loc)
		return nil
	}
	if err := s.index.Put([]Entry{to}); err != nil {
		return err
	}
	s.packs.addDead(from)
	return nil
}

// ensurePack makes sure that there is a pack with room for a batch.
func (c *committer) ensurePack(bytes int64, count int) error {
	if c.pack != nil && (c.pack.data+bytes > c.s.o.PackSize || len(c.entries)+count > maxPackEntries ||
		c.s.o.Now().Sub(c.opened) > maxPackAge) && c.pack.data > 0 {
		c.sealPack()
	}
	if c.pack != nil {
		return nil
	}
	p := c.s.packs.create()
	f, err := c.s.createPackFile(p.id)
	if err != nil {
		c.s.packs.remove(p)
		return fmt.Errorf("new pack: %w", err)
	}
	c.pack, c.file, c.opened = p, f, c.s.o.Now()
	return nil
}

// createPackFile makes the file of a pack, or takes the empty one that kept its number.
func (s *Store) createPackFile(id uint32) (File, error) {
	f, err := s.fs.OpenFile(s.packPath(id), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	size, err := f.Size()
	if err == nil && size > 0 {
		err = fmt.Errorf("%s holds %d bytes already", s.packPath(id), size)
	}
	if err == nil {
		// A record must not be acknowledged before the name of its pack is durable.
		err = s.fs.SyncDir(s.path(packsDir))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// truncatePack truncates the pack to its last committed record after a failed write.
func (c *committer) truncatePack(cause error) {
	if err := c.file.Truncate(c.pack.data); err != nil {
		c.abandonPack(errors.Join(cause, err))
	}
}

// abandonPack gives up a pack that the disk did not take. Its pages may be clean in
// memory and missing on disk, so a second sync would prove nothing: the pack is
// read back and sealed later, by maintainPacks.
func (c *committer) abandonPack(cause error) {
	c.s.log.Error("a pack is closed after an error of the disk", "pack", c.pack.id, "err", cause)
	if err := c.file.Close(); err != nil {
		c.s.log.Error("close pack", "pack", c.pack.id, "err", err)
	}
	c.s.packs.abandon(c.pack)
	c.pack, c.file, c.entries = nil, nil, nil
}

// sealPack ends the active pack with its footer. A pack that takes none stays as it
// is and is sealed later.
func (c *committer) sealPack() {
	if c.pack == nil {
		return
	}
	p, f := c.pack, c.file
	entries := c.entries
	c.pack, c.file, c.entries = nil, nil, nil
	if p.data == 0 {
		c.s.removeEmptyPack(p, f)
		return
	}
	t, err := c.s.writeFooter(f, p.id, p.data, entries)
	if err = errors.Join(err, f.Close()); err != nil {
		c.s.log.Warn("a pack could not be sealed and stays open for now", "pack", p.id, "err", err)
		c.s.packs.abandon(p)
		return
	}
	c.s.packs.seal(p, p.data, t)
}

// removeEmptyPack removes a pack without records, unless it is the last one.
func (s *Store) removeEmptyPack(p *pack, f File) {
	err := f.Close()
	if !s.packs.isLast(p.id) {
		err = errors.Join(err, s.fs.Remove(s.packPath(p.id)))
	}
	if err != nil {
		s.log.Warn("remove empty pack", "pack", p.id, "err", err)
	}
	s.packs.remove(p)
}

// writeFooter appends a footer at pos and makes it durable.
func (s *Store) writeFooter(f File, id uint32, pos int64, entries []Entry) (packTrailer, error) {
	b, t := encodeFooter(s.format.Store, id, entries, s.o.Now().UnixMilli())
	if _, err := f.WriteAt(b, pos); err != nil {
		return t, errors.Join(wrapFull(err), f.Truncate(pos))
	}
	return t, f.Sync()
}
