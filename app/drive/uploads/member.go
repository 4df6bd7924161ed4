package uploads

import (
	"context"
	"errors"
	"io"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/quota"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// memberPolicy is the policy of uploads of a member into a directory.
type memberPolicy struct {
	s   *Service
	who access.Actor
}

func (p memberPolicy) checkRate() error { return nil }

func (p memberPolicy) loadTarget(v *db.View, r *Request) (*access.Item, error) {
	dir, err := access.Dir(v, p.who, r.Space, r.Directory, access.Create, access.FileSubject)
	if err != nil {
		return nil, err
	}
	return dir, r.checkPath(dir)
}

const maxHolders = 20

// findReadableBlob finds a blob with the checksum among the files that the member can read in this
// workspace, so that a checksum alone never gives access to another user's file.
func (p memberPolicy) findReadableBlob(v *db.View, r *Request) (db.Hash, error) {
	d, err := blobstore.ParseDigest(r.Checksum)
	if err != nil || r.Size == 0 {
		return db.Hash{}, nil
	}
	holders, err := v.FilesWithHash(r.Space, db.Hash(d), maxHolders)
	if err != nil {
		return db.Hash{}, err
	}
	for _, id := range holders {
		if _, err := access.Node(v, p.who, r.Space, id, access.Read); err == nil {
			return db.Hash(d), nil
		}
	}
	return db.Hash{}, nil
}

func (p memberPolicy) maxUploads() int64 { return limits.PersonUploads }

func (p memberPolicy) announcedBytes(_ *db.View, _ *Request, own int64) (int64, error) {
	return own, nil
}

func (p memberPolicy) diskShare(free int64) int64 { return free }

func (p memberPolicy) loadVisitorDir(v *db.View, space db.SpaceID) (string, error) {
	_, err := access.Space(v, p.who, space, access.Read, access.Workspace)
	return "", err
}

func (p memberPolicy) checkUploader(context.Context) error { return nil }

// checkPart refuses the parts of a member who lost the right to upload. It asks the
// database again only after a commit that changed permissions.
func (p memberPolicy) checkPart(ctx context.Context, u *db.Upload, _ int, _ int64, body io.Reader) (io.Reader, error) {
	if p.who.Scope == nil && p.s.memory.rights.hasSince(u.ID, p.s.db.RightsCommit()) {
		return body, nil
	}
	return body, p.s.db.View(ctx, func(v *db.View) error {
		err := p.authorizePart(v, u)
		if err == nil {
			p.s.memory.rights.put(u.ID, v.AsOf())
		}
		return err
	})
}

// authorizePart refuses the parts of a member who lost the right to create files in the
// directory. A directory that is in the trash may come back before the upload ends.
func (p memberPolicy) authorizePart(v *db.View, u *db.Upload) error {
	_, err := access.Dir(v, p.who, u.Space, u.Directory, access.Create, access.FileSubject)
	if errors.Is(err, fault.InvalidID) {
		_, err = access.Space(v, p.who, u.Space, access.Read, access.Workspace)
	}
	return err
}

func (p memberPolicy) checkComplete(context.Context, *db.Upload) error { return nil }

func (p memberPolicy) checkContent(context.Context, *db.Upload, blobstore.Digest) error { return nil }

func (p memberPolicy) checkSingle(_ *db.View, dir *access.Item, r *Request, _ []byte) error {
	return quota.Check(dir.Space, r.Size)
}

func (p memberPolicy) addFile(tx *db.Tx, u *db.Upload, d blobstore.Digest, ch duplicateChoice) (*Result, error) {
	dir, err := access.Dir(tx.ReadOnly(), p.who, u.Space, u.Directory, access.Create, access.FileSubject)
	if err != nil {
		return nil, err
	}
	it, outcome, err := addBelow(tx, p.who, dir, u, d, ch)
	if err != nil {
		return nil, err
	}
	l, err := files.Present(tx.ReadOnly(), it)
	return &Result{Space: u.Space, File: l, Outcome: outcome}, err
}

// checkRepeat refuses the answer about a file to a member who may not read it any more.
func (p memberPolicy) checkRepeat(ctx context.Context, done *Result) error {
	return p.s.db.View(ctx, func(v *db.View) error {
		_, err := access.Node(v, p.who, done.Space, done.File.ID, access.Read)
		if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
			return fault.UploadNotFound
		}
		return err
	})
}

func (p memberPolicy) notifyComplete(done *Result) {
	if done.Outcome != files.Skipped {
		p.s.onUse(p.who, done.File.ID)
	}
}

// hasLeft is true for a member who was sent away from the workspace: their upload would
// take up room in it.
func (p memberPolicy) hasLeft(ctx context.Context, u *db.Upload) (bool, error) {
	err := p.s.db.View(ctx, func(v *db.View) error { return p.authorizePart(v, u) })
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
		return true, nil
	}
	return false, err
}

func (p memberPolicy) retention() time.Duration { return memberRetention }
