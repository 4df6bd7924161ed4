package editors

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/google"
	"anbar/db"
	"anbar/lru"

	"golang.org/x/oauth2"
)

// googleDocs is the editors of Google, which people use in their own Google Drive.
type googleDocs struct {
	s *Service

	mu     sync.Mutex
	tokens *lru.Cache[db.UserID, accessToken]
	locks  map[db.GoogleID]chan struct{} // documents that something is done with; closed when it is done
}

// accessToken is a short-lived token, and the lasting one that it was made with.
type accessToken struct {
	token  *oauth2.Token
	sealed []byte
}

const maxTokens = 1000

func newGoogleDocs(s *Service) *googleDocs {
	return &googleDocs{s: s, tokens: lru.New[db.UserID, accessToken](maxTokens), locks: map[db.GoogleID]chan struct{}{}}
}

// lockDocument keeps others from a document at Google until release is called. Without wait it is false when somebody has it.
func (g *googleDocs) lockDocument(ctx context.Context, id db.GoogleID, wait bool) (release func(), ok bool) {
	for {
		g.mu.Lock()
		other := g.locks[id]
		if other == nil {
			mine := make(chan struct{})
			g.locks[id] = mine
			g.mu.Unlock()
			return func() {
				g.mu.Lock()
				delete(g.locks, id)
				g.mu.Unlock()
				close(mine)
			}, true
		}
		g.mu.Unlock()
		if !wait {
			return nil, false
		}
		select {
		case <-other:
		case <-ctx.Done():
			return nil, false
		}
	}
}

// currentClient returns the appliance as Google knows it.
func (g *googleDocs) currentClient() (*google.Client, error) {
	if c := g.s.Google.Now(); c != nil {
		return c, nil
	}
	return nil, fault.GoogleOff
}

// callDrive does something in the Google Drive of a person; once more with another access token when Google refuses the one
// that was there.
func (g *googleDocs) callDrive(ctx context.Context, user db.UserID, do func(*google.Client, *oauth2.Token) error) error {
	c, err := g.currentClient()
	if err != nil {
		return err
	}
	a, err := db.Get(ctx, g.s.DB, func(v *db.View) (*db.GoogleAccount, error) { return v.GoogleAccountOf(user) })
	if errors.Is(err, db.ErrNotFound) || err == nil && a.Lost {
		return google.ErrLost
	}
	if err != nil {
		return err
	}
	for range 2 {
		var t *oauth2.Token
		if t, err = g.loadToken(ctx, c, a); err == nil {
			err = do(c, t)
		}
		if !google.IsTokenRejected(err) {
			break
		}
		g.mu.Lock()
		g.tokens.Delete(user)
		g.mu.Unlock()
	}
	switch {
	case errors.Is(err, google.ErrLost):
		lost := g.s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateGoogleAccountLost(a) })
		return errors.Join(err, lost)
	case google.IsTokenRejected(err):
		return fault.GoogleAnswer.Because(err)
	}
	return err
}

// loadToken returns an access token of an account.
func (g *googleDocs) loadToken(ctx context.Context, c *google.Client, a *db.GoogleAccount) (*oauth2.Token, error) {
	g.mu.Lock()
	kept, ok := g.tokens.Get(a.User)
	g.mu.Unlock()
	if ok && kept.token.Valid() && bytes.Equal(kept.sealed, a.Sealed) {
		return kept.token, nil
	}
	refresh, err := g.s.Vault.Open(a.Sealed, googleVaultPurpose(a.User), c.Origin())
	if err != nil {
		return nil, errors.Join(google.ErrLost, err) // staff entered another client
	}
	t, err := c.RefreshToken(ctx, refresh)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	g.tokens.Put(a.User, accessToken{t, a.Sealed})
	g.mu.Unlock()
	return t, nil
}

// googleVaultPurpose is the use of the lasting token of a person.
func googleVaultPurpose(user db.UserID) string { return "google account " + user.String() }

const googleKeyPrefix = "google-"

func leaseKey(id db.GoogleID) string { return googleKeyPrefix + id.String() }

// Open implements Provider. The editor of Google has calls of its own.
func (g *googleDocs) Open(context.Context, *OpenSession) error { return fault.NotEditable }

// ForceSave implements Provider.
func (g *googleDocs) ForceSave(ctx context.Context, l *db.Lease) error {
	id, ok := parseLeaseKey(l)
	if !ok {
		return nil
	}
	release, ok := g.lockDocument(ctx, id, true)
	if !ok {
		return ctx.Err()
	}
	defer release()
	_, err := g.pull(ctx, id)
	return google.ToFault(err)
}

// parseLeaseKey returns the document at Google that a lease is for.
func parseLeaseKey(l *db.Lease) (db.GoogleID, bool) {
	var id db.GoogleID
	text, ok := strings.CutPrefix(l.Key, googleKeyPrefix)
	return id, ok && id.UnmarshalText([]byte(text)) == nil
}

// EndSessions implements Provider. What was typed at Google since the last look becomes a copy; when Google does not answer now,
// the job does that.
func (g *googleDocs) EndSessions(ctx context.Context, l *db.Lease) error {
	id, ok := parseLeaseKey(l)
	if !ok {
		return nil
	}
	if err := g.s.DB.Update(ctx, func(tx *db.Tx) error { return markClosing(tx, id) }); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, limits.GoogleAsk)
	defer cancel()
	_, err := g.endSession(ctx, id)
	return err
}

// Close implements Provider. The lease ends when the document was fetched from Google.
func (g *googleDocs) Close(context.Context, *db.Lease) (bool, error) { return false, nil }

// Convert implements Provider.
func (g *googleDocs) Convert(context.Context, *Source, string) (io.ReadCloser, error) {
	return nil, fault.ConversionFailed
}

// CanEdit implements Provider.
func (g *googleDocs) CanEdit(ext string) bool {
	f := formatByExtension(ext)
	return f != nil && f.native
}

// markClosing marks a document as one that is fetched and deleted at Google.
func markClosing(tx *db.Tx, id db.GoogleID) error {
	one, err := tx.GoogleSessionByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil || one.State == db.GoogleClosing {
		return err
	}
	one.State = db.GoogleClosing
	return tx.UpdateGoogleSession(one)
}

// releaseGoogleLease ends the lease of a document at Google.
func releaseGoogleLease(tx *db.Tx, node db.NodeID, id db.GoogleID) error {
	l, _, err := leases.Find(tx.ReadOnly(), node)
	if err != nil || l == nil || l.Key != leaseKey(id) {
		return err
	}
	return leases.Release(tx, node, l.ID)
}
