package editors

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/downloads"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/onlyoffice"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
)

// Target names a version of a file; the head when Version is zero.
type Target struct {
	Space     db.SpaceID
	Directory db.NodeID
	File      db.NodeID
	Version   db.VersionID
}

// Modes of a document that is open.
const (
	Edit = "edit"
	View = "view"
)

// LeaseAnswer is a lease as its holder gets it.
type LeaseAnswer struct {
	ID        db.LeaseID `json:"lease_id"`
	ExpiresAt api.Time   `json:"expires_at" doc:"unless it is renewed; ping each 20 seconds"`
}

// SchemaName implements api.SchemaNamer.
func (LeaseAnswer) SchemaName() string { return "EditorLease" }

func toLeaseAnswer(l *db.Lease) *LeaseAnswer {
	if l == nil {
		return nil
	}
	return &LeaseAnswer{l.ID, api.Time(l.ExpiresAt)}
}

// OpenResult is a document for the page that shows it.
type OpenResult struct {
	Engine     leases.EditorKind `json:"engine" enum:"embedded,onlyoffice,wopi,google"`
	Kind       Kind              `json:"kind" enum:"word,cell,slide"`
	Mode       string            `json:"mode" enum:"edit,view"`
	Reason     string            `json:"reason" doc:"why it is only shown, as an error_code; empty when it is edited or was opened to be read"`
	Name       string            `json:"file_name"`
	Base       db.VersionID      `json:"base_version_id"`
	Head       bool              `json:"is_head" doc:"that version is the current one"`
	Size       int64             `json:"size"`
	ContentURL string            `json:"content_url" doc:"signed address of the bytes of that version"`
	Lease      *LeaseAnswer      `json:"lease"`
	Holder     *leases.Holder    `json:"holder" doc:"someone else who edits the file now"`

	Server string             `json:"document_server_url,omitempty" doc:"of onlyoffice"`
	Config *onlyoffice.Config `json:"config,omitempty" doc:"of onlyoffice, for the page that /editor/onlyoffice/frame answers"`
	Frame  *Frame             `json:"frame,omitempty" doc:"of wopi, for the page that /editor/wopi/frame answers"`
}

// SchemaName implements api.SchemaNamer.
func (OpenResult) SchemaName() string { return "EditorOpened" }

// OpenSession is a document that is being opened, for its Provider.
type OpenSession struct {
	*OpenResult
	Who    access.Actor
	Target Target
	Person db.User
	Phone  bool
	Lease  *db.Lease // nil to read

	found  *downloads.FileVersion
	format *format
}

// OpenRequest is how a caller wants a document.
type OpenRequest struct {
	Target
	Kind     Kind              // that the caller expects; empty for any
	Engine   leases.EditorKind // that the caller chooses; empty for that of the settings
	ReadOnly bool              // to read it
	TakeOver bool              // to take it over from another person
	Device   string
	Phone    bool
	Owner    limits.Owner

	officeErr error // why the office server cannot be asked
}

// Open opens a document to be edited or, when that is not possible, to be read; the answer says why.
func (s *Service) Open(ctx context.Context, who access.Actor, a OpenRequest) (*OpenResult, error) {
	a.officeErr = s.refreshWopi(ctx)
	o, err := s.loadDocument(ctx, who, a)
	if err != nil {
		return nil, err
	}
	if o.Reason == "" && !a.ReadOnly {
		o.Reason, err = s.checkContent(ctx, a.Owner, o)
	}
	if err == nil && o.Reason == "" && !a.ReadOnly {
		err = s.acquireLease(ctx, who, a, o)
	}
	if err != nil {
		return nil, err
	}
	l, _, err := s.Downloads.CreateURL(ctx, who, downloads.Target{
		Space: a.Space, Directory: a.Directory, File: a.File, Version: o.Base,
	}, 0, true)
	if err != nil {
		return nil, err
	}
	o.ContentURL = l.URL
	s.OnUse(who, a.File)
	return o.OpenResult, s.providers[o.Engine].Open(ctx, o)
}

// loadDocument loads a document for a caller who may read it, and finds out what of that does not depend on its content.
func (s *Service) loadDocument(ctx context.Context, who access.Actor, a OpenRequest) (*OpenSession, error) {
	return db.Get(ctx, s.DB, func(v *db.View) (o *OpenSession, err error) {
		it, err := access.File(v, who, a.Space, a.Directory, a.File, access.Read)
		if err != nil {
			return nil, err
		}
		f := formatOf(it.Name, it.ContentType)
		if f == nil || a.Kind != "" && a.Kind != f.kind {
			return nil, fault.NotEditable
		}
		found, err := downloads.VersionOf(v, it, a.Version)
		if errors.Is(err, fault.VersionNotFound) {
			return nil, fault.EditorVersion
		}
		if err != nil {
			return nil, err
		}
		via, p, err := s.chooseEngine(f, a.Engine)
		if err != nil {
			return nil, err
		}
		if via == leases.WOPI && a.officeErr != nil {
			return nil, fault.OfficeAnswer.Because(a.officeErr)
		}
		o = &OpenSession{
			OpenResult: &OpenResult{
				Engine: via, Kind: f.kind, Mode: View, Name: it.Name, Base: found.Version, Head: found.Version == it.Version,
				Size: found.Size,
			},
			Who: who, Target: a.Target, Phone: a.Phone, found: found, format: f,
		}
		u, err := v.UserByID(who.User)
		if err != nil {
			return o, err
		}
		o.Person = *u
		o.Reason = faultKey(s.checkEditable(v, who, a.Target, o, p))
		l, living, err := leases.Find(v, a.File)
		if err == nil && living && l.User != who.User {
			o.Holder, err = leases.HolderOf(v, l)
		}
		return o, err
	})
}

// checkEditable fails when a document is not edited whatever is in it.
func (s *Service) checkEditable(v *db.View, who access.Actor, t Target, o *OpenSession, p Provider) error {
	switch {
	case !o.Head:
		return fault.EarlierVersion
	case o.format.macros:
		return fault.DocumentMacros
	case !p.CanEdit(o.format.ext):
		return fault.NotEditable
	case o.Size > limits.EditPart:
		return fault.DocumentTooLarge
	}
	_, err := s.authorizeEdit(v, who, t)
	return err
}

// authorizeEdit loads a file for a caller who may edit it. Without a directory it may lie anywhere in the workspace.
func (s *Service) authorizeEdit(v *db.View, who access.Actor, t Target) (*access.Item, error) {
	it, err := access.Node(v, who, t.Space, t.File, access.Update, access.Editor)
	if err != nil {
		return nil, err
	}
	if it.Kind != db.File || t.Directory != 0 && it.Parent != t.Directory {
		return nil, fault.InvalidID
	}
	return it, it.Check(access.Create, access.Version)
}

// faultKey is the code of a fault.
func faultKey(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Key
	}
	return ""
}

// checkContent returns why the content of a document forbids to edit it. The result is remembered: a version does not change.
func (s *Service) checkContent(ctx context.Context, owner limits.Owner, o *OpenSession) (string, error) {
	if o.Engine != leases.Embedded {
		return "", nil // that server looks for itself
	}
	key := checkKey{o.found.Hash, o.Kind}
	s.mu.Lock()
	reason, known := s.checks.Get(key)
	s.mu.Unlock()
	if known {
		return reason, nil
	}
	c, done, err := s.openContent(ctx, o.found.Space, o.found.Hash)
	if err != nil {
		return "", err
	}
	defer done()
	err = toDecodeFault(s.Merger.CheckEditable(ctx, owner, decodeKinds[o.Kind], c))
	if reason = faultKey(err); err != nil && reason == "" {
		return "", err
	}
	s.mu.Lock()
	s.checks.Put(key, reason)
	s.mu.Unlock()
	return reason, nil
}

// openContent opens a blob for decoders.
func (s *Service) openContent(ctx context.Context, space db.SpaceID, h db.Hash) (c decode.Content, done func(), err error) {
	b, err := s.Blobs.Open(ctx, blobstore.Digest(h))
	if errors.Is(err, blobstore.ErrNotFound) {
		err = fault.ContentDamaged.Because(err)
	}
	if err != nil {
		return c, nil, err
	}
	return decode.Content{From: b, Size: b.Size(), Hash: h, Space: space}, func() { _ = b.Close() }, nil
}

// acquireLease gives the caller the lease of the file, or finds out why not.
func (s *Service) acquireLease(ctx context.Context, who access.Actor, a OpenRequest, o *OpenSession) error {
	before, err := db.Do(ctx, s.DB, func(tx *db.Tx) (before *db.Lease, err error) {
		it, err := s.authorizeEdit(tx.ReadOnly(), who, a.Target)
		if err != nil {
			return nil, err
		}
		if it.Version != o.Base {
			return nil, fault.VersionChanged // between the two transactions
		}
		claim := leases.Claim{Via: o.Engine, Device: a.Device, Name: it.Name, Opened: it.Version, OpenedHash: it.Hash}
		if p, ok := s.providers[o.Engine].(leaseSharer); ok {
			o.Lease, before, err = p.shareLease(tx, o, it, claim, a.TakeOver)
			return before, err
		}
		o.Lease, before, err = leases.Acquire(tx, who, a.File, claim, a.TakeOver)
		return before, err
	})
	var held *fault.Fault
	if errors.As(err, &held) && errors.Is(held, fault.EditedByAnother) {
		o.Reason = held.Key
		o.Holder, _ = held.Detail["holder"].(*leases.Holder)
		return nil
	}
	if err != nil {
		return err
	}
	o.Mode, o.Holder, o.OpenResult.Lease = Edit, nil, toLeaseAnswer(o.Lease)
	if before != nil && before.ID != o.Lease.ID {
		s.endSessions(ctx, before)
	}
	return nil
}

// endSessions ends the sessions under a lease that was taken over. A server that does not answer is no reason to keep the file
// from others: what it saves later becomes a copy.
func (s *Service) endSessions(ctx context.Context, l *db.Lease) {
	if p := s.providers[leases.EditorKind(l.Via)]; p != nil {
		if err := p.EndSessions(ctx, l); err != nil {
			s.Log.Warn("end the sessions of a document that was taken over", "via", l.Via, "error", err)
		}
	}
}
