package downloads

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/names"
	"anbar/blobstore"
	"anbar/db"
)

const (
	maxSelected = 1000
	maxEntries  = 200_000
	usualName   = "Anbar.zip"
)

// Zip keeps a selection and returns the URL at which it downloads as one
// archive, with the archive's size and how many files are in it.
func (s *Service) Zip(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.NodeID, name string,
	trashed bool) (*Link, *layout, error) {
	switch {
	case len(ids) == 0:
		return nil, nil, fault.Field("file_ids", fault.Required)
	case len(ids) > maxSelected:
		return nil, nil, fault.SelectionTooLarge
	}
	z := &db.Zip{
		ID: rand.Text(), User: who.User, Space: space, Nodes: ids, Trashed: trashed,
		ExpiresAt: time.Now().Add(urlLife).UTC().Truncate(time.Second),
	}
	var top string
	a, err := s.plans.of(ctx, limits.Owner{Person: int64(who.User)}, "zip "+z.ID, false, s.db.Commits, func() (l *layout, err error) {
		l, top, err = s.layOut(ctx, chosen(who, z))
		return l, err
	})
	if err != nil {
		return nil, nil, err
	}
	if z.Name, err = archiveName(name, top); err != nil {
		return nil, nil, err
	}
	if err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.InsertZip(z) }); err != nil {
		return nil, nil, err
	}
	return &Link{"/api/download/zip/" + z.ID + "/" + escape(z.Name), z.ExpiresAt}, a, nil
}

// archiveName returns the requested name, or else one after the selected item.
func archiveName(asked, top string) (string, error) {
	if asked == "" {
		asked = strings.TrimSuffix(top, path.Ext(top))
	}
	n, err := names.Parse(strings.TrimSuffix(asked, ".zip") + ".zip")
	if errors.Is(err, fault.Required) || asked == "" {
		return usualName, nil
	}
	return n.Text, err
}

// chosen loads the nodes of a selection with the rights of the user who made it.
func chosen(who access.Actor, z *db.Zip) func(*db.View) ([]*access.Item, error) {
	return func(v *db.View) ([]*access.Item, error) {
		load := access.Node
		if z.Trashed {
			load = func(
				v *db.View, who access.Actor, space db.SpaceID, id db.NodeID, verb access.Verb, _ ...access.Subject,
			) (*access.Item, error) {
				return access.Trashed(v, who, space, id, verb)
			}
		}
		all := make([]*access.Item, 0, len(z.Nodes))
		for _, id := range z.Nodes {
			it, err := load(v, who, z.Space, id, access.Read)
			if err == nil && !it.ReadsFiles() {
				err = fault.PermissionDenied
			}
			if err != nil {
				return nil, err
			}
			all = append(all, it)
		}
		return all, nil
	}
}

// gather lists everything below the items that load returns, and the name of the first.
func (s *Service) gather(ctx context.Context, load func(*db.View) ([]*access.Item, error)) ([]db.Below, string, error) {
	var all []db.Below
	var top string
	err := s.db.View(ctx, func(v *db.View) error {
		items, err := load(v)
		if err != nil {
			return err
		}
		taken := map[string]bool{}
		for i, it := range items {
			below, err := v.Subtree(it.ID, maxEntries+1-len(all))
			if err != nil {
				return err
			}
			if len(all)+len(below) > maxEntries {
				return fault.SelectionTooLarge
			}
			name := it.Name
			for n := 2; taken[names.Fold(name)]; n++ {
				name = names.Numbered(it.Name, n)
			}
			taken[names.Fold(name)] = true
			for j := range below {
				below[j].Path = strings.TrimPrefix(name+below[j].Path[len(it.Name):], "/")
			}
			if i == 0 {
				top = it.Name
			}
			all = append(all, below...)
		}
		return nil
	})
	return all, top, err
}

// layOut looks up the length and the checksum of each file, which is all that the layout of
// an archive needs before a byte of it is read.
func (s *Service) layOut(ctx context.Context, load func(*db.View) ([]*access.Item, error)) (*layout, string, error) {
	entries, top, err := s.gather(ctx, load)
	if err != nil {
		return nil, "", err
	}
	l := &layout{entries: make([]entry, 0, len(entries))}
	for i := range entries {
		e := &entries[i]
		if e.Kind == db.Directory {
			if e.Path != "" {
				l.add(e.Path+"/", e.ModifiedAt, db.Hash{}, 0, 0)
			}
			continue
		}
		sum, err := s.crc(ctx, e.Hash)
		if err != nil {
			return nil, "", err
		}
		l.add(e.Path, e.ModifiedAt, e.Hash, e.Size, sum)
	}
	l.end()
	return l, top, nil
}

// archiveOf returns the archive of a layout. With verified set every blob is verified while
// it is read, otherwise only one that was not verified lately.
func (s *Service) archiveOf(ctx context.Context, l *layout, verified bool) *archive {
	return &archive{l, func(h db.Hash) (io.ReadSeekCloser, error) {
		b, err := s.blobs.Get(ctx, blobstore.Digest(h))
		if err != nil {
			return nil, err
		}
		if verified {
			return closeBoth{b.NewReader(), b}, nil
		}
		return closeBoth{b.Serve(), b}, nil
	}}
}

func (s *Service) crc(ctx context.Context, h db.Hash) (uint32, error) {
	b, err := s.blobs.Get(ctx, blobstore.Digest(h))
	if err != nil {
		return 0, fault.ContentDamaged.Because(err)
	}
	sum, ok := b.CRC32()
	if err := b.Close(); err != nil || !ok {
		return 0, fault.ContentDamaged.Because(err)
	}
	return sum, nil
}

type closeBoth struct {
	io.ReadSeekCloser
	blob *blobstore.Blob
}

// bare unwraps the blob store's own reader, because the kernel can send straight from the
// disk only with that type.
func bare(r io.ReadSeekCloser) io.Reader {
	if c, ok := r.(closeBoth); ok {
		return c.ReadSeekCloser
	}
	return r
}

func (c closeBoth) Close() error { return errors.Join(c.ReadSeekCloser.Close(), c.blob.Close()) }

// openZip lays the archive of a kept selection out again, by the rights that
// its owner has now.
func (s *Service) openZip(r *http.Request, id string) (*db.Zip, *archive, error) {
	ctx := r.Context()
	var z *db.Zip
	err := s.db.View(ctx, func(v *db.View) (err error) {
		z, err = v.ZipByID(id)
		if errors.Is(err, db.ErrNotFound) || (err == nil && v.Now.After(z.ExpiresAt)) {
			return fault.LinkExpired
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	a, err := s.many(r, limits.Owner{Person: int64(z.User)}, "zip "+z.ID, chosen(access.Actor{User: z.User}, z))
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
		err = fault.LinkExpired
	}
	return z, a, err
}

// many is the archive of the items that load returns, which is asked each time:
// the rights may have changed since the archive was laid out.
func (s *Service) many(r *http.Request, owner limits.Owner, key string, load func(*db.View) ([]*access.Item, error)) (*archive, error) {
	ctx := r.Context()
	if err := s.db.View(ctx, func(v *db.View) error { _, err := load(v); return err }); err != nil {
		return nil, err
	}
	l, err := s.plans.of(ctx, owner, key, r.Header.Get("Range") != "", s.db.Commits, func() (*layout, error) {
		l, _, err := s.layOut(ctx, load)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	return s.archiveOf(ctx, l, r.TLS != nil), nil
}
