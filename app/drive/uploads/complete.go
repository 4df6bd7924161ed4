package uploads

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// CompleteRequest is a request to complete an upload.
type CompleteRequest struct {
	Ref
	ContentHash string // BLAKE3 of the file, when the checksum is a fingerprint
	OnDuplicate string // empty for the choice given to Begin
	// Base is the version that the file was made from: another head is VersionChanged. Zero for any.
	Base db.VersionID
}

// Result is a file that came in.
type Result struct {
	Space   db.SpaceID
	File    *files.ItemView // nil for a visitor
	Outcome files.Outcome
	Receipt *Receipt // of a visitor
}

// Complete adds the file or the new version. It reads no bytes of it and costs the same for
// any size. When the name is taken it fails, and the blob is kept for another try.
func (s *Service) Complete(ctx context.Context, who access.Actor, c CompleteRequest) (*Result, error) {
	onDuplicate, err := files.ParseOnDuplicate(c.OnDuplicate)
	if err != nil {
		return nil, err
	}
	p := s.policyFor(who)
	u, end, err := s.beginCompletion(ctx, who, c.Ref)
	if errors.Is(err, fault.UploadNotFound) {
		if done := s.memory.results.get(uploaderOf(who), c.Ref); done != nil {
			return done, p.checkRepeat(ctx, done) // the answer to the first try got lost on the way
		}
	}
	if err != nil {
		return nil, err
	}
	defer end()
	if onDuplicate == files.Undecided {
		onDuplicate = files.OnDuplicate(u.OnDuplicate)
	}
	if err := p.checkComplete(ctx, u); err != nil {
		return nil, err
	}
	digest, lease, err := s.sealBlob(ctx, u, c.ContentHash)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	// The session of the upload ended with its blob: a client that goes away now must not lose both.
	ctx = context.WithoutCancel(ctx)
	var done *Result
	if err = p.checkContent(ctx, u, digest); err == nil {
		err = s.db.UpdateTogether(ctx, func(tx *db.Tx) (err error) {
			if !s.memory.isUnstored(u) { // one without a row goes when the file is durable
				err := tx.DeleteUpload(u.ID)
				if errors.Is(err, db.ErrNotFound) {
					return fault.UploadBusy // aborted by another request
				}
				if err != nil {
					return err
				}
			}
			done, err = p.addFile(tx, u, digest, duplicateChoice{onDuplicate, c.Base})
			return err
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.storeSealedHash(ctx, u, digest))
	}
	s.memory.storeResult(u, done)
	p.notifyComplete(done)
	return done, nil
}

// beginCompletion loads an upload for the one request that completes it, until end is called. It fails with UploadBusy while
// another one does.
func (s *Service) beginCompletion(ctx context.Context, who access.Actor, r Ref) (u *db.Upload, end func(), err error) {
	if u, err = s.loadUpload(ctx, who, r); err != nil {
		return nil, nil, err
	}
	id := u.ID
	if err := s.memory.completing.begin(id); err != nil {
		return nil, nil, err
	}
	// Another request may have completed it, or stored its blob, since it was loaded.
	if u, err = s.loadUpload(ctx, who, Ref{Upload: id, Space: u.Space}); err != nil {
		s.memory.completing.end(id)
		return nil, nil, err
	}
	return u, func() { s.memory.completing.end(id) }, nil
}

// sealBlob ends the upload of bytes and returns the digest of the blob.
func (s *Service) sealBlob(ctx context.Context, u *db.Upload, contentHash string) (blobstore.Digest, *blobstore.Lease, error) {
	want, err := parseExpectedHash(u, contentHash)
	if err != nil {
		return blobstore.Digest{}, nil, err
	}
	if u.Size == 0 {
		return s.sealEmpty(ctx, want)
	}
	if !u.Hash.IsZero() {
		d := blobstore.Digest(u.Hash)
		size, lease, ok := s.blobs.AcquireLease(d)
		if !ok {
			return d, nil, fault.UploadNotFound
		}
		if size != u.Size {
			err = fault.UploadNotFound
		} else if want != nil && *want != d {
			err = fault.ChecksumMismatch
		}
		if err != nil {
			lease.Release()
			return d, nil, err
		}
		return d, lease, nil
	}
	se, err := s.blobs.FindSession(u.ID.String())
	if errors.Is(err, blobstore.ErrSessionGone) {
		return blobstore.Digest{}, nil, fault.UploadIncomplete.With("missing", [][2]int{{0, partCount(u.Size, u.ChunkSize)}})
	}
	if err != nil {
		return blobstore.Digest{}, nil, err
	}
	d, lease, err := se.Seal(ctx, want)
	return d, lease, sealFault(err)
}

func (s *Service) sealEmpty(ctx context.Context, want *blobstore.Digest) (blobstore.Digest, *blobstore.Lease, error) {
	d, lease, err := s.blobs.Put(ctx, nil)
	if err == nil && want != nil && *want != d {
		lease.Release()
		err = fault.ChecksumMismatch
	}
	return d, lease, err
}

// parseExpectedHash returns the hash that the client announced for the file, nil for none.
func parseExpectedHash(u *db.Upload, contentHash string) (*blobstore.Digest, error) {
	announced := contentHash
	if announced == "" && len(u.Checksum) == 2*len(blobstore.Digest{}) {
		announced = u.Checksum
	}
	if announced == "" {
		return nil, nil
	}
	d, err := blobstore.ParseDigest(announced)
	if err != nil && contentHash == "" {
		return nil, nil // a checksum of some other kind: a name, nothing more
	}
	if err != nil {
		return nil, fault.Field("content_hash", fault.InvalidValue)
	}
	return &d, nil
}

func sealFault(err error) error {
	var missing *blobstore.IncompleteError
	switch {
	case errors.As(err, &missing):
		return fault.UploadIncomplete.With("missing", missing.Missing)
	case errors.Is(err, blobstore.ErrChecksum):
		return fault.ChecksumMismatch.Because(err)
	}
	return partFault(err)
}

// storeSealedHash stores the digest of a sealed blob whose file could not be made yet, so that
// the blob is kept and complete can be tried again.
func (s *Service) storeSealedHash(ctx context.Context, u *db.Upload, d blobstore.Digest) error {
	if !u.Hash.IsZero() {
		return nil
	}
	defer s.memory.rows.drop(u.ID)
	isUnstored := s.memory.isUnstored(u)
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if !isUnstored {
			return tx.UpdateUploadHash(u.ID, db.Hash(d))
		}
		row := *u
		row.Hash = db.Hash(d)
		return tx.InsertUpload(&row) // the blob is complete and has to outlive a restart
	})
	if err == nil && isUnstored {
		s.memory.unstored.drop(u.ID)
	}
	if errors.Is(err, db.ErrNotFound) || errors.Is(err, db.ErrExists) { // another request was first
		return nil
	}
	return err
}
