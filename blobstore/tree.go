package blobstore

import (
	"encoding/binary"
	"math/bits"

	"lukechampine.com/blake3/guts"
)

// A BLAKE3 tree stands on chunks of 1 KiB. We hash a piece, as many chunks as the vector code does at once, by one call, and store
// the chaining values of groups: the list of a large file has one for each group of its blob, so that a range is verified alone.
// A session holds one for each block, of which Seal computes the digest. A part is what a client sends at once: whole blocks, but
// for the end of the blob.
const (
	// SmallMax is the size in bytes of the largest blob that is kept in a pack.
	SmallMax = 1 << 20

	blockSize      = 1 << 20 // parts begin at multiples of it
	groupSize      = 64 << 10
	maxBlobSize    = 1 << 60 // the size of a blob is less
	maxPartSize    = 1 << 40
	groupsPerBlock = blockSize / groupSize
	pieceSize      = guts.MaxSIMD * guts.ChunkSize
	cvSize         = 32
)

// cv is the chaining value of a subtree of the BLAKE3 tree.
type cv = [8]uint32

// hashSubtree hashes p, which begins at the given chunk of its content. p must end
// where the content ends or be a power of two of chunks, aligned to its length.
func hashSubtree(p []byte, chunk uint64) guts.Node {
	if len(p) <= pieceSize {
		return hashPiece(p, chunk)
	}
	left := leftLen(len(p))
	return guts.ParentNode(
		guts.ChainingValue(hashSubtree(p[:left], chunk)),
		guts.ChainingValue(hashSubtree(p[left:], chunk+uint64(left/guts.ChunkSize))),
		&guts.IV, 0)
}

// leftLen is the length of the left child of a subtree of n bytes.
func leftLen(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

func hashPiece(p []byte, chunk uint64) guts.Node {
	if len(p) == pieceSize {
		return guts.CompressBuffer((*[pieceSize]byte)(p), pieceSize, &guts.IV, chunk, 0)
	}
	if len(p) <= guts.ChunkSize {
		return guts.CompressChunk(p, &guts.IV, chunk, 0)
	}
	// The vector code always reads pieceSize bytes, also with a smaller length.
	var whole [pieceSize]byte
	copy(whole[:], p)
	return guts.CompressBuffer(&whole, len(p), &guts.IV, chunk, 0)
}

// hashGroup hashes the group with the given number.
func hashGroup(p []byte, group int64) cv {
	return guts.ChainingValue(hashSubtree(p, uint64(group)*(groupSize/guts.ChunkSize)))
}

// appendGroupCVs appends the value of each group of p, which begins at a group.
func appendGroupCVs(list []cv, p []byte, group int64) []cv {
	for len(p) > 0 {
		n := min(len(p), groupSize)
		list = append(list, hashGroup(p[:n], group))
		p, group = p[n:], group+1
	}
	return list
}

// mergeSubtrees joins the values of neighbouring subtrees of equal size, of which only
// the last may be short. There must be at least two.
func mergeSubtrees(list []cv) guts.Node {
	if len(list) == 2 {
		return guts.ParentNode(list[0], list[1], &guts.IV, 0)
	}
	left := leftLen(len(list))
	return guts.ParentNode(mergeCVs(list[:left]), mergeCVs(list[left:]), &guts.IV, 0)
}

func mergeCVs(list []cv) cv {
	if len(list) == 1 {
		return list[0]
	}
	return guts.ChainingValue(mergeSubtrees(list))
}

// appendBlockCVs appends the value of each block of the groups in list.
func appendBlockCVs(blocks, list []cv) []cv {
	for len(list) > 0 {
		n := min(len(list), groupsPerBlock)
		blocks = append(blocks, mergeCVs(list[:n]))
		list = list[n:]
	}
	return blocks
}

func rootDigest(n guts.Node) (d Digest) {
	n.Flags |= guts.FlagRoot
	out := guts.CompressNode(n)
	for i := range 8 {
		binary.LittleEndian.PutUint32(d[4*i:], out[i])
	}
	return d
}

func groupCount(size int64) int64 { return (size + groupSize - 1) / groupSize }

func blockCount(size int64) int64 { return (size + blockSize - 1) / blockSize }

func appendCVs(dst []byte, list []cv) []byte {
	for i := range list {
		for _, word := range list[i] {
			dst = binary.LittleEndian.AppendUint32(dst, word)
		}
	}
	return dst
}

func decodeCVs(list []cv, src []byte) []cv {
	for ; len(src) >= cvSize; src = src[cvSize:] {
		var v cv
		for i := range v {
			v[i] = binary.LittleEndian.Uint32(src[4*i:])
		}
		list = append(list, v)
	}
	return list
}
