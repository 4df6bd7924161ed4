package uploads

import (
	"context"
	"errors"
	"io"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/blobstore"
)

// WritePart takes the bytes of part n, straight from the network to the disk. The
// same part may come again; other bytes for it are a conflict.
func (s *Service) WritePart(ctx context.Context, who access.Actor, r Ref, n int, body io.Reader) error {
	u, err := s.loadUpload(ctx, who, r)
	if err != nil {
		return err
	}
	if body, err = s.policyFor(who).checkPart(ctx, u, n, body); err != nil {
		return err
	}
	if n < 0 || n >= partCount(u.Size, u.ChunkSize) {
		return fault.InvalidPart
	}
	if !u.Hash.IsZero() { // the store has the blob, so the upload waits for its completion and for no part
		return fault.UploadBusy
	}
	if u.Size == 0 {
		return checkEmpty(body)
	}
	se, err := s.openSession(ctx, u)
	if err != nil {
		return err
	}
	return partFault(se.WritePart(ctx, n, body))
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
	case errors.Is(err, blobstore.ErrPartRange), errors.Is(err, io.ErrUnexpectedEOF):
		return fault.InvalidPart.Because(err)
	case errors.Is(err, blobstore.ErrBusy):
		return fault.UploadBusy.Because(err)
	case errors.Is(err, blobstore.ErrSessionGone):
		return fault.UploadNotFound.Because(err)
	}
	return err
}
