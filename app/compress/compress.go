// Package compress makes an archive of a selection, as a file beside it.
package compress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/limits"
	"anbar/app/names"
	"anbar/app/quota"
	"anbar/blobstore"
	"anbar/db"
)

// Service makes archives.
type Service struct {
	db        *db.DB
	blobs     *blobstore.Store
	files     *files.Service
	downloads *downloads.Service
	places    *limits.Slots
}

// New makes the service.
func New(d *db.DB, blobs *blobstore.Store, f *files.Service, down *downloads.Service) *Service {
	return &Service{d, blobs, f, down, limits.Compressions()}
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
	t, err := w.begin(c, in.Name, c.Owner())
	if err != nil {
		return nil, err
	}
	return t.Answer()
}

// work is one archive that is made.
type work struct {
	s    *Service
	who  access.Actor
	sel  files.Selection
	into db.NodeID
	name names.Name
}

// begin lays the archive out for its size, and makes it in the background. It is laid out again in its turn there, because a
// layout is large and waits for nobody.
func (w *work) begin(ctx context.Context, name string, owner limits.Owner) (files.Task, error) {
	packed, err := w.s.downloads.Pack(ctx, owner, name, w.items)
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
		dir, err := w.may(v)
		if err != nil {
			return err
		}
		return quota.Check(dir.Space, size)
	}); err != nil {
		return files.Task{}, err
	}
	turn := func(ctx context.Context) (func(), error) {
		end, err := w.s.places.Acquire(ctx, owner, 1)
		return end, api.ToBusyFault(err)
	}
	return w.s.files.Background(ctx, w.who, int(size>>10), turn, func(ctx context.Context, progress func(int)) (files.Moved, error) {
		packed, err := w.s.downloads.Pack(ctx, owner, name, w.items)
		if err != nil {
			return files.Moved{}, err
		}
		return files.Moved{Files: 1}, errors.Join(w.do(ctx, packed, progress), packed.Close())
	})
}

// items loads the selection by the rights that the person has now.
func (w *work) items(v *db.View) ([]*access.Item, error) {
	return w.sel.Load(func(id db.NodeID) (*access.Item, error) {
		it, err := access.Node(v, w.who, w.sel.Space, id, access.Read)
		if err == nil && !it.CanReadFiles() {
			err = fault.PermissionDenied
		}
		return it, err
	})
}

// may looks whether the person may still make the archive.
func (w *work) may(v *db.View) (*access.Item, error) {
	if _, err := w.items(v); err != nil {
		return nil, err
	}
	return access.Dir(v, w.who, w.sel.Space, w.into, access.Create, access.FileSubject)
}

func (w *work) do(ctx context.Context, packed *downloads.Packed, progress func(int)) error {
	r := &watched{w: w, ctx: ctx, from: packed, progress: progress, looked: time.Now()}
	digest, size, lease, err := w.s.blobs.PutReader(ctx, r)
	if err != nil {
		return full(err)
	}
	defer lease.Release()
	content := files.Content{Hash: db.Hash(digest), Size: size, Type: "application/zip"}
	return w.s.db.Update(ctx, func(tx *db.Tx) error {
		dir, err := w.may(tx.ReadOnly())
		if err != nil {
			return err
		}
		_, _, err = files.Add(tx, w.who, dir, w.name, content, files.Rename)
		return err
	})
}

// full is the fault for a disk without room.
func full(err error) error {
	if errors.Is(err, blobstore.ErrFull) {
		return fault.QuotaExceeded.Because(err)
	}
	return err
}

// watched reads an archive as long as its person may.
type watched struct {
	w        *work
	ctx      context.Context
	from     io.Reader
	progress func(int)
	at       int64
	looked   time.Time
}

// Read implements io.Reader.
func (r *watched) Read(p []byte) (int, error) {
	if time.Since(r.looked) > limits.CompressLook {
		r.looked = time.Now()
		if err := r.w.s.db.View(r.ctx, func(v *db.View) error { _, err := r.w.may(v); return err }); err != nil {
			return 0, err
		}
	}
	n, err := r.from.Read(p)
	r.at += int64(n)
	r.progress(int(r.at >> 10))
	return n, err
}
