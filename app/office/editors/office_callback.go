package editors

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/onlyoffice"
	"anbar/db"
)

const maxDocument = limits.EditPart

// acceptCallback handles what the Document Server tells of a document. A fault is a refusal for good, any other error is one that
// another try may not meet.
func (e *office) acceptCallback(ctx context.Context, server *onlyoffice.Server, p *pass, c *onlyoffice.Callback, token string) error {
	if c.Key != p.Key {
		return fault.BadRequest.Because(errors.New("the key is not that of the address"))
	}
	k, err := db.Get(ctx, e.s.DB, func(v *db.View) (*db.OfficeKey, error) { return v.OfficeKeyByKey(c.Key) })
	if errors.Is(err, db.ErrNotFound) {
		if c.Status == onlyoffice.StatusEditing || c.Status == onlyoffice.StatusClosed {
			return nil // somebody reads
		}
		return fault.InvalidID
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(token))
	seen := hex.EncodeToString(sum[:])
	switch c.Status {
	case onlyoffice.StatusEditing:
		return e.renewLease(ctx, k, c)
	case onlyoffice.StatusClosed:
		return e.closeSession(ctx, k, c)
	case onlyoffice.StatusSave, onlyoffice.StatusForced, onlyoffice.StatusSaveFailed, onlyoffice.StatusForceFailed:
	default:
		return fault.BadRequest.Because(fmt.Errorf("status %d", c.Status))
	}
	failed := c.Status == onlyoffice.StatusSaveFailed || c.Status == onlyoffice.StatusForceFailed
	if failed {
		e.s.Log.Error("the office server could not save a document", "key", c.Key, "status", c.Status, "with_document", c.URL != "")
		if c.URL == "" {
			return nil
		}
	}
	final := c.Status == onlyoffice.StatusSave || c.Status == onlyoffice.StatusSaveFailed
	d := &delivery{key: k, url: c.URL, ext: c.FileType, final: final, authors: listAuthors(c, k, p), tokenSum: seen, issuedAt: c.IssuedAt}
	if d.isDelivered(k) {
		return nil
	}
	return e.storeDelivery(ctx, server, d)
}

// listAuthors are the people in whose name a document is stored: the first one who may, else the first one with a My Drive.
func listAuthors(c *onlyoffice.Callback, k *db.OfficeKey, p *pass) []db.UserID {
	var names []string
	if c.ForceSave == 1 && len(c.Actions) > 0 {
		names = append(names, c.Actions[0].User)
	}
	var all []db.UserID
	for _, name := range append(names, c.Users...) {
		var id db.UserID
		if id.UnmarshalText([]byte(name)) == nil && id != 0 {
			all = append(all, id)
		}
	}
	return append(all, p.User, k.User)
}

// renewLease lets the lease live while people are there.
func (e *office) renewLease(ctx context.Context, k *db.OfficeKey, c *onlyoffice.Callback) error {
	return e.s.DB.Update(ctx, func(tx *db.Tx) error {
		l, _, err := leases.Find(tx.ReadOnly(), k.Node)
		if err != nil || l == nil || l.Key != k.Key {
			return err
		}
		if len(c.Users) > 0 {
			var id db.UserID
			if id.UnmarshalText([]byte(c.Users[0])) == nil && !contains(c.Users, l.User.String()) {
				if _, err := tx.UserByID(id); err == nil {
					l.User = id
				}
			}
		}
		return leases.Extend(tx, l)
	})
}

func contains(all []string, s string) bool {
	for _, one := range all {
		if one == s {
			return true
		}
	}
	return false
}

// closeSession ends the lease when the last one left without changes.
func (e *office) closeSession(ctx context.Context, k *db.OfficeKey, c *onlyoffice.Callback) error {
	if c.IssuedAt < k.SeenAt {
		return nil // it is older than a save
	}
	return e.s.DB.Update(ctx, func(tx *db.Tx) error {
		if k.State == db.OfficeOpen {
			k.State, k.SeenAt = db.OfficeClosed, max(k.SeenAt, c.IssuedAt)
			if err := tx.UpdateOfficeKey(k); err != nil {
				return err
			}
		}
		return releaseLease(tx, k)
	})
}

// releaseLease ends the lease of a key.
func releaseLease(tx *db.Tx, k *db.OfficeKey) error {
	l, _, err := leases.Find(tx.ReadOnly(), k.Node)
	if err != nil || l == nil || l.Key != k.Key {
		return err
	}
	return leases.Release(tx, k.Node, l.ID)
}

// delivery is a document that the Document Server hands over.
type delivery struct {
	key      *db.OfficeKey
	url      string
	ext      string // of what comes; empty when it says none
	final    bool   // nobody edits it any more
	authors  []db.UserID
	tokenSum string // of the callback; empty of one that was forgotten
	issuedAt int64
}

// isDelivered reports whether a document, or a later one, is here already.
func (d *delivery) isDelivered(k *db.OfficeKey) bool {
	return d.tokenSum != "" && (k.Seen == d.tokenSum || !d.final && d.issuedAt < k.SeenAt)
}

// storeDelivery fetches a document and stores it.
func (e *office) storeDelivery(ctx context.Context, server *onlyoffice.Server, d *delivery) error {
	own := extensionOf(d.key.Name)
	w := &pendingVersion{
		Target: Target{Space: d.key.Space, File: d.key.Node}, base: d.key.Opened, key: d.key.Key,
		via: leases.OnlyOffice, name: d.key.Name,
	}
	w.before = func(tx *db.Tx) (bool, error) { // another callback may have come while this one was fetched
		now, err := tx.OfficeKeyByKey(d.key.Key)
		if err != nil {
			return false, err
		}
		w.editVersion = now.EditVersion
		return !d.isDelivered(now), nil
	}
	at := d.url
	if d.ext != "" && d.ext != own {
		var err error
		at, w.copyExt, err = e.convertBack(ctx, server, d, own)
		if err != nil {
			return err
		}
	}
	ext := own
	if w.copyExt != "" {
		ext = w.copyExt
	}
	content, blob, err := e.fetchContent(ctx, server, at, ext)
	if err != nil {
		return err
	}
	defer blob.Release()
	w.content = content
	w.after = func(tx *db.Tx, out *SaveResult) error { return e.recordDelivery(tx, d, out) }
	var all error
	for _, w.noCopy = range []bool{true, false} { // what several people wrote belongs into the file if one of them may
		for _, id := range d.authors {
			_, err := e.s.storeVersion(ctx, access.Actor{User: id}, w)
			if !isDenied(err) && !errors.Is(err, db.ErrNotFound) {
				return err
			}
			all = errors.Join(all, err)
		}
	}
	return fault.PermissionDenied.Because(all)
}

// convertBack has a document converted to the format of its file. When that does not work the document becomes a copy in the
// format that it has.
func (e *office) convertBack(ctx context.Context, server *onlyoffice.Server, d *delivery, own string) (at, rename string, err error) {
	at, err = server.Convert(ctx, &onlyoffice.Conversion{
		URL: d.url, From: d.ext, To: own, Key: d.key.Key + "-" + own, Title: d.key.Name,
	})
	if err == nil {
		return at, "", nil
	}
	if errors.Is(err, onlyoffice.ErrBusy) {
		return "", "", err
	}
	if formatByExtension(d.ext) == nil {
		return "", "", fault.UploadType
	}
	return d.url, d.ext, nil
}

// recordDelivery records the hand-over, in the transaction that stores the document.
func (e *office) recordDelivery(tx *db.Tx, d *delivery, out *SaveResult) error {
	k, err := tx.OfficeKeyByKey(d.key.Key)
	if err != nil {
		return err
	}
	if d.tokenSum != "" {
		k.Seen = d.tokenSum
	}
	k.SeenAt = max(k.SeenAt, d.issuedAt)
	if out.Outcome == OutcomeSaved {
		k.EditVersion = out.Version
	}
	if !d.final {
		return tx.UpdateOfficeKey(k)
	}
	k.State, k.EditVersion = db.OfficeSaved, 0
	return errors.Join(tx.UpdateOfficeKey(k), releaseLease(tx, k))
}
