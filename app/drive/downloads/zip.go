package downloads

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/manifest"
	"anbar/blobstore"
	"anbar/db"
)

const (
	maxSelected        = 1000
	maxEntries         = 200_000
	tagBatch           = 1000 // items whose tags are read at a time
	defaultArchiveName = "Anbar.zip"
)

// CreateZip stores a selection that downloads as one archive, and returns it with the layout of the archive.
func (s *Service) CreateZip(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.NodeID, name string,
	trashed bool) (*db.Zip, *layout, error) {
	switch {
	case len(ids) == 0:
		return nil, nil, fault.Field("file_ids", fault.Required)
	case len(ids) > maxSelected:
		return nil, nil, fault.SelectionTooLarge
	}
	z := &db.Zip{
		ID: rand.Text(), User: who.User, Space: space, Nodes: ids, Trashed: trashed, Token: who.Token(),
		ExpiresAt: time.Now().Add(urlLife).UTC().Truncate(time.Second),
	}
	var top string
	a, err := s.layouts.findOrMake(ctx, limits.Owner{Person: int64(who.User)}, "zip "+z.ID, false, s.db.Commits,
		func() (l *layout, err error) {
			l, top, err = s.makeLayout(ctx, zipLoader(who, z), !z.Trashed)
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
	return z, a, nil
}

// archiveName returns the requested name, or else one after the selected item.
func archiveName(asked, top string) (string, error) {
	if asked == "" {
		stem := strings.TrimSuffix(top, path.Ext(top))
		if names.CountVisible(stem) == 0 {
			return defaultArchiveName, nil
		}
		return names.Repair(stem + ".zip").Text, nil
	}
	n, err := names.Parse(strings.TrimSuffix(asked, ".zip") + ".zip")
	return n.Text, err
}

// zipLoader loads the nodes of a selection with the rights of the user who made it.
func zipLoader(who access.Actor, z *db.Zip) func(*db.View) ([]*access.Item, error) {
	return func(v *db.View) ([]*access.Item, error) {
		load := access.Node
		if z.Trashed {
			load = func(
				v *db.View, who access.Actor, space db.SpaceID, id db.NodeID, verb access.Verb, _ ...access.Subject,
			) (*access.Item, error) {
				return access.TrashedNode(v, who, space, id, verb)
			}
		}
		all := make([]*access.Item, 0, len(z.Nodes))
		for _, id := range z.Nodes {
			it, err := load(v, who, z.Space, id, access.Read)
			if err == nil && !it.CanReadFiles() {
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

// selectionTree is everything below the items of a selection.
type selectionTree struct {
	all   []db.SubtreeNode
	top   string                       // the name of the first item
	whole db.SpaceID                   // the items are all files of a drive of this workspace; 0 if they are not
	tags  map[db.NodeID][]manifest.Tag // of a whole drive

	originals map[db.NodeID]string // paths in the drive of what has another one in the archive
}

// loadTree lists everything below the items that load returns.
func (s *Service) loadTree(ctx context.Context, load func(*db.View) ([]*access.Item, error)) (*selectionTree, error) {
	g := &selectionTree{}
	err := s.db.View(ctx, func(v *db.View) error {
		items, err := load(v)
		if err != nil {
			return err
		}
		top := newUniqueNames()
		for i, it := range items {
			below, err := v.Subtree(it.ID, maxEntries+1-len(g.all))
			if err != nil {
				return err
			}
			if len(g.all)+len(below) > maxEntries {
				return fault.SelectionTooLarge
			}
			name := top.assign(it.Name)
			for j := range below {
				below[j].Path = strings.TrimPrefix(name+below[j].Path[len(it.Name):], "/")
			}
			if i == 0 {
				g.top = it.Name
			}
			g.all = append(g.all, below...)
		}
		if len(items) == 1 && items[0].Parent == 0 {
			g.whole = items[0].Space.ID
			return g.loadTags(v)
		}
		return nil
	})
	return g, err
}

// loadTags reads the tags of everything that was gathered.
func (g *selectionTree) loadTags(v *db.View) error {
	r, err := manifest.NewReader(v, g.whole)
	if err != nil {
		return err
	}
	g.tags = map[db.NodeID][]manifest.Tag{}
	for part := range slices.Chunk(g.all, tagBatch) {
		ids := make([]db.NodeID, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		if err := r.LoadTags(v, ids, g.tags); err != nil {
			return err
		}
	}
	return nil
}

// makeLayout looks up the length and the checksum of each file, which is all that the layout of
// an archive needs before a byte of it is read. With described set the archive of a whole drive has a manifest.
func (s *Service) makeLayout(ctx context.Context, load func(*db.View) ([]*access.Item, error), described bool) (*layout, string, error) {
	g, err := s.loadTree(ctx, load)
	if err != nil {
		return nil, "", err
	}
	l := &layout{entries: make([]entry, 0, len(g.all)+1)}
	g.renameForWindows()
	notes := map[int]entryNotes{}
	for i := range g.all {
		b := &g.all[i]
		if b.Path == "" { // the drive itself
			continue
		}
		e := entry{name: b.Path, modified: b.ModifiedAt.Unix(), id: b.ID}
		if b.Kind == db.Directory {
			e.name += "/"
		} else {
			e.hash, e.size, e.number = b.Hash, b.Size, b.Number
			if e.sum, err = s.loadCRC(ctx, b.Hash); err != nil {
				return nil, "", err
			}
		}
		if a := (entryNotes{g.tags[b.ID], g.originals[b.ID]}); len(a.tags) > 0 || a.original != "" {
			notes[len(l.entries)] = a
		}
		l.add(e)
	}
	if described && g.whole != 0 {
		if err := l.addManifest(g.whole, notes); err != nil {
			return nil, "", err
		}
	}
	l.finish()
	return l, g.top, nil
}

// archiveOf returns the archive of a layout. With verified set every blob is verified while
// it is read, otherwise only one that was not verified lately.
func (s *Service) archiveOf(ctx context.Context, l *layout, verified bool) *archive {
	return &archive{l, func(h db.Hash) (io.ReadSeekCloser, error) {
		b, err := s.blobs.Open(ctx, blobstore.Digest(h))
		if err != nil {
			return nil, err
		}
		if verified {
			return closeBoth{b.NewReader(), b}, nil
		}
		return closeBoth{b.NewSendfileReader(), b}, nil
	}}
}

func (s *Service) loadCRC(ctx context.Context, h db.Hash) (uint32, error) {
	b, err := s.blobs.Open(ctx, blobstore.Digest(h))
	if err != nil {
		return 0, fault.ContentDamaged.Because(err)
	}
	sum, ok := b.CRC32()
	if err := b.Close(); err != nil || !ok {
		return 0, fault.ContentDamaged.Because(err)
	}
	return sum, nil
}

// ZipStream is an archive of items as they are at one moment. It takes no room until it is read.
type ZipStream struct {
	Name string // after the first item, unless one was asked for
	Size int64
	*archiveReader
}

// Pack lays out the archive of the items that load returns, in the turn of its owner. The caller checks their permission, now
// and while it reads.
func (s *Service) Pack(ctx context.Context, owner limits.Owner, asked string,
	load func(*db.View) ([]*access.Item, error)) (*ZipStream, error) {
	var top string
	l, err := s.layouts.makeUncached(ctx, owner, func() (l *layout, err error) {
		l, top, err = s.makeLayout(ctx, load, false)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	name, err := archiveName(asked, top)
	return &ZipStream{Name: name, Size: l.Size(), archiveReader: s.archiveOf(ctx, l, true).newReader()}, err
}

type closeBoth struct {
	io.ReadSeekCloser
	blob *blobstore.Blob
}

// unwrapBlob unwraps the blob store's own reader, because the kernel can send straight from the
// disk only with that type.
func unwrapBlob(r io.ReadSeekCloser) io.Reader {
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
	var who access.Actor
	err := s.db.View(ctx, func(v *db.View) (err error) {
		z, err = v.ZipByID(id)
		if errors.Is(err, db.ErrNotFound) || (err == nil && v.Now.After(z.ExpiresAt)) {
			return fault.LinkExpired
		}
		if err != nil {
			return err
		}
		who, err = authorizeHolder(v, access.Actor{User: z.User}, z.Token)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	a, err := s.openArchive(r, limits.Owner{Person: int64(z.User)}, "zip "+z.ID, zipLoader(who, z), !z.Trashed)
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
		err = fault.LinkExpired
	}
	return z, a, err
}

// openArchive is the archive of the items that load returns, which is asked each time:
// the rights may have changed since the archive was laid out.
func (s *Service) openArchive(r *http.Request, owner limits.Owner, key string, load func(*db.View) ([]*access.Item, error),
	described bool) (*archive, error) {
	ctx := r.Context()
	if err := s.db.View(ctx, func(v *db.View) error { _, err := load(v); return err }); err != nil {
		return nil, err
	}
	l, err := s.layouts.findOrMake(ctx, owner, key, r.Header.Get("Range") != "", s.db.Commits, func() (*layout, error) {
		l, _, err := s.makeLayout(ctx, load, described)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	return s.archiveOf(ctx, l, r.TLS != nil), nil
}
