package editors

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// GoogleClosed is what became of a document at Google.
type GoogleClosed struct {
	Status  string   `json:"status" enum:"new,open,closing,closed" doc:"new before it was sent; closing while Google does not answer"`
	SavedAt api.Time `json:"saved_at" nullable:"true" doc:"when what was typed at Google became a version last"`
	Outcome Outcome  `json:"outcome" enum:",saved,same,copy,kept" doc:"of that; a copy or a kept file is the one that goes on"`
	Problem string   `json:"problem" doc:"why the last look at Google failed, as an error_code; it is tried again"`
	Name    string   `json:"file_name" doc:"empty of one that is not known any more"`
}

// GoogleState is what is known of a document at Google.
type GoogleState struct {
	GoogleClosed
	Space db.SpaceID `json:"space_id"`
	File  db.NodeID  `json:"file_id"`
}

func toGoogleClosed(one *db.GoogleSession, status string) *GoogleClosed {
	return &GoogleClosed{Status: status, SavedAt: api.Time(one.SavedAt), Outcome: Outcome(one.Outcome), Problem: one.Problem,
		Name: one.Name}
}

func toGoogleState(one *db.GoogleSession) *GoogleState {
	return &GoogleState{GoogleClosed: *toGoogleClosed(one, one.State), Space: one.Space, File: one.Node}
}

// pingGoogle says that a person still has a document open, and looks at Google now and then. It is InvalidID when the document
// is closed: the caller opens it again.
func (s *Service) pingGoogle(ctx context.Context, who access.Actor, id db.GoogleID) (*GoogleState, error) {
	g := s.google
	var one *db.GoogleSession
	var lost error
	due, othersGoOn := false, false
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if one, err = loadMemberSession(tx.ReadOnly(), who, id); err != nil {
			return err
		}
		if one.State == db.GoogleClosing {
			return fault.InvalidID
		}
		due = one.State == db.GoogleOpen && !tx.Now.Before(one.LookedAt.Add(limits.GoogleLook)) && !tx.Now.Before(one.RetryAt)
		it, err := s.authorizeEdit(tx.ReadOnly(), who, Target{Space: one.Space, File: one.Node})
		if isDenied(err) {
			lost, othersGoOn = err, one.User != who.User
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.PutGooglePerson(id, who.User); err != nil {
			return err
		}
		_, err = g.claimLease(tx, access.Actor{User: one.User}, it, one, "")
		if errors.Is(err, fault.EditedByAnother) {
			lost, err = fault.InvalidID, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	// A look that began is finished, also when the page is closed meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*limits.GoogleFetch)
	defer cancel()
	switch {
	case othersGoOn:
		return nil, errors.Join(lost, s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteGooglePerson(id, who.User) }))
	case lost != nil:
		return g.pullAndEnd(ctx, one, lost)
	}
	if due {
		if err := g.pullNow(ctx, id); err != nil {
			return nil, err
		}
	}
	one, err = db.Get(ctx, s.DB, func(v *db.View) (*db.GoogleSession, error) { return loadMemberSession(v, who, id) })
	if err != nil {
		return nil, err
	}
	return toGoogleState(one), nil
}

// pullNow looks at a document unless somebody does. It is InvalidID when the document is not at Google any more; other failures
// are noted with the document.
func (g *googleDocs) pullNow(ctx context.Context, id db.GoogleID) error {
	release, ok := g.lockDocument(ctx, id, false)
	if !ok {
		return nil
	}
	found, err := g.pull(ctx, id)
	release()
	if err != nil {
		g.s.Log.Warn("look at a document at Google", "editor_id", id, "error", err)
		return nil
	}
	if found == pullGone {
		_, err = g.endSession(ctx, id)
		return errors.Join(fault.InvalidID, err)
	}
	return nil
}

// pullAndEnd answers the person in whose Drive a document lies, and who may not edit the file any more, or from whom it was taken
// over. What they typed until now is stored by the rules of conflicts; when it became another file, they go on with that.
func (g *googleDocs) pullAndEnd(ctx context.Context, one *db.GoogleSession, why error) (*GoogleState, error) {
	release, ok := g.lockDocument(ctx, one.ID, true)
	if !ok {
		return nil, ctx.Err()
	}
	defer release()
	if _, err := g.pull(ctx, one.ID); err != nil {
		g.s.Log.Warn("look at a document at Google", "editor_id", one.ID, "error", err)
	}
	now, err := db.Do(ctx, g.s.DB, func(tx *db.Tx) (now *db.GoogleSession, err error) {
		now, err = tx.GoogleSessionByID(one.ID)
		if errors.Is(err, db.ErrNotFound) {
			now = nil
			return now, nil
		}
		if err == nil && now.Node == one.Node {
			err = markClosing(tx, one.ID)
		}
		return now, err
	})
	switch {
	case err != nil:
		return nil, err
	case now == nil:
		return nil, why
	case now.Node != one.Node:
		return toGoogleState(now), nil
	}
	if _, err := g.endLocked(ctx, one.ID); err != nil {
		g.s.Log.Warn("close a document at Google", "editor_id", one.ID, "error", err)
	}
	return nil, why
}

// closeGoogle says that a person closed a document. When nobody else has it open it is fetched for the last time and deleted at
// Google; while Google does not answer, the job tries on.
func (s *Service) closeGoogle(ctx context.Context, who access.Actor, id db.GoogleID) (*GoogleClosed, error) {
	var one *db.GoogleSession
	last := false
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if one, err = loadMemberSession(tx.ReadOnly(), who, id); err != nil {
			return err
		}
		if err := tx.DeleteGooglePerson(id, who.User); err != nil {
			return err
		}
		people, err := tx.GooglePeople(id)
		for _, p := range people {
			if p.PingedAt.After(tx.Now.Add(-limits.LeaseLife)) {
				return err
			}
		}
		last = true
		return errors.Join(err, markClosing(tx, id))
	})
	if errors.Is(err, fault.InvalidID) {
		return &GoogleClosed{Status: statusClosed}, nil
	}
	if err != nil {
		return nil, err
	}
	if !last {
		return toGoogleClosed(one, statusClosed), nil // for this person
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*limits.GoogleFetch)
	defer cancel()
	now, err := s.google.endSession(ctx, id)
	if err != nil {
		s.Log.Warn("close a document at Google", "editor_id", id, "error", err)
		if one, err = db.Get(ctx, s.DB, func(v *db.View) (*db.GoogleSession, error) { return v.GoogleSessionByID(id) }); err != nil {
			return nil, err
		}
		return toGoogleClosed(one, one.State), nil
	}
	if now != nil {
		one = now
	}
	return toGoogleClosed(one, statusClosed), nil
}

const statusClosed = "closed"
