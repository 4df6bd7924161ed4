package uploads

import (
	"context"
	"io"
	"time"

	"anbar/app/access"
	"anbar/app/files"
	"anbar/app/names"
	"anbar/blobstore"
	"anbar/db"
)

// intake holds the differences between the two kinds of uploads: of a member into a
// directory, and of a visitor into an upload box.
type intake interface {
	// takeTurn bounds how fast files are announced.
	takeTurn() error
	// mayBegin loads the directory that a file goes to. It may change the request.
	mayBegin(v *db.View, r *Request) (*access.Item, error)
	// known returns the hash of the blob when the uploader can read it already.
	known(v *db.View, r *Request) (db.Hash, error)
	// maxUploads is how many uploads one uploader has at once.
	maxUploads() int64
	// room returns the bytes that are announced against a part of the free disk, and
	// that part, of those that the uploader announced and the whole free disk.
	room(v *db.View, r *Request, announced, free int64) (bytes, available int64, err error)
	// mayList returns the directory that paths of listed uploads are shown below.
	mayList(v *db.View, space db.SpaceID) (base string, err error)
	// find loads an upload that the uploader began.
	find(ctx context.Context, r Ref) (*db.Upload, error)
	// checkPart refuses a part that may not come any more, and returns its bytes.
	checkPart(ctx context.Context, u *db.Upload, n int, body io.Reader) (io.Reader, error)
	// mayComplete is called before the blob is sealed.
	mayComplete(ctx context.Context, u *db.Upload) error
	// checkContent checks the type of a sealed blob.
	checkContent(ctx context.Context, u *db.Upload, d blobstore.Digest) error
	// commit adds the file, in the transaction that ends the upload.
	commit(tx *db.Tx, u *db.Upload, d blobstore.Digest, ch choice) (*Done, error)
	// mayHear refuses to repeat the answer to a completed upload.
	mayHear(ctx context.Context, d *Done) error
	// completed is told of a file that came in.
	completed(d *Done)
	// left reports whether the uploader may not bring an upload to an end any more.
	left(ctx context.Context, u *db.Upload) (bool, error)
	// kept is how long an upload is kept without a part.
	kept() time.Duration
}

func (s *Service) intake(who access.Actor) intake {
	if who.Visitor != 0 {
		return visitor{s, who}
	}
	return member{s, who}
}

// intakeOf is the way that an upload comes in.
func (s *Service) intakeOf(u *db.Upload) intake {
	return s.intake(access.Actor{User: u.User, Visitor: u.Visitor})
}

func uploader(who access.Actor) db.Uploader {
	return db.Uploader{User: who.User, Visitor: who.Visitor}
}

// choice is what happens to a file of the same name.
type choice struct {
	decide files.OnDuplicate
	base   db.VersionID
}

// addFile adds the file of an upload to a directory, or below it.
func addFile(tx *db.Tx, who access.Actor, dir *access.Item, u *db.Upload, d blobstore.Digest,
	ch choice) (*access.Item, files.Outcome, error) {
	path, err := names.Dirs(u.RelativePath)
	if err != nil {
		return nil, "", err
	}
	if dir, err = files.MakeDirectories(tx, who, dir, path); err != nil {
		return nil, "", err
	}
	n := names.Of(u.Key) // which was checked at the beginning, perhaps by an older program
	content := files.Content{Hash: db.Hash(d), Size: u.Size, Type: u.ContentType, ModifiedAt: u.ModifiedAt, Base: ch.base}
	node, outcome, err := files.Add(tx, who, dir, n, content, ch.decide)
	if err != nil {
		return nil, "", err
	}
	return dir.Child(node), outcome, nil
}
