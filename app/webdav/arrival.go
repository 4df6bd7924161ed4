package webdav

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/files"
	"anbar/app/quota"
	"anbar/app/uploads"
	"anbar/db"
)

// Arrival is a file that comes to its place in a tree by another way than the body of a PUT.
type Arrival struct {
	Type    string // as the program says it
	Content files.Content
	Node    *db.Node // of the file, once it is stored
	Item    *access.Item
	Made    bool        // the file is new
	Header  http.Header // about it
	Refused error       // why StoreMany left it out

	q *request
}

// Arrive prepares to store a file at an escaped path, under the conditions of its part of a request.
func (s *Service) Arrive(c *api.Call, t *Tree, escaped string, part http.Header) (*Arrival, error) {
	segments, err := below(t.Base, escaped)
	if err != nil {
		return nil, err
	}
	return s.arrive(c, t, segments, part)
}

// ArriveAt is Arrive for the destination that the request names.
func (s *Service) ArriveAt(c *api.Call, t *Tree) (*Arrival, error) {
	segments, err := destination(c.R, t.Base)
	if err != nil {
		return nil, err
	}
	a, err := s.arrive(c, t, segments, c.R.Header)
	if err == nil && !overwrites(c.R) {
		a.q.cond.header = a.q.cond.header.Clone()
		a.q.cond.header.Set("If-None-Match", "*")
	}
	return a, err
}

func (s *Service) arrive(c *api.Call, t *Tree, segments []string, h http.Header) (*Arrival, error) {
	cond, err := readConditions(c.R, h)
	if err == nil && len(segments) == 0 {
		err = errDirectory
	}
	return &Arrival{Header: http.Header{}, q: &request{Call: c, s: s, tree: t, segments: segments, cond: cond}}, err
}

// Check fails when the file could not be stored: for the lack of a right or of room for size bytes, for a condition or a lock.
func (a *Arrival) Check(size int64) error {
	return a.q.s.view(a.q, func(v *db.View) error {
		space, err := a.q.spaceFor(v)
		if err != nil {
			return err
		}
		return quota.Check(space, size)
	})
}

// Stored is what a program is told about a file that came in.
type Stored struct {
	Header http.Header
	Made   bool // the file is new
}

// Answer tells it.
func (st *Stored) Answer(c *api.Call) {
	h := c.W.Header()
	for name, values := range st.Header {
		h[name] = values
	}
	status := http.StatusNoContent
	if st.Made {
		status = http.StatusCreated
	}
	c.W.WriteHeader(status)
}

// Store makes the content the file in one transaction with also.
func (a *Arrival) Store(also func(*db.Tx) error) (*Stored, error) {
	err := a.q.s.update(a.q, func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), a.q.Who); err != nil {
			return err
		}
		if err := a.store(tx); err != nil {
			return err
		}
		return also(tx)
	})
	if err != nil {
		return nil, err
	}
	a.q.s.used(a.q.Who, a.Node.ID)
	return &Stored{a.Header, a.Made}, nil
}

// store makes the content the file.
func (a *Arrival) store(tx *db.Tx) error {
	q := a.q
	t, err := q.target(tx.ReadOnly())
	if q.makesParents(err) {
		if err = q.makeParents(tx); err == nil {
			t, err = q.target(tx.ReadOnly())
		}
	}
	if err != nil {
		return err
	}
	if err := a.put(tx, t); err != nil {
		return err
	}
	a.Header.Set("ETag", fileTag(a.Node))
	a.Header.Set("OC-ETag", fileTag(a.Node))
	if !a.Content.ModifiedAt.IsZero() {
		a.Header.Set("X-OC-Mtime", "accepted")
	}
	if q.tree.Stored == nil {
		return nil
	}
	return q.tree.Stored(tx.ReadOnly(), a.Header, a.Item)
}

// put adds a new file, or changes the one that is there.
func (a *Arrival) put(tx *db.Tx, t *target) (err error) {
	q := a.q
	if a.Made = t.file == nil; a.Made {
		a.Content.Type = uploads.TypeOf(a.Type, t.name.Type)
		a.Node, _, err = files.Add(tx, q.Who, t.dir, t.name, a.Content, files.Undecided)
	} else {
		a.Content.Type = uploads.TypeOf(a.Type, t.file.TypeKey)
		a.Node, err = q.change(tx, t.file, a.Content)
	}
	if err != nil {
		return err
	}
	if a.Item = t.file; a.Made {
		a.Item = t.dir.Child(a.Node)
	}
	return nil
}

// StoreMany stores files in one transaction. A refusal is that of its file, of which nothing is kept, and the others go in.
func (s *Service) StoreMany(c *api.Call, all []*Arrival) error {
	err := s.update(c, func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), c.Who); err != nil {
			return err
		}
		for _, a := range all {
			a.Node = nil
			a.Refused = tx.Attempt(func() error { return a.store(tx) })
			if a.Refused != nil && refusalOf(a.Refused) == nil {
				return a.Refused
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Refused == nil {
			s.used(c.Who, a.Node.ID)
		}
	}
	return nil
}

// Words are what a refusal says to the person, and its status; 0 for an error of the server.
func (s *Service) Words(c *api.Call, err error) (int, string) {
	no := refusalOf(err)
	if no == nil {
		return 0, ""
	}
	return no.status, say(s.languageOf(c), no.word, no.name)
}

// Escape is the escaped form of a path that a program sends as it is shown, below a base that ends with a slash.
func Escape(base, path string) string {
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
func AppendText(b []byte, s string) []byte { return appendText(b, s) }

// MyDrive is the name of a My Drive in a language.
func MyDrive(language string) string { return say(language, wordMyDrive) }

// SharedWithMe is the name of the directory of what others share with a person.
func SharedWithMe(language string) string { return say(language, wordShared) }

// Refusals for protocols beside WebDAV.
var (
	ErrLength error = errLength // a file did not arrive whole
	ErrMethod error = errMethod
	ErrExists error = errExists
)

// Torn gives the error of a body that ended too early its words.
func Torn(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errLength
	}
	return err
}
