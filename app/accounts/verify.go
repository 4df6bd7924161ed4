package accounts

import (
	"context"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/codes"
	"anbar/app/fault"
	"anbar/db"
)

// Verified has fn called, in the same transaction, when somebody has proven that
// an address is theirs: until then nobody gains anything by it.
func (s *Service) Verified(fn func(*db.Tx, *db.User) error) { s.verified = fn }

// proven tells of an account whose address is known to be its person's.
func (s *Service) proven(tx *db.Tx, u *db.User) error {
	if !u.EmailValidated || u.Email == "" || s.verified == nil {
		return nil
	}
	return s.verified(tx, u)
}

func purpose(u *db.User) string { return "email " + u.ID.String() }

// sendCode mails a code to the address of an account, unless it is proven.
func sendCode(tx *db.Tx, u *db.User) error {
	if u.EmailValidated || u.Email == "" {
		return nil
	}
	return codes.Send(tx, codes.Letter{Purpose: purpose(u), To: u.Email, Language: u.Language})
}

// SendCode mails the actor another code that proves that their address is theirs.
func (s *Service) SendCode(ctx context.Context, who access.Actor) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if u.Email == "" {
			return fault.Field("email", fault.Required)
		}
		return sendCode(tx, u)
	})
}

// VerifyEmail takes the code that proves that the actor's address is theirs.
func (s *Service) VerifyEmail(ctx context.Context, who access.Actor, code string) error {
	right := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if right = u.EmailValidated; right {
			return nil
		}
		if right, err = codes.Check(tx, purpose(u), u.Email, code); err != nil || !right {
			return err // what is wrong has to count, so this commits
		}
		if err := tx.UpdateUserEmailValidated(u.ID); err != nil {
			return err
		}
		u.EmailValidated = true
		return s.proven(tx, u)
	})
	if err == nil && !right {
		err = fault.WrongVerification
	}
	return err
}

type verifyIn struct {
	Token string `json:"token" doc:"the six digits from the mail"`
}

func (s *Service) verifyEmail(c *api.Call, in *verifyIn) (api.None, error) {
	return api.None{}, s.VerifyEmail(c, c.Who, in.Token)
}

func (s *Service) resendEmail(c *api.Call, _ *nothing) (api.None, error) {
	return api.None{}, s.SendCode(c, c.Who)
}
