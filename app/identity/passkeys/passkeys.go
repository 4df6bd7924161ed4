// Package passkeys signs users in with WebAuthn key pairs, whose private keys stay on their
// devices: as the only step of a login, as the second one, and to confirm their identity.
package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/db"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Service is the passkeys of one appliance.
type Service struct {
	db       *db.DB
	sessions *sessions.Service
	steps    *twofactor.Service
	audit    *audit.Log
	sites    []string

	byAddress *limits.Limiter
}

// New returns the service. sites are the URLs of the server; without any, the host of each
// request counts.
func New(d *db.DB, in *sessions.Service, steps *twofactor.Service, events *audit.Log, sites []string) *Service {
	return &Service{db: d, sessions: in, steps: steps, audit: events, sites: sites, byAddress: limits.NewLimiter(time.Second, 100)}
}

const (
	maxPasskeys = 20
	maxName     = 60
)

// List returns the passkeys of the actor, oldest first.
func (s *Service) List(ctx context.Context, who access.Actor) ([]db.Passkey, error) {
	return db.Get(ctx, s.db, func(v *db.View) ([]db.Passkey, error) { return v.PasskeysOf(who.User) })
}

// Rename gives one of the actor's passkeys another name.
func (s *Service) Rename(ctx context.Context, who access.Actor, id db.PasskeyID, name string) (*db.Passkey, error) {
	name, err := parseName(name)
	if err != nil {
		return nil, err
	}
	p, err := db.Do(ctx, s.db, func(tx *db.Tx) (*db.Passkey, error) {
		if err := tx.UpdatePasskeyName(who.User, id, name); err != nil {
			return nil, err
		}
		return tx.PasskeyOf(who.User, id)
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return p, err
}

func parseName(s string) (string, error) {
	s = names.Trim(s)
	switch {
	case s == "":
		return "", fault.Field("name", fault.Required)
	case utf8.RuneCountInString(s) > maxName:
		return "", fault.Field("name", fault.TooLong)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
		return "", fault.Field("name", fault.InvalidValue)
	}
	return s, nil
}

// Remove forgets one of the actor's passkeys, unless nothing else would let them
// in.
func (s *Service) Remove(ctx context.Context, who access.Actor, id db.PasskeyID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err
		}
		if err := checkOtherSignIn(tx.ReadOnly(), who); err != nil {
			return err
		}
		return s.deletePasskey(tx, who.User, id, from)
	})
}

func (s *Service) deletePasskey(tx *db.Tx, user db.UserID, id db.PasskeyID, from api.Origin) error {
	p, err := tx.PasskeyOf(user, id)
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.DeletePasskey(user, id), s.audit.Record(tx, audit.Event{
		Action: audit.PasskeyRemoved, User: user, From: from, Detail: audit.Detail{Name: p.Name},
	}))
}

// RemoveByID removes a passkey of a user whose password is replaced.
func (s *Service) RemoveByID(tx *db.Tx, user db.UserID, id string, from api.Origin) error {
	var key db.PasskeyID
	if key.UnmarshalText([]byte(id)) != nil {
		return fault.InvalidID
	}
	return s.deletePasskey(tx, user, key, from)
}

// checkOtherSignIn refuses when the actor could not come in with one passkey less.
func checkOtherSignIn(v *db.View, who access.Actor) error {
	u, e1 := v.UserByID(who.User)
	keys, e2 := v.PasskeysOf(who.User)
	abroad, e3 := v.IdentitiesOf(who.User)
	if err := errors.Join(e1, e2, e3); err != nil {
		return err
	}
	if u.Password == "" && len(keys) == 1 && len(abroad) == 0 {
		return fault.LastSignInMethod
	}
	return nil
}

// holder is a person with their passkeys, as the library wants to see them.
type holder struct {
	user *db.User
	keys []webauthn.Credential
	rows []db.Passkey
}

// loadHolder reads the passkeys of a person that were made for rp.
func loadHolder(v *db.View, user db.UserID, rp string) (*holder, error) {
	u, err := v.UserByID(user)
	if err != nil {
		return nil, err
	}
	rows, err := v.PasskeysOf(user)
	if err != nil {
		return nil, err
	}
	h := &holder{user: u}
	for _, row := range rows {
		if row.RP != rp {
			continue
		}
		c, err := decodeCredential(&row)
		if err != nil {
			return nil, err
		}
		h.keys, h.rows = append(h.keys, *c), append(h.rows, row)
	}
	return h, nil
}

func decodeCredential(row *db.Passkey) (*webauthn.Credential, error) {
	var c webauthn.Credential
	if err := json.Unmarshal([]byte(row.Data), &c); err != nil {
		return nil, fmt.Errorf("read the passkey %s: %w", row.ID, err)
	}
	return &c, nil
}

// WebAuthnID implements webauthn.User: it names the person to their devices and
// tells nothing of them.
func (h *holder) WebAuthnID() []byte { return []byte(h.user.ID.String()) }

// WebAuthnName implements webauthn.User.
func (h *holder) WebAuthnName() string {
	if h.user.Email == "" {
		return h.user.Mobile
	}
	return h.user.Email
}

// WebAuthnDisplayName implements webauthn.User.
func (h *holder) WebAuthnDisplayName() string { return h.user.FirstName + " " + h.user.LastName }

// WebAuthnCredentials implements webauthn.User.
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

// descriptors are the keys by the names that devices know them by.
func (h *holder) descriptors() []protocol.CredentialDescriptor {
	all := make([]protocol.CredentialDescriptor, len(h.keys))
	for i := range h.keys {
		all[i] = h.keys[i].Descriptor()
	}
	return all
}
