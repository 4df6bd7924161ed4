package uploads

import (
	"context"
	"io"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// policy holds the differences between the two kinds of uploads: of a member into a
// directory, and of a visitor into an upload box.
type policy interface {
	// checkRate bounds how fast files are announced.
	checkRate() error
	// loadTarget loads the directory that a file goes to. It may change the request.
	loadTarget(v *db.View, r *Request) (*access.Item, error)
	// findReadableBlob returns the hash of the blob when the uploader can read it already.
	findReadableBlob(v *db.View, r *Request) (db.Hash, error)
	// maxUploads is how many uploads one uploader has at once.
	maxUploads() int64
	// announcedBytes returns the bytes of the uploads with a row that count against diskShare; the caller adds the unstored
	// uploads of the uploader. own are the bytes of the uploader's rows, in all workspaces.
	announcedBytes(v *db.View, r *Request, own int64) (int64, error)
	// diskShare returns how many bytes of the free disk announcements may claim.
	diskShare(free int64) int64
	// loadVisitorDir returns the directory of a visitor, which paths of listed uploads are shown below; empty without one.
	loadVisitorDir(v *db.View, space db.SpaceID) (string, error)
	// checkUploader refuses an uploader who may not go on with any upload.
	checkUploader(ctx context.Context) error
	// checkPart refuses a part that may not come any more, and returns its bytes, which begin at a byte of it.
	checkPart(ctx context.Context, u *db.Upload, n int, from int64, body io.Reader) (io.Reader, error)
	// checkComplete is called before the blob is sealed.
	checkComplete(ctx context.Context, u *db.Upload) error
	// checkContent checks the type of a sealed blob.
	checkContent(ctx context.Context, u *db.Upload, d blobstore.Digest) error
	// checkSingle checks, before anything of it is stored, a file that came in one call into the target that loadTarget loaded.
	checkSingle(v *db.View, dir *access.Item, r *Request, content []byte) error
	// addFile adds the file, in the transaction that ends the upload.
	addFile(tx *db.Tx, u *db.Upload, d blobstore.Digest, ch duplicateChoice) (*Result, error)
	// checkRepeat refuses to repeat the answer to a completed upload.
	checkRepeat(ctx context.Context, done *Result) error
	// notifyComplete is told of a file that came in.
	notifyComplete(done *Result)
	// hasLeft reports whether the uploader may not bring an upload to an end any more.
	hasLeft(ctx context.Context, u *db.Upload) (bool, error)
	// retention is how long an upload is kept without a part.
	retention() time.Duration
}

func (s *Service) policyFor(who access.Actor) policy {
	if who.Visitor != 0 {
		return visitorPolicy{s, who}
	}
	return memberPolicy{s, who}
}

func uploaderOf(who access.Actor) db.Uploader {
	return db.Uploader{User: who.User, Visitor: who.Visitor}
}

// duplicateChoice is what happens to a file of the same name.
type duplicateChoice struct {
	onDuplicate files.OnDuplicate
	base        db.VersionID
}

// addBelow adds the file of an upload to a directory, or below it.
func addBelow(tx *db.Tx, who access.Actor, dir *access.Item, u *db.Upload, d blobstore.Digest,
	ch duplicateChoice) (*access.Item, files.Outcome, error) {
	path, err := names.ParseDirs(u.RelativePath)
	if err != nil {
		return nil, "", err
	}
	if dir, err = files.CreateDirectories(tx, who, dir, path); err != nil {
		return nil, "", err
	}
	n := names.Of(u.Key) // which was checked at the beginning, perhaps by an older program
	content := files.Content{Hash: db.Hash(d), Size: u.Size, Type: u.ContentType, ModifiedAt: u.ModifiedAt, Base: ch.base}
	node, outcome, err := files.Add(tx, who, dir, n, content, ch.onDuplicate)
	if err != nil {
		return nil, "", err
	}
	return dir.Child(node), outcome, nil
}
