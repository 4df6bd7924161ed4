package downloads

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/blobstore"
	"anbar/db"
)

// Block sums let a client find what of a changed file the server has. A version is cut into blocks of one length; the list is a
// header (the length of a block, uint32, and of the version, uint64, both little endian), then for each block its CRC-32 (as zip
// has it, little endian), which a client can roll over its own file, and the first 16 bytes of its BLAKE3, which proves a match.
const (
	sumsHeader   = 12
	sumSize      = 4 + strongSum
	strongSum    = 16
	minSumsBlock = 64 << 10
	maxSums      = 262_144 // of one version, so 5 MiB
	sumsStretch  = 4 << 20 // of the version, between two rests
)

// sumsFlush is how long sums wait at most until they are sent. The first 64 KiB of them can take a slow disk a minute, and a client gives
// up a connection on which nothing moves.
const sumsFlush = 2 * time.Second

// HasBlockSums reports whether versions of that size have block sums.
func HasBlockSums(size int64) bool { return size >= limits.BlockSumsFrom && size <= limits.BlockSumsTo }

// sumsBlock returns how long the blocks are of a version of that size.
func sumsBlock(size int64) int64 {
	block := int64(minSumsBlock)
	for size > block*maxSums {
		block *= 2
	}
	return block
}

// FindBase loads a version of a file to which the actor has the right that a download of it needs, the head when version is zero. It
// fails as access.Node does, and with NotAFile and VersionNotFound.
func FindBase(v *db.View, who access.Actor, space db.SpaceID, file db.NodeID, version db.VersionID) (*access.Item, *FileVersion, error) {
	it, err := access.Node(v, who, space, file, access.Read)
	if err != nil {
		return nil, nil, err
	}
	if it.Kind != db.File {
		return nil, nil, fault.NotAFile
	}
	f, err := VersionOf(v, it, version)
	return it, f, err
}

type blockSumsIn struct {
	fileIn
	Version string `query:"version_id" doc:"the head version when absent"`
}

func (s *Service) handleGetBlockSums(c *api.Call, in *blockSumsIn) error {
	var version db.VersionID
	if version.UnmarshalText([]byte(in.Version)) != nil {
		return fault.VersionNotFound
	}
	f, err := db.Get(c, s.db, func(v *db.View) (*FileVersion, error) {
		it, f, err := FindBase(v, c.Who, in.Space, in.File, version)
		if err == nil && it.Parent != in.Directory {
			err = fault.InvalidID
		}
		return f, err
	})
	if err != nil {
		return err
	}
	if !HasBlockSums(f.Size) {
		return fault.NoBlockSums
	}
	release, err := s.sumSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	b, err := s.openBlob(c, f, 0)
	if err != nil {
		return err
	}
	defer b.Close()
	return writeBlockSums(c, c.W, b)
}

// writeBlockSums answers with the block sums of a blob. An error behind the header ends the connection, so that a part of the list is
// not taken for the whole.
func writeBlockSums(ctx context.Context, w http.ResponseWriter, b *blobstore.Blob) error {
	block := sumsBlock(b.Size())
	content := b.NewSendfileReader() // a wrong sum makes a file whose checksum is wrong: what was proven lately is not proven again
	defer content.Close()
	x := &blockSummer{ctx: ctx, from: content, left: b.Size(), buf: make([]byte, block)}
	first, err := x.next()
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", blockSumsType)
	h.Set("Content-Length", strconv.FormatInt(sumsHeader+(b.Size()+block-1)/block*sumSize, 10))
	h.Set("Cache-Control", "private, no-store, no-transform")
	out := bufio.NewWriterSize(&pacedWriter{w}, limits.PaceBytes)
	head := binary.LittleEndian.AppendUint32(nil, uint32(block))
	_, err = out.Write(binary.LittleEndian.AppendUint64(head, uint64(b.Size())))
	var flushed time.Time
	for sum := first; err == nil && sum != nil; {
		if _, err = out.Write(sum); err == nil {
			sum, err = x.next()
		}
		if err == nil && time.Since(flushed) > sumsFlush {
			err = errors.Join(out.Flush(), http.NewResponseController(w).Flush())
			flushed = time.Now()
		}
	}
	if err = errors.Join(err, out.Flush()); err != nil {
		panic(http.ErrAbortHandler)
	}
	return nil
}

const blockSumsType = "application/vnd.anbar.block-sums"

// blockSummer reads a version and returns the sums of its blocks.
type blockSummer struct {
	ctx  context.Context
	from io.Reader
	left int64
	buf  []byte // of one block
	sum  [sumSize]byte

	since   time.Time // the last rest
	stretch int64     // bytes since then
}

// next returns the sums of the next block, until it is called again; nil at the end. It rests now and then, so that the calls of
// others come first.
func (x *blockSummer) next() ([]byte, error) {
	if x.left == 0 {
		return nil, nil
	}
	if err := x.rest(); err != nil {
		return nil, err
	}
	p := x.buf[:min(int64(len(x.buf)), x.left)]
	if _, err := io.ReadFull(x.from, p); err != nil {
		return nil, err
	}
	x.left -= int64(len(p))
	x.stretch += int64(len(p))
	strong := blobstore.Sum(p)
	binary.LittleEndian.PutUint32(x.sum[:4], crc32.ChecksumIEEE(p))
	copy(x.sum[4:], strong[:strongSum])
	return x.sum[:], nil
}

func (x *blockSummer) rest() error {
	if x.since.IsZero() {
		x.since = time.Now()
	}
	if x.stretch < sumsStretch {
		return x.ctx.Err()
	}
	pause := time.NewTimer(time.Since(x.since) / limits.SumsRest)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-x.ctx.Done():
		return x.ctx.Err()
	}
	x.since, x.stretch = time.Now(), 0
	return nil
}

// pacedWriter writes to a client that has to take in each write within limits.SumsPace.
type pacedWriter struct{ http.ResponseWriter }

// Write implements io.Writer.
func (p *pacedWriter) Write(b []byte) (int, error) {
	rc := http.NewResponseController(p.ResponseWriter)
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }() // a connection without deadlines has none to lift
	_ = rc.SetWriteDeadline(time.Now().Add(limits.SumsPace))
	return p.ResponseWriter.Write(b)
}
