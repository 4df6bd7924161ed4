package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/db"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// BeginLogin requests any passkey of this server, of any user. The device has to verify its
// user, because no second step follows.
func (s *Service) BeginLogin(ctx context.Context, r *http.Request) (*Question, error) {
	if err := s.byAddress.Allow(api.ClientAddress(r)); err != nil {
		return nil, err
	}
	p, err := s.resolveParty(r)
	if err != nil {
		return nil, err
	}
	w, err := p.newWebAuthn()
	if err != nil {
		return nil, err
	}
	asked, session, err := w.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Question, error) {
		return s.storeCeremony(tx, loginPurpose, 0, p, session, "", asked.Response)
	})
}

// FinishLogin signs in the owner of a passkey, without a second step.
func (s *Service) FinishLogin(ctx context.Context, token string, raw json.RawMessage, from api.Origin) (*sessions.LoginResult, error) {
	if err := s.byAddress.Allow(from.Address); err != nil {
		return nil, err
	}
	kept, err := db.Do(ctx, s.db, func(tx *db.Tx) (*ceremony, error) {
		return s.spendCeremony(tx, loginPurpose, 0, token, "")
	})
	if err != nil {
		return nil, err
	}
	a, err := s.verifyAssertion(ctx, kept, nil, raw)
	var no assertionError
	if errors.As(err, &no) {
		s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: no.user, From: from,
			Detail: audit.Detail{Method: twofactor.Passkey}})
		return nil, fault.WrongCredentials.Because(err)
	}
	if err != nil {
		return nil, err
	}
	in, err := db.Do(ctx, s.db, func(tx *db.Tx) (in *sessions.LoginResult, err error) {
		ok, err := s.recordUse(tx, a, from)
		if err != nil || !ok {
			return nil, err
		}
		u, err := tx.UserByID(a.user)
		if err != nil {
			return nil, err
		}
		l, err := s.sessions.Begin(tx, u, from, twofactor.Passkey)
		if err == nil {
			in = l.Result()
		}
		return in, err
	})
	if err == nil && in == nil {
		err = fault.PasskeyFailed
	}
	return in, err
}

// requestAssertion asks for one of a person's passkeys.
func (p *party) requestAssertion(h *holder, how protocol.UserVerificationRequirement) (any, *webauthn.SessionData, error) {
	if len(h.keys) == 0 {
		return nil, nil, fault.PasskeyFailed.Because(errors.New("they have none here"))
	}
	w, err := p.newWebAuthn()
	if err != nil {
		return nil, nil, err
	}
	asked, session, err := w.BeginLogin(h, webauthn.WithUserVerification(how))
	if err != nil {
		return nil, nil, err
	}
	return asked.Response, session, nil
}

// BeginStep asks for a passkey as the second step of the login that a bearer token
// belongs to.
func (s *Service) BeginStep(ctx context.Context, bearer string, r *http.Request) (*Question, error) {
	p, err := s.resolveParty(r)
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Question, error) {
		st, err := s.steps.LoadStep(tx.ReadOnly(), bearer)
		if err != nil {
			return nil, err
		}
		return s.createQuestion(tx, stepPurpose, st.User.ID, p, protocol.VerificationPreferred, bearer)
	})
}

func (s *Service) createQuestion(tx *db.Tx, what onetime.Purpose, user db.UserID, p *party, how protocol.UserVerificationRequirement,
	to string) (*Question, error) {
	h, err := loadHolder(tx.ReadOnly(), user, p.name)
	if err != nil {
		return nil, err
	}
	asked, session, err := p.requestAssertion(h, how)
	if err != nil {
		return nil, err
	}
	return s.storeCeremony(tx, what, user, p, session, to, asked)
}

// FinishStep takes the second step of a login by a passkey.
func (s *Service) FinishStep(ctx context.Context, bearer, token string, raw json.RawMessage, remember bool,
	from api.Origin) (*sessions.LoginResult, error) {
	var kept *ceremony
	var h *holder
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := s.steps.LoadStep(tx.ReadOnly(), bearer)
		if err != nil {
			return err
		}
		if kept, err = s.spendCeremony(tx, stepPurpose, st.User.ID, token, bearer); err != nil {
			return err
		}
		h, err = loadHolder(tx.ReadOnly(), st.User.ID, kept.RP)
		return err
	})
	if err != nil {
		return nil, err
	}
	a, err := s.verifyAssertion(ctx, kept, h, raw)
	var no assertionError
	if err != nil && !errors.As(err, &no) {
		return nil, err
	}
	var in *sessions.LoginResult
	var wrong *fault.Fault
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := s.steps.LoadStep(tx.ReadOnly(), bearer)
		if err != nil {
			return err
		}
		ok := a != nil
		if ok {
			if ok, err = s.recordUse(tx, a, from); err != nil {
				return err
			}
		}
		if !ok {
			wrong, err = s.steps.RecordStepFailure(tx, st, from, twofactor.Passkey)
			return err // the failure has to count, so this commits
		}
		in, err = s.steps.FinishSecondStep(tx, st, from, twofactor.Passkey, remember)
		return err
	})
	if err == nil && wrong != nil {
		err = wrong.Because(no.cause)
	}
	return in, err
}

// BeginConfirm asks the actor for a passkey, to confirm their identity.
func (s *Service) BeginConfirm(ctx context.Context, who access.Actor, r *http.Request) (*Question, error) {
	p, err := s.resolveParty(r)
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Question, error) {
		return s.createQuestion(tx, confirmPurpose, who.User, p, protocol.VerificationRequired, sessionBinding(who))
	})
}

// FinishConfirm confirms the actor's identity by a passkey.
func (s *Service) FinishConfirm(ctx context.Context, who access.Actor, token string, raw json.RawMessage, from api.Origin) error {
	var kept *ceremony
	h, err := db.Do(ctx, s.db, func(tx *db.Tx) (*holder, error) {
		c, err := s.spendCeremony(tx, confirmPurpose, who.User, token, sessionBinding(who))
		if err != nil {
			return nil, err
		}
		kept = c
		return loadHolder(tx.ReadOnly(), who.User, kept.RP)
	})
	if err != nil {
		return err
	}
	a, err := s.verifyAssertion(ctx, kept, h, raw)
	var no assertionError
	if errors.As(err, &no) {
		s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: who.User, From: from,
			Detail: audit.Detail{Method: twofactor.Passkey}})
		return fault.PasskeyFailed.Because(err)
	}
	if err != nil {
		return err
	}
	ok := false
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if ok, err = s.recordUse(tx, a, from); err != nil || !ok {
			return err
		}
		return sessions.MarkConfirmed(tx, who)
	})
	if err == nil && !ok {
		err = fault.PasskeyFailed
	}
	return err
}
