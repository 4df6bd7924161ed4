package blobstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// recoverPacks fills the index from the footers. A pack without a valid footer
// was active when the store stopped: its records are looked for one by one and
// it is sealed as it is.
func (s *Store) recoverPacks() error {
	names, err := s.fs.List(s.path(packsDir))
	if err != nil {
		return err
	}
	// Names that a crash left behind may not be durable yet, and dedup trusts them.
	if err := s.fs.SyncDir(s.path(packsDir)); err != nil {
		return err
	}
	loads := make(chan *packLoad, runtime.GOMAXPROCS(0))
	go s.loadPacks(names, loads)
	// In the order of the packs, so that the newest copy of a blob wins.
	for l := range loads {
		<-l.done
		if err == nil {
			err = l.err
		}
		if err == nil {
			err = s.index.Put(l.entries)
		}
	}
	return err
}

// loadPacks reads packs, as many at once as loads has room for, and closes loads.
func (s *Store) loadPacks(names []string, loads chan<- *packLoad) {
	defer close(loads)
	for i, name := range names {
		id, ok := parsePackName(name)
		if !ok {
			s.log.Warn("a file that is no pack lies among the packs", "name", name)
			continue
		}
		l := &packLoad{done: make(chan struct{})}
		loads <- l
		go func() {
			defer close(l.done)
			if l.entries, l.err = s.recoverPack(id, i == len(names)-1); l.err != nil {
				l.err = fmt.Errorf("pack %d: %w", id, l.err)
			}
		}()
	}
}

// packLoad is a pack that is being read at the start.
type packLoad struct {
	done    chan struct{}
	entries []Entry
	err     error
}

func parsePackName(name string) (uint32, bool) {
	digits, ok := strings.CutSuffix(name, ".pk")
	id, err := strconv.ParseUint(digits, 10, 32)
	return uint32(id), ok && err == nil && packName(uint32(id)) == name
}

func (s *Store) recoverPack(id uint32, last bool) ([]Entry, error) {
	f, size, err := s.openPack(id)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		return nil, s.recoverEmptyPack(id, f, last)
	}
	p := &pack{id: id, size: size, data: size, state: packAbandoned}
	s.packs.add(p)
	entries, t, err := s.readFooter(f, id, size)
	switch {
	case err == nil:
		s.packs.seal(p, size-int64(t.length), t)
	case s.isPackAway(id):
		s.log.Error("the footer of a pack that is away is damaged: its blobs are missing until the pack comes", "pack", id, "err", err)
	default:
		s.log.Warn("a pack has no valid footer and is read whole", "pack", id, "bytes", size, "err", err)
		entries = s.resealPack(p, f, size)
	}
	return entries, f.Close()
}

// recoverEmptyPack removes a pack of no bytes, unless it is the last one.
func (s *Store) recoverEmptyPack(id uint32, f File, last bool) error {
	if last {
		s.packs.raiseNext(id) // it keeps its number from being used twice
		return f.Close()
	}
	return errors.Join(f.Close(), s.fs.Remove(s.packPath(id)))
}

// openPack opens a pack to read what the disk holds of it, and returns its size.
func (s *Store) openPack(id uint32) (File, int64, error) {
	f, err := s.fs.OpenFile(s.packPath(id), os.O_RDWR)
	if err != nil {
		return nil, 0, err
	}
	// A footer whose flush failed before the process ended may still be in the page cache, and nowhere else.
	f.Forget()
	size, err := f.Size()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, size, nil
}

var errNoFooter = errors.New("no footer")

func (s *Store) readFooter(f File, id uint32, size int64) ([]Entry, packTrailer, error) {
	var b [packTrailerSize]byte
	if size < packTrailerSize {
		return nil, packTrailer{}, errNoFooter
	}
	if err := readFull(f, b[:], size-packTrailerSize); err != nil {
		return nil, packTrailer{}, err
	}
	t, ok := decodePackTrailer(b[:])
	if !ok || t.store != s.format.Store || t.pack != id || t.length > uint64(size) {
		return nil, t, errNoFooter
	}
	entries, err := readEntries(f, t, size)
	return entries, t, err
}

// readEntries reads what the trailer of a pack belongs to.
func readEntries(f File, t packTrailer, size int64) ([]Entry, error) {
	data := size - int64(t.length)
	body := make([]byte, t.length-packTrailerSize)
	if err := readFull(f, body, data); err != nil {
		return nil, err
	}
	entries, ok := decodeEntries(t, body, data)
	if !ok {
		return nil, fmt.Errorf("%w: footer of pack %d", ErrCorrupt, t.pack)
	}
	return entries, nil
}

// resealPack reads a pack without footer, makes its records durable, and gives it a
// footer. The pack is never truncated, so that an administrator can still examine
// damaged bytes. A pack that cannot be read or written whole stays without footer and
// is tried again later.
func (s *Store) resealPack(p *pack, f File, size int64) []Entry {
	found := scanPack(f, p.id, size, false)
	if found.badBytes > 0 {
		s.log.Warn("bytes of a pack belong to no valid record", "pack", p.id, "bytes", found.badBytes, "records", len(found.entries))
	}
	s.packs.setUnreadable(p, found.unreadable != nil)
	if found.unreadable != nil {
		s.log.Error("a part of a pack cannot be read", "pack", p.id, "err", found.unreadable)
		return found.entries
	}
	t, err := s.writeFooter(f, p.id, found.end, found.entries)
	if err != nil {
		// Without room for a footer the records must be durable all the same.
		err = errors.Join(err, f.Sync())
		s.log.Warn("a pack could not be sealed and stays open for now", "pack", p.id, "err", err)
		return found.entries
	}
	s.packs.seal(p, found.end, t)
	return found.entries
}

// maintainPacks reads back and seals the abandoned packs; with all, also those that
// were tried within readBackInterval.
func (s *Store) maintainPacks(all bool) {
	s.maintainMu.Lock()
	defer s.maintainMu.Unlock()
	for _, p := range s.packs.list() {
		if p.state != packAbandoned || s.isPackAway(p.id) || !all && s.o.Now().Before(p.retryAfter) {
			continue
		}
		s.packs.postpone(s.packs.find(p.id), s.o.Now().Add(readBackInterval))
		if err := s.readBackPack(p.id); err != nil {
			s.log.Error("read back pack", "pack", p.id, "err", err)
		}
	}
}

// readBackInterval bounds how often a pack is read that cannot be sealed.
const readBackInterval = 10 * time.Minute

func (s *Store) readBackPack(id uint32) error {
	f, size, err := s.openPack(id)
	if err != nil {
		return err
	}
	defer f.Close()
	there := map[Entry]bool{}
	for _, e := range s.resealPack(s.packs.find(id), f, size) {
		there[e] = true
	}
	for e, err := range s.index.All() {
		if err != nil {
			return err
		}
		if e.Loc.Pack == id && !there[e] {
			s.log.Error("an acknowledged blob cannot be read back", "digest", e.Digest, "pack", id)
			s.suspects.add(e.Digest)
		}
	}
	return nil
}

// countLiveBytes finds out how much of each pack is still named by the index.
func (s *Store) countLiveBytes() error {
	live := map[uint32]int64{}
	for e, err := range s.index.All() {
		if err != nil {
			return err
		}
		live[e.Loc.Pack] += e.Loc.span()
	}
	s.packs.setLive(live)
	return nil
}

// unindexQuarantined takes the records out of the index that were found damaged
// earlier. Their packs still hold them.
func (s *Store) unindexQuarantined() error {
	names, err := s.fs.List(s.path(quarantineDir))
	if err != nil {
		return err
	}
	for _, name := range names {
		d, at, ok := parseQuarantineName(name)
		if !ok {
			continue
		}
		loc, found, err := s.index.Get(d)
		if err != nil {
			return err
		}
		if found && loc.Pack == at.Pack && loc.Offset == at.Offset {
			if err := s.index.Delete(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// quarantineName names a damaged record: digest, pack, and offset in units of 16.
func quarantineName(d Digest, l Loc) string {
	return filepath.Join(quarantineDir, fmt.Sprintf("%v-%d-%d", d, l.Pack, l.Offset))
}

// parseQuarantineName returns the digest and the place of a damaged record.
func parseQuarantineName(name string) (d Digest, l Loc, ok bool) {
	hex, rest, _ := strings.Cut(name, "-")
	d, err := ParseDigest(hex)
	if err != nil {
		return d, l, false
	}
	n, err := fmt.Sscanf(rest, "%d-%d", &l.Pack, &l.Offset)
	return d, l, n == 2 && err == nil
}
