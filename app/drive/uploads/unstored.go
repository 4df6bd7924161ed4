package uploads

import (
	"slices"
	"sync"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/blobstore"
	"anbar/db"
)

// unstoredUploads are the uploads that have no row of the database: see tryPut. After a restart they are announced again. The files
// that come of them are as durable as any.
type unstoredUploads struct {
	mu     sync.Mutex
	byID   map[db.UploadID]*unstoredUpload
	byName map[uploadName][]*unstoredUpload // oldest first
	of     map[db.Uploader]*uploaderUsage
}

type unstoredUpload struct {
	db.Upload
	box *db.Box // of a visitor
}

// uploadIdentity is the key by which a repeated Begin finds the same upload.
type uploadIdentity struct {
	uploadName
	dir          db.NodeID
	relativePath string
}

// uploadName is how calls name an upload without its id.
type uploadName struct {
	by            db.Uploader
	space         db.SpaceID
	key, checksum string
}

// uploaderUsage counts the unstored uploads of a user.
type uploaderUsage struct {
	count, bytes int64
	into         map[db.SpaceID]int64 // bytes
}

func newUnstoredUploads() *unstoredUploads {
	return &unstoredUploads{byID: map[db.UploadID]*unstoredUpload{}, byName: map[uploadName][]*unstoredUpload{},
		of: map[db.Uploader]*uploaderUsage{}}
}

func identityOf(u *db.Upload) uploadIdentity {
	name := uploadName{by: db.Uploader{User: u.User, Visitor: u.Visitor}, space: u.Space, key: u.Key, checksum: u.Checksum}
	return uploadIdentity{uploadName: name, dir: u.Directory, relativePath: u.RelativePath}
}

// tryPut adds an upload whose bytes fit into blobstore.SmallMax or are in the store already. It returns false when the upload has to be
// stored in the database: any other one, and one too many. It fails with db.ErrExists when one with that identity exists.
func (m *unstoredUploads) tryPut(u *db.Upload, box *db.Box) (bool, error) {
	if u.Size > blobstore.SmallMax && u.Hash.IsZero() {
		return false, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	id := identityOf(u)
	if m.findLocked(id) != nil {
		return false, db.ErrExists
	}
	t := m.of[id.by]
	if t == nil {
		t = &uploaderUsage{into: map[db.SpaceID]int64{}}
	}
	if t.count >= limits.PersonInMemory || len(m.byID) >= limits.AllInMemory {
		return false, nil
	}
	u.CreatedAt = time.Now().UTC().Truncate(time.Millisecond)
	a := &unstoredUpload{Upload: *u, box: box}
	m.byID[u.ID], m.byName[id.uploadName], m.of[id.by] = a, append(m.byName[id.uploadName], a), t
	t.count++
	t.bytes += u.Size
	t.into[u.Space] += u.Size
	return true, nil
}

// find returns the upload of that identity, or nil.
func (m *unstoredUploads) find(id uploadIdentity) *db.Upload {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.findLocked(id).clone()
}

func (m *unstoredUploads) findLocked(id uploadIdentity) *unstoredUpload {
	for _, a := range m.byName[id.uploadName] {
		if identityOf(&a.Upload) == id {
			return a
		}
	}
	return nil
}

// findRef returns the upload that a call names, or nil.
func (m *unstoredUploads) findRef(by db.Uploader, r Ref) *db.Upload {
	if r.Upload != 0 {
		if u := m.get(by, r.Upload); u != nil && (r.Space == 0 || r.Space == u.Space) {
			return u
		}
		return nil
	}
	n, err := names.Parse(r.Key)
	if err != nil {
		return nil
	}
	return m.findNewest(uploadName{by: by, space: r.Space, key: n.Text, checksum: r.Checksum})
}

// findNewest returns the newest upload of that name and checksum, or nil.
func (m *unstoredUploads) findNewest(name uploadName) *db.Upload {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.byName[name]
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1].clone()
}

// get returns an upload by its id, or nil.
func (m *unstoredUploads) get(by db.Uploader, id db.UploadID) *db.Upload {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.byID[id].clone()
	if u == nil || u.User != by.User || u.Visitor != by.Visitor {
		return nil
	}
	return u
}

func (a *unstoredUpload) clone() *db.Upload {
	if a == nil {
		return nil
	}
	u := a.Upload
	return &u
}

// list returns the uploads that match, in no order.
func (m *unstoredUploads) list(match func(*unstoredUpload) bool) []db.Upload {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []db.Upload
	for _, a := range m.byID {
		if match(a) {
			all = append(all, a.Upload)
		}
	}
	return all
}

// drop forgets an upload and reports whether there was one.
func (m *unstoredUploads) drop(id db.UploadID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.byID[id]
	if a == nil {
		return false
	}
	key := identityOf(&a.Upload)
	t := m.of[key.by]
	t.count--
	t.bytes -= a.Size
	if t.into[a.Space] -= a.Size; t.into[a.Space] == 0 {
		delete(t.into, a.Space)
	}
	if t.count == 0 {
		delete(m.of, key.by)
	}
	delete(m.byID, id)
	same := slices.DeleteFunc(m.byName[key.uploadName], func(b *unstoredUpload) bool { return a == b })
	if m.byName[key.uploadName] = same; len(same) == 0 {
		delete(m.byName, key.uploadName)
	}
	return true
}

// sum returns the uploads of an uploader, and what of them goes into a space.
func (m *unstoredUploads) sum(by db.Uploader, space db.SpaceID) db.UploadSum {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.of[by]; t != nil {
		return db.UploadSum{Count: t.count, Bytes: t.bytes, SpaceBytes: t.into[space]}
	}
	return db.UploadSum{}
}
