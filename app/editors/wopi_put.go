package editors

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/leases"
	"anbar/blobstore"
	"anbar/db"
)

// WopiStored is the answer to PutFile.
type WopiStored struct {
	ModifiedAt string `json:"LastModifiedTime"`
}

// SchemaName implements api.Named.
func (WopiStored) SchemaName() string { return "WopiStored" }

// wopiVerdict is what becomes of a document that the office server saves.
type wopiVerdict struct {
	it      *access.Item // nil when the person may not edit it any more
	why     error        // the reason for that
	l       *db.Lease    // under which it is stored; nil for a file that was empty
	session *db.WopiSession
	beside  bool  // the file is another editor's now: a copy is made, and then the answer is no
	no      error // the answer, also after a copy was made
}

// wopiJudge says what becomes of a document with a lock and the time of the head that the office server knows.
func (s *Service) wopiJudge(v *db.View, w *wopiCall, lock, stamp string) (*wopiVerdict, error) {
	if w.p.Key == "" || w.p.Version != 0 {
		return nil, fault.PermissionDenied
	}
	j := &wopiVerdict{}
	var err error
	if j.session, err = v.WopiSessionByKey(w.p.Key); errors.Is(err, db.ErrNotFound) || err == nil && j.session.Node != w.p.File {
		return nil, fault.PermissionDenied
	}
	if err != nil {
		return nil, err
	}
	if j.it, err = s.editable(v, w.who, w.target()); refused(err) {
		j.it, j.why, j.no = nil, err, wopiFault(http.StatusNotFound, "this person may not edit the file any more; a copy is kept")
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	l, living, err := leases.Find(v, j.it.ID)
	if err != nil {
		return nil, err
	}
	h := &wopiHeld{s: s, w: w, it: j.it, l: l, living: living}
	switch now, ours := h.current(); {
	case lock != "" && h.wopi() && l.Lock == lock: // also when it ended, and nobody took the file
		j.l = l
		return j, s.wopiUnmoved(v, j, stamp)
	case ours && now != "":
		return nil, h.mismatch()
	case j.it.Size == 0 && ours && lock == "":
		return j, nil // the office server fills a file that it was asked to make
	case !j.session.Closed && lock != "" && !(living && h.wopi()):
		j.beside, j.no = true, mismatch("", "another editor took the file over; a copy stands beside it")
		return j, nil
	}
	return nil, h.mismatch()
}

// wopiUnmoved refuses a document that was made from another head than there is. The version of this sitting is the office
// server's own, whatever it knows of it: the answer to a save may have been lost.
func (s *Service) wopiUnmoved(v *db.View, j *wopiVerdict, stamp string) error {
	if stamp == "" || j.it.Version == j.l.Sitting {
		return nil
	}
	at, err := wopiSaved(v, j.it, j.it.Version)
	if err == nil && wopiTime(at) != stamp {
		err = &wopiError{status: http.StatusConflict, reason: "the file was changed meanwhile", lock: &j.l.Lock, moved: true}
	}
	return err
}

// stampOf is the time of the head that the office server knows; empty when it, or the person whom it asked, does not care.
func stampOf(h http.Header) string {
	if at := h.Get("X-COOL-WOPI-Timestamp"); at != "" {
		return at
	}
	return h.Get("X-LOOL-WOPI-Timestamp")
}

func (s *Service) wopiPut(w *wopiCall) error {
	if op := w.R.Header.Get("X-WOPI-Override"); op != "PUT" {
		return wopiFault(http.StatusNotImplemented, "there is no such operation")
	}
	lock, stamp := w.R.Header.Get("X-WOPI-Lock"), stampOf(w.R.Header)
	ext := ""
	err := s.DB.View(w, func(v *db.View) error { // before its bytes are read
		j, err := s.wopiJudge(v, w, lock, stamp)
		if err != nil {
			return err
		}
		ext = extension(j.session.Name)
		if j.it != nil {
			ext = extension(j.it.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	content, blob, err := s.wopiBody(w, ext)
	if err != nil {
		return err
	}
	defer blob.Release()
	var at string
	var version db.VersionID
	var no error
	err = s.DB.Update(w, func(tx *db.Tx) error {
		j, err := s.wopiJudge(tx.ReadOnly(), w, lock, stamp)
		if err != nil {
			return err
		}
		if no = j.no; no != nil {
			return s.wopiKeep(tx, w, j, content)
		}
		at, version, err = s.wopiStore(tx, w, j, lock, content)
		return err
	})
	if err == nil {
		err = no
	}
	if err != nil {
		return err
	}
	w.W.Header().Set("X-WOPI-ItemVersion", version.String())
	return api.WriteJSON(w.W, http.StatusOK, WopiStored{at})
}

// wopiStore makes a document the head of its file.
func (s *Service) wopiStore(tx *db.Tx, w *wopiCall, j *wopiVerdict, lock string, c files.Content) (string, db.VersionID, error) {
	var version db.VersionID
	if j.l == nil {
		node, err := files.StoreEdit(tx, w.who, j.it, c, 0)
		if err != nil {
			return "", 0, err
		}
		version = node.Version
	} else {
		j.l.User = w.p.User // who is there
		out, err := s.putIn(tx, w.who, j.it, &stored{
			Target: w.target(), base: j.it.Version, key: j.l.Key, sitting: j.l.Sitting, via: leases.WOPI, name: j.it.Name, content: c,
		})
		if err == nil {
			err = leases.Lock(tx, j.l, lock)
		}
		if err != nil {
			return "", 0, err
		}
		version = out.Version
	}
	at, err := wopiSaved(tx.ReadOnly(), j.it, version)
	return wopiTime(at), version, err
}

// wopiKeep stores a document whose file is out of reach: beside it, or in the My Drive of the person. All that a session saves
// afterwards is one file.
func (s *Service) wopiKeep(tx *db.Tx, w *wopiCall, j *wopiVerdict, c files.Content) error {
	k := j.session
	if k.Copy != 0 {
		it, err := s.editable(tx.ReadOnly(), w.who, Target{Space: k.CopySpace, File: k.Copy})
		if err == nil && it.Version == k.CopyVersion && it.Hash != c.Hash && leases.CheckFree(tx.ReadOnly(), w.who, it.ID) == nil {
			node, err := files.StoreEdit(tx, w.who, it, c, k.CopyVersion)
			if err != nil {
				return err
			}
			k.CopyVersion = node.Version
			return tx.UpdateWopiSession(k)
		}
		if err == nil && it.Hash == c.Hash {
			return nil
		}
		if err != nil && !refused(err) {
			return err
		}
	}
	in := &stored{Target: w.target(), key: k.Key, via: leases.WOPI, name: k.Name, content: c}
	var out *Saved
	var err error
	if j.beside {
		out, err = s.copyBeside(tx, w.who, j.it, in)
	} else {
		out, err = s.keepAnywhere(tx, w.who, in, j.why)
	}
	if err != nil {
		return err
	}
	k.Copy, k.CopySpace, k.CopyVersion = out.File, out.Space, out.Version
	return tx.UpdateWopiSession(k)
}

const oleBegins = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// wopiType is how files of an extension begin, and their content type. Those of other extensions may be anything.
func wopiType(ext string) (head, mime string) {
	if known, ok := begins[ext]; ok {
		return known.head, known.mime
	}
	f := formatBy(ext)
	switch {
	case f == nil:
		return "", "application/octet-stream"
	case f.macros:
		return zipBegins, f.mime
	}
	return oleBegins, f.mime
}

// wopiBody stores the body of a request, which has to begin as files of that extension do.
func (s *Service) wopiBody(w *wopiCall, ext string) (files.Content, *blobstore.Lease, error) {
	var c files.Content
	if w.R.ContentLength > maxDocument {
		return c, nil, fault.DocumentTooLarge
	}
	release, err := s.received.Acquire(w, w.owner(), 1)
	if err != nil {
		return c, nil, err
	}
	defer release()
	head, mime := wopiType(ext)
	c, blob, err := s.keepBytes(w, &atMost{api.PacedBody(w.Call), maxDocument}, head, mime)
	if err != nil {
		return c, nil, err
	}
	if said := w.R.Header.Get("X-WOPI-Size"); said != "" && said != strconv.FormatInt(c.Size, 10) {
		blob.Release()
		return c, nil, wopiFault(http.StatusBadRequest, "the size is not what X-WOPI-Size says")
	}
	return c, blob, nil
}

// atMost fails with DocumentTooLarge behind so many bytes.
type atMost struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (a *atMost) Read(b []byte) (int, error) {
	n, err := a.r.Read(b)
	if a.left -= int64(n); a.left < 0 {
		return 0, fault.DocumentTooLarge
	}
	return n, err
}
