package child

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"

	"anbar/decode"
	"anbar/decode/docx"
	"anbar/decode/refusal"
	"anbar/decode/source"
	"anbar/decode/workbook"
)

// checkEditable looks whether a document may be changed.
func (d *decoder) checkEditable(src *source.Source, kind decode.DocumentKind) error {
	switch kind {
	case decode.EditWord:
		_, err := d.readEditParts(src)
		return err
	case decode.EditCells:
		return workbook.Check(src)
	}
	return refusal.New(refusal.Invalid, "documents of kind %d are not changed", kind)
}

// readEditParts reads a docx for an editor.
func (d *decoder) readEditParts(src *source.Source) (*docx.EditParts, error) {
	if src.IsCompound() {
		return nil, refusal.New(refusal.Encrypted, "it is encrypted, or of an old program")
	}
	z, err := src.OpenZip()
	if err != nil {
		return nil, toRefusal(src, err)
	}
	parts, err := docx.Prepare(z)
	return parts, toRefusal(src, err)
}

// toRefusal is why a document cannot be read: the disk, before anything else.
func toRefusal(src *source.Source, err error) error {
	if failed := src.Err(); failed != nil {
		return failed
	}
	var bar *refusal.Error
	if err == nil || errors.As(err, &bar) {
		return err
	}
	return refusal.New(refusal.Unreadable, "%v", err)
}

// mergeDocument makes a changed document of the original and what an editor sent, and sends it in pieces.
func (d *decoder) mergeDocument(original *source.Source, j decode.Job) error {
	out := bufio.NewWriterSize(pieceWriter{d.out}, decode.BlockSize)
	switch kind := decode.DocumentKind(j.Kind); kind {
	case decode.EditCells:
		if err := workbook.ApplyOps(original, d.otherSource(original, j, 1).NewReader(), out); err != nil {
			return err
		}
	case decode.EditWord:
		all := []*source.Source{original, d.otherSource(original, j, 1), d.otherSource(original, j, 2)}
		var zips [3]*zip.Reader
		for i, s := range all {
			var err error
			if zips[i], err = s.OpenZip(); err != nil && i > 0 && s.Err() == nil {
				return refusal.New(refusal.Invalid, "an output of the editor: %v", err)
			} else if err != nil {
				return toRefusal(s, err)
			}
		}
		same, err := docx.Merge(zips[0], zips[1], zips[2], out)
		for _, s := range all {
			if failed := s.Err(); failed != nil {
				return failed
			}
		}
		if err == nil && same {
			_, err = io.Copy(out, original.NewReader())
		}
		if err != nil {
			return toRefusal(original, err)
		}
	default:
		return refusal.New(refusal.Invalid, "documents of kind %d are not changed", kind)
	}
	return out.Flush()
}

// otherSource is one of the other blobs of a job, from 1. It stops with the original.
func (d *decoder) otherSource(original *source.Source, j decode.Job, number int) *source.Source {
	size := j.Rest[number-1]
	blob := &remoteBlob{in: d.in, out: d.out, number: number, block: make([]byte, 0, decode.BlockSize), size: size}
	return source.New(original.Context(), blob, size)
}

// pieceWriter sends what is written to the server.
type pieceWriter struct{ to io.Writer }

// Write implements io.Writer.
func (p pieceWriter) Write(b []byte) (n int, err error) {
	for n < len(b) {
		piece := b[n:min(n+decode.BlockSize, len(b))]
		if err := decode.SendFrame(p.to, decode.FramePiece, piece); err != nil {
			return n, fmt.Errorf("send a piece: %w", err)
		}
		n += len(piece)
	}
	return n, nil
}
