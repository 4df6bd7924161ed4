package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"anbar/blobstore"
	"anbar/db"
	"anbar/db/replica"
)

// Once makes one copy at a target that is not kept, while the database is in
// use. Contents that the target has are not sent again; of the database a whole
// copy is made in scratch and sent. (A second follower on the live file would
// drop the locks of the first when it stops.)
func Once(ctx context.Context, t Target, d *db.DB, blobs *blobstore.Store, scratch string, o Options) (r Report, err error) {
	if err := errors.Join(apart(t, o.Database), closed(t)); err != nil {
		return r, err
	}
	dir, err := os.MkdirTemp(scratch, "backup-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := putSecrets(ctx, t, o.Secrets); err != nil {
		return r, err
	}
	return NewCopier(t, blobs, o.Keep, o.Version).Copy(ctx, func(ctx context.Context) error {
		whole := filepath.Join(dir, "anbar.db")
		if err := d.CopyTo(ctx, whole); err != nil {
			return err
		}
		f, err := replica.Follow(ctx, whole, t.Replica(), replica.Options{Meta: filepath.Join(dir, "meta"), Keep: o.Keep, Log: o.Log})
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(ctx), f.Close())
	})
}
