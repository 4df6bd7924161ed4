package editors

import (
	"context"
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/google"
	"anbar/db"

	"golang.org/x/oauth2"
)

// pullResult is what a look at Google found.
type pullResult int

const (
	pullSame pullResult = iota
	pullNew             // another content was stored
	pullGone            // it is not there, or in the trash
)

// pull looks at a document at Google and stores what changed there. The caller holds it. What fails is noted with the document,
// and the next look waits for a while.
func (g *googleDocs) pull(ctx context.Context, id db.GoogleID) (pullResult, error) {
	one, err := db.Get(ctx, g.s.DB, func(v *db.View) (*db.GoogleSession, error) { return v.GoogleSessionByID(id) })
	if errors.Is(err, db.ErrNotFound) {
		return pullGone, nil
	}
	if err != nil || one.Remote == "" {
		return pullSame, err
	}
	found := pullSame
	err = g.callDrive(ctx, one.User, func(c *google.Client, t *oauth2.Token) error {
		d, err := c.LoadDocument(ctx, t, one.Remote)
		if err != nil {
			return err
		}
		if d.Mark() != one.Mark {
			if err := g.fetchAndStore(ctx, c, t, one, d); err != nil {
				return err
			}
			found = pullNew
		}
		if d.Trashed {
			found = pullGone
		}
		return nil
	})
	switch {
	case errors.Is(err, google.ErrGone):
		g.s.Log.Warn("a document is not at Google any more", "editor_id", id, "file", one.Name)
		return pullGone, g.s.DB.Update(ctx, func(tx *db.Tx) error {
			return errors.Join(releaseGoogleLease(tx, one.Node, id), tx.DeleteGoogleSession(id))
		})
	case err != nil:
		return found, errors.Join(err, g.recordFailure(ctx, id, err))
	}
	return found, g.s.DB.Update(ctx, func(tx *db.Tx) error {
		now, err := tx.GoogleSessionByID(id)
		if err != nil {
			return err
		}
		now.LookedAt, now.Problem, now.Failures, now.FailedAt, now.RetryAt = tx.Now, "", 0, time.Time{}, time.Time{}
		if found == pullGone {
			now.State = db.GoogleClosing
		}
		return tx.UpdateGoogleSession(now)
	})
}

// fetchAndStore fetches a document and stores it by the rules of conflicts.
func (g *googleDocs) fetchAndStore(ctx context.Context, c *google.Client, t *oauth2.Token, one *db.GoogleSession,
	d *google.Document) error {
	r, err := c.DownloadDocument(ctx, t, d, one.Type)
	if err != nil {
		return err
	}
	defer r.Close()
	content, blob, err := g.s.storeContent(ctx, r, zipSignature, one.Type)
	if err != nil {
		return err
	}
	defer blob.Release()
	return g.storeDocument(ctx, one, d.Mark(), content)
}

// storeDocument makes a version of a document that came from Google.
func (g *googleDocs) storeDocument(ctx context.Context, one *db.GoogleSession, mark string, content files.Content) error {
	w := &pendingVersion{
		Target: Target{Space: one.Space, File: one.Node}, base: one.Opened, editVersion: one.EditVersion, via: leases.Google,
		key:  leaseKey(one.ID),
		name: one.Name, content: content,
	}
	w.after = func(tx *db.Tx, out *SaveResult) error {
		now, err := tx.GoogleSessionByID(one.ID)
		if err != nil {
			return err
		}
		now.Mark, now.SavedAt, now.Outcome = mark, tx.Now, string(out.Outcome)
		if out.Outcome == OutcomeSaved {
			now.EditVersion = out.Version
		}
		if out.File != now.Node {
			if err := followCopy(tx, now, out, content.Hash); err != nil {
				return err
			}
		}
		return tx.UpdateGoogleSession(now)
	}
	_, err := g.s.storeVersion(ctx, access.Actor{User: one.User}, w)
	return err
}

// followCopy lets a document at Google go on with the copy that was made of it.
func followCopy(tx *db.Tx, now *db.GoogleSession, out *SaveResult, h db.Hash) error {
	if err := releaseGoogleLease(tx, now.Node, now.ID); err != nil {
		return err
	}
	now.Node, now.Space, now.Name, now.Opened, now.EditVersion = out.File, out.Space, out.Name, out.Version, out.Version
	_, _, err := leases.Acquire(tx, access.Actor{User: now.User}, now.Node, leases.Claim{
		Via: leases.Google, Name: now.Name, Opened: now.Opened, OpenedHash: h, EditVersion: now.EditVersion, Key: leaseKey(now.ID),
	}, false)
	if errors.Is(err, fault.EditedByAnother) {
		return nil // it is the copy of an earlier save, which somebody opened
	}
	return err
}

// recordFailure notes that a look did not succeed, and when the next one is.
func (g *googleDocs) recordFailure(ctx context.Context, id db.GoogleID, why error) error {
	why = google.ToFault(why)
	return g.s.DB.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		one, err := tx.GoogleSessionByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		postponeRetry(one, why, tx.Now)
		return tx.UpdateGoogleSession(one)
	})
}

// postponeRetry notes why a look did not succeed. The wait for the next one doubles, and is as long as Google asks for.
func postponeRetry(one *db.GoogleSession, why error, now time.Time) {
	one.Problem = faultKey(why)
	if one.Problem == "" {
		one.Problem = fault.GoogleReach.Key
	}
	if one.FailedAt.IsZero() {
		one.FailedAt = now
	}
	wait := limits.GoogleWaitMost
	if one.Failures < maxDoubled {
		wait = min(wait, limits.GoogleWait<<one.Failures)
	}
	var busy *google.BusyError
	if errors.As(why, &busy) {
		wait = max(wait, busy.After)
	}
	one.Failures++
	one.LookedAt, one.RetryAt = now, now.Add(wait)
}

const (
	maxDoubled   = 20
	maxLastPulls = 3 // at a document that people still change while it is closed
)

// endSession fetches a document for the last time and deletes it at Google. The caller marked it as closing. What was known of it
// is returned; nil when it was not there any more.
func (g *googleDocs) endSession(ctx context.Context, id db.GoogleID) (*db.GoogleSession, error) {
	release, ok := g.lockDocument(ctx, id, true)
	if !ok {
		return nil, ctx.Err()
	}
	defer release()
	return g.endLocked(ctx, id)
}

// endLocked is end for a caller who holds the document. It is GoogleBusy while somebody types there: the job goes on with it.
func (g *googleDocs) endLocked(ctx context.Context, id db.GoogleID) (*db.GoogleSession, error) {
	found := pullNew
	for i := 0; found == pullNew && i < maxLastPulls; i++ {
		var err error
		if found, err = g.pull(ctx, id); err != nil {
			return nil, err
		}
	}
	one, err := db.Get(ctx, g.s.DB, func(v *db.View) (*db.GoogleSession, error) { return v.GoogleSessionByID(id) })
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil || one.State != db.GoogleClosing { // or somebody opened it again
		return one, err
	}
	if found == pullNew {
		return one, fault.GoogleBusy
	}
	if one.Remote != "" {
		err = g.callDrive(ctx, one.User, func(c *google.Client, t *oauth2.Token) error { return c.DeleteDocument(ctx, t, one.Remote) })
		if err != nil {
			return one, errors.Join(err, g.recordFailure(ctx, id, err))
		}
	}
	return one, g.deleteSession(ctx, one)
}

func (g *googleDocs) deleteSession(ctx context.Context, one *db.GoogleSession) error {
	return g.s.DB.Update(ctx, func(tx *db.Tx) error {
		return errors.Join(releaseGoogleLease(tx, one.Node, one.ID), tx.DeleteGoogleSession(one.ID))
	})
}

// SweepGoogle fetches the documents at Google that nobody has open any more, and those that could not be fetched before.
// After a week of failures a document is left in the Google Drive of its person.
func (s *Service) SweepGoogle(ctx context.Context) error {
	var due []db.GoogleSession
	err := s.DB.ViewOne(ctx, func(v *db.View) (err error) {
		due, err = v.GoogleSessionsToEnd(v.Now.Add(-limits.GoogleQuiet), limits.GoogleSweep)
		return err
	})
	for i := range due {
		if one := s.google.sweepSession(ctx, &due[i]); one != nil {
			s.Log.Warn("fetch a document from Google that no one has open", "editor_id", due[i].ID, "error", one)
		}
	}
	return err
}

func (g *googleDocs) sweepSession(ctx context.Context, one *db.GoogleSession) error {
	release, ok := g.lockDocument(ctx, one.ID, false)
	if !ok {
		return nil
	}
	defer release()
	typed, err := false, error(nil)
	if one.State != db.GoogleClosing {
		typed, err = g.renewIfChanged(ctx, one.ID)
	}
	if err == nil && !typed {
		err = g.endIfQuiet(ctx, one.ID)
	}
	reached := err == nil || errors.Is(err, fault.GoogleBusy)
	if !reached && !one.FailedAt.IsZero() && time.Since(one.FailedAt) > limits.GoogleTries {
		g.s.Log.Error("a document stays at Google: it could not be fetched for a week", "editor_id", one.ID, "file", one.Name,
			"user", one.User, "google_id", one.Remote, "error", err)
		return g.deleteSession(ctx, one)
	}
	return err
}

// renewIfChanged looks at a document that nobody pings, and reports whether it was changed. Then somebody is there: a phone stops the
// page that pings while its user types at Google.
func (g *googleDocs) renewIfChanged(ctx context.Context, id db.GoogleID) (bool, error) {
	found, err := g.pull(ctx, id)
	if err != nil || found != pullNew {
		return false, err
	}
	return true, g.s.DB.Update(ctx, func(tx *db.Tx) error {
		people, err := tx.GooglePeople(id)
		if err != nil || len(people) == 0 {
			return err
		}
		last := slices.MaxFunc(people, func(a, b db.GooglePerson) int { return a.PingedAt.Compare(b.PingedAt) })
		return tx.PutGooglePerson(id, last.User)
	})
}

// endIfQuiet closes a document that is still without a ping.
func (g *googleDocs) endIfQuiet(ctx context.Context, id db.GoogleID) error {
	quiet := false
	err := g.s.DB.Update(ctx, func(tx *db.Tx) error {
		now, err := tx.GoogleSessionByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		quiet = err == nil && (now.State == db.GoogleClosing || now.PingedAt.Before(tx.Now.Add(-limits.GoogleQuiet)))
		if quiet {
			return markClosing(tx, id)
		}
		return err
	})
	if err == nil && quiet {
		_, err = g.endLocked(ctx, id)
	}
	return err
}
