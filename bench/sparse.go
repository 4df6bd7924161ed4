package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"slices"
	"time"

	"anbar/blobstore"

	"lukechampine.com/blake3/guts"
)

// sparseBytes are zeros but for some chunks of BLAKE3.
type sparseBytes struct {
	size   int64
	chunks map[int64][]byte // by number; whole ones, but for the last one of the bytes
	order  []int64          // sorted
}

var zeroChunk [guts.ChunkSize]byte

func (b *sparseBytes) add(chunk int64, p []byte) {
	b.chunks[chunk] = p
	b.order = append(b.order, chunk)
}

func (b *sparseBytes) chunk(n int64) []byte {
	if p := b.chunks[n]; p != nil {
		return p
	}
	return zeroChunk[:min(guts.ChunkSize, b.size-n*guts.ChunkSize)]
}

// isZero reports whether some chunks are zeros, and whole.
func (b *sparseBytes) isZero(from, count int64) bool {
	i, _ := slices.BinarySearch(b.order, from)
	return (i == len(b.order) || b.order[i] >= from+count) && (from+count)*guts.ChunkSize <= b.size
}

// sparseHasher hashes sparse bytes. What is zeros is hashed once for each place.
type sparseHasher struct{ zeros map[[2]int64][8]uint32 }

func (h *sparseHasher) sum(b *sparseBytes) (d blobstore.Digest) {
	n := h.node(b, 0, (b.size+guts.ChunkSize-1)/guts.ChunkSize)
	n.Flags |= guts.FlagRoot
	out := guts.CompressNode(n)
	for i := range 8 {
		binary.LittleEndian.PutUint32(d[4*i:], out[i])
	}
	return d
}

func (h *sparseHasher) node(b *sparseBytes, from, count int64) guts.Node {
	if count == 1 {
		return guts.CompressChunk(b.chunk(from), &guts.IV, uint64(from), 0)
	}
	left := int64(1) << (bits.Len64(uint64(count-1)) - 1)
	return guts.ParentNode(h.value(b, from, left), h.value(b, from+left, count-left), &guts.IV, 0)
}

func (h *sparseHasher) value(b *sparseBytes, from, count int64) [8]uint32 {
	if !b.isZero(from, count) {
		return guts.ChainingValue(h.node(b, from, count))
	}
	at := [2]int64{from, count}
	v, ok := h.zeros[at]
	if !ok {
		v = guts.ChainingValue(h.node(b, from, count))
		h.zeros[at] = v
	}
	return v
}

// zeroTail continues a checksum behind so many zeros as it was made for.
type zeroTail struct{ columns [32]uint32 }

func newZeroTail(t *crc32.Table, n int) *zeroTail {
	z, tail := &zeroTail{}, make([]byte, n)
	for i := range z.columns {
		z.columns[i] = ^crc32.Update(^(uint32(1) << i), t, tail)
	}
	return z
}

func (z *zeroTail) after(crc uint32) (out uint32) {
	for in := ^crc; in != 0; in &= in - 1 {
		out ^= z.columns[bits.TrailingZeros32(in)]
	}
	return ^out
}

// The format of packs, as docs/blobstore.md has it. The product proves each byte of what is written here when it reads it.
const (
	packRecordHead = 80
	packEntry      = 64
	sparsePage     = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sparseRecord is a content in a pack.
type sparseRecord struct {
	digest      blobstore.Digest
	stored, crc uint32 // Castagnoli and IEEE
}

// head is what stands before a content of a size.
func (r *sparseRecord) head(size int, at time.Time) []byte {
	b := make([]byte, packRecordHead)
	copy(b, "PKR1\x01")
	binary.LittleEndian.PutUint64(b[8:], uint64(size))
	binary.LittleEndian.PutUint64(b[16:], uint64(size))
	binary.LittleEndian.PutUint64(b[24:], uint64(at.UnixMilli()))
	copy(b[32:], r.digest[:])
	binary.LittleEndian.PutUint32(b[64:], r.stored)
	binary.LittleEndian.PutUint32(b[68:], r.crc)
	binary.LittleEndian.PutUint32(b[76:], crc32.Checksum(b[:76], castagnoli))
	return b
}

// sparsePackFooter ends a pack whose records of a size stand at multiples of a span.
func sparsePackFooter(store [16]byte, id uint32, records []sparseRecord, size, span int, at time.Time) (footer []byte, crc uint32) {
	order := make([]int, len(records))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return records[a].digest.Compare(records[b].digest) })
	b := make([]byte, (len(records)+1)*packEntry)
	for n, i := range order {
		p := b[n*packEntry:]
		copy(p, records[i].digest[:])
		binary.LittleEndian.PutUint32(p[32:], uint32(i*span/16))
		binary.LittleEndian.PutUint32(p[36:], uint32(size))
		binary.LittleEndian.PutUint32(p[40:], uint32(size))
		binary.LittleEndian.PutUint32(p[44:], 1)
		binary.LittleEndian.PutUint32(p[48:], records[i].crc)
	}
	body, t := b[:len(records)*packEntry], b[len(records)*packEntry:]
	crc = crc32.Checksum(body, castagnoli)
	copy(t, "PKF1")
	copy(t[4:], store[:])
	binary.LittleEndian.PutUint32(t[20:], id)
	binary.LittleEndian.PutUint32(t[24:], uint32(len(records)))
	binary.LittleEndian.PutUint32(t[28:], crc)
	binary.LittleEndian.PutUint64(t[32:], uint64(len(b)))
	binary.LittleEndian.PutUint64(t[40:], uint64(at.UnixMilli()))
	binary.LittleEndian.PutUint32(t[60:], crc32.Checksum(t[:60], castagnoli))
	return b, crc
}

// write writes the bytes into a new file, with holes.
func (b *sparseBytes) write(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	for _, n := range b.order {
		if _, err = f.WriteAt(b.chunks[n], n*guts.ChunkSize); err != nil {
			break
		}
	}
	return errors.Join(err, f.Truncate(b.size), f.Close())
}

// readStoreID returns the id of the store in a directory.
func readStoreID(formatFile string) (id [16]byte, err error) {
	text, err := os.ReadFile(formatFile)
	if err != nil {
		return id, err
	}
	var f struct{ Store string }
	if err := json.Unmarshal(text, &f); err != nil {
		return id, err
	}
	n, err := hex.Decode(id[:], bytes.ReplaceAll([]byte(f.Store), []byte("-"), nil))
	if err == nil && n != len(id) {
		err = fmt.Errorf("the id %q of the store: %w", f.Store, io.ErrUnexpectedEOF)
	}
	return id, err
}
