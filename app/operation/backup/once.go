package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"anbar/blobstore"
	"anbar/db"
)

// CopyOnce makes one copy at a target that is not kept, while the database is in
// use. Contents that the target has are not sent again; of the database a whole
// copy is made in scratch and sent, into an epoch of its own. (A second follower on the live file would
// drop the locks of the first when it stops.)
func CopyOnce(ctx context.Context, t Target, d *db.DB, blobs *blobstore.Store, scratch string, o Options) (r Report, err error) {
	if err := errors.Join(checkOutsideData(t, o.Database), restrictAccess(t)); err != nil {
		return r, err
	}
	t = withRing(t, o.Ring)
	own := ownerOf(t, o)
	g, err := own.acquireNewEpoch(ctx)
	if err != nil {
		return r, err
	}
	dir, err := os.MkdirTemp(scratch, "backup-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c := newCopier(t, own, g, blobs, o.Retention, o.Log)
	c.away = o.Away
	c.alone = true
	copied := false
	sending, end := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.sender.run(sending)
	}()
	r, err = copyAndVerify(ctx, c, func(ctx context.Context) (uint64, error) {
		if copied { // what was missing at the target is sent again, and the database is there
			return 0, nil
		}
		whole := filepath.Join(dir, "anbar.db")
		if err := d.CopyTo(ctx, whole); err != nil {
			return 0, err
		}
		scratched := o
		scratched.Meta = filepath.Join(dir, "meta")
		if err := os.MkdirAll(scratched.Meta, 0o700); err != nil {
			return 0, err
		}
		f, err := followDatabase(ctx, t, g, whole, scratched)
		if err != nil {
			return 0, err
		}
		err = errors.Join(f.Sync(ctx), f.Close())
		copied = err == nil
		return 0, err
	})
	end()
	<-done
	if err == nil {
		err = errors.Join(c.finishReseal(ctx), c.Prune(ctx))
	}
	return r, err
}

// acquireNewEpoch takes the target, and a further epoch where it was this appliance's already.
func (o *epochOwner) acquireNewEpoch(ctx context.Context) (*epochGrant, error) {
	return o.acquireWith(ctx, func(s *situation) { s.machine += " once" })
}

// Adopt makes a target this appliance's, whatever it holds. That stays there, and can be restored by its moment.
func Adopt(ctx context.Context, t Target, o Options) (*Claim, error) {
	if err := errors.Join(checkOutsideData(t, o.Database), restrictAccess(t)); err != nil {
		return nil, err
	}
	t = withRing(t, o.Ring)
	g, err := ownerOf(t, o).acquireWith(ctx, func(s *situation) { s.adopt = true })
	if err != nil {
		return nil, err
	}
	return &g.claim, nil
}
