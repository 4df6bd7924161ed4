package blobstore

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A large file is the bytes of the blob, the chaining value of each of its groups,
// and a trailer.
const (
	trailerSize  = 128
	trailerMagic = "BLBTRL01"
)

type trailer struct {
	size    uint64
	cipher  uint8
	digest  Digest
	crc     uint32 // IEEE, of the blob
	listCRC uint32 // Castagnoli, of the list
	time    int64  // Unix milliseconds
}

func (t *trailer) encode() []byte {
	b := make([]byte, trailerSize)
	copy(b, trailerMagic)
	le.PutUint64(b[8:], t.size)
	le.PutUint32(b[16:], groupSize)
	b[20] = t.cipher
	le.PutUint64(b[24:], uint64(groupCount(int64(t.size))))
	copy(b[32:], t.digest[:])
	le.PutUint32(b[64:], t.crc)
	le.PutUint32(b[68:], t.listCRC)
	le.PutUint64(b[72:], uint64(t.time))
	le.PutUint32(b[124:], crc32C(b[:124]))
	return b
}

func decodeTrailer(b []byte) (t trailer, ok bool) {
	if len(b) != trailerSize || string(b[:8]) != trailerMagic || le.Uint32(b[124:]) != crc32C(b[:124]) {
		return t, false
	}
	t = trailer{
		size: le.Uint64(b[8:]), cipher: b[20], digest: Digest(b[32:64]),
		crc: le.Uint32(b[64:]), listCRC: le.Uint32(b[68:]), time: int64(le.Uint64(b[72:])),
	}
	sane := t.size < maxBlobSize && le.Uint32(b[16:]) == groupSize && le.Uint64(b[24:]) == uint64(groupCount(int64(t.size)))
	return t, sane
}

// largeFileSize is the length of the file that holds a blob of size bytes.
func largeFileSize(size int64) int64 { return size + groupCount(size)*cvSize + trailerSize }

// readTrailer reads and checks the trailer of the large file of d.
func readTrailer(f File, d Digest) (trailer, error) {
	size, err := f.Size()
	if err != nil {
		return trailer{}, err
	}
	var b [trailerSize]byte
	if size < trailerSize {
		return trailer{}, fmt.Errorf("%w: %v: file of %d bytes", ErrCorrupt, d, size)
	}
	if err := readFull(f, b[:], size-trailerSize); err != nil {
		return trailer{}, err
	}
	t, ok := decodeTrailer(b[:])
	if !ok || t.digest != d || largeFileSize(int64(t.size)) != size || t.cipher != 0 {
		return trailer{}, fmt.Errorf("%w: %v: trailer", ErrCorrupt, d)
	}
	return t, nil
}

// readFull reads exactly len(p) bytes; a file that ends early is damaged.
func readFull(f io.ReaderAt, p []byte, off int64) error {
	n, err := f.ReadAt(p, off)
	switch {
	case n == len(p):
		return nil
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: file ends at %d", ErrCorrupt, off+int64(n))
	case err == nil:
		return io.ErrNoProgress
	}
	return err
}

// readOutline reads the list of a large file and returns the value of each
// block, after proving that they make up the digest.
func readOutline(f File, t trailer) ([]cv, error) {
	size := int64(t.size)
	blocks := make([]cv, 0, blockCount(size))
	buf := make([]byte, 64*groupsPerBlock*cvSize)
	var crc uint32
	var groups []cv
	for off, end := size, size+groupCount(size)*cvSize; off < end; {
		p := buf[:min(int64(len(buf)), end-off)]
		if err := readFull(f, p, off); err != nil {
			return nil, err
		}
		crc = crc32.Update(crc, castagnoli, p)
		groups = decodeCVs(groups[:0], p)
		blocks = appendBlockCVs(blocks, groups)
		off += int64(len(p))
	}
	if crc != t.listCRC || len(blocks) < 2 || rootDigest(mergeSubtrees(blocks)) != t.digest {
		return nil, fmt.Errorf("%w: %v: list of groups", ErrCorrupt, t.digest)
	}
	return blocks, nil
}
