// Package decode decodes untrusted blobs in child processes of this program. Each process
// is locked in with only its document: it has no access to files, network or secrets, and
// its memory and time are bounded. A crash or a takeover of a process affects one document
// and nothing else.
package decode

import (
	"bytes"
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

	"anbar/app/decode/extract"
	"anbar/app/decode/letter"
	"anbar/app/decode/sizes"
	"anbar/app/limits"
	"anbar/db"
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
	Turns
	documents, pdfs, photos, drawings, faces *lane

	previews    *pool // of documents that a user waits for
	pdfPreviews *pool
	merges      *pool // of documents that are changed
	archives    *pool
	dir         string // for documents that are being made
	slow        slowOnes
}

// New returns decoders. Those that are WebAssembly keep their compiled form in cacheDir.
func New(cacheDir string, log *slog.Logger) *Decoders {
	if len(os.Args) > 1 && os.Args[1] == Command {
		panic("decode: this process is a decoder itself; the program does not call child.Main first")
	}
	machineCode := filepath.Join(cacheDir, "pdfium")
	return &Decoders{
		documents:   newLane(log, lowest, Documents),
		pdfs:        newLane(log, lowest, PDFs, machineCode),
		drawings:    newLane(log, lowest, PDFs, machineCode), // they do not wait behind PDFs
		photos:      newLane(log, lowest, Photos, filepath.Join(cacheDir, "photos")),
		faces:       newLane(log, normal, Faces),
		previews:    newPool(limits.Previews(), newLane(log, normal, Documents), newLane(log, normal, Documents)),
		pdfPreviews: newPool(limits.PDFPreviews(), newLane(log, normal, PDFs, machineCode)),
		merges:      newPool(limits.Merges(), newLane(log, normal, Documents), newLane(log, normal, Documents)),
		archives:    newPool(limits.Archives(), archiveLanes(log)...),
		dir:         cacheDir,
	}
}

// Close ends all decoders.
func (d *Decoders) Close() error {
	return errors.Join(d.documents.close(), d.pdfs.close(), d.photos.close(), d.drawings.close(), d.faces.close(), d.previews.close(),
		d.pdfPreviews.close(), d.merges.close(), d.archives.close())
}

// Small returns the small pictures of a blob, JPEGs of every size in one blob of package
// sizes. ErrContent means that this blob cannot be decoded; any other error would also occur
// with other blobs.
func (d *Decoders) Small(ctx context.Context, c Content, contentType string) ([]byte, error) {
	b, err := d.run(ctx, d.drawing(c, contentType), c, Job{Work: Picture})
	if err != nil {
		return nil, err
	}
	return checked(b)
}

// drawing returns the lane for a picture. Phones name their photos as they like, so the first bytes decide about them; a blob
// that cannot be read fails there as anywhere.
func (d *Decoders) drawing(c Content, contentType string) *lane {
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

// checked returns the small pictures that a decoder answered with, as far as they are some.
func checked(b []byte) ([]byte, error) {
	for _, side := range sizes.All() {
		one, err := sizes.Open(b, side)
		if err != nil {
			return nil, errElse
		}
		if conf, err := jpeg.DecodeConfig(bytes.NewReader(one)); err != nil || max(conf.Width, conf.Height) > side {
			return nil, errElse
		}
	}
	return b, nil
}

var errElse = fmt.Errorf("%w: the decoder answers something else", ErrContent)

const faceSide = 256

// Text returns the text of a blob, at most limits.DecodeText bytes of UTF-8.
func (d *Decoders) Text(ctx context.Context, c Content, kind extract.Kind) (string, error) {
	l := d.documents
	if kind == extract.PDF {
		l = d.pdfs
	}
	b, err := d.run(ctx, l, c, Job{Work: Text, Kind: byte(kind)})
	if err != nil {
		return "", err
	}
	if len(b) > limits.DecodeText+extract.Beyond {
		return "", fmt.Errorf("%w: the decoder answers too much", ErrContent)
	}
	return strings.ToValidUTF8(string(b), "\ufffd"), nil
}

// Face returns the middle square of an avatar, png or jpeg, and its content type.
func (d *Decoders) Face(ctx context.Context, from io.ReaderAt, size int64) (b []byte, contentType string, err error) {
	b, _, err = d.faces.run(ctx, Content{From: from, Size: size}, Job{Work: Face, Time: limits.DecodeTime})
	if err != nil || len(b) == 0 {
		return nil, "", errors.Join(err, errIf(err == nil, ErrContent))
	}
	photo, b := b[0] == 1, b[1:]
	config, contentType := png.DecodeConfig, "image/png"
	if photo {
		config, contentType = jpeg.DecodeConfig, "image/jpeg"
	}
	if c, err := config(bytes.NewReader(b)); err != nil || len(b) > maxPicture || c.Width != faceSide || c.Height != faceSide {
		return nil, "", errElse
	}
	return b, contentType, nil
}

// Letter reads a mail that anybody may have sent. ErrContent means that it cannot be read, now or
// later; ErrSlow and ErrKilled that it may be an attack.
func (d *Decoders) Letter(ctx context.Context, raw []byte) (*letter.Letter, error) {
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

func errIf(is bool, err error) error {
	if is {
		return err
	}
	return nil
}

// run does background work and counts its time for the workspace. A blob that was too slow
// for one work is skipped for the others.
func (d *Decoders) run(ctx context.Context, l *lane, c Content, j Job) ([]byte, error) {
	if d.slow.has(c.Hash) {
		return nil, ErrSlow
	}
	j.Time = d.Time(c.Space)
	b, took, err := l.run(ctx, c, j)
	d.took(c.Space, took)
	if errors.Is(err, ErrSlow) {
		d.slow.add(c.Hash)
	}
	return b, err
}
