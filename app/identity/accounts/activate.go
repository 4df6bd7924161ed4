package accounts

import (
	"context"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/onetime"
	"anbar/db"
)

// activationLink is the purpose of the links that prove an address.
const activationLink onetime.Purpose = "active email"

const activationLife = 24 * time.Hour

// activationDetails is kept with such a link.
type activationDetails struct {
	Email string `json:"email"`
}

// ActivateEmail verifies an address by the link that was mailed to it. The reader of the mail
// need not own the account: an attacker can sign up with another person's address, and that
// person may open the link without a thought. So the actor has to be signed in to the
// account, or to use a browser in which its owner signed in before.
func (s *Service) ActivateEmail(ctx context.Context, who access.Actor, token string, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		var a activationDetails
		t, err := onetime.Peek(tx.ReadOnly(), activationLink, token, &a)
		if err != nil {
			return err
		}
		u, err := tx.UserByID(t.User)
		if err != nil {
			return err
		}
		if emailContact.target(u) != a.Email {
			return fault.InvalidToken
		}
		known := who.User == u.ID
		if !known {
			if known, _, err = s.sessions.LoadDeviceTrust(tx.ReadOnly(), u.ID, from); err != nil {
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
		return s.confirmContact(tx, u, emailContact, a.Email, from)
	})
}

type activeIn struct {
	Token string `json:"token"`
}

func (s *Service) handleActivateEmail(c *api.Call, in *activeIn) (api.None, error) {
	return api.None{}, s.ActivateEmail(c, c.Who, in.Token, c.Origin())
}
