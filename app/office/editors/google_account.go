package editors

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/outward"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/app/identity/sessions"
	"anbar/app/office/editors/google"
	"anbar/db"
)

// GoogleAccount is the Google account of a person, with which they edit documents.
type GoogleAccount struct {
	Available bool     `json:"available" doc:"staff set this up"`
	Email     string   `json:"email" doc:"empty without an account"`
	LinkedAt  api.Time `json:"linked_at" nullable:"true"`
	Lost      bool     `json:"lost" doc:"Google takes it no more: connect it again"`
	Open      int      `json:"open_documents" doc:"that lie in its Drive now"`
}

func (s *Service) loadGoogleAccount(ctx context.Context, who access.Actor) (*GoogleAccount, error) {
	out := &GoogleAccount{Available: s.Google.Now() != nil}
	err := s.DB.View(ctx, func(v *db.View) error {
		a, err := v.GoogleAccountOf(who.User)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		out.Email, out.LinkedAt, out.Lost = a.Email, api.Time(a.CreatedAt), a.Lost
		out.Open, err = countOpenDocuments(v, who.User)
		return err
	})
	return out, err
}

// countOpenDocuments counts the documents that lie in the Google Drive of a person.
func countOpenDocuments(v *db.View, user db.UserID) (int, error) {
	own, err := v.GoogleSessionsBy(user)
	n := 0
	for i := range own {
		if own[i].Remote != "" {
			n++
		}
	}
	return n, err
}

// linkGoogle connects the Google account that a person comes back with, and returns the page where they go on. They must have
// begun that themselves.
func (s *Service) linkGoogle(ctx context.Context, who access.Actor, state, code string, from api.Origin) (email, to string, err error) {
	c, err := s.google.currentClient()
	if err != nil {
		return "", "", err
	}
	var m linkCeremony
	ours := false
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err // before the ceremony is spent, which they can go on with
		}
		t, err := onetime.Redeem(tx, googlePurpose, state, &m)
		ours = err == nil && t.User == who.User
		return err
	})
	switch {
	case errors.Is(err, fault.InvalidToken), errors.Is(err, fault.LinkExpired):
		return "", "", fault.AuthenticationFailed.Because(err)
	case err != nil:
		return "", "", err
	case !ours || m.Origin != c.Origin():
		return "", "", fault.GoogleFailed.Because(errors.New("another person began it, or with another client"))
	}
	a, err := c.ExchangeCode(ctx, m.Ceremony, code)
	if err != nil {
		s.Log.Warn("connect a Google account", "error", err)
		return "", "", google.ToFault(err)
	}
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		before, err := tx.GoogleAccountOf(who.User)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		if err == nil && before.Subject != a.Subject {
			if n, err := countOpenDocuments(tx.ReadOnly(), who.User); err != nil || n > 0 {
				return errors.Join(err, fault.GoogleInUse)
			}
		}
		if err := scheduleRetries(tx, who.User); err != nil {
			return err
		}
		return errors.Join(
			tx.PutGoogleAccount(&db.GoogleAccount{
				User: who.User, Subject: a.Subject, Email: a.Email, Sealed: s.Vault.Seal(a.Refresh, googleVaultPurpose(who.User),
					c.Origin()),
			}),
			s.Audit.Record(tx, audit.Event{Action: audit.GoogleLinked, User: who.User, From: from, Detail: audit.Detail{Email: a.Email}}),
		)
	})
	return a.Email, m.To, err
}

// scheduleRetries has the documents of a person tried at once, who connected their account again.
func scheduleRetries(tx *db.Tx, user db.UserID) error {
	own, err := tx.GoogleSessionsBy(user)
	for i := range own {
		if err == nil && own[i].Failures > 0 {
			own[i].RetryAt = tx.Now
			err = tx.UpdateGoogleSession(&own[i])
		}
	}
	return err
}

// unlinkGoogle disconnects the account of a person. Their documents are fetched first; while Google does not answer the
// account stays, and it is GoogleInUse when somebody opens one of them meanwhile. When Google takes the token no more, they
// stay in its Drive.
func (s *Service) unlinkGoogle(ctx context.Context, who access.Actor, from api.Origin) error {
	var own []db.GoogleSession
	var a *db.GoogleAccount
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if err = sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err
		}
		if a, err = tx.GoogleAccountOf(who.User); errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err == nil {
			own, err = tx.GoogleSessionsBy(who.User)
		}
		for i := range own {
			err = errors.Join(err, markClosing(tx, own[i].ID))
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := range own {
		_, err := s.google.endSession(ctx, own[i].ID)
		if errors.Is(err, google.ErrLost) {
			s.Log.Warn("a document stays at Google, whose account is disconnected", "editor_id", own[i].ID, "user", who.User)
			err = s.google.deleteSession(ctx, &own[i])
		}
		if err != nil {
			return google.ToFault(err)
		}
	}
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		if again, err := tx.GoogleSessionsBy(who.User); err != nil || len(again) > 0 { // what is typed there would be lost
			return errors.Join(err, fault.GoogleInUse)
		}
		if err := tx.DeleteGoogleAccount(who.User); err != nil {
			return err
		}
		return s.Audit.Record(tx, audit.Event{
			Action: audit.GoogleUnlinked, User: who.User, From: from, Detail: audit.Detail{Email: a.Email},
		})
	})
	if err != nil {
		return err
	}
	s.google.revokeToken(ctx, a)
	return nil
}

// revokeToken tells Google that a token is not used any more. It is forgotten here already, so that a failure is only noted.
func (g *googleDocs) revokeToken(ctx context.Context, a *db.GoogleAccount) {
	g.mu.Lock()
	g.tokens.Delete(a.User)
	g.mu.Unlock()
	c, err := g.currentClient()
	if err != nil || a.Lost {
		return
	}
	refresh, err := g.s.Vault.Open(a.Sealed, googleVaultPurpose(a.User), c.Origin())
	if err == nil {
		err = c.RevokeToken(ctx, refresh)
	}
	if err != nil {
		g.s.Log.Warn("tell Google that a token is not used any more", "error", err)
	}
}

// GoogleLeg is one step of a test of the client at Google.
type GoogleLeg struct {
	Name   string `json:"leg" enum:"client,drive"`
	Passed bool   `json:"passed"`
	Reason string `json:"reason" doc:"why not, as an error_code; empty when it passed"`
	Millis int64  `json:"milliseconds"`
}

// TryGoogle tests a client that need not be saved: whether Google knows it and its secret, and whether the calls for documents
// answer. Whether people get in, only a person can try.
func (s *Service) TryGoogle(ctx context.Context, c *google.Client) []GoogleLeg {
	all := []GoogleLeg{}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{{"client", c.CheckClient}, {"drive", c.CheckDrive}} {
		began := time.Now()
		err := step.do(ctx)
		l := GoogleLeg{Name: step.name, Passed: err == nil, Millis: time.Since(began).Milliseconds()}
		if err != nil {
			s.Log.Warn("the client at Google fails its test", "leg", step.name, "error", err)
			l.Reason = googleReason(err)
		}
		all = append(all, l)
		if err != nil {
			break
		}
	}
	return all
}

// googleReason is the code of what is wrong with a step: the leg of the way to Google, or what it said.
func googleReason(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Key
	}
	return outward.FaultOf(err, fault.GoogleAnswer).Key
}
