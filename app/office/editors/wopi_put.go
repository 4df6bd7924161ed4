package editors

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/blobstore"
	"anbar/db"
)

// WopiStored is the answer to PutFile.
type WopiStored struct {
	ModifiedAt string `json:"LastModifiedTime"`
}

// SchemaName implements api.SchemaNamer.
func (WopiStored) SchemaName() string { return "WopiStored" }

// wopiVerdict is what becomes of a document that the office server saves.
type wopiVerdict struct {
	it      *access.Item // nil when the person may not edit it any more
	cause   error        // the reason for that
	l       *db.Lease    // under which it is stored; nil for a file that was empty
	session *db.WopiSession
	beside  bool  // the file is another editor's now: a copy is made, and then the answer is no
	reply   error // the answer, also after a copy was made
}

// checkWopiSave says what becomes of a document with a lock and the time of the head that the office server knows.
func (s *Service) checkWopiSave(v *db.View, w *wopiCall, lock, stamp string) (*wopiVerdict, error) {
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
	if j.it, err = s.authorizeEdit(v, w.who, w.target()); isDenied(err) {
		j.it, j.cause, j.reply = nil, err, newWopiError(http.StatusNotFound, "this person may not edit the file any more; a copy is kept")
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	l, living, err := leases.Find(v, j.it.ID)
	if err != nil {
		return nil, err
	}
	h := &wopiFileLease{s: s, w: w, it: j.it, l: l, living: living}
	switch now, ours := h.currentLock(); {
	case lock != "" && h.isWopi() && l.Lock == lock: // also when it ended, and nobody took the file
		j.l = l
		return j, s.checkWopiHead(v, j, stamp)
	case ours && now != "":
		return nil, h.mismatchError()
	case j.it.Size == 0 && ours && lock == "":
		return j, nil // the office server fills a file that it was asked to make
	case !j.session.Closed && lock != "" && !(living && h.isWopi()):
		j.beside, j.reply = true, lockMismatch("", "another editor took the file over; a copy stands beside it")
		return j, nil
	}
	return nil, h.mismatchError()
}

// checkWopiHead refuses a document that was made from another head than there is. The version of this sitting is the office
// server's own, whatever it knows of it: the answer to a save may have been lost.
func (s *Service) checkWopiHead(v *db.View, j *wopiVerdict, stamp string) error {
	if stamp == "" || j.it.Version == j.l.EditVersion {
		return nil
	}
	at, err := loadSaveTime(v, j.it, j.it.Version)
	if err == nil && formatWopiTime(at) != stamp {
		err = &wopiError{status: http.StatusConflict, reason: "the file was changed meanwhile", lock: &j.l.Lock, moved: true}
	}
	return err
}

// parseStamp is the time of the head that the office server knows; empty when it, or the person whom it asked, does not care.
func parseStamp(h http.Header) string {
	if at := h.Get("X-COOL-WOPI-Timestamp"); at != "" {
		return at
	}
	return h.Get("X-LOOL-WOPI-Timestamp")
}

func (s *Service) handleWopiPut(w *wopiCall) error {
	if op := w.R.Header.Get("X-WOPI-Override"); op != "PUT" {
		return newWopiError(http.StatusNotImplemented, "there is no such operation")
	}
	lock, stamp := w.R.Header.Get("X-WOPI-Lock"), parseStamp(w.R.Header)
	ext := ""
	err := s.DB.View(w, func(v *db.View) error { // before its bytes are read
		j, err := s.checkWopiSave(v, w, lock, stamp)
		if err != nil {
			return err
		}
		ext = extensionOf(j.session.Name)
		if j.it != nil {
			ext = extensionOf(j.it.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	content, blob, err := s.receiveWopiBody(w, ext)
	if err != nil {
		return err
	}
	defer blob.Release()
	var at string
	var version db.VersionID
	var no error
	err = s.DB.Update(w, func(tx *db.Tx) error {
		j, err := s.checkWopiSave(tx.ReadOnly(), w, lock, stamp)
		if err != nil {
			return err
		}
		if no = j.reply; no != nil {
			return s.storeWopiCopy(tx, w, j, content)
		}
		at, version, err = s.storeWopiHead(tx, w, j, lock, content)
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

// storeWopiHead makes a document the head of its file.
func (s *Service) storeWopiHead(tx *db.Tx, w *wopiCall, j *wopiVerdict, lock string, c files.Content) (string, db.VersionID, error) {
	var version db.VersionID
	if j.l == nil {
		node, err := files.StoreHead(tx, w.who, j.it, c, false, activity.EditorSave)
		if err != nil {
			return "", 0, err
		}
		version = node.Version
	} else {
		j.l.User = w.p.User // who is there
		out, err := s.storeInFile(tx, w.who, j.it, &pendingVersion{
			Target: w.target(), base: j.it.Version, key: j.l.Key, editVersion: j.l.EditVersion, via: leases.WOPI, name: j.it.Name,
			content: c,
		})
		if err == nil {
			err = leases.Lock(tx, j.l, lock)
		}
		if err != nil {
			return "", 0, err
		}
		version = out.Version
	}
	at, err := loadSaveTime(tx.ReadOnly(), j.it, version)
	return formatWopiTime(at), version, err
}

// storeWopiCopy stores a document whose file is out of reach: beside it, or in the My Drive of the person. All that a session saves
// afterwards is one file.
func (s *Service) storeWopiCopy(tx *db.Tx, w *wopiCall, j *wopiVerdict, c files.Content) error {
	k := j.session
	if k.Copy != 0 {
		it, err := s.authorizeEdit(tx.ReadOnly(), w.who, Target{Space: k.CopySpace, File: k.Copy})
		if err == nil && it.Version == k.CopyVersion && it.Hash != c.Hash && leases.CheckFree(tx.ReadOnly(), w.who, it.ID) == nil {
			node, err := files.StoreHead(tx, w.who, it, c, true, activity.EditorSave)
			if err != nil {
				return err
			}
			k.CopyVersion = node.Version
			return tx.UpdateWopiSession(k)
		}
		if err == nil && it.Hash == c.Hash {
			return nil
		}
		if err != nil && !isDenied(err) {
			return err
		}
	}
	in := &pendingVersion{Target: w.target(), key: k.Key, via: leases.WOPI, name: k.Name, content: c}
	var out *SaveResult
	var err error
	if j.beside {
		out, err = s.copyBeside(tx, w.who, j.it, in)
	} else {
		out, err = s.copyToMyDrive(tx, w.who, in, j.cause)
	}
	if err != nil {
		return err
	}
	k.Copy, k.CopySpace, k.CopyVersion = out.File, out.Space, out.Version
	return tx.UpdateWopiSession(k)
}

const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// wopiSignature is how files of an extension begin, and their content type. Those of other extensions may be anything.
func wopiSignature(ext string) (head, mime string) {
	if known, ok := signatures[ext]; ok {
		return known.head, known.mime
	}
	f := formatByExtension(ext)
	switch {
	case f == nil:
		return "", "application/octet-stream"
	case f.macros:
		return zipSignature, f.mime
	}
	return oleSignature, f.mime
}

// receiveWopiBody stores the body of a request, which has to begin as files of that extension do.
func (s *Service) receiveWopiBody(w *wopiCall, ext string) (files.Content, *blobstore.Lease, error) {
	var c files.Content
	if w.R.ContentLength > maxDocument {
		return c, nil, fault.DocumentTooLarge
	}
	release, err := s.receiveSlots.Acquire(w, w.owner(), 1)
	if err != nil {
		return c, nil, err
	}
	defer release()
	head, mime := wopiSignature(ext)
	c, blob, err := s.storeContent(w, &limitedReader{api.PacedBody(w.Call), maxDocument}, head, mime)
	if err != nil {
		return c, nil, err
	}
	if announced := w.R.Header.Get("X-WOPI-Size"); announced != "" && announced != strconv.FormatInt(c.Size, 10) {
		blob.Release()
		return c, nil, newWopiError(http.StatusBadRequest, "the size is not what X-WOPI-Size says")
	}
	return c, blob, nil
}

// limitedReader fails with DocumentTooLarge behind so many bytes.
type limitedReader struct {
	r         io.Reader
	remaining int64
}

// Read implements io.Reader.
func (a *limitedReader) Read(b []byte) (int, error) {
	n, err := a.r.Read(b)
	if a.remaining -= int64(n); a.remaining < 0 {
		return 0, fault.DocumentTooLarge
	}
	return n, err
}
