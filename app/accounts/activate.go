package accounts

import (
	"context"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/onetime"
	"anbar/db"
)

// activating is the purpose of the links that prove an address.
const activating onetime.Purpose = "active email"

const activeLife = 24 * time.Hour

// activation is kept with such a link.
type activation struct {
	Email string `json:"email"`
}

// Activate verifies an address by the link that was mailed to it. The reader of the mail
// need not own the account: an attacker can sign up with another person's address, and that
// person may open the link without a thought. So the actor has to be signed in to the
// account.
func (s *Service) Activate(ctx context.Context, who access.Actor, token string, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		var a activation
		t, err := onetime.Peek(tx.ReadOnly(), activating, token, &a)
		if err != nil {
			return err
		}
		u, err := tx.UserByID(t.User)
		if err != nil {
			return err
		}
		if address.wanted(u) != a.Email {
			return fault.InvalidToken
		}
		known := who.User == u.ID
		if !known {
			if known, _, err = s.sessions.Known(tx.ReadOnly(), u.ID, from); err != nil {
				return err
			}
		}
		if !known {
			return fault.SignInFirst
		}
		if err := t.Spend(tx); err != nil {
			return err
		}
		if u.PendingEmail == "" && u.EmailValidated {
			return nil
		}
		return s.confirmContact(tx, u, address, a.Email, from)
	})
}

type activeIn struct {
	Token string `json:"token"`
}

func (s *Service) handleActivateEmail(c *api.Call, in *activeIn) (api.None, error) {
	return api.None{}, s.Activate(c, c.Who, in.Token, c.Origin())
}
