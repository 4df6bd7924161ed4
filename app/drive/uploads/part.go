package uploads

import (
	"context"
	"errors"
	"io"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/blobstore"
)

// Part is what one call brings of an upload.
type Part struct {
	Number int
	From   int64 // the byte of it that the body begins with; 0, or what came before its connection was cut
	Body   io.Reader
	Expire func(time.Time) error // sets the deadline of reads, which end when the client gives the connection up
}

// WritePart takes the bytes of a part, straight from the network to the disk. The
// same part may come again; other bytes for it are a conflict.
func (s *Service) WritePart(ctx context.Context, who access.Actor, r Ref, p Part) error {
	u, err := s.loadUpload(ctx, who, r)
	if err != nil {
		return err
	}
	in := s.calls.begin(partID{u.ID, p.Number}, p.Expire, p.Body)
	defer in.release()
	n, body := p.Number, io.Reader(in)
	if body, err = s.policyFor(who).checkPart(ctx, u, n, p.From, body); err != nil {
		return err
	}
	if n < 0 || n >= partCount(u.Size, u.ChunkSize) {
		return fault.InvalidPart
	}
	if !u.Hash.IsZero() { // the store has the blob, so the upload waits for its completion and for no part
		return fault.UploadBusy
	}
	if p.From < 0 || p.From > 0 && p.From >= u.Size {
		return fault.InvalidPart
	}
	if u.Size == 0 {
		return checkEmpty(body)
	}
	se, err := s.openSession(ctx, u)
	if err != nil {
		return err
	}
	return partFault(se.WritePartAt(ctx, n, p.From, body))
}

func checkEmpty(body io.Reader) error {
	n, err := io.CopyN(io.Discard, body, 1)
	if n != 0 {
		return fault.InvalidPart
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// partFault maps errors of the store to faults.
func partFault(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, blobstore.ErrPartConflict):
		return fault.PartConflict.Because(err)
	case errors.Is(err, blobstore.ErrPartOffset):
		return fault.PartOffset.Because(err)
	case errors.Is(err, blobstore.ErrPartRange), errors.Is(err, io.ErrUnexpectedEOF):
		return fault.InvalidPart.Because(err)
	case errors.Is(err, blobstore.ErrBusy):
		return fault.UploadBusy.Because(err)
	case errors.Is(err, blobstore.ErrSessionGone):
		return fault.UploadNotFound.Because(err)
	}
	return err
}
