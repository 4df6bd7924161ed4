// Package decode decodes untrusted blobs in child processes of this program. Each process
// is locked in with only its document: it has no access to files, network or secrets, and
// its memory and time are bounded. A crash or a takeover of a process affects one document
// and nothing else.
package decode

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode/extract"
	"anbar/decode/letter"
	"anbar/decode/sizes"
)

// ErrContent means that the blob itself cannot be decoded, now or later.
var ErrContent = errors.New("the blob cannot be decoded")

// ErrSlow is ErrContent because its time was up.
var ErrSlow = fmt.Errorf("%w: it takes too long", ErrContent)

// ErrKilled is ErrContent because its decoder ended with it.
var ErrKilled = fmt.Errorf("%w: its decoder ended", ErrContent)

// Content is a blob to decode.
type Content struct {
	From  io.ReaderAt
	Size  int64
	Hash  db.Hash    // slow ones are remembered by it
	Space db.SpaceID // the workspace that its time counts for
}

// Decoders are the processes that decode. Each is started when it is needed.
type Decoders struct {
	Scheduler
	documents, pdfs, photos, drawings, faces *worker

	previews    *pool // of documents that a user waits for
	pdfPreviews *pool
	merges      *pool // of documents that are changed
	archives    *pool
	dir         string // for documents that are being made
	slow        slowBlobs
}

// New returns decoders. Those that are WebAssembly keep their compiled form in cacheDir.
func New(cacheDir string, log *slog.Logger) *Decoders {
	if len(os.Args) > 1 && os.Args[1] == Command {
		panic("decode: this process is a decoder itself; the program does not call child.Main first")
	}
	machineCode := filepath.Join(cacheDir, "pdfium")
	return &Decoders{
		documents:   newWorker(log, niceLowest, Documents),
		pdfs:        newWorker(log, niceLowest, PDFs, machineCode),
		drawings:    newWorker(log, niceLowest, PDFs, machineCode), // they do not wait behind PDFs
		photos:      newWorker(log, niceLowest, Photos, filepath.Join(cacheDir, "photos")),
		faces:       newWorker(log, niceNormal, Faces),
		previews:    newPool(limits.Previews(), newWorker(log, niceNormal, Documents), newWorker(log, niceNormal, Documents)),
		pdfPreviews: newPool(limits.PDFPreviews(), newWorker(log, niceNormal, PDFs, machineCode)),
		merges:      newPool(limits.Merges(), newWorker(log, niceNormal, Documents), newWorker(log, niceNormal, Documents)),
		archives:    newPool(limits.Archives(), newArchiveWorkers(log)...),
		dir:         cacheDir,
	}
}

// Close ends all decoders.
func (d *Decoders) Close() error {
	return errors.Join(d.documents.close(), d.pdfs.close(), d.photos.close(), d.drawings.close(), d.faces.close(), d.previews.close(),
		d.pdfPreviews.close(), d.merges.close(), d.archives.close())
}

// MakeThumbnails returns the small pictures of a blob, JPEGs of every size in one blob of package
// sizes. ErrContent means that this blob cannot be decoded; any other error would also occur
// with other blobs.
func (d *Decoders) MakeThumbnails(ctx context.Context, c Content, contentType string) ([]byte, error) {
	b, err := d.runBackground(ctx, d.pictureWorker(c, contentType), c, Job{Work: Picture})
	if err != nil {
		return nil, err
	}
	return checkPictures(b)
}

// pictureWorker returns the worker for a picture. Phones name their photos as they like, so the first bytes decide about them; a blob
// that cannot be read fails there as anywhere.
func (d *Decoders) pictureWorker(c Content, contentType string) *worker {
	switch contentType {
	case "application/pdf":
		return d.pdfs
	case "image/svg+xml":
		return d.drawings
	}
	head := make([]byte, 12)
	if n, _ := c.From.ReadAt(head, 0); n == len(head) && string(head[4:8]) == "ftyp" {
		return d.photos
	}
	return d.documents
}

// checkPictures returns the small pictures that a decoder answered with, as far as they are some.
func checkPictures(b []byte) ([]byte, error) {
	for _, side := range sizes.All() {
		one, err := sizes.Extract(b, side)
		if err != nil {
			return nil, errBadAnswer
		}
		if conf, err := jpeg.DecodeConfig(bytes.NewReader(one)); err != nil || max(conf.Width, conf.Height) > side {
			return nil, errBadAnswer
		}
	}
	return b, nil
}

var errBadAnswer = fmt.Errorf("%w: the decoder answers something else", ErrContent)

const faceSide = 256

// ExtractText returns the text of a blob, at most limits.DecodeText bytes of UTF-8.
func (d *Decoders) ExtractText(ctx context.Context, c Content, kind extract.Kind) (string, error) {
	l := d.documents
	if kind == extract.PDF {
		l = d.pdfs
	}
	b, err := d.runBackground(ctx, l, c, Job{Work: Text, Kind: byte(kind)})
	if err != nil {
		return "", err
	}
	if len(b) > limits.DecodeText+extract.MaxOverrun {
		return "", fmt.Errorf("%w: the decoder answers too much", ErrContent)
	}
	return strings.ToValidUTF8(string(b), "\ufffd"), nil
}

// ReadFirstLines returns the lines that a text begins with, as extract.CutLines leaves them. It fails as MakeThumbnails does.
func (d *Decoders) ReadFirstLines(ctx context.Context, c Content) (string, error) {
	b, err := d.runBackground(ctx, d.documents, c, Job{Work: Lines})
	if err != nil {
		return "", err
	}
	if len(b) == 0 || len(b) > extract.MaxFirstLines || extract.CutLines(string(b)) != string(b) {
		return "", errBadAnswer
	}
	return string(b), nil
}

// MakeFace returns the middle square of an avatar, png or jpeg, and its content type.
func (d *Decoders) MakeFace(ctx context.Context, from io.ReaderAt, size int64) (b []byte, contentType string, err error) {
	b, _, err = d.faces.run(ctx, Content{From: from, Size: size}, Job{Work: Face, Time: limits.DecodeTime})
	if err != nil || len(b) == 0 {
		return nil, "", cmp.Or(err, ErrContent)
	}
	photo, b := b[0] == 1, b[1:]
	config, contentType := png.DecodeConfig, "image/png"
	if photo {
		config, contentType = jpeg.DecodeConfig, "image/jpeg"
	}
	if c, err := config(bytes.NewReader(b)); err != nil || len(b) > maxPicture || c.Width != faceSide || c.Height != faceSide {
		return nil, "", errBadAnswer
	}
	return b, contentType, nil
}

// ReadLetter reads a mail that anybody may have sent. ErrContent means that it cannot be read, now or
// later; ErrSlow and ErrKilled that it may be an attack.
func (d *Decoders) ReadLetter(ctx context.Context, raw []byte) (*letter.Letter, error) {
	c := Content{From: bytes.NewReader(raw), Size: int64(len(raw))}
	b, _, err := d.documents.run(ctx, c, Job{Work: Mail, Time: limits.MailTime})
	if err != nil {
		return nil, err
	}
	l, err := letter.Parse(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	return l, nil
}

// runBackground does background work and counts its time for the workspace. A blob that was too slow
// for one work is skipped for the others.
func (d *Decoders) runBackground(ctx context.Context, w *worker, c Content, j Job) ([]byte, error) {
	if d.slow.has(c.Hash) {
		return nil, ErrSlow
	}
	j.Time = d.TimeLimit(c.Space)
	b, took, err := w.run(ctx, c, j)
	d.addTime(c.Space, took)
	if errors.Is(err, ErrSlow) {
		d.slow.add(c.Hash)
	}
	return b, err
}
