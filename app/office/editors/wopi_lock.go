package editors

import (
	"errors"
	"net/http"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/db"
)

// parseLock reads the text of a lock from a header.
func parseLock(h http.Header, name string) (string, error) {
	text := h.Get(name)
	if text == "" || len(text) > limits.WopiLock {
		return "", newWopiError(http.StatusBadRequest, name+" is missing or too long")
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return "", newWopiError(http.StatusBadRequest, name+" is no text")
		}
	}
	return text, nil
}

func (s *Service) handleWopiOverride(w *wopiCall) error {
	op := w.R.Header.Get("X-WOPI-Override")
	switch op {
	case "LOCK", "REFRESH_LOCK", "UNLOCK":
	case "GET_LOCK":
		return s.handleWopiGetLock(w)
	case "PUT_RELATIVE":
		return s.handleWopiPutRelative(w)
	default:
		return newWopiError(http.StatusNotImplemented, "there is no such operation")
	}
	text, err := parseLock(w.R.Header, "X-WOPI-Lock")
	if err != nil {
		return err
	}
	old := ""
	if _, relocks := w.R.Header["X-Wopi-Oldlock"]; relocks && op == "LOCK" {
		if old, err = parseLock(w.R.Header, "X-WOPI-OldLock"); err != nil {
			return err
		}
	}
	version, err := db.Do(w, s.DB, func(tx *db.Tx) (version db.VersionID, err error) {
		it, err := s.authorizeWopiEdit(tx.ReadOnly(), w)
		if err != nil {
			return version, err
		}
		version = it.Version
		l, living, err := leases.Find(tx.ReadOnly(), it.ID)
		if err != nil {
			return version, err
		}
		h := &wopiFileLease{s: s, w: w, it: it, l: l, living: living}
		switch {
		case op == "UNLOCK":
			return version, h.unlock(tx, text)
		case op == "REFRESH_LOCK":
			return version, h.refresh(tx, text, text)
		case old != "":
			return version, h.refresh(tx, old, text)
		}
		return version, h.lock(tx, text)
	})
	if err != nil {
		return err
	}
	w.W.Header().Set("X-WOPI-ItemVersion", version.String())
	w.W.WriteHeader(http.StatusOK)
	return nil
}

// authorizeWopiEdit loads the file of a request whose person may edit it.
func (s *Service) authorizeWopiEdit(v *db.View, w *wopiCall) (*access.Item, error) {
	if w.p.Key == "" || w.p.Version != 0 {
		return nil, fault.PermissionDenied
	}
	return s.authorizeEdit(v, w.who, w.target())
}

// wopiFileLease is a file with its lease. A lease of WOPI without a lock is a person who opened the page: for the office server the
// file is not locked then.
type wopiFileLease struct {
	s      *Service
	w      *wopiCall
	it     *access.Item
	l      *db.Lease
	living bool
}

func (h *wopiFileLease) isWopi() bool { return h.l != nil && h.l.Via == string(leases.WOPI) }

// currentLock is the lock that the file has; false while another kind of editor has the file.
func (h *wopiFileLease) currentLock() (string, bool) {
	switch {
	case !h.living:
		return "", true
	case h.isWopi():
		return h.l.Lock, true
	}
	return "", false
}

func (h *wopiFileLease) mismatchError() error {
	text, ours := h.currentLock()
	if !ours {
		return lockMismatch("", "the file is edited elsewhere")
	}
	return lockMismatch(text, "the file has another lock")
}

func (h *wopiFileLease) lock(tx *db.Tx, text string) error {
	now, ours := h.currentLock()
	if !ours || now != "" && now != text {
		return h.mismatchError()
	}
	if h.isWopi() && (h.living || h.l.User == h.w.p.User && h.l.Key == h.w.p.Key) {
		return leases.Lock(tx, h.l, text)
	}
	k, err := tx.WopiSessionByKey(h.w.p.Key)
	if errors.Is(err, db.ErrNotFound) || err == nil && k.Node != h.it.ID {
		return fault.PermissionDenied
	}
	if err != nil {
		return err
	}
	k.Closed = false // the person was away, and goes on
	if err := tx.UpdateWopiSession(k); err != nil {
		return err
	}
	l, _, err := leases.Acquire(tx, h.w.who, h.it.ID, leases.Claim{
		Via: leases.WOPI, Name: h.it.Name, Opened: h.it.Version, OpenedHash: h.it.Hash, Key: k.Key,
	}, false)
	if err != nil {
		return err
	}
	return leases.Lock(tx, l, text)
}

// refresh renews a lock, perhaps under another text. One that ended lives again when nobody took the file meanwhile.
func (h *wopiFileLease) refresh(tx *db.Tx, had, text string) error {
	if !h.isWopi() || h.l.Lock != had {
		return h.mismatchError()
	}
	h.l.User = h.w.p.User // who is there
	return leases.Lock(tx, h.l, text)
}

func (h *wopiFileLease) unlock(tx *db.Tx, text string) error {
	if now, ours := h.currentLock(); !ours || now == "" || now != text {
		return h.mismatchError()
	}
	k, err := tx.WopiSessionByKey(h.l.Key)
	if err == nil {
		k.Closed = true
		err = tx.UpdateWopiSession(k)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	return leases.Release(tx, h.it.ID, h.l.ID)
}

func (s *Service) handleWopiGetLock(w *wopiCall) error {
	h := &wopiFileLease{s: s, w: w}
	err := s.DB.View(w, func(v *db.View) (err error) {
		if h.it, err = s.authorizeWopiEdit(v, w); err == nil {
			h.l, h.living, err = leases.Find(v, h.it.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	now, ours := h.currentLock()
	if !ours {
		return h.mismatchError()
	}
	w.W.Header().Set("X-WOPI-Lock", now)
	w.W.WriteHeader(http.StatusOK)
	return nil
}
