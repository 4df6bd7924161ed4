package gate

import (
	"errors"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/mail"
	"anbar/db"
)

// The states that links and boxes both have.
const (
	Active  = "active"
	Expired = "expired"
	Dead    = "dead" // the creator may not offer it any more, or what it was made for is gone
)

// Status is what terms are at a time, with alive as access found it.
func Status(t *db.Terms, now time.Time, alive bool) string {
	switch {
	case t.Expired(now):
		return Expired
	case !alive:
		return Dead
	}
	return Active
}

// WithFace adds to an error that says why a link or a box gives nothing what its page
// shows beside that: whose it was, and who can help with it.
func WithFace(v *db.View, t *db.Terms, err error) error {
	f, ok := errors.AsType[*fault.Fault](err)
	expired, spent := errors.Is(err, fault.LinkExpired), errors.Is(err, fault.LinkLimitReached)
	if !ok || !expired && !spent && !errors.Is(err, fault.LinkDead) && !errors.Is(err, fault.LinkDeleted) {
		return err
	}
	sp, none := v.LivingSpace(t.Space)
	if errors.Is(none, db.ErrNotFound) {
		return err
	}
	if none != nil {
		return errors.Join(err, none)
	}
	f = f.With("workspace", api.FaceOf(sp))
	if expired || spent {
		maker, none := v.UserByID(t.CreatedBy)
		if none != nil {
			return errors.Join(err, none)
		}
		f = f.With("shared_by", fullName(maker))
	}
	if expired {
		f = f.With("expired_at", api.Time(t.ExpiresAt))
	}
	return f
}

// Kind is what differs between links and boxes when their status is kept up to
// date.
type Kind struct {
	Mail   mail.Kind // that tells of one that died
	Update func(tx *db.Tx, id string, dead time.Time) error
	URL    func(db.SpaceID) string // of the list that it is in
}

// Alive reports whether access found what terms are for. An error that is not
// fault.LinkDead is returned as it is.
func Alive(err error) (bool, error) {
	if errors.Is(err, fault.LinkDead) {
		return false, nil
	}
	return err == nil, err
}

// Changed returns the ids of those whose status is not what they are known to
// have. found is what access says of one.
func Changed[T any](rows []T, terms func(*T) *db.Terms, found func(*T) error) ([]string, error) {
	var changed []string
	for i := range rows {
		alive, err := Alive(found(&rows[i]))
		if err != nil {
			return nil, err
		}
		if t := terms(&rows[i]); alive != t.DeadAt.IsZero() {
			changed = append(changed, t.ID)
		}
	}
	return changed, nil
}

// Sync keeps whether terms are dead, as found says, and tells their people when
// they have just died.
func (k Kind) Sync(tx *db.Tx, t *db.Terms, found error) error {
	alive, err := Alive(found)
	if err != nil || alive == t.DeadAt.IsZero() {
		return err
	}
	if alive {
		return k.Update(tx, t.ID, time.Time{})
	}
	if err := k.Update(tx, t.ID, tx.Now); err != nil {
		return err
	}
	return k.tell(tx, t)
}

// tell writes to the creator and to the owner of the workspace.
func (k Kind) tell(tx *db.Tx, t *db.Terms) error {
	sp, err := tx.LivingSpace(t.Space)
	if errors.Is(err, db.ErrNotFound) { // it went with all that it held
		return nil
	}
	if err != nil {
		return err
	}
	maker, err := tx.UserByID(t.CreatedBy)
	if err != nil {
		return err
	}
	people := []*db.User{maker}
	if sp.Owner != maker.ID && t.Home == sp.Root { // the owner must not learn what is in a member's My Drive
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
			Data: mail.Data{URL: k.URL(t.Space), Space: sp.Title, Who: fullName(maker), Title: t.Title},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
