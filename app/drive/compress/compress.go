// Package compress makes an archive of a selection, as a file beside it.
package compress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// Service makes archives.
type Service struct {
	db        *db.DB
	blobs     *blobstore.Store
	files     *files.Service
	downloads *downloads.Service
	slots     *limits.Slots
}

// New makes the service.
func New(d *db.DB, blobs *blobstore.Store, f *files.Service, down *downloads.Service) *Service {
	return &Service{db: d, blobs: blobs, files: f, downloads: down, slots: limits.Compressions()}
}

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /storage/space/{space_id}/compress", Gate: api.Client,
		Does: "Make a zip of a selection, as a file that gets a number when its name is taken; 202 with a task, which counts KiB, " +
			"when that takes more than a second",
		Also: []int{http.StatusAccepted},
		Fails: []*fault.Fault{fault.PermissionDenied, fault.SelectionEmpty, fault.SelectionTooLarge, fault.NotADirectory,
			fault.QuotaExceeded, fault.InvalidName, fault.ContentDamaged},
	}, s.handleCompress)
}

type compressIn struct {
	Space       db.SpaceID  `path:"space_id"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
	Into        db.NodeID   `json:"directory_id" doc:"that the archive goes into"`
	Name        string      `json:"name,omitempty" doc:"of the archive; that of the first item when absent"`
}

func (s *Service) handleCompress(c *api.Call, in *compressIn) (*files.CopyResult, error) {
	w := &work{s: s, who: c.Who, sel: files.Selection{Space: in.Space, Files: in.Files, Directories: in.Directories}, into: in.Into}
	t, err := w.start(c, in.Name, c.Owner())
	if err != nil {
		return nil, err
	}
	return t.ToCopyResult()
}

// work is one archive that is made.
type work struct {
	s    *Service
	who  access.Actor
	sel  files.Selection
	into db.NodeID
	name names.Name
}

// start lays the archive out for its size, and makes it in the background. It is laid out again in its turn there, because a
// layout is large and waits for nobody.
func (w *work) start(ctx context.Context, name string, owner limits.Owner) (files.Task, error) {
	packed, err := w.s.downloads.Pack(ctx, owner, name, w.loadItems)
	if err != nil {
		return files.Task{}, err
	}
	size := packed.Size
	if err := packed.Close(); err != nil {
		return files.Task{}, err
	}
	if w.name, err = names.Parse(packed.Name); err != nil {
		return files.Task{}, err
	}
	if err := w.s.db.View(ctx, func(v *db.View) error {
		dir, err := w.authorize(v)
		if err != nil {
			return err
		}
		return quota.Check(dir.Space, size)
	}); err != nil {
		return files.Task{}, err
	}
	turn := func(ctx context.Context) (func(), error) {
		end, err := w.s.slots.Acquire(ctx, owner, 1)
		return end, api.ToBusyFault(err)
	}
	return w.s.files.RunInBackground(ctx, w.who, int(size>>10), turn, func(ctx context.Context, progress func(int)) (files.Moved, error) {
		packed, err := w.s.downloads.Pack(ctx, owner, name, w.loadItems)
		if err != nil {
			return files.Moved{}, err
		}
		return files.Moved{Files: 1}, errors.Join(w.store(ctx, packed, progress), packed.Close())
	})
}

// loadItems loads the selection by the rights that the person has now.
func (w *work) loadItems(v *db.View) ([]*access.Item, error) {
	return w.sel.Load(func(id db.NodeID) (*access.Item, error) {
		it, err := access.Node(v, w.who, w.sel.Space, id, access.Read)
		if err == nil && !it.CanReadFiles() {
			err = fault.PermissionDenied
		}
		return it, err
	})
}

// authorize looks whether the person may still make the archive.
func (w *work) authorize(v *db.View) (*access.Item, error) {
	if _, err := w.loadItems(v); err != nil {
		return nil, err
	}
	return access.Dir(v, w.who, w.sel.Space, w.into, access.Create, access.FileSubject)
}

func (w *work) store(ctx context.Context, packed *downloads.ZipStream, progress func(int)) error {
	r := &authorizedReader{w: w, ctx: ctx, from: packed, progress: progress, checkedAt: time.Now()}
	stored, lease, err := w.s.blobs.PutReader(ctx, r)
	if err != nil {
		return toQuotaFault(err)
	}
	defer lease.Release()
	content := files.Content{Hash: db.Hash(stored.Digest), Size: stored.Size, Type: "application/zip"}
	return w.s.db.Update(ctx, func(tx *db.Tx) error {
		dir, err := w.authorize(tx.ReadOnly())
		if err != nil {
			return err
		}
		_, _, err = files.Add(tx, w.who, dir, w.name, content, files.Rename)
		return err
	})
}

// toQuotaFault is the fault for a disk without room.
func toQuotaFault(err error) error {
	if errors.Is(err, blobstore.ErrFull) {
		return fault.QuotaExceeded.Because(err)
	}
	return err
}

// authorizedReader reads an archive as long as its person may.
type authorizedReader struct {
	w         *work
	ctx       context.Context
	from      io.Reader
	progress  func(int)
	at        int64
	checkedAt time.Time
}

// Read implements io.Reader.
func (r *authorizedReader) Read(p []byte) (int, error) {
	if time.Since(r.checkedAt) > limits.CompressLook {
		r.checkedAt = time.Now()
		if err := r.w.s.db.View(r.ctx, func(v *db.View) error { _, err := r.w.authorize(v); return err }); err != nil {
			return 0, err
		}
	}
	n, err := r.from.Read(p)
	r.at += int64(n)
	r.progress(int(r.at >> 10))
	return n, err
}
