package blobstore

// The journal of an upload session says which parts its stage file holds. It is
// not synced: after a power cut its parts are hashed again before they count.
const (
	journalMagic      = "BLBSES01"
	journalHeaderSize = 64
	partMagic         = "PART"
	partHeaderSize    = 24
)

type journalHeader struct {
	size, partSize int64
	boot           [16]byte // the run of the machine in which the parts were written or last verified
	created        int64    // Unix milliseconds
}

func (h *journalHeader) encode() []byte {
	b := make([]byte, journalHeaderSize)
	copy(b, journalMagic)
	le.PutUint64(b[8:], uint64(h.size))
	le.PutUint64(b[16:], uint64(h.partSize))
	copy(b[24:], h.boot[:])
	le.PutUint64(b[40:], uint64(h.created))
	le.PutUint32(b[60:], crc32C(b[:60]))
	return b
}

func decodeJournalHeader(b []byte) (h journalHeader, ok bool) {
	if len(b) < journalHeaderSize || string(b[:8]) != journalMagic || le.Uint32(b[60:]) != crc32C(b[:60]) {
		return h, false
	}
	h = journalHeader{
		size: int64(le.Uint64(b[8:])), partSize: int64(le.Uint64(b[16:])),
		boot: [16]byte(b[24:40]), created: int64(le.Uint64(b[40:])),
	}
	return h, h.size > SmallMax && h.size < maxBlobSize && h.partSize > 0 && h.partSize <= maxPartSize && h.partSize%blockSize == 0
}

// partRecord is a part that arrived whole.
type partRecord struct {
	part   int
	length int64
	crc    uint32 // IEEE, of the bytes
	groups []cv
}

func (r *partRecord) encode() []byte {
	b := make([]byte, partHeaderSize, partHeaderSize+len(r.groups)*cvSize+4)
	copy(b, partMagic)
	le.PutUint32(b[4:], uint32(r.part))
	le.PutUint64(b[8:], uint64(r.length))
	le.PutUint32(b[16:], r.crc)
	le.PutUint32(b[20:], uint32(len(r.groups)))
	b = appendCVs(b, r.groups)
	return le.AppendUint32(b, crc32C(b))
}

// decodePartRecord reads the record at the start of b and its length, 0 when there is
// no whole one.
func decodePartRecord(b []byte) (r partRecord, n int) {
	if len(b) < partHeaderSize || string(b[:4]) != partMagic {
		return r, 0
	}
	count := int(le.Uint32(b[20:]))
	if count > (len(b)-partHeaderSize)/cvSize {
		return r, 0
	}
	body := partHeaderSize + count*cvSize
	if len(b) < body+4 || le.Uint32(b[body:]) != crc32C(b[:body]) {
		return r, 0
	}
	return partRecord{
		part: int(le.Uint32(b[4:])), length: int64(le.Uint64(b[8:])), crc: le.Uint32(b[16:]),
		groups: decodeCVs(nil, b[partHeaderSize:body]),
	}, body + 4
}

// journal is what a journal says, and the length of its valid start. The rest is an incomplete record that a crash left.
type journal struct {
	journalHeader
	parts []partRecord
	valid int
}

// decodeJournal reads a journal. ok is false without a valid header.
func decodeJournal(b []byte) (j journal, ok bool) {
	h, ok := decodeJournalHeader(b)
	if !ok {
		return journal{}, false
	}
	count := (h.size + h.partSize - 1) / h.partSize
	j = journal{journalHeader: h, valid: journalHeaderSize}
	for {
		r, n := decodePartRecord(b[j.valid:])
		if n == 0 {
			return j, true
		}
		if int64(r.part) >= count || r.length != min(h.partSize, h.size-int64(r.part)*h.partSize) ||
			int64(len(r.groups)) != groupCount(r.length) {
			return j, true
		}
		j.parts = append(j.parts, r)
		j.valid += n
	}
}
