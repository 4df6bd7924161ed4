package uploads

import (
	"context"
	"errors"
	"io"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// SingleRequest is a file of at most blobstore.SmallMax bytes that comes whole in one call. Its Checksum is the BLAKE3 hash, or
// empty; its Size and PartLimit are ignored.
type SingleRequest struct {
	Request
	Base db.VersionID // as that of CompleteRequest
	// IdempotencyKey names the call among those of its caller: the same call again within singleRetention has the answer
	// of the first. Empty for none.
	IdempotencyKey string
}

const maxIdempotencyKey = 200 // bytes

// normalizeSingle checks the fields of a request, and returns it with the name and the content type as they are stored.
func (r SingleRequest) normalizeSingle() (SingleRequest, error) {
	wrong := fault.Fields{}
	r.Request = r.normalizeTarget(wrong)
	if r.Checksum != "" {
		d, err := blobstore.ParseDigest(r.Checksum)
		if err != nil {
			wrong.Add("checksum", fault.InvalidValue)
		}
		r.Checksum = d.String()
	}
	if len(r.IdempotencyKey) > maxIdempotencyKey {
		wrong.Add("idempotency_key", fault.TooLong)
	}
	return r, wrong.Err()
}

// readSingle reads a body of at most blobstore.SmallMax bytes; length is its Content-Length, -1 when unknown.
func readSingle(body io.Reader, length int64) ([]byte, error) {
	if length > blobstore.SmallMax {
		return nil, fault.FileTooLong
	}
	if length < 0 {
		p, err := io.ReadAll(io.LimitReader(body, blobstore.SmallMax+1))
		if err == nil && len(p) > blobstore.SmallMax {
			err = fault.FileTooLong
		}
		return p, singleBodyFault(err)
	}
	p := make([]byte, length)
	_, err := io.ReadFull(body, p)
	return p, singleBodyFault(err)
}

// singleBodyFault says of a body that ended early that it is not whole.
func singleBodyFault(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.BadRequest.Because(err)
	}
	return err
}

// PutSingle takes a whole file in, as Begin, WritePart and Complete do together. Its bytes are stored only for those who may
// make the file, and have room for it.
func (s *Service) PutSingle(ctx context.Context, who access.Actor, asked SingleRequest, content []byte) (*Result, error) {
	r, err := asked.normalizeSingle()
	if err != nil {
		return nil, err
	}
	p := s.policyFor(who)
	if err := p.checkRate(); err != nil {
		return nil, err
	}
	blob := blobstore.NewContent(content)
	if r.Checksum != "" && r.Checksum != blob.Digest().String() {
		return nil, fault.ChecksumMismatch
	}
	r.Size = int64(len(content))
	call := singleCall{target: singleTarget{
		space: r.Space, dir: r.Directory, relativePath: r.RelativePath, key: r.Key, hash: db.Hash(blob.Digest()),
	}}
	key := singleKey{by: uploaderOf(who), key: r.IdempotencyKey}
	done, err := s.memory.singles.begin(key, call)
	if err != nil {
		return nil, err
	}
	if done != nil {
		if err := p.checkUploader(ctx); err != nil {
			return nil, err
		}
		return done, p.checkRepeat(ctx, done)
	}
	defer func() { s.memory.singles.end(key, call, done) }()
	stored, err := s.storeSingle(ctx, who, &r, content, blob)
	if err != nil {
		return nil, err
	}
	done = stored
	p.notifyComplete(done)
	return done, nil
}

// storeSingle stores the bytes, and then the file.
func (s *Service) storeSingle(ctx context.Context, who access.Actor, r *SingleRequest, content []byte,
	blob blobstore.Content) (*Result, error) {
	p := s.policyFor(who)
	if !s.memory.rooms.canReserve(who, r, s.db.RightsCommit()) {
		if err := s.checkSingle(ctx, who, r, content); err != nil {
			return nil, err
		}
	}
	u := &db.Upload{
		User: who.User, Visitor: who.Visitor, Space: r.Space, Directory: r.Directory, Key: r.Key, RelativePath: r.RelativePath,
		Size: r.Size, ContentType: r.ContentType, ModifiedAt: files.ParseContentTime(r.ModifiedAt),
	}
	var done *Result
	err := s.small.Store(ctx, blob, func(tx *db.Tx) (err error) {
		done, err = p.addFile(tx, u, blob.Digest(), duplicateChoice{files.OnDuplicate(r.OnDuplicate), r.Base})
		return err
	})
	return done, err
}

// checkSingle refuses a file that could not be stored, before its bytes are. The transaction checks everything again.
func (s *Service) checkSingle(ctx context.Context, who access.Actor, r *SingleRequest, content []byte) error {
	p := s.policyFor(who)
	return s.db.View(ctx, func(v *db.View) error {
		dir, err := p.loadTarget(v, &r.Request)
		if err == nil {
			err = p.checkSingle(v, dir, &r.Request, content)
		}
		if err == nil {
			s.memory.rooms.put(who, r, dir.Space, v.AsOf())
		}
		return err
	})
}
