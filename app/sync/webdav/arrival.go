package webdav

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/quota"
	"anbar/app/drive/files"
	"anbar/app/drive/uploads"
	"anbar/db"
)

// PendingFile is a file that comes to its place in a tree by another way than the body of a PUT.
type PendingFile struct {
	Type    string // as the program says it
	Content files.Content
	Node    *db.Node // of the file, once it is stored
	Item    *access.Item
	Created bool        // the file is new
	Header  http.Header // about it
	Err     error       // why StoreMany left it out

	q *request
}

// PreparePath prepares to store a file at an escaped path, under the conditions of its part of a request.
func (s *Service) PreparePath(c *api.Call, t *Tree, escaped string, part http.Header) (*PendingFile, error) {
	segments, err := splitBelow(t.Base, escaped)
	if err != nil {
		return nil, err
	}
	return s.newPendingFile(c, t, segments, part)
}

// PrepareDestination is PreparePath for the destination that the request names.
func (s *Service) PrepareDestination(c *api.Call, t *Tree) (*PendingFile, error) {
	segments, err := parseDestination(c.R, t.Base)
	if err != nil {
		return nil, err
	}
	a, err := s.newPendingFile(c, t, segments, c.R.Header)
	if err == nil && !canOverwrite(c.R) {
		a.q.cond.header = a.q.cond.header.Clone()
		a.q.cond.header.Set("If-None-Match", "*")
	}
	return a, err
}

func (s *Service) newPendingFile(c *api.Call, t *Tree, segments []string, h http.Header) (*PendingFile, error) {
	cond, err := parseConditions(c.R, h)
	if err == nil && len(segments) == 0 {
		err = errDirectory
	}
	return &PendingFile{Header: http.Header{}, q: &request{Call: c, s: s, tree: t, segments: segments, cond: cond}}, err
}

// Check fails when the file could not be stored: for the lack of a right or of room for size bytes, for a condition or a lock.
func (a *PendingFile) Check(size int64) error {
	return a.q.s.viewNamed(a.q, func(v *db.View) error {
		space, err := a.q.loadTargetSpace(v)
		if err != nil {
			return err
		}
		return quota.Check(space, size)
	})
}

// StoreResult is what a program is told about a file that came in.
type StoreResult struct {
	Header  http.Header
	Created bool // the file is new
}

// WriteResponse tells it.
func (st *StoreResult) WriteResponse(c *api.Call) {
	h := c.W.Header()
	for name, values := range st.Header {
		h[name] = values
	}
	status := http.StatusNoContent
	if st.Created {
		status = http.StatusCreated
	}
	c.W.WriteHeader(status)
}

// Store makes the content the file in one transaction with also.
func (a *PendingFile) Store(also func(*db.Tx) error) (*StoreResult, error) {
	return a.storeBy(a.q.s.db.Update, also)
}

func (a *PendingFile) storeBy(update updater, also func(*db.Tx) error) (*StoreResult, error) {
	err := a.q.s.updateNamedBy(a.q, update, func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), a.q.Who); err != nil {
			return err
		}
		if err := a.storeIn(tx); err != nil {
			return err
		}
		return also(tx)
	})
	if err != nil {
		return nil, err
	}
	a.q.s.recordUse(a.q.Who, a.Node.ID)
	return &StoreResult{a.Header, a.Created}, nil
}

// storeIn makes the content the file.
func (a *PendingFile) storeIn(tx *db.Tx) error {
	q := a.q
	t, err := q.findTarget(tx.ReadOnly())
	if q.shouldCreateParents(err) {
		if err = q.createParents(tx); err == nil {
			t, err = q.findTarget(tx.ReadOnly())
		}
	}
	if err != nil {
		return err
	}
	if err := a.writeNode(tx, t); err != nil {
		return err
	}
	a.Header.Set("ETag", fileTag(a.Node))
	a.Header.Set("OC-ETag", fileTag(a.Node))
	if !a.Content.ModifiedAt.IsZero() {
		a.Header.Set("X-OC-Mtime", "accepted")
	}
	if q.tree.SetHeaders == nil {
		return nil
	}
	return q.tree.SetHeaders(tx.ReadOnly(), a.Header, a.Item)
}

// writeNode adds a new file, or changes the one that is there.
func (a *PendingFile) writeNode(tx *db.Tx, t *target) (err error) {
	q := a.q
	if a.Created = t.file == nil; a.Created {
		a.Content.Type = uploads.TypeByExtensionFirst(a.Type, t.name.Type)
		a.Node, _, err = files.Add(tx, q.Who, t.dir, t.name, a.Content, files.Undecided)
	} else {
		a.Content.Type = uploads.TypeByExtensionFirst(a.Type, t.file.TypeKey)
		a.Node, err = q.updateFile(tx, t.file, a.Content)
	}
	if err != nil {
		return err
	}
	if a.Item = t.file; a.Created {
		a.Item = t.dir.Child(a.Node)
	}
	return nil
}

// StoreMany stores files in one transaction. A refusal is that of its file, of which nothing is kept, and the others go in.
func (s *Service) StoreMany(c *api.Call, all []*PendingFile) error {
	err := s.updateNamed(c, func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), c.Who); err != nil {
			return err
		}
		for _, a := range all {
			a.Node = nil
			a.Err = tx.Attempt(func() error { return a.storeIn(tx) })
			if a.Err != nil && toDavError(a.Err) == nil {
				return a.Err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Err == nil {
			s.recordUse(c.Who, a.Node.ID)
		}
	}
	return nil
}

// ErrorText are what a refusal says to the person, and its status; 0 for an error of the server.
func (s *Service) ErrorText(c *api.Call, err error) (int, string) {
	no := toDavError(err)
	if no == nil {
		return 0, ""
	}
	return no.status, translate(s.loadLanguage(c), no.textID, no.name)
}

// EscapePath is the escaped form of a path that a program sends as it is shown, below a base that ends with a slash.
func EscapePath(base, path string) string {
	b := []byte(base)
	for i, name := range strings.Split(strings.Trim(path, "/"), "/") {
		if i > 0 {
			b = append(b, '/')
		}
		b = appendSegment(b, name)
	}
	return string(b)
}

// AppendText appends text of XML.
func AppendText(b []byte, s string) []byte { return appendEscaped(b, s) }

// MyDriveName is the name of a My Drive in a language.
func MyDriveName(language string) string { return translate(language, textMyDrive) }

// SharedWithMeName is the name of the directory of what others share with a person.
func SharedWithMeName(language string) string { return translate(language, textShared) }

// Refusals for protocols beside WebDAV.
var (
	ErrLength error = errBodyLength // a file did not arrive whole
	ErrMethod error = errBadMethod
	ErrExists error = errNameTaken
)

// MapBodyError gives the error of a body that ended too early its words.
func MapBodyError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errBodyLength
	}
	return err
}
