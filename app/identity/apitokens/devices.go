package apitokens

import (
	"context"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// CheckDeviceLimit refuses one more device of a person who has as many as they may.
func CheckDeviceLimit(v *db.View, user db.UserID) error {
	return checkTokenLimit(v, user, db.TokenDevice)
}

// ConnectDevice makes the token of a device that a person allowed to sync all their files, in the
// transaction of the caller, and returns its secret.
func (s *Service) ConnectDevice(tx *db.Tx, user db.UserID, name, agent string, from api.Origin) (string, error) {
	w := TokenRequest{Kind: db.TokenDevice, Name: name, Write: true, Agent: agent}
	if err := w.validate(tx.Now); err != nil {
		return "", err
	}
	_, secret, err := s.insertToken(tx, user, w, from)
	return secret, err
}

// RevokeCurrent revokes the token that the actor uses.
func (s *Service) RevokeCurrent(ctx context.Context, who access.Actor, from api.Origin) error {
	if who.Scope == nil {
		return fault.InvalidID
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		t, err := findToken(tx.ReadOnly(), who.User, who.Scope.Token)
		if err != nil {
			return err
		}
		return s.revokeToken(tx, t, from)
	})
}

// RequestWipe has a device of the actor, who must have confirmed their identity recently, delete its
// copies when it asks next. From now on its token opens nothing, and what it did not finish
// sending is gone.
func (s *Service) RequestWipe(ctx context.Context, who access.Actor, id db.TokenID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err
		}
		t, err := findToken(tx.ReadOnly(), who.User, id)
		if err != nil {
			return err
		}
		if t.Kind != db.TokenDevice {
			return fault.InvalidID
		}
		if !t.WipeAt.IsZero() {
			return nil
		}
		return errors.Join(tx.UpdateAPITokenWipe(who.User, id), tx.DeleteChunkUploadsOf(id), s.audit.Record(tx, audit.Event{
			Action: audit.DeviceWipeAsked, User: who.User, From: from, Detail: audit.Detail{Name: t.Name},
		}))
	})
}

// NeedsWipe reports whether the device with that token has to delete its copies and did not
// say yet that it did.
func (s *Service) NeedsWipe(ctx context.Context, secret string) (bool, error) {
	asked := false
	err := s.db.ViewOne(ctx, func(v *db.View) error {
		t, err := findPendingWipe(v, secret)
		asked = t != nil
		return err
	})
	return asked, err
}

// ConfirmWipe notes that the device with that token deleted its copies. It returns false for a
// token whose device was not told to.
func (s *Service) ConfirmWipe(ctx context.Context, secret string, from api.Origin) (bool, error) {
	if asked, err := s.NeedsWipe(ctx, secret); err != nil || !asked { // strangers do not wait in the way of those who write
		return false, err
	}
	done := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		t, err := findPendingWipe(tx.ReadOnly(), secret)
		if err != nil || t == nil {
			return err
		}
		done = true
		return errors.Join(tx.UpdateAPITokenWiped(t.ID), s.audit.Record(tx, audit.Event{
			Action: audit.DeviceWiped, User: t.User, From: from, Detail: audit.Detail{Name: t.Name},
		}))
	})
	return done, err
}

func findPendingWipe(v *db.View, secret string) (*db.APIToken, error) {
	if !strings.HasPrefix(secret, api.KeyPrefix) {
		return nil, nil
	}
	t, err := v.APITokenBySum(hashSecret(secret))
	if errors.Is(err, db.ErrNotFound) || err == nil && (t.WipeAt.IsZero() || !t.WipedAt.IsZero()) {
		return nil, nil
	}
	return t, err
}
