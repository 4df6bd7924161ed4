package replica

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

const (
	pieceBuffer = 256 << 10
	piecesAhead = 8 // that are opened while earlier ones are written: a bucket takes its time for each
	pieceTries  = 3
)

// writeDatabase makes the database of its pieces up to a change; 0 for all. Litestream's own way joins the pieces page by page, packs the
// result and unpacks it again. Here each piece is written over the ones before, in order.
func writeDatabase(ctx context.Context, client litestream.ReplicaClient, end ltx.TXID, to string, log *slog.Logger) (err error) {
	temporary := to + ".tmp"
	f, err := os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if gone := os.Remove(temporary); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	for try := 1; ; try++ {
		var plan []*ltx.FileInfo
		if plan, err = litestream.CalcRestorePlan(ctx, client, end, time.Time{}, log); err == nil {
			w := databaseWriter{client: client, log: log, f: f}
			err = w.writePieces(ctx, plan)
		}
		// Others may have taken the place of a piece meanwhile.
		if !errors.Is(err, fs.ErrNotExist) || try == pieceTries || ctx.Err() != nil {
			break
		}
		log.Debug("a piece of the database is gone; the others are looked at again", "error", err)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary, to); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// databaseWriter writes pieces over each other.
type databaseWriter struct {
	client litestream.ReplicaClient
	log    *slog.Logger
	f      *os.File

	last    ltx.Header // of the pieces so far
	written []uint64   // a bit for each page that a piece held
}

// openedPiece is a piece that was asked for.
type openedPiece struct {
	info *ltx.FileInfo
	in   io.ReadCloser
	err  error
}

func (w *databaseWriter) writePieces(ctx context.Context, plan []*ltx.FileInfo) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opened := make(chan chan openedPiece, piecesAhead)
	go func() {
		defer close(opened)
		for _, info := range plan {
			one := make(chan openedPiece, 1)
			opened <- one // it is received even when ctx has ended
			go func() {
				in, err := w.client.OpenLTXFile(ctx, info.Level, info.MinTXID, info.MaxTXID, 0, 0)
				one <- openedPiece{info, in, err}
			}()
		}
	}()
	var err error
	for one := range opened {
		p := <-one
		switch {
		case err == nil:
			err = w.writePiece(ctx, p)
		case p.err == nil:
			err = errors.Join(err, p.in.Close())
		}
		if err != nil {
			cancel()
		}
	}
	if err != nil {
		return err
	}
	return w.finish()
}

// writePiece writes a piece. One whose connection breaks is written from its beginning again, over itself.
func (w *databaseWriter) writePiece(ctx context.Context, p openedPiece) error {
	for try := 1; ; try++ {
		err, isFinal := p.err, errors.Is(p.err, fs.ErrNotExist)
		if err == nil {
			var header ltx.Header
			in := &pieceReader{ReadCloser: p.in}
			header, err = w.copyPages(in)
			if err = errors.Join(err, in.Close()); err == nil {
				w.last = header
				return nil
			}
			isFinal = in.broken == nil || errors.Is(err, ErrBroken)
		}
		if isFinal || try == pieceTries || ctx.Err() != nil {
			return fmt.Errorf("%04x/%s: %w", p.info.Level, ltx.FormatFilename(p.info.MinTXID, p.info.MaxTXID), err)
		}
		w.log.Warn("a piece of the database is asked for again", "level", p.info.Level, "from", p.info.MinTXID, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(try) * 250 * time.Millisecond):
		}
		p.in, p.err = w.client.OpenLTXFile(ctx, p.info.Level, p.info.MinTXID, p.info.MaxTXID, 0, 0)
	}
}

// pieceReader remembers that a connection broke.
type pieceReader struct {
	io.ReadCloser
	broken error
}

// Read implements io.Reader.
func (r *pieceReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.broken = err
	}
	return n, err
}

// copyPages writes the pages of a piece where they belong, and proves it against its checksum.
func (w *databaseWriter) copyPages(in io.Reader) (header ltx.Header, err error) {
	piece := ltx.NewDecoder(bufio.NewReaderSize(in, pieceBuffer))
	if err := piece.DecodeHeader(); err != nil {
		return header, err
	}
	header = piece.Header()
	switch {
	case w.last.MaxTXID == 0 && !header.IsSnapshot():
		return header, errors.New("the first piece is no whole copy")
	case w.last.MaxTXID > 0 && !ltx.IsContiguous(w.last.MaxTXID, header.MinTXID, header.MaxTXID):
		return header, fmt.Errorf("it does not go on from change %d", w.last.MaxTXID)
	case w.last.MaxTXID > 0 && header.PageSize != w.last.PageSize:
		return header, fmt.Errorf("its pages have %d bytes, and not %d", header.PageSize, w.last.PageSize)
	}
	page := make([]byte, header.PageSize)
	for {
		var at ltx.PageHeader
		err := piece.DecodePage(&at, page)
		if errors.Is(err, io.EOF) {
			return header, piece.Close()
		}
		if err != nil {
			return header, err
		}
		if _, err := w.f.WriteAt(page, int64(at.Pgno-1)*int64(header.PageSize)); err != nil {
			return header, err
		}
		w.note(at.Pgno)
	}
}

func (w *databaseWriter) note(page uint32) {
	for int(page/64) >= len(w.written) {
		w.written = append(w.written, 0)
	}
	w.written[page/64] |= 1 << (page % 64)
}

// finish gives the file its length, and fails where a page was in no piece.
func (w *databaseWriter) finish() error {
	if w.last.Commit == 0 {
		return errors.New("there are no pieces")
	}
	for page := uint32(1); page <= w.last.Commit; page++ {
		isThere := int(page/64) < len(w.written) && w.written[page/64]&(1<<(page%64)) != 0
		if !isThere && page != w.last.LockPgno() { // which SQLite never writes
			return fmt.Errorf("page %d of %d is in no piece", page, w.last.Commit)
		}
	}
	return w.f.Truncate(int64(w.last.Commit) * int64(w.last.PageSize))
}
