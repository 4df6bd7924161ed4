package editors

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/app/identity/onetime"
	"anbar/app/office/editors/google"
	"anbar/db"

	"golang.org/x/oauth2"
)

// GoogleOpened is a document that may be edited at Google.
type GoogleOpened struct {
	File   db.NodeID   `json:"file_id"`
	Editor db.GoogleID `json:"editor_id"`
	Link   string      `json:"link" doc:"page of this site that shows its state, and leads to Google"`
}

// openGoogle lets a person edit a document at Google: with those who do already, or in a new session.
func (s *Service) openGoogle(ctx context.Context, who access.Actor, t Target, device string) (*GoogleOpened, error) {
	g := s.google
	var one *db.GoogleSession
	var before *db.Lease
	err := s.DB.Update(ctx, func(tx *db.Tx) error {
		it, err := s.authorizeEdit(tx.ReadOnly(), who, t)
		if err != nil {
			return err
		}
		if _, err := g.currentClient(); err != nil {
			return err
		}
		f := formatOf(it.Name, it.ContentType)
		switch {
		case f != nil && f.macros:
			return fault.DocumentMacros
		case f == nil || !f.native:
			return fault.NotEditable
		case it.Size > limits.EditPart:
			return fault.DocumentTooLarge
		}
		if one, err = g.joinSession(tx, who, it, f); err != nil {
			return err
		}
		t.Directory = it.Parent
		before, err = g.claimLease(tx, who, it, one, device)
		return errors.Join(err, tx.PutGooglePerson(one.ID, who.User))
	})
	if err != nil {
		return nil, err
	}
	if before != nil {
		s.endSessions(ctx, before)
	}
	s.OnUse(who, t.File)
	return &GoogleOpened{File: t.File, Editor: one.ID, Link: googlePageURL(one, t.Directory)}, nil
}

// googlePageURL is the page of this site for a document at Google.
func googlePageURL(one *db.GoogleSession, dir db.NodeID) string {
	q := url.Values{
		"editor_id": {one.ID.String()}, "space": {one.Space.String()}, "directory": {dir.String()}, "file": {one.Node.String()},
	}
	return "/editor/google?" + q.Encode()
}

// joinSession finds the session in which the head of a file is edited, or makes one.
func (g *googleDocs) joinSession(tx *db.Tx, who access.Actor, it *access.Item, f *format) (*db.GoogleSession, error) {
	all, err := tx.GoogleSessionsOf(it.ID)
	if err != nil {
		return nil, err
	}
	for i := range all {
		one := &all[i]
		if it.Version != one.Opened && it.Version != one.EditVersion {
			continue // what comes of it is a copy
		}
		people, err := tx.GooglePeople(one.ID)
		if err != nil {
			return nil, err
		}
		if len(people) >= limits.GooglePeople && !slices.ContainsFunc(people, func(p db.GooglePerson) bool { return p.User == who.User }) {
			return nil, fault.TooManyRequests
		}
		if one.State == db.GoogleClosing { // it could not be fetched yet
			one.State = db.GoogleOpen
			if one.Remote == "" {
				one.State = db.GoogleNew
			}
			return one, tx.UpdateGoogleSession(one)
		}
		return one, nil
	}
	own, err := tx.GoogleSessionsBy(who.User)
	if err != nil {
		return nil, err
	}
	if len(own) >= limits.GoogleSessions {
		return nil, fault.TooManyRequests
	}
	one := &db.GoogleSession{
		ID: db.GoogleID(db.NewID()), Node: it.ID, Space: it.Space.ID, User: who.User, Name: it.Name, Type: f.mime, Opened: it.Version,
	}
	return one, tx.InsertGoogleSession(one)
}

// claimLease takes the lease of a file for a document at Google, or renews it. A lease of another editor that the person had is
// returned.
func (g *googleDocs) claimLease(tx *db.Tx, who access.Actor, it *access.Item, one *db.GoogleSession, device string) (*db.Lease, error) {
	l, _, err := leases.Find(tx.ReadOnly(), it.ID)
	if err != nil {
		return nil, err
	}
	if l != nil && l.Key == leaseKey(one.ID) {
		return nil, leases.Extend(tx, l)
	}
	_, before, err := leases.Acquire(tx, who, it.ID, leases.Claim{
		Via: leases.Google, Device: device, Name: it.Name, Opened: it.Version, OpenedHash: it.Hash, EditVersion: one.EditVersion,
		Key: leaseKey(one.ID),
	}, false)
	return before, err
}

// GoogleStarted says where to go: to Google's editor, or first to where the person connects their account.
type GoogleStarted struct {
	Link      string     `json:"link" doc:"of the document at Google, to be opened in a tab of its own; empty before the account is connected"`
	AuthURL   string     `json:"auth_url" doc:"where the person connects their Google account; they come back to this document"`
	Name      string     `json:"file_name"`
	Kind      Kind       `json:"kind" enum:"word,cell,slide"`
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	File      db.NodeID  `json:"file_id"`
}

// loadMemberSession loads a document at Google for one of those who have it open. To all others it is not there.
func loadMemberSession(v *db.View, who access.Actor, id db.GoogleID) (*db.GoogleSession, error) {
	one, err := v.GoogleSessionByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	people, err := v.GooglePeople(id)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(people, func(p db.GooglePerson) bool { return p.User == who.User }) {
		return nil, fault.InvalidID
	}
	return one, nil
}

// startGoogle sends a document to Google, once, and lets the person in there.
func (s *Service) startGoogle(ctx context.Context, who access.Actor, id db.GoogleID) (*GoogleStarted, error) {
	g := s.google
	release, ok := g.lockDocument(ctx, id, true)
	if !ok {
		return nil, ctx.Err()
	}
	defer release()
	var one *db.GoogleSession
	var it *access.Item
	var account *db.GoogleAccount
	err := s.DB.View(ctx, func(v *db.View) (err error) {
		if one, err = loadMemberSession(v, who, id); err != nil {
			return err
		}
		if one.State == db.GoogleClosing {
			return fault.InvalidID
		}
		if it, err = s.authorizeEdit(v, who, Target{Space: one.Space, File: one.Node}); err != nil {
			return err
		}
		account, err = v.GoogleAccountOf(who.User)
		if errors.Is(err, db.ErrNotFound) {
			account, err = nil, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	f := formatOf(it.Name, it.ContentType)
	if f == nil {
		return nil, fault.NotEditable
	}
	out := &GoogleStarted{Name: it.Name, Kind: f.kind, Space: one.Space, Directory: it.Parent, File: it.ID}
	if account == nil || account.Lost {
		out.AuthURL, err = s.startGoogleLink(ctx, who, googlePageURL(one, it.Parent))
		return out, err
	}
	if one.State == db.GoogleNew {
		err = g.uploadDocument(ctx, who, one)
	} else if one.User != who.User {
		err = g.shareDocument(ctx, one, account)
	}
	if errors.Is(err, google.ErrLost) && one.User == who.User {
		out.AuthURL, err = s.startGoogleLink(ctx, who, googlePageURL(one, it.Parent))
		return out, err
	}
	out.Link = one.Link
	return out, google.ToFault(err)
}

// uploadDocument puts a document into the Google Drive of a person.
func (g *googleDocs) uploadDocument(ctx context.Context, who access.Actor, one *db.GoogleSession) error {
	ver, err := db.Get(ctx, g.s.DB, func(v *db.View) (*db.Version, error) { return v.VersionOf(one.Node, one.Opened) })
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID // open it again
	}
	if err != nil {
		return err
	}
	content, done, err := g.s.openContent(ctx, one.Space, ver.Hash)
	if err != nil {
		return err
	}
	defer done()
	one.User = who.User
	return g.callDrive(ctx, who.User, func(c *google.Client, t *oauth2.Token) error {
		d, err := c.UploadDocument(ctx, t, google.Upload{
			Name: one.Name, Type: one.Type, Session: one.ID.String(), Body: io.NewSectionReader(content.From, 0, content.Size),
			Size: content.Size,
		})
		if err == nil {
			one.State, one.Remote, one.Link, one.Mark = db.GoogleOpen, d.ID, d.Link, d.Mark()
			err = g.s.DB.Update(ctx, func(tx *db.Tx) error {
				one.LookedAt = tx.Now
				return errors.Join(tx.UpdateGoogleSession(one), tx.UpdateGooglePersonShared(one.ID, who.User))
			})
		}
		if err != nil && d != nil { // nobody would delete it
			if gone := c.DeleteDocument(context.WithoutCancel(ctx), t, d.ID); gone != nil {
				g.s.Log.Warn("delete a document at Google that is not used", "error", gone)
			}
		}
		return err
	})
}

// shareDocument gives the Google account of another person access to a document.
func (g *googleDocs) shareDocument(ctx context.Context, one *db.GoogleSession, account *db.GoogleAccount) error {
	var owner *db.GoogleAccount
	var people []db.GooglePerson
	err := g.s.DB.View(ctx, func(v *db.View) (err error) {
		if people, err = v.GooglePeople(one.ID); err != nil {
			return err
		}
		if owner, err = v.GoogleAccountOf(one.User); errors.Is(err, db.ErrNotFound) {
			return google.ErrLost
		}
		return err
	})
	shared := slices.ContainsFunc(people, func(p db.GooglePerson) bool { return p.User == account.User && p.Shared })
	if err != nil || shared || owner.Subject == account.Subject {
		return err
	}
	err = g.callDrive(ctx, one.User, func(c *google.Client, t *oauth2.Token) error {
		return c.ShareDocument(ctx, t, one.Remote, account.Email)
	})
	if err != nil {
		return err
	}
	return g.s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateGooglePersonShared(one.ID, account.User) })
}

// linkCeremony is a person who connects their Google account.
type linkCeremony struct {
	google.Ceremony
	Origin string // of the client that they went with
	To     string // page of this site where they go on
}

const (
	googlePurpose  = onetime.Purpose("google editor")
	googleLinkLife = 10 * time.Minute
)

// startGoogleLink returns the page of Google where a person connects their account.
func (s *Service) startGoogleLink(ctx context.Context, who access.Actor, to string) (string, error) {
	c, err := s.google.currentClient()
	if err != nil {
		return "", err
	}
	m := linkCeremony{
		Ceremony: google.Ceremony{Redirect: s.URL() + "/callback/google", Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()},
		Origin:   c.Origin(), To: to,
	}
	state, err := db.Do(ctx, s.DB, func(tx *db.Tx) (string, error) {
		return onetime.Issue(tx, googlePurpose, who.User, googleLinkLife, m)
	})
	if err != nil {
		return "", fmt.Errorf("begin to connect a Google account: %w", err)
	}
	return c.AuthPageURL(m.Ceremony, state), nil
}
