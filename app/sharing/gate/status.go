package gate

import (
	"errors"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/db"
)

// The states that links and boxes both have.
const (
	Active  = "active"
	Expired = "expired"
	Dead    = "dead" // the creator may no longer offer it, or its items are gone
)

// Status returns the status of terms at a time; alive is the result of the access check.
func Status(t *db.Terms, now time.Time, alive bool) string {
	switch {
	case t.IsExpired(now):
		return Expired
	case !alive:
		return Dead
	}
	return Active
}

// WithPageDetails adds the details that the page of an ended link or box shows to the error that
// names the reason: the workspace, and the creator if they can make a new link.
func WithPageDetails(v *db.View, t *db.Terms, err error) error {
	f, ok := errors.AsType[*fault.Fault](err)
	expired, spent := errors.Is(err, fault.LinkExpired), errors.Is(err, fault.LinkLimitReached)
	if !ok || !expired && !spent && !errors.Is(err, fault.LinkDead) && !errors.Is(err, fault.LinkDeleted) {
		return err
	}
	sp, spaceErr := v.LivingSpace(t.Space)
	if errors.Is(spaceErr, db.ErrNotFound) {
		return err
	}
	if spaceErr != nil {
		return errors.Join(err, spaceErr)
	}
	f = f.With("workspace", api.SummaryOf(sp))
	if expired || spent {
		creator, creatorErr := v.UserByID(t.CreatedBy)
		if creatorErr != nil {
			return errors.Join(err, creatorErr)
		}
		f = f.With("shared_by", fullName(creator))
	}
	if expired {
		f = f.With("expired_at", api.Time(t.ExpiresAt))
	}
	return f
}

// TermsKind holds the differences between links and boxes when their status is updated.
type TermsKind struct {
	Mail   mail.Kind // that tells of one that died
	Update func(tx *db.Tx, id string, dead time.Time) error
	URL    func(db.SpaceID) string // of the list that it is in
}

// SplitDead tells a link or box that is dead apart from one whose check failed for another reason: of the error of the access check
// of its terms, fault.LinkDead means that it is not alive, and any other error is returned.
func SplitDead(err error) (alive bool, other error) {
	if errors.Is(err, fault.LinkDead) {
		return false, nil
	}
	return err == nil, err
}

// FindOutdated returns the ids of the rows whose stored status is out of date. checkAccess returns the
// error of the access check of a row.
func FindOutdated[T any](rows []T, terms func(*T) *db.Terms, checkAccess func(*T) error) ([]string, error) {
	var changed []string
	for i := range rows {
		alive, err := SplitDead(checkAccess(&rows[i]))
		if err != nil {
			return nil, err
		}
		if t := terms(&rows[i]); alive != t.DeadAt.IsZero() {
			changed = append(changed, t.ID)
		}
	}
	return changed, nil
}

// Sync stores whether terms are dead, as accessErr of their access check says, and mails their creator and the
// owner of the workspace when they have just died.
func (k TermsKind) Sync(tx *db.Tx, t *db.Terms, accessErr error) error {
	alive, err := SplitDead(accessErr)
	if err != nil || alive == t.DeadAt.IsZero() {
		return err
	}
	if alive {
		return k.Update(tx, t.ID, time.Time{})
	}
	if err := k.Update(tx, t.ID, tx.Now); err != nil {
		return err
	}
	return k.notifyDead(tx, t)
}

// notifyDead writes to the creator and to the owner of the workspace.
func (k TermsKind) notifyDead(tx *db.Tx, t *db.Terms) error {
	sp, err := tx.LivingSpace(t.Space)
	if errors.Is(err, db.ErrNotFound) { // it went with all that it held
		return nil
	}
	if err != nil {
		return err
	}
	creator, err := tx.UserByID(t.CreatedBy)
	if err != nil {
		return err
	}
	var people []*db.User
	if creator.DisabledAt.IsZero() {
		people = append(people, creator)
	}
	if sp.Owner != creator.ID && t.Home == sp.Root { // the owner must not learn of items in a member's My Drive
		owner, err := tx.UserByID(sp.Owner)
		if err != nil {
			return err
		}
		people = append(people, owner)
	}
	for _, u := range people {
		if u.Email == "" || !u.EmailValidated {
			continue
		}
		err := mail.Enqueue(tx, mail.Message{
			To: u.Email, Language: u.Language, Kind: k.Mail,
			Data: mail.Data{URL: k.URL(t.Space), Space: sp.Title, Who: fullName(creator), Title: t.Title},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
