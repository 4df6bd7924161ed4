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
	"anbar/app/identity/sessions"
	"anbar/db"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// BeginRegister asks the actor's device for a new passkey. Devices that hold one of
// theirs already make no other.
func (s *Service) BeginRegister(ctx context.Context, who access.Actor, r *http.Request) (*Question, error) {
	p, err := s.resolveParty(r)
	if err != nil {
		return nil, err
	}
	w, err := p.newWebAuthn()
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Question, error) {
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return nil, err
		}
		if err := checkPasskeyLimit(tx.ReadOnly(), who); err != nil {
			return nil, err
		}
		h, err := loadHolder(tx.ReadOnly(), who.User, p.name)
		if err != nil {
			return nil, err
		}
		made, session, err := w.BeginRegistration(h, webauthn.WithExclusions(h.descriptors()),
			webauthn.WithConveyancePreference(protocol.PreferNoAttestation),
			webauthn.WithExtensions(webauthn.WithExtensionCredProps()),
			webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
				ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
				UserVerification: protocol.VerificationRequired,
			}))
		if err != nil {
			return nil, err
		}
		return s.storeCeremony(tx, registerPurpose, who.User, p, session, sessionBinding(who), made.Response)
	})
}

func checkPasskeyLimit(v *db.View, who access.Actor) error {
	all, err := v.PasskeysOf(who.User)
	if err == nil && len(all) >= maxPasskeys {
		err = fault.PasskeyLimit
	}
	return err
}

// FinishRegister keeps the passkey that the actor's device made. Without a name it has
// that of the browser.
func (s *Service) FinishRegister(ctx context.Context, who access.Actor, token, name string, raw json.RawMessage,
	from api.Origin) (*db.Passkey, error) {
	if name == "" {
		name = from.Device
	}
	name, err := parseName(name)
	if err != nil {
		return nil, err
	}
	if err := s.db.View(ctx, func(v *db.View) error { return sessions.RequireRecentAuth(v, who) }); err != nil {
		return nil, err // before the ceremony is spent, which they can go on with
	}
	var kept *ceremony
	h, err := db.Do(ctx, s.db, func(tx *db.Tx) (*holder, error) {
		c, err := s.spendCeremony(tx, registerPurpose, who.User, token, sessionBinding(who))
		if err != nil {
			return nil, err
		}
		kept = c
		return loadHolder(tx.ReadOnly(), who.User, kept.RP)
	})
	if err != nil {
		return nil, err
	}
	key, err := kept.verifyRegistration(h, raw)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(key)
	if err != nil {
		return nil, err
	}
	p := &db.Passkey{ID: db.PasskeyID(db.NewID()), User: who.User, Credential: key.ID, Data: string(data), RP: kept.RP, Name: name}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		p.CreatedAt = tx.Now
		return s.insertPasskey(tx, who, p, from)
	})
	return p, err
}

func (c *ceremony) verifyRegistration(h *holder, raw json.RawMessage) (*webauthn.Credential, error) {
	w, err := c.newWebAuthn()
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return nil, fault.PasskeyFailed.Because(describeError(err))
	}
	key, err := w.CreateCredential(h, c.Session, parsed)
	if err != nil {
		return nil, fault.PasskeyFailed.Because(describeError(err))
	}
	// The attestation, which would prove the make of the device, is not requested, and not
	// kept.
	key.Attestation = webauthn.CredentialAttestation{}
	return key, nil
}

func (s *Service) insertPasskey(tx *db.Tx, who access.Actor, p *db.Passkey, from api.Origin) error {
	if err := errors.Join(sessions.RequireRecentAuth(tx.ReadOnly(), who), checkPasskeyLimit(tx.ReadOnly(), who)); err != nil {
		return err
	}
	if err := tx.InsertPasskey(p); errors.Is(err, db.ErrExists) {
		return fault.PasskeyUsed
	} else if err != nil {
		return err
	}
	return s.audit.Record(tx, audit.Event{Action: audit.PasskeyAdded, User: who.User, From: from, Detail: audit.Detail{Name: p.Name}})
}
