package blobstore

import (
	"slices"
)

// A sealed pack ends with one entry for each record, sorted by digest, and a
// trailer, so that the index needs no look at the records.
const (
	entrySize        = 64
	packTrailerSize  = 64
	packTrailerMagic = "PKF1"
)

// Loc says where the index finds a small blob.
type Loc struct {
	Pack   uint32
	Offset uint32 // of the record header, in units of 16 bytes
	Stored uint32
	Plain  uint32
	Flags  uint32 // kind, codec, cipher and key of the record, from the lowest byte
	CRC    uint32 // IEEE, of the blob
}

func (l Loc) pos() int64 { return int64(l.Offset) * align }

func (l Loc) span() int64 { return recordSpan(int64(l.Stored)) }

// Entry is a digest and its place.
type Entry struct {
	Digest Digest
	Loc    Loc
}

func entryOf(r *record, pack uint32, pos int64) Entry {
	return Entry{r.digest, Loc{
		Pack: pack, Offset: uint32(pos / align), Stored: uint32(r.stored), Plain: uint32(r.plain),
		Flags: uint32(r.kind) | uint32(r.codec)<<8 | uint32(r.cipher)<<16 | uint32(r.key)<<24,
		CRC:   r.plainCRC,
	}}
}

// packTrailer is the last 64 bytes of a sealed pack.
type packTrailer struct {
	store  storeID
	pack   uint32
	count  uint32
	crc    uint32 // Castagnoli, of the entries
	length uint64 // of entries and trailer
	time   int64  // when the pack was sealed, Unix milliseconds
}

// encodeFooter returns entries, sorted, and trailer.
func encodeFooter(store storeID, pack uint32, entries []Entry, now int64) ([]byte, packTrailer) {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b Entry) int { return a.Digest.Compare(b.Digest) })
	b := make([]byte, len(sorted)*entrySize+packTrailerSize)
	for i, e := range sorted {
		p := b[i*entrySize:]
		copy(p, e.Digest[:])
		le.PutUint32(p[32:], e.Loc.Offset)
		le.PutUint32(p[36:], e.Loc.Stored)
		le.PutUint32(p[40:], e.Loc.Plain)
		le.PutUint32(p[44:], e.Loc.Flags)
		le.PutUint32(p[48:], e.Loc.CRC)
	}
	body := b[:len(sorted)*entrySize]
	t := packTrailer{store: store, pack: pack, count: uint32(len(sorted)), crc: crc32C(body), length: uint64(len(b)), time: now}
	t.encode(b[len(body):])
	return b, t
}

func (t *packTrailer) encode(b []byte) {
	copy(b, packTrailerMagic)
	copy(b[4:], t.store[:])
	le.PutUint32(b[20:], t.pack)
	le.PutUint32(b[24:], t.count)
	le.PutUint32(b[28:], t.crc)
	le.PutUint64(b[32:], t.length)
	le.PutUint64(b[40:], uint64(t.time))
	le.PutUint32(b[60:], crc32C(b[:60]))
}

func decodePackTrailer(b []byte) (t packTrailer, ok bool) {
	if len(b) != packTrailerSize || string(b[:4]) != packTrailerMagic || le.Uint32(b[60:]) != crc32C(b[:60]) {
		return t, false
	}
	t = packTrailer{
		store: storeID(b[4:20]), pack: le.Uint32(b[20:]), count: le.Uint32(b[24:]),
		crc: le.Uint32(b[28:]), length: le.Uint64(b[32:]), time: int64(le.Uint64(b[40:])),
	}
	return t, t.length == uint64(t.count)*entrySize+packTrailerSize
}

// decodeEntries reads the body of a footer; every record must end before dataEnd.
func decodeEntries(t packTrailer, body []byte, dataEnd int64) (entries []Entry, ok bool) {
	if uint64(len(body)) != uint64(t.count)*entrySize || crc32C(body) != t.crc {
		return nil, false
	}
	entries = make([]Entry, t.count)
	for i := range entries {
		p := body[i*entrySize:]
		e := Entry{Digest(p[:32]), Loc{
			Pack: t.pack, Offset: le.Uint32(p[32:]), Stored: le.Uint32(p[36:]),
			Plain: le.Uint32(p[40:]), Flags: le.Uint32(p[44:]), CRC: le.Uint32(p[48:]),
		}}
		if e.Loc.pos()+e.Loc.span() > dataEnd {
			return nil, false
		}
		entries[i] = e
	}
	return entries, true
}
