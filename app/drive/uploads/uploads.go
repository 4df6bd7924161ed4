// Package uploads takes files in: in parts that can be sent again, out of
// order and another day, or many small ones in one bundle.
package uploads

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

const (
	maxSize         = 1 << 50
	memberRetention = 7 * 24 * time.Hour // since the last part came

	shortRetention = time.Hour // the same for visitors, and for unstored uploads
)

// Service is the uploads of one appliance.
type Service struct {
	db            *db.DB
	blobs         *blobstore.Store
	onUse         func(access.Actor, db.NodeID)
	log           *slog.Logger
	memory        *memory
	calls         *partCalls
	small         *Gatherer
	partSlots     *limits.Slots   // parts whose bytes come in
	recipeSlots   *limits.Slots   // recipes that are carried out
	bundleSlots   *limits.Slots   // bundles whose bytes come in
	storeSlots    chan struct{}   // bundles whose bytes are here
	announcements *limits.Limiter // files that one visitor announces
}

// New returns the service. onUse is called with the files that users upload.
func New(d *db.DB, blobs *blobstore.Store, onUse func(access.Actor, db.NodeID), log *slog.Logger) *Service {
	return &Service{
		db: d, blobs: blobs, onUse: onUse, log: log, memory: newMemory(), calls: newPartCalls(),
		small:     &Gatherer{db: d, blobs: blobs},
		partSlots: limits.Parts(), recipeSlots: limits.Recipes(), bundleSlots: limits.Bundles(),
		storeSlots:    make(chan struct{}, limits.BundlesStored),
		announcements: limits.NewLimiter(100*time.Millisecond, 2000),
	}
}

// Request announces a file.
type Request struct {
	Space        db.SpaceID
	Directory    db.NodeID
	Key          string // the file's name
	Checksum     string
	Size         int64
	ContentType  string
	RelativePath string // directories below Directory, made when missing
	ModifiedAt   string // the file's own time, as files.ParseContentTime takes it
	OnDuplicate  string
	PartLimit    int64 // the largest part the way to us lets through; 0 for the usual
	GivenUp      []int // parts whose connections the client gave up; the calls that bring them end

	visitorDir string  // which RelativePath begins with
	box        *db.Box // of a visitor
}

// State is how far an upload is.
type State struct {
	*db.Upload
	ShownPath string   // RelativePath, for a visitor below visitorDir
	First     int      // first missing part; Parts when all are here
	Parts     int      // in all
	Present   [][2]int // ranges of parts that are here, [from, to)
	Cut       []blobstore.CutPart
}

// Begin begins an upload, or finds an earlier one with the same identity. Uploads that could not be completed are refused
// here, before their bytes come.
func (s *Service) Begin(ctx context.Context, who access.Actor, asked Request) (*State, error) {
	r, err := asked.normalize()
	if err != nil {
		return nil, err
	}
	if err := s.policyFor(who).checkRate(); err != nil {
		return nil, err
	}
	u, found, err := s.findOrPrepare(ctx, who, &r)
	if err != nil {
		return nil, err
	}
	if found {
		return s.resume(ctx, u, &r)
	}
	if u.NeedsBytes() {
		if _, err := s.blobs.BeginSession(ctx, u.ID.String(), u.Size, u.ChunkSize); err != nil {
			return nil, err
		}
	}
	isUnstored, err := s.memory.unstored.tryPut(u, r.box) // without a row: its bytes are there, or fit one call, and can be announced again
	if err == nil && !isUnstored {
		err = s.db.Update(ctx, func(tx *db.Tx) error { return tx.InsertUpload(u) })
	}
	if errors.Is(err, db.ErrExists) {
		s.abortSession(ctx, u.ID)
		return s.Begin(ctx, who, asked) // another request announced it in between
	}
	if err != nil {
		s.abortSession(ctx, u.ID)
		return nil, err
	}
	if !isUnstored {
		s.memory.rows.put(u)
	}
	return newState(u, r.visitorDir), nil
}

// checkPath looks whether the directories of a request fit below one.
func (r *Request) checkPath(dir *access.Item) error {
	path, err := names.ParseDirs(r.RelativePath)
	if err == nil {
		err = files.CheckDepth(dir, path)
	}
	return fieldError("relative_path", err)
}

// fieldError says a fault of a field.
func fieldError(field string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return fault.Field(field, f)
	}
	return err
}

// normalize checks the fields of a request, and returns it with the name and the content type as they are stored.
func (r Request) normalize() (Request, error) {
	wrong := fault.Fields{}
	r = r.normalizeTarget(wrong)
	if r.Size < 0 || r.Size > maxSize {
		wrong.Add("file_size", fault.InvalidValue)
	}
	if r.Checksum == "" {
		wrong.Add("checksum", fault.Required)
	} else if len(r.Checksum) > 200 {
		wrong.Add("checksum", fault.TooLong)
	}
	if r.PartLimit < 0 || (r.PartLimit > 0 && r.PartLimit < partStep) {
		wrong.Add("part_limit", fault.InvalidValue)
	}
	if len(r.GivenUp) > limits.PersonParts {
		wrong.Add("given_up", fault.InvalidValue)
	}
	return r, wrong.Err()
}

// normalizeTarget is normalize for the fields that say where a file goes and of what kind it is.
func (r Request) normalizeTarget(wrong fault.Fields) Request {
	add := func(field string, err error) {
		var f *fault.Fault
		if errors.As(err, &f) {
			wrong.Add(field, f)
		}
	}
	n, err := names.Parse(r.Key)
	add("key", err)
	_, err = names.ParseDirs(r.RelativePath)
	add("relative_path", err)
	if len(r.ContentType) > 200 {
		wrong.Add("content_type", fault.TooLong)
	}
	if _, err := files.ParseOnDuplicate(r.OnDuplicate); err != nil {
		wrong.Add("on_duplicate", fault.InvalidValue)
	}
	r.Key = n.Text
	r.ContentType = typeFromBrowser(r.ContentType, n.Type)
	return r
}

// findOrPrepare loads the upload of that identity, or makes the row of a new one, which is not stored. It checks the right to
// the target, and for a new one quota and disk; that the right was checked is kept for the parts. It may change the request.
func (s *Service) findOrPrepare(ctx context.Context, who access.Actor, r *Request) (u *db.Upload, found bool, err error) {
	by, p := uploaderOf(who), s.policyFor(who)
	err = s.db.View(ctx, func(v *db.View) error {
		dir, err := p.loadTarget(v, r)
		if err != nil {
			return err
		}
		id := uploadIdentity{
			uploadName: uploadName{by: by, space: r.Space, key: r.Key, checksum: r.Checksum}, dir: r.Directory,
			relativePath: r.RelativePath,
		}
		if u = s.memory.unstored.find(id); u == nil {
			u, err = v.UploadByIdentity(by, r.Space, r.Directory, r.Key, r.Checksum, r.RelativePath)
		}
		if !errors.Is(err, db.ErrNotFound) {
			found = true
			if err == nil && u.Size != r.Size {
				err = fault.Field("file_size", fault.InvalidValue)
			}
			return err
		}
		if err := s.checkCapacity(v, who, dir.Space, r); err != nil {
			return err
		}
		u = &db.Upload{
			ID: db.UploadID(db.NewID()), User: who.User, Visitor: who.Visitor, Space: r.Space, Directory: r.Directory, Key: r.Key,
			Checksum: r.Checksum, RelativePath: r.RelativePath, Size: r.Size, ChunkSize: partSize(r.Size, r.PartLimit),
			ContentType: r.ContentType, OnDuplicate: r.OnDuplicate, ModifiedAt: files.ParseContentTime(r.ModifiedAt),
		}
		s.memory.rights.put(u.ID, v.AsOf()) // loadTarget checked: the parts need no check until rights change
		u.Hash, err = p.findReadableBlob(v, r)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	if !u.Hash.IsZero() && !s.hasBlob(u) {
		u.Hash = db.Hash{}
	}
	return u, found, nil
}

// hasBlob reports whether the store has the blob of the upload with the announced size.
func (s *Service) hasBlob(u *db.Upload) bool {
	size, lease, ok := s.blobs.AcquireLease(blobstore.Digest(u.Hash))
	if ok {
		lease.Release()
	}
	return ok && size == u.Size
}

// resume goes on with an upload from before. Its parts become smaller when the request asks for that and none has come yet.
func (s *Service) resume(ctx context.Context, u *db.Upload, r *Request) (*State, error) {
	if u.NeedsBytes() {
		if err := s.calls.interruptAll(ctx, u.ID, r.GivenUp); err != nil {
			return nil, err
		}
		se, err := s.openSession(ctx, u)
		if err != nil {
			return nil, err
		}
		present, _ := se.ListParts()
		if r.PartLimit > 0 && min(u.Size, u.ChunkSize) > r.PartLimit && len(present) == 0 {
			if err := s.resizeParts(ctx, u, partSize(u.Size, r.PartLimit)); err != nil {
				return nil, err
			}
		}
	}
	return s.loadState(u, r.visitorDir)
}

// resizeParts starts an upload in the database, of which no part has come, again with parts of that size.
func (s *Service) resizeParts(ctx context.Context, u *db.Upload, size int64) error {
	s.memory.rows.drop(u.ID)
	s.abortSession(ctx, u.ID)
	if err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateUploadChunkSize(u.ID, size) }); err != nil {
		return err
	}
	u.ChunkSize = size
	_, err := s.blobs.BeginSession(ctx, u.ID.String(), u.Size, size)
	return err
}

// openSession finds the bytes of an upload in the store. One whose bytes are lost begins again, as those of blobstore.SmallMax
// or less, which are held in memory, do after a restart. While another request completes it, it is UploadBusy.
func (s *Service) openSession(ctx context.Context, u *db.Upload) (*blobstore.Session, error) {
	se, err := s.blobs.FindSession(u.ID.String())
	if errors.Is(err, blobstore.ErrSessionGone) {
		if s.memory.completing.has(u.ID) {
			return nil, fault.UploadBusy
		}
		return s.blobs.BeginSession(ctx, u.ID.String(), u.Size, u.ChunkSize)
	}
	return se, err
}

// newState is the state of an upload of which no part has come. Its path is shown relative to visitorDir, as the client sent it.
func newState(u *db.Upload, visitorDir string) *State {
	st := &State{Upload: u, ShownPath: u.RelativePath, Parts: partCount(u.Size, u.ChunkSize)}
	if visitorDir != "" {
		st.ShownPath = strings.TrimPrefix(strings.TrimPrefix(u.RelativePath, visitorDir), "/")
	}
	if !u.NeedsBytes() {
		st.First, st.Present = st.Parts, [][2]int{{0, st.Parts}}
	}
	return st
}

// loadState finds how far an upload is.
func (s *Service) loadState(u *db.Upload, visitorDir string) (*State, error) {
	st := newState(u, visitorDir)
	if !u.NeedsBytes() {
		return st, nil
	}
	se, err := s.blobs.FindSession(u.ID.String())
	if errors.Is(err, blobstore.ErrSessionGone) {
		return st, nil
	}
	if err != nil {
		return nil, err
	}
	st.Present, st.First = se.ListParts()
	st.Cut = se.ListCutParts()
	return st, nil
}

// abortSession removes the bytes of an upload.
func (s *Service) abortSession(ctx context.Context, id db.UploadID) {
	se, err := s.blobs.FindSession(id.String())
	if err == nil {
		err = se.Abort(context.WithoutCancel(ctx))
	}
	if err != nil && !errors.Is(err, blobstore.ErrSessionGone) {
		s.log.Error("remove the bytes of an upload", "upload", id, "error", err)
	}
}

// Abort forgets an upload with its bytes.
func (s *Service) Abort(ctx context.Context, who access.Actor, r Ref) error {
	u, err := s.loadUpload(ctx, who, r)
	if err != nil {
		return err
	}
	return s.deleteUpload(ctx, u.ID)
}

// deleteUpload removes an upload with its bytes.
func (s *Service) deleteUpload(ctx context.Context, id db.UploadID) error {
	if !s.memory.unstored.drop(id) {
		err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.DeleteUpload(id) })
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
	}
	s.memory.remove(id)
	s.abortSession(ctx, id)
	return nil
}

// List returns the actor's uploads in a space, newest first.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID) ([]*State, error) {
	var rows []db.Upload
	var visitorDir string
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if visitorDir, err = s.policyFor(who).loadVisitorDir(v, space); err != nil {
			return err
		}
		rows, err = v.UploadsOf(uploaderOf(who), space, maxListed)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows = append(rows, s.memory.unstored.list(func(a *unstoredUpload) bool {
		return identityOf(&a.Upload).by == uploaderOf(who) && a.Space == space
	})...)
	slices.SortFunc(rows, func(a, b db.Upload) int { return cmp.Compare(b.ID, a.ID) })
	rows = rows[:min(len(rows), maxListed)]
	all := make([]*State, 0, len(rows))
	for i := range rows {
		st, err := s.loadState(&rows[i], visitorDir)
		if err != nil {
			return nil, err
		}
		all = append(all, st)
	}
	return all, nil
}

const maxListed = 1000
