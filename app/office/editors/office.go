package editors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/onlyoffice"
	"anbar/db"
)

// office is the editor of a Document Server of ONLYOFFICE.
type office struct{ s *Service }

// pass is what an address holds that the Document Server gets: which document it may fetch, or hand over.
type pass struct {
	Act     string       `json:"act"`
	Key     string       `json:"key,omitempty"` // of a session; of WOPI only with the right to edit
	Space   db.SpaceID   `json:"space,omitzero"`
	File    db.NodeID    `json:"file,omitzero"`
	Version db.VersionID `json:"version,omitzero"`
	User    db.UserID    `json:"user,omitzero"`
	Session db.SessionID `json:"session,omitzero"` // that it ends with
	Expires int64        `json:"exp"`
}

const (
	actFetch = "fetch"
	actStore = "store"
	actProbe = "probe" // fetches an empty document, for a test

	fetchLife = time.Hour
	storeLife = 30 * 24 * time.Hour
	keysLife  = 2 * storeLife
	maxTitle  = 128
)

// signedURL is a call of this server for the Document Server.
func (e *office) signedURL(server *onlyoffice.Server, call string, p pass, life time.Duration) (string, error) {
	p.Expires = time.Now().Add(life).Unix()
	token, err := onlyoffice.Sign(string(e.s.Key), p)
	if err != nil {
		return "", err
	}
	base := server.Own
	if base == "" {
		base = e.s.URL()
	}
	return base + "/api/editor/onlyoffice/" + call + "?t=" + url.QueryEscape(token), nil
}

// parsePass checks the pass of a request.
func (e *office) parsePass(token string) (*pass, error) {
	p := &pass{}
	return p, onlyoffice.Verify(string(e.s.Key), token, p)
}

// CanEdit implements Provider.
func (e *office) CanEdit(ext string) bool { f := formatByExtension(ext); return f != nil && f.native }

func (e *office) shareLease(tx *db.Tx, o *OpenSession, it *access.Item, claim leases.Claim, over bool) (now, before *db.Lease, err error) {
	k, err := tx.OfficeKeyOf(it.ID)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, nil, err
	}
	if err != nil || it.Version != k.Opened && it.Version != k.EditVersion {
		k = &db.OfficeKey{
			Key:  fmt.Sprintf("%s-%s-%s", it.ID, it.Version, db.LeaseID(db.NewID())),
			Node: it.ID, Space: it.Space.ID, User: o.Who.User, Name: it.Name, Opened: it.Version,
		}
		if err := tx.InsertOfficeKey(k); err != nil {
			return nil, nil, err
		}
	}
	l, living, err := leases.Find(tx.ReadOnly(), it.ID)
	if err != nil {
		return nil, nil, err
	}
	if living && l.Key == k.Key {
		return l, nil, leases.Extend(tx, l)
	}
	claim.Key = k.Key
	return leases.Acquire(tx, o.Who, it.ID, claim, over)
}

// Open implements Provider.
func (e *office) Open(_ context.Context, o *OpenSession) error {
	server := e.s.Office.Now()
	if server == nil {
		return fault.OfficeOff
	}
	key := fmt.Sprintf("%s-%s-view", o.Target.File, o.Base)
	if o.Lease != nil {
		key = o.Lease.Key
	}
	p := pass{Act: actFetch, Space: o.Target.Space, File: o.Target.File, Version: o.Base, User: o.Who.User, Session: o.Who.Session}
	fetch, err := e.signedURL(server, "download", p, fetchLife)
	if err != nil {
		return err
	}
	p.Act, p.Key = actStore, key
	callback, err := e.signedURL(server, "callback", p, storeLife)
	if err != nil {
		return err
	}
	title := []rune(o.Name)
	c := &onlyoffice.Config{
		Type: "desktop", DocumentType: string(o.Kind),
		Document: onlyoffice.Document{
			FileType: o.format.ext, Key: key, Title: string(title[:min(len(title), maxTitle)]), URL: fetch,
			Reference:   onlyoffice.Reference{File: o.Target.File.String(), Instance: "anbar"},
			Permissions: onlyoffice.Permissions{Edit: o.Mode == Edit, Download: true, Print: true, Copy: true, Comment: o.Mode == Edit},
		},
		Editor: onlyoffice.Editor{
			Mode: o.Mode, Language: "en", Region: "en-US", CallbackURL: callback,
			User:   onlyoffice.User{ID: o.Who.User.String(), Name: o.Person.FirstName + " " + o.Person.LastName},
			Custom: onlyoffice.Customization{ForceSave: true, Autosave: true, Close: onlyoffice.Close{Visible: true}},
		},
	}
	if o.Phone {
		c.Type = "mobile"
	}
	c.Token, err = onlyoffice.Sign(server.Secret, c)
	o.Server, o.Config = server.URL, c
	return err
}

// ForceSave implements Provider.
func (e *office) ForceSave(ctx context.Context, l *db.Lease) error {
	server := e.s.Office.Now()
	if server == nil {
		return fault.OfficeOff
	}
	return toOfficeFault(server.ForceSave(ctx, l.Key))
}

// EndSessions implements Provider.
func (e *office) EndSessions(ctx context.Context, l *db.Lease) error {
	server := e.s.Office.Now()
	if server == nil {
		return nil
	}
	return server.EndSessions(ctx, l.Key, nil)
}

// Close implements Provider. The server tells when the last one has left and everything is handed over.
func (e *office) Close(context.Context, *db.Lease) (bool, error) { return false, nil }

// Convert implements Provider.
func (e *office) Convert(ctx context.Context, from *Source, to string) (io.ReadCloser, error) {
	server := e.s.Office.Now()
	if server == nil {
		return nil, fault.OfficeOff
	}
	at, err := e.signedURL(server, "download", pass{
		Act: actFetch, Space: from.Space, File: from.File, Version: from.Version, User: from.Who.User,
		Session: from.Who.Session,
	}, fetchLife)
	if err != nil {
		return nil, err
	}
	made, err := server.Convert(ctx, &onlyoffice.Conversion{
		URL: at, From: from.Ext, To: to, Key: fmt.Sprintf("%s-%s-%s", from.File, from.Version, to), Title: from.Name,
	})
	if err != nil {
		return nil, toOfficeFault(err)
	}
	r, err := server.Fetch(ctx, made, maxDocument)
	return r, toOfficeFault(err)
}

// toOfficeFault gives an office server that does not answer its place in the catalogue.
func toOfficeFault(err error) error {
	if errors.Is(err, onlyoffice.ErrBusy) {
		return fault.OfficeAnswer.Because(err)
	}
	return err
}
