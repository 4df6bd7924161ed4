package blobstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// A pack is a sequence of records, each at a multiple of align.
const (
	recordSize  = 80
	recordMagic = "PKR1"
	align       = 16

	kindBlob   = 1
	kindFiller = 2
	// kind 3 is reserved for recipes.
)

var le = binary.LittleEndian

// record is the header in front of the stored bytes of a small blob.
type record struct {
	kind, codec, cipher, key uint8
	plain, stored            uint64
	time                     int64 // Unix milliseconds
	digest                   Digest
	storedCRC                uint32 // Castagnoli, of the stored bytes
	plainCRC                 uint32 // IEEE, of the blob, for zip files
}

func newRecord(d Digest, p []byte, now time.Time) record {
	return record{
		kind: kindBlob, plain: uint64(len(p)), stored: uint64(len(p)), time: now.UnixMilli(),
		digest: d, storedCRC: crc32C(p), plainCRC: crcIEEE(p),
	}
}

func (r *record) encode(b *[recordSize]byte) {
	copy(b[:], recordMagic)
	b[4], b[5], b[6], b[7] = r.kind, r.codec, r.cipher, r.key
	le.PutUint64(b[8:], r.plain)
	le.PutUint64(b[16:], r.stored)
	le.PutUint64(b[24:], uint64(r.time))
	copy(b[32:], r.digest[:])
	le.PutUint32(b[64:], r.storedCRC)
	le.PutUint32(b[68:], r.plainCRC)
	le.PutUint32(b[72:], 0)
	le.PutUint32(b[76:], crc32C(b[:76]))
}

// decodeRecord reports whether b is the header of a record that can be in a pack.
func decodeRecord(b []byte) (r record, ok bool) {
	if len(b) < recordSize || string(b[:4]) != recordMagic || le.Uint32(b[76:]) != crc32C(b[:76]) {
		return r, false
	}
	r = record{
		kind: b[4], codec: b[5], cipher: b[6], key: b[7],
		plain: le.Uint64(b[8:]), stored: le.Uint64(b[16:]), time: int64(le.Uint64(b[24:])),
		digest: Digest(b[32:64]), storedCRC: le.Uint32(b[64:]), plainCRC: le.Uint32(b[68:]),
	}
	return r, r.stored <= 2*SmallMax && r.plain <= SmallMax
}

// isReadable reports whether this program knows the record's kind, codec and cipher.
func (r *record) isReadable() bool {
	return r.kind == kindBlob && r.codec == 0 && r.cipher == 0 && r.plain == r.stored
}

// matches reports whether p has the length, checksum and digest of the record.
func (r *record) matches(p []byte) bool {
	return uint64(len(p)) == r.stored && crc32C(p) == r.storedCRC && Sum(p) == r.digest
}

// recordSpan is the room that a record with n stored bytes takes in a pack.
func recordSpan(n int64) int64 { return alignUp(recordSize + n) }

func alignUp(n int64) int64 { return (n + align - 1) &^ (align - 1) }

// ReadPackRecord reads a record of a pack, from its first byte on, and returns the blob. It fails with ErrCorrupt where that is not the
// blob of the digest, or the record is cut off.
func ReadPackRecord(in io.Reader, d Digest) ([]byte, error) {
	var head [recordSize]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, readError(err)
	}
	r, ok := decodeRecord(head[:])
	if !ok || r.digest != d || !r.isReadable() {
		return nil, fmt.Errorf("%w: record", ErrCorrupt)
	}
	b := make([]byte, r.stored)
	if _, err := io.ReadFull(in, b); err != nil {
		return nil, readError(err)
	}
	if !r.matches(b) {
		return nil, fmt.Errorf("%w: record", ErrCorrupt)
	}
	return b, nil
}

func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}
